"""The numbers of standings as people read them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.tiebreaks import TieBreak


class Heading(NamedTuple):
    """What a number is called: short over a column, whole, and inside a sentence."""

    short: str
    full: str
    inside: str


HEADINGS = {
    TieBreak.POINTS: Heading("Points", "Match points", "points"),
    TieBreak.OPPONENTS: Heading("OMW", "Opponents’ match wins, percent", "opponents’ match wins"),
    TieBreak.MARGIN: Heading(
        "Margin", "Hull and shields left, less those of the others, a table on average", "hull and shield margin"
    ),
    TieBreak.OPPONENTS_OF_OPPONENTS: Heading(
        "OOMW", "Opponents’ opponents’ match wins, percent", "opponents’ opponents’ match wins"
    ),
    TieBreak.WINS: Heading("Wins", "Rounds won", "rounds won"),
    TieBreak.LOT: Heading("Lot", "Drawn by lot", "lot"),
}
PERCENTAGES = (TieBreak.OPPONENTS, TieBreak.OPPONENTS_OF_OPPONENTS)


def figure(by: TieBreak, value: Fraction) -> str:
    """A number in a column: 9, 66.7, +41, +4.5."""
    if by in PERCENTAGES:
        return f"{float(100 * value):.1f}"
    if by is TieBreak.MARGIN:
        return signed(value)
    return f"{float(value):.4f}" if by is TieBreak.LOT else str(int(value))


def spoken(by: TieBreak, value: Fraction) -> str:
    """A number in a sentence."""
    return f"{figure(by, value)}%" if by in PERCENTAGES else figure(by, value)


def signed(value: Fraction) -> str:
    """A difference with its sign, to a tenth where it is not whole."""
    size = abs(value)
    words = str(int(size)) if size.denominator == 1 else f"{float(size):.1f}"
    return f"+{words}" if value > 0 else f"−{words}" if value < 0 else "0"
