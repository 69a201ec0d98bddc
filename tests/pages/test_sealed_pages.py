"""Pages of sealed play: packs, the builder, pools beside decks, odds and proof; and who sees none of it."""

import json
import re
import runpy
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from cards.decks.abilities import Visibility
from cards.decks.contents import content_of, data_of
from cards.decks.judging import current_facts
from cards.decks.models import Deck
from incursions.accounts.models import User
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.refusals import DomainError
from tests.catalogue_rows import fill_catalogue
from tests.markup import read_page
from tests.tournaments.events.organizing.sealed import pool_of, propose_pool_deck
from tests.tournaments.events.organizing.tournaments import announced, with_bots
from tournaments.events.entries import drop, enter
from tournaments.events.enums import DecksOpen, Kind, Role, TournamentState
from tournaments.events.models import Entry, LogLine, PoolBuild, Tournament
from tournaments.events.plans import appoint
from tournaments.events.pools import open_packs, register_build, save_build
from tournaments.events.progress import advance, start_tournament
from tournaments.events.sealed.pool_page import keep_deck

KEEP = "Keep the deck among mine"
SCRIPT = Path(__file__).resolve().parents[2] / "static" / "check_pools.py"


pytestmark = pytest.mark.usefixtures("nothing_kept")


@pytest.fixture(scope="module")
def rows_of_event(module_rows) -> None:
    """Ada, Ben and a bot build from their pools, for half an hour from now."""
    fill_catalogue()
    owner = User.objects.create_user("organizer", password="secret word")
    row = announced(owner, kind=Kind.SEALED, build_s=1800, now=timezone.now())
    for name in ("ada", "ben"):
        enter(row.public_id, User.objects.create_user(name, password="secret word"))
    with_bots(row, owner, 1)
    start_tournament(row.public_id, owner)


@pytest.fixture
def owner(rows_of_event, db) -> User:
    return user("organizer")


@pytest.fixture
def event(rows_of_event, db) -> Tournament:
    return Tournament.objects.get()


@pytest.fixture
def ada(event, browser_of):
    return browser_of(user("ada"))


def user(name: str) -> User:
    return User.objects.get(username=name)


def entry(name: str) -> Entry:
    return Entry.objects.get(user__username=name)


def build(name: str = "ada") -> PoolBuild:
    return PoolBuild.objects.get(entry__user__username=name)


def titles(row: Tournament, name: str = "ada") -> list[str]:
    return sorted(pool_of(entry(name)).pieces)


def page(row: Tournament, path: str = "") -> str:
    return f"/tournaments/{row.public_id}/pool{path}"


def end(row: Tournament) -> None:
    """End the time to build."""
    advance(row.public_id, Tournament.objects.get(pk=row.pk).builds_until)


def over(row: Tournament) -> None:
    Tournament.objects.filter(pk=row.pk).update(state=TournamentState.OVER)


def save(row: Tournament, content: DeckContent, name: str = "ada") -> None:
    save_build(row.public_id, user(name), data_of(content), number=build(name).number)


def register(row: Tournament, name: str = "ada") -> None:
    save(row, propose_pool_deck(entry(name), row), name)
    register_build(row.public_id, user(name), number=build(name).number)


def main_part(response) -> str:
    return read_page(response).split("<main")[1].split("<footer")[0]


def test_packs_are_opened_one_by_one_and_show_nothing_before(event, ada):
    pool = pool_of(entry("ada"))
    closed = read_page(ada.get(page(event)))
    assert "Open the starter pack" in closed
    assert not any(title in closed for title in titles(event))
    opened = ada.post(page(event, "/open"), {"pack": "1"})
    assert opened.status_code == 303
    assert opened["Location"] == f"{page(event)}?pack=1&new#pack"
    shown = read_page(ada.get(f"{page(event)}?pack=1&new"))
    assert all(title in shown for title in pool.starter.ships)
    assert not any(title in shown for title in pool.boosters[0].cards if title not in pool.starter.ships)
    assert "Open booster 1" in shown
    assert not any(title in read_page(ada.get(f"{page(event)}?pack=2")) for title in pool.boosters[0].cards)
    assert ada.post(page(event, "/open"), {"pack": "all"}).status_code == 303
    everything = read_page(ada.get(page(event)))
    assert all(title.replace("'", "&#x27;") in everything for title in titles(event))
    assert "Build your deck" in everything


