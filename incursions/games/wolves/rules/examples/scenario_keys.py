"""The keys of examples with the checks of their values (tests/scenarios/wolves/README.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from incursions.games.data_checks import Place, take_text, take_word
from incursions.games.wolves.rules.content.definitions import (
    DISTANCES,
    FLAGSHIP,
    LEVELS,
    QUADRANTS,
    RESOURCES,
    TRAININGS,
    Content,
    Vessel,
)
from incursions.games.wolves.rules.council import ABSTAIN, FAILED, NAY, OPEN, PASSED, YAY
from incursions.games.wolves.rules.examples.value_checks import (
    LONGEST_TEXT,
    Check,
    by_key,
    by_name,
    by_pattern,
    crew_words,
    flag,
    list_of,
    mapping_or,
    matching,
    one_or_list_of,
    pair,
    point,
    point_or,
    text,
    whole,
    word,
    word_or_whole,
)
from incursions.games.wolves.rules.initial_state import make_state
from incursions.games.wolves.rules.morale import NONE, SUPPLIED
from incursions.games.wolves.rules.state import (
    CLOCK,
    CONTROL,
    DAMAGED,
    DESTROYED,
    ENDED,
    MAP,
    MEDIA,
    NOWHERE,
    PHASES,
    SECURITY,
    SETUP,
    SQUADRON,
    WHOLE,
    WOLF_UNITS,
)

MOST_GOODS, MOST_ENTRIES, MOST_TURNS, MOST_DICE = 999, 9999, 999, 1000
CLOCK_FACE = matching(r"[0-9]{1,3}:[0-5][0-9]", "a clock such as '3:01'")
ROUND_NAME = r"(?:Fleet|Wolf) [1-9][0-9]?"
ROUND = matching(ROUND_NAME, "a round such as 'Fleet 1'")
RULE_NUMBER = r"W[0-9]{1,2}(?:\.[0-9]{1,2}){0,2}"
RULE = matching(RULE_NUMBER, "a rule such as W8.5")
GOODS = by_name(RESOURCES, whole(0, MOST_GOODS))
SUPPLY = by_name(SUPPLIED, word(*LEVELS))
QUADRANT = whole(QUADRANTS[0], QUADRANTS[-1])
QUADRANT_NAMES = tuple(map(str, QUADRANTS))
COUNT = whole()
NEW_UNITS, MOST_UNITS = (SQUADRON, SECURITY), 9
"""The units that may come aboard a vessel, and the highest number that an example may name."""


class ScenarioKeys:
    """The checks of examples that are played with a content, for its vessels, stations, seats, units and cards."""

    def __init__(self, content: Content) -> None:
        state = make_state(content, "")
        self._content = content
        self._fleet = content.fleet
        self._vessel = word(*self._fleet.vessels)
        self._seats = tuple(state.places)
        self._seat = word(*self._seats)
        self._units = tuple(state.units)
        numbers = range(1, MOST_UNITS + 1)
        new = (f"{vessel} {kind} {n}" for vessel in state.vessels for kind in NEW_UNITS for n in numbers)
        self._later_units = tuple(dict.fromkeys((*self._units, *new)))
        self._squadrons = tuple(name for name, unit in state.units.items() if unit.is_squadron)
        self._shuttles = tuple(state.shuttles)
        self._card = word(*content.cards)
        self._destination = word(*content.destinations)
        self._place = point_or(word(*content.destinations))
        self._wolves = by_name(QUADRANT_NAMES, by_name((*WOLF_UNITS, "hits"), COUNT))

    def _by_vessel(self, check: Check) -> Check:
        return by_name(self._fleet.vessels, check)

    @property
    def _vessels(self) -> Check:
        return list_of(self._vessel)

    # Facts given at the start.

    @cached_property
    def given_check(self) -> Check:
        """The check of `given`: the facts that hold at the start."""
        return by_key(self.list_given_checks())

    def list_given_checks(self) -> Mapping[str, Check]:
        """Return the checks of all facts that may be given, by key."""
        lines = {name: by_key(self.list_vessel_given_checks(vessel)) for name, vessel in self._fleet.vessels.items()}
        motion = {"text": text, "votes": by_name(self._fleet.council, word(YAY, NAY, ABSTAIN))}
        news = by_name(("all", *self._fleet.vessels), whole(-self._fleet.news_range, self._fleet.news_range))
        docked = by_key({"at": self._vessel, "cargo": GOODS}, ("at",))
        on_map = [name for name in self._fleet.vessels if name != FLAGSHIP]
        return {
            "phase": word(SETUP, *PHASES),
            "left": CLOCK_FACE,
            "pursuit": whole(0, self._fleet.pursuit_top),
            "last_turn": flag,
            "entries": whole(0, MOST_ENTRIES),
            "places": by_name(self._seats, word(*self._fleet.vessels, MAP)),
            "sickbay": by_name(self._seats, self._vessel),
            "brig": list_of(self._seat),
            "delegated": by_name(self._seats, self._seat),
            "council": word("present"),
            "motion": by_key(motion, ("text",)),
            "laws": list_of(text),
            "news": mapping_or(news, word(NONE, "broadcast")),
            "supply": self._by_vessel(SUPPLY),
            "shuttles": by_name(self._shuttles, mapping_or(docked, self._vessel)),
            "moved": by_name(on_map, QUADRANT),
            "separated": self._vessels,
            "left_behind": self._vessels,
            "fleet_at": self._place,
            "all_mustered": flag,
            "all_fuel": whole(0, MOST_GOODS),
            "all_coordinates": pair(point, word(*DISTANCES)),
            "damaged_units": list_of(word(*self._units)),
            "loyalty": by_name(self._seats, text),
            "attack": by_key(self.list_attack_checks()),
            **lines,
            MEDIA: by_key({"hand": self._make_hands_check(self._media_roles)}),
        }

    def list_attack_checks(self) -> Mapping[str, Check]:
        """Return the checks of the facts of an attack, by key."""
        return {
            "round": ROUND,
            "wolves": self._wolves,
            "parties": self._by_vessel(COUNT),
            "at": by_name(self._squadrons, QUADRANT),
            "counted": self._by_vessel(COUNT),
            "damaged_units": list_of(word(*self._units)),
            "at_group": self._vessel,
        }

    def list_vessel_given_checks(self, vessel: Vessel) -> Mapping[str, Check]:
        """Return the checks of the facts of a vessel that may be given, by key."""
        return {
            **self._list_vessel_checks(vessel),
            "all_damaged": flag,
            "tried": self._make_stations_check(vessel),
            "coordinates": pair(point, word(*DISTANCES)),
            "sign": word("up", "down"),
            "rolled": flag,
        }

    # Facts of a vessel.

    def _list_vessel_checks(self, vessel: Vessel) -> Mapping[str, Check]:
        """Return the checks of the facts of a vessel that may be both given and expected, by key."""
        stations = [station.title for station in vessel.stations]
        return {
            "morale": whole(0, self._fleet.morale_track.top),
            "hold": GOODS,
            "mustered": flag,
            "crew": by_name(stations, crew_words(TRAININGS, NONE)),
            "used": by_name(stations, COUNT),
            "wounded": by_name(stations, COUNT),
            "damaged": by_key({station.title: self._make_damage_check(station.kind) for station in vessel.stations}),
            "riots": self._make_stations_check(vessel),
            "dispersed": self._make_stations_check(vessel),
            "hurt": COUNT,
            "boarded": COUNT,
            "emergency": flag,
            "emergencies": COUNT,
            "hand": self._make_hands_check(vessel.roles),
            "destinations": list_of(self._destination),
            "hidden": flag,
            "docking": word("open", "closed"),
            "destroyed": flag,
        }

    def _make_stations_check(self, vessel: Vessel) -> Check:
        return list_of(word(*(station.title for station in vessel.stations)))

    def _make_damage_check(self, kind: str) -> Check:
        """Return a check of the damage cards for a kind of station."""
        return word(*(title for title, card in self._content.damage.items() if card.kind == kind))

    def _make_hands_check(self, roles: tuple[str, ...]) -> Check:
        return by_name(roles, list_of(self._card))

    @property
    def _media_roles(self) -> tuple[str, ...]:
        return tuple(seat.removeprefix(f"{MEDIA} ") for seat in self._seats if seat.startswith(f"{MEDIA} "))

    # Chance.

    @cached_property
    def draws_check(self) -> Check:
        """The check of `draws`: the cards, points and counters that are drawn, in order."""
        decks = {name: list_of(word(*deck)) for name, deck in self._content.decks.items()}
        stations = {name: self._make_stations_check(vessel) for name, vessel in self._fleet.vessels.items()}
        return by_key(
            {
                "damage": by_key(decks),
                "destinations": list_of(self._destination),
                "points": list_of(point),
                "quadrants": list_of(QUADRANT),
                "stations": by_key(stations),
                "crew": list_of(self._make_drawn_crew_check()),
                "units": list_of(word(*self._later_units)),
            }
        )

    def _make_drawn_crew_check(self) -> Check:
        """Return a check of a counter that is drawn: its station, or its training and station."""
        titles = dict.fromkeys(station.title for vessel in self._fleet.vessels.values() for station in vessel.stations)
        return word(*titles, *(f"{training} of {title}" for training in TRAININGS for title in titles))

    # Steps.

    @cached_property
    def step_check(self) -> Check:
        """The check of a step: a command, and its refusal or the words that it shows."""
        checks = {"by": self._check_actor, "do": text, "refused": one_or_list_of(RULE), "shows": one_or_list_of(text)}
        return by_key({**checks, "request": text}, ("by", "do"))

    def _check_actor(self, value: Any, place: Place) -> str:
        """Return who acts: a seat, the Clock, or Control, perhaps with the name of one of its people."""
        if isinstance(value, str) and value.startswith(f"{CONTROL} "):
            return take_text(value, place, LONGEST_TEXT)
        return take_word(value, place, (CONTROL, CLOCK, *self._seats))

    # Facts expected at the end.

    @cached_property
    def expect_check(self) -> Check:
        """The check of `expect`: the facts that must hold at the end."""
        return by_key(self.list_expected_checks())

    def list_expected_checks(self) -> Mapping[str, Check]:
        """Return the checks of all facts that may be expected, by key."""
        vessels = self._fleet.vessels.items()
        return {
            **self._list_expected_moments(),
            **self._list_expected_forces(),
            **self._list_expected_players(),
            **self._list_expected_words(),
            **{name: by_key(self.list_vessel_expected_checks(vessel)) for name, vessel in vessels},
            MEDIA: by_key({"hand": self._make_hands_check(self._media_roles)}),
        }

    def _list_expected_moments(self) -> Mapping[str, Check]:
        """Return the checks of the turn, the clock, the pursuit and the log."""
        return {
            "turn": whole(0, MOST_TURNS),
            "phase": word(SETUP, *PHASES, ENDED),
            "minutes_left": whole(0, MOST_TURNS),
            "left": CLOCK_FACE,
            "pursuit": whole(0, self._fleet.pursuit_top),
            "struck": whole(0, MOST_ENTRIES),
            "revealed": flag,
        }

    def _list_expected_forces(self) -> Mapping[str, Check]:
        """Return the checks of the fleet on the map, the attack, units and shuttles."""
        docked = by_key({"at": word(*self._fleet.vessels, ""), "cargo": GOODS})
        shuttle = mapping_or(docked, word(*self._fleet.vessels, "empty", "lost"))
        unit_place = word_or_whole(("hangar", *self._fleet.vessels, *self._shuttles), QUADRANTS[0], QUADRANTS[-1])
        spaces = by_pattern(r"[1-5](-[1-5])?", "a space such as 2, or spaces such as 2-3,", self._vessel)
        return {
            "fleet_at": self._place,
            "separated": self._vessels,
            "signs": self._vessels,
            "map": by_name(QUADRANT_NAMES, spaces),
            "frozen": flag,
            "round": matching(rf"{ROUND_NAME}|", "a round such as 'Fleet 1'"),
            "wolves": self._wolves,
            "parties": self._by_vessel(COUNT),
            "counted": self._by_vessel(COUNT),
            "pilots_waiting": self._by_vessel(COUNT),
            "units": by_name(self._later_units, word(WHOLE, DAMAGED, DESTROYED)),
            "unit_places": by_name(self._later_units, unit_place),
            "squadrons_home": list_of(word(*self._squadrons)),
            "shuttles": by_name(self._shuttles, shuttle),
        }

    def _list_expected_players(self) -> Mapping[str, Check]:
        """Return the checks of places of players and of the council."""
        return {
            "places": by_name(self._seats, word(*self._fleet.vessels, MAP, NOWHERE)),
            "brig": list_of(self._seat),
            "council": by_name(self._fleet.council, self._seat),
            "motion": word(OPEN, PASSED, FAILED, ""),
            "votes": by_name((YAY, NAY, ABSTAIN), COUNT),
            "laws": list_of(text),
        }

    def _list_expected_words(self) -> Mapping[str, Check]:
        """Return the checks of what is written, shown and hidden."""
        readers = (*self._seats, CONTROL)
        basics = {"name": self._vessel, "class": text, "nation": text, "size": whole(0, 2), "hidden": flag}
        return {
            "public": self._by_vessel(by_key(basics)),
            "discards": list_of(self._card),
            "inbox": list_of(text),
            "prompts": list_of(whole(1, max(self._content.prompts))),
            "announcements": list_of(text),
            "notes": by_name(readers, list_of(text)),
            "log": one_or_list_of(text),
            "hidden_from": by_name(readers, list_of(text)),
            "shown_to": by_name(readers, list_of(text)),
        }

    def list_vessel_expected_checks(self, vessel: Vessel) -> Mapping[str, Check]:
        """Return the checks of the facts of a vessel that may be expected, by key."""
        coordinates = pair(point_or(word("")), word(*DISTANCES, ""))
        return {
            **self._list_vessel_checks(vessel),
            "supply": SUPPLY,
            "quadrant": whole(0, QUADRANTS[-1]),
            "lost": COUNT,
            "at": self._place,
            "coordinates": coordinates,
            "modifier": whole(-MOST_GOODS, MOST_GOODS),
            "deck": COUNT,
            "squadrons": COUNT,
            "told": matching(rf"{RULE_NUMBER}|", "a rule such as W8.5"),
        }
