"""Brackets on their page: each as a drawing, and the same as lists."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from tournaments.organizing.phases import bracket_of, bracket_results
from tournaments.pairing.brackets import NOBODY, From, Part
from tournaments.pairing.formats import Elimination
from tournaments.tournament_pages.bracket_drawing import Box, drawing_of
from tournaments.tournament_pages.marking import marked
from tournaments.tournament_pages.record import cached_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.organizing.models import Phase
    from tournaments.pairing.brackets import NOBODY, Bracket, BracketMatch, Source
    from tournaments.tournament_pages.page import EventPage
    from tournaments.tournament_pages.record import Record

MOST_IN_PREVIEW = 64
ME = ' class="me" '


class Meeting(NamedTuple):
    """A match of a bracket as the lists have it."""

    sides: tuple[str, str]
    won: int | None
    url: str
    both_lost: bool


class Shown(NamedTuple):
    """A bracket: its heading, whether it is only what would be, its drawing, and its rounds as lists."""

    heading: str
    is_preview: bool
    drawing: SafeString
    rounds: list[tuple[str, list[Meeting]]]


def has_bracket(record: Record) -> bool:
    """Whether there is a bracket to show, or one that could be drawn from the standings of now."""
    return bool(record.brackets) or _previewed(record) is not None


def _previewed(record: Record) -> Phase | None:
    """The bracket that follows on the phase that is played, once there are standings."""
    following = record.following
    if record.brackets or not record.rounds or following is None:
        return None
    return following if following.is_elimination and 2 <= following.cut_to <= MOST_IN_PREVIEW else None


def brackets_shown(page: EventPage) -> list[Shown]:
    """All brackets, the last first; the viewer's way is marked."""
    return [shown._replace(drawing=marked(shown.drawing, page, ME)) for shown in _brackets(page.record)]


@cached_part
def _brackets(record: Record) -> list[Shown]:
    previewed = _previewed(record)
    if previewed is not None:
        return [_preview(record, previewed)]
    return [_shown(record, phase) for phase in reversed(record.brackets)]


def _preview(record: Record, phase: Phase) -> Shown:
    seeds = [standing.player for standing in record.standings if not standing.has_dropped][: phase.cut_to]
    phase.seeds = seeds
    try:
        return _drawn(record, phase, {}, f"The best {len(seeds)}, if it were cut now", is_preview=True)
    finally:
        phase.seeds = []


def _shown(record: Record, phase: Phase) -> Shown:
    heading = phase.get_format_display() + (f", the best {len(phase.seeds)}" if phase.cut_to else "")
    return _drawn(record, phase, bracket_results(phase), heading)


def _drawn(
    record: Record, phase: Phase, results: Mapping[int, int | None], heading: str, *, is_preview: bool = False
) -> Shown:
    bracket = bracket_of(phase)
    urls = {} if is_preview else _urls(record, phase)
    known = bracket.players(results)
    boxes = {
        match.number: _box(record, phase, match, known[match.number], results, urls)
        for match in bracket.matches
        if match.if_loses is None or results.get(match.if_loses) == 1
    }
    rounds = _rounds(phase, bracket, boxes)
    return Shown(heading, is_preview, mark_safe(drawing_of(bracket, boxes)), rounds)  # noqa: S308 -- escaped there


def _urls(record: Record, phase: Phase) -> dict[int, str]:
    return {
        table.bracket_match: f"/matches/{table.match}"
        for of in record.rounds
        if of.phase_id == phase.pk
        for table in record.tables(of)
        if table.match and table.bracket_match is not None
    }


def _box(
    record: Record,
    phase: Phase,
    match: BracketMatch,
    seeds: tuple[int | None, int | None],
    results: Mapping[int, int | None],
    urls: Mapping[int, str],
) -> Box:
    name = "third place · " if match.part is Part.THIRD else "final · " if match.part is Part.FINAL else ""
    names, numbers = [], []
    for seed, source in zip(seeds, match.sources, strict=True):
        player = record.players[phase.seeds[seed - 1]] if seed else None
        names.append("Nobody" if seed == NOBODY else f"{seed} {player.name}" if player else _awaited(phase, source))
        if player is not None:
            numbers.append(player.number)
    won, url = results.get(match.number), urls.get(match.number, "")
    both_lost = match.number in results and won is None and None not in seeds and NOBODY not in seeds
    return Box((names[0], names[1]), tuple(numbers), won, url, match.number, name, both_lost)


def _awaited(phase: Phase, source: Source) -> str:
    return f"{'Winner' if source.of is From.WINNER else 'Loser'} of match {source.number}"


def _rounds(phase: Phase, bracket: Bracket, boxes: Mapping[int, Box]) -> list[tuple[str, list[Meeting]]]:
    found: dict[tuple[Part, int], list[Meeting]] = defaultdict(list)
    for match in bracket.matches:
        if match.number in boxes:
            box = boxes[match.number]
            found[match.part, match.round].append(Meeting(box.sides, box.won, box.url, box.both_lost))
    rules = phase.rules
    assert isinstance(rules, Elimination)
    return [(rules.name_part(len(phase.seeds), part, number), meetings) for (part, number), meetings in found.items()]
