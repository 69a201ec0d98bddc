import json
import random

import pytest

from incursions.games.contract import GameKind
from incursions.games.incursions import bots
from incursions.games.incursions.bots import Choice, ViewBot
from incursions.games.incursions.kind import KIND
from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play
from tournaments.matches.bot_moves import ACTIONS_AT_ONCE, choose_moves, play_bots
from tournaments.matches.export import export_match
from tournaments.matches.models import Match
from tournaments.matches.table_rows import game_of
from tournaments.matches.verification import first_difference

pytestmark = pytest.mark.both_databases


@pytest.fixture
def against_bots(catalogue):
    """A match of one person and three bots, in which a bot is asked."""
    [player] = people(1)
    match = lay_match([player], bots=("captain", "random", "captain"), pace_s=0)
    while asked(match) == 0:
        play(match, player, "decline")
    match.refresh_from_db()
    return match, player


def test_at_pace_0_bots_play_until_a_person_is_asked(against_bots):
    match, _ = against_bots
    played = play_bots(match.public_id, match.last_action, now=NOON)
    assert 0 < played <= ACTIONS_AT_ONCE
    match_after = Match.objects.get(pk=match.pk)
    assert match_after.last_action == match.last_action + played
    assert played == ACTIONS_AT_ONCE or asked(match_after) == 0
    assert (match_after.bot_due_at is None) == (asked(match_after) == 0)


def test_at_a_pace_bots_play_one_action_and_the_next_when_it_is_due(catalogue):
    [player] = people(1)
    match = lay_match([player], bots=("captain",), pace_s=3)
    while asked(match) == 0:
        play(match, player, "decline")
    match.refresh_from_db()
    assert play_bots(match.public_id, match.last_action, now=later(seconds=3)) == 1
    after = Match.objects.get(pk=match.pk)
    assert after.last_action == match.last_action + 1
    assert after.bot_due_at == (later(seconds=6) if asked(after) == 1 else None)


@pytest.mark.parametrize("last_action", [0, 99])
def test_task_of_another_action_does_nothing(against_bots, last_action):
    match, _ = against_bots
    if last_action == match.last_action:
        last_action = 98
    before = everything(match)
    assert play_bots(match.public_id, last_action, now=NOON) == 0
    assert everything(match) == before


def test_task_that_comes_twice_does_nothing_the_second_time(against_bots):
    match, _ = against_bots
    assert play_bots(match.public_id, match.last_action, now=NOON)
    before = everything(match)
    assert play_bots(match.public_id, match.last_action, now=NOON) == 0
    assert everything(match) == before


def test_task_of_a_match_that_is_not_there_does_nothing(db):
    assert play_bots("nosuchtable", 0) == 0


def test_bots_play_no_person(duel):
    match, _ = duel
    assert play_bots(match.public_id, 0, now=NOON) == 0


def test_bots_find_the_match_over_at_its_limit(against_bots):
    match, _ = against_bots
    assert play_bots(match.public_id, match.last_action, now=later(minutes=45)) == 0
    after = Match.objects.get(pk=match.pk)
    assert (after.state, after.version) == ("over", match.version + 1)


def test_bot_sees_the_view_of_its_seat_and_the_question(against_bots, monkeypatch):
    match, _ = against_bots
    seen = []

    class Watching(ViewBot):
        name = "random"

        def explain(self, view, decision, rng):
            seen.append((view["seat"], decision.seat, tuple(view["options"]) == tuple(decision.options)))
            return Choice(decision.options[0], "it stands first")

    monkeypatch.setattr(GameKind, "make_bot", lambda kind, name, seconds: Watching())
    play_bots(match.public_id, match.last_action, now=NOON)
    assert seen
    assert all(view == seat != 0 and same for view, seat, same in seen)


def test_bot_that_fails_does_the_least(against_bots, monkeypatch):
    match, _ = against_bots

    class Failing:
        name = "random"

        def answer(self, game, question, rng):
            raise RuntimeError("no idea")

    monkeypatch.setattr(GameKind, "make_bot", lambda kind, name, seconds: Failing())
    assert play_bots(match.public_id, match.last_action, now=NOON) > 0
    assert set(match.actions.exclude(seat=0).values_list("text", flat=True)) == {"decline"}


def test_at_most_fifty_actions_are_chosen_at_once_and_the_last_line_is_ended(against_bots):
    match, _ = against_bots
    everybody = dict.fromkeys(range(4), "random")
    for limit in (1, ACTIONS_AT_ONCE):
        game = game_of(match)
        chosen = choose_moves(KIND, game, everybody, limit)
        assert len(chosen) >= limit
        last_line = chosen[limit - 1 :]
        assert {move.seat for move in last_line} == {last_line[0].seat}
        assert game.decision.said == ()


@pytest.mark.parametrize("opponents", [1, 5])
def test_bots_turn_costs_the_same_queries(catalogue, django_assert_num_queries, opponents):
    [player] = people(1)
    match = lay_match([player], bots=("random",) * opponents, pace_s=0)
    while asked(match) == 0:
        play(match, player, "decline")
    match.refresh_from_db()
    # Match and bots; a savepoint and its release around match, seats, actions, match, seats.
    with django_assert_num_queries(9):
        assert play_bots(match.public_id, match.last_action, now=NOON)


@pytest.mark.long
def test_match_between_a_person_and_bots_comes_to_its_end_and_verifies(catalogue):
    [player] = people(1)
    rng = random.Random(2)
    match = lay_match([player], bots=bots.BOT_NAMES, pace_s=0)
    while match.is_running:
        if asked(match) == 0:
            play(match, player, rng.choice(game_of(match).decision.options))
        else:
            play_bots(match.public_id, match.last_action, now=NOON)
        match.refresh_from_db()
    assert match.result["ending"] in {"wormhole", "destruction", "draw", "time"}
    assert first_difference(json.loads(json.dumps(export_match(match)))) is None
