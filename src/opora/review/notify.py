"""Who hears of what is missing? A webhook of ours, signed, and mail or messengers through the library that knows them."""

from __future__ import annotations

import datetime as dt
import importlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from opora.collecting.addresses import AddressRules
from opora.collecting.fetching import FetchRules, Sent, post
from opora.domain.gap import Gap
from opora.errors import BackendError, OporaError, UsageError
from opora.review.signed import signed

_SECONDS: Final = 10.0
_SHOWN: Final = 30


@dataclass(frozen=True, slots=True)
class Ways:
    """``url``: a webhook, with the secret that signs for it. ``apprise``: addresses of mail and messengers. ``page``: the
    address of our own server, for links."""

    url: str = ""
    secret: str = ""
    apprise: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    page: str = ""

    @property
    def any(self) -> bool:
        return bool(self.url or self.apprise)


def tell(gaps: Sequence[Gap], ways: Ways, seconds: int, name: str) -> None:
    """Tell every way of new gaps. OporaError when one of them could not be told."""
    if not gaps:
        return
    items = [_item(gap, ways.page) for gap in gaps]
    lines = [f"{one['part']} ({one['gap_id']}{', ' + one['page'] if one['page'] else ''})" for one in items]
    _send({"event": "gaps", "items": items}, "\n".join(lines), ways, (seconds, name))


def tell_digest(text: str, gaps: Sequence[Gap], ways: Ways, seconds: int, name: str) -> None:
    """Tell every way how much waits."""
    items = [_item(gap, ways.page) for gap in gaps]
    _send({"event": "digest", "text": text, "items": items}, text, ways, (seconds, name))


def digest_of(gaps: Sequence[Gap], now: dt.datetime) -> str:
    """What waits for an answer, by who is responsible, the oldest first."""
    waiting = [gap for gap in gaps if gap.state == "pending"]
    if not waiting:
        return "Nothing waits for an answer."
    lines = [f"{len(waiting)} question(s) wait for an answer."]
    for owner in sorted({gap.owner for gap in waiting}):
        own = sorted((gap for gap in waiting if gap.owner == owner), key=lambda gap: gap.first_asked)
        lines.append(f"{owner or 'Nobody is responsible'}: {len(own)}")
        for gap in own[:_SHOWN]:
            age = (now - dt.datetime.fromisoformat(gap.first_asked)).days
            lines.append(f"  {gap.gap_id}  {age} day(s), asked {gap.asked}×: {gap.part}")
        if len(own) > _SHOWN:
            lines.append(f"  … and {len(own) - _SHOWN} more")
    return "\n".join(lines)


def _send(body: dict[str, Any], text: str, ways: Ways, delivery: tuple[int, str]) -> None:
    problems: list[str] = []
    if ways.url:
        problems += _problem(lambda: _post(body, ways, delivery))
    if ways.apprise:
        problems += _problem(lambda: _apprise(text, ways))
    if problems:
        raise BackendError(f"not everybody could be told: {'; '.join(problems)}", "they are told the next time")


def _problem(way: Callable[[], None]) -> list[str]:
    try:
        way()
    except OporaError as error:
        return [error.message]
    return []


def _post(body: dict[str, Any], ways: Ways, delivery: tuple[int, str]) -> None:
    data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    headers = {"Content-Type": "application/json"} | (signed(ways.secret, *delivery, data) if ways.secret else {})
    post(ways.url, Sent(data, headers), FetchRules(AddressRules(ways.allowed), seconds=_SECONDS))


def _apprise(text: str, ways: Ways) -> None:
    try:
        apprise: Any = importlib.import_module("apprise")
    except ImportError as error:
        raise UsageError("mail and messengers need the extra 'notify'", "pip install 'opora[notify]'") from error
    teller = apprise.Apprise()
    added = [bool(teller.add(one)) for one in ways.apprise]
    if False in added:
        raise UsageError("an address of mail or a messenger is none", "see the variable that [gaps] apprise_env names")
    if not teller.notify(body=text, title="Questions without an answer"):
        raise BackendError("a mail server or messenger did not take it", "see its own log")


def _item(gap: Gap, page: str) -> dict[str, Any]:
    names = ("gap_id", "part", "at", "language", "channel", "asked", "first_asked", "owner")
    told: dict[str, Any] = {name: getattr(gap, name) for name in names}
    return told | {"page": f"{page.rstrip('/')}/gaps/{gap.gap_id}" if page else ""}
