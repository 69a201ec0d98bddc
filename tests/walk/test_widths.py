"""No page scrolls sideways in a window of 320 to 2560 px, and no words of a battle are covered or cut."""

from collections.abc import Iterator

import pytest
from django.test import Client

from cards.decks.models import Deck
from cards.fleets.models import OwnFleet
from incursions.accounts.models import User
from tests.games.talon.tables.battles import seat_battle
from tests.sampling import sample
from tests.tournaments.laid_matches import people
from tests.walk.asking import Walker
from tests.walk.screen import Screen, open_screen
from tests.walk.table import ADMIN, every_line, filled
from tests.walk.world import World
from tournaments.days.models import Day, DaySeat
from tournaments.events.models import Series, Tournament

WIDTHS = [320, 360, 390, 480, 600, 720, 721, 820, 959, 1023, 1079, 1279, 1440, 2560]
"""Widths in px: of phones, tablets and screens, and at both sides of the steps of the style sheets."""
VISITORS = ("stranger", "owner", "staff")
PAGES_OF_A_RUN, WIDTHS_OF_A_RUN = 7, 4


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with open_screen() as opened:
        yield opened


@pytest.fixture
def long_names(world: World) -> None:
    """Give people, decks and tournaments the longest names there can be, in one word."""
    for model, name in (
        (User, "display_name"),
        (Deck, "name"),
        (OwnFleet, "name"),
        (Tournament, "name"),
        (Series, "name"),
        (Day, "name"),
        (DaySeat, "player"),
    ):
        longest = model._meta.get_field(name).max_length
        model._default_manager.update(**{name: "Mississippi" * (longest // 11)})


def page_addresses() -> list[str]:
    """Return the addresses that answer GET with 200 to somebody, without the admin's, whose pages are Django's."""
    asked = [line for line in every_line() if line.method == "GET" and not line.address.startswith(ADMIN)]
    return sorted({line.address for line in asked if "200" in line.expected.values()})


def ask_for_page(walker: Walker, who: str, address: str) -> bytes:
    """Return the document at an address as a visitor gets it, empty if the visitor gets none."""
    answer = walker.ask(who, "GET", address)
    is_page = answer.status == 200 and answer.headers.get("Content-Type", "").startswith("text/html")
    return answer.body if is_page and b"<html" in answer.body else b""


@pytest.mark.long
@pytest.mark.usefixtures("long_names")
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


def test_words_of_a_battle_of_teams_are_whole_and_uncovered(screen: Screen, db):
    players = people(4)
    User.objects.update(display_name="Wolfeschlegelsteinhausenbergerdorffolkin")
    match, client = seat_battle(players, 4), Client()
    client.force_login(players[0])
    path = match.get_absolute_url()
    document = client.get(path, HTTP_ACCEPT="text/html").content
    assert b"Power Phase" in document
    assert screen.find_unreadable(path, document, [390, 820, 1024, 1279]) == {}
    assert screen.find_overflows(path, document, [320]) == {}