@pytest.mark.parametrize("pack", ["", "0", "-1", "99999", "x", "٣"])
def test_packs_that_there_are_not_are_not_opened(event, ada, pack):
    assert ada.get(f"{page(event)}?pack={pack}").status_code == 200
    assert ada.post(page(event, "/open"), {"pack": pack}).status_code == 400
    assert build().packs_opened == 0


def test_builder_has_what_was_opened_and_nothing_else(event, ada):
    text = read_page(ada.get(page(event, "/build")))
    found = re.findall(r'class="pool-row[^>]* data-title="([^"]*)"', text)
    assert sorted(title.replace("&#x27;", "'") for title in found) == titles(event)
    only_ships = read_page(ada.get(page(event, "/build?q=kind:ship")))
    assert re.findall(r'class="pool-row[^>]* data-title="([^"]*)"', only_ships)
    assert all(ship in only_ships for ship in pool_of(entry("ada")).starter.ships)
    assert ada.get(page(event, '/build?q=kind:"')).status_code == 400


def test_the_desk_judges_a_registered_deck_by_its_pool(event, owner, browser_of):
    register(event)
    shown = browser_of(owner).get(f"/tournaments/{event.public_id}/desk/players/{entry('ada').number}")
    assert shown.status_code == 200
    assert "Legal in every point." in shown.context["player"].problems


def test_builder_saves_each_change_and_registers(event, ada):
    pool = pool_of(entry("ada"))
    ship = pool.starter.ships[0]
    changed = ada.post(page(event, "/build"), {"number": "1", "find": f"ship 1 {ship}"})
    assert changed.status_code == 303
    assert build().content["ship"] == ship
    reply = ada.post(page(event, "/build"), {"number": "2", "step": "fill"}, headers={"HX-Request": "true"})
    assert 'hx-target="#deck"' in read_page(reply)
    assert "The deck is legal now." in read_page(reply)
    done = ada.post(page(event, "/register"), {"number": "3"})
    assert done["Location"] == page(event)
    assert content_of(entry("ada").loadout["content"]) == propose_pool_deck(entry("ada"), event)
    assert ada.get(page(event, "/build")).status_code == 302
    assert "Your deck is registered" in read_page(ada.get(page(event)))
    assert ada.post(page(event, "/register"), {"do": "change"})["Location"] == page(event, "/build")
    assert ada.get(page(event, "/build")).status_code == 200


@pytest.mark.rule("22.2")
def test_builder_refuses_what_the_pool_does_not_hold(event, ada):
    foreign = next(
        title for title, piece in current_facts().items() if piece.kind == "card" and title not in titles(event)
    )
    refused = ada.post(page(event, "/build"), {"number": "1", "find": f"deck 1 {foreign}"})
    assert refused.status_code == 422
    assert "22.2" in read_page(refused)
    assert 'id="refusal"' in read_page(refused)
    assert build().content == data_of(DeckContent())


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 400),
        ({"number": "1"}, 400),
        ({"number": "1", "find": "deck one Fire"}, 400),
        ({"number": "1", "find": "deck -1 Fire"}, 400),
        ({"number": "x", "find": "deck 1 Fire"}, 400),
        ({"number": "1", "step": "undo"}, 409),
        ({"number": "7", "step": "fill"}, 409),
        ({"number": "1", "find": "ship 2 Fire"}, 400),
    ],
)
def test_builder_says_what_is_wrong_and_changes_nothing(event, ada, sent, status):
    refused = ada.post(page(event, "/build"), sent)
    assert refused.status_code == status
    assert 'role="alert"' in read_page(refused)
    assert build().number == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("nothing", 400),
        ("[]", 400),
        ({}, 400),
        ({"number": True, "content": {}}, 400),
        ({"number": 1, "content": []}, 400),
        ({"number": 1, "content": {"deck": {"Fire": "1"}}}, 400),
        ({"number": 1, "content": {"deck": {"Fire": 10**9}}}, 400),
        ({"number": 1, "content": {"deck": {"No such card": 1}}}, 422),
        ({"number": 1, "content": {"ship": ["Fire"]}}, 400),
        ({"number": 1, "step": ["fill"]}, 400),
        ({"number": 1, "step": "win"}, 400),
        ({"number": 1, "content": {"sails": {}}}, 400),
    ],
)
def test_builder_refuses_hostile_json(event, ada, body, status):
    sent = body if isinstance(body, str) else json.dumps(body)
    refused = ada.post(page(event, "/build"), sent, "application/json", headers={"Accept": "application/json"})
    assert refused.status_code == status
    assert refused.json()["message"]
    assert build().number == 1


