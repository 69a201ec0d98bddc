"""Fillings: what a seat may put into each blank of a form, from what its view shows (console: offers)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from incursions.games.wolves.rules.card_targets import CHECKS
from incursions.games.wolves.rules.content.definitions import DISTANCES, JUMP_DRIVE, LEVELS, QUADRANTS, UNTRAINED
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import WITH_CONTROL
from incursions.games.wolves.rules.offers import name_to_answer
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import ACTION, CLOSE, CONTROL, MAP, TEAM, WOLF_UNITS, VesselState
from incursions.games.wolves.rules.view import reads_panel

AMOUNTS = (1, 2, 3, 5, 10)
"""The numbers of a resource that are proposed besides all of it."""
FREE = {"text": "TEXT", "reason": "REASON", "value": "1", "answer": "yes", "what": "talk", "digits": "00000"}
"""The blanks that hold any text, with a sample that stands for it when a command is judged."""
Filled = Mapping[str, str]


class Chooser:
    """The chooser of a seat: its own vessel and the panels that it reads, from which fillings are made."""

    __slots__ = ("day", "own", "panels", "seat", "team")

    def __init__(self, day: Day, seat: str) -> None:
        self.day, self.seat = day, seat
        self.team = find_team(seat, day.state.vessels)
        self.own: VesselState | None = day.state.vessels.get(self.team)
        self.panels = [
            vessel for vessel in day.state.alive if seat in day.state.places and reads_panel(day, vessel, seat)
        ]

    @property
    def is_control(self) -> bool:
        """True for Control."""
        return find_team(self.seat, ()) == CONTROL

    def list_fillings(self, command: str, blank: str, filled: Filled) -> list[str]:
        """Return the words that may fill a blank after those that are filled, each once."""
        make = GENERATORS.get((command, blank)) or GENERATORS.get(("", blank))
        return list(dict.fromkeys(make(self, filled))) if make is not None else []


Generate = Callable[[Chooser, Filled], Iterable[str]]


def _own_stations(chooser: Chooser, filled: Filled) -> Iterable[str]:
    return chooser.own.stations if chooser.own is not None else ()


def _stations_of_kind(*kinds: str) -> Generate:
    """Return the generator of the own stations of these kinds."""

    def generate(chooser: Chooser, filled: Filled) -> Iterator[str]:
        if chooser.own is not None:
            yield from (each.title for each in chooser.own.stations.values() if each.kind in kinds)

    return generate


def _damaged_stations(chooser: Chooser, filled: Filled) -> Iterator[str]:
    if chooser.own is not None:
        yield from (each.title for each in chooser.own.stations.values() if each.card)


def _riots(chooser: Chooser, filled: Filled) -> Iterator[str]:
    for vessel in chooser.panels:
        suffix = "" if vessel is chooser.own else f" of {vessel.name}"
        yield from (f"{each.title}{suffix}" for each in vessel.stations.values() if each.riot)


def _crew(chooser: Chooser, filled: Filled) -> Iterator[str]:
    if chooser.own is not None:
        yield from (counter.training for _, counter in chooser.own.all_crew if not counter.is_used)


def _crew_stations(chooser: Chooser, filled: Filled) -> Iterator[str]:
    """Yield the own stations on which unused crew of the training stands (rules W9.5)."""
    if chooser.own is not None:
        for station, counter in chooser.own.all_crew:
            if counter.training == filled.get("crew") and not counter.is_used:
                yield station.title


def _other_stations(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (title for title in _own_stations(chooser, filled) if title != filled.get("station"))


def _patients(chooser: Chooser, filled: Filled) -> Iterator[str]:
    if chooser.own is None:
        return
    wounded = [station.title for station, counter in chooser.own.all_crew if counter.is_wounded]
    if wounded:
        yield "crew"
    yield from (f"crew of {title}" for title in wounded)
    yield from (unit.name for unit in chooser.day.state.onfoot_aboard(chooser.own.name))


def _cargo_aboard(chooser: Chooser, filled: Filled) -> Iterator[str]:
    """Yield what may be loaded at the vessels where a shuttle of the team is docked, if its panel is read."""
    docks = {shuttle.at for shuttle in chooser.day.state.shuttles.values() if shuttle.owner == chooser.team}
    for vessel in chooser.panels:
        if vessel.name not in docks:
            continue
        for resource, number in vessel.hold.items():
            yield from _amounts(resource, number)
        suffix = "" if vessel is chooser.own else f" of {vessel.name}"
        for station, counter in vessel.all_crew:
            if not counter.is_used:
                yield f"{counter.training} of {station.title}{suffix}"
        yield from (unit.name for unit in chooser.day.state.onfoot_aboard(vessel.name))


def _amounts(resource: str, number: int) -> Iterator[str]:
    yield from (f"{each} {resource}" for each in sorted({*AMOUNTS, number}) if 0 < each <= number)


def _cargo_in_shuttles(chooser: Chooser, filled: Filled) -> Iterator[str]:
    for shuttle in chooser.day.state.shuttles.values():
        if shuttle.owner != chooser.team:
            continue
        for resource, number in shuttle.goods.items():
            yield from _amounts(resource, number)
        dock = next((vessel for vessel in chooser.panels if vessel.name == shuttle.at), None)
        for counter in shuttle.crew:
            yield from (f"{counter.training} to {title}" for title in (dock.stations if dock else ()))
        yield from (unit.name for unit in chooser.day.state.onfoot_aboard(shuttle.name))


def _units(chooser: Chooser, filled: Filled) -> Iterator[str]:
    for unit in chooser.day.state.units.values():
        if unit.home == chooser.team and unit.is_alive and not unit.is_squadron:
            yield unit.name


def _squadrons(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (unit.name for unit in chooser.day.state.squadrons_of(chooser.team))


def _shuttles(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (each.name for each in chooser.day.state.shuttles.values() if each.owner == chooser.team)


def _vessels(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (vessel.name for vessel in chooser.day.state.alive)


def _other_vessels(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (name for name in _vessels(chooser, filled) if name != chooser.team)


def _station_targets(chooser: Chooser, filled: Filled) -> Iterable[str]:
    """Return the vessels for which a station may be used: none if it serves only its own."""
    station = chooser.own.stations.get(filled["station"]) if chooser.own is not None else None
    effects = chooser.day.content.stations[station.kind].effects if station is not None else ()
    return _other_vessels(chooser, filled) if any(effect.whom == "other" for effect in effects) else ()


def _contacts(chooser: Chooser, filled: Filled) -> Iterable[str]:
    """Return whom a prisoner may name as contact (rules W24.9)."""
    return _players(chooser, filled) if chooser.seat in chooser.day.state.brig else ()


def _in_attack(generate: Generate) -> Generate:
    """Return the generator that yields nothing while there is no attack."""
    return lambda chooser, filled: generate(chooser, filled) if chooser.day.state.attack is not None else ()


def _offers_to_team(chooser: Chooser, filled: Filled) -> Iterator[str]:
    state = chooser.day.state
    for offer in state.offers:
        if offer.to == chooser.team:
            yield name_to_answer(offer.name, offer.by)
    for proposal in state.proposals:
        if proposal.seat == chooser.seat and proposal.answer and not proposal.is_done:
            yield f"proposal {proposal.number}"


def _offers_of_team(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (offer.name for offer in chooser.day.state.offers if offer.by == chooser.team)


def _hand(chooser: Chooser, filled: Filled) -> Iterable[str]:
    return chooser.day.state.hands.get(chooser.seat, ())


def _card_targets(chooser: Chooser, filled: Filled) -> Iterator[str]:
    """Yield targets of cards: the vessels, and what stands on the panels that the seat reads.

    A vessel whose panel is closed to the seat is left out if only that panel tells if the card serves there.
    """
    card = chooser.day.content.cards.get(filled["card"])
    looks_inside = card is not None and any(effect.verb in CHECKS for effect in card.effects)
    read = {vessel.name for vessel in chooser.panels}
    yield from (name for name in _vessels(chooser, filled) if name in read or not looks_inside)
    yield from (f"quadrant {quadrant}" for quadrant in QUADRANTS)
    for vessel in chooser.panels:
        suffix = "" if vessel is chooser.own else f" of {vessel.name}"
        yield from (f"{title}{suffix}" for title in vessel.stations)
        for station, counter in vessel.all_crew:
            if counter.training == UNTRAINED or counter.is_wounded:
                yield f"{counter.training} of {station.title}{suffix}"
        yield from (
            unit.name
            for unit in chooser.day.state.units.values()
            if unit.is_alive and vessel.name in (unit.home, unit.aboard)
        )


def _team_players(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (seat for seat in chooser.day.seats_of(chooser.team) if seat != chooser.seat)


def _team_seats(chooser: Chooser, filled: Filled) -> Iterator[str]:
    yield from (seat for seat in chooser.day.seats_of(chooser.team) if seat != filled.get("player"))


def _players(chooser: Chooser, filled: Filled) -> Iterator[str]:
    """Yield the seats of other players; those without a player are left out."""
    state = chooser.day.state
    yield from (seat for seat in state.places if seat != chooser.seat and seat not in state.empty_seats)


def _prisoners(chooser: Chooser, filled: Filled) -> Iterable[str]:
    return chooser.day.state.brig


def _places(chooser: Chooser, filled: Filled) -> Iterator[str]:
    """Yield other tables and the map; to a patient, only those whose panel shows him if its sickbay is damaged."""
    here = chooser.day.state.places.get(chooser.seat)
    names = (
        (each.name for each in chooser.panels)
        if chooser.seat in chooser.day.state.sickbay
        else (MAP, *_vessels(chooser, filled))
    )
    yield from (place for place in names if place != here)


def _digits(chooser: Chooser, filled: Filled) -> Iterator[str]:
    if chooser.own is not None:
        yield from (chooser.day.content.destinations[title].coordinates for title in chooser.own.destinations)


def _choice_answers(chooser: Chooser, filled: Filled) -> Iterator[str]:
    for choice in chooser.day.state.choices:
        if choice.vessel == chooser.team:
            yield from choice.answers


def _notes_waiting(chooser: Chooser, filled: Filled) -> Iterator[str]:
    if chooser.is_control:
        yield from (str(note.number) for note in chooser.day.state.notes if note.state == WITH_CONTROL)


def _open_proposals(chooser: Chooser, filled: Filled) -> Iterator[str]:
    if chooser.is_control:
        waiting = (each for each in chooser.day.state.proposals if not each.answer and not each.is_done)
        yield from (f"proposal {each.number}" for each in waiting)


def _constant(*words: object) -> Generate:
    """Return the generator of words that never change."""
    fixed = tuple(map(str, words))
    return lambda chooser, filled: fixed


def _range_news(chooser: Chooser, filled: Filled) -> Iterator[str]:
    most = chooser.day.content.fleet.news_range
    yield from map(str, range(-most, most + 1))


GENERATORS: Mapping[tuple[str, str], Generate] = {
    ("", "station"): _own_stations,
    ("crew_at_muster", "station"): _stations_of_kind(JUMP_DRIVE),
    ("repair", "station"): _damaged_stations,
    ("heal", "station"): _stations_of_kind("sickbay"),
    ("heal", "patient"): _patients,
    ("disperse", "station"): _riots,
    ("disperse", "unit"): _units,
    ("move_crew", "crew"): _crew,
    ("move_crew", "station"): _crew_stations,
    ("move_crew", "station2"): _other_stations,
    ("use_station", "target"): _station_targets,
    ("", "resource"): _constant("food", "water"),
    ("", "level"): _constant(*LEVELS),
    ("", "distance"): _constant(*DISTANCES),
    ("", "vessel"): _vessels,
    ("offer_swap", "vessel"): _other_vessels,
    ("accept", "offer"): _offers_to_team,
    ("decline", "offer"): _offers_to_team,
    ("withdraw", "offer"): _offers_of_team,
    ("load", "cargo"): _cargo_aboard,
    ("unload", "cargo"): _cargo_in_shuttles,
    ("", "shuttle"): _shuttles,
    ("set_coordinates", "digits"): _digits,
    ("play_card", "card"): _hand,
    ("play_card", "target"): _card_targets,
    ("hand_card", "card"): _hand,
    ("hand_card", "player"): _team_players,
    ("", "squadron"): _squadrons,
    ("", "aim"): _constant(*WOLF_UNITS),
    ("", "battery"): _in_attack(_stations_of_kind("battery")),
    ("", "unit"): _in_attack(_units),
    ("squadron_attacks", "squadron"): _in_attack(_squadrons),
    ("name_contact", "player"): _contacts,
    ("move_vessel", "n"): _constant(*QUADRANTS),
    ("squadron_moves", "n"): _constant(*QUADRANTS),
    ("battery_fires", "n"): _constant(*QUADRANTS),
    ("", "place"): _places,
    ("", "player"): _players,
    ("stand_in", "player"): _team_players,
    ("stand_in", "role"): _team_seats,
    ("release", "player"): _prisoners,
    ("allow", "player"): _prisoners,
    ("choose", "answer"): _choice_answers,
    ("record_vote", "seat"): lambda chooser, filled: chooser.day.state.council,
    ("advance", "phase"): _constant(ACTION, TEAM, CLOSE, "turn"),
    ("lengthen", "n"): _constant(1, 2, 5, -1),
    ("set_effect", "n"): _range_news,
    ("deliver", "n"): _notes_waiting,
    ("return_note", "n"): _notes_waiting,
    ("answer", "request"): _open_proposals,
    ("answer", "answer"): _constant("yes", "no"),
    ("prompt", "n"): lambda chooser, filled: map(str, chooser.day.content.prompts),
    ("deal_damage", "n"): _constant(1, 2, 3),
    ("shift_fleet_morale", "n"): _constant(-1, 1),
}
"""Generators of the words that may fill a blank, by command and blank. The command "" stands for all others."""
