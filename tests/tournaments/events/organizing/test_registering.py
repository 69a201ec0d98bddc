"""Players come and go: entering with a deck, waiting lists, checking in, dropping, coming back."""

import pytest

from cards.catalogue import current_starters
from cards.models import GameCard
from cards.storing import write_piece
from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from tests.tournaments.events.organizing.refusals import refusal_code
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    plan,
    play_round,
    replays,
    some_loadout,
    some_starter,
    started,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON, later, people
from tests.tournaments.tables.own_decks import chosen, deck_of, deck_row_of, starter_of
from tournaments.events.entries import (
    check_in,
    disqualify,
    drop,
    enter,
    enter_for,
    reinstate,
    submit_deck,
)
from tournaments.events.enums import EntryState, TournamentState
from tournaments.events.formats import Swiss
from tournaments.events.models import Entry, Round, SitOut, Tournament
from tournaments.events.plans import PhasePlan, create_tournament
from tournaments.events.progress import advance, judge_decks_again, start_tournament
from tournaments.events.rounds import pair_round, publish_round


def states(row: Tournament) -> dict[int, str]:
    return dict(Entry.objects.filter(tournament=row).values_list("number", "state"))


@pytest.mark.both_databases
def test_whoever_enters_twice_is_in_once(owner):
    row = announced(owner)
    player = people(1)[0]
    first = enter(row.public_id, player, loadout=some_loadout(), now=NOON)
    assert enter(row.public_id, player, loadout=some_loadout(), now=NOON).pk == first.pk
    assert [(line.did, line.by_name) for line in lines(row)][2:] == [("entered", "player-0"), ("deck", "player-0")]


def test_nobody_enters_what_is_not_announced_is_over_or_is_not_for_them(owner):
    draft = create_tournament(owner, plan(), now=NOON)
    player, late = people(2)
    assert refusal_code(draft, enter, player, loadout=some_loadout()) == "not_found"
    rated = announced(owner, rated=True)
    assert refusal_code(rated, enter, create_guest(), loadout=some_loadout()) == "accounts_only"
    row = started(with_bots(announced(owner), owner, 2), owner)
    assert refusal_code(row, enter, late, loadout=some_loadout()) == "too_late"
    assert refusal_code(row, submit_deck, late, loadout=some_loadout()) == "wrong_state"
    assert refusal_code(row, drop, late) == "not_entered"


def test_deck_is_copied_as_it_was_handed_in_and_can_be_exchanged_until_the_start(owner):
    row, player = announced(owner), people(1)[0]
    deck = deck_of(player)
    enter(row.public_id, player, loadout=chosen(deck, player, "tournament"), now=NOON)
    entry = Entry.objects.get(tournament=row, user=player)
    assert (deck_row_of(entry), starter_of(entry), entry.deck_at) == (deck, "", NOON)
    assert entry.loadout["content"]
    submit_deck(row.public_id, player, loadout=some_loadout(), now=later(minutes=1))
    entry.refresh_from_db()
    assert entry.loadout == some_loadout()
    assert refusal_code(row, submit_deck, player) == "deck_needed"
    # What is played is nobody's business yet, not even of who reads the log.
    said = str([(line.words, line.before, line.after) for line in lines(row)])
    assert deck.name not in said
    assert some_starter() not in said


@pytest.mark.both_databases
def test_who_comes_after_all_places_are_taken_waits_and_moves_up(owner):
    row = announced(owner, capacity=2)
    players = with_people(row, 4)
    assert states(row) == {1: "registered", 2: "registered", 3: "waiting", 4: "waiting"}
    drop(row.public_id, players[0])
    assert states(row) == {1: "withdrawn", 2: "registered", 3: "registered", 4: "waiting"}
    disqualify(row.public_id, owner, 2, reason="Threw a ship at the wall.")
    assert states(row)[4] == "registered"
    assert refusal_code(row, enter, players[1]) == "disqualified"
    assert enter(row.public_id, players[0], loadout=some_loadout()).state == EntryState.WAITING


def test_who_does_not_check_in_leaves_the_place_to_who_waits_and_is_there(owner):
    row = announced(owner, capacity=3, check_in_s=600, starts_at=later(minutes=30))
    players = with_people(row, 5)
    assert refusal_code(row, check_in, players[0], now=later(minutes=10)) == "no_check_in"
    advance(row.public_id, later(minutes=20))
    assert again(row).check_in_opened
    for player in (*players[:2], players[4]):
        check_in(row.public_id, player, now=later(minutes=21))
    advance(row.public_id, later(minutes=30))
    assert again(row).state == TournamentState.RUNNING
    assert states(row) == {1: "playing", 2: "playing", 3: "absent", 4: "absent", 5: "playing"}


def test_who_has_no_legal_deck_does_not_play(owner):
    row = announced(owner)
    with_people(row, 2)
    without = User.objects.create_user("without")
    enter(row.public_id, without, now=NOON)
    row = started(row, owner)
    assert states(row) == {1: "playing", 2: "playing", 3: "absent"}
    assert Entry.objects.get(number=3).reason == "no legal deck was handed in."


