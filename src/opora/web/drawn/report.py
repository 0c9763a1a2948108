"""What was read of a version, in words: the kind of file, its language, and how many pieces of which kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opora.reading.media import DOC, DOCX, EML, MSG, ODP, ODS, ODT, PPTX, RTF, SRT, VTT, XLS, XLSB, XLSX
from opora.web.drawn.words import NAMES, Tongue, catalogue


def file_words(media_type: str, tongue: Tongue) -> str:
    """The kind of a file as a person names it."""
    _ = catalogue(tongue).gettext
    known = {
        "application/pdf": "PDF",
        "text/markdown": "Markdown",
        "text/plain": _("plain text"),
        "text/html": _("web page"),
        "text/csv": _("table (CSV)"),
        "application/json": "JSON",
        "application/x-ndjson": "JSON",
        **dict.fromkeys((DOCX, DOC), "Word"),
        **dict.fromkeys((XLSX, XLSB, XLS), "Excel"),
        **dict.fromkeys((ODT, RTF), _("text document")),
        **dict.fromkeys((PPTX, ODP), _("slides")),
        ODS: _("spreadsheet"),
        **dict.fromkeys((EML, MSG), _("e-mail")),
        **dict.fromkeys((VTT, SRT), _("subtitles")),
    }
    families = {"image": _("picture"), "audio": _("recording"), "video": _("recording")}
    return known.get(media_type) or families.get(media_type.partition("/")[0]) or _("source code or another text")


def language_words(language: str | None) -> str:
    """The language's own name; its code where the pages do not speak it."""
    named: Mapping[str, str] = {str(code): name for code, name in NAMES.items()}
    return named.get(language or "", language or "")


def block_words(blocks: Mapping[str, int], tongue: Tongue) -> list[str]:
    """So many of each kind, the commonest first."""
    ngettext = catalogue(tongue).ngettext
    said = {
        "heading": lambda n: ngettext("%(num)s heading", "%(num)s headings", n),
        "paragraph": lambda n: ngettext("%(num)s paragraph", "%(num)s paragraphs", n),
        "list_item": lambda n: ngettext("%(num)s list item", "%(num)s list items", n),
        "table": lambda n: ngettext("%(num)s table", "%(num)s tables", n),
        "table_row": lambda n: ngettext("%(num)s table row", "%(num)s table rows", n),
        "caption": lambda n: ngettext("%(num)s caption", "%(num)s captions", n),
        "footnote": lambda n: ngettext("%(num)s footnote", "%(num)s footnotes", n),
        "note": lambda n: ngettext("%(num)s note", "%(num)s notes", n),
        "code": lambda n: ngettext("%(num)s listing", "%(num)s listings", n),
        "slide": lambda n: ngettext("%(num)s slide", "%(num)s slides", n),
        "turn": lambda n: ngettext("%(num)s spoken turn", "%(num)s spoken turns", n),
    }
    ranked = sorted(blocks.items(), key=lambda one: -one[1])
    return [said[kind](n) % {"num": n} for kind, n in ranked if kind in said]


def with_places(pieces: Sequence[Mapping[str, Any]], blocks: Sequence[Any], tongue: Tongue) -> list[dict[str, Any]]:
    """Fragments with where each begins, in words: page, sheet, section."""
    _ = catalogue(tongue).gettext
    by_path = {one.path: one for one in blocks}
    made = []
    for piece in pieces:
        block = by_path.get(piece["path"])
        told = []
        if block is not None:
            page = block.page_label or block.page
            told += [_("page %(page)s") % {"page": page}] if page else []
            told += [_("sheet %(name)s") % {"name": block.sheet}] if block.sheet else []
            told += [_("section %(number)s") % {"number": block.section}] if block.section else []
        made.append({**piece, "where": " · ".join(told)})
    return made
