"""Draws a bracket as SVG: a box for each match, a line from it to where its winner goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.html import escape

from tournaments.pairing.brackets import From, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tournaments.pairing.brackets import Bracket, BracketMatch

WIDE, HIGH, LINE, GAP, MARGIN = 180, 46, 31, 56, 8
LONGEST = 22
WINNERS_ROUND = (Part.WINNERS, Part.FINAL)


class Box(NamedTuple):
    """What stands in a match: who meets, the numbers of the players that are known, which side won, where it is."""

    sides: tuple[str, str]
    players: tuple[int, ...]
    won: int | None
    url: str
    number: int
    name: str = ""
    both_lost: bool = False


class Spot(NamedTuple):
    """The corner of a box at the top left."""

    x: float
    y: float


def drawing_of(bracket: Bracket, boxes: Mapping[int, Box]) -> str:
    """The drawing; boxes are drawn for the matches that are in them."""
    spots = spots_of(bracket, boxes)
    if not spots:
        return ""
    width = max(spot.x for spot in spots.values()) + WIDE + MARGIN
    height = max(spot.y for spot in spots.values()) + HIGH + MARGIN
    parts = [*_lines(bracket, spots), *(_box(spots[number], boxes[number]) for number in spots)]
    return (
        f'<svg class="bracket" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'role="img" aria-label="The bracket; the same as lists below">{"".join(parts)}</svg>'
    )


def spots_of(bracket: Bracket, boxes: Mapping[int, Box]) -> dict[int, Spot]:
    """Each match between those it follows on; those of the losers below, the match for the third place as well."""
    matches = {match.number: match for match in bracket.matches if match.number in boxes}
    heights: dict[int, float] = {}
    slot = 0.0

    def place(match: BracketMatch) -> float:
        nonlocal slot
        ways = []
        for source in match.sources:
            before = matches.get(source.number) if source.of is From.WINNER else None
            if before is not None and _leads(before, match):
                ways.append(heights[before.number] if before.number in heights else place(before))
            else:
                ways.append(slot)
                slot += LINE
        heights[match.number] = sum(ways) / len(ways)
        return heights[match.number]

    for part in ((Part.WINNERS, Part.FINAL), (Part.LOSERS,), (Part.THIRD,)):
        for match in reversed(list(matches.values())):
            if match.part in part and match.number not in heights and match.if_loses is None:
                place(match)
                slot += LINE / 2
    for match in matches.values():
        if match.if_loses is not None:
            heights[match.number] = heights[match.if_loses]
    columns = _columns(matches)
    return {
        number: Spot(MARGIN + columns[number] * (WIDE + GAP), MARGIN + height) for number, height in heights.items()
    }


def _leads(before: BracketMatch, match: BracketMatch) -> bool:
    """Whether a match is drawn before another in its own part of the drawing."""
    return before.part in WINNERS_ROUND if match.part in WINNERS_ROUND else before.part is match.part


def _columns(matches: Mapping[int, BracketMatch]) -> dict[int, int]:
    """The column of each match: that of its round, and finals behind everything."""
    of_winners = max((match.round for match in matches.values() if match.part is Part.WINNERS), default=0)
    of_losers = max((match.round for match in matches.values() if match.part is Part.LOSERS), default=0)
    last = max(of_winners, of_losers)
    return {
        number: match.round - 1 if match.part in (Part.WINNERS, Part.LOSERS) else last + match.round - 1
        for number, match in matches.items()
    }


def _lines(bracket: Bracket, spots: Mapping[int, Spot]) -> Iterator[str]:
    for match in bracket.matches:
        for side, source in enumerate(match.sources):
            if source.of is not From.WINNER or source.number not in spots or match.number not in spots:
                continue
            if match.if_loses is not None:
                continue
            begin, end = spots[source.number], spots[match.number]
            start_x, start_y = begin.x + WIDE, begin.y + HIGH / 2
            middle, end_y = end.x - GAP / 2, end.y + HIGH * (1 + 2 * side) / 4
            yield f'<path d="M{start_x:g} {start_y:g}H{middle:g}V{end_y:g}H{end.x:g}"/>'


def _box(spot: Spot, box: Box) -> str:
    marks = "".join(f" data-p{number}" for number in box.players)
    lost, verdict = (" class=lost", ", both lost") if box.both_lost else ("", "")
    texts = "".join(
        f'<text{" class=won" if box.won == side else lost} x="{spot.x + 10:g}" y="{spot.y + 18 + 20 * side:g}">'
        f"{escape(_short(name))}</text>"
        for side, name in enumerate(box.sides)
    )
    drawn = (
        f"<g{marks} ><title>Match {box.number}: {escape(box.sides[0])}, {escape(box.sides[1])}{verdict}</title>"
        f'<rect x="{spot.x:g}" y="{spot.y:g}" width="{WIDE}" height="{HIGH}" rx="2"/>{texts}'
        f'<text class="match-number" x="{spot.x + WIDE - 6:g}" y="{spot.y + 14:g}">'
        f"{escape(box.name)}{box.number}</text></g>"
    )
    return f'<a href="{escape(box.url)}">{drawn}</a>' if box.url else drawn


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
