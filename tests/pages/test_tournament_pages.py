"""Pages of tournaments: who sees what of them, what they say, and what players can do there."""

import re
from datetime import timedelta
from threading import Thread

import pytest
from django.utils import timezone

from tests.markup import read_page, read_words
from tests.pages.tournaments import decide_all, under_way
from tests.tournaments.events.organizing.tournaments import (
    announced,
    plan,
    some_loadout,
    some_starter,
    started,
    with_bots,
)
from tests.tournaments.laid_matches import NOON
from tournaments.events.entries import enter, penalise
from tournaments.events.enums import EntryState
from tournaments.events.formats import DoubleElimination, SingleElimination, Swiss
from tournaments.events.models import Entry, Table, Tournament
from tournaments.events.pages.record import record_cache
from tournaments.events.plans import PhasePlan, create_tournament
from tournaments.events.progress import advance
from tournaments.events.rounds import pair_round

pytestmark = pytest.mark.usefixtures("nothing_kept")

HTML = {"HTTP_ACCEPT": "text/html"}


def test_list_has_what_is_announced(owner, stranger):
    announced(owner)
    create_tournament(owner, plan(), now=NOON)
    assert read_words(stranger.get("/tournaments/")).count("Lantern Night") == 1


def test_list_shows_the_own_ones_first(owner, browser_of):
    create_tournament(owner, plan(), now=NOON)
    text = read_words(browser_of(owner).get("/tournaments/"))
    assert "Yours Lantern Night owner" in text


def test_event_tells_of_itself(owner, stranger):
    row = announced(owner, PhasePlan(Swiss.key, rounds=5), PhasePlan(SingleElimination.key, cut_to=8))
    text = read_words(stranger.get(row.get_absolute_url()))
    assert "5 rounds of Swiss, then the best 8: single elimination" in text
    assert row.commitment in text
    assert bytes(row.seed).hex() not in text


def test_draft_is_seen_by_its_staff_alone(owner, stranger, browser_of):
    row = create_tournament(owner, plan(), now=NOON)
    assert stranger.get(row.get_absolute_url()).status_code == 404
    assert browser_of(owner).get(row.get_absolute_url()).status_code == 200


def test_enter_with_a_starter(owner, people, browser_of):
    row = announced(owner)
    browser = browser_of(people[0])
    answer = browser.post(f"{row.get_absolute_url()}enter", {"starter": some_starter()}, follow=True)
    entry = Entry.objects.get(tournament=row)
    assert (entry.user, entry.loadout, entry.state) == (people[0], some_loadout(), EntryState.REGISTERED)
    assert f"Your deck: {some_starter()}" in read_words(answer)


def test_stranger_enters_as_a_guest(owner, stranger):
    row = announced(owner)
    stranger.post(f"{row.get_absolute_url()}enter", {"starter": ""})
    assert Entry.objects.get(tournament=row).user.is_guest


def test_rated_tournament_is_for_accounts(owner, stranger):
    row = announced(owner, rated=True)
    assert "Rated matches are for accounts" in read_words(stranger.get(row.get_absolute_url()))
    answer = stranger.post(f"{row.get_absolute_url()}enter", {"starter": ""}, **HTML)
    assert (answer.status_code, Entry.objects.count()) == (403, 0)


def test_who_waits_is_told_the_place_in_line(owner, people, browser_of):
    row = announced(owner, capacity=2)
    for person in people[:4]:
        browser_of(person).post(f"{row.get_absolute_url()}enter", {"starter": ""})
    assert "You are number 2 on the waiting list." in read_words(browser_of(people[3]).get(row.get_absolute_url()))
    assert "2 wait for a place" in read_words(browser_of(people[5]).get(row.get_absolute_url()))


