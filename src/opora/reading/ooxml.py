"""How are the parts of an Office file found and parsed, whichever of its two dialects it speaks?"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from opora.errors import BrokenFileError


class Package:
    """The parts of an OOXML container by name; a part that is missing is ``None``, one that is damaged is an error."""

    def __init__(self, path: Path) -> None:
        self.archive = zipfile.ZipFile(path)
        self.names = {name.lower(): name for name in self.archive.namelist()}

    def close(self) -> None:
        self.archive.close()

    def xml(self, name: str | None) -> etree._Element | None:
        stored = self.names.get((name or "").lower())
        if stored is None:
            return None
        try:
            root = etree.fromstring(self.archive.read(stored), _parser())
            table: Any = root.getroottree().docinfo.internalDTD
            if table is not None and table.entities():
                raise BrokenFileError(f"its part {stored} declares entities", "save it again in its program")
            return root
        except etree.XMLSyntaxError as error:
            raise BrokenFileError(
                f"its part {stored} is damaged ({error.msg})", "save it again in its program"
            ) from error

    def related(self, part: str) -> dict[str, list[str]]:
        """Names of the parts this one points to, by the last word of the relation's type."""
        found: dict[str, list[str]] = {}
        for kind, target in self.targets(part).values():
            found.setdefault(kind, []).append(target)
        return found

    def targets(self, part: str) -> dict[str, tuple[str, str]]:
        """Relation id → last word of its type and name of the part it points to; what lies outside is left out."""
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        found: dict[str, tuple[str, str]] = {}
        for relation in root if root is not None else ():
            if not isinstance(relation.tag, str) or relation.get("TargetMode") == "External":
                continue
            target = relation.get("Target", "")
            target = (
                target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            )
            key = relation.get("Id") or f"-{len(found)}"
            found[key] = (relation.get("Type", "").rsplit("/", 1)[-1], target)
        return found


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True
    )


def local(node: etree._Element) -> str:
    """Tag without its namespace: the strict and the transitional dialect differ in nothing else we read."""
    tag = node.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(node: etree._Element, name: str) -> str | None:
    for key, value in node.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


def children(node: etree._Element, name: str) -> Iterator[etree._Element]:
    return (item for item in node if local(item) == name)


def child(node: etree._Element | None, name: str) -> etree._Element | None:
    return next(children(node, name), None) if node is not None else None


def value_of(node: etree._Element | None, name: str) -> str | None:
    """``val`` of the named child, ``None`` when there is no such child."""
    found = child(node, name)
    return attribute(found, "val") if found is not None else None


def is_on(node: etree._Element | None, name: str) -> bool | None:
    """A switch such as ``<w:b/>``: on unless it says otherwise; ``None`` when it is not there."""
    found = child(node, name)
    return None if found is None else attribute(found, "val") not in ("0", "false", "off", "none")
