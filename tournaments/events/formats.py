"""The formats of a phase: its field, its pairings, its end, and its places.

A format is one class. The form of a plan, the pages, the API and the files of a tournament read everything about a
format from it. To add one, write its class here and name it in FORMATS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from incursions.kit.words import format_count, join_names
from tournaments.events.brackets import Bracket, Part, Results, double_elimination, single_elimination
from tournaments.events.pairing import (
    LARGEST_POD,
    SMALLEST_POD,
    Entrant,
    PairedTable,
    PairingError,
    pair_swiss,
    seat_pods,
)

Duel = tuple[int, int]


def round_robin(players: Sequence[int], *, is_double: bool = False) -> list[list[Duel]]:
    """Return all rounds of a round robin for these players; a player missing in a round has a bye.

    The player in the first seat is named first. A double round robin is repeated with seats swapped. Raises
    `PairingError` if a player is named twice.
    """
    if len(set(players)) != len(players):
        raise PairingError("A player is named twice.")
    size = len(players) + len(players) % 2
    rounds = [_berger_round(players, size, number) for number in range(size - 1)] if len(players) > 1 else []
    return rounds + [[(second, first) for first, second in each] for each in rounds] if is_double else rounds


def _berger_round(players: Sequence[int], size: int, number: int) -> list[Duel]:
    """Return one round by Berger's method: the last place stays, and all others move on by half the circle."""
    last, turn = size - 1, size - 1
    start = number * (size // 2) % turn
    order = [(start + step) % turn for step in range(turn)]
    places = [(order[0], last) if number % 2 == 0 else (last, order[0])]
    places += [(order[step], order[turn - step]) for step in range(1, size // 2)]
    return [(players[first], players[second]) for first, second in places if max(first, second) < len(players)]


NOBODY_ELSE = "The opponent is no longer in the tournament."
ROUND_NAMES = {2: "final", 4: "semi-finals", 8: "quarter-finals"}
"""The name of a round of a bracket by the number of players left in it."""


class Pairings(NamedTuple):
    """The pairings of a round: its tables, the byes with their reasons, and warnings for the organizer."""

    tables: list[PairedTable]
    byes: list[tuple[int, str]]
    warnings: list[str]


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """The settings of a phase: format, number of rounds (0: as many as the field needs), cut (0: all advance)."""

    format: str = "swiss"
    rounds: int = 0
    cut_to: int = 0
    seats: int = 2
    match_s: int = 0
    third_place: bool = False
    is_double: bool = False


@dataclass(frozen=True, slots=True)
class Playing:
    """A running phase. Its functions load from the database what the format needs."""

    plan: PhasePlan
    seeds: Sequence[int]
    """The players who began the phase, the best first."""
    present: Callable[[], set[int]]
    """Return the players who still play in the phase."""
    entrants: Callable[[], list[Entrant]]
    """Return those players with their points, opponents and byes so far."""
    results: Callable[[], Results]
    """Return the winning side of each decided match of the bracket."""


class PairingFormat:
    """A format of a phase. The default methods are for tables of two where points count."""

    key: ClassVar[str]
    """The format's name in forms, the API and files."""
    label: ClassVar[str]
    settings: ClassVar[tuple[str, ...]] = ()
    """The names of the settings of a phase that the format reads."""
    table_sizes: ClassVar[tuple[int, int]] = (2, 2)
    """The fewest and the most players at a table."""
    admits_late: ClassVar[bool] = False
    """True if players may enter the first phase after it has begun."""
    is_elimination: ClassVar[bool] = False
    """True if players are out when they lose, and points do not count."""

    def find_problem(self, plan: PhasePlan) -> str:
        """Return why a phase cannot be played with these settings, or ""."""
        return "" if plan.seats == 2 else "only pods have other than two seats."

    def field(self, ranked: Sequence[int], cut_to: int) -> list[int]:
        """Return the players who begin the phase, best first, chosen from the ranked candidates."""
        return list(ranked[: cut_to or None])

    def count_rounds(self, plan: PhasePlan, seeds: Sequence[int]) -> int:
        """Return how many rounds the phase has; 0 if its results decide that."""
        return plan.rounds or self.estimate_rounds(len(seeds))

    def estimate_rounds(self, players: int) -> int:
        """Estimate the number of rounds for a field of this size, at least 1."""
        return max(1, (players - 1).bit_length())

    def is_over(self, phase: Playing, played: int) -> bool:
        """Return True if a phase with this many rounds played has no further one."""
        return played >= self.count_rounds(phase.plan, phase.seeds)

    def pair(self, phase: Playing, number: int, seed: str) -> Pairings:
        """Return the pairings of this round of the phase; the seed decides random choices."""
        raise NotImplementedError

    def places(self, phase: Playing) -> list[list[int]] | None:
        """Return the players by their places in the phase, best first; None if the standings place them."""
        return None

    def describe(self, plan: PhasePlan) -> str:
        """Return the phase in a few words: "5 rounds of Swiss"."""
        raise NotImplementedError

    def name_round(self, seeds: int, number: int) -> str:
        """Return the name of a round of the phase, or "" if it has only its number."""
        return ""


class Swiss(PairingFormat):
    """Swiss: players with similar points meet, and nobody meets twice."""

    key, label = "swiss", "Swiss"
    settings: ClassVar[tuple[str, ...]] = ("rounds",)
    admits_late = True

    def pair(self, phase: Playing, number: int, seed: str) -> Pairings:
        paired = pair_swiss(phase.entrants(), seed)
        byes = [] if paired.bye is None else [(paired.bye, paired.why_bye)]
        return Pairings(list(paired.tables), byes, list(paired.warnings))

    def describe(self, plan: PhasePlan) -> str:
        return f"{_count_rounds(plan)} of Swiss"


class Pods(Swiss):
    """Pods: three to six players at each table. Two left over meet as in Swiss."""

    key, label = "pods", "Pods"
    settings = ("rounds", "seats")
    table_sizes = (SMALLEST_POD, LARGEST_POD)

    def find_problem(self, plan: PhasePlan) -> str:
        return "" if SMALLEST_POD <= plan.seats <= LARGEST_POD else f"pods have {SMALLEST_POD} to {LARGEST_POD} seats."

    def pair(self, phase: Playing, number: int, seed: str) -> Pairings:
        entrants = phase.entrants()
        if len(entrants) <= 2:
            return super().pair(phase, number, seed)
        tables, again = [], 0
        for pod in seat_pods(entrants, phase.plan.seats, seed):
            again += len(pod.again)
            points = ", ".join(str(one) for one in pod.points)
            met = f"Pairs who have met before: {len(pod.again)}." if pod.again else "Nobody has met before."
            tables.append(PairedTable(pod.players, f"Points {points}. {met}"))
        return Pairings(tables, [], [f"Pairs who meet again: {again}."] if again else [])

    def describe(self, plan: PhasePlan) -> str:
        return f"{_count_rounds(plan)} at tables of {plan.seats}"


class RoundRobin(PairingFormat):
    """Round robin: everybody meets everybody, once or twice."""

    key, label = "round robin", "Round robin"
    settings = ("is_double",)

    def count_rounds(self, plan: PhasePlan, seeds: Sequence[int]) -> int:
        return len(round_robin(seeds, is_double=plan.is_double))

    def estimate_rounds(self, players: int) -> int:
        return max(1, players - 1)

    def pair(self, phase: Playing, number: int, seed: str) -> Pairings:
        present = phase.present() & {*phase.seeds}
        duels = round_robin(phase.seeds, is_double=phase.plan.is_double)[number - 1]
        tables = [PairedTable(duel, f"Round {number} of the round robin.") for duel in duels if present >= {*duel}]
        paired = {player for table in tables for player in table.players}
        why = NOBODY_ELSE if len(phase.seeds) % 2 == 0 else "An odd number plays."
        return Pairings(tables, [(player, why) for player in sorted(present - paired)], [])

    def describe(self, plan: PhasePlan) -> str:
        return "everybody meets everybody" + (" twice" if plan.is_double else "")


class Elimination(PairingFormat):
    """An elimination bracket, whose results decide its pairings and its end."""

    is_elimination = True

    def bracket(self, plan: PhasePlan, size: int) -> Bracket:
        """Return the bracket for a field of this size."""
        raise NotImplementedError

    def name_part(self, seeds: int, part: Part, number: int) -> str:
        """Return the heading of a round of a part of the bracket."""
        if part is Part.FINAL:
            return "Final" if number == 1 else "Second final"
        return "Third place" if part is Part.THIRD else f"{part.value.capitalize()}, round {number}"

    def count_rounds(self, plan: PhasePlan, seeds: Sequence[int]) -> int:
        return 0

    def is_over(self, phase: Playing, played: int) -> bool:
        return not self.bracket_of(phase).open(phase.results())

    def pair(self, phase: Playing, number: int, seed: str) -> Pairings:
        bracket, results = self.bracket_of(phase), phase.results()
        players = bracket.players(results)
        tables = []
        for match in bracket.open(results):
            one, other = (seed for seed in players[match.number] if seed is not None)
            why = f"{match.part.capitalize()}, round {match.round}: seed {one} against seed {other}."
            tables.append(PairedTable((phase.seeds[one - 1], phase.seeds[other - 1]), why, match.number))
        return Pairings(tables, [], [])

    def places(self, phase: Playing) -> list[list[int]]:
        """Return the players who are out or have won, best first; players who share a place together."""
        return [
            [phase.seeds[seed - 1] for seed in together] for together in self.bracket_of(phase).places(phase.results())
        ]

    def bracket_of(self, phase: Playing) -> Bracket:
        """Return the bracket of a phase being played."""
        return self.bracket(phase.plan, max(1, len(phase.seeds)))


class SingleElimination(Elimination):
    """Single elimination: a player is out after one loss."""

    key, label = "single elimination", "Single elimination"
    settings = ("third_place",)

    def bracket(self, plan: PhasePlan, size: int) -> Bracket:
        return _single_bracket(size, third_place=plan.third_place)

    def describe(self, plan: PhasePlan) -> str:
        return "single elimination" + (" with a match for the third place" if plan.third_place else "")

    def name_round(self, seeds: int, number: int) -> str:
        left = max(1 << max(seeds - 1, 1).bit_length() >> (number - 1), 2)
        return ROUND_NAMES.get(left, f"round of {left}")

    def name_part(self, seeds: int, part: Part, number: int) -> str:
        is_named = part is Part.WINNERS
        return self.name_round(seeds, number).capitalize() if is_named else super().name_part(seeds, part, number)


class DoubleElimination(Elimination):
    """Double elimination: a player is out after two losses."""

    key, label = "double elimination", "Double elimination"

    def bracket(self, plan: PhasePlan, size: int) -> Bracket:
        return _double_bracket(size)

    def estimate_rounds(self, players: int) -> int:
        return max(1, 2 * (players - 1).bit_length())

    def describe(self, plan: PhasePlan) -> str:
        return "double elimination"


_single_bracket = lru_cache(64)(single_elimination)
_double_bracket = lru_cache(64)(double_elimination)
FORMATS = {each.key: each for each in (Swiss(), Pods(), RoundRobin(), SingleElimination(), DoubleElimination())}
WITHOUT_POINTS = tuple(key for key, each in FORMATS.items() if each.is_elimination)


def format_choices() -> list[tuple[str, str]]:
    """Return the key and label of each format, for forms and models."""
    return [(each.key, each.label) for each in FORMATS.values()]


def formats_with(setting: str) -> str:
    """Return the labels of the formats that read a setting: "Swiss and pods"."""
    labels = [each.label for each in FORMATS.values() if setting in each.settings]
    return join_names([labels[0], *(label.lower() for label in labels[1:])])


def _count_rounds(plan: PhasePlan) -> str:
    """Return the planned number of rounds in words."""
    return format_count(plan.rounds, "round") if plan.rounds else "as many rounds as the field needs"
