"""Which addresses are one page? One documented form of an address, and what may be followed."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, quote, unquote_to_bytes, urlencode, urlsplit, urlunsplit

_DEFAULT_PORT = {"http": 80, "https": 443}
_SESSION = re.compile(
    r"(?:php|asp\.net_|j)?session_?id|sid|phpsessid|aspsessionid\w*|cfid|cftoken|jsessionid|s_?id", re.I
)
_CAMPAIGN = re.compile(r"utm_\w+|gclid|fbclid|yclid|msclkid|mc_[ce]id|_openstat", re.I)
_SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?#;]*", re.I)
_KEPT = "!$&'()*+,;=:@/-._~"  # may stand in a path as they are


def one_form(url: str) -> str:
    """The address without fragment, session, campaign marks, default port and dot steps; its query in order of names.

    Raises ValueError for what is no address.
    """
    parts = urlsplit(url.strip())
    scheme, host = parts.scheme.lower(), (parts.hostname or "").rstrip(".").lower()
    if not host:
        raise ValueError(f"{url!r} names no host")
    host = host if host.isascii() else host.encode("idna").decode("ascii")
    host = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port not in (None, _DEFAULT_PORT.get(scheme)) else ""
    path = quote(unquote_to_bytes(_guarded(_SESSION_IN_PATH.sub("", parts.path))), safe=_KEPT + "%")
    path = _walked(path)
    return urlunsplit((scheme, host + port, path, _query(parts.query), ""))


def _walked(path: str) -> str:
    """The path without its steps in place and back (RFC 3986, 5.2.4)."""
    steps: list[str] = []
    *before, last = path.removeprefix("/").split("/")
    for step in before:
        if step == "..":
            del steps[-1:]
        elif step != ".":
            steps.append(step)
    if last == "..":
        del steps[-1:]
    return "/" + "/".join([*steps, "" if last in (".", "..") else last])


def same_origin(url: str, other: str) -> bool:
    """Whether both stand on one host; http and https, and a leading ``www.``, make no difference."""
    return _site(url) == _site(other)


def _site(url: str) -> tuple[str, int | None]:
    parts = urlsplit(url)
    port = parts.port if parts.port not in (None, 80, 443) else None
    return (parts.hostname or "").removeprefix("www."), port


def _guarded(path: str) -> str:
    """A slash or a percent sign that is written as a code stays one: ``/a%2Fb`` is not ``/a/b``."""
    return re.sub(r"%(2f|25|3f|23)", lambda found: f"%25{found[1].upper()}", path, flags=re.I)


def _query(query: str) -> str:
    pairs = parse_qsl(query, keep_blank_values=True)
    return urlencode(
        sorted(pair for pair in pairs if not _SESSION.fullmatch(pair[0]) and not _CAMPAIGN.fullmatch(pair[0]))
    )
