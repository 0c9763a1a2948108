"""Which addresses may a request leave for?"""

import socket
import threading
from collections.abc import Iterator

import pytest

from opora.collecting.addresses import AddressRules, resolved
from opora.collecting.fetching import FetchRules, fetch
from opora.errors import BackendError, CollectingError, ForbiddenAddressError

INSIDE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.5.4", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.8", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::",
    "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:80ff:fffe", "100::1", "192.88.99.1",
]  # fmt: skip
OLD_FORMS = ["2130706433", "0x7f000001", "017700000001", "127.1", "0x7f.1", "0177.0.0.1", "127.0.1", "0", "3232235777"]


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        resolved("some.example", 80, AddressRules(), lambda host, port: [address])


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::808:808", "2002:808:808::1"]
)
def test_a_public_address_is_taken(address: str) -> None:
    assert resolved("some.example", 443, AddressRules(), lambda host, port: [address]) == address


def test_one_inner_address_among_public_ones_refuses_the_name() -> None:
    with pytest.raises(ForbiddenAddressError, match=r"10\.0\.0\.9"):
        resolved("mixed.example", 80, AddressRules(), lambda host, port: ["8.8.8.8", "10.0.0.9"])


def test_a_name_without_an_address_is_not_reachable() -> None:
    with pytest.raises(BackendError):
        resolved("none.example", 80, AddressRules(), lambda host, port: [])


@pytest.mark.parametrize("allowed", ["shop.inside", "Shop.Inside", "10.1.0.0/16", "10.1.2.3"])
def test_what_is_allowed_by_name_may_be_inside(allowed: str) -> None:
    assert resolved("shop.inside.", 80, AddressRules((allowed,)), lambda host, port: ["10.1.2.3"]) == "10.1.2.3"


def test_what_is_allowed_lets_nothing_else_in() -> None:
    with pytest.raises(ForbiddenAddressError):
        resolved("other.inside", 80, AddressRules(("shop.inside", "10.1.0.0/16")), lambda host, port: ["10.2.0.1"])


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """A port of this machine, and the connections that reached it."""
    reached: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        stop = threading.Event()

        def listen() -> None:
            while not stop.is_set():
                try:
                    reached.append(server.accept()[1])
                except TimeoutError:
                    continue

        thread = threading.Thread(target=listen)
        thread.start()
        yield server.getsockname()[1], reached
        stop.set()
        thread.join()


def _hostile(port: int) -> list[str]:
    hosts = [f"[{one.partition('%')[0]}]" if ":" in one else one for one in INSIDE]
    hosts += [
        *OLD_FORMS,
        "localhost",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1.",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "[::ffff:7f00:1]",
    ]
    ways = [
        "http://{h}:{p}/",
        "https://{h}:{p}/latest/meta-data/",
        "http://{h}:{p}@{h}:{p}/",
        "http://good.example@{h}:{p}/",
    ]
    schemes = [
        "file:///etc/passwd",
        "ftp://{h}:{p}/x",
        "gopher://{h}:{p}/_GET",
        "//{h}:{p}/",
        "http:/{h}:{p}",
        "dict://{h}:{p}/d",
    ]
    return [way.format(h=host, p=port) for host in hosts for way in ways] + [
        one.format(h="127.0.0.1", p=port) for one in schemes
    ]


def test_no_hostile_address_reaches_a_listener(listener: tuple[int, list[object]]) -> None:
    port, reached = listener
    addresses = _hostile(port)
    assert len(addresses) >= 200
    for address in addresses:
        with pytest.raises((CollectingError, BackendError)):
            fetch(address, FetchRules(seconds=2))
    assert reached == []


def test_the_connection_goes_to_the_address_that_was_judged(listener: tuple[int, list[object]]) -> None:
    """The name would lead to the listener if it were looked up again, by whomever."""
    port, reached = listener
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    with pytest.raises(BackendError):
        fetch(f"http://localhost:{port}/", FetchRules(AddressRules(("localhost",)), seconds=2), resolve=rebinding)
    assert (asked, reached) == (["localhost"], [])