def test_start_needs_two_and_a_start_by_the_clock_that_fails_says_so(owner):
    row = announced(owner, starts_at=later(minutes=1))
    with_people(row, 1)
    assert refusal_code(row, start_tournament, owner) == "too_few"
    advance(row.public_id, later(minutes=2))
    row = again(row)
    assert (row.state, row.starts_at) == (TournamentState.OPEN, None)
    assert lines(row)[-1].words.startswith("Could not start: At least two players")
    assert set(states(row).values()) == {"registered"}


def test_deck_that_a_changed_catalogue_forbids_is_told_and_keeps_its_player_out(owner):
    row = announced(owner, check_in_s=600, starts_at=later(minutes=5))
    player = people(1)[0]
    enter(row.public_id, player, loadout=chosen(deck_of(player), player, "tournament"), now=NOON)
    assert judge_decks_again(NOON) == 1
    assert judge_decks_again(NOON) == 0
    entry = Entry.objects.get(number=1)
    assert entry.deck_problem == ""
    card = GameCard.objects.get(
        title=next(title for title, copies in entry.loadout["content"]["deck"].items() if copies > 1)
    )
    write_piece(card, card.definition | {"rarity": "Ultra Rare"}, by=None)
    assert judge_decks_again(later(seconds=1)) == 1
    entry.refresh_from_db()
    assert entry.deck_problem
    assert lines(row)[-1].words == "The deck of player-0 is no longer legal: the catalogue has changed"
    assert refusal_code(row, check_in, player, now=NOON) == "deck_needed"


def test_late_entry_loses_the_rounds_before_and_plays_the_next(owner):
    row = started(with_bots(announced(owner, late_rounds=1), owner, 3), owner)
    now = play_round(row, NOON)  # the next round is paired at once
    late = people(1)[0]
    assert refusal_code(row, enter, late, loadout=some_loadout()) == "too_late"
    row = started(with_bots(announced(owner, late_rounds=1, is_automatic=False), owner, 3), owner)
    pair_round(row.public_id, owner, now=now)
    publish_round(row.public_id, owner, now=now)
    now = play_round(row, now)
    assert refusal_code(row, enter, late) == "deck_needed"
    entry = enter(row.public_id, late, loadout=some_loadout(), now=now)
    assert entry.state == EntryState.PLAYING
    assert list(SitOut.objects.filter(entry=entry).values_list("round__number", "kind")) == [(1, "late")]
    pair_round(row.public_id, owner, now=now)
    assert SitOut.objects.filter(entry=entry).count() == 1
    assert replays(row)


def test_nobody_enters_when_the_last_round_is_under_way(owner):
    row = announced(owner, PhasePlan(Swiss.key, rounds=2), late_rounds=5)
    row = started(with_bots(row, owner, 4), owner)
    early, late = people(2)
    now = play_round(row, NOON)
    assert Round.objects.filter(tournament=row).count() == 2
    assert refusal_code(row, enter, early, loadout=some_loadout()) == "too_late"
    row = started(with_bots(announced(owner, PhasePlan(Swiss.key, rounds=2), late_rounds=5), owner, 4), owner)
    advance(row.public_id, now)
    assert enter(row.public_id, late, loadout=some_loadout(), now=now).state == EntryState.PLAYING


def test_whoever_dropped_is_paired_again_only_when_staff_reinstate_him(owner):
    row = announced(owner, is_automatic=False)
    players = with_people(row, 4)
    row = started(row, owner)
    drop(row.public_id, players[0])
    assert refusal_code(row, drop, players[0]) == "wrong_state"
    assert refusal_code(row, enter, players[0]) == "wrong_state"
    assert refusal_code(row, reinstate, players[1], 1, reason="Came back.") == "not_staff"
    assert refusal_code(row, reinstate, owner, 1, reason=" ") == "malformed"
    reinstate(row.public_id, owner, 1, reason="Came back.")
    assert states(row)[1] == "playing"
    assert lines(row)[-1].reason == "Came back."
    assert replays(row)


def test_bots_and_names_are_entered_by_staff_alone(owner):
    row = announced(owner)
    player = people(1)[0]
    assert refusal_code(row, enter_for, player, bot="captain") == "not_staff"
    assert refusal_code(row, enter_for, owner, bot="commander") == "malformed"
    assert refusal_code(row, enter_for, owner, called="Maren") == "malformed"
    assert refusal_code(row, enter_for, owner, bot="captain", title="No such deck") == "deck_needed"
    table_top = announced(owner, is_table_top=True)
    assert enter_for(table_top.public_id, owner, called="  Maren  of the Reach ").name == "Maren of the Reach"
    assert refusal_code(table_top, enter_for, owner, called="x" * 81) == "malformed"
    titles = [starter_of(enter_for(row.public_id, owner, bot="captain")) for _ in range(len(current_starters()))]
    assert sorted(titles) == sorted(current_starters())


@pytest.mark.both_databases
def test_players_of_one_name_are_told_apart_by_their_numbers(owner):
    row = announced(owner, is_table_top=True)
    names = ["Jane Doe", "Roe", "Jane Dоe", "JANE DOE"]  # the third with a Cyrillic letter
    for name in names:
        enter_for(row.public_id, owner, called=name)
    told = [entry.name for entry in Entry.objects.order_by("number")]
    assert told == ["Jane Doe (1)", "Roe", "Jane Dоe (3)", "JANE DOE (4)"]