def test_check_in_opens_in_time(owner, people, browser_of):
    now = timezone.now()
    row = announced(owner, check_in_s=600, starts_at=now + timedelta(seconds=900), now=now)
    browser = browser_of(people[0])
    browser.post(f"{row.get_absolute_url()}enter", {"starter": some_starter()})
    early = browser.post(f"{row.get_absolute_url()}check-in", **HTML)
    assert (early.status_code, "Check-in is not open yet." in read_words(early)) == (409, True)
    Tournament.objects.update(starts_at=now + timedelta(seconds=300))
    assert "Check in" in read_words(browser.get(row.get_absolute_url()))
    assert "You have checked in." in read_words(browser.post(f"{row.get_absolute_url()}check-in", follow=True))


def test_check_in_without_a_deck_is_refused(owner, people, browser_of):
    now = timezone.now()
    row = announced(owner, check_in_s=600, starts_at=now + timedelta(seconds=300), now=now)
    browser = browser_of(people[0])
    browser.post(f"{row.get_absolute_url()}enter", {"starter": ""})
    answer = browser.post(f"{row.get_absolute_url()}check-in", **HTML)
    assert (answer.status_code, "Hand a deck in first." in read_words(answer)) == (409, True)


def test_deck_that_can_be_played_no_more_is_told_of(owner, people, browser_of):
    row = announced(owner)
    browser = browser_of(people[0])
    browser.post(f"{row.get_absolute_url()}enter", {"starter": some_starter()})
    Entry.objects.update(deck_problem="Too many Rare cards.")
    text = read_words(browser.get(row.get_absolute_url()))
    assert "Your deck is no longer legal. Too many Rare cards." in text


def test_another_deck_until_the_start(owner, people, browser_of):
    row = announced(owner)
    browser = browser_of(people[0])
    browser.post(f"{row.get_absolute_url()}enter", {"starter": ""})
    assert browser.get(f"{row.get_absolute_url()}deck").status_code == 200
    assert browser.post(f"{row.get_absolute_url()}deck", {"starter": ""}, **HTML).status_code == 409
    assert browser.post(f"{row.get_absolute_url()}deck", {"starter": some_starter()}).status_code == 303
    assert Entry.objects.get().loadout == some_loadout()


def test_drop_asks_once_more(owner, people, browser_of):
    row = announced(owner)
    browser = browser_of(people[0])
    browser.post(f"{row.get_absolute_url()}enter", {"starter": some_starter()})
    assert "Withdraw from Lantern Night?" in read_words(browser.get(f"{row.get_absolute_url()}drop"))
    assert Entry.objects.get().state == EntryState.REGISTERED
    browser.post(f"{row.get_absolute_url()}drop")
    assert Entry.objects.get().state == EntryState.WITHDRAWN
    assert "Enter" in read_words(browser.get(row.get_absolute_url()))


def test_pairings_by_table_and_by_name(owner, people, stranger):
    row = under_way(owner, 3, 1, users=people[:1])
    table = Table.objects.filter(round__tournament=row, round__number=1).order_by("number")[0]
    names = [place.entry.name for place in table.places.order_by("index")]
    text = read_words(stranger.get(f"{row.get_absolute_url()}pairings/1/"))
    assert f"1 {names[0]} 0 {names[1]} 0 {names[0]} won Ruled by a judge: Played., +9" in text
    by_name = read_words(stranger.get(f"{row.get_absolute_url()}pairings/1/?by=name"))
    assert f"{names[1]} 1 {names[0]} {names[0]} won" in by_name
    assert "Round 2 of 3" in read_words(stranger.get(f"{row.get_absolute_url()}pairings/"))


def test_own_row_is_marked_for_the_viewer_alone(owner, people, stranger, browser_of):
    row = under_way(owner, 6, 1, users=people[:2])
    for part in ("players/", "pairings/", "pairings/?by=name", "standings/"):
        pages = [read_page(browser_of(person).get(f"{row.get_absolute_url()}{part}")) for person in people[:2]]
        assert [page.count('class="me"') for page in pages] == [1, 1]
        assert pages[0].split('class="me"')[0][-400:] != pages[1].split('class="me"')[0][-400:]
        assert 'class="me"' not in read_page(stranger.get(f"{row.get_absolute_url()}{part}"))


def test_own_table_is_told(owner, people, browser_of):
    row = under_way(owner, 3, 0, users=people[:1])
    text = read_words(browser_of(people[0]).get(row.get_absolute_url()))
    assert re.search(r"Round 1 of 3: you play at table \d against Random bot \d", text)


