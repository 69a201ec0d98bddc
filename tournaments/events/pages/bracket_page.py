"""The bracket page: each bracket as a drawing, with lines from a match to the winner's next match, and as lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournaments.events.brackets import NOBODY, Bracket, BracketMatch, From, Part, Sides
from tournaments.events.formats import Elimination
from tournaments.events.history import bracket_of, bracket_results
from tournaments.events.models import Phase
from tournaments.events.pages.record import Record, cached_part
from tournaments.events.pages.rows import mark_own_rows

if TYPE_CHECKING:
    from tournaments.events.pages.page import EventPage

WIDE, HIGH, LINE, GAP, MARGIN = 180, 46, 31, 56, 8


class Box(NamedTuple):
    """A match: its two sides, the numbers of its known players, the winning side, and the address of its table."""

    sides: tuple[str, str]
    players: tuple[int, ...]
    won: int | None
    url: str
    number: int
    name: str = ""
    both_lost: bool = False


class Corner(NamedTuple):
    """The top left corner of a box."""

    x: float
    y: float


def draw_bracket(bracket: Bracket, boxes: Mapping[int, Box]) -> SafeString:
    """Render the drawing of a bracket. Matches without a box are left out."""
    spots = lay_out(bracket, boxes)
    if not spots:
        return SafeString()
    lines = [
        (spots[source.number], spots[match.number], side)
        for match in bracket.matches
        if match.if_loses is None and match.number in spots
        for side, source in enumerate(match.sources)
        if source.of is From.WINNER and source.number in spots
    ]
    context = {
        "spots": spots,
        "boxes": boxes,
        "lines": lines,
        "width": max(spot.x for spot in spots.values()) + WIDE + MARGIN,
        "height": max(spot.y for spot in spots.values()) + HIGH + MARGIN,
    }
    return render_to_string("events/pages/bracket.html", context, using="jinja2")


def lay_out(bracket: Bracket, boxes: Mapping[int, Box]) -> dict[int, Corner]:
    """Return the corner of each match, placed between the matches that lead to it. Losers' matches are below."""
    matches = {match.number: match for match in bracket.matches if match.number in boxes}
    heights: dict[int, float] = {}
    slot = 0.0

    def place(match: BracketMatch) -> float:
        nonlocal slot
        ways = []
        for source in match.sources:
            before = matches.get(source.number) if source.of is From.WINNER else None
            if before is not None and _drawn_with(before) == _drawn_with(match):
                ways.append(heights[before.number] if before.number in heights else place(before))
            else:
                ways.append(slot)
                slot += LINE
        heights[match.number] = sum(ways) / len(ways)
        return heights[match.number]

    for part in (Part.WINNERS, Part.LOSERS, Part.THIRD):
        for match in reversed(list(matches.values())):
            if _drawn_with(match) is part and match.number not in heights and match.if_loses is None:
                place(match)
                slot += LINE / 2
    for match in matches.values():
        if match.if_loses is not None:
            heights[match.number] = heights[match.if_loses]
    columns = _columns(matches)
    return {
        number: Corner(MARGIN + columns[number] * (WIDE + GAP), MARGIN + height) for number, height in heights.items()
    }


def _drawn_with(match: BracketMatch) -> Part:
    """Return the part of the drawing that the match is in: finals are drawn with the winners' matches."""
    return Part.WINNERS if match.part is Part.FINAL else match.part


def _columns(matches: Mapping[int, BracketMatch]) -> dict[int, int]:
    """Return the column of each match: the column of its round. Finals come after all others."""
    of_winners = max((match.round for match in matches.values() if match.part is Part.WINNERS), default=0)
    of_losers = max((match.round for match in matches.values() if match.part is Part.LOSERS), default=0)
    last = max(of_winners, of_losers)
    return {
        number: match.round - 1 if match.part in (Part.WINNERS, Part.LOSERS) else last + match.round - 1
        for number, match in matches.items()
    }


MOST_IN_PREVIEW = 64
OWN_PATH_MARK = ' class="me" '


