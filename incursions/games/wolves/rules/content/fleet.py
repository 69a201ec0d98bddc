"""Reading the fleet from plain data: vessels with their stations, supply, the council and the seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from incursions.games.data_checks import (
    DataError,
    Faults,
    Place,
    raise_faults,
    take_list,
    take_mapping,
    take_text,
    take_title,
    take_whole,
    take_word,
)
from incursions.games.data_entries import EntryReader, noting, read_items
from incursions.games.data_files import read_each, read_entries
from incursions.games.wolves.rules.content.definitions import (
    ANY_CREW,
    DISTANCES,
    FLAGSHIP,
    LEVELS,
    ODDS,
    QUADRANTS,
    RESOURCES,
    TRAININGS,
    Amounts,
    Fleet,
    Minutes,
    MoraleTrack,
    Station,
    StationKind,
    Team,
    Vessel,
)
from incursions.games.wolves.rules.content.effects import read_amounts
from incursions.games.wolves.rules.content.titles import find_title, list_by_title
from incursions.kit.words import quote


class FleetNames(NamedTuple):
    """The names in a fleet that other entries refer to: its vessels with their data, nations, roles, seats and teams.

    `powers` are the nations that vessels have; `teams` are none if one of them is faulty.

    `is_whole`: none of them is missing or faulty. Otherwise names of seats are not compared with these.
    """

    entries: Mapping[str, Any]
    nations: tuple[str, ...]
    powers: tuple[str, ...]
    roles: tuple[str, ...]
    vessel_seats: tuple[str, ...]
    teams: Mapping[str, Team]
    team_names: tuple[str, ...]
    is_whole: bool

    def take_seat(self, value: Any, place: Place) -> str:
        """Return the name of a seat of a team."""
        if not self.is_whole:
            return take_text(value, place, LONGEST_TEXT)
        seats = (*self.vessel_seats, *(seat for team in self.teams.values() for seat in team.seats))
        return take_word(value, place, seats)


NO_NAMES = FleetNames({}, (), (), (), (), {}, (), False)
"""The names of what is no fleet at all."""
VESSEL_FIELDS = (
    *("vessel", "class", "nation", "roles", "size", "rations", "fuel", "morale", "hold", "shuttles", "squadrons"),
    *("marines", "security", "stations"),
)
FLEET_FIELDS = (
    *("levels", "rations", "trainings", "resources", "nations", "morale_track", "pursuit", "muster_minutes"),
    *("action_minutes", "team_minutes", "close_minutes", "news_range", "vessels", "other_teams", "council", "seating"),
    "map_party",
)
STATION_KEYS = ("count", "rated", "crew", "needs", "title")
NO_NATION = "none"
MOST_STATIONS, MOST_ALIKE, MOST_ROLES, MOST_SEATS, MOST_TEAMS = 60, 12, 9, 99, 6
MOST_UNITS, MOST_SIZE, LONGEST_TEXT, MOST_MINUTES, MOST_NEWS, DIE_FACES = 20, 2, 60, 120, 9, 6
MOST_RATIONS, LONGEST_NUMBER = 99, 2
TOP = ODDS[-1]
OF = " of "
"""What stands between a station and its vessel in commands: no name of either has it."""
RESERVED = ("map", "nowhere", "fleet", "council", "Clock")
"""The words of commands that no vessel is called."""


def read_fleet(
    data: Any, place: Place, names: FleetNames, kinds: Mapping[str, StationKind], faults: Faults
) -> tuple[dict[str, Vessel], Fleet | None]:
    """Return the sound vessels of plain data, and the fleet unless something in it is faulty.

    All faults are appended to `faults`. Raises `DataError` for what is no fleet at all.
    """
    fleet = EntryReader(data, place, FLEET_FIELDS)
    _check_lists(fleet)
    nations = (*names.nations, NO_NATION)
    rations = fleet.read_field_or({}, "rations", _read_rations)
    costs = list(fleet.fields["rations"]) if isinstance(fleet.fields.get("rations"), Mapping) else []
    vessels = read_each(
        names.entries,
        lambda title, entry: _read_vessel(title, entry, place.entry(title), nations, costs, kinds, names),
        fleet.faults,
    )
    first, then = fleet.read_field("seating", _read_seating, names) or ((), ())
    made = Fleet(
        vessels=vessels,
        teams=fleet.read_field("other_teams", _read_teams),
        rations=rations,
        morale_track=fleet.read_field("morale_track", _read_morale_track),
        pursuit_start=fleet.read_field("pursuit", _read_pursuit),
        pursuit_top=TOP,
        minutes=_read_minutes(fleet),
        news_range=fleet.read_field("news_range", take_whole, 0, MOST_NEWS),
        council=fleet.read_field("council", _read_council, names),
        seating_first=first,
        seating_then=then,
        map_party=fleet.read_field("map_party", _read_seats, names),
    )
    faults += fleet.faults
    return vessels, None if fleet.faults else made


def find_names(data: Any, place: Place, faults: Faults) -> FleetNames:
    """Return the names in a fleet as far as they can be read; missing and repeated ones are appended to `faults`."""
    fields = take_mapping(data, place, len(FLEET_FIELDS) + 1)
    known = len(faults)
    entries = list_by_title(fields.get("vessels"), place, "vessel", faults, where="vessels")
    if FLAGSHIP not in entries:
        faults.append(place.part("vessels").fault(f"the {FLAGSHIP} was expected among them (W13.1)"))
    listed = fields.get("other_teams")
    teams, is_listed = _find_teams(listed)
    roles = {name: _find_texts(entry, "roles") for name, entry in entries.items()}
    nations = _find_texts(fields, "nations")
    flags = [find_title(entry, "nation") for entry in entries.values()]
    is_titled = all(find_title(entry, "vessel") for entry in entries.values())
    is_titled = is_titled and set(flags) <= {*(nations or ()), NO_NATION}
    is_whole = is_listed and is_titled and len(faults) == known and None not in (*roles.values(), nations)
    return FleetNames(
        entries,
        tuple(nations or ()),
        tuple(dict.fromkeys(flag for flag in flags if flag)),
        tuple(dict.fromkeys(role for held in roles.values() for role in held or ())),
        tuple(f"{name} {role}" for name, held in roles.items() for role in held or ()),
        teams,
        tuple(find_title(team, "team") for team in listed) if isinstance(listed, list) else (),
        is_whole,
    )


def _find_texts(entry: Any, key: str) -> list[str] | None:
    """Return the texts of a list under a key; None for anything else."""
    held = entry.get(key) if isinstance(entry, Mapping) else None
    return held if isinstance(held, list) and all(isinstance(each, str) for each in held) else None


def _find_teams(data: Any) -> tuple[dict[str, Team], bool]:
    """Return the sound teams without a vessel, and whether that are all."""
    try:
        return _read_teams(data, Place()), True
    except DataError:
        return {}, False


def _check_lists(fleet: EntryReader) -> None:
    """Check the lists of words that the rules know by name."""
    for key, words in (("levels", LEVELS), ("trainings", TRAININGS), ("resources", RESOURCES)):
        fleet.read_field(key, _take_known_words, words)
    fleet.read_field("nations", _read_titles, 1, MOST_TEAMS)


def _take_known_words(value: Any, place: Place, words: Collection[str]) -> None:
    if take_list(value, place, len(words), len(words)) != list(words):
        raise place.fault(f"{', '.join(words)} were expected in this order")


def _read_pursuit(data: Any, place: Place) -> int:
    """Return the level of the Pursuit Track at the start (rules W14.1)."""
    entry = EntryReader(data, place, ("start", "top"))
    entry.read_field("top", take_whole, TOP, TOP)
    return entry.finish(entry.read_field("start", take_whole, 0, TOP))


def _read_seating(data: Any, place: Place, names: FleetNames) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the seats that are always filled, and those of each further player (rules W1.5)."""
    entry = EntryReader(data, place, ("first", "then"))
    return entry.finish((entry.read_field("first", _read_seats, names), entry.read_field("then", _read_seats, names)))


