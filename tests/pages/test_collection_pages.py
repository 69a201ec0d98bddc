"""Pages of boosters and collections: opening, counting, proving, and for whom."""

import pytest

from incursions.accounts.privacy import Audience
from incursions.accounts.viewers import create_guest
from tests.markup import read_page
from tests.tournaments.matches.ended import ended_match
from tournaments.players.boosters import FEWEST_ACTIONS
from tournaments.players.models import CasualBooster
from tournaments.players.recording import record_match


@pytest.fixture
def owner(people):
    match = ended_match(people[:2], [[0], [1]], mode="full", version=FEWEST_ACTIONS)
    record_match(match.public_id)
    return people[0]


def test_booster_is_opened_and_shown(owner, browser_of):
    browser = browser_of(owner)
    page = read_page(browser.get("/boosters/"))
    assert "1 is ready" in page
    opened = browser.post("/boosters/open")
    assert opened["Location"] == "/boosters/?new#pack"
    content = CasualBooster.objects.get(run__user=owner).content
    shown = read_page(browser.get("/boosters/?new")).replace("&#x27;", "'")
    assert all(title in shown for title in (*content["cards"], *content["tiles"]))
    assert browser.post("/boosters/open").status_code == 409
    collection = read_page(browser.get(f"/boosters/of/{owner.username}")).replace("&#x27;", "'")
    assert "Missing" in collection
    assert all(title in collection for title in content["cards"])


@pytest.mark.parametrize("path", ["", "/proof"])
@pytest.mark.parametrize("audience", list(Audience))
def test_collection_is_seen_by_whom_its_player_shows_it(owner, people, stranger, browser_of, audience, path):
    owner.collection_for = audience
    owner.save()
    address = f"/boosters/of/{owner.username}{path}"
    statuses = [browser.get(address).status_code for browser in (stranger, browser_of(people[2]), browser_of(owner))]
    expected = {
        Audience.EVERYBODY: [200, 200, 200],
        Audience.SIGNED_IN: [404, 200, 200],
        Audience.NOBODY: [404, 404, 200],
    }
    assert statuses == expected[audience]


@pytest.mark.parametrize("audience", list(Audience))
def test_player_page_links_the_collection_for_whom_it_is_shown(owner, people, stranger, browser_of, audience):
    owner.collection_for = audience
    owner.save()
    link = f'href="/boosters/of/{owner.username}"'
    found = [
        link in read_page(browser.get(owner.get_absolute_url()))
        for browser in (stranger, browser_of(people[2]), browser_of(owner))
    ]
    assert found == [audience == Audience.EVERYBODY, audience != Audience.NOBODY, True]


def test_guest_has_no_collection(db, stranger):
    guest = create_guest()
    guest.collection_for = Audience.EVERYBODY
    guest.save()
    assert "/boosters/of/" not in read_page(stranger.get(guest.get_absolute_url()))


def test_seed_is_not_told_before_all_are_open(owner, browser_of):
    browser = browser_of(owner)
    browser.post("/boosters/open")
    seed = bytes(CasualBooster.objects.get(run__user=owner).run.seed).hex()
    assert seed not in read_page(browser.get(f"/boosters/of/{owner.username}/proof"))
    assert browser.get(f"/boosters/of/{owner.username}/proof/1.json").status_code == 409
    assert browser.get(f"/boosters/of/{owner.username}/proof/2.json").status_code == 404


def test_strangers_are_told_how_boosters_are_given(stranger, catalogue):
    assert "Boosters are given to players with an account" in read_page(stranger.get("/boosters/"))
    assert stranger.post("/boosters/open").status_code == 403
