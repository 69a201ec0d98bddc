"""Reading the guide for all and the briefings of teams and seats from plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from incursions.games.data_checks import Place, take_mapping, take_text
from incursions.games.data_entries import EntryReader
from incursions.games.wolves.rules.content.definitions import Briefings
from incursions.games.wolves.rules.content.fleet import NO_NATION, FleetNames

CONTROL = "Control"
LONGEST_STORY, MOST_TEXTS = 2000, 300


def read_briefings(data: Any, place: Place, names: FleetNames) -> Briefings:
    """Return the guide and the briefings, complete for the powers, vessels, teams and kinds of seats (rules W1.6).

    Raises `DataError`. Where the fleet has faults in its names, texts are read whatever they are for.
    """
    file = EntryReader(data, place, ("guide", "teams", "roles", "personal"))
    powers = tuple(name for name in names.powers if name != NO_NATION)
    others = [team for team in names.teams.values() if team.name != CONTROL]
    roles = (*names.roles, *(role for team in others for role in team.roles))
    teams = (*names.entries, *(team.name for team in others))
    guide = file.read_field("guide", _read_guide, powers, tuple(names.entries), names.is_whole)
    story, of_powers, of_vessels = guide or ("", {}, {})
    pairs = file.read_field("teams", _read_pairs, teams, names.is_whole) or {}
    made = Briefings(
        story,
        of_powers,
        of_vessels,
        {team: know for team, (know, _) in pairs.items()},
        {team: want for team, (_, want) in pairs.items()},
        file.read_field("roles", _read_texts, roles, (), names.is_whole),
        file.read_field("personal", _read_texts, (), names.vessel_seats, names.is_whole),
    )
    return file.finish(made)


def _read_guide(
    data: Any, place: Place, powers: Collection[str], vessels: Collection[str], is_whole: bool
) -> tuple[str, Mapping[str, str], Mapping[str, str]]:
    entry = EntryReader(data, place, ("story", "powers", "vessels"))
    story = entry.read_field("story", _take_story)
    of_powers = entry.read_field("powers", _read_texts, powers, (), is_whole)
    return entry.finish((story, of_powers, entry.read_field("vessels", _read_texts, vessels, (), is_whole)))


def _take_story(value: Any, place: Place) -> str:
    return take_text(" ".join(value.split()) if isinstance(value, str) else value, place, LONGEST_STORY)


def _read_pairs(data: Any, place: Place, teams: Collection[str], is_whole: bool) -> Mapping[str, tuple[str, str]]:
    """Return what the players of each team know and want."""
    entry = _open_named(data, place, teams, (), is_whole)
    return entry.finish({team: entry.read_field(team, _read_pair) for team in entry.fields})


def _read_pair(data: Any, place: Place) -> tuple[str, str]:
    entry = EntryReader(data, place, ("know", "want"))
    know, want = (entry.read_field(key, take_text, LONGEST_STORY) for key in ("know", "want"))
    return entry.finish((know, want))


def _read_texts(
    data: Any, place: Place, needed: Collection[str], optional: Collection[str], is_whole: bool
) -> Mapping[str, str]:
    entry = _open_named(data, place, needed, optional, is_whole)
    return entry.finish({name: entry.read_field(name, take_text, LONGEST_STORY) for name in entry.fields})


def _open_named(
    data: Any, place: Place, needed: Collection[str], optional: Collection[str], is_whole: bool
) -> EntryReader:
    """Return the reader of a mapping by names, of any names if not all are known."""
    if is_whole:
        return EntryReader(data, place, needed, optional)
    return EntryReader(data, place, (), tuple(take_mapping(data, place, MOST_TEXTS)))