def _read_rations(data: Any, place: Place) -> dict[str, Amounts]:
    """Return the tables of what each level of supply costs; a higher level costs more (rules W4.5)."""
    faults: Faults = []
    tables = read_entries(data, place, MOST_TEAMS, lambda name, costs: _read_costs(costs, place.part(name)), faults)
    raise_faults(faults)
    return tables


def _read_costs(data: Any, place: Place) -> Amounts:
    entry = EntryReader(data, place, LEVELS[1:])
    costs = entry.finish({level: entry.read_field(level, take_whole, 1, MOST_RATIONS) for level in LEVELS[1:]})
    if sorted(set(costs.values())) != list(costs.values()):
        raise place.fault("each level was expected to cost more than the one before (W4.5)")
    return costs


def _read_morale_track(data: Any, place: Place) -> MoraleTrack:
    entry = EntryReader(data, place, ("top", "riot_on"))
    top = entry.read_field("top", take_whole, TOP, TOP)
    return entry.finish(MoraleTrack(top, entry.read_field("riot_on", _read_riot_odds)))


def _read_riot_odds(data: Any, place: Place) -> dict[int, int]:
    entry = EntryReader(data, place, [str(level) for level in ODDS])
    return entry.finish({level: entry.read_field(str(level), take_whole, 0, DIE_FACES) for level in ODDS})


