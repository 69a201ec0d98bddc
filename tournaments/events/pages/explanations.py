"""Explanations of a standing: a player's numbers with all sums, and what results of the table mean for the cut.

Only certain outcomes are stated: every result the others can still have is counted, at tables of any size, and tables
where no player appears are included (rules 21.13).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from django.utils.text import capfirst

from incursions.kit.words import join_names
from tournaments.events.enums import EntryState, RoundState, SitOutKind
from tournaments.events.models import Round
from tournaments.events.pages.record import Player, Record, TableLine, cached_part
from tournaments.events.standings import Explanation, Rules, Scoring, Standing, TieBreak

NOT_YET = "Drawn by a seed that is published when the tournament is over."


class Number(NamedTuple):
    """A standings number with its rule and its sum."""

    label: str
    value: str
    how: str
    sum: str


class Why(NamedTuple):
    """The reason why one player is above another."""

    above: Player
    below: Player
    words: str
    sums: list[str]


class PlayerExplanation(NamedTuple):
    """All standings numbers of a player, compared with the neighbours."""

    player: Player
    rank: int
    numbers: list[Number]
    whys: list[Why]


@cached_part
def explanation_of(record: Record, number: int) -> PlayerExplanation | None:
    """Return the explanation of a player's numbers, or None for a player who is not in the standings."""
    ordered = record.standings
    at = next((place for place, standing in enumerate(ordered) if standing.player == number), None)
    if at is None:
        return None
    numbers = [_number(record, number, by) for by in record.rules.tie_breaks]
    neighbours = pairwise(ordered[max(at - 1, 0) : at + 2])
    whys = [_compare_neighbours(record, above, below) for above, below in neighbours]
    return PlayerExplanation(record.players[number], ordered[at].rank, numbers, whys)


def _number(record: Record, number: int, by: TieBreak) -> Number:
    """Return a figure of the standings with its explanation; a drawn lot stays hidden until the end."""
    label = capfirst(by.words)
    if by.is_drawn and not record.row.is_over:
        return Number(label, "", NOT_YET, "")
    explanation = by.explain(record.compared, number)
    return Number(
        label, by.format_in_sentence(explanation.value), explanation.how, _sum(record, number, by, explanation)
    )


def _sum(record: Record, number: int, by: TieBreak, explanation: Explanation) -> str:
    """Return the sum behind a number: "(Bram +9, Leto +7, Ferro +2) ÷ 3 = +6"."""
    if not explanation.parts:
        return ""
    opponents = record.scores[number].opponents
    names = [record.players[other].name for other in opponents]
    if len(names) != len(explanation.parts):  # those of tables with more than two players
        names = [""] * len(explanation.parts)
    parts = [
        " ".join(filter(None, [name, by.format(part.value) + ("*" if part.is_floor else "")]))
        for name, part in zip(names, explanation.parts, strict=True)
    ]
    words = f"({', '.join(parts)}) ÷ {len(parts)} = {by.format_in_sentence(explanation.value)}"
    floor = f"{float(100 * Fraction(record.rules.floor)):.0f}"
    return words + (f"  * raised to {floor}" if any(part.is_floor for part in explanation.parts) else "")


def _compare_neighbours(record: Record, above: Standing, below: Standing) -> Why:
    """Compare two players by the first number in which they differ."""
    players = record.players
    one, other = players[above.player], players[below.player]
    same = []
    for place, by in enumerate(record.rules.tie_breaks):
        if above.values[place] == below.values[place]:
            value = by.format_in_sentence(above.values[place])
            same.append(f"{value} {by.words}" if by.is_count else f"{by.words} {value}")
            continue
        begin = f"Both have {join_names(same)}. The next tie-break is {by.words}: " if same else ""
        if by.is_drawn:
            return Why(one, other, f"{begin}the lot fell for {one.name}.", [])
        numbers = [by.format_in_sentence(standing.values[place]) for standing in (above, below)]
        values = f"{one.name} {numbers[0]}, {other.name} {numbers[1]}."
        if not same:
            begin = f"{capfirst(by.words)}: "
        sums = [
            f"{player.name}: {text}"
            for player in (one, other)
            if (text := _sum(record, player.number, by, by.explain(record.compared, player.number)))
        ]
        return Why(one, other, begin + values, sums)
    return Why(one, other, "They are equal in everything that is compared, and share the place.", [])


NO_POINTS = "The bracket decides who goes on, not points."
NOT_IN_IT = "You are no longer in this phase."
OF_TWO = ("Win this round", "Draw", "Lose")
OF_MORE = ("Win your table", "Share its first place", "Any other place")
WITHOUT_TABLE = "With the points you have"

Results = tuple[tuple[int, ...], ...]
"""The possible points of a table's players, one tuple per result."""
Points = tuple[int | None, ...]
"""The points of a table's players before it; None for a player who cannot advance."""


class Outlook(NamedTuple):
    """The meaning of one result of the player's table for the cut."""

    case: str
    words: str
    tone: str


class Outlooks(NamedTuple):
    """The outlook for each result, or `why_not`. Both are empty without a following cut."""

    cases: tuple[Outlook, ...] = ()
    why_not: str = ""


class _Case(NamedTuple):
    """A result of the player's own table: the points it gives the player and the others there."""

    words: str
    points: int
    others: Results


