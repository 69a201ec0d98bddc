"""How the numbers of a player were come by, to be added up again by hand, and why somebody is above somebody else."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tournaments.standings.tiebreaks import TieBreak
from tournaments.tournament_pages.figures import HEADINGS, figure, spoken
from tournaments.wording import listed

if TYPE_CHECKING:
    from tournaments.standings.table import Standing
    from tournaments.standings.tiebreaks import Account
    from tournaments.tournament_pages.record import Player, Record

NOT_YET = "Drawn by a seed that is published when the tournament is over."


class Number(NamedTuple):
    """A number with its rule and the sum that makes it."""

    label: str
    value: str
    how: str
    sum: str


class Why(NamedTuple):
    """Why one player is above another."""

    above: Player
    below: Player
    words: str
    sums: list[str]


class Explanation(NamedTuple):
    """All numbers of a player, and the comparison with the neighbours."""

    player: Player
    rank: int
    numbers: list[Number]
    whys: list[Why]


def explanation_of(record: Record, number: int) -> Explanation | None:
    """The account of a player's numbers; None for who is not in the standings."""
    return record.part(("explained", number), lambda: _made(record, number))


def _made(record: Record, number: int) -> Explanation | None:
    ordered = record.standings
    at = next((place for place, standing in enumerate(ordered) if standing.player == number), None)
    if at is None:
        return None
    numbers = [_number(record, number, by) for by in record.rules.order]
    pairs = [(ordered[at - 1], ordered[at])] if at else []
    pairs += [(ordered[at], ordered[at + 1])] if at + 1 < len(ordered) else []
    whys = [_why(record, above, below) for above, below in pairs]
    return Explanation(record.players[number], ordered[at].rank, numbers, whys)


def _number(record: Record, number: int, by: TieBreak) -> Number:
    account = record.compared.account(number, by)
    if by is TieBreak.LOT and not record.row.is_over:
        return Number(_label(by), "", NOT_YET, "")
    return Number(_label(by), spoken(by, account.value), account.how, _sum(record, number, by, account))


def _having(by: TieBreak, value: Fraction) -> str:
    """What somebody has, in a sentence: "9 points", "opponents’ match wins 61.1%"."""
    if by in (TieBreak.POINTS, TieBreak.WINS):
        return f"{figure(by, value)} {HEADINGS[by].inside}"
    return f"{HEADINGS[by].inside} {spoken(by, value)}"


def _label(by: TieBreak) -> str:
    words = HEADINGS[by].inside
    return words[:1].upper() + words[1:]


def _sum(record: Record, number: int, by: TieBreak, account: Account) -> str:
    """The parts and what they make: "(Bram +9, Leto +7, Ferro +2) ÷ 3 = +6"."""
    if not account.parts:
        return ""
    names = [None if part.player is None else record.players[part.player].name for part in account.parts]
    opponents = record.scores[number].opponents
    if by is TieBreak.MARGIN and len(opponents) == len(account.parts):
        names = [record.players[other].name for other in opponents]
    parts = [
        " ".join(filter(None, [name, figure(by, part.value) + ("*" if part.is_floor else "")]))
        for name, part in zip(names, account.parts, strict=True)
    ]
    words = f"({', '.join(parts)}) ÷ {len(parts)} = {spoken(by, account.value)}"
    floor = f"{float(100 * Fraction(record.rules.floor)):.0f}"
    return words + (f"  * raised to {floor}" if any(part.is_floor for part in account.parts) else "")


def _why(record: Record, above: Standing, below: Standing) -> Why:
    """The first number in which they differ decides."""
    players = record.players
    one, other = players[above.player], players[below.player]
    order = record.rules.order
    same = []
    for place, by in enumerate(order):
        if above.values[place] == below.values[place]:
            same.append(_having(by, above.values[place]))
            continue
        begin = f"Both have {listed(same)}. The next tie-break is {HEADINGS[by].inside}: " if same else ""
        if by is TieBreak.LOT:
            return Why(one, other, f"{begin}the lot fell for {one.name}.", [])
        values = f"{one.name} {spoken(by, above.values[place])}, {other.name} {spoken(by, below.values[place])}."
        if not same:
            begin = f"{HEADINGS[by].inside.capitalize()}: "
        sums = [
            f"{player.name}: {text}"
            for player in (one, other)
            if (text := _sum(record, player.number, by, record.compared.account(player.number, by)))
        ]
        return Why(one, other, begin + values, sums)
    return Why(one, other, "They are equal in everything that is compared, and share the place.", [])
