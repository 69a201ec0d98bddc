"""Brackets of single and double elimination for any number of players: who meets whom, who is open, who came where.

A bracket knows seeds, 1 being the best, and matches by number. It is laid for the next power of two; who would meet a
seed that there is not goes on without a match, so the best have the byes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class BracketError(ValueError):
    """Results that cannot be: of a match that is not open yet, or is not there."""


class Part(StrEnum):
    """The parts of a bracket."""

    WINNERS = "winners"
    LOSERS = "losers"
    THIRD = "third place"
    FINAL = "final"


class From(StrEnum):
    """Where a player of a match comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """A seed, or whoever wins or loses the match of that number."""

    of: From
    number: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of two: its number, the part and the round of it (from 1), and where its players come from.

    `if_loses` is the match that has to be lost by its first side for this one to be played: the second final.
    """

    number: int
    part: Part
    round: int
    sources: tuple[Source, Source]
    if_loses: int | None = None


Results = Mapping[int, int | None]
"""Which side won, 0 or 1, by the number of the match; None where both lost: both are out then."""
NOBODY = 0
"""Who comes from a match that both lost. Whoever would meet nobody goes on without a match."""


@dataclass(frozen=True)
class Bracket:
    """All matches of a tournament, in an order in which they can be played."""

    size: int
    matches: tuple[BracketMatch, ...]

    def players(self, results: Results) -> dict[int, tuple[int | None, int | None]]:
        """The seeds in each match, None where that is not known yet, and `NOBODY` where there will be none.

        Raises `BracketError` for results of matches that are not there, are not open, or that cannot be.
        """
        found: dict[int, tuple[int | None, int | None]] = {}
        for match in self.matches:
            one, other = (self._seed_of(source, found, results) for source in match.sources)
            if match.if_loses is not None and results.get(match.if_loses) != 1:
                one = other = None
            found[match.number] = (one, other)
            if match.number in results:
                _check(match, found[match.number], results[match.number])
        unknown = results.keys() - found.keys()
        if unknown:
            raise BracketError(f"There is no match {min(unknown)}.")
        return found

    def _seed_of(
        self, source: Source, found: Mapping[int, tuple[int | None, int | None]], results: Results
    ) -> int | None:
        if source.of is From.SEED:
            return source.number
        if NOBODY in found[source.number]:
            return _without_match(found[source.number]) if source.of is From.WINNER else NOBODY
        if source.number not in results:
            return None
        side = results[source.number]
        if side is None:
            return NOBODY
        return found[source.number][side if source.of is From.WINNER else 1 - side]

    def winner(self, match: BracketMatch, results: Results) -> int | None:
        """Return the seed that goes on from a match, also without playing it; None if there is none, or not yet."""
        return self._seed_of(Source(From.WINNER, match.number), self.players(results), results) or None

    def open(self, results: Results) -> list[BracketMatch]:
        """The matches that can be played now."""
        players = self.players(results)
        return [
            each for each in self.matches if each.number not in results and not {None, NOBODY} & {*players[each.number]}
        ]

    def places(self, results: Results) -> list[list[int]]:
        """The seeds that are out or have won, best first; those who went out in the same round share a place.

        Whoever still plays is in none.
        """
        if not self.matches:
            return [[1]]
        players = self.players(results)
        ends: dict[tuple[int, int], list[int]] = {}
        for match in self.matches:
            for side, seed in enumerate(players[match.number]):
                if not seed or not self._ends(match, side, players[match.number], results):
                    continue
                has_won = NOBODY in players[match.number] or results[match.number] == side
                ends.setdefault(_worth(match, has_won), []).append(seed)
        return [sorted(ends[worth]) for worth in sorted(ends)]

    def _ends(self, match: BracketMatch, side: int, players: tuple[int | None, int | None], results: Results) -> bool:
        """Return True if that side of a match is out, or has nothing left to play."""
        if NOBODY in players:
            return Source(From.WINNER, match.number) not in self._followed
        if match.number not in results:
            return False
        if results[match.number] is None:
            return True
        if match.number in self._decided_again:
            return results[match.number] == 0
        goes_on = Source(From.WINNER if results[match.number] == side else From.LOSER, match.number)
        return goes_on not in self._followed

    @cached_property
    def _decided_again(self) -> set[int]:
        """The matches that are played again if their first side loses."""
        return {match.if_loses for match in self.matches if match.if_loses is not None}

    @cached_property
    def _followed(self) -> set[Source]:
        """Whose way leads to another match."""
        return {source for match in self.matches for source in match.sources}


def _without_match(players: tuple[int | None, int | None]) -> int | None:
    """Return who goes on where one side is `NOBODY`."""
    one, other = players
    return other if one == NOBODY else one


def _worth(match: BracketMatch, has_won: bool) -> tuple[int, int]:
    """What it is worth to end there: less is better, and a later round."""
    if match.part is Part.FINAL:
        return (0 if has_won else 1), 0
    if match.part is Part.THIRD:
        return (2 if has_won else 3), 0
    return 4, -match.round


def _check(match: BracketMatch, players: tuple[int | None, int | None], side: int | None) -> None:
    if None in players or NOBODY in players:
        raise BracketError(f"Match {match.number} has a result, and is not open.")
    if side not in (0, 1, None):
        raise BracketError(f"Match {match.number} is won by side 0 or 1, not {side}.")


def single_elimination(size: int, *, third_place: bool = False) -> Bracket:
    """Whoever loses is out; those who lose the semi-finals may play for the third place. Raises `BracketError`."""
    laid = _Laying()
    losers: list[Line] = []
    lines = _first_lines(size)
    while len(lines) > 1:
        if third_place and len(lines) == 2:
            laid.play(Part.THIRD, 1, losers)
        is_final = len(lines) == 2
        lines, losers = laid.play(Part.FINAL if is_final else Part.WINNERS, 1 if is_final else laid.rounds + 1, lines)
    return Bracket(size, tuple(laid.matches))


def double_elimination(size: int) -> Bracket:
    """Whoever loses twice is out. Who comes to the final without a loss has to lose twice there. Raises `BracketError`.

    Whoever comes into the losers' part meets somebody from elsewhere in the bracket, so that nobody meets again soon.
    """
    laid = _Laying()
    lost: list[list[Line]] = []
    lines = _first_lines(size)
    while len(lines) > 1:
        lines, losers = laid.play(Part.WINNERS, laid.rounds + 1, lines)
        lost.append(losers)
    if not lost:
        return Bracket(size, ())
    survivors = lost[0]
    for number, losers in enumerate(lost[1:], 1):
        survivors, _ = laid.play(Part.LOSERS, 2 * number - 1, survivors)
        joined = [source for pair in zip(survivors, _crossed(losers, number), strict=True) for source in pair]
        survivors, _ = laid.play(Part.LOSERS, 2 * number, joined)
    final, _ = laid.play(Part.FINAL, 1, [lines[0], survivors[0]])
    assert final[0] is not None, "two players at least"
    laid.play(Part.FINAL, 2, [lines[0], survivors[0]], if_loses=final[0].number)
    return Bracket(size, tuple(laid.matches))


Line = Source | None
"""Who comes there; nobody where there is no such seed, or nobody lost because nobody was met."""


class _Laying:
    """Matches as they are laid, one round after the other."""

    def __init__(self) -> None:
        self.matches: list[BracketMatch] = []
        self.rounds = 0

    def play(
        self, part: Part, number: int, lines: Sequence[Line], if_loses: int | None = None
    ) -> tuple[list[Line], list[Line]]:
        """Let neighbours meet; who goes on, and who has lost. Where there is one alone, that one goes on."""
        self.rounds += part is Part.WINNERS
        met = [
            self._meet(part, number, one, other, if_loses) for one, other in zip(lines[::2], lines[1::2], strict=True)
        ]
        return [winner for winner, _ in met], [loser for _, loser in met]

    def _meet(self, part: Part, number: int, one: Line, other: Line, if_loses: int | None) -> tuple[Line, Line]:
        if one is None or other is None:
            return one or other, None
        match = BracketMatch(len(self.matches) + 1, part, number, (one, other), if_loses)
        self.matches.append(match)
        return Source(From.WINNER, match.number), Source(From.LOSER, match.number)


def _first_lines(size: int) -> list[Line]:
    if size < 1:
        raise BracketError("A bracket has one player at least.")
    lines = 1
    while lines < size:
        lines *= 2
    return [Source(From.SEED, seed) if seed <= size else None for seed in seed_order(lines)]


def _crossed(lines: Sequence[Line], number: int) -> list[Line]:
    """Those who come from above, from elsewhere in the bracket in each round.

    Their places change by the number of the round with its bits turned round: so the parts of the bracket that have
    come together in the losers' part are different ones while there are any. For up to 64 players no other change of
    bits keeps them apart longer.
    """
    bits = (len(lines) - 1).bit_length()
    mask = sum((number >> bit & 1) << (bits - 1 - bit) for bit in range(bits))
    return [lines[place ^ mask] for place in range(len(lines))]


def seed_order(size: int) -> list[int]:
    """The seeds from top to bottom, for a power of two: while the better ones win, the best meet last."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order
