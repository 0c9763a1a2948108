"""What does the engine read in a picture? Words with boxes, baselines and confidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from opora.reading.ocr_image import Picture

_PSM_AUTO, _PSM_COLUMN, _PSM_BLOCK, _PSM_LINE, _PSM_OSD = 3, 4, 6, 7, 0
_OTSU, _SAUVOLA = "0", "2"
_SURE_TURN = 1.5
_RISE_LOW, _RISE_HIGH, _RISE_MARKED = 0.54, 0.74, 0.94
"""Of the font size: how far letters rise over the baseline: without and with ascenders, and capitals with a mark."""
_HIGH, _MARKED = "bdfhkltбфйёїіäâăîéș|/()!?%&«»", "ЙЁЇĂÂÎÄÖÜÉ"


@dataclass(slots=True)
class Seen:
    """One word: dots of the picture; ``base`` is its line's baseline at its middle, ``size`` the font size of its line."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    size: float
    confidence: float


@dataclass(frozen=True, slots=True)
class How:
    """Languages by the engine's names, joined with ``+``. ``local``: the paper is told from the ink around each dot.
    ``one_column``: the page has one column, whatever its gaps look like. ``one_block``: it is no more than a few lines.
    """

    languages: str
    local: bool = False
    one_line: bool = False
    one_column: bool = False
    one_block: bool = False


class Reader:
    """The engine with its languages loaded once. For one process."""

    def __init__(self, tessdata: str) -> None:
        self._tessdata = tessdata
        self._loaded: dict[str, Any] = {}

    def words(self, picture: Picture, how: How) -> list[Seen]:
        api = self._api(how.languages)
        api.SetPageSegMode(_segmented(how))
        api.SetVariable("thresholding_method", _SAUVOLA if how.local else _OTSU)
        api.SetImage(picture.image)
        api.SetSourceResolution(round(picture.dpi))
        api.Recognize()
        try:
            return _words(api)
        finally:
            api.Clear()

    def quarter(self, picture: Picture) -> int:
        """By how many degrees (0, 90, 180, 270) to turn it clockwise; 0 when it is unclear or nothing tells."""
        try:
            api = self._api("osd")
        except RuntimeError:
            return 0
        api.SetPageSegMode(_PSM_OSD)
        api.SetImage(picture.image)
        api.SetSourceResolution(round(picture.dpi))
        found = api.DetectOS()
        api.Clear()
        if not found or found["oconfidence"] < _SURE_TURN:
            return 0
        return (0, 270, 180, 90)[int(found["orientation"])]

    def _api(self, languages: str) -> Any:
        from tesserocr import PyTessBaseAPI

        if languages not in self._loaded:
            mode = {"psm": _PSM_OSD, "oem": 0} if languages == "osd" else {}
            self._loaded[languages] = PyTessBaseAPI(path=self._tessdata, lang=languages, **mode)
        return self._loaded[languages]


def _segmented(how: How) -> int:
    if how.one_line:
        return _PSM_LINE
    if how.one_block:
        return _PSM_BLOCK
    return _PSM_COLUMN if how.one_column else _PSM_AUTO


def _words(api: Any) -> list[Seen]:
    from tesserocr import RIL, iterate_level

    found: list[Seen] = []
    of_line: dict[tuple[int, int, int, int], list[Seen]] = {}
    lines = api.GetIterator()
    if lines is None:
        return found
    for word in iterate_level(lines, RIL.WORD):
        if word.Empty(RIL.WORD):
            continue
        text = " ".join(word.GetUTF8Text(RIL.WORD).split())
        box, line = word.BoundingBox(RIL.WORD), word.BoundingBox(RIL.TEXTLINE)
        if not text or box is None or line is None:
            continue
        left, top, right, bottom = box
        base = _base(word, (left + right) / 2, bottom)
        seen = Seen(text, left, top, right, bottom, base, 0.0, float(word.Confidence(RIL.WORD)))
        found.append(seen)
        of_line.setdefault(line, []).append(seen)
    for line, words in of_line.items():
        sizes = sorted(size for word in words if 0.1 < (size := _size(word)) < 2 * (line[3] - line[1]))
        for word in words:
            word.size = sizes[len(sizes) // 2] if sizes else float(line[3] - line[1])
    return found


def _size(word: Seen) -> float:
    """The font size that gives the word its height above the baseline."""
    rise = max(
        (_RISE_MARKED if char in _MARKED else _RISE_HIGH for char in word.text if _is_high(char)), default=_RISE_LOW
    )
    return (word.base - word.top) / rise


def _is_high(char: str) -> bool:
    return char.isupper() or char.isdigit() or char in _HIGH


def _base(word: Any, x: float, usual: float) -> float:
    from tesserocr import RIL

    line = word.Baseline(RIL.TEXTLINE)
    if not line:
        return usual
    (x1, y1), (x2, y2) = line
    return float(y1 + (y2 - y1) * (x - x1) / (x2 - x1)) if x2 != x1 else float(y1)