def test_programs_read_and_build_by_json(event, ada):
    asked = {"content_type": "application/json", "headers": {"Accept": "application/json"}}
    read = ada.get(page(event, "/build"), headers={"Accept": "application/json"}).json()
    assert read["pool"] == entry("ada").pool
    content = data_of(propose_pool_deck(entry("ada"), event))
    saved = ada.post(page(event, "/build"), {"number": read["number"], "content": content}, **asked).json()
    assert (saved["content"], saved["problems"]) == (content, [])
    assert ada.post(page(event, "/register"), {"number": saved["number"]}, **asked).json()["code"] == "registered"
    late = ada.post(page(event, "/build"), {"number": saved["number"], "content": {}}, **asked)
    assert (late.status_code, late.json()["code"]) == (409, "registered")
    assert ada.post(page(event, "/open"), {"pack": "all"}, **asked).json() == {"packs_opened": 7, "packs": 7}


def test_forms_from_other_sites_are_refused(event):
    from django.test import Client

    browser = Client(HTTP_ACCEPT="text/html", enforce_csrf_checks=True)
    browser.force_login(user("ada"))
    for path in ("/open", "/build", "/register", "/keep"):
        assert browser.post(page(event, path), {"number": "1", "step": "fill"}).status_code == 403
    assert build().number == 1


def test_builder_ends_with_the_time(event, ada):
    save(event, propose_pool_deck(entry("ada"), event))
    end(event)
    assert ada.get(page(event, "/build")).status_code == 302
    refused = ada.post(page(event, "/build"), {"number": "2", "step": "undo"})
    assert refused.status_code == 409
    assert "The time to build is over" in read_page(refused)
    assert "Decks are locked" in read_page(ada.get(page(event)))


def test_nobody_else_sees_pool_or_deck_before_decks_are_open(event, ada, stranger, browser_of):
    register(event)
    open_packs(event.public_id, user("ada"))
    save(event, DeckContent(ship=pool_of(entry("ben")).starter.ships[0]), "ben")
    number, only_ada = entry("ada").number, set(titles(event)) - set(titles(event, "ben"))
    ben, eve = browser_of(user("ben")), browser_of(User.objects.create_user("eve"))
    paths = ["", "/build", "/odds", "s", "s.json", "/open", "/register", f"s/{number}", "?pack=1"]
    for browser in (stranger, eve, ben):
        for answer in (method(page(event, path)) for path in paths for method in (browser.get, browser.post)):
            text = read_page(answer).replace("&#x27;", "'")
            assert not [title for title in only_ada if f">{title}<" in text or f'"{title}"' in text]
            assert browser is ben or not [title for title in only_ada if title in text]
        refused, nobody = browser.get(page(event, f"s/{number}")), browser.get(page(event, "s/99"))
        assert refused.status_code == nobody.status_code == 404
        assert main_part(refused) == main_part(nobody)
    assert stranger.get(page(event)).status_code == eve.get(page(event, "/build")).status_code == 404
    assert browser_of(user("ada")).get(page(event, f"s/{number}")).status_code == 200


