"""Rounds by hand: arranged, published, undone, ruled on, paused; and every refusal leaves all as it was."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from incursions.accounts.models import User
from tests.tournaments.events.organizing.refusals import refusal_message
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    replays,
    started,
    tables,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.api.read_views import bracket_data
from tournaments.events.entries import disqualify, drop, enter_for, penalise
from tournaments.events.enums import EntryState, Kind, PenaltyKind, RoundState, SitOutKind, Source, TournamentState
from tournaments.events.formats import Pods, RoundRobin, SingleElimination, Swiss
from tournaments.events.history import final_places, standings_of
from tournaments.events.models import Entry, Place, Round, SitOut, Table, Tournament
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance, end_build_phase, start_tournament
from tournaments.events.results import rule_result
from tournaments.events.rounds import (
    break_table,
    feature_table,
    give_bye,
    pair_round,
    pair_table,
    publish_round,
    swap,
    undo_round,
)
from tournaments.events.tables import extend_table, pause_tournament, resume_tournament
from tournaments.matches.models import Match
from tournaments.matches.staff.acting import Order, act_as_organizer
from tournaments.matches.staff.models import Kind as Act
from tournaments.matches.staff.models import StaffAct
from tournaments.matches.table_rows import game_of


def paired(owner: User, *phases: PhasePlan, bots: int = 5, **named: Any) -> Tournament:
    """Start a tournament of bots with a draft of its first round."""
    row = with_bots(announced(owner, *phases, is_automatic=False, **named), owner, bots)
    started(row, owner)
    pair_round(row.public_id, owner, now=NOON)
    return again(row)


def running(owner: User, *phases: PhasePlan, now: datetime = NOON, **named: Any) -> Tournament:
    """Start a tournament of bots whose first round is played at open tables."""
    row = paired(owner, *phases, **named)
    publish_round(row.public_id, owner, now=now)
    advance(row.public_id, now)
    return again(row)


def sitting(row: Tournament, number: int = 1) -> tuple[tuple[int, ...], ...]:
    return tuple(tables(row, number))


def with_bye(row: Tournament) -> int:
    return SitOut.objects.get(round__tournament=row, kind=SitOutKind.BYE).entry.number


def test_two_change_places_and_one_with_who_has_the_bye(owner):
    row = paired(owner)
    (a, b), (c, d) = sitting(row)
    swap(row.public_id, owner, a, d)
    assert sitting(row) == ((d, b), (c, a))
    out = with_bye(row)
    swap(row.public_id, owner, out, b)
    assert (sitting(row), with_bye(row)) == (((d, out), (c, a)), b)
    assert set(Table.objects.values_list("why", flat=True)) == {"Arranged by the staff."}
    assert replays(row)


def test_what_cannot_change_places_stays(owner):
    row = paired(owner)
    (a, b), _ = sitting(row)
    out = with_bye(row)
    assert refusal_message(row, "malformed", swap, owner, a, b) == "These two sit at the same table."
    assert refusal_message(row, "malformed", swap, owner, a, a) == "Choose two different players."
    assert refusal_message(row, "malformed", swap, owner, out, out) == "Choose two different players."
    refusal_message(row, "no_such_player", swap, owner, a, 99)
    enter_late = enter_for  # whoever comes after the pairing has no place in it
    Tournament.objects.update(late_rounds=3)
    late = enter_late(row.public_id, owner, bot="random").number
    assert "play from the next round on" in refusal_message(row, "wrong_state", swap, owner, a, late)
    assert refusal_message(row, "malformed", swap, owner, out, late) == "Neither of these sits at a table."


def test_who_meets_whom_in_a_bracket_is_changed_by_nobody(owner):
    row = paired(owner, PhasePlan(SingleElimination.key), bots=4)
    (a, _), (c, _) = sitting(row)
    refusal_message(row, "wrong_state", swap, owner, a, c)
    refusal_message(row, "wrong_state", break_table, owner, 1, reason="Brothers.")


def test_broken_table_is_paired_again(owner):
    row = paired(owner)
    (a, b), (c, d) = sitting(row)
    out = with_bye(row)
    refusal_message(row, "malformed", break_table, owner, 1, reason=" ")
    refusal_message(row, "no_such_table", break_table, owner, 7, reason="Brothers.")
    break_table(row.public_id, owner, 1, reason="Brothers.")
    assert sitting(row) == ((c, d),)
    assert "Not everybody is paired" in refusal_message(row, "wrong_state", publish_round, owner)
    refusal_message(row, "malformed", pair_table, owner, [a])
    refusal_message(row, "malformed", pair_table, owner, [a, a])
    refusal_message(row, "wrong_state", pair_table, owner, [a, c])
    refusal_message(row, "wrong_state", give_bye, owner, c)
    pair_table(row.public_id, owner, [a, out])
    give_bye(row.public_id, owner, b)
    assert (sitting(row), with_bye(row)) == (((c, d), (a, out)), b)
    publish_round(row.public_id, owner)
    assert replays(row)


def test_table_broken_while_it_is_played_ends_its_match_and_another_opens(owner):
    row = running(owner)
    (a, b), _ = sitting(row)
    old = Table.objects.get(number=1).match
    break_table(row.public_id, owner, 1, reason="Brothers.")
    assert Match.objects.get(pk=old.pk).is_over
    give_bye(row.public_id, owner, a)
    pair_table(row.public_id, owner, [b, with_bye_but(row, a)])
    advance(row.public_id, later(seconds=6))
    assert Table.objects.get(number=3).match is not None


def with_bye_but(row: Tournament, player: int) -> int:
    outs = SitOut.objects.filter(round__tournament=row, kind=SitOutKind.BYE).exclude(entry__number=player)
    return outs.get().entry.number


def test_at_table_top_no_match_opens_at_a_table_that_is_paired_late(owner):
    row = running(owner, is_table_top=True)
    players = sitting(row)[0]
    break_table(row.public_id, owner, 1, reason="Brothers.")
    pair_table(row.public_id, owner, players)
    advance(row.public_id, later(seconds=10))
    table = Table.objects.get(number=3)
    assert (table.match, table.opened_at is None, table.source) == (None, False, Source.NONE)


def test_no_show_at_a_broken_table_is_forgiven(owner):
    row = running(owner)
    first = sitting(row)[0][0]
    Place.objects.filter(entry__number=first).update(is_no_show=True)
    Entry.objects.filter(number=first).update(no_shows=1)
    break_table(row.public_id, owner, 1, reason="The door was locked.")
    assert Entry.objects.get(number=first).no_shows == 0
    assert lines(row)[-1].after["no_shows_forgiven"] == [first]


def test_draft_is_paired_anew_and_the_old_one_counts_for_nothing(owner):
    row = paired(owner)
    pair_round(row.public_id, owner)
    assert list(Round.objects.order_by("pk").values_list("number", "state")) == [
        (1, RoundState.UNDONE),
        (1, RoundState.DRAFT),
    ]
    publish_round(row.public_id, owner)
    refusal_message(row, "wrong_state", pair_round, owner)
    refusal_message(row, "wrong_state", publish_round, owner)


def test_undone_round_ends_its_matches_and_is_paired_again(owner):
    row = running(owner)
    refusal_message(row, "malformed", undo_round, owner, reason="")
    undo_round(row.public_id, owner, reason="The wrong tables.")
    assert not Match.objects.exclude(state="over").exists()
    refusal_message(row, "wrong_state", undo_round, owner, reason="Once more.")
    assert pair_round(row.public_id, owner).number == 1
    assert replays(row)


def test_last_round_of_a_tournament_that_is_over_can_be_undone(owner):
    row = running(owner, PhasePlan(Swiss.key, rounds=1))
    for number in (1, 2):
        rule_result(row.public_id, owner, 1, number, [1, 2], reason="Seen.")
    advance(row.public_id, later(seconds=1))
    assert again(row).is_over
    undo_round(row.public_id, owner, reason="The wrong tables.")
    assert again(row).state == TournamentState.RUNNING
    assert pair_round(row.public_id, owner).number == 1


def test_ruling_ends_the_match_and_stands(owner):
    row = running(owner)
    match = Table.objects.get(number=1).match
    refusal_message(row, "malformed", rule_result, owner, 1, 1, [1, 3], reason="Seen.")
    refusal_message(row, "malformed", rule_result, owner, 1, 1, [1, 2], reason="")
    refusal_message(row, "malformed", rule_result, owner, 1, 1, [1, 2], reason="Seen.", left=[5])
    refusal_message(row, "no_such_table", rule_result, owner, 1, 9, [1, 2], reason="Seen.")
    refusal_message(row, "no_such_round", rule_result, owner, 2, 1, [1, 2], reason="Seen.")
    rule_result(row.public_id, owner, 1, 1, [2, 1], reason="Seen.", left=[0, 7])
    assert Match.objects.get(pk=match.pk).is_over
    advance(row.public_id, later(seconds=1))
    places = Place.objects.filter(table__number=1).order_by("index").values_list("place", "left")
    assert (list(places), Table.objects.get(number=1).source) == ([(2, 0), (1, 7)], Source.JUDGE)
    rule_result(row.public_id, owner, 1, 1, [1, 1], reason="Looked again.")
    assert lines(row)[-1].before["places"] != lines(row)[-1].after["places"]
    assert replays(row)


def test_in_a_bracket_one_goes_on_and_what_others_were_paired_by_stays(owner):
    row = running(owner, PhasePlan(SingleElimination.key), bots=4)
    refusal_message(row, "malformed", rule_result, owner, 1, 1, [1, 1], reason="Seen.")
    for number in (1, 2):
        rule_result(row.public_id, owner, 1, number, [1, 2], reason="Seen.")
    advance(row.public_id, later(seconds=1))
    pair_round(row.public_id, owner)
    message = refusal_message(row, "wrong_state", rule_result, owner, 1, 1, [2, 1], reason="Looked again.")
    assert message == "Later rounds depend on that result: undo them first."


@pytest.mark.parametrize("format_", [Swiss.key, RoundRobin.key])
def test_double_loss_brings_both_the_points_of_a_loss(owner, format_):
    row = running(owner, PhasePlan(format_), bots=4)
    before = {one.player: one.score.points for one in standings_of(again(row))}
    rule_result(row.public_id, owner, 1, 1, [2, 2], reason="Both cheated.")
    rule_result(row.public_id, owner, 1, 2, [1, 2], reason="Seen.")
    players = tables(row, 1)[0]
    after = {one.player: one.score.points for one in standings_of(again(row))}
    assert [after[player] - before[player] for player in players] == [0, 0]
    assert lines(row)[-2].words == "Table 1 of round 1: all lost"
    assert replays(row)
    advance(row.public_id, later(seconds=1))
    assert pair_round(row.public_id, owner).number == 2


def test_both_are_out_of_a_bracket_by_a_double_loss(owner):
    row = running(owner, PhasePlan(SingleElimination.key), bots=4)
    both, others = tables(row, 1)
    rule_result(row.public_id, owner, 1, 1, [2, 2], reason="Both cheated.")
    rule_result(row.public_id, owner, 1, 2, [1, 2], reason="Seen.")
    advance(row.public_id, later(seconds=1))
    assert again(row).is_over
    assert final_places(again(row)) == [[others[0]], sorted([*both, others[1]])]
    assert replays(row)
    assert bracket_data(row.phases.get())["matches"][-1]["winner"] == others[0]


def test_table_gets_more_time_and_its_match_too(owner):
    row = running(owner, now=timezone.now(), match_s=3600)
    for minutes in (0, 181):
        refusal_message(row, "malformed", extend_table, owner, 1, minutes, reason="Froze.")
    refusal_message(row, "no_such_table", extend_table, owner, 9, 5, reason="Froze.")
    extend_table(row.public_id, owner, 1, 5, reason="Froze.")
    table = Table.objects.get(number=1)
    assert table.extension_s == 300
    assert StaffAct.objects.get(match=table.match).kind == "extend match"
    rule_result(row.public_id, owner, 1, 1, [1, 2], reason="Seen.")
    refusal_message(row, "wrong_state", extend_table, owner, 1, 5, reason="Froze.")


def test_pause_lets_nothing_fall_due_and_gives_the_time_back(owner):
    row = running(owner)
    ends = Round.objects.get().ends_at
    refusal_message(row, "not_paused", resume_tournament, owner)
    refusal_message(row, "malformed", pause_tournament, owner, reason="")
    pause_tournament(row.public_id, owner, reason="Fire alarm.", now=later(seconds=10))
    refusal_message(row, "paused", pause_tournament, owner, reason="Again.")
    assert not advance(row.public_id, later(hours=3))
    resume_tournament(row.public_id, owner, now=later(seconds=70))
    assert Round.objects.get().ends_at == ends + timedelta(seconds=60)
    assert not Match.objects.filter(paused_at__isnull=False).exists()


def test_nothing_begins_while_everything_is_paused(owner):
    row = paired(owner)
    pause_tournament(row.public_id, owner, reason="Fire alarm.", now=later(seconds=10))
    refusal_message(row, "paused", publish_round, owner)
    swap(row.public_id, owner, *(pair[0] for pair in sitting(row)))
    resume_tournament(row.public_id, owner, now=later(seconds=70))
    assert publish_round(row.public_id, owner).state == RoundState.PUBLISHED
    fresh = with_bots(announced(owner, kind=Kind.SEALED), owner, 2)
    pause_tournament(fresh.public_id, owner, reason="Fire alarm.")
    refusal_message(fresh, "paused", start_tournament, owner)
    resume_tournament(fresh.public_id, owner)
    start_tournament(fresh.public_id, owner)
    pause_tournament(fresh.public_id, owner, reason="Fire alarm.")
    refusal_message(fresh, "paused", end_build_phase, owner)


@pytest.mark.parametrize("strike", [disqualify, partial(penalise, kind=PenaltyKind.DISQUALIFICATION)])
def test_who_is_disqualified_loses_the_match_that_is_played(owner, strike):
    now = timezone.now()
    row = announced(owner, is_automatic=False, match_s=3600)
    with_people(row, 2, now)
    started(row, owner, now)
    pair_round(row.public_id, owner, now=now)
    publish_round(row.public_id, owner, now=now)
    advance(row.public_id, now)
    strike(row.public_id, owner, 1, reason="Marked tiles.")
    assert Table.objects.get().match.is_over
    advance(row.public_id)
    assert dict(Place.objects.values_list("entry__number", "place")) == {1: 2, 2: 1}
    assert replays(row)


RULINGS = [
    disqualify,
    partial(penalise, kind=PenaltyKind.DISQUALIFICATION),
    partial(penalise, kind=PenaltyKind.GAME_LOSS),
]


def with_bots_at_tables(owner, *phases, bots: int, seconds: int = 3600) -> Tournament:
    """Start a tournament of bots whose first round is played now."""
    now = timezone.now()
    row = announced(owner, *phases, match_s=seconds, now=now)
    row = started(with_bots(row, owner, bots), owner, now)
    advance(row.public_id, now)
    return row


@pytest.mark.parametrize("rule", RULINGS)
@pytest.mark.parametrize("number", [1, 2])
def test_ruling_about_a_bot_ends_its_match_as_a_persons_does(owner, rule, number):
    row = with_bots_at_tables(owner, bots=2)
    rule(row.public_id, owner, number, reason="Marked tiles.")
    table = Table.objects.get()
    seats = [place.entry.number for place in table.places.order_by("index")]
    assert table.match.is_over
    assert table.match.result["winner"] == seats.index(3 - number)
    advance(row.public_id)
    assert dict(Place.objects.filter(table=table).values_list("entry__number", "place")) == {number: 2, 3 - number: 1}
    assert replays(row)


@pytest.mark.parametrize("rule", RULINGS)
def test_ruling_about_a_bot_of_several_strikes_its_own_seat(owner, rule):
    row = with_bots_at_tables(owner, PhasePlan(Pods.key, rounds=1, seats=4), bots=4)
    match = Table.objects.get().match
    third = Place.objects.get(index=2).entry
    rule(row.public_id, owner, third.number, reason="Marked tiles.")
    match.refresh_from_db()
    assert (match.is_running, struck_in(match)) == (True, [2])


def struck_in(match: Match) -> list[int]:
    """Who is out of a match."""
    return [ship.seat for ship in game_of(match).ships if ship.out is not None]


def test_seat_of_a_bot_is_found_though_another_of_its_kind_had_left_before_the_match(owner):
    now = timezone.now()
    row = announced(owner, PhasePlan(Pods.key, rounds=1, seats=4), match_s=3600, delay_s=30, now=now)
    row = started(with_bots(row, owner, 4), owner, now)
    advance(row.public_id, now)
    numbers = list(Place.objects.order_by("index").values_list("entry__number", flat=True))
    drop(row.public_id, owner, numbers[0], reason="Switched off.")
    advance(row.public_id, now + timedelta(seconds=30))
    disqualify(row.public_id, owner, numbers[2], reason="Marked tiles.")
    match = Table.objects.get().match
    assert (match.seats.count(), struck_in(match)) == (3, [1])
    act_as_organizer(match.public_id, owner, Order(Act.ADJUDICATE, "Seen.", seat=2))
    advance(row.public_id)
    places = dict(Place.objects.values_list("entry__number", "place"))
    assert (places[numbers[3]], places[numbers[0]]) == (1, 4)
    assert list(Place.objects.filter(is_no_show=True).values_list("entry__number", flat=True)) == [numbers[0]]
    assert replays(row)


@pytest.mark.parametrize(("bots", "is_over"), [(2, True), (4, False)])
def test_struck_seat_lets_a_paused_match_go_on_only_to_its_end(owner, bots, is_over):
    row = with_bots_at_tables(owner, PhasePlan(Pods.key, rounds=1, seats=4), bots=bots)
    pause_tournament(row.public_id, owner, reason="Fire alarm.")
    penalise(row.public_id, owner, 1, PenaltyKind.GAME_LOSS, reason="Marked tiles.")
    match = Table.objects.get().match
    assert (match.is_over, match.is_halted) == (is_over, not is_over)
    assert len(struck_in(match)) == 1


def test_featured_table_is_logged_once(owner):
    row = running(owner)
    feature_table(row.public_id, owner, 1, is_featured=True)
    feature_table(row.public_id, owner, 1, is_featured=True)
    assert [line.words for line in lines(row)].count("Table 1 of round 1 is featured") == 1
    feature_table(row.public_id, owner, 1, is_featured=False)
    assert lines(row)[-1].words == "Table 1 of round 1 is no longer featured"
    refusal_message(row, "no_such_table", feature_table, owner, 9, is_featured=True)
    fresh = announced(owner)
    refusal_message(fresh, "wrong_state", feature_table, owner, 1, is_featured=True)


def test_penalty_that_disqualifies_twice_is_not_noted_twice(owner):
    row = running(owner)
    penalise(row.public_id, owner, 1, PenaltyKind.DISQUALIFICATION, reason="Marked tiles.")
    assert Entry.objects.get(number=1).state == EntryState.DISQUALIFIED
    refusal_message(row, "wrong_state", penalise, owner, 1, PenaltyKind.DISQUALIFICATION, reason="Once more.")
    refusal_message(row, "malformed", penalise, owner, 2, "detention", reason="Late.")
    refusal_message(row, "no_such_player", penalise, owner, 99, PenaltyKind.WARNING, reason="Late.")
    refusal_message(row, "wrong_state", disqualify, owner, 1, reason="Once more.")


def test_only_what_is_about_the_same_keeps_an_act_from_being_done(owner):
    row = running(owner, is_table_top=True)
    seen = row.version
    rule_result(row.public_id, owner, 1, 2, [1, 2], reason="Seen.")
    extend_table(row.public_id, owner, 1, 5, reason="Froze.", seen=seen)
    message = refusal_message(row, "tournament_moved_on", extend_table, owner, 1, 5, reason="Froze.", seen=seen)
    assert "Table 1 has 5 min more" in message
    penalise(row.public_id, owner, 1, PenaltyKind.WARNING, reason="Late.", seen=seen)
    refusal_message(row, "tournament_moved_on", drop, owner, 1, reason="Late.", seen=seen)
    drop(row.public_id, owner, 2, reason="Ill.", seen=seen)
    give = again(row).version
    break_table(row.public_id, owner, 1, reason="Brothers.", seen=give)
    refusal_message(row, "tournament_moved_on", undo_round, owner, reason="All wrong.", seen=give)
    refusal_message(row, "tournament_moved_on", extend_table, owner, 2, 5, reason="Froze.", seen=give)
    refusal_message(row, "tournament_moved_on", swap, owner, 1, 2, seen=again(row).version + 1)
