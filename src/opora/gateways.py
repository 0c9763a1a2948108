"""Which models are reached at an address, with which key and budget, and what may they do?"""

from __future__ import annotations

import contextlib
import json
import os
import urllib.parse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opora.errors import LibraryError
from opora.settings import FILE_NAME, AssistantSettings, EmbeddingSettings, ModelSettings, Settings

if TYPE_CHECKING:
    from opora.domain.proposal import ModelRules
    from opora.inference.endpoint import EndpointEmbedder
    from opora.inference.gateway import Gateway
    from opora.inference.wire import WireRules
    from opora.ports import LanguageModel


_VECTORS: Final = 64 << 20  # bytes of one answer full of vectors


class Gateways:
    """The language model of the settings, opened at most once. ``today`` gives the day whose budget counts."""

    def __init__(self, settings: Settings, today: Callable[[], str]) -> None:
        self._settings, self._today = settings, today
        self._kept: Gateway | None = None

    @property
    def configured(self) -> bool:
        return bool(self._settings.model.base_url)

    def for_answer(self, name: str | None = None) -> LanguageModel | None:
        """What stands for one answer, with a budget of its own; ``None`` when no model is configured.

        ``name``: another model at the same address.
        """
        if not self.configured:
            return None
        if name is not None:
            return self._open(name).for_answer()
        if self._kept is None:
            self._kept = self._open(self._settings.model.name)
        return self._kept.for_answer()

    def state(self) -> dict[str, str | None] | None:
        """Whether the model can be asked now, as far as that is known without asking it; ``None``: none is configured."""
        if not self.configured:
            return None
        self.for_answer()
        assert self._kept is not None
        problem = self._kept.wire.trouble()
        return {
            "model_id": self._kept.model_id,
            "mode": "model-free" if problem else "assisted",
            "reason": problem,
        }

    def gateway(self) -> Gateway | None:
        """The gateway itself, to look at what it can do."""
        self.for_answer()
        return self._kept

    def _open(self, name: str) -> Gateway:
        from opora.inference.gateway import Gateway, GatewayRules
        from opora.inference.spending import Budget, Day

        said = self._settings.model
        rules = GatewayRules(
            wire=_wire(said),
            name=name,
            answer=Budget(said.answer_calls, said.answer_tokens),
            most_tokens=said.output_tokens,
            masking=said.mask,
            schema=said.json_schema,
        )
        return Gateway(rules, Day(self._settings.folder, Budget(said.day_calls, said.day_tokens), self._today))


BOOK = "embedders.json"
"""In a library's folder: how every embedding model that its vectors were made by is reached; no key."""
_OLD = ("base_url", "name", "key_env", "dim", "batch", "max_tokens", "query_prefix", "passage_prefix", "unrelated")


def endpoint(said: EmbeddingSettings) -> EndpointEmbedder:
    """The embedding model of an address."""
    from opora.inference.endpoint import EndpointEmbedder, EndpointRules

    rules = EndpointRules(
        wire=replace(_wire(said), most_bytes=_VECTORS),
        name=said.name,
        dim=said.dim,
        batch=said.batch,
        max_tokens=said.max_tokens,
        query=said.query_prefix,
        passage=said.passage_prefix,
        unrelated=float(said.unrelated),
    )
    return EndpointEmbedder(rules)


def remember(folder: Path, said: EmbeddingSettings, model_id: str) -> None:
    """Note how a model is reached, so that it can go on serving when the settings name another one."""
    book = _book(folder)
    entry = {name: getattr(said, name) for name in _OLD}
    if book.get(model_id) != entry:
        with contextlib.suppress(OSError):
            draft = folder / f"{BOOK}.part"
            draft.write_text(json.dumps({**book, model_id: entry}, indent=1, sort_keys=True), encoding="utf-8")
            draft.replace(folder / BOOK)


def remembered(folder: Path, model_id: str, now: EmbeddingSettings) -> EndpointEmbedder | None:
    """A model that was used before; patience and width are those of the settings of now."""
    entry = _book(folder).get(model_id)
    if not isinstance(entry, dict):
        return None
    try:
        said = replace(now, **{name: entry[name] for name in _OLD})
        _check("embeddings", said)
        return endpoint(said)
    except (KeyError, TypeError, LibraryError):
        return None


def _book(folder: Path) -> dict[str, object]:
    try:
        found = json.loads((folder / BOOK).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _wire(said: ModelSettings | EmbeddingSettings) -> WireRules:
    from opora.inference.wire import WireRules

    return WireRules(
        base_url=said.base_url,
        key=os.environ.get(said.key_env, "") if said.key_env else "",
        time_s=float(said.time_s),
        retries=said.retries,
        concurrency=said.concurrency,
    )


def check_addresses(settings: Settings) -> None:
    """LibraryError when a model has an address that is none, holds a key, or lacks a name."""
    _check("model", settings.model)
    _check("embeddings", settings.embeddings)
    if settings.embeddings.base_url and not settings.embeddings.dim:
        raise LibraryError(
            f"{FILE_NAME}: embeddings.dim is missing", "write how many numbers a vector of the model has"
        )


def _check(section: str, said: ModelSettings | EmbeddingSettings) -> None:
    if not said.base_url:
        return
    try:
        parts = urllib.parse.urlsplit(said.base_url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known or parts.username or parts.password or parts.query or parts.fragment:
        raise LibraryError(
            f"{FILE_NAME}: {section}.base_url must be an address without a key in it",
            "write http://host:port/v1, and name the key's variable under key_env",
        )
    if not said.name:
        raise LibraryError(f"{FILE_NAME}: {section}.name is missing", "write the name the address knows the model by")


def model_rules(settings: Settings, assistant: AssistantSettings) -> ModelRules | None:
    """What the language model may do for an assistant; ``None`` when there is no model, or nothing for it to do."""
    from opora.domain.proposal import ModelRules

    if not settings.model.base_url or not (assistant.phrase or assistant.split or assistant.variants):
        return None
    closed = settings.model.closed_collections
    return ModelRules(bool(assistant.phrase), bool(assistant.split), bool(assistant.variants), closed)
