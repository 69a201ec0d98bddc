"""Laying a day at the moment that an example gives (tests/scenarios/wolves/README.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from incursions.engine.core import POSITION
from incursions.engine.dice import FixedDice, OutOfDiceError
from incursions.games.example_failures import ExampleFailure
from incursions.games.wolves.rules.content.definitions import FLAGSHIP, JUMP_DRIVE, Content
from incursions.games.wolves.rules.effects import list_ongoing_modifiers
from incursions.games.wolves.rules.examples.scenario_files import Scenario
from incursions.games.wolves.rules.exchanges import Motion
from incursions.games.wolves.rules.game import START_POINT, Game
from incursions.games.wolves.rules.initial_state import make_state
from incursions.games.wolves.rules.jumps import KNOWN
from incursions.games.wolves.rules.morale import MORALE, NONE, RIOT, SUPPLIED
from incursions.games.wolves.rules.orders import OF, find_team
from incursions.games.wolves.rules.roles import COUNCIL_TABLE
from incursions.games.wolves.rules.state import (
    ACTION,
    CLOSE,
    DAMAGED,
    DESTROYED,
    DOWN,
    FLEET,
    MAP,
    MUSTER,
    SETUP,
    TEAM,
    UP,
    Attack,
    Counter,
    State,
    Station,
    VesselState,
    Wolves,
)
from incursions.games.wolves.rules.stations import find_needs, use_crew
from incursions.games.wolves.rules.turn import MINUTE

ROLL_MORALE, ROLL_RIOT = "roll morale", "roll for riot"
ELSEWHERE = 99_900
"""The first of the empty points at which vessels are that an example puts elsewhere."""
NORMAL = "normal"


class GivenDice(FixedDice):
    """The dice and draws of an example: every die comes from one list, and draws from a list for each sort."""

    __slots__ = ("draws",)

    def __init__(self, faces: Iterable[int], draws: Mapping[str, list[Any]] | None = None) -> None:
        super().__init__(faces)
        self.draws = {key: list(values) for key, values in (draws or {}).items()}

    def choose(self, strand: str, names: Sequence[str]) -> int:
        """Return the index of the name that is drawn: "Cracking Column 1" stands for any crew there."""
        text = str(self._take(strand))
        for index, name in enumerate(names):
            if name == text or name.endswith(f"{OF}{text}"):
                return index
        raise OutOfDiceError(f"{text!r} was drawn ({strand}), but there are {', '.join(names)}")

    def draw_below(self, strand: str, limit: int) -> int:
        """Return the number that is drawn."""
        return int(self._take(strand))

    def _take(self, strand: str) -> Any:
        kind = strand.split(":", maxsplit=1)[0]
        left = self.draws.get(strand) or self.draws.get(kind)
        if not left:
            raise OutOfDiceError(f"nothing is left to draw ({strand})")
        return left.pop(0)

    @property
    def undrawn(self) -> list[Any]:
        """The draws that no rule has asked for."""
        return [value for values in self.draws.values() for value in values]

    def copy(self) -> Self:
        """Return independent lists of what is left."""
        twin = type(self)(self.left, self.draws)
        twin.rolled = []
        return twin


class ExampleGame(Game):
    """A day with given dice, which keeps a copy after every entry, as such dice cannot be thrown anew."""

    __slots__ = ()
    snapshot_every = 1


def read_draws(scenario: Scenario) -> dict[str, list[Any]]:
    """Return the draws by strand: those of damage and stations by vessel."""
    draws: dict[str, list[Any]] = {}
    for kind, values in scenario.data["draws"].items():
        if isinstance(values, Mapping):
            draws |= {f"{kind}:{vessel}": list(listed) for vessel, listed in values.items()}
        else:
            draws[kind] = list(values)
    return draws


def lay_day(scenario: Scenario, content: Content) -> ExampleGame:
    """Return the day of an example at the moment that it gives."""
    facts = scenario.start_facts
    state = make_state(content, START_POINT)
    if facts.get("phase") != SETUP:
        Layer(state, content, scenario).lay()
    setup = {
        "content": content,
        "strict_places": True,
        POSITION: {"state": state.to_data(), "number": facts.get("entries", 0)},
    }
    game = ExampleGame(setup, GivenDice(scenario.data["dice"], read_draws(scenario)))
    game.state = state
    game.number = game.start_number = facts.get("entries", 0)
    game.snapshots[game.number] = game._copy_alone()
    return game


class Layer:
    """Lays the facts that an example gives over a fresh state."""

    def __init__(self, state: State, content: Content, scenario: Scenario) -> None:
        self.state = state
        self.content = content
        self.scenario = scenario
        self.facts = scenario.start_facts

    def lay(self) -> None:
        """Lay every given fact over the state."""
        self._lay_turn()
        self._lay_points()
        for vessel in self.state.vessels.values():
            self._lay_all(vessel)
            self._lay_vessel(vessel, self.facts.get(vessel.name) or {})
        for team in self.content.fleet.teams:
            self._lay_hands(team, (self.facts.get(team) or {}).get("hand") or {})
        if self.state.phase == CLOSE:
            self._lay_close()
        self._lay_supply()
        self._lay_shuttles()
        self._lay_people()
        self._lay_council()
        self._lay_attack()
        self._damage_units(self.facts.get("damaged_units") or ())

    def _lay_turn(self) -> None:
        state, minutes = self.state, self.content.fleet.minutes
        state.turn, state.phase = 2, self.facts.get("phase", ACTION)
        lengths = {MUSTER: minutes.action, ACTION: minutes.action, TEAM: minutes.team, CLOSE: minutes.close}
        state.clock.left = lengths[state.phase] * MINUTE
        if "left" in self.facts:
            whole, _, seconds = str(self.facts["left"]).partition(":")
            state.clock.left = int(whole) * MINUTE + int(seconds)
        state.pursuit = self.facts.get("pursuit", self.content.fleet.pursuit_start)
        state.is_last_turn = bool(self.facts.get("last_turn"))

    def _lay_points(self) -> None:
        state, facts = self.state, self.facts
        fleet_at = self._find_digits(facts.get("fleet_at", START_POINT))
        stays = facts.get("left_behind") or ()
        for vessel in state.vessels.values():
            vessel.point = START_POINT if vessel.name in stays else fleet_at
        if stays and fleet_at == START_POINT:
            for vessel in state.vessels.values():
                vessel.point = START_POINT if vessel.name in stays else f"{ELSEWHERE:05}"
        for number, name in enumerate(facts.get("separated") or (), start=1):
            vessel = state.vessels[name]
            vessel.point, vessel.quadrant = f"{ELSEWHERE + number:05}", 0
        for name, quadrant in (facts.get("moved") or {}).items():
            state.arrivals += 1
            state.vessels[name].quadrant, state.vessels[name].entered = quadrant, state.arrivals

    def _find_digits(self, place: object) -> str:
        destination = self.content.destinations.get(str(place))
        return str(place) if destination is None else destination.coordinates

    def _lay_all(self, vessel: VesselState) -> None:
        facts = self.facts
        if facts.get("all_mustered"):
            self._muster(vessel)
        if "all_fuel" in facts:
            vessel.hold["fuel"] = facts["all_fuel"]
        if "all_coordinates" in facts:
            vessel.digits, vessel.distance = (str(part) for part in facts["all_coordinates"])
            vessel.sign = KNOWN

    def _muster(self, vessel: VesselState) -> None:
        vessel.is_mustered = True
        for drive in vessel.of_kind(JUMP_DRIVE):
            use_crew(drive.crew, find_needs(self.content.fleet.vessels[vessel.name], drive))
            drive.uses = 1

    def _lay_vessel(self, vessel: VesselState, line: Mapping[str, Any]) -> None:
        vessel.morale = line.get("morale", vessel.morale)
        vessel.hold |= line.get("hold") or {}
        vessel.hurt, vessel.boarded = line.get("hurt", 0), line.get("boarded", 0)
        vessel.is_emergency = bool(line.get("emergency", vessel.is_emergency))
        vessel.emergencies = line.get("emergencies", 0)
        vessel.is_hidden = bool(line.get("hidden"))
        vessel.is_docking_closed = line.get("docking") == "closed"
        vessel.destinations = list(line.get("destinations") or ())
        self.state.deck = [title for title in self.state.deck if title not in vessel.destinations]
        if "coordinates" in line:
            vessel.digits, vessel.distance = (str(part) for part in line["coordinates"])
        if "sign" in line:
            vessel.sign = KNOWN if line["sign"] in ("up", True) else ""
        self._lay_crew(vessel, line)
        if line.get("mustered") and not vessel.is_mustered:
            self._muster(vessel)
        elif line.get("mustered") is False:
            self._dismiss(vessel)
        self._lay_stations(vessel, line)
        self._lay_hands(vessel.name, line.get("hand") or {})
        if line.get("destroyed"):
            self._destroy(vessel)

    def _dismiss(self, vessel: VesselState) -> None:
        vessel.is_mustered = False
        for drive in vessel.of_kind(JUMP_DRIVE):
            drive.uses, drive.crew = 0, [counter._replace(is_used=False) for counter in drive.crew]

    def _lay_crew(self, vessel: VesselState, line: Mapping[str, Any]) -> None:
        for title, words in (line.get("crew") or {}).items():
            vessel.stations[title].crew = read_crew(words)
        for key in ("used", "wounded"):
            for title, number in (line.get(key) or {}).items():
                self._mark(vessel, vessel.stations[title], number, key)

    def _mark(self, vessel: VesselState, station: Station, number: int, key: str) -> None:
        """Turn the first counters of a station face down, or wound its last ones. Raises `ExampleFailure`."""
        crew = station.crew
        sound = len(crew) - number
        if sound < 0:
            place = f"given, {vessel.name}, {key}, {station.title}"
            raise ExampleFailure(f"{place}: the crew there is {len(crew)}, not {number}")
        if key == "used":
            station.crew = [counter._replace(is_used=True) for counter in crew[:number]] + crew[number:]
            station.uses = int(number > 0)
        else:
            station.crew = crew[:sound] + [counter._replace(is_wounded=True) for counter in crew[sound:]]

    def _lay_stations(self, vessel: VesselState, line: Mapping[str, Any]) -> None:
        damaged = dict(line.get("damaged") or {})
        if line.get("all_damaged"):
            damaged |= self._damage_all(vessel)
        for station in vessel.stations.values():
            if station.title in damaged:
                station.card = damaged[station.title]
                vessel.modifiers += list_ongoing_modifiers(self.content.damage[station.card], station.title)
            station.riot = UP if station.title in (line.get("riots") or ()) else ""
            if station.title in (line.get("dispersed") or ()):
                station.riot = DOWN
            station.is_tried = station.title in (line.get("tried") or ())

    def _damage_all(self, vessel: VesselState) -> dict[str, str]:
        """Return a card of the vessel's deck for each of its stations."""
        cards = [title for title, number in self.content.decks[vessel.name].items() for _ in range(number)]
        laid: dict[str, str] = {}
        for station in vessel.stations.values():
            title = next(title for title in cards if self.content.damage[title].kind == station.kind)
            cards.remove(title)
            laid[station.title] = title
        return laid

    def _lay_hands(self, team: str, hands: Mapping[str, list[str]]) -> None:
        for role, cards in hands.items():
            self.state.hands[f"{team} {role}"] = list(cards)

    def _destroy(self, vessel: VesselState) -> None:
        vessel.is_destroyed = True
        for unit in self.state.units.values():
            if unit.aboard == vessel.name:
                unit.status = DESTROYED
        for shuttle in self.state.shuttles.values():
            if shuttle.at == vessel.name:
                shuttle.at = ""

    def _lay_close(self) -> None:
        """Lay the close: the broadcast made with effect 0, and all vessels rolled but those that a step rolls for."""
        state, news = self.state, self.facts.get("news", {})
        state.has_broadcast = news != NONE
        if not isinstance(news, str):
            everywhere = news.get("all", 0)
            state.news = {name: news.get(name, everywhere) for name in state.vessels}
        rolls = [(step["by"], step["do"]) for step in self.scenario.data["steps"]]
        for vessel in state.vessels.values():
            own = [do for by, do in rolls if find_team(by, state.vessels) == vessel.name]
            is_open = (self.facts.get(vessel.name) or {}).get("rolled") is False
            if ROLL_MORALE in own or is_open:
                vessel.rolled = []
            else:
                vessel.rolled = [MORALE] if ROLL_RIOT in own else [MORALE, RIOT]

    def _lay_supply(self) -> None:
        supply = self.facts.get("supply") or {}
        for vessel in self.state.vessels.values():
            if self.state.phase == CLOSE:
                vessel.supply = dict.fromkeys(SUPPLIED, NORMAL)
            vessel.supply |= supply.get(vessel.name) or {}

    def _lay_shuttles(self) -> None:
        for name, where in (self.facts.get("shuttles") or {}).items():
            shuttle = self.state.shuttles[name]
            line = where if isinstance(where, Mapping) else {"at": where}
            shuttle.at = line["at"]
            shuttle.goods = dict(line.get("cargo") or {})

    def _lay_people(self) -> None:
        state, facts = self.state, self.facts
        for seat, vessel in (facts.get("sickbay") or {}).items():
            state.sickbay[seat] = state.places[seat] = vessel
        for seat in facts.get("brig") or ():
            state.brig[seat], state.places[seat] = "", FLAGSHIP
        state.stand_ins |= facts.get("delegated") or {}
        state.loyalties |= facts.get("loyalty") or {}

    def _lay_council(self) -> None:
        state, facts = self.state, self.facts
        if facts.get("council") == "present":
            moved = {*(facts.get("brig") or ()), *(facts.get("sickbay") or ())}
            state.places |= {seat: COUNCIL_TABLE for seat in state.council.values() if seat not in moved}
        if "attack" in facts:
            moved = {*(facts.get("brig") or ()), *(facts.get("sickbay") or ())}
            state.places |= {seat: MAP for seat in self.content.fleet.map_party if seat not in moved}
        state.places |= facts.get("places") or {}
        state.laws = list(facts.get("laws") or ())
        if "motion" in facts:
            state.motion = Motion(facts["motion"]["text"], dict(facts["motion"].get("votes") or {}))

    def _lay_attack(self) -> None:
        facts = self.facts.get("attack")
        if facts is None:
            return
        state = self.state
        group = state.vessels[facts["at_group"]] if "at_group" in facts else None
        point = state.fleet_at if group is None else group.point
        side, _, number = facts.get("round", f"{FLEET} 1").partition(" ")
        attack = Attack(point, [vessel.name for vessel in state.alive if vessel.point == point], side, int(number))
        for quadrant, units in (facts.get("wolves") or {}).items():
            attack.wolves[int(quadrant) - 1] = Wolves(**units)
        attack.counted = dict(facts.get("counted") or {})
        for name, parties in (facts.get("parties") or {}).items():
            state.vessels[name].parties = parties
            state.vessels[name].boarded += parties
        for name, quadrant in (facts.get("at") or {}).items():
            state.units[name].quadrant = quadrant
        self._damage_units(facts.get("damaged_units") or ())
        state.attack = attack

    def _damage_units(self, names: Iterable[str]) -> None:
        for name in names:
            self.state.units[name].status = DAMAGED


def read_crew(words: str) -> list[Counter]:
    """Return the counters of a text: "2 untrained 1 engineer", or "none"."""
    parts = str(words).split()
    if parts == [NONE]:
        return []
    return [
        Counter(training) for number, training in zip(parts[::2], parts[1::2], strict=True) for _ in range(int(number))
    ]
