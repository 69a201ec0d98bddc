"""No page scrolls sideways in a window of 320 to 2560 px, signed in or not."""

from collections.abc import Iterator

import pytest

from tests.sampling import sample
from tests.walk.asking import Walker
from tests.walk.screen import Screen, open_screen
from tests.walk.table import ADMIN, every_line, filled
from tests.walk.world import World

WIDTHS = [320, 360, 390, 480, 599, 600, 720, 721, 820, 959, 960, 1023, 1079, 1180, 1279, 1440, 1920, 2560]
"""Widths in px: of phones, tablets and screens, and at both sides of the steps of the style sheets."""
VISITORS = ("stranger", "owner", "staff")
PAGES_OF_A_RUN, WIDTHS_OF_A_RUN = 7, 4


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with open_screen() as opened:
        yield opened


def page_addresses() -> list[str]:
    """Return every address that answers GET with 200 to some visitor, but for the admin, whose pages are Django's."""
    asked = [line for line in every_line() if line.method == "GET" and not line.address.startswith(ADMIN)]
    return sorted({line.address for line in asked if "200" in line.expected.values()})


def ask_for_page(walker: Walker, who: str, address: str) -> bytes:
    """Return the document at an address as a visitor gets it, empty if the visitor gets none."""
    answer = walker.ask(who, "GET", address)
    is_page = answer.status == 200 and answer.headers.get("Content-Type", "").startswith("text/html")
    return answer.body if is_page and b"<html" in answer.body else b""


@pytest.mark.long
def test_no_page_scrolls_sideways(world: World, walker: Walker, screen: Screen):
    wide = []
    visits = [(address, who) for address in page_addresses() for who in VISITORS]
    for address, who in sample(visits, PAGES_OF_A_RUN):
        path = filled(address, world.words)
        if not (document := ask_for_page(walker, who, path)):
            continue
        widths = [320, *sample(WIDTHS[1:], WIDTHS_OF_A_RUN - 1)]
        for width, elements in screen.find_overflows(path, document, widths).items():
            wide.append(f"{address} as {who} at {width} px: {', '.join(elements) or 'no element found'}")
    assert not wide, "pages scroll sideways:\n" + "\n".join(wide)
