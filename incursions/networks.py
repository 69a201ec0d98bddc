"""The network of a client: the range of addresses that one household or server has."""

from ipaddress import IPv6Address, ip_address, ip_network

WHOLE_NETWORK = 64  # bits of an IPv6 address that one household has for itself


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and the network of an IPv6 address."""
    try:
        known = ip_address(address)
    except ValueError:  # a socket of this machine has none
        return address
    return str(ip_network((known, WHOLE_NETWORK), strict=False)) if isinstance(known, IPv6Address) else str(known)