class BracketShown(NamedTuple):
    """A bracket on the page: its heading, whether it is a preview, its drawing, and its rounds as lists."""

    heading: str
    is_preview: bool
    drawing: SafeString
    rounds: list[tuple[str, list[Box]]]


def has_bracket(record: Record) -> bool:
    """Return True if there is a bracket, or a preview drawn from the current standings."""
    return bool(record.brackets) or _find_preview(record) is not None


def _find_preview(record: Record) -> Phase | None:
    """Return the elimination phase after the current one, if it can be previewed from standings; else None."""
    following = record.following
    if record.brackets or not record.rounds or following is None:
        return None
    return following if following.is_elimination and 2 <= following.cut_to <= MOST_IN_PREVIEW else None


def brackets_shown(page: EventPage) -> list[BracketShown]:
    """Return all brackets, newest first, with the viewer's path marked."""
    return [
        shown._replace(drawing=mark_own_rows(shown.drawing, page, OWN_PATH_MARK)) for shown in _brackets(page.record)
    ]


@cached_part
def _brackets(record: Record) -> list[BracketShown]:
    """Return the drawn brackets, the last phase first; before the cut a preview of it alone."""
    previewed = _find_preview(record)
    if previewed is not None:
        seeds = [standing.player for standing in record.standings if not standing.has_dropped][: previewed.cut_to]
        previewed.seeds = seeds
        try:
            return [_draw(record, previewed, {}, f"The best {len(seeds)}, if it were cut now", is_preview=True)]
        finally:
            previewed.seeds = []
    found = []
    for phase in reversed(record.brackets):
        heading = phase.get_format_display() + (f", the best {len(phase.seeds)}" if phase.cut_to else "")
        found.append(_draw(record, phase, bracket_results(phase), heading))
    return found


def _draw(
    record: Record, phase: Phase, results: Mapping[int, int | None], heading: str, *, is_preview: bool = False
) -> BracketShown:
    """Draw the bracket of a phase. A match that repeats another appears once that is needed."""
    bracket = bracket_of(phase)
    urls = {
        table.bracket_match: f"/matches/{table.match}"
        for of in record.rounds
        if of.phase_id == phase.pk
        for table in record.tables(of)
        if table.match and table.bracket_match is not None
    }
    known = bracket.players(results)
    boxes = {
        match.number: _box(record, phase, match, known[match.number], results, urls)
        for match in bracket.matches
        if match.if_loses is None or results.get(match.if_loses) == 1
    }
    meetings: dict[tuple[Part, int], list[Box]] = defaultdict(list)
    for match in bracket.matches:
        if match.number in boxes:
            meetings[match.part, match.round].append(boxes[match.number])
    rules = phase.rules
    assert isinstance(rules, Elimination)
    rounds = [(rules.name_part(len(phase.seeds), *of), met) for of, met in meetings.items()]
    return BracketShown(heading, is_preview, draw_bracket(bracket, boxes), rounds)


def _box(
    record: Record,
    phase: Phase,
    match: BracketMatch,
    seeds: Sides,
    results: Mapping[int, int | None],
    urls: Mapping[int, str],
) -> Box:
    """Return the box of a bracket match: its players or, while they are unknown, whom it awaits, and its result."""
    name = "third place · " if match.part is Part.THIRD else "final · " if match.part is Part.FINAL else ""
    names, numbers = [], []
    for seed, source in zip(seeds, match.sources, strict=True):
        player = record.players[phase.seeds[seed - 1]] if seed else None
        awaited = f"{'Winner' if source.of is From.WINNER else 'Loser'} of match {source.number}"
        names.append("Nobody" if seed == NOBODY else f"{seed} {player.name}" if player else awaited)
        if player is not None:
            numbers.append(player.number)
    won, url = results.get(match.number), urls.get(match.number, "")
    both_lost = match.number in results and won is None and None not in seeds and NOBODY not in seeds
    return Box((names[0], names[1]), tuple(numbers), won, url, match.number, name, both_lost)
