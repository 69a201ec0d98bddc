"""A test client that sits at a seat of a day: it enters by the seat's link and gives orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.test import Client
from django.urls import reverse

from tournaments.days.models import Day, DaySeat

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer


def enter(client: Client, day: Day, name: str) -> tuple[DaySeat, str]:
    """Open the personal link of a seat; return the seat and the address that the link leads to."""
    seat = day.seats.get(name=name)
    answer = client.get(reverse("days:enter", args=[seat.key]))
    assert answer.status_code == 302
    return seat, answer["Location"]


def order(client: Client, day: Day, seat: DaySeat, text: str, request: str = "a1") -> Answer:
    """Return the answer to an order that the page of a seat posts."""
    return client.post(
        reverse("days:command", args=[day.public_id, seat.place]),
        {"text": text, "request": request},
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