def test_round_that_is_not_published_is_hidden(owner, stranger):
    row = started(with_bots(announced(owner, is_automatic=False), owner, 4), owner)
    pair_round(row.public_id, owner)
    assert stranger.get(f"{row.get_absolute_url()}pairings/1/").status_code == 404
    assert "No round is paired yet." in read_words(stranger.get(f"{row.get_absolute_url()}pairings/"))


def test_standings_can_be_added_up(owner, stranger):
    row = under_way(owner, 4, 2)
    listed = read_words(stranger.get(f"{row.get_absolute_url()}standings/"))
    assert "Place Player W–L–D Points OMW Margin OOMW" in listed
    first = re.search(r"1 (Random bot \d) 2–0–0 6 ", listed)[1]
    number = Entry.objects.get(called=first).number
    part = read_words(stranger.get(f"{row.get_absolute_url()}standings/{number}/?part=1"))
    assert "2 won, 0 of them without playing, 0 drawn and 0 lost" in part
    assert re.search(r"Hull and shield margin: \+\d.*?\(Random bot \d \+\d+, Random bot \d \+\d+\) ÷ 2 = \+\d", part)
    assert f"Why is {first} above" in part
    assert row.lots not in part


def test_why_one_is_above_the_other(owner, stranger):
    row = under_way(owner, 4, 1)
    ranked = re.findall(
        r"Random bot \d", read_words(stranger.get(f"{row.get_absolute_url()}standings/")).split("OOMW")[1]
    )
    second = Entry.objects.get(called=ranked[1]).number
    part = read_words(stranger.get(f"{row.get_absolute_url()}standings/{second}/?part=1"))
    assert f"Why is {ranked[0]} above {ranked[1]}? Both have 3 points" in part
    assert f"Why is {ranked[1]} above {ranked[2]}? Points: {ranked[1]} 3, {ranked[2]} 0." in part


def test_bracket_as_a_drawing_and_as_lists(owner, people, stranger, browser_of):
    row = under_way(owner, 3, 1, PhasePlan(SingleElimination.key), users=people[:1])
    page = read_page(browser_of(people[0]).get(f"{row.get_absolute_url()}bracket/"))
    svg = re.search(r'<svg class="bracket".*?</svg>', page, re.DOTALL)[0]
    assert (svg.count("<rect"), svg.count('class="me"') >= 1) == (3, True)
    assert "Semi-finals" in read_words(stranger.get(f"{row.get_absolute_url()}bracket/"))
    assert "Final" in read_words(stranger.get(f"{row.get_absolute_url()}bracket/"))


def test_bracket_if_it_were_cut_now(owner, stranger):
    row = under_way(owner, 6, 1, PhasePlan(Swiss.key, rounds=2), PhasePlan(SingleElimination.key, cut_to=4))
    assert "The best 4, if it were cut now" in read_words(stranger.get(f"{row.get_absolute_url()}bracket/"))
    assert "The best 4 advance." in read_words(stranger.get(f"{row.get_absolute_url()}standings/"))


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11, 16, 33])
@pytest.mark.parametrize("kind", [SingleElimination.key, DoubleElimination.key])
def test_boxes_of_a_bracket_do_not_meet(size, kind):
    from tournaments.events.brackets import double_elimination, single_elimination
    from tournaments.events.pages.bracket_page import HIGH, WIDE, Box, lay_out

    bracket = single_elimination(size, third_place=True) if kind == SingleElimination.key else double_elimination(size)
    boxes = {match.number: Box(("", ""), (), None, "", match.number) for match in bracket.matches}
    spots = list(lay_out(bracket, boxes).values())
    meeting = [
        (one, other)
        for number, one in enumerate(spots)
        for other in spots[:number]
        if abs(one.x - other.x) < WIDE and abs(one.y - other.y) < HIGH
    ]
    assert (len(spots), meeting) == (len(bracket.matches), [])


