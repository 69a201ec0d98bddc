"""Lists of the best players, and the form that says who sees what of a player."""

import pytest

from incursions.accounts.models import User
from incursions.accounts.privacy import ASPECTS, Audience
from incursions.accounts.viewers import create_guest
from tests.markup import read_page
from tests.pages.players import browser, shown
from tests.tournaments.laid_matches import people
from tournaments.matches.game_kinds import game_kinds
from tournaments.players.models import Rating

pytestmark = pytest.mark.django_db


def listed(count: int) -> list[User]:
    players = people(count)
    User.objects.update(is_listed=True)
    Rating.objects.bulk_create(
        Rating(user=player, mode="full", with_bots=False, is_casual=False, matches=10, shown=1000 + number)
        for number, player in enumerate(players)
    )
    return players


def test_leaders_are_those_who_chose_to_be_listed_and_played_enough(django_assert_num_queries):
    players = listed(6)
    User.objects.filter(pk=players[0].pk).update(is_listed=False)
    User.objects.filter(pk=players[1].pk).update(is_active=False)
    User.objects.filter(pk=players[2].pk).update(ratings_for=Audience.SIGNED_IN)
    Rating.objects.filter(user=players[3]).update(matches=9)
    client = browser()
    with django_assert_num_queries(3):
        text = shown(client, "/ratings/")
    assert [name for name in map(str, reversed(players)) if f"<bdi>{name}</bdi>" in text] == ["player-5", "player-4"]
    assert text.index("player-5") < text.index("player-4")
    assert "Nobody is listed yet" in shown(client, "/ratings/basic-bots/")
    shown(client, "/ratings/full-people/?page=2", 404)
    shown(client, "/ratings/full-people/?page=-1", 400)
    shown(client, "/ratings/full-casual/", 404)


def test_leaders_come_in_pages(django_assert_num_queries):
    listed(51)
    client = browser()
    with django_assert_num_queries(3):
        assert "player-0<" not in shown(client, "/ratings/full-people/")
    assert "<td>51</td>" in shown(client, "/ratings/full-people/?page=2")


def test_api_lists_the_best():
    listed(3)
    page = browser().get("/api/v1/ratings/?page_size=2&page=2").json()
    [last] = page["results"]
    assert (page["count"], last["rank"], last["player"], last["rating"]) == (3, 3, "player-0", 1000)


def test_privacy_is_saved_whole_or_not_at_all():
    [ada] = people(1)
    client = browser(ada)
    everything = dict.fromkeys(ASPECTS, "nobody")
    refused = client.post("/accounts/privacy/", {**everything, "is_listed": "on"})
    assert (refused.status_code, "let everybody see your ratings" in read_page(refused)) == (422, True)
    assert client.post("/accounts/privacy/", everything | {"history_for": "friends"}).status_code == 422
    ada.refresh_from_db()
    assert ada.history_for == "everybody"
    assert (
        client.post("/accounts/privacy/", everything | {"ratings_for": "everybody", "is_listed": "on"}).status_code
        == 302
    )
    ada.refresh_from_db()
    assert [getattr(ada, name) for name in ASPECTS] == [
        "nobody",
        "nobody",
        "everybody",
        "nobody",
        "signed_in",
        "nobody",
        "nobody",
    ]
    assert ada.is_listed


def test_guest_decides_too_but_is_never_listed():
    guest = create_guest()
    answer = browser(guest).post("/accounts/privacy/", dict.fromkeys(ASPECTS, "everybody") | {"is_listed": "on"})
    guest.refresh_from_db()
    assert (answer.status_code, guest.is_listed, guest.decks_for) == (302, False, "everybody")


@pytest.mark.parametrize(
    "address", ["/ratings/full-people/", "/ratings/duel-bots/", "/ratings/full-people/seasons/2026-3/"]
)
def test_kinds_of_play_stand_in_a_row_for_each_game(address):
    page = shown(browser(), address)
    for kind in game_kinds().values():
        row = page.partition(f'role="group" aria-label="{kind.title}">')[2].partition("</div>")[0]
        assert row.count("<a ") == 2 * len(kind.modes)
        assert all(f"{mode.title}, people only</a>" in row for mode in kind.modes)
    assert page.count('aria-current="page">') >= 1