def _read_minutes(fleet: EntryReader) -> Minutes:
    """Return the length of each phase: muster is part of the Action phase, and the close of the Team phase."""
    known = len(fleet.faults)
    minutes = Minutes(*(fleet.read_field(f"{phase}_minutes", take_whole, 1, MOST_MINUTES) for phase in Minutes._fields))
    if len(fleet.faults) > known or None in minutes:
        return minutes
    if minutes.muster >= minutes.action:
        wanted = "fewer than the whole Action phase were expected (W2.3)"
        fleet.faults.append(fleet.place.part("muster_minutes").fault(wanted))
    if minutes.close >= minutes.team:
        wanted = "fewer than the whole Team phase were expected (W2.10)"
        fleet.faults.append(fleet.place.part("close_minutes").fault(wanted))
    return minutes


def _read_vessel(
    title: str,
    data: Any,
    place: Place,
    nations: Collection[str],
    rations: Collection[str],
    kinds: Mapping[str, StationKind],
    names: FleetNames,
) -> Vessel:
    """Return a vessel; only the Aegis has no quadrant and no size (rules W13.1)."""
    is_flagship = title == FLAGSHIP
    entry = EntryReader(data, place, VESSEL_FIELDS if is_flagship else (*VESSEL_FIELDS, "quadrant"))
    entry.read_field("vessel", _take_vessel_name, names)
    made = Vessel(
        name=title,
        ship_class=entry.read_field("class", take_text, LONGEST_TEXT),
        nation=entry.read_field("nation", take_word, nations),
        roles=entry.read_field("roles", _read_titles, 1, MOST_ROLES),
        size=entry.read_field("size", take_whole, 0 if is_flagship else 1, 0 if is_flagship else MOST_SIZE),
        quadrant=0 if is_flagship else entry.read_field("quadrant", take_whole, QUADRANTS[0], QUADRANTS[-1]),
        rations=entry.read_field("rations", take_word, rations),
        fuel=entry.read_field("fuel", read_amounts, DISTANCES, is_whole=True),
        morale=entry.read_field("morale", take_whole, 0, TOP),
        hold=entry.read_field("hold", read_amounts, RESOURCES, is_whole=True),
        shuttles=entry.read_field("shuttles", _read_titles, 0, MOST_UNITS),
        squadrons=entry.read_field("squadrons", take_whole, 0, MOST_UNITS),
        marines=entry.read_field("marines", take_whole, 0, MOST_UNITS),
        security=entry.read_field("security", take_whole, 0, MOST_UNITS),
        stations=entry.read_field("stations", _read_stations, kinds),
    )
    return entry.finish(made)


def _take_vessel_name(value: Any, place: Place, names: FleetNames) -> str:
    """Return the name of a vessel, of which commands and seats can be told from those of all others (rules W3.12)."""
    name = take_title(value, place)
    if name in (*RESERVED, *names.team_names) or OF in name:
        raise place.fault(f"a name was expected that is no other word of commands, not {quote(name)}")
    others = [each for each in (*names.entries, *names.team_names, *RESERVED) if each != name]
    other = next((each for each in others if name.startswith(f"{each} ") or each.startswith(f"{name} ")), "")
    if other:
        raise place.fault(f"a name was expected with which seats of {other} are not confused")
    return name


def _read_titles(data: Any, place: Place, least: int, most: int) -> tuple[str, ...]:
    """Return different titles of a list."""
    titles = tuple(take_title(title, place) for title in take_list(data, place, least, most))
    if len(set(titles)) < len(titles):
        raise place.fault("each was expected once")
    return titles


