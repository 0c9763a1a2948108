"""What did reading a file yield, and what could not be read?"""

from __future__ import annotations

from collections import Counter

from opora.domain.document import Block, Parsed


def report(parsed: Parsed) -> dict[str, object]:
    """The parse report: type, reader, blocks by kind, characters a page, pages that need OCR or were read by it and with
    which confidence (0 to 100), numbers in doubt, tables, what was left out.

    JSON types only; pages are numbered from 1.
    """
    kinds = Counter(block.kind for block in parsed.blocks)
    return {
        "media_type": parsed.media_type,
        "reader": parsed.reader,
        "title": parsed.title,
        "chars": len(parsed.text),
        "blocks": dict(sorted(kinds.items())),
        "headings": kinds["heading"],
        "pages": [
            {
                "number": page.number,
                "label": page.label,
                "chars": page.chars,
                "needs_ocr": page.needs_ocr,
                "ocr_confidence": page.confidence,
                "ocr_languages": page.languages or None,
            }
            for page in parsed.pages
        ],
        "pages_needing_ocr": [page.number for page in parsed.pages if page.needs_ocr],
        "pages_read_by_ocr": [page.number for page in parsed.pages if page.confidence is not None],
        "ocr_confidence": _confidence(parsed),
        "numbers_in_doubt": [
            {"text": parsed.text[d.start : d.end], "other": d.other, "page": block.page, "confidence": d.confidence}
            for block in parsed.blocks
            for d in block.doubts
        ],
        "tables": [_table(parsed, block) for block in parsed.blocks if block.kind == "table"],
        "links": dict(sorted(Counter(link.kind for block in parsed.blocks for link in block.links).items())),
        "left_out": list(parsed.left_out),
        "warnings": list(parsed.warnings),
        "meta": dict(parsed.meta),
    }


def _confidence(parsed: Parsed) -> float | None:
    """Of all pages that OCR has read, each as much as it has characters."""
    read = [(page.confidence, page.chars) for page in parsed.pages if page.confidence is not None]
    chars = sum(count for _, count in read)
    return round(sum(sure * count for sure, count in read) / chars, 1) if chars else None


def _table(parsed: Parsed, table: Block) -> dict[str, object]:
    rows = [block for block in parsed.blocks if block.kind == "table_row" and block.parent == table.path]
    head = [row for row in rows if row.cells and all(cell.is_header for cell in row.cells)]
    columns = max((cell.column for row in rows for cell in row.cells), default=0)
    headers = [parsed.text[cell.start : cell.end] for cell in head[0].cells] if head else []
    return {
        "path": table.path,
        "page": table.page,
        "sheet": table.sheet,
        "rows": len(rows),
        "columns": columns,
        "headers": headers,
    }
