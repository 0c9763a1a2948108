"""Which models are reached at an address, with which key and budget, and what may they do?"""

from __future__ import annotations

import os
import urllib.parse
from collections.abc import Callable
from typing import TYPE_CHECKING

from opora.errors import LibraryError
from opora.settings import FILE_NAME, AssistantSettings, ModelSettings, Settings

if TYPE_CHECKING:
    from opora.domain.proposal import ModelRules
    from opora.inference.gateway import Gateway
    from opora.inference.wire import WireRules
    from opora.ports import LanguageModel


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


def _wire(said: ModelSettings) -> WireRules:
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
    said = settings.model
    if not said.base_url:
        return
    try:
        parts = urllib.parse.urlsplit(said.base_url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known or parts.username or parts.password or parts.query or parts.fragment:
        raise LibraryError(
            f"{FILE_NAME}: model.base_url must be an address without a key in it",
            "write http://host:port/v1, and name the key's variable under key_env",
        )
    if not said.name:
        raise LibraryError(f"{FILE_NAME}: model.name is missing", "write the name the address knows the model by")


def model_rules(settings: Settings, assistant: AssistantSettings) -> ModelRules | None:
    """What the language model may do for an assistant; ``None`` when there is no model, or nothing for it to do."""
    from opora.domain.proposal import ModelRules

    if not settings.model.base_url or not (assistant.phrase or assistant.split or assistant.variants):
        return None
    closed = settings.model.closed_collections
    return ModelRules(bool(assistant.phrase), bool(assistant.split), bool(assistant.variants), closed)
