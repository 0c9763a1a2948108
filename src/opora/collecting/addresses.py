"""May a request leave for this host, and to which one address?

A name is resolved once, every address it has is judged, and the connection goes to the address that was judged: a second
answer of the name server (DNS rebinding) is never asked for.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from opora.errors import BackendError, ForbiddenAddressError

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Iterable[str]]

_NEVER_OUTSIDE = tuple(
    ip_network(one)
    for one in (
        "192.0.0.0/24",  # protocol assignments
        "192.88.99.0/24",  # relays of 6to4, given up by RFC 7526
        "fec0::/10",  # site-local, given up but still routed inside
        "::/96",  # IPv4 in IPv6, given up
        "5f00::/16",  # segment routing
    )
)
_TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))  # NAT64: the last 32 bits are an IPv4 address


@dataclass(frozen=True, slots=True)
class AddressRules:
    """``allowed``: host names, addresses or networks (``10.1.0.0/16``) that may be reached though they are not public."""

    allowed: tuple[str, ...] = ()


def resolved(host: str, port: int, rules: AddressRules, resolve: Resolver | None = None) -> str:
    """The one address to connect to.

    Raises ForbiddenAddressError when any of the host's addresses is not public and not allowed, and BackendError
    when the name has no address.
    """
    name = host.strip("[]").rstrip(".").lower()
    found = [_address(text) for text in (resolve or _system)(name, port)]
    if not found:
        raise BackendError(f"the name {name!r} has no address", "check the address, or the name server")
    if name not in (one.lower() for one in rules.allowed):
        for address in found:
            _judge(name, address, rules)
    return str(found[0])


def public(address: Address) -> bool:
    """Whether it is an address of the open Internet, whatever it is wrapped in."""
    inner = _wrapped(address)
    if inner is not None and not public(inner):
        return False
    if any(address in network for network in _NEVER_OUTSIDE if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast


def _judge(name: str, address: Address, rules: AddressRules) -> None:
    if public(address) or _within(address, rules):
        return
    raise ForbiddenAddressError(
        f"{name!r} leads to {address}, which is not a public address",
        "if it is yours, name it among the allowed hosts",
    )


def _within(address: Address, rules: AddressRules) -> bool:
    networks = [found for one in rules.allowed if (found := _network(one)) is not None]
    return any(address in network for network in networks if network.version == address.version)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


def _wrapped(address: Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 one carries: mapped, translated, 6to4 or Teredo."""
    if isinstance(address, IPv4Address):
        return None
    if any(address in network for network in _TRANSLATED):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo[1] if address.teredo else None
    return address.ipv4_mapped or address.sixtofour or teredo


def _address(text: str) -> Address:
    return ip_address(text.partition("%")[0])


def _system(host: str, port: int) -> Iterable[str]:
    """Also reads the old forms of an address (``2130706433``, ``0x7f.1``, ``017700000001``) as the system does."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(one[4][0]) for one in found]
