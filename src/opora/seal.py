"""What of a record must stay as it was, and what may be erased from it without breaking the proof?

A record is a JSON object. Each of its parts has a seal, the SHA-256 of its canonical JSON; the record's digest is that of
its seals, so a part can be replaced by its seal and the digest still holds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from opora.canonical import canonical_json, canonical_text, digest

ERASED: Final = "erased"
_OF_THE_SEAL: Final = ("digest", "seals")
_OPENED: Final = ("reply", "log", "context")  # sealed one level deeper, so that a finding can name what changed


@dataclass(frozen=True, slots=True)
class Sealed:
    """A record as it is kept: its canonical JSON with seals and digest in it."""

    text: str
    digest: str
    seals: dict[str, str]


def sealed(record: Mapping[str, object]) -> Sealed:
    """Seal a record of JSON's own types (dataclasses are made plain). Lone surrogates are replaced, as SQLite would not keep them."""
    seals: dict[str, str] = {}
    pieces = {name: _sealed_part(name, value, seals) for name, value in record.items() if name not in _OF_THE_SEAL}
    own = digest(canonical_text(seals))
    pieces |= {"digest": canonical_text(own), "seals": canonical_text(seals)}
    return Sealed(_object(pieces), own, seals)


def seals_of(record: Mapping[str, Any]) -> dict[str, str]:
    """The seals that a record read back should have; an erased part keeps the one it had."""
    return sealed(record).seals


def changed_parts(record: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Names of parts that are not what was sealed, with the seal they should have and the one they have ("" for none)."""
    kept = record.get("seals")
    told = {str(key): str(value) for key, value in kept.items()} if isinstance(kept, dict) else {}
    found = seals_of(record)
    names = sorted({*told, *found})
    wrong = [(name, told.get(name, ""), found.get(name, "")) for name in names if told.get(name) != found.get(name)]
    own = digest(canonical_text(told))
    if own != record.get("digest"):
        wrong.append(("seals", str(record.get("digest")), own))
    return wrong


def erased(value: object) -> dict[str, str]:
    """What is left of a part: its seal."""
    seal = _erased_seal(value)
    return {ERASED: seal if seal is not None else digest(_written(value))}


def is_erased(value: object) -> bool:
    return _erased_seal(value) is not None


def _sealed_part(name: str, value: object, seals: dict[str, str]) -> str:
    """The part's JSON; its seals are added under its name."""
    if name in _OPENED and isinstance(value, dict) and value and not is_erased(value):
        return _object({str(key): _one(f"{name}.{key}", part, seals) for key, part in value.items()})
    if name == "steps" and isinstance(value, list | tuple) and value:
        return f"[{','.join(_step(number, step, seals) for number, step in enumerate(value))}]"
    return _one(name, value, seals)


def _step(number: int, step: object, seals: dict[str, str]) -> str:
    if not isinstance(step, dict) or not step:
        return _one(f"steps.{number}", step, seals)
    label = f"steps.{number}.{step.get('name')}"
    return _object({key: _one(f"{label}.{key}", part, seals) for key, part in step.items()})


def _one(name: str, value: object, seals: dict[str, str]) -> str:
    text = _written(value)
    seal = _erased_seal(value)
    seals[name] = digest(text) if seal is None else seal
    return text


def _erased_seal(value: object) -> str | None:
    if isinstance(value, dict) and len(value) == 1 and isinstance(value.get(ERASED), str):
        return str(value[ERASED])
    return None


def _object(pieces: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(key, ensure_ascii=False)}:{pieces[key]}" for key in sorted(pieces)) + "}"


def _written(value: object) -> str:
    try:
        text = canonical_text(value)
    except TypeError:
        text = canonical_json(value)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return text
