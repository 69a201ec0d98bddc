"""Check the addresses of messages: only public ones, resolved once, and connected to as resolved.

A name that resolves to this machine or its network would give anybody access to internal services.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], list[str]]
NAT64 = IPv6Network("64:ff9b::/96")
OLD_COMPATIBLE = IPv6Network("::/96")
PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024
LONGEST_HOST = 253


class UnreachableError(Exception):
    """The address may not receive messages. The text says why."""


class Target(NamedTuple):
    """The parts of an address."""

    is_secure: bool
    host: str
    port: int
    path: str


def target_of(address: str) -> Target:
    """Return the parts of an address. Raises `UnreachableError` for a forbidden one, before its name is resolved."""
    if not address.isascii() or not address.isprintable() or " " in address or "\\" in address:
        raise UnreachableError("an address has no spaces, and letters of ASCII alone")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise UnreachableError("this is no address") from None
    if parts.scheme not in PORTS or not parts.hostname or len(parts.hostname) > LONGEST_HOST:
        raise UnreachableError("an address begins with https:// or http:// and the name of a host")
    if parts.username is not None or parts.password is not None:
        raise UnreachableError("an address has no user name in it")
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values() and port < FIRST_FREE_PORT:
        raise UnreachableError(f"port {port} is for other programs")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port, path)


def reachable(target: Target, resolve: Resolver | None = None) -> str:
    """Return the IP address to connect to. Raises `UnreachableError` if the name has any address that is not public."""
    try:
        found = (resolve or _resolve)(target.host, target.port)
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise UnreachableError("there is no such host")
    if not settings.WEBHOOKS_REACH_PRIVATE:
        for number in found:
            if not is_public(ip_address(number.partition("%")[0])):
                raise UnreachableError("the host is in a private network")
    return found[0]


def is_public(address: Address) -> bool:
    """Return True if the IP address is public, and so is any IPv4 address embedded in it."""
    if isinstance(address, IPv6Address):
        carried = _embedded_address(address)
        if carried is not None:
            return is_public(carried)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded_address(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 address (mapped, NAT64 or tunnelled), or None."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in NAT64 or address in OLD_COMPATIBLE:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def _resolve(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))
