"""What stands at this address now, within bounds of time, size, redirects and type?

Only GET, no credentials, no cookies, no proxy. Every hop of a redirect is judged anew (see addresses).
"""

from __future__ import annotations

import ssl
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from opora.collecting.addresses import AddressRules, Resolver, resolved
from opora.errors import BackendError, CollectingError, ForbiddenAddressError, RefusedError, TooMuchError

if TYPE_CHECKING:
    import httpcore
    import httpx

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TRY_LATER = frozenset({408, 425, 429, 500, 502, 503, 504})
_GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS


@dataclass(frozen=True, slots=True)
class FetchRules:
    """Bounds of one fetch. ``seconds`` counts the whole of it, redirects included; sizes are bytes.

    ``inflated_bytes``: what a compressed body may unpack to. ``types``: media types that are taken, empty for all.
    """

    addresses: AddressRules = field(default_factory=AddressRules)
    seconds: float = 30.0
    bytes: int = 25_000_000
    inflated_bytes: int = 100_000_000
    redirects: int = 5
    types: frozenset[str] = frozenset()
    agent: str = "Opora/0.1 (collects pages for a question answering library)"


@dataclass(frozen=True, slots=True)
class Known:
    """What the server said of the bytes that are kept: they come again only when they changed."""

    etag: str = ""
    modified: str = ""


Before = Callable[[str], Known | None]


@dataclass(frozen=True, slots=True)
class Fetched:
    """``url``: the last one of ``hops``, whose bytes these are.

    ``changed``: false when the server said 304, or the asker had enough at that hop; there is no body then.
    """

    url: str
    hops: tuple[str, ...]
    body: bytes = b""
    media_type: str = ""
    charset: str = ""
    known: Known = field(default_factory=Known)
    changed: bool = True
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def nothing_known(_url: str) -> Known:
    """Nothing is kept of any address: its bytes are wanted."""
    return Known()


def fetch(url: str, rules: FetchRules, before: Before = nothing_known, resolve: Resolver | None = None) -> Fetched:
    """The bytes at ``url``. ``before(hop)``: what is kept of that address, ``None`` when it need not be asked at all.

    Raises ForbiddenAddressError, RefusedError (with the status), TooMuchError, BackendError (not reachable),
    CollectingError (an address that is none).
    """
    deadline = time.monotonic() + rules.seconds
    hops: list[str] = []
    while len(hops) <= rules.redirects:
        if url in hops:
            raise RefusedError(f"{url} redirects to itself", "the site has to be mended")
        hops.append(_checked(url))
        known = before(url)
        if known is None:
            return Fetched(url, tuple(hops), changed=False)
        with _Exchange(url, rules, resolve, deadline) as exchange:
            status, headers = exchange.ask(known)
            if status in _REDIRECTS and "location" in headers:
                url = _next(url, headers["location"])
                continue
            return _taken(exchange, status, headers, tuple(hops))
    raise TooMuchError(f"{hops[0]} redirects more than {rules.redirects} times")


@dataclass(frozen=True, slots=True)
class Sent:
    """What is given to an address, with headers of its own."""

    body: bytes
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def post(url: str, sent: Sent, rules: FetchRules, resolve: Resolver | None = None) -> int:
    """Give ``sent`` to ``url``, judged and bounded like every fetch; the status, which is one of success.

    A redirect is not followed: what was meant for one address goes to no other. Raises as ``fetch`` does.
    """
    with _Exchange(_checked(url), rules, resolve, time.monotonic() + rules.seconds) as exchange:
        status, _ = exchange.ask(Known(), sent)
    if not 200 <= status < 300:
        error = RefusedError(f"{url} answered {status}", status=status)
        error.transient = status in _TRY_LATER
        raise error
    return status


def _next(url: str, location: str) -> str:
    """Where a redirect leads; servers write UTF-8 into it though they should not."""
    try:
        return urljoin(url, location.encode("latin-1").decode("utf-8"))
    except ValueError:
        try:
            return urljoin(url, location)
        except ValueError as error:
            raise RefusedError(f"{url} redirects to no address") from error


