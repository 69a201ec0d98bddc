"""Single and double elimination brackets for any number of players: matches, open matches, and places.

A bracket knows seeds, 1 being the best, and matches by number. It is built for the next power of two. The opponent of
a missing seed advances without a match, so the best seeds have the byes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class BracketError(ValueError):
    """An impossible result, such as one of a match that is not open or does not exist."""


class Part(StrEnum):
    """The parts of a bracket."""

    WINNERS = "winners"
    LOSERS = "losers"
    THIRD = "third place"
    FINAL = "final"


class From(StrEnum):
    """The origin of a player of a match."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a player: a seed, or the winner or loser of the match of that number."""

    of: From
    number: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of two: its number, its part and round (from 1), and the sources of its players.

    `if_loses` is the match that has to be lost by its first side for this one to be played: the second final.
    """

    number: int
    part: Part
    round: int
    sources: tuple[Source, Source]
    if_loses: int | None = None


Results = Mapping[int, int | None]
"""The winning side (0 or 1) by the number of the match; None if both sides lost and are out."""
Sides = tuple[int | None, int | None]
"""The seeds on the two sides of a match: None if not known yet, `NOBODY` if there will be none."""
NOBODY = 0
"""The seed number for nobody, such as the winner of a match that both lost. An opponent of nobody advances."""


@dataclass(frozen=True)
class Bracket:
    """All matches of a bracket, in a playable order."""

    size: int
    matches: tuple[BracketMatch, ...]

    def find_sides(self, winners: Mapping[int, int | None]) -> dict[int, int | None]:
        """Return the winning side of each match from the seed that won it, None where both lost.

        Raises `BracketError` for a winner who does not play in the match.
        """
        found: dict[int, Sides] = {}
        results: dict[int, int | None] = {}
        for match in self.matches:
            one, other = (self._seed_of(source, found, results) for source in match.sources)
            found[match.number] = (one, other)
            if match.number in winners:
                winner = winners[match.number]
                if winner not in (one, other, None):
                    raise BracketError(f"Match {match.number} is not one of seed {winner}.")
                results[match.number] = None if winner is None else int(winner == other)
        return results

    def players(self, results: Results) -> dict[int, Sides]:
        """Return the seeds in each match: None if not known yet, and `NOBODY` if there will be none.

        Raises `BracketError` for results of matches that do not exist, are not open, or that are impossible.
        """
        found: dict[int, Sides] = {}
        for match in self.matches:
            one, other = (self._seed_of(source, found, results) for source in match.sources)
            if match.if_loses is not None and results.get(match.if_loses) != 1:
                one = other = None
            found[match.number] = (one, other)
            if match.number in results:
                if None in found[match.number] or NOBODY in found[match.number]:
                    raise BracketError(f"Match {match.number} has a result, and is not open.")
                if results[match.number] not in (0, 1, None):
                    raise BracketError(f"Match {match.number} is won by side 0 or 1, not {results[match.number]}.")
        unknown = results.keys() - found.keys()
        if unknown:
            raise BracketError(f"There is no match {min(unknown)}.")
        return found

    def _seed_of(self, source: Source, found: Mapping[int, Sides], results: Results) -> int | None:
        """Return the seed that comes from a source, `NOBODY` if none does, or None while it is undecided."""
        if source.of is From.SEED:
            return source.number
        one, other = found[source.number]
        if NOBODY in (one, other):
            unopposed = other if one == NOBODY else one
            return unopposed if source.of is From.WINNER else NOBODY
        if source.number not in results:
            return None
        side = results[source.number]
        if side is None:
            return NOBODY
        return (one, other)[side if source.of is From.WINNER else 1 - side]

    def winner(self, match: BracketMatch, results: Results) -> int | None:
        """Return the seed that advances from a match, also without playing it; None if there is none, or not yet."""
        return self._seed_of(Source(From.WINNER, match.number), self.players(results), results) or None

    def open(self, results: Results) -> list[BracketMatch]:
        """Return the matches that can be played now."""
        players = self.players(results)
        return [
            each for each in self.matches if each.number not in results and not {None, NOBODY} & {*players[each.number]}
        ]

    def places(self, results: Results) -> list[list[int]]:
        """Return the seeds that are out or have won, best first. Seeds eliminated in the same round share a place.

        Seeds that still play are left out.
        """
        if not self.matches:
            return [[1]]
        players = self.players(results)
        ends: dict[tuple[int, int], list[int]] = {}
        for match in self.matches:
            for side, seed in enumerate(players[match.number]):
                if not seed or not self._is_eliminated(match, side, players[match.number], results):
                    continue
                has_won = NOBODY in players[match.number] or results[match.number] == side
                ends.setdefault(_place_key(match, has_won), []).append(seed)
        return [sorted(ends[worth]) for worth in sorted(ends)]

    def _is_eliminated(self, match: BracketMatch, side: int, players: Sides, results: Results) -> bool:
        """Return True if this side of the match plays no further match."""
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
        """The sources that lead to another match."""
        return {source for match in self.matches for source in match.sources}


def _place_key(match: BracketMatch, has_won: bool) -> tuple[int, int]:
    """Return the sort key of a player's last match: less is better. A later round is better."""
    if match.part is Part.FINAL:
        return (0 if has_won else 1), 0
    if match.part is Part.THIRD:
        return (2 if has_won else 3), 0
    return 4, -match.round


