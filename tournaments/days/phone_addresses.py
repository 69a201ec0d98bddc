"""The address under which the phones in a hall open the pages: printed links and codes carry it."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from incursions.kit.network import own_network_address

NAMES_OF_ONE_MACHINE = (".local", ".localdomain", ".localhost")
START = "Stop the server and start it with script/run --host 0.0.0.0"
CHOICE = "address"
"""The field of a page's address that chooses among the known addresses."""


class PhoneAddress(NamedTuple):
    """The start of all printed addresses, such as "http://192.168.1.5:8000".

    `opened` is the start of the address of the page that was asked for, `others` are further ones that phones may know.
    `fault` is a sentence that says why phones cannot open it and what to do, "" if nothing is known against it.
    """

    origin: str
    opened: str
    others: tuple[str, ...]
    fault: str

    def make_absolute(self, path: str) -> str:
        """Return the whole address of a page."""
        return f"{self.origin}{path}"

    @property
    def host(self) -> str:
        """The host and port of the address."""
        return urlsplit(self.origin).netloc

    @property
    def opened_host(self) -> str:
        """The host and port under which the page was asked for."""
        return urlsplit(self.opened).netloc


def find_phone_address(request: HttpRequest) -> PhoneAddress:
    """Return the address to print on a page: the one that its request chooses, else the first that phones can open."""
    return choose_phone_address(f"{request.scheme}://{request.get_host()}", request.GET.get(CHOICE, ""))


def choose_phone_address(opened: str, chosen: str = "") -> PhoneAddress:
    """Return the chosen address if phones may know it, else the first that they can open.

    That is the one under which the page was opened, unless it means this machine alone; then `SITE_URL`; then an
    address of this machine in its network under which the server answers.
    """
    in_network = list_network_origins(opened)
    known = [each for each in dict.fromkeys((opened, settings.SITE_URL)) if is_found_by_phones(each)]
    known += [each for each in in_network if each not in known]
    origin = chosen if chosen in known else next(iter(known), opened)
    others = tuple(each for each in known if each != origin)
    return PhoneAddress(origin, opened, others, find_fault(origin, opened, is_in_network=origin in in_network))


def is_found_by_phones(origin: str) -> bool:
    """Return True unless an address names a machine to itself, or by a name that others may not know."""
    host = urlsplit(origin).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return "." in host and not host.endswith(NAMES_OF_ONE_MACHINE)
    return not (address.is_loopback or address.is_unspecified)


def list_network_origins(opened: str) -> list[str]:
    """Return the addresses of this machine in networks under which the server answers, the present one first."""
    parts = urlsplit(opened)
    port = f":{parts.port}" if parts.port else ""
    numbers = [name for name in settings.ALLOWED_HOSTS if _is_number(name) and is_found_by_phones(f"http://{name}")]
    now = own_network_address() if numbers else ""
    return [f"{parts.scheme}://{name}{port}" for name in sorted(numbers, key=lambda name: name != now)]


def _is_number(host: str) -> bool:
    return host.replace(".", "").isdecimal()


def find_fault(origin: str, opened: str, *, is_in_network: bool) -> str:
    """Return why phones cannot open an address and what to do; "" if nothing is known against it."""
    host = urlsplit(origin).netloc
    if not is_found_by_phones(origin):
        return f"Phones cannot open {host}: only this computer can. {START}, and load this page again."
    if origin == opened or not is_in_network:
        return ""
    now = own_network_address()
    if not now:
        return f"This computer is in no network now. Join the one of the hall. {START}, and load this page again."
    if now != urlsplit(origin).hostname:
        return f"The address of this computer is {now} now, not {host}. {START}, and load this page again."
    return ""