def test_judges_see_pool_against_deck_and_their_check_is_logged(event, owner, browser_of):
    judge = User.objects.create_user("judge")
    appoint(event.public_id, owner, judge, Role.JUDGE)
    scorer = User.objects.create_user("scorer")
    appoint(event.public_id, owner, scorer, Role.SCOREKEEPER)
    register(event)
    number = entry("ada").number
    assert browser_of(scorer).get(page(event, f"s/{number}")).status_code == 404
    text = read_page(browser_of(judge).get(page(event, f"s/{number}")))
    assert "Legal in every point" in text
    assert "I have checked it" in text
    assert browser_of(judge).post(page(event, f"s/{number}")).status_code == 302
    assert entry("ada").deck_checked_by == "judge"
    assert LogLine.objects.filter(tournament=event, after__contains='"checked":true').count() == 1
    assert browser_of(user("ben")).post(page(event, f"s/{number}")).status_code == 404


def test_judges_see_what_was_not_opened(event, owner, browser_of):
    register(event)
    changed = entry("ada")
    foreign = next(
        title for title, piece in current_facts().items() if piece.kind == "card" and title not in titles(event)
    )
    changed.loadout["content"]["deck"][foreign] = 2
    changed.save()
    text = read_page(browser_of(owner).get(page(event, f"s/{changed.number}")))
    assert "not opened" in text
    assert f"The pool holds 0 of “{foreign}”, and 2 are used." in text.replace("&#x27;", "'")


def test_pools_lie_open_when_decks_do(event, stranger):
    number = entry("ada").number
    Tournament.objects.filter(pk=event.pk).update(decks_open=DecksOpen.START)
    end(event)
    assert stranger.get(page(event, f"s/{number}")).status_code == 200
    assert stranger.get(page(event, "s.json")).status_code == 409


def kept_by(name: str) -> list[Deck]:
    return list(Deck.objects.filter(owner__username=name))


def test_registered_deck_is_kept_among_the_own_ones_when_decks_lie_open(event, ada):
    """Not before, and never what was built after."""
    register(event)
    registered = entry("ada").loadout["content"]
    refused = ada.post(page(event, "/keep"))
    assert (refused.status_code, kept_by("ada")) == (409, [])
    assert "when the tournament opens its decks" in read_page(refused)
    end(event)
    assert KEEP not in read_page(ada.get(page(event)))
    assert ada.post(page(event, "/keep")).status_code == 409
    over(event)
    PoolBuild.objects.update(content={})
    assert KEEP in read_page(ada.get(page(event)))
    answer = ada.post(page(event, "/keep"), follow=True)
    (deck,) = kept_by("ada")
    assert answer.redirect_chain == [(deck.get_absolute_url(), 303)]
    assert (deck.name, deck.visibility, deck.draft) == (event.name, Visibility.PRIVATE, registered)
    assert kept_by("ben") == []


def test_who_is_out_keeps_the_deck_that_was_registered(event, ada, browser_of):
    register(event)
    for name in ("ada", "ben"):
        drop(event.public_id, user(name))
    assert KEEP in read_page(ada.get(page(event)))
    ben = browser_of(user("ben"))
    assert KEEP not in read_page(ben.get(page(event)))
    asked = {"content_type": "application/json", "headers": {"Accept": "application/json"}}
    made = ada.post(page(event, "/keep"), {}, **asked)
    (deck,) = kept_by("ada")
    assert (made.status_code, made.json()) == (201, {"deck": deck.public_id, "url": deck.get_absolute_url()})
    refused = ben.post(page(event, "/keep"), {}, **asked)
    assert (refused.status_code, refused.json()["code"], kept_by("ben")) == (409, "not_registered", [])


