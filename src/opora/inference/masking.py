"""How are numbers and addresses of people kept from leaving, and put back into what returns?"""

from __future__ import annotations

import re
from typing import Any, Final, Literal

from opora.language.personal import find_personal

Masking = Literal["off", "identities", "all"]
_MASK: Final = "[private-{}]"
_MASKED: Final = re.compile(r"\[private-(\d+)\]")


class Mask:
    """The same number has the same mask through one answer. ``identities``: contacts of firms (e-mail, phone) stay."""

    def __init__(self, masking: Masking) -> None:
        self._masking = masking
        self._known: dict[str, str] = {}

    def hide(self, text: str) -> str:
        """The text with a mask for each number or address of a person."""
        if self._masking == "off":
            return text
        parts: list[str] = []
        end = 0
        for one in find_personal(text):
            if one.span.start < end or (self._masking == "identities" and not one.is_identity):
                continue
            parts += [text[end : one.span.start], self._mask(one.span.of(text))]
            end = one.span.end
        return "".join([*parts, text[end:]])

    def hide_in(self, value: Any) -> Any:
        """The same for all texts in JSON."""
        return _mapped(value, self.hide)

    def show_in(self, value: Any) -> Any:
        """JSON with every mask that was put replaced by what it stands for; others stay as they are."""
        shown = {mask: real for real, mask in self._known.items()}
        return _mapped(value, lambda text: _MASKED.sub(lambda m: shown.get(m[0], m[0]), text)) if shown else value

    def _mask(self, real: str) -> str:
        return self._known.setdefault(real, _MASK.format(len(self._known) + 1))


def _mapped(value: Any, change: Any) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_mapped(one, change) for one in value]
    if isinstance(value, dict):
        return {key: _mapped(one, change) for key, one in value.items()}
    return value
