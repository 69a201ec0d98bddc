"""When a player is asked in windows: always, when he can, not in this turn; and nothing of it shows."""

import pytest

from incursions.accounts.models import WindowChoice
from incursions.kit.refusals import DomainError
from tests.tournaments.laid_matches import NOON, later, lay_match, people, play
from tests.tournaments.matches.windows import has_only_free_actions, is_window_with_a_choice, play_until
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.holds import PASS, can_do_nothing, find_chosen, is_passed, wants_to_pass
from tournaments.matches.models import Match
from tournaments.matches.moves import choose_preset
from tournaments.matches.table_rows import game_of


@pytest.fixture
def table(db):
    players = people(3)
    return lay_match(players, mode="full"), players


def choose(match, players, seat, name):
    """Choose a preset and return the match."""
    choose_preset(match.public_id, players[seat], name, now=NOON)
    return Match.objects.get(pk=match.pk)


def test_who_passes_this_turn_is_passed_through_the_hold_though_he_could_answer(table):
    match, players = table
    game = play_until(match, players, is_window_with_a_choice)
    seat, revision = game.decision.seat, match.revision
    assert match.bot_due_at is None
    match = choose(match, players, seat, PASS)
    assert match.bot_due_at >= NOON
    assert match.revision == revision
    assert play_bots(match.public_id, match.last_action, now=later(seconds=2)) >= 1
    passed = match.actions.get(number=match.last_action + 1)
    assert (passed.seat, passed.text, passed.lapsed, passed.reason) == (seat, "pass", False, "")


def test_who_thinks_better_of_it_is_asked_though_the_pass_was_on_its_way(table):
    match, players = table
    seat = play_until(match, players, is_window_with_a_choice).decision.seat
    choose(match, players, seat, PASS)
    match = choose(match, players, seat, WindowChoice.ABLE)
    assert match.bot_due_at is None
    assert play_bots(match.public_id, match.last_action, now=later(seconds=2)) == 0


def test_passing_ends_with_the_turn_and_never_answers_anything_but_a_window(table):
    match, players = table
    game = play_until(match, players, is_window_with_a_choice)
    seat = game.decision.seat
    match = choose(match, players, seat, PASS)
    row = match.seats.get(index=seat)
    assert find_chosen(game, row) == PASS
    row.passes_turn = game.turns - 1
    assert find_chosen(game, row) == WindowChoice.ANSWER
    assert not is_passed(game, row)
    row.passes_turn = None
    game = play_until(match, players, lambda game: game.decision.topic == "defence" and len(game.decision.options) > 1)
    row.index, row.passes_turn = game.decision.seat, game.turns
    assert not is_passed(game, row)


def test_who_heeds_attacks_is_asked_when_something_is_aimed_at_him(table):
    match, players = table
    game = play_until(
        match, players, lambda game: game.decision.topic in game.window_topics and game.is_aimed_at(game.decision.seat)
    )
    row = match.seats.get(index=game.decision.seat)
    row.passes_turn = game.turns
    assert not wants_to_pass(game, row)
    row.heeds_attacks = False
    assert wants_to_pass(game, row)


def test_who_is_always_asked_is_waited_for_where_nothing_can_be_done(table):
    match, players = table
    game = play_until(match, players, lambda game: can_do_nothing(game) and game.decision.topic in game.window_topics)
    seat = game.decision.seat
    match = choose(match, players, seat, WindowChoice.ALWAYS)
    assert match.bot_due_at is None
    assert play_bots(match.public_id, match.last_action, now=later(seconds=2)) == 0
    play(match, players[seat], "pass")
    assert game_of(Match.objects.get(pk=match.pk)).number > game.number


def test_who_could_only_turn_power_up_is_passed_through_the_hold_and_loses_nothing(table):
    match, players = table
    game = play_until(match, players, has_only_free_actions)
    seat = game.decision.seat
    assert "aux" in game.decision.options
    assert match.bot_due_at >= NOON
    assert play_bots(match.public_id, match.last_action, now=match.bot_due_at) == 1
    passed = match.actions.get(number=match.last_action + 1)
    assert (passed.seat, passed.text, passed.lapsed) == (seat, "pass", False)


@pytest.mark.parametrize("choice", [WindowChoice.ABLE, WindowChoice.ALWAYS])
def test_who_chose_it_is_asked_where_he_could_only_turn_power_up(table, choice):
    match, players = table
    seat = play_until(match, players, has_only_free_actions).decision.seat
    match = choose(match, players, seat, choice)
    assert match.bot_due_at is None
    match = choose(match, players, seat, WindowChoice.ANSWER)
    assert match.bot_due_at >= NOON


def test_choice_is_remembered_for_the_player_in_every_match(table):
    match, players = table
    choose(match, players, 1, WindowChoice.ABLE)
    other = lay_match(players, mode="full")
    game = game_of(other)
    assert find_chosen(game, other.seats.get(user=players[1])) == WindowChoice.ABLE
    assert find_chosen(game, other.seats.get(user=players[0])) == WindowChoice.ANSWER


def test_hold_of_another_match_ends_when_its_player_wants_to_be_asked(table):
    match, players = table
    other = lay_match(players, mode="full")
    seat = play_until(match, players, has_only_free_actions).decision.seat
    choose(other, players, seat, WindowChoice.ABLE)
    last = match.last_action
    play_bots(match.public_id, last, now=match.bot_due_at)
    match.refresh_from_db()
    assert (match.last_action, match.bot_due_at) == (last, None)


def test_others_choose_for_nobody(table):
    match, players = table
    with pytest.raises(DomainError) as refused:
        choose_preset(match.public_id, None, PASS)
    assert refused.value.code == "spectator"
    row = match.seats.get(index=0)
    choose(match, players, 1, PASS)
    row.refresh_from_db()
    assert row.passes_turn is None