def test_decks_are_hidden_until_they_are_open(owner, people, stranger, browser_of):
    row = under_way(owner, 1, 0, PhasePlan(Swiss.key, rounds=1), users=people[:1])
    number = Entry.objects.get(user=people[0]).number
    where = f"{row.get_absolute_url()}decks/"
    assert "Decks are hidden now." in read_words(stranger.get(where))
    assert stranger.get(f"{where}{number}/").status_code == 404
    assert browser_of(owner).get(f"{where}{number}/").status_code == 200
    decide_all(row, owner)
    advance(row.public_id, NOON)
    assert f"starter deck {some_starter()}" in read_words(stranger.get(where))
    assert "Hexpile" in read_words(stranger.get(f"{where}{number}/"))


def test_final_places_and_the_seed_in_the_end(owner, stranger):
    row = under_way(owner, 2, 1, PhasePlan(Swiss.key, rounds=1))
    text = read_words(stranger.get(row.get_absolute_url()))
    assert bytes(row.seed).hex() in text
    assert re.search(r"Final places All places Random bot \d 1 Random bot \d 2", text)
    assert stranger.get(f"{row.get_absolute_url()}places/").status_code == 200


def test_notices_tell_what_concerns_all(owner, stranger):
    row = under_way(owner, 2, 0)
    penalise(row.public_id, owner, 1, "warning", reason="Mumbled.")
    text = read_words(stranger.get(row.get_absolute_url()))
    assert "Published round 1" in text
    assert "Mumbled" not in text


def test_live_part_is_asked_for_again_by_its_version(owner, people, stranger, browser_of):
    row = announced(owner)
    for browser in (stranger, browser_of(people[0])):
        first = browser.get(f"{row.get_absolute_url()}?live=1")
        assert "<html" not in read_page(first)
        again = browser.get(f"{row.get_absolute_url()}?live=1", HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        enter(row.public_id, people[1 if browser is stranger else 2], loadout=some_loadout(), now=NOON)
        changed = browser.get(f"{row.get_absolute_url()}?live=1", HTTP_IF_NONE_MATCH=first["ETag"])
        assert changed.status_code == 200


def test_projector_shows_everybody_by_name(owner, stranger):
    row = under_way(owner, 5, 0)
    text = read_words(stranger.get(f"{row.get_absolute_url()}projector"))
    assert "Round 1 of 3" in text
    assert [int(number) for number in re.findall(r"Random bot (\d) (?:\d|–) ", text)] == [1, 2, 3, 4, 5]
    assert "results are in from 0 of 2 tables" in text


def test_large_tournament_is_not_made_anew_at_every_change(owner, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("tournaments.events.pages.record.time.monotonic", lambda: now[0])
    monkeypatch.setattr("tournaments.events.pages.record.LARGE", 3)
    row = with_bots(announced(owner), owner, 3)
    first = record_cache.record(row)
    assert len(first.players) == 3
    first.cost_s = 2.0
    row.version += 1
    now[0] += 9
    assert record_cache.record(row) is first
    now[0] += 2
    second = record_cache.record(row)
    row.version += 1
    now[0] += 4  # the second is still being made: who asks meanwhile has no third one made
    assert (second is first, record_cache.record(row) is second) == (False, True)


def test_small_tournament_is_shown_as_it_is(owner):
    row = with_bots(announced(owner), owner, 3)
    first = record_cache.record(row)
    assert len(first.players) == 3
    first.cost_s = 1000.0
    row.version += 1
    assert record_cache.record(row) is not first


def test_nobody_waits_while_a_large_tournament_is_made_anew(owner, monkeypatch):
    monkeypatch.setattr("tournaments.events.pages.record.LARGE", 3)
    row = with_bots(announced(owner), owner, 3)
    first = record_cache.record(row)
    assert len(first.players) == 3
    row.version += 1
    second = record_cache.record(row)
    shown = []

    def made() -> str:
        asking = Thread(target=lambda: shown.append(record_cache.record(row)))
        asking.start()
        asking.join()
        return "made"

    assert (second is first, second.part("a part", made)) == (False, "made")
    assert shown == [first]
    assert record_cache.record(row) is second
