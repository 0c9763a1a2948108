"""Is a value of the settings of its kind and within its bounds?"""

from __future__ import annotations

import types
from typing import Any, Final, Literal, Union, get_args, get_origin

from opora.errors import LibraryError

FILE_NAME: Final = "opora.toml"


def from_text(text: str, hint: Any) -> Any:
    if hint is bool:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    for kind in (int, float):
        if hint is kind or kind in get_args(hint):
            try:
                return kind(text)
            except ValueError:
                return text
    return text


def checked(value: Any, hint: Any, bounds: Any, path: str) -> Any:
    options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    for option in options:
        accepted, converted = _as(value, option)
        if accepted:
            return _within(converted, bounds, path)
    raise LibraryError(f"{FILE_NAME}: {path} = {value!r} is not allowed", f"give {_named(options)}")


def _as(value: Any, option: Any) -> tuple[bool, Any]:
    if get_origin(option) is Literal:
        return value in get_args(option), value
    if get_origin(option) is tuple:
        known = isinstance(value, list) and all(_as(item, get_args(option)[0])[0] for item in value)
        return known, tuple(value) if known else value
    if option is float:
        return isinstance(value, int | float) and not isinstance(value, bool), value
    if option is int:
        return isinstance(value, int) and not isinstance(value, bool), value
    return isinstance(value, option), value


def _within(value: Any, bounds: Any, path: str) -> Any:
    low, high = bounds.get("low"), bounds.get("high")
    if isinstance(value, int | float) and not isinstance(value, bool) and low is not None and not low <= value <= high:
        raise LibraryError(f"{FILE_NAME}: {path} = {value!r} is out of bounds", f"give {low} to {high}")
    return value


def _named(options: tuple[Any, ...]) -> str:
    words: list[str] = []
    for option in options:
        if get_origin(option) is Literal:
            words.append("one of " + ", ".join(map(repr, get_args(option))))
        elif get_origin(option) is tuple:
            kind = get_args(option)[0]
            words.append("a list of " + ("strings" if kind is str else f"{', '.join(map(repr, get_args(kind)))}"))
        elif option is not type(None):
            words.append(
                {"str": "a string", "int": "a whole number", "float": "a number", "bool": "true or false"}[
                    option.__name__
                ]
            )
    return " or ".join(words)
