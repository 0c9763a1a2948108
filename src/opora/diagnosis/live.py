"""What does an OpenAI-compatible bot answer right now? Asked one question at a time at the address the person typed."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from opora.diagnosis.bot_action import action_of
from opora.diagnosis.known_names import Names
from opora.domain.case import Case, GivenAnswer, GivenClaim
from opora.errors import BackendError, UsageError

_MOST_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class LiveRules:
    """``base_url`` as typed, such as ``https://host/v1``; the key is sent to it alone, redirects are not followed."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeout_s: float = 60.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def ask_live(case: Case, rules: LiveRules, names: Names) -> GivenAnswer:
    """One answer. BackendError when the bot cannot be reached or does not answer as it should."""
    body, message = chat(rules, [{"role": "user", "content": case.question}])
    text = str(message.get("content") or message.get("refusal") or "")
    annotations = message.get("annotations") or []
    given = [one for one in annotations if isinstance(one, dict)] if isinstance(annotations, list) else []
    claims = tuple(_claim(one, text) for one in given if isinstance(one.get("anchor"), str))
    cited = tuple(dict.fromkeys(filter(None, (_source(one, names) for one in given))))
    action = body.get("action") or message.get("action")
    told = action if action in ("answer", "clarify", "abstain") else action_of(text, case.question)
    return GivenAnswer(case.case_id, told, text, claims, cited, None, None, 0, claims_given=bool(claims))


def chat(rules: LiveRules, messages: list[dict[str, str]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The whole answer and its message. BackendError when the bot cannot be reached or does not answer as it should."""
    body = _post(rules, {"model": rules.model, "messages": messages, "temperature": 0})
    try:
        message = body["choices"][0]["message"]
    except (KeyError, IndexError, TypeError) as error:
        raise BackendError(f"{rules.base_url} answered without choices[0].message", "check the address") from error
    if not isinstance(message, dict):
        raise BackendError(f"{rules.base_url} answered without choices[0].message", "check the address")
    return body, message


def _claim(annotation: dict[str, Any], text: str) -> GivenClaim:
    """A citation in Opora's own shape: anchor, quote and version stand beside the place in the text."""
    start, end = annotation.get("start_index"), annotation.get("end_index")
    said = text[start:end] if isinstance(start, int) and isinstance(end, int) else ""
    anchor = str(annotation["anchor"])
    source_id = anchor.partition("@")[0]
    return GivenClaim(None, None, source_id, anchor, annotation.get("quote"), said, annotation.get("version_id"))


def _source(annotation: dict[str, Any], names: Names) -> str:
    if isinstance(annotation.get("anchor"), str):
        return str(annotation["anchor"]).partition("@")[0]
    holder = annotation.get("url_citation") or annotation.get("file_citation") or annotation
    told = (holder.get("filename") or holder.get("title") or holder.get("url")) if isinstance(holder, dict) else None
    return names.source(str(told), "") if told else ""


def _post(rules: LiveRules, body: dict[str, Any]) -> Any:
    url = rules.base_url.rstrip("/") + "/chat/completions"
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{rules.base_url!r} is not an address", "write http://host:port/v1 or https://host/v1")
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if rules.key:
        headers["Authorization"] = f"Bearer {rules.key}"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    proxies = urllib.request.ProxyHandler({}) if parts.hostname in ("localhost", "127.0.0.1", "::1") else None
    opener = urllib.request.build_opener(_NoRedirect, *([proxies] if proxies else []))
    try:
        with opener.open(request, timeout=rules.timeout_s) as response:
            data = response.read(_MOST_BYTES + 1)
    except urllib.error.HTTPError as error:
        with error:
            raise BackendError(
                f"{rules.base_url} answered HTTP {error.code}", "check the address, model and key"
            ) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise BackendError(f"{rules.base_url} cannot be reached: {reason}", "check the address") from error
    if len(data) > _MOST_BYTES:
        raise BackendError(f"{rules.base_url} answered more than {_MOST_BYTES} bytes", "check the address")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BackendError(f"{rules.base_url} did not answer with JSON", "check the address") from error
