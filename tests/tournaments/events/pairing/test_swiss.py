import os
import subprocess
import sys
from random import Random

import pytest

from tests.sampling import chance_of_this_run, is_long, sample
from tests.tournaments.events.pairing.fields import Field, best_cost, cost, pair_fifth_round
from tournaments.events.pairing import Entrant, PairingError, pair_swiss

ROUNDS = 10_000 if is_long() else 1_500
COMPARED_EACH = 25


def seated(made):
    """Everybody who plays or has the bye, as often as that is."""
    return sorted([*(one for table in made.tables for one in table.players), *([] if made.bye is None else [made.bye])])


@pytest.mark.long
def test_rounds_by_chance_keep_all_rules():
    """With drops, late entries and odd fields. Whether a rematch was needed, and what is best, networkx says."""
    chance, played, again, byes = chance_of_this_run(), 0, 0, 0
    while played < ROUNDS:
        field = Field(chance.randint(2, 20), chance)
        for _ in range(chance.randint(3, 9)):
            entrants = field.entrants()
            made = pair_swiss(entrants, f"{played}")
            assert seated(made) == sorted(field.players)
            assert (made.bye is None) == (len(entrants) % 2 == 0)
            if made.bye is not None:
                byes += 1
                assert field.players[made.bye].byes == min(player.byes for player in field.players.values())
            repeats = [table for table in made.tables if field.players[table.players[0]].met[table.players[1]]]
            assert [table.meetings > 0 for table in made.tables].count(True) == len(repeats)
            if repeats or played % COMPARED_EACH == 0:
                best = best_cost(entrants)
                assert (best is None) == bool(repeats)
                assert best is None or cost(entrants, made) == best
            again += bool(repeats)
            assert bool(made.warnings) or not repeats
            field.play(made.tables, made.bye)
            field.come_and_go()
            played += 1
    assert again > ROUNDS / 200
    assert byes > ROUNDS / 10


@pytest.mark.long
@pytest.mark.parametrize("size", sample([97, 128, 201, 256], 1))
def test_fields_of_which_not_all_edges_are_looked_at_are_paired_as_well_as_can_be(size):
    field = Field(size, Random(size))
    for number in range(4):
        made = pair_swiss(field.entrants(), f"{size} {number}")
        if number == 3:
            assert cost(field.entrants(), made) == best_cost(field.entrants())
        field.play(made.tables, made.bye)


def test_same_seed_gives_the_same_round_in_whatever_order_players_are_told():
    field = Field(33, Random(5))
    for number in range(5):
        entrants = field.entrants()
        made = pair_swiss(entrants, f"seed {number}")
        Random(number).shuffle(entrants)
        assert pair_swiss(entrants, f"seed {number}") == made
        assert pair_swiss(entrants, f"other seed {number}") != made
        field.play(made.tables, made.bye)


def test_another_process_pairs_alike():
    """Whatever order sets have there."""
    told = "from tests.tournaments.events.pairing.fields import pair_fifth_round; print(pair_fifth_round())"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    said = subprocess.check_output([sys.executable, "-c", told], env=environment, text=True)
    assert said == f"{pair_fifth_round()}\n"


def test_first_round_is_by_lot_alone():
    players = [Entrant(number) for number in range(6)]
    opponents = {frozenset(table.players) for seed in range(200) for table in pair_swiss(players, f"{seed}").tables}
    assert len(opponents) == 15


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_small_fields(size):
    made = pair_swiss([Entrant(number, points=number) for number in range(size)], "seed")
    assert len(made.tables) == size // 2
    assert made.bye == (0 if size % 2 else None)
    assert made.warnings == ()


def test_two_who_are_left_meet_again_and_the_organizer_is_told():
    players = [Entrant(1, 3, {2: 2}), Entrant(2, 3, {1: 2})]
    made = pair_swiss(players, "seed")
    assert made.tables[0].meetings == 2
    assert made.tables[0].why == "Both have 3 points. They have met 2 times before: not all could be paired otherwise."
    assert made.warnings == ("1 table meets again: not everybody could be paired otherwise.",)


def test_fewest_meet_again():
    """Of four who have all met, those meet who did so least often."""
    met = {1: {2: 2, 3: 1, 4: 1}, 2: {1: 2, 3: 1, 4: 2}, 3: {1: 1, 2: 1, 4: 2}, 4: {1: 1, 2: 2, 3: 2}}
    made = pair_swiss([Entrant(number, met=known) for number, known in met.items()], "seed")
    assert sorted(sorted(table.players) for table in made.tables) == [[1, 4], [2, 3]]


def test_nobody_has_a_second_bye_before_all_have_had_one_though_somebody_meets_again():
    players = [Entrant(1, 6, {2: 1}, byes=1), Entrant(2, 3, {1: 1}, byes=1), Entrant(3, 9)]
    made = pair_swiss(players, "seed")
    assert made.bye == 3
    assert made.tables[0].meetings == 1
    again = pair_swiss([Entrant(number, byes=1) for number in range(3)], "seed")
    assert again.warnings == ("The bye is a second one: everybody has had one.",)


def test_bye_goes_to_the_lowest_group_if_that_leaves_a_good_round():
    players = [
        Entrant(1, 6),
        Entrant(2, 6),
        Entrant(3, 3),
        Entrant(4, 3),
        Entrant(5, 0, byes=1),
        Entrant(6, 0),
        Entrant(7, 0),
    ]
    made = pair_swiss(players, "seed")
    assert made.bye in (6, 7)
    assert "the fewest" in made.why_bye


def test_nobody_is_paired_down_twice_in_a_row_if_somebody_else_can_be():
    """Three with three points, three with none: one of them has to go down."""
    floated = {1: True, 2: False, 3: True}
    players = [Entrant(number, 3, floated=down) for number, down in floated.items()]
    players += [Entrant(number) for number in (4, 5, 6)]
    for seed in range(20):
        [down] = [table for table in pair_swiss(players, f"{seed}").tables if table.gap]
        assert down.players[0] == 2
        assert down.why == "Paired down: 3 have 3 points, an odd number."


def test_those_who_should_not_meet_do_not_while_that_can_be_avoided():
    """Even a meeting again is better; if nothing else is left they meet, and the organizer is told."""
    household = frozenset({1, 2})
    players = [Entrant(1, 3, apart=household - {1}), Entrant(2, 3), Entrant(3), Entrant(4)]
    assert all(set(table.players) != household for seed in range(20) for table in pair_swiss(players, f"{seed}").tables)
    met = {1: {3: 1, 4: 1}, 2: {3: 1, 4: 1}, 3: {}, 4: {}}
    players = [Entrant(number, met=met[number], apart=frozenset({2} if number == 1 else ())) for number in met]
    assert all(table.meetings for table in pair_swiss(players, "seed").tables)
    made = pair_swiss(players[:2], "seed")
    assert made.warnings == ("1 table has two who should not meet: nobody else was left.",)


def test_best_tables_come_first_and_the_better_player_first_at_each():
    field = Field(12, Random(3))
    for number in range(4):
        made = pair_swiss(field.entrants(), f"{number}")
        points = [[field.players[one].points for one in table.players] for table in made.tables]
        assert all(one >= other for one, other in points)
        assert [one for one, _ in points] == sorted((one for one, _ in points), reverse=True)
        field.play(made.tables, made.bye)


def test_somebody_named_twice_is_refused():
    with pytest.raises(PairingError, match="Player 7 is named twice"):
        pair_swiss([Entrant(7), Entrant(8), Entrant(7)], "seed")