def _checked(url: str) -> str:
    """The address itself, when it is one that may be asked at all."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise CollectingError(f"{url!r} is no address: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise ForbiddenAddressError(f"{url!r} is neither http nor https")
    if not parts.hostname or any(sign.isspace() or ord(sign) < 32 for sign in url):
        raise CollectingError(f"{url!r} is no address")
    if parts.username is not None or parts.password is not None:
        raise ForbiddenAddressError(f"the address of {parts.hostname} holds a name or a password", "take them out")
    if port == 0:
        raise CollectingError(f"{url!r} is no address: port 0")
    return url


def _taken(exchange: _Exchange, status: int, headers: Mapping[str, str], hops: tuple[str, ...]) -> Fetched:
    known = Known(headers.get("etag", ""), headers.get("last-modified", ""))
    if status == 304:
        return Fetched(hops[-1], hops, known=known, changed=False, headers=headers)
    if status != 200:
        error = RefusedError(f"{hops[-1]} answered {status}", status=status)
        error.transient = status in _TRY_LATER
        raise error
    media_type, _, rest = headers.get("content-type", "").partition(";")
    media_type = media_type.strip().lower()
    types = exchange.rules.types
    if types and media_type not in types:
        raise RefusedError(f"{hops[-1]} is {media_type or 'of no stated type'}, which is not collected", status=status)
    charset = rest.partition("charset=")[2].strip(" \"';").lower()
    return Fetched(hops[-1], hops, exchange.body(headers), media_type, charset, known, headers=headers)


class _Exchange:
    """One request to one judged address, and its answer, until the deadline."""

    def __init__(self, url: str, rules: FetchRules, resolve: Resolver | None, deadline: float) -> None:
        import httpcore

        self.url, self.rules, self.deadline = url, rules, deadline
        self._pool = httpcore.ConnectionPool(network_backend=_pinned(rules.addresses, resolve, self._left), retries=0)
        self._answer: httpcore.Response | None = None

    def __enter__(self) -> _Exchange:
        return self

    def __exit__(self, *_: object) -> None:
        if self._answer is not None:
            self._answer.close()
        self._pool.close()

    def ask(self, known: Known, sent: Sent | None = None) -> tuple[int, Mapping[str, str]]:
        """Status and headers, their names in lower case."""
        import httpcore

        url = _written(self.url)
        wanted = {
            "Host": url.netloc.decode("ascii"),
            "User-Agent": self.rules.agent,
            "Accept": "*/*",
            "Accept-Encoding": "gzip, deflate",
        }
        if known.etag:
            wanted["If-None-Match"] = known.etag
        if known.modified:
            wanted["If-Modified-Since"] = known.modified
        if sent is not None:
            wanted |= {**sent.headers, "Content-Length": str(len(sent.body))}
        method = "GET" if sent is None else "POST"
        body = None if sent is None else sent.body
        request = httpcore.Request(method, str(url), headers=list(wanted.items()), content=body)
        with _told(self.url):
            self._answer = self._pool.handle_request(request)
        pairs = [(name.decode("latin-1").lower(), text.decode("latin-1")) for name, text in self._answer.headers]
        return self._answer.status, MappingProxyType(dict(reversed(pairs)))

    def body(self, headers: Mapping[str, str]) -> bytes:
        """The whole body, unpacked."""
        coding = headers.get("content-encoding", "").strip().lower()
        if coding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise RefusedError(f"{self.url} is packed as {coding!r}, which was not asked for")
        stated = headers.get("content-length", "")
        if stated.isdigit() and int(stated) > self.rules.bytes:
            raise TooMuchError(f"{self.url} says it has {stated} bytes; {self.rules.bytes} are allowed")
        packed = b"".join(self._chunks())
        return inflated(packed, self.rules.inflated_bytes, self.url) if coding not in ("", "identity") else packed

    def _chunks(self) -> Iterable[bytes]:
        assert self._answer is not None
        size = 0
        with _told(self.url):
            for chunk in self._answer.iter_stream():
                size += len(chunk)
                if size > self.rules.bytes:
                    raise TooMuchError(f"{self.url} has more than {self.rules.bytes} bytes")
                yield chunk

    def _left(self) -> float:
        """Seconds until the deadline. Raises TooMuchError when there are none."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TooMuchError(f"{self.url} took longer than {self.rules.seconds:g} seconds")
        return left


def inflated(packed: bytes, most: int, name: str) -> bytes:
    """Unpacked gzip or zlib bytes. Raises TooMuchError above ``most`` bytes and RefusedError when they are damaged."""
    found, rest = bytearray(), packed
    try:
        while rest:
            unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
            found += unpacker.decompress(rest, most + 1 - len(found))
            if len(found) > most:
                raise TooMuchError(f"{name} unpacks to more than {most} bytes")
            if not unpacker.eof:
                raise RefusedError(f"{name} is packed, and cut short")
            rest = unpacker.unused_data if unpacker.unused_data.startswith(b"\x1f\x8b") else b""
    except zlib.error as error:
        raise RefusedError(f"{name} is packed, and damaged") from error
    return bytes(found)


def _written(url: str) -> httpx.URL:
    """The address as it goes over the wire: a host in IDNA, the rest percent-encoded."""
    from httpx import URL, InvalidURL

    try:
        return URL(url)
    except InvalidURL as error:
        raise CollectingError(f"{url!r} is no address: {error}") from error


class _told:
    """Errors of the connection, said as ours."""

    def __init__(self, url: str) -> None:
        self._url = url

    def __enter__(self) -> None:
        return None

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        import httpcore

        if isinstance(error, httpcore.TimeoutException):
            raise TooMuchError(f"{self._url} did not answer in time") from error
        if isinstance(error, httpcore.NetworkError | httpcore.ProtocolError):
            raise BackendError(f"{self._url} cannot be reached: {error or type(error).__name__}") from error


def _pinned(rules: AddressRules, resolve: Resolver | None, left: Callable[[], float]) -> httpcore.NetworkBackend:
    """A network that connects to the judged address only; the name stays in the Host header and the certificate."""
    import httpcore

    class Timed(httpcore.NetworkStream):
        """A stream whose every wait ends with the deadline of the whole fetch: a server that drips gains nothing."""

        def __init__(self, stream: httpcore.NetworkStream) -> None:
            self._stream = stream

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            return self._stream.read(max_bytes, left())

        def write(self, buffer: bytes, timeout: float | None = None) -> None:
            self._stream.write(buffer, left())

        def close(self) -> None:
            self._stream.close()

        def start_tls(
            self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
        ) -> httpcore.NetworkStream:
            return Timed(self._stream.start_tls(ssl_context, server_hostname, left()))

        def get_extra_info(self, info: str) -> object:
            return self._stream.get_extra_info(info)

    class Pinned(httpcore.NetworkBackend):
        def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,
            local_address: str | None = None,
            socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
        ) -> httpcore.NetworkStream:
            address = resolved(host, port, rules, resolve)
            return Timed(httpcore.SyncBackend().connect_tcp(address, port, left(), local_address, socket_options))

    return Pinned()
