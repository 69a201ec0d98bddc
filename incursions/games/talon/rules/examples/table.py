"""Laying a match for a scenario: ships, missiles and terrain as given, at the moment that is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.engine.dice import FixedDice
from incursions.engine.facings import ARCS
from incursions.engine.hexes import parse_hex
from incursions.games.talon.rules.acts import GRAVITY, MOVEMENT, POWER, POWER_PHASE, STEPS
from incursions.games.talon.rules.battles import Placement as Place
from incursions.games.talon.rules.battles import find_placement_faults
from incursions.games.talon.rules.checking import take_hex_text
from incursions.games.talon.rules.damage import drop_reinforcements
from incursions.games.talon.rules.definitions import IMPULSES
from incursions.games.talon.rules.examples.scenario_files import Scenario
from incursions.games.talon.rules.examples.scenario_moments import read_sides
from incursions.games.talon.rules.examples.scenario_words import ANNOUNCED, SET_UP
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.gravity import Gravity
from incursions.games.talon.rules.movement import note_owed
from incursions.games.talon.rules.power import find_group, give_ap
from incursions.games.talon.rules.power_phase import PowerPhase, RowStep
from incursions.games.talon.rules.sequence import Impulse, Round, SideTurn
from incursions.games.talon.rules.setup import NAME, RULES_VERSION, RULINGS, Placement, Setup
from incursions.games.talon.rules.ships import DOCKED, IN_PLAY, LOST_GROUP, Missile, Ship
from incursions.games.talon.rules.steps import Step

Moment = tuple[int, str, str, str]
"""A step that has begun: its round, the letter of its impulse ("" outside), its side and its name."""
USUAL_ROUND = 2


class ExampleGame(Game):
    """A match that notes the steps that begin, for scenarios."""

    __slots__ = ("moments",)
    moments: list[Moment]

    def begin_step(self, step: str, side: int) -> None:
        super().begin_step(step, side)
        self.moments.append(self.read_moment())

    def read_moment(self) -> Moment:
        """Return the step under way."""
        letter = self.impulse if self.step in STEPS else ""
        return self.round, letter, self.battlefield.sides[self.side], self.step

    def copy(self) -> Any:
        twin = super().copy()
        twin.moments = [*self.moments]
        return twin


def lay_match(scenario: Scenario) -> tuple[ExampleGame, dict[str, tuple[str, str]]]:
    """Return the match of a scenario at its moment, and what may not be placed at a set-up, with rule and reason."""
    given = scenario.data["given"]
    faults = find_faults(scenario) if given["at"] == SET_UP else {}
    setup = make_setup(scenario, faults)
    game = ExampleGame(setup, FixedDice(scenario.data.get("dice", ())))
    game.moments = []
    if given["at"] == SET_UP:
        game.begin()
    else:
        lay_pieces(game, given)
        lay_moment(game, given["at"])
    if game.ships:
        game.advance()
    else:  # nothing may be placed, and so nobody is asked
        game.stack[-1].advance(game)
    return game, faults


def make_setup(scenario: Scenario, left_out: Mapping[str, object]) -> Setup:
    """Return the setup of a scenario without the ships and the terrain that may not be placed."""
    given, sides = scenario.data["given"], read_sides(scenario.data["given"], scenario.place)
    ships = {name: ship for name, ship in given.get("ships", {}).items() if name not in left_out}
    teams = {side: given.get("seats", {}).get(side, [list(ships)]) for side in sides}
    seats = [(side, names) for side in sides for names in teams[side]]
    used = {ship["class"] for ship in ships.values()}
    initiative = given.get("initiative", sides[0] if "same_faction" in given else "talon")
    return {
        "game": NAME,
        "rules_version": RULES_VERSION,
        "mode": "scenario",
        "seats": [{"side": side} for side, _ in seats],
        "title": scenario.title,
        "sides": list(sides),
        "initiative": initiative,
        "rounds": given.get("rounds"),
        "ships": [_place_ship(name, ship, find_side(scenario, name, ship), seats) for name, ship in ships.items()],
        "terrain": {at: kind for at, kind in given.get("terrain", {}).items() if at not in left_out},
        "special": given.get("special", []),
        "objectives": given.get("objectives", []),
        "wins": given.get("wins", {}),
        "points": given.get("points", {}),
        "definitions": {
            **scenario.printed,
            "classes": {name: data for name, data in scenario.printed["classes"].items() if name in used},
        },
        "rulings": dict(RULINGS),
    }


def find_side(scenario: Scenario, name: str, ship: Mapping[str, Any]) -> str:
    """Return the side of a ship: that of its class, or the one that a battle within a faction gives it."""
    factions = scenario.data["given"].get("same_faction")
    if factions is None:
        return str(scenario.definitions.classes[ship["class"]].side)
    sides: list[str] = [side for side, names in factions.items() if name in names]
    return (sides or list(factions))[0]


def _place_ship(name: str, ship: Mapping[str, Any], side: str, seats: list[tuple[str, list[str]]]) -> Placement:
    seat = next(
        (seat for seat, (of, names) in enumerate(seats) if of == side and name in names),
        next(seat for seat, (of, _) in enumerate(seats) if of == side),
    )
    return {
        "name": name,
        "ship_class": ship["class"],
        "seat": seat,
        "at": list(ship.get("at", (0, 0))),
        "facing": ship.get("facing", 0),
    }


def find_faults(scenario: Scenario) -> dict[str, tuple[str, str]]:
    """Return what may not be placed at the set-up, with rule and reason (rules T2.6, T3.3, T3.4)."""
    given, place = scenario.data["given"], scenario.place
    ships = [
        Place(name, ship["class"], find_side(scenario, name, ship), tuple(ship["at"]), ship.get("facing", 0))
        for name, ship in given.get("ships", {}).items()
    ]
    terrain = {take_hex_text(at, place): kind for at, kind in given.get("terrain", {}).items()}
    return find_placement_faults(ships, terrain, scenario.definitions.classes)


# Pieces.


def lay_pieces(game: ExampleGame, given: Mapping[str, Any]) -> None:
    """Lay ships and missiles as they are given."""
    game.make_ships()
    for ship, fields in zip(game.ships, given.get("ships", {}).values(), strict=True):
        lay_ship(game, ship, fields)
    for number, fields in given.get("missiles", {}).items():
        target = game.ships[game.battlefield.indices[fields["target"]]]
        missile = Missile(int(number), 1 - target.side, tuple(fields["at"]), target.index)
        missile.is_damaged = fields.get("face") == "damaged"
        game.missiles[missile.number] = missile
    game.missiles = dict(sorted(game.missiles.items()))
    game.next_missile = max(game.missiles, default=0) + 1
    for ship in game.ships:
        if game.is_in_nebula(ship):
            drop_reinforcements(game, ship)


def lay_ship(game: ExampleGame, ship: Ship, fields: Mapping[str, Any]) -> None:
    """Lay a ship with the fields that are given; all else is as at the start (rules T3.5)."""
    if "docked" in fields:
        host = game.battlefield.indices.get(fields["docked"])
        ship.status, ship.host = DOCKED, fields["docked"]
        given_host = None if host is None else game.setup["ships"][host]["at"]
        ship.at = parse_hex(fields["docked"]) if given_host is None else tuple(given_host)
    else:
        ship.status, ship.at = IN_PLAY, tuple(fields["at"])
    ship.facing = fields.get("facing", 0)
    if "row" in fields:
        ship.row = [str(row) for row in ship.printed.curve].index("-".join(map(str, fields["row"])))
    for name in ("wait", "slip", "marked", "battery", "afterburners", "fighters"):
        if name in fields:
            setattr(ship, name, fields[name])
    ship.shields = tuple(fields.get("shields", {}).get(arc, ship.shields[place]) for place, arc in enumerate(ARCS))
    ship.reinforced = tuple("".join(fields.get("reinforced", {}).get(arc, ())) for arc in ARCS)
    ship.effects = tuple(fields.get("effects", ()))
    if "jump" in fields:
        ship.jump = int(fields["jump"].removeprefix(ANNOUNCED))
    ship.charge = lay_charge(ship, fields)
    ship.first_row = ship.row
    ship.power = fields.get("power", ship.reckon_power())


def lay_charge(ship: Ship, fields: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the filled boxes of each group as they are given."""
    charge = [*ship.charge]
    for name, bar in fields.get("charge", {}).items():
        charge[find_group(ship, name)] = sum(bar)
    for name, state in fields.get("groups", {}).items():
        if state == "destroyed":
            charge[find_group(ship, name)] = LOST_GROUP
        elif state == "empty":
            charge[find_group(ship, name)] = 0
    return tuple(charge)


