from fractions import Fraction
from random import Random

import pytest

from incursions.games.incursions.results import MARGIN, RESULTS
from tournaments.events.standings import (
    FLOOR,
    Absence,
    Comparison,
    OpponentsOpponentsWins,
    OpponentsWins,
    RoundResult,
    Rules,
    Scoring,
    TableResult,
    list_tie_breaks,
    scores,
    standings,
)

BOTH = ("points", OpponentsWins.key)


def won(winner, loser, left=20):
    return TableResult((winner, loser), (1, 2), (left, 0))


def by_chance(chance, size, rounds):
    """Return random rounds, and the players who dropped. Some come late, and tables are of two or four."""
    gone: set[int] = set()
    played = []
    for _ in range(rounds):
        there = [player for player in range(size) if player not in gone]
        chance.shuffle(there)
        tables, absent = [], []
        while len(there) > 1:
            seated = [there.pop() for _ in range(4 if len(there) > 5 and chance.random() < 0.3 else 2)]
            left = sorted((chance.randint(0, 60) for _ in seated), reverse=True)
            shared = chance.random() < 0.1
            places = [1, 1 if shared else 2, 3, 4][: len(seated)]
            tables.append(TableResult(tuple(seated), tuple(places), tuple(left)))
        absent += [(player, chance.choice(list(Absence))) for player in there]
        played.append(RoundResult(tuple(tables), tuple(absent)))
        gone |= {player for player in range(size) if chance.random() < 0.03}
    return played, gone


def plainly(players, rounds, scoring):
    """Opponents' win percentage and that of their opponents, in floating point and one after the other."""
    points, count, met = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0), {player: [] for player in players}
    for each in rounds:
        for table in each.tables:
            firsts = [player for player, place in zip(table.players, table.places, strict=True) if place == 1]
            for player in table.players:
                count[player] += 1
                points[player] += (scoring.win if len(firsts) == 1 else scoring.draw) if player in firsts else 0
                met[player] += [other for other in table.players if other != player]
        for player, absence in each.absent:
            count[player] += 1
            points[player] += 3 if absence in (Absence.BYE, Absence.WON) else 0
    part = {player: max(0.33, points[player] / (3 * count[player])) if count[player] else 0.33 for player in players}
    of = {player: sum(part[other] for other in met[player]) / max(len(met[player]), 1) for player in players}
    theirs = {player: sum(of[other] for other in met[player]) / max(len(met[player]), 1) for player in players}
    return points, of, theirs


def test_opponents_percentage_by_hand():
    """Ann beat Bob and had a bye; Bob beat Cid; Cid lost twice: he has a third at least as an opponent."""
    ann, bob, cid = 1, 2, 3
    rounds = [
        RoundResult((won(ann, bob),), ((cid, Absence.LOST),)),
        RoundResult((won(bob, cid),), ((ann, Absence.BYE),)),
    ]
    found = standings([ann, bob, cid], rounds, Rules(order=BOTH))
    assert [(one.rank, one.player, one.values) for one in found] == [
        (1, ann, (6, Fraction(1, 2))),
        (2, bob, (3, (1 + Fraction(33, 100)) / 2)),
        (3, cid, (0, Fraction(1, 2))),
    ]


@pytest.mark.parametrize("seed", range(30))
def test_numbers_are_those_of_a_plain_count(seed):
    chance = Random(seed)
    rounds, _ = by_chance(chance, chance.randint(2, 30), chance.randint(1, 8))
    players = range(30)
    order = ("points", OpponentsWins.key, OpponentsOpponentsWins.key)
    points, of, theirs = plainly(players, rounds, Scoring())
    found = standings(players, rounds, Rules(order=order))
    for one in found:
        expected = points[one.player], of[one.player], theirs[one.player]
        assert tuple(map(float, one.values)) == pytest.approx(expected)
    assert [one.values for one in found] == sorted((one.values for one in found), reverse=True)


