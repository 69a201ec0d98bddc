"""The code with which phones come to the page where free seats are chosen."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from markupsafe import Markup

from tournaments.days.models import Day
from tournaments.days.phone_addresses import PhoneAddress, find_phone_address
from tournaments.days.qr_codes import draw_code


class JoinCode(NamedTuple):
    """The QR code of the page of free seats, and the address where the code of the day is typed instead."""

    phone: PhoneAddress
    address: str
    typed_at: str
    code: str

    @property
    def drawn(self) -> Markup:
        """The QR code as SVG."""
        return draw_code(self.address, "QR code: choose a free seat")


def make_join_code(request: HttpRequest, day: Day) -> JoinCode:
    """Return the code that leads phones to the free seats of a day."""
    phone = find_phone_address(request)
    address, typed_at = phone.make_absolute(day.get_absolute_url()), phone.make_absolute(reverse("days:days"))
    return JoinCode(phone, address, typed_at, day.code)
