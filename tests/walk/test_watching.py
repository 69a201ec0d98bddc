"""Every address under `/matches/ID`, asked by each kind of viewer while a player lets nobody watch."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.urls import get_resolver

from incursions.accounts.models import User
from incursions.accounts.privacy import Audience
from tests.addresses import address_at_table
from tests.catalogue_rows import fill_catalogue
from tests.sampling import sample
from tests.tournaments.laid_matches import lay_match, people
from tournaments.matches.life import concede_match
from tournaments.matches.spectators.hands import show_hand
from tournaments.matches.spectators.models import Delay
from tournaments.matches.table_rows import game_shelf, row_shelf
from tournaments.players.watching import MATCH_ROUTE

WORDS = {"number": "1", "channel": "table"}


def addresses() -> list[str]:
    """Return the routes of a match as the resolver has them, so that a new one is walked too."""
    routes = (
        str(pattern.pattern) for part in get_resolver().url_patterns for pattern in getattr(part, "url_patterns", ())
    )
    return sorted(route for route in routes if route.startswith(MATCH_ROUTE))


def address_of(route: str, public_id: str) -> str:
    words = WORDS | {"public_id": public_id}
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: words[found[1]], route)


@pytest.fixture(scope="module")
def laid(module_rows):
    """A match of Full that shows a hand to watchers, whose other player then lets nobody watch."""
    fill_catalogue()
    players = people(2)
    match = lay_match(players, mode="full", now=None)
    show_hand(match.public_id, players[0], Delay.parse("1 turns"))
    User.objects.filter(pk=players[1].pk).update(watching_for=Audience.NOBODY)
    return match, players


@pytest.fixture
def closed(laid, db):
    for kept in (game_shelf, row_shelf):
        kept.clear()  # else of a test that ended the match
    return deepcopy(laid)


def viewer(kind: str, players: list[User]) -> Client:
    """Return the browser of a player, a stranger with an account, a guest, a member of the staff, or nobody known."""
    browser = Client()
    if kind == "player":
        browser.force_login(players[0])
    elif kind != "unknown":
        user = User.objects.create_user(f"{kind}-1", is_staff=kind == "staff", is_guest=kind == "guest")
        browser.force_login(user)
    return browser


@pytest.mark.parametrize("kind", ["stranger", "guest", "unknown"])
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_of_a_match_answers_who_may_not_watch_it(closed, kind, accept, method):
    match, players = closed
    ask = getattr(viewer(kind, players), method)
    routes = sample(addresses(), 15)
    answers = {route: ask(address_of(route, match.public_id), headers={"Accept": accept}) for route in routes}
    assert {route: answer.status_code for route, answer in answers.items()} == dict.fromkeys(routes, 403)
    if accept == "application/json":
        assert {answer.json()["code"] for answer in answers.values()} == {"not_shown"}


@pytest.mark.parametrize("kind", ["player", "staff"])
def test_players_and_staff_reach_the_match(closed, kind):
    match, players = closed
    browser = viewer(kind, players)
    for name in ("match", "state", "replay", "hands_newest", "chat", "export"):
        assert browser.get(address_at_table(name, match.public_id)).status_code == 200, name


def test_everybody_sees_how_it_went_when_it_is_over(closed):
    match, players = closed
    concede_match(match.public_id, players[0])
    for kind in ("stranger", "unknown"):
        browser = viewer(kind, players)
        for name in ("match", "state", "replay", "export"):
            assert browser.get(address_at_table(name, match.public_id)).status_code == 200, name