@cached_part
def outlook_of(record: Record, number: int) -> Outlooks:
    """Return the outlook for each result of a player's table, or, without a table, what is certain now."""
    current, cut = record.current, record.cut
    if current is None or not cut or record.players[number].state != EntryState.PLAYING:
        return Outlooks()
    if current.phase.is_elimination:
        return Outlooks(why_not=NO_POINTS)
    points = _points(record, current)
    if number not in points:
        return Outlooks(why_not=NOT_IN_IT)
    later = max(record.rounds_in(current.phase) - current.in_phase, 0)
    undecided = [table for table in record.tables(current) if not table.is_decided]
    if not undecided and not later:
        return Outlooks()  # the standings say it
    field = _Field(number, points, undecided, record.rules, cut, later)
    return Outlooks(tuple(field.outlook(case) for case in field.list_cases()))


def _points(record: Record, current: Round) -> dict[int, int]:
    """Return the points of all who can advance. Byes of a published round count already."""
    phase = current.phase
    points = {
        number: score.points
        for number, score in record.scores.items()
        if record.players[number].state == EntryState.PLAYING and (phase.number == 1 or number in phase.seeds)
    }
    if current.state == RoundState.PUBLISHED:
        for out in record.sit_outs(current):
            if out.player.number in points and out.kind == SitOutKind.BYE:
                points[out.player.number] += record.rules.scoring.bye
    return points


class _Field:
    """All who can advance, as they sit: at the player's own table, at other undecided ones, or at none."""

    def __init__(
        self, number: int, points: dict[int, int], undecided: list[TableLine], rules: Rules, cut: int, later: int
    ) -> None:
        self._own_points, self._scoring, self._cut, self._later = points[number], rules.scoring, cut, later
        self._own: TableLine | None = None
        self._rivals: Points = ()
        self._tables = Counter[tuple[Points, bool]]()  # other tables alike; with True if nobody may come to them
        off_tables = {player: have for player, have in points.items() if player != number}
        for table in undecided:
            players = [seated.player.number for seated in table.seats]
            for player in players:
                off_tables.pop(player, None)
            if number in players:
                self._own, self._rivals = table, tuple(points.get(player) for player in players if player != number)
            else:
                have = sorted((points.get(player) for player in players), key=lambda have: -1 if have is None else have)
                self._tables[tuple(have), table.can_be_missed] += 1
        self._off_tables = Counter(off_tables.values())

    def list_cases(self) -> list[_Case]:
        """Return the results that the player's table can have."""
        if self._own is None:
            return [_Case(WITHOUT_TABLE, 0, ((),))]
        one, others = self._scoring, len(self._rivals)
        won, drawn, lost = OF_TWO if others == 1 else OF_MORE
        none, *shared = product((one.loss, one.draw), repeat=others)
        return [
            _Case(won, one.win, (none,)),
            _Case(drawn, one.draw, tuple(shared)),
            _Case(lost, one.loss, _results(others, one, can_be_missed=self._own.can_be_missed)),
        ]

    def outlook(self, case: _Case) -> Outlook:
        """Return what is certain in a case."""
        scoring = self._scoring
        worst, best = min(scoring.loss, scoring.bye) * self._later, max(scoring.win, scoring.bye) * self._later
        least = self._own_points + case.points + worst
        most = self._own_points + case.points + best
        if self._count(case, max, lambda have: have + best >= least) < self._cut:
            return Outlook(case.words, f"in the best {self._cut}, whatever the others do", "good")
        surely_before = self._count(case, min, lambda have: have + worst > most)
        if surely_before >= self._cut:
            return Outlook(case.words, "out, whatever results the others have", "bad")
        if self._count(case, max, lambda have: have + best > least) < self._cut:
            return Outlook(case.words, "in, unless tie-breaks decide against you", "good")
        level = self._count(case, max, lambda have: have + best >= least)
        words = f"open: {surely_before} to {level} others can be ahead of you or level, and {self._cut} go on"
        return Outlook(case.words, words, "warn")

    def _count(self, case: _Case, choose: Callable[[Iterable[int]], int], counts: Callable[[int], bool]) -> int:
        """Return the most or the least (by `choose`) number of other players that `counts` accepts."""
        found = sum(times for have, times in self._off_tables.items() if counts(have))
        for (points, can_be_missed), times in self._tables.items():
            results = _results(len(points), self._scoring, can_be_missed=can_be_missed)
            found += times * choose(_count_each(points, results, counts))
        return found + choose(_count_each(self._rivals, case.others, counts))


@lru_cache(64)
def _results(seats: int, scoring: Scoring, *, can_be_missed: bool) -> Results:
    """Return the possible points of a table: one winner, a shared first place, or nobody present."""
    found = []
    for firsts in product((True, False), repeat=seats):
        if any(firsts) or can_be_missed:
            first = scoring.win if sum(firsts) == 1 else scoring.draw
            found.append(tuple(first if is_first else scoring.loss for is_first in firsts))
    return tuple(found)


def _count_each(points: Points, results: Results, counts: Callable[[int], bool]) -> list[int]:
    """Return, for each result of a table, how many of its players `counts` accepts."""
    return [
        sum(have is not None and counts(have + more) for have, more in zip(points, result, strict=True))
        for result in results
    ]