def single_elimination(size: int, *, third_place: bool = False) -> Bracket:
    """Return a single elimination bracket, with a match for third place if wanted. Raises `BracketError`."""
    laid = _BracketBuilder()
    losers: list[BracketLine] = []
    lines = _first_lines(size)
    while len(lines) > 1:
        if third_place and len(lines) == 2:
            laid.play(Part.THIRD, 1, losers)
        is_final = len(lines) == 2
        lines, losers = laid.play(Part.FINAL if is_final else Part.WINNERS, 1 if is_final else laid.rounds + 1, lines)
    return Bracket(size, tuple(laid.matches))


def double_elimination(size: int) -> Bracket:
    """Return a double elimination bracket. An unbeaten finalist must lose the final twice. Raises `BracketError`.

    Players who drop to the losers' part meet players from elsewhere in the bracket, so that rematches come late.
    """
    laid = _BracketBuilder()
    lost: list[list[BracketLine]] = []
    lines = _first_lines(size)
    while len(lines) > 1:
        lines, losers = laid.play(Part.WINNERS, laid.rounds + 1, lines)
        lost.append(losers)
    if not lost:
        return Bracket(size, ())
    survivors = lost[0]
    for number, losers in enumerate(lost[1:], 1):
        survivors, _ = laid.play(Part.LOSERS, 2 * number - 1, survivors)
        joined = [source for pair in zip(survivors, _reorder_dropped(losers, number), strict=True) for source in pair]
        survivors, _ = laid.play(Part.LOSERS, 2 * number, joined)
    final, _ = laid.play(Part.FINAL, 1, [lines[0], survivors[0]])
    assert final[0] is not None, "two players at least"
    laid.play(Part.FINAL, 2, [lines[0], survivors[0]], if_loses=final[0].number)
    return Bracket(size, tuple(laid.matches))


BracketLine = Source | None
"""The source of a player in a round; None if there is no such seed, or nobody lost a match."""


@dataclass
class _BracketBuilder:
    """A builder of matches, round by round."""

    matches: list[BracketMatch] = field(default_factory=list)
    rounds: int = 0

    def play(
        self, part: Part, number: int, lines: Sequence[BracketLine], if_loses: int | None = None
    ) -> tuple[list[BracketLine], list[BracketLine]]:
        """Add matches between neighbours, and return the winners' and losers' lines. A line left alone advances."""
        self.rounds += part is Part.WINNERS
        winners: list[BracketLine] = []
        losers: list[BracketLine] = []
        for one, other in zip(lines[::2], lines[1::2], strict=True):
            if one is None or other is None:
                winners.append(one or other)
                losers.append(None)
                continue
            match = BracketMatch(len(self.matches) + 1, part, number, (one, other), if_loses)
            self.matches.append(match)
            winners.append(Source(From.WINNER, match.number))
            losers.append(Source(From.LOSER, match.number))
        return winners, losers


def _first_lines(size: int) -> list[BracketLine]:
    """Return the lines of the first round in order: seeds, and None where a seed has nobody to meet."""
    if size < 1:
        raise BracketError("A bracket has one player at least.")
    lines = 1
    while lines < size:
        lines *= 2
    return [Source(From.SEED, seed) if seed <= size else None for seed in seed_order(lines)]


def _reorder_dropped(lines: Sequence[BracketLine], number: int) -> list[BracketLine]:
    """Return the lines that drop into a round of the losers' part, reordered by the number of the round.

    A place is XORed with the bit-reversed number of the round. So the parts of the bracket that have come together in
    the losers' part are different ones while there are any. For up to 64 players no other permutation of bits keeps
    them apart longer.
    """
    bits = (len(lines) - 1).bit_length()
    mask = sum((number >> bit & 1) << (bits - 1 - bit) for bit in range(bits))
    return [lines[place ^ mask] for place in range(len(lines))]


def seed_order(size: int) -> list[int]:
    """Return the seeds from top to bottom, for a power of two: while the better ones win, the best meet last."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order
