"""The code with which phones come to the page where free seats are chosen."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from markupsafe import Markup

from tournaments.days.models import Day
from tournaments.days.phone_addresses import PhoneAddress
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


def make_join_code(day: Day, phone: PhoneAddress) -> JoinCode:
    """Return the code that leads phones to the free seats of a day."""
    address, typed_at = phone.make_absolute(day.get_absolute_url()), phone.make_absolute(reverse("days:days"))
    return JoinCode(phone, address, typed_at, day.code)


def draw_join_wall(day: Day, phone: PhoneAddress) -> str:
    """Return the part of the projector that leads phones to the free seats of a day, as HTML."""
    return render_to_string("days/join_wall.html", {"join": make_join_code(day, phone)})