# The moment.


def lay_moment(game: ExampleGame, at: Mapping[str, Any]) -> None:
    """Put the frames of the moment on the stack: its step has just begun, and what comes before it is done.

    No act led there, so what bars an act of an earlier step is the step alone (rules T25.4).
    """
    game.round = at.get("round", USUAL_ROUND)
    game.letter = len(IMPULSES) - 1  # that of the impulse before the Power Phase and gravity
    side = game.battlefield.sides.index(at["side"]) if "side" in at else game.initiative
    first = game.initiative == side
    if at["step"] in STEPS:
        _lay_turn(game, at, side, first=first)
        return
    if at["step"] == GRAVITY:
        game.stack += [Round(stage=len(IMPULSES) + 2), Gravity(0)]
    else:
        game.begin_step(POWER_PHASE, side)
        for ship in game.ships:
            ship.power = ship.reckon_power()  # the modifiers count already (rules T11.1, T11.2)
        game.stack += [Round(stage=len(IMPULSES) + 1), PowerPhase(stage=2 if first else 3), RowStep(0)]
    give_ap(game)  # of impulse F: nobody has spent it


def _lay_turn(game: ExampleGame, at: Mapping[str, Any], side: int, *, first: bool) -> None:
    """Put a step of a side's turn on the stack.

    In the power step the side's reinforcements of this letter have gone (rules T4.5); in a later step those that are
    given were bought in this turn.
    """
    game.letter = IMPULSES.index(at["impulse"])
    step = STEPS.index(at["step"])
    game.turn_seat = game.first_seat(side)
    game.begin_step(at["step"], side)
    if at["step"] == POWER:
        for ship in game.list_ships(side):
            ship.reinforced = tuple(letters.replace(game.impulse, "") for letters in ship.reinforced)
    give_ap(game)
    if at["step"] == MOVEMENT:
        note_owed(game)
    game.stack += [
        Round(stage=game.letter + 1),
        Impulse(turn=1 if first else 2),
        SideTurn(side, stage=step + 1),
        Step(0, at["step"]),
    ]
