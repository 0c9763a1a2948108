"""How do the PDF tests write what the drawing library cannot: annotations with a look of their own, tags, outlines?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_FONTS = "<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>>>"


class Pen:
    """Objects of a PDF, numbered as they come; pages and the catalogue are added when it is saved."""

    def __init__(self) -> None:
        self.objects: list[bytes] = [b"", b""]  # the catalogue and the pages
        self.pages: list[int] = []

    def add(self, body: str, stream: str | None = None) -> int:
        """The number of the new object; ``stream`` makes it one."""
        text = body
        if stream is not None:
            text = f"{body[:-2]}/Length {len(stream.encode('latin-1'))}>>\nstream\n{stream}\nendstream"
        self.objects.append(text.encode("latin-1"))
        return len(self.objects)

    def page(self, stream: str, extra: str = "") -> int:
        """A page of 595 by 842 points; ``extra``: entries of its dictionary."""
        content = self.add("<<>>", stream)
        number = self.add(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources{_FONTS}/Contents {content} 0 R{extra}>>"
        )
        self.pages.append(number)
        return number

    def look(self, stream: str, width: float, height: float) -> int:
        """What an annotation shows: a form of that size."""
        return self.add(f"<</Type/XObject/Subtype/Form/BBox[0 0 {width} {height}]/Resources{_FONTS}>>", stream)

    def save(self, path: Path, catalogue: str = "") -> Path:
        kids = " ".join(f"{number} 0 R" for number in self.pages)
        self.objects[0] = f"<</Type/Catalog/Pages 2 0 R{catalogue}>>".encode("latin-1")
        self.objects[1] = f"<</Type/Pages/Count {len(self.pages)}/Kids[{kids}]>>".encode("latin-1")
        out = bytearray(b"%PDF-1.7\n")
        places: list[int] = []
        for number, body in enumerate(self.objects, start=1):
            places.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        for place in places:
            out += b"%010d 00000 n \n" % place
        out += b"trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(places) + 1, start)
        path.write_bytes(out)
        return path


def shown(lines: Sequence[tuple[float, float, str]], font: str = "F1", size: float = 10) -> str:
    """A content stream that writes each text at its place (from the bottom left)."""
    return "\n".join(f"BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET" for x, y, text in lines)
