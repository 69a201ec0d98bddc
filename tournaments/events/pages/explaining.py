"""Explain a player's standings numbers, with all sums, and the comparison with neighbours."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from django.utils.text import capfirst

from tournaments.events.pages.record import cached_part
from tournaments.tables.wording import join_names

if TYPE_CHECKING:
    from tournaments.events.pages.record import Player, Record
    from tournaments.events.standings import Account, Standing, TieBreak

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


class Explanation(NamedTuple):
    """All standings numbers of a player, compared with the neighbours."""

    player: Player
    rank: int
    numbers: list[Number]
    whys: list[Why]


@cached_part
def explanation_of(record: Record, number: int) -> Explanation | None:
    """Return the explanation of a player's numbers, or None for a player who is not in the standings."""
    ordered = record.standings
    at = next((place for place, standing in enumerate(ordered) if standing.player == number), None)
    if at is None:
        return None
    numbers = [_number(record, number, by) for by in record.rules.tie_breaks]
    pairs = [(ordered[at - 1], ordered[at])] if at else []
    pairs += [(ordered[at], ordered[at + 1])] if at + 1 < len(ordered) else []
    whys = [_compare_neighbours(record, above, below) for above, below in pairs]
    return Explanation(record.players[number], ordered[at].rank, numbers, whys)


def _number(record: Record, number: int, by: TieBreak) -> Number:
    label = capfirst(by.words)
    if by.is_drawn and not record.row.is_over:
        return Number(label, "", NOT_YET, "")
    account = by.account(record.compared, number)
    return Number(label, by.format_in_sentence(account.value), account.how, _sum(record, number, by, account))


def _describe_number(by: TieBreak, value: Fraction) -> str:
    """Return a player's number as part of a sentence: "9 points", "opponents’ match wins 61.1%"."""
    return f"{by.format(value)} {by.words}" if by.is_count else f"{by.words} {by.format_in_sentence(value)}"


def _sum(record: Record, number: int, by: TieBreak, account: Account) -> str:
    """Return the sum behind a number: "(Bram +9, Leto +7, Ferro +2) ÷ 3 = +6"."""
    if not account.parts:
        return ""
    opponents = record.scores[number].opponents
    if len(opponents) == len(account.parts):
        names = [record.players[other].name for other in opponents]
    else:
        names = ["" if part.player is None else record.players[part.player].name for part in account.parts]
    parts = [
        " ".join(filter(None, [name, by.format(part.value) + ("*" if part.is_floor else "")]))
        for name, part in zip(names, account.parts, strict=True)
    ]
    words = f"({', '.join(parts)}) ÷ {len(parts)} = {by.format_in_sentence(account.value)}"
    floor = f"{float(100 * Fraction(record.rules.floor)):.0f}"
    return words + (f"  * raised to {floor}" if any(part.is_floor for part in account.parts) else "")


def _compare_neighbours(record: Record, above: Standing, below: Standing) -> Why:
    """Compare two players by the first number in which they differ."""
    players = record.players
    one, other = players[above.player], players[below.player]
    same = []
    for place, by in enumerate(record.rules.tie_breaks):
        if above.values[place] == below.values[place]:
            same.append(_describe_number(by, above.values[place]))
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
            if (text := _sum(record, player.number, by, by.account(record.compared, player.number)))
        ]
        return Why(one, other, begin + values, sums)
    return Why(one, other, "They are equal in everything that is compared, and share the place.", [])