def test_deck_is_kept_by_nobody_else_and_not_beyond_the_most(event, ada, stranger, browser_of, monkeypatch):
    end(event)
    over(event)
    other = User.objects.create_user("other", password="secret word")
    assert [each.post(page(event, "/keep")).status_code for each in (stranger, browser_of(other))] == [404, 404]
    with pytest.raises(DomainError, match="its own player"):
        keep_deck(entry("ada"), by=other)
    monkeypatch.setattr("cards.decks.changes.MOST_DECKS", 0)
    refused = ada.post(page(event, "/keep"))
    assert (refused.status_code, Deck.objects.count()) == (409, 0)
    assert "the maximum" in read_page(refused)


@pytest.mark.rule("22.3")
def test_proof_draws_every_pool_anew(event, stranger, tmp_path, capsys):
    before = read_page(stranger.get(page(event, "s")))
    assert event.commitment in before
    assert bytes(event.seed).hex() not in before
    over(event)
    text = read_page(stranger.get(page(event, "s")))
    assert bytes(event.seed).hex() in text
    assert text.count("the same</span>") == 3
    assert "Seal verified" in text
    file = stranger.get(page(event, "s.json")).json()
    check = runpy.run_path(str(SCRIPT))["faults"]
    assert list(check(file)) == []
    file["pools"]["1"]["boosters"][0]["cards"].reverse()
    assert list(check(file)) == ["Player 1: the seed gives another pool."]
    changed = entry("ben")
    changed.pool["boosters"].reverse()
    changed.save()
    assert read_page(stranger.get(page(event, "s"))).count("another</span>") == 1


def test_odds_are_stated_before_and_stay_those_of_the_event(owner, event, stranger, browser_of):
    row = announced(owner, kind=Kind.SEALED, now=timezone.now())
    for path in (page(row, "/odds"), page(event, "/odds"), "/boosters/odds"):
        text = read_page(stranger.get(path))
        assert "1 in 24 boosters" in text
        assert "Common 3 times in 4, or Special once in 4 that are officers" in text
    assert read_page(stranger.get(page(row, "s"))).count("Pools are dealt when") == 1


def test_a_constructed_tournament_has_no_pools(owner, browser_of):
    row = announced(owner, now=timezone.now())
    for path in ("", "/build", "/odds", "s", "s.json", "s/1"):
        assert browser_of(owner).get(page(row, path)).status_code == 404


def test_who_has_dropped_sees_the_pool_and_builds_no_more(event, ada):
    Entry.objects.filter(pk=entry("ada").pk).update(state="dropped")
    open_packs(event.public_id, user("ada"))
    assert "You are no longer in this tournament." in read_page(ada.get(page(event)))
    assert ada.post(page(event, "/build"), {"number": "1", "step": "fill"}).status_code == 409


@pytest.mark.parametrize("cards", [0, 25])
def test_builder_asks_as_many_queries_for_any_deck(event, ada, cards, django_assert_num_queries):
    if cards:
        save(event, propose_pool_deck(entry("ada"), event))
    ada.get(page(event, "/build"))
    with django_assert_num_queries(10):
        ada.get(page(event, "/build"))


def test_time_left_is_told_in_a_pause_too(event, owner, ada):
    from tournaments.events.tables import pause_tournament

    assert "Time left to build" in read_page(ada.get(page(event, "/build")))
    pause_tournament(event.public_id, owner, reason="Lunch.", now=timezone.now() + timedelta(seconds=1))
    assert "no time runs" in read_page(ada.get(page(event, "/build")))


def test_event_says_what_its_player_is_waited_for(event, ada, stranger):
    def box(browser) -> str:
        return read_page(browser.get(event.get_absolute_url()))

    assert "Open your packs" in box(ada)
    assert "Open your packs" not in box(stranger)
    open_packs(event.public_id, user("ada"))
    assert "Build your deck" in box(ada)
    register(event)
    assert "Your deck is registered" in box(ada)
    end(event)
    assert "the deck that you play" in box(ada)
    assert f"/tournaments/{event.public_id}/pool/odds" in box(stranger)
    assert f"/tournaments/{event.public_id}/pools" in box(stranger)
