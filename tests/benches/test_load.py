"""The bench of many matches: what it counts, and what becomes of matches that fail."""

import asyncio
from random import Random

import pytest

from support.bench import parse_arguments
from support.benches import load
from support.benches.boardgame import options
from support.benches.client import BenchError
from support.benches.live import moves_per_s
from support.benches.load import Order, Report

SECONDS = 0.6
"""How long a bench plays: long enough that a process which stalls for a third of it still makes its moves."""


class Fake:
    """A match whose moves take a hundredth of a second; in a bad one they fail, and in a full one nobody may sit."""

    def __init__(self, kind: str = "good") -> None:
        self.kind = kind
        self.begun = self.left = 0

    async def begin(self) -> None:
        if self.kind == "full":
            raise BenchError("no seat is free")
        self.begun += 1

    async def move(self) -> float:
        await asyncio.sleep(0.01)
        if self.kind == "bad":
            raise BenchError("the server fell over")
        return 10.0

    async def close(self) -> None:
        self.left += 1


def play(*kinds: str, is_paced: bool = False) -> tuple[Report, list[Fake]]:
    made: list[Fake] = []
    left = list(kinds)

    def make(_: Random) -> Fake:
        made.append(Fake(left.pop(0)))
        return made[-1]

    return asyncio.run(load.play_all(Order(len(kinds), SECONDS, 1, is_paced), make)), made


def test_each_match_moves_as_soon_as_it_can():
    report, made = play("good", "good")
    assert set(report.times) == {10.0}
    assert len(report.times) >= 4
    assert (report.errors, [match.left for match in made]) == ([], [1, 1])
    assert report.wall_s >= SECONDS > report.cpu_s > 0


def test_paced_matches_move_once_a_second_each_at_its_own_beat(monkeypatch):
    monkeypatch.setattr(load, "PAUSE_S", 0.36)
    report, _ = play("good", "good", is_paced=True)
    assert 2 <= len(report.times) <= 4


def test_failed_moves_are_errors_and_the_match_begins_anew():
    report, (bad,) = play("bad")
    assert report.times == []
    assert set(report.errors) == {"the server fell over"}
    assert bad.begun == len(report.errors) + 1


def test_who_cannot_sit_down_keeps_nobody_from_playing():
    report, _ = play("full", "good")
    assert report.times
    assert report.errors == ["BenchError('no seat is free')"]


def test_moves_of_all_clients_are_added_up():
    reports = [Report(times=[1.0] * 30, wall_s=10), Report(times=[1.0] * 20, wall_s=10)]
    assert moves_per_s(reports) == 5.0


@pytest.mark.parametrize(
    ("active", "listed"),
    [
        (None, [("attack", [0]), ("attack", [1]), ("draw", [])]),
        ({"1": "react"}, [("defend", [0]), ("defend", [1]), ("suffer", [])]),
    ],
)
def test_options_of_the_small_duel(active, listed):
    assert options({"G": {"hands": [[1], [5, 6]]}, "ctx": {"activePlayers": active}}, 1) == listed


def test_script_bench_knows_it():
    assert parse_arguments(["--live", "--json"]).live
