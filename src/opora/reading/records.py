"""How is JSON read so that each value keeps its name?"""

from __future__ import annotations

import json
from collections.abc import Iterator

from opora.errors import BrokenFileError, LimitError
from opora.reading.assemble import Draft, Reading
from opora.reading.decode import decode
from opora.reading.grid import GridRules, from_texts

_QUESTIONS = ("question", "q", "вопрос", "питання", "întrebare", "intrebare")
_ANSWERS = ("answer", "a", "ответ", "відповідь", "răspuns", "raspuns")
_SAID = ("text", "content", "said", "transcript", "utterance")
_WHEN = ("time", "start", "begin", "timestamp", "start_time")
_MAX_DEPTH = 60
_LONG = 200
Json = object


class Number(str):
    """A number as it is written; a float would drop its zeros and an int may have a million digits."""

    __slots__ = ()


def read_json(data: bytes, lines: bool) -> Reading:
    """Flat records become a table, questions with answers headings and paragraphs, everything else ``key: value`` lines."""
    text, encoding, warnings = decode(data)
    text = text.lstrip("\ufeff")
    value, broken = _load_lines(text) if lines else (_load(text, "the file"), 0)
    if broken:
        warnings = (*warnings, f"{broken} lines are not JSON and were left out")
    drafts = list(_drafts(value, (), 0))
    media_type = "application/x-ndjson" if lines else "application/json"
    return Reading(tuple(drafts), media_type, "records", warnings=warnings, meta=(("encoding", encoding),))


def _load(text: str, what: str) -> Json:
    try:
        loaded: Json = json.loads(
            text, parse_int=Number, parse_float=Number, parse_constant=Number, object_pairs_hook=_whole
        )
    except RecursionError as error:
        raise LimitError(f"{what} is nested too deeply", "flatten it") from error
    except ValueError as error:
        raise BrokenFileError(f"{what} is not valid JSON ({error})", "correct it and add it again") from error
    return loaded


