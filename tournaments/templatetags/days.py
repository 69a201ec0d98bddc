"""Template tags of days."""

from __future__ import annotations

from typing import NamedTuple

from django import template
from django.urls import reverse

register = template.Library()

CONTROL_PAGES = {
    "days:desk": "Desk",
    "days:seats": "Seats",
    "days:switches": "Switches",
    "days:content": "Content",
    "days:plans": "Plans",
    "days:papers": "Paper",
    "days:hall_plan": "Plan of the hall",
    "days:show_log": "Log",
    "days:projector": "Projector",
}


class PageLink(NamedTuple):
    """A link to a page; `current` is its `aria-current`: "page" for the page itself, "true" for one below it, or ""."""

    address: str
    title: str
    current: str


@register.simple_tag(takes_context=True)
def list_control_pages(context: template.Context) -> list[PageLink]:
    """Return links to the pages of Control of the day `row`."""
    path, row = context["request"].path, context["row"]
    addresses = {reverse(name, args=[row.public_id]): title for name, title in CONTROL_PAGES.items()}
    links = [PageLink(address, title, _find_current(path, address)) for address, title in addresses.items()]
    day = row.get_absolute_url()
    return [PageLink(day, row.name, "page" if path == day else ""), *links]


def _find_current(path: str, address: str) -> str:
    if path == address:
        return "page"
    return "true" if path.startswith(f"{address}/") else ""
