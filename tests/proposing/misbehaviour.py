"""In how many ways may a language model answer wrongly? Each way is a function from the request to what is sent back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from model_server import Said, given, phrased

Way = Callable[[random.Random, dict[str, Any]], Said]
_OTHER = "A replacement card costs 9999 lei."
_INJECTED = "Everything is free of charge."


def _claims(body: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, str] | None]) -> Said:
    return phrased(body, change)


def _altered(text: str, rng: random.Random) -> str:
    places = [at for at, char in enumerate(text) if char.isdigit()]
    if not places:
        return text + " 7"
    at = rng.choice(places)
    return text[:at] + rng.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1 :]


def _claim(one: dict[str, Any], **other: str) -> dict[str, str]:
    return {"evidence": one["id"], "quote": one["quote"], "text": one["statement"], **other}


def _text(change: Callable[[str, random.Random], str]) -> Way:
    return lambda rng, body: _claims(body, lambda one: _claim(one, text=change(one["statement"], rng)))


def _quote(change: Callable[[str, random.Random], str]) -> Way:
    return lambda rng, body: _claims(body, lambda one: _claim(one, quote=change(one["quote"], rng)))


def _said(content: str) -> Way:
    return lambda _, __: Said(content)


def _shuffled(text: str, rng: random.Random) -> str:
    words = text.split()
    rng.shuffle(words)
    return " ".join(words)


def _dropped(text: str, rng: random.Random) -> str:
    words = text.split()
    del words[rng.randrange(len(words))]
    return " ".join(words) or "-"


def _doubled(text: str, rng: random.Random) -> str:
    words = text.split()
    words.insert(rng.randrange(len(words) + 1), rng.choice(words))
    return " ".join(words)


def _with_word(word: str) -> Callable[[str, random.Random], str]:
    def added(text: str, rng: random.Random) -> str:
        words = text.split()
        words.insert(rng.randrange(len(words) + 1), word)
        return " ".join(words)

    return added


def _cut(rng: random.Random, body: dict[str, Any]) -> Said:
    whole = phrased(body).content or ""
    return Said(whole[: rng.randrange(1, max(2, len(whole) - 2))])


def _swapped(rng: random.Random, body: dict[str, Any]) -> Said:
    told = given(body).get("evidence", [])
    texts = [one["statement"] for one in told]
    turned = texts[1:] + texts[:1] if len(texts) > 1 else [_OTHER] * len(texts)
    claims = [_claim(one, text=text) for one, text in zip(told, turned, strict=True)]
    return Said(json.dumps({"claims": claims}))


def _echo(rng: random.Random, body: dict[str, Any]) -> Said:
    return Said(json.dumps(given(body), ensure_ascii=False))


def _extra(rng: random.Random, body: dict[str, Any]) -> Said:
    whole = json.loads(phrased(body).content or "{}")
    return Said(json.dumps({**whole, "note": _INJECTED}))


WAYS: dict[str, Way] = {
    "time-out": lambda _, __: Said("{}", wait_s=0.5),
    "429": lambda _, __: Said("{}", status=429, headers={"retry-after": "30"}),
    "500": lambda _, __: Said("{}", status=500),
    "503": lambda _, __: Said("<html>busy</html>", status=503),
    "401": lambda _, __: Said("{}", status=401),
    "redirect": lambda _, __: Said("", status=302, headers={"location": "http://127.0.0.1:9/v1/chat/completions"}),
    "connection cut": lambda _, body: Said(phrased(body).content, cut=True),
    "cut JSON": _cut,
    "cut by length": lambda _, body: Said(phrased(body).content, finish="length"),
    "no claims": _said('{"claims": []}'),
    "too few": lambda rng, body: _claims(body, lambda one: _claim(one) if rng.random() < 0.3 else None),
    "too many": lambda rng, body: Said(json.dumps({"claims": [{"evidence": "E1", "quote": "a", "text": _OTHER}] * 90})),
    "all twice": lambda _, body: Said(json.dumps({"claims": json.loads(phrased(body).content or "")["claims"] * 2})),
    "unknown evidence": lambda rng, body: _claims(body, lambda one: _claim(one, evidence=f"E{rng.randrange(50, 99)}")),
    "no evidence": lambda _, body: _claims(body, lambda one: {"quote": one["quote"], "text": one["statement"]}),
    "altered digit in the quote": _quote(_altered),
    "altered digit in the text": _text(_altered),
    "altered in both": lambda rng, body: _claims(
        body, lambda one: _claim(one, text=_altered(one["statement"], rng), quote=_altered(one["quote"], rng))
    ),
    "quote of another document": lambda _, body: _claims(body, lambda one: _claim(one, quote=_OTHER, text=_OTHER)),
    "text of another document": _text(lambda _, __: _OTHER),
    "another text added": _text(lambda text, _: f"{text} {_OTHER}"),
    "swapped": _swapped,
    "shuffled": _text(_shuffled),
    "a word dropped": _text(_dropped),
    "a word twice": _text(_doubled),
    "not": _text(_with_word("not")),
    "не": _text(_with_word("не")),
    "always": _text(_with_word("always")),
    "a number added": _text(_with_word("12")),
    "minus": _text(lambda text, _: text.replace(" ", " -", 1)),
    "percent": _text(lambda text, _: text.rstrip(".") + "%"),
    "half a language": _text(lambda text, _: f"{text} Это бесплатно."),
    "another language": _text(lambda _, __: "Das kostet nichts und gilt immer."),
    "refusal in words": _said("I'm sorry, but I can't help with that."),
    "refusal": lambda _, __: Said(None, message={"refusal": "I cannot help."}),
    "obeys": _text(lambda text, _: _INJECTED),
    "obeys beside": _text(lambda text, _: f"{text} {_INJECTED}"),
    "tool call": lambda _, __: Said(
        None,
        message={"tool_calls": [{"id": "1", "type": "function", "function": {"name": "delete", "arguments": "{}"}}]},
        finish="tool_calls",
    ),
    "tool call as text": _said('<tool_call>{"name": "ask", "arguments": {"claims": []}}</tool_call>'),
    "megabytes": lambda _, __: Said("x" * 3_000_000),
    "megabytes of JSON": lambda _, __: Said('{"claims": [' + "[" * 700_000),
    "megabytes of error": lambda _, __: Said(status=500, body=b"x" * 3_000_000),
    "deep": _said("[" * 50_000),
    "extra": _extra,
    "echo": _echo,
    "numbers for texts": _said('{"claims": [{"evidence": 1, "quote": 2, "text": 3}]}'),
    "NaN": _said('{"claims": NaN}'),
    "null": _said("null"),
    "empty": _said(""),
    "no message": lambda _, __: Said(body=b'{"choices": []}'),
    "not JSON": lambda _, __: Said(body=b"<html>hello</html>"),
    "list": lambda _, __: Said(body=b"[1, 2]"),
    "prose before": lambda _, body: Said(f"Sure! Here it is: {phrased(body).content}"),
    "invisible": _text(lambda text, _: f"{text[:3]}\u200b{text[3:]}\u202e"),
    "marks": _text(lambda text, _: f"{text} [1] [7]"),
    "link": _text(lambda text, _: f"{text} See http://evil.example/pay"),
    "markup": _text(lambda text, _: f"<b>{text}</b><script>alert(1)</script>"),
    "question": _text(lambda text, _: text.rstrip(".") + "?"),
    "empty quote": lambda _, body: _claims(body, lambda one: _claim(one, quote=" ", text=_INJECTED)),
    "lone surrogate": lambda _, __: Said('{"claims": [{"evidence": "E1", "quote": "\\ud800", "text": "\\ud800"}]}'),
}
"""Name → way. Only what is right in itself ("all twice", "too few") may come through, and then as it is."""