def _read_stations(data: Any, place: Place, kinds: Mapping[str, StationKind]) -> tuple[Station, ...]:
    """Return the stations of a vessel; identical ones are numbered, as commands name them."""
    lines = take_list(data, place, 1, MOST_STATIONS)
    titles: set[str] = set()
    return tuple(station for held in read_items(lines, place, _read_line, kinds, titles) for station in held)


def _read_line(data: Any, place: Place, kinds: Mapping[str, StationKind], titles: set[str]) -> list[Station]:
    """Return the stations of a line, as many as it counts; `titles` are those of the lines before it."""
    line = EntryReader(data, place, ("kind",), STATION_KEYS)
    kind = kinds.get(line.read_field("kind", take_word, kinds))
    title = line.read_field_or("" if kind is None else kind.title, "title", take_title)
    count = line.read_field_or(1, "count", take_whole, 1, MOST_ALIKE)
    needs = line.read_field_or({} if kind is None else kind.crew, "needs", read_amounts, (*TRAININGS, ANY_CREW))
    crew = line.read_field_or({}, "crew", read_amounts, TRAININGS)
    rated = line.read_field_or(0, "rated", take_whole, 0, MOST_UNITS)
    names = [title] if count == 1 else [f"{title} {number}" for number in range(1, count + 1)]
    twin = next((name for name in (title, *names) if name in titles), "") if title else ""
    if twin:
        line.faults.append(place.fault(f"{twin} stands there twice; a line with a count was expected"))
    if OF in title:
        line.faults.append(place.fault(f"a title without of, which names the vessel, was expected, not {title}"))
    titles.update((title, *names))
    raise_faults(line.faults)
    return [Station(name, line.fields["kind"], needs, crew, rated) for name in names]


def _read_teams(data: Any, place: Place) -> dict[str, Team]:
    """Return the teams without a vessel, with the number of their seats: "1-5"."""
    faults: Faults = []
    entries = list_by_title(data, place, "team", faults, least=0, most=MOST_TEAMS, is_nested=True)
    teams = read_each(entries, lambda name, entry: _read_team(name, entry, place.part(name)), faults)
    raise_faults(faults)
    return teams


def _read_team(name: str, data: Any, place: Place) -> Team:
    entry = EntryReader(data, place, ("team", "roles", "seats"))
    entry.read_field("team", take_title)
    roles = entry.read_field("roles", _read_titles, 1, MOST_ROLES)
    fewest, most = entry.read_field("seats", _read_limits) or (0, 0)
    return entry.finish(Team(name, roles, fewest, most))


def _read_limits(value: Any, place: Place) -> tuple[int, int]:
    """Return how few and how many sit in each role of a team."""
    least, _, most = take_text(value, place, LONGEST_TEXT).partition("-")
    is_written = all(each.isascii() and each.isdecimal() and len(each) <= LONGEST_NUMBER for each in (least, most))
    if not is_written or not 0 < int(least) <= int(most) <= MOST_ROLES:
        raise place.fault(f"two numbers such as 1-5 were expected, not {quote(value)}")
    return int(least), int(most)


def _read_seats(data: Any, place: Place, names: FleetNames) -> tuple[str, ...]:
    """Return different seats of a list."""
    faults: Faults = []
    listed = []
    for seat in take_list(data, place, 1, MOST_SEATS):
        with noting(faults):
            listed.append(names.take_seat(seat, place))
    if len(set(listed)) < len(listed):
        twice = next(seat for seat in listed if listed.count(seat) > 1)
        faults.append(place.fault(f"each seat was expected once, and {twice} stands there twice"))
    raise_faults(faults)
    return tuple(listed)


def _read_council(data: Any, place: Place, names: FleetNames) -> dict[str, str]:
    """Return the seats of the council with who holds them (rules W6.1)."""
    faults: Faults = []
    entries = list_by_title(data, place, "seat", faults, most=MOST_TEAMS + 1, is_nested=True)

    def read_holder(seat: str, data: Any) -> str:
        entry = EntryReader(data, place.part(seat), ("seat", "held_by"))
        entry.read_field("seat", take_title)
        return entry.finish(entry.read_field("held_by", names.take_seat))

    council = read_each(entries, read_holder, faults)
    raise_faults(faults)
    return council