TIE_BREAKS = list_tie_breaks(RESULTS)


@pytest.mark.parametrize("key", TIE_BREAKS)
def test_every_number_is_explained_by_its_parts(key):
    rounds, _ = by_chance(Random(4), 24, 6)
    rules = Rules(order=tuple(TIE_BREAKS), seed="of the tournament", results=RESULTS)
    by = TIE_BREAKS[key]
    done = scores(range(24), rounds, rules.scoring)
    compared = Comparison(done, rules)
    for player in range(24):
        account = by.explain(compared, player)
        assert account.value == by.value(compared, player)
        assert account.how.endswith(".")
        if account.parts:
            assert account.value == sum(part.value for part in account.parts) / len(account.parts)
        for part in account.parts:
            assert not part.is_floor or part.value == FLOOR
        if isinstance(by, OpponentsWins):
            assert [part.player for part in account.parts] == list(done[player].opponents)


def test_floor_is_told_of_where_it_was_used():
    rounds = [RoundResult((won(1, 2),))]
    rules = Rules(floor=Fraction(1, 4))
    compared = Comparison(scores([1, 2], rounds, rules.scoring), rules)
    [part] = OpponentsWins().explain(compared, 1).parts
    assert (part.player, part.value, part.is_floor) == (2, Fraction(1, 4), True)
    [part] = OpponentsWins().explain(compared, 2).parts
    assert (part.value, part.is_floor) == (1, False)
    assert "at least 25%" in OpponentsWins().explain(compared, 2).how


def test_who_drops_keeps_the_place_and_changes_nobody_elses_numbers():
    rounds, gone = by_chance(Random(7), 20, 5)
    without, with_drops = standings(range(20), rounds), standings(range(20), rounds, dropped=gone)
    assert [(one.player, one.values) for one in without] == [(one.player, one.values) for one in with_drops]
    assert {one.player for one in with_drops if one.has_dropped} == gone != set()


def test_rounds_after_a_drop_do_not_lower_what_the_opponent_was_worth():
    """Two won once each, against somebody who then lost three times more, and against somebody who dropped at once."""
    stays, drops = 3, 4
    first = RoundResult((won(1, stays), won(2, drops)))
    more = [RoundResult((won(5, stays),)) for _ in range(3)]
    found = {one.player: one for one in standings([1, 2, stays, drops, 5], [first, *more], Rules(order=BOTH))}
    assert found[1].values == found[2].values


def test_who_is_equal_in_all_shares_a_rank_and_a_lot_parts_them():
    rounds = [RoundResult((won(1, 2), won(3, 4)))]
    found = standings([1, 2, 3, 4], rounds, Rules(order=BOTH))
    assert [one.rank for one in found] == [1, 1, 3, 3]
    for seed in ("a", "b", "c", "d", "e", "f"):
        parted = standings([1, 2, 3, 4], rounds, Rules(seed=seed))
        assert [one.rank for one in parted] == [1, 2, 3, 4]
        assert parted == standings([4, 3, 2, 1], rounds, Rules(seed=seed))
    orders = {tuple(one.player for one in standings([1, 2, 3, 4], rounds, Rules(seed=f"{seed}"))) for seed in range(40)}
    assert orders == {(1, 3, 2, 4), (1, 3, 4, 2), (3, 1, 2, 4), (3, 1, 4, 2)}


def test_margin_decides_where_it_is_put_before_opponents():
    rounds = [RoundResult((won(1, 2, left=5), won(3, 4, left=50)))]
    [first, *_] = standings(
        [1, 2, 3, 4], rounds, Rules(order=("points", MARGIN.key, OpponentsWins.key, "lot"), results=RESULTS)
    )
    assert first.player == 3
    assert first.values[1] == 50


def test_nobody_and_no_rounds():
    assert standings([], []) == []
    assert [one.values[0] for one in standings([1, 2], [])] == [0, 0]
