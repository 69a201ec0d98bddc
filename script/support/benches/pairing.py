"""Measure pairing, tables of four and standings in seconds of CPU, pairing beside swisspair.

Each is the median of three, of the same field after four rounds by chance, in which one table of twenty is drawn.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from support.benches.peers import PeerMissingError
from tournaments.events.pairing import Entrant, pair_swiss, seat_pods
from tournaments.events.standings import RoundResult, TableResult, standings

SIZES = (256, 1024, 4096)
POD_SIZES = (256, 1024)
STANDINGS = 1024
ROUNDS_OF_STANDINGS = 10
ROUNDS_BEFORE = 4
TIMES = 3
WIN, DRAW, DRAWN = 3, 1, 0.05

Figures = dict[str, float]


class Position(NamedTuple):
    """A field after some rounds, and what became of them."""

    entrants: list[Entrant]
    rounds: list[RoundResult]


def figures(sizes: tuple[int, ...] = SIZES, pod_sizes: tuple[int, ...] = POD_SIZES) -> Figures:
    """All figures by name; what is not installed is told of on stderr, and left out."""
    found: Figures = {}
    for size in sizes:
        position = position_of(size, ROUNDS_BEFORE)
        found[f"pairing.{size}_s"] = seconds_of(partial(pair_swiss, position.entrants, "bench"))
        found[f"pairing.{size}_gaps"] = sum(table.gap**2 for table in pair_swiss(position.entrants, "bench").tables)
        try:
            found |= swisspair_figures(size, position.entrants)
        except PeerMissingError as missing:
            print(missing, file=sys.stderr)
    for size in pod_sizes:
        position = position_of(size, ROUNDS_BEFORE)
        found[f"pods.{size}_s"] = seconds_of(partial(seat_pods, position.entrants, 4, "bench"))
        found[f"pods.{size}_again"] = sum(len(pod.again) for pod in seat_pods(position.entrants, 4, "bench"))
    played = position_of(STANDINGS, ROUNDS_OF_STANDINGS).rounds
    found[f"standings.{STANDINGS}_s"] = seconds_of(lambda: standings(range(STANDINGS), played))
    return found


def position_of(size: int, rounds: int) -> Position:
    """Return a field of that size after so many rounds, the same at each call."""
    chance = Random(size)
    points, met = Counter[int](), [Counter[int]() for _ in range(size)]
    played = []

    def entrants() -> list[Entrant]:
        return [Entrant(player, points[player], met[player]) for player in range(size)]

    for number in range(rounds):
        tables = []
        for table in pair_swiss(entrants(), f"{number}").tables:
            one, other = table.players if chance.random() < 1 / 2 else table.players[::-1]
            is_drawn = chance.random() < DRAWN
            met[one][other] += 1
            met[other][one] += 1
            points[one] += DRAW if is_drawn else WIN
            points[other] += DRAW if is_drawn else 0
            left = chance.randint(1, 80)
            tables.append(TableResult((one, other), (1, 1 if is_drawn else 2), (left, left if is_drawn else 0)))
        played.append(RoundResult(tuple(tables)))
    return Position(entrants(), played)


def swisspair_figures(size: int, entrants: list[Entrant]) -> Figures:
    """Return the figures of a round by swisspair, which orders within points by rank. Raises `PeerMissingError`."""
    try:
        from swisspair import Player, create_matches  # type: ignore[import-untyped, unused-ignore]
    except ImportError as cause:
        raise PeerMissingError("swisspair is not measured: install requirements-dev.txt.") from cause
    points = {str(one.id): one.points for one in entrants}
    ranked = sorted(entrants, key=lambda one: -one.points)
    players = [
        Player(
            id=str(one.id),
            points=one.points,
            rank=rank,
            can_get_bye=not one.byes,
            cannot_be_paired_against_ids={str(other) for other in one.met},
        )
        for rank, one in enumerate(ranked, 1)
    ]
    made = create_matches(players)
    gaps = sum((points[match.p1.id] - points[match.p2.id]) ** 2 for match in made if match.p2 is not None)
    return {f"swisspair.{size}_s": seconds_of(lambda: create_matches(players)), f"swisspair.{size}_gaps": gaps}


def seconds_of(work: Callable[[], Any]) -> float:
    """Return the median seconds of CPU that the work takes."""
    taken = []
    for _ in range(TIMES):
        began = process_time()
        work()
        taken.append(process_time() - began)
    return round(median(taken), 5)