def _whole(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object; of a key that stands twice both values are kept, the later ones under the key with its count."""
    found: dict[str, Json] = {}
    for key, value in pairs:
        name, count = key, 1
        while name in found:
            count += 1
            name = f"{key} ({count})"
        found[name] = value
    return found


def _load_lines(text: str) -> tuple[list[Json], int]:
    values: list[Json] = []
    broken = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            values.append(_load(line, f"line {number}"))
        except BrokenFileError:
            broken += 1
    if not values:
        raise BrokenFileError("no line of it is valid JSON", "correct it and add it again")
    return values, broken


def _drafts(value: Json, path: tuple[str, ...], depth: int) -> Iterator[Draft]:
    if depth > _MAX_DEPTH:
        raise LimitError(f"it is nested deeper than {_MAX_DEPTH} levels", "flatten it")
    if isinstance(value, dict):
        yield from _object(value, path, depth)
    elif isinstance(value, list):
        yield from _list(value, path, depth)
    elif _shown(value):
        yield Draft("paragraph", _shown(value))


def _object(value: dict[str, Json], path: tuple[str, ...], depth: int) -> Iterator[Draft]:
    turn = _turn(value)
    if turn:
        yield turn
        return
    pair = _question(value)
    if pair:
        yield from _asked(value, pair, depth)
        return
    simple = [(key, item) for key, item in value.items() if not isinstance(item, dict | list)]
    lines = [f"{key}: {_shown(item)}" for key, item in simple if _shown(item)]
    if any(len(line) > _LONG or "\n" in line for line in lines):
        yield from (Draft("paragraph", line) for line in lines)
    elif lines:
        yield Draft("paragraph", "\n".join(lines))
    for key, item in value.items():
        if isinstance(item, dict | list) and item:
            yield Draft("heading", key, level=min(depth + 1, 9))
            yield from _drafts(item, (*path, key), depth + 1)


def _list(value: list[Json], path: tuple[str, ...], depth: int) -> Iterator[Draft]:
    if _is_table(value):
        yield from _as_table([item for item in value if isinstance(item, dict)])
        return
    for number, item in enumerate(value, start=1):
        if isinstance(item, dict | list):
            if isinstance(item, dict) and not _question(item) and not _turn(item):
                yield Draft(
                    "heading", _name(item) or f"{path[-1] if path else 'item'} {number}", level=min(depth + 1, 9)
                )
            yield from _drafts(item, path, depth + 1)
        elif _shown(item):
            yield Draft("list_item", _shown(item))


def _name(item: dict[str, Json]) -> str:
    for key in ("title", "name", "label", "id"):
        value = item.get(key)
        if isinstance(value, str) and value.strip() and len(value) <= 120:
            return " ".join(value.split())
    return ""


def _is_table(value: list[Json]) -> bool:
    """A list of flat objects with short values and mostly the same keys."""
    if not value or not all(isinstance(item, dict) and item for item in value):
        return False
    items = [item for item in value if isinstance(item, dict)]
    if any(_question(item) or _turn(item) for item in items):
        return False
    if any(isinstance(part, dict | list) or len(_shown(part)) > _LONG for item in items for part in item.values()):
        return False
    keys = {key for item in items for key in item}
    return sum(len(item) for item in items) >= 0.5 * len(keys) * len(items)


def _as_table(items: list[dict[str, Json]]) -> list[Draft]:
    keys = list(dict.fromkeys(key for item in items for key in item))
    rows = [keys, *([_shown(item.get(key)) for key in keys] for item in items)]
    return from_texts(rows, GridRules(head_rows=1))


def _question(item: dict[str, Json]) -> tuple[str, str] | None:
    """The keys of a question and its answer, if this object is such a pair."""
    names = {key.lower(): key for key in item}
    for asked, answered in zip(_QUESTIONS, _ANSWERS, strict=True):
        if asked in names and answered in names and isinstance(item[names[asked]], str):
            return names[asked], names[answered]
    return None


def _turn(item: dict[str, Json]) -> Draft | None:
    """What one person says, when this object holds a speaker, what is said, and at most when."""
    names = {key.lower(): key for key in item}
    said = next((item[names[key]] for key in _SAID if key in names), None)
    speaker = item[names["speaker"]] if "speaker" in names else None
    rest = [key for key in names if key not in (*_SAID, *_WHEN, "speaker", "id", "end")]
    if not isinstance(said, str) or not said.strip() or not isinstance(speaker, str) or not speaker.strip() or rest:
        return None
    time = next((_shown(item[names[key]]) for key in _WHEN if key in names), "")
    return Draft("turn", said.strip(), speaker=" ".join(speaker.split()), time=time or None)


def _asked(item: dict[str, Json], pair: tuple[str, str], depth: int) -> Iterator[Draft]:
    question, answer = item[pair[0]], item[pair[1]]
    yield Draft("heading", " ".join(str(question).split()), level=min(depth + 1, 9))
    if isinstance(answer, dict | list):
        yield from _drafts(answer, (), depth + 1)
    else:
        yield from (Draft("paragraph", part) for part in _shown(answer).split("\n\n"))
    rest = {key: value for key, value in item.items() if key not in pair}
    lines = [f"{key}: {text}" for key, value in rest.items() if (text := _on_one_line(value))]
    if lines:
        yield Draft("paragraph", "\n".join(lines))
    for value in rest.values():
        if isinstance(value, dict | list) and not _on_one_line(value):
            yield from _drafts(value, (), depth + 1)


def _on_one_line(value: Json) -> str:
    """A plain value or a list of them."""
    if isinstance(value, list) and value and not any(isinstance(part, dict | list) for part in value):
        return ", ".join(_shown(part) for part in value)
    return "" if isinstance(value, dict | list) else _shown(value)


def _shown(value: Json) -> str:
    """A value as JSON writes it; text without quotes; ``null`` as nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
