"""Reading the fleet from plain data: vessels with their stations, supply, the council and the seats."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from incursions.games.data_checks import (
    DataError,
    Place,
    take_fields,
    take_list,
    take_mapping,
    take_text,
    take_title,
    take_whole,
    take_word,
)
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
MOST_VESSELS, MOST_STATIONS, MOST_ALIKE, MOST_ROLES, MOST_SEATS, MOST_TEAMS = 30, 60, 12, 9, 99, 6
MOST_UNITS, MOST_SIZE, LONGEST_TEXT, MOST_MINUTES, MOST_NEWS, DIE_FACES = 20, 2, 60, 120, 9, 6
TOP = ODDS[-1]


def read_fleet(data: Any, place: Place, kinds: Mapping[str, StationKind]) -> Fleet:
    """Return the fleet of plain data. Raises `DataError` for the first fault."""
    fields, nations, rations, entries = _read_tables(data, place)
    vessels: dict[str, Vessel] = {}
    for entry in entries:
        vessel = _read_vessel(entry, place, nations, rations, kinds)
        if vessel.name in vessels:
            raise place.entry(vessel.name).fault("this vessel stands there twice")
        vessels[vessel.name] = vessel
    teams = _read_teams(fields["other_teams"], place.part("other_teams"))
    seats = frozenset(_list_seats(vessels, teams))
    pursuit = take_fields(fields["pursuit"], place.part("pursuit"), ("start", "top"))
    seating = take_fields(fields["seating"], place.part("seating"), ("first", "then"))
    return Fleet(
        vessels=vessels,
        teams=teams,
        rations=rations,
        morale_track=_read_morale_track(fields["morale_track"], place.part("morale_track")),
        pursuit_start=take_whole(pursuit["start"], place.part("pursuit").part("start"), 0, TOP),
        pursuit_top=take_whole(pursuit["top"], place.part("pursuit").part("top"), TOP, TOP),
        minutes=_read_minutes(fields, place),
        news_range=take_whole(fields["news_range"], place.part("news_range"), 0, MOST_NEWS),
        council=_read_council(fields["council"], place.part("council"), seats),
        seating_first=_read_seats(seating["first"], place.part("seating").part("first"), seats),
        seating_then=_read_seats(seating["then"], place.part("seating").part("then"), seats),
        map_party=_read_seats(fields["map_party"], place.part("map_party"), seats),
    )


def list_vessel_faults(data: Any, place: Place, kinds: Mapping[str, StationKind]) -> list[DataError]:
    """Return the first fault of each vessel. Raises `DataError` for the tables that all vessels are read with."""
    _, nations, rations, entries = _read_tables(data, place)
    faults = []
    for entry in entries:
        try:
            _read_vessel(entry, place, nations, rations, kinds)
        except DataError as fault:
            faults.append(fault)
    return faults


def _read_tables(data: Any, place: Place) -> tuple[dict[str, Any], Collection[str], dict[str, Amounts], list[Any]]:
    """Return the fields of a fleet, its nations, its rations, and its vessels as plain data."""
    fields = take_fields(data, place, FLEET_FIELDS)
    _check_lists(fields, place)
    nations = (*fields["nations"], NO_NATION)
    rations = _read_rations(fields["rations"], place.part("rations"))
    entries = take_list(fields["vessels"], place.part("vessels"), 1, MOST_VESSELS)
    if not any(isinstance(entry, Mapping) and entry.get("vessel") == FLAGSHIP for entry in entries):
        raise place.part("vessels").fault(f"the {FLAGSHIP} was expected among them (W13.1)")
    return fields, nations, rations, entries


def _check_lists(fields: Mapping[str, Any], place: Place) -> None:
    """Check the lists of words that the rules know by name."""
    for key, words in (("levels", LEVELS), ("trainings", TRAININGS), ("resources", RESOURCES)):
        if take_list(fields[key], place.part(key), len(words), len(words)) != list(words):
            raise place.part(key).fault(f"{', '.join(words)} were expected in this order")
    for nation in take_list(fields["nations"], place.part("nations"), 1, MOST_TEAMS):
        take_title(nation, place.part("nations"))


def _read_rations(data: Any, place: Place) -> dict[str, Amounts]:
    """Return the tables of what each level of supply costs; a higher level costs more (rules W4.5)."""
    tables: dict[str, Amounts] = {}
    for name, table in take_mapping(data, place, MOST_TEAMS).items():
        costs = take_fields(table, place.part(name), LEVELS[1:])
        tables[name] = {level: take_whole(costs[level], place.part(name).part(level), 1, 99) for level in LEVELS[1:]}
        if sorted(set(tables[name].values())) != list(tables[name].values()):
            raise place.part(name).fault("each level was expected to cost more than the one before (W4.5)")
    return tables


def _read_morale_track(data: Any, place: Place) -> MoraleTrack:
    fields = take_fields(data, place, ("top", "riot_on"))
    where = place.part("riot_on")
    odds = take_fields(fields["riot_on"], where, [str(level) for level in ODDS])
    return MoraleTrack(
        take_whole(fields["top"], place.part("top"), TOP, TOP),
        {level: take_whole(odds[str(level)], where.part(level), 0, DIE_FACES) for level in ODDS},
    )


def _read_minutes(fields: Mapping[str, Any], place: Place) -> Minutes:
    """Return the length of each phase: muster is part of the Action phase, and the close of the Team phase."""
    keys = [f"{phase}_minutes" for phase in Minutes._fields]
    minutes = Minutes(*(take_whole(fields[key], place.part(key), 1, MOST_MINUTES) for key in keys))
    if minutes.muster >= minutes.action:
        raise place.part("muster_minutes").fault("fewer than the whole Action phase were expected (W2.3)")
    if minutes.close >= minutes.team:
        raise place.part("close_minutes").fault("fewer than the whole Team phase were expected (W2.10)")
    return minutes


def _read_vessel(
    data: Any,
    place: Place,
    nations: Collection[str],
    rations: Mapping[str, Amounts],
    kinds: Mapping[str, StationKind],
) -> Vessel:
    """Return a vessel; only the Aegis has no quadrant and no size (rules W13.1)."""
    name = take_title(take_mapping(data, place, len(VESSEL_FIELDS) + 2).get("vessel"), place.part("vessels"))
    place = place.entry(name)
    is_flagship = name == FLAGSHIP
    fields = take_fields(data, place, VESSEL_FIELDS if is_flagship else (*VESSEL_FIELDS, "quadrant"))

    def take(field: str, least: int, most: int) -> int:
        return take_whole(fields[field], place.part(field), least, most)

    return Vessel(
        name=name,
        ship_class=take_text(fields["class"], place.part("class"), LONGEST_TEXT),
        nation=take_word(fields["nation"], place.part("nation"), nations),
        roles=_read_titles(fields["roles"], place.part("roles"), 1, MOST_ROLES),
        size=take("size", 0 if is_flagship else 1, 0 if is_flagship else MOST_SIZE),
        quadrant=0 if is_flagship else take("quadrant", QUADRANTS[0], QUADRANTS[-1]),
        rations=take_word(fields["rations"], place.part("rations"), rations),
        fuel=read_amounts(fields["fuel"], place.part("fuel"), DISTANCES, is_whole=True),
        morale=take("morale", 0, TOP),
        hold=read_amounts(fields["hold"], place.part("hold"), RESOURCES, is_whole=True),
        shuttles=_read_titles(fields["shuttles"], place.part("shuttles"), 0, MOST_UNITS),
        squadrons=take("squadrons", 0, MOST_UNITS),
        marines=take("marines", 0, MOST_UNITS),
        security=take("security", 0, MOST_UNITS),
        stations=tuple(_read_stations(fields["stations"], place.part("stations"), kinds)),
    )


def _read_titles(data: Any, place: Place, least: int, most: int) -> tuple[str, ...]:
    """Return different titles of a list."""
    titles = tuple(take_title(title, place) for title in take_list(data, place, least, most))
    if len(set(titles)) < len(titles):
        raise place.fault("each was expected once")
    return titles


def _read_stations(data: Any, place: Place, kinds: Mapping[str, StationKind]) -> Iterator[Station]:
    """Yield the stations of a vessel; identical ones are numbered, as commands name them."""
    lines = take_list(data, place, 1, MOST_STATIONS)
    titles: set[str] = set()
    for line in lines:
        fields = take_fields(line, place, ("kind",), STATION_KEYS)
        kind = kinds[take_word(fields["kind"], place.part("kind"), kinds)]
        where = place.part(kind.kind)
        title = take_title(fields["title"], where.part("title")) if "title" in fields else kind.title
        count = take_whole(fields.get("count", 1), where.part("count"), 1, MOST_ALIKE)
        needs = (
            read_amounts(fields["needs"], where.part("needs"), (*TRAININGS, ANY_CREW))
            if "needs" in fields
            else kind.crew
        )
        crew = read_amounts(fields.get("crew", {}), where.part("crew"), TRAININGS)
        rated = take_whole(fields.get("rated", 0), where.part("rated"), 0, MOST_UNITS)
        if title in titles:
            raise where.fault(f"{title} stands there twice; a line with a count was expected")
        titles.add(title)
        names = [title] if count == 1 else [f"{title} {number}" for number in range(1, count + 1)]
        yield from (Station(name, kind.kind, needs, crew, rated) for name in names)


def _read_teams(data: Any, place: Place) -> dict[str, Team]:
    """Return the teams without a vessel, with the number of their seats: "1-5"."""
    teams: dict[str, Team] = {}
    for entry in take_list(data, place, 0, MOST_TEAMS):
        fields = take_fields(entry, place, ("team", "roles", "seats"))
        name = take_title(fields["team"], place.part("team"))
        where = place.part(name)
        least, _, most = take_text(fields["seats"], where.part("seats"), LONGEST_TEXT).partition("-")
        if not (least.isdecimal() and most.isdecimal() and 0 < int(least) <= int(most) <= MOST_ROLES):
            raise where.part("seats").fault("two numbers such as 1-5 were expected")
        teams[name] = Team(
            name, _read_titles(fields["roles"], where.part("roles"), 1, MOST_ROLES), int(least), int(most)
        )
    return teams


def _list_seats(vessels: Mapping[str, Vessel], teams: Mapping[str, Team]) -> Iterator[str]:
    """Yield all seats by name; of a team that several may sit in, those from the second on are numbered."""
    for vessel in vessels.values():
        yield from vessel.seats
    for team in teams.values():
        for role in team.roles:
            yield f"{team.name} {role}"
            yield from (f"{team.name} {role} {number}" for number in range(2, team.most + 1))


def _read_seats(data: Any, place: Place, seats: Collection[str]) -> tuple[str, ...]:
    """Return different seats of a list."""
    listed = tuple(take_word(seat, place, seats) for seat in take_list(data, place, 1, MOST_SEATS))
    if len(set(listed)) < len(listed):
        raise place.fault("each seat was expected once")
    return listed


def _read_council(data: Any, place: Place, seats: Collection[str]) -> dict[str, str]:
    """Return the seats of the council with who holds them (rules W6.1)."""
    council: dict[str, str] = {}
    for entry in take_list(data, place, 1, MOST_TEAMS + 1):
        fields = take_fields(entry, place, ("seat", "held_by"))
        seat = take_title(fields["seat"], place.part("seat"))
        if seat in council:
            raise place.part(seat).fault("this seat stands there twice")
        council[seat] = take_word(fields["held_by"], place.part(seat).part("held_by"), seats)
    return council
