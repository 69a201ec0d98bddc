"""What is true of every game of Talon at every question, whatever was played (rules T25.11)."""

import json
from functools import cache
from random import Random
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

from incursions.engine import Event, EventKind
from incursions.engine.hexes import Hex, distance
from incursions.engine.standing import ResultData
from incursions.games.talon.rules.arrival import Arrival, Shift
from incursions.games.talon.rules.damage import Blows
from incursions.games.talon.rules.fire import GunDamage
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.power_phase import RowStep
from incursions.games.talon.rules.refusals import KINDS
from incursions.games.talon.rules.ships import Missile, Ship
from incursions.games.talon.rules.steps import Step
from tests.fuzz.contract import as_text, check_copies, check_question, check_refused, misspelled
from tests.fuzz.talon.texts import WORDS, legal_looking

DEADLY = ("planet", "black hole")
FAR = 6
MOST_AWAITED = 2  # turn wait above the largest radius of a curve, by thrusters that are hit
UNDER_WAY = (Arrival, Blows, GunDamage, Shift)
STATUSES = ("in play", "docked", "destroyed", "retreated", "through the worm hole", "unplaced")
FALLBACK = "T25.3"  # the rule of a refusal that finds nothing wrong with an act in its own step
AP_SPENT = {
    "battery_filled",
    "box_charged",
    "initiative_marked",
    "power_sent",
    "reinforced",
    "retargeted",
    "slip_marked",
    "tightened",
}


def check_table(game: Game) -> None:
    """One question with options while the game is not over, and everything within its limits."""
    check_question(game)
    question = game.decision
    if question is not None:
        assert question.seat not in game.conceded
        assert question.rule.startswith("T")
        assert game.least in question.options
    for ship in game.ships:
        check_ship(game, ship)
        if ship.is_in_play:
            check_ship_in_play(game, ship)
    for missile in game.missiles.values():
        check_missile(game, missile)
    if not any(isinstance(frame, UNDER_WAY) for frame in game.stack):
        check_at_rest(game)
    assert min(game.points) >= 0
    assert min(game.marks) >= 0
    assert game.setup["rounds"] is None or 1 <= game.round <= game.setup["rounds"]


def check_ship(game: Game, ship: Ship) -> None:
    """Check the numbers of a ship against what is printed."""
    printed = ship.printed
    assert ship.status in STATUSES
    assert (ship.status == "docked") <= bool(ship.host)
    assert all(0 <= left <= most for left, most in zip(ship.shields, printed.shields, strict=True))
    assert all(-1 <= filled <= group.full for filled, group in zip(ship.charge, printed.groups, strict=True))
    assert 0 <= ship.marked <= len(printed.hull)
    assert 0 <= ship.fighters <= printed.squadron
    assert 0 <= ship.wait <= max(row.radius or 0 for row in printed.curve) + MOST_AWAITED
    assert 0 <= ship.battery <= printed.battery
    assert 0 <= ship.afterburners <= printed.afterburners
    assert 0 <= ship.row < len(printed.curve)
    assert abs(ship.row - ship.first_row) <= 1 or game.step != "power phase"
    assert 0 <= ship.facing < 6
    assert set("".join(ship.reinforced)) <= set("ABCDEF")
    assert set(ship.fresh) <= set(ship.effects)
    for effect in set(ship.effects):
        critical = next(each for each in game.battlefield.definitions.criticals.values() if each.name == effect)
        assert critical.stack is None or ship.effects.count(effect) <= critical.stack
    assert -1 <= ship.jump <= game.round


def check_ship_in_play(game: Game, ship: Ship) -> None:
    """Check what holds for ships in the battle alone: where they may be, and what reinforces them."""
    printed, terrain = ship.printed, game.setup["terrain"]
    here = terrain.get(f"{ship.at[0]},{ship.at[1]}")
    assert here not in DEADLY
    assert ship.marked < len(printed.hull)
    assert (ship.fighters > 0) == (printed.squadron > 0)
    if here == "nebula" or "shields down" in ship.effects or not any(printed.shields):
        assert not any(ship.reinforced)
    if printed.kind in ("BASE", "FTR") or "drive hit" in ship.effects:
        assert ship.jump == -1
    if printed.kind == "BASE":
        assert not ship.slip
        assert ship.wait == 0
    assert not ship.owes_move or game.side == ship.side


def check_missile(game: Game, missile: Missile) -> None:
    """Check that a missile is aimed at an enemy in play, or at nothing, and is in no hex that destroys it."""
    assert 0 < missile.number < game.next_missile
    assert game.setup["terrain"].get(f"{missile.at[0]},{missile.at[1]}") not in DEADLY
    if missile.target >= 0:
        target = game.ships[missile.target]
        assert target.is_in_play
        assert target.side != missile.side


def check_at_rest(game: Game) -> None:
    """Check what holds as long as no move, shift or damage is under way."""
    assert not game.blasts
    assert not game.is_unsettled or game.result is not None
    for missile in game.missiles.values():
        if missile.target >= 0:
            assert game.ships[missile.target].at != missile.at
        else:
            foes = [ship for ship in game.ships if ship.side != missile.side and ship.is_in_play]
            assert any(distance(foe.at, missile.at) < FAR for foe in foes)
    for ship in game.ships:
        if ship.is_in_play and game.setup["terrain"].get(f"{ship.at[0]},{ship.at[1]}") == "worm hole":
            side = game.setup["sides"][ship.side]
            assert not any(side in special.get("worm hole for", ()) for special in game.setup["special"])


class Tally:
    """Counts, from the events alone, what each ship has done in this impulse and turn."""

    def __init__(self, game: Game) -> None:
        self.chart = {letter: set(numbers) for letter, numbers in game.setup["definitions"]["impulses"].items()}
        self.impulse: tuple[int, str] = (0, "")
        self.points = [0] * len(game.setup["seats"])
        docked = [each["each"]["status"] == "docked" for each in game.setup["objectives"] if "each" in each]
        self.may_fall = any(docked)  # what has docked may be lost with its carrier, and counts for its side no more
        self.spent: set[int] = set()
        self.gravity = False
        self.begin_turn()

    def begin_turn(self) -> None:
        self.moved: set[int] = set()
        self.burned: set[int] = set()
        self.flown: set[int] = set()
        self.repaired: set[int] = set()
        self.shots: dict[tuple[int, str], int] = {}
        self.pulled: set[int] = set()

    def follow(self, game: Game, events: list[Event]) -> None:
        """Check the events of an act, one after the other, and the points after it."""
        for event in events:
            check_event(event)
            handle = getattr(self, f"on_{event.kind}", None)
            if handle is not None:
                handle(game, event.told)
            elif event.kind in AP_SPENT:
                self.once(self.spent, event.told["ship"])
        points = game.points
        assert self.may_fall or all(now >= before for now, before in zip(points, self.points, strict=True))
        self.points = points
        if game.decision is not None and game.step == "movement":
            self.check_owed(game)

    def once(self, done: set[int], who: int) -> None:
        assert who not in done
        done.add(who)

    def check_owed(self, game: Game) -> None:
        """Check that the closing option is there if, and only if, all that must move has moved (T4.6)."""
        question = game.decision
        if not isinstance(game.stack[-1], Step):
            assert "end movement" not in question.options
            return
        due = [
            ship.name
            for ship in game.ships
            if ship.seat == question.seat
            and ship.is_in_play
            and ship.index not in self.moved
            and ship.printed.curve[ship.row].speed in self.chart[game.impulse]
        ]
        if question.seat == game.first_seat(game.side):
            missiles = [missile for missile in game.missiles.values() if missile.side == game.side]
            due += [each.number for each in missiles if each.target >= 0 and each.number not in self.flown]
        assert ("end movement" in question.options) == (not due)

    def on_turn_began(self, game: Game, facts: dict) -> None:
        if self.impulse != (facts["round"], facts["letter"]):
            self.impulse = facts["round"], facts["letter"]
            self.spent = set()
        self.begin_turn()

    def on_moved(self, game: Game, facts: dict) -> None:
        assert distance(facts["start"], facts["at"]) == 1
        speed = game.ships[facts["ship"]].curve_row.speed
        assert (speed in self.chart[self.impulse[1]]) != facts["is_burn"]
        self.once(self.burned if facts["is_burn"] else self.moved, facts["ship"])

    def on_rotated(self, game: Game, facts: dict) -> None:
        self.once(self.moved, facts["ship"])

    def on_docked_with(self, game: Game, facts: dict) -> None:
        self.once(self.moved, facts["ship"])

    def on_missile_flew(self, game: Game, facts: dict) -> None:
        assert distance(facts["start"], facts["at"]) == 1
        self.once(self.flown, facts["missile"])

    def on_fired(self, game: Game, facts: dict) -> None:
        shooter, key = game.ships[facts["ship"]].printed, (facts["ship"], facts["group"])
        group = next(each for each in shooter.groups if each.name == facts["group"])
        self.shots[key] = self.shots.get(key, 0) + 1
        assert self.shots[key] <= (shooter.squadron or group.weapons)

    on_launched = on_fired

    def on_repair_tried(self, game: Game, facts: dict) -> None:
        self.once(self.repaired, facts["ship"])

    def on_gravity_began(self, game: Game, facts: dict) -> None:
        self.gravity = True
        self.pulled = set()

    def on_shifted(self, game: Game, facts: dict) -> None:
        assert distance(facts["start"], facts["at"]) == 1
        if self.gravity:
            self.once(self.pulled, facts["ship"])
            assert self.nearest(game, facts["at"]) == self.nearest(game, facts["start"]) - 1

    def nearest(self, game: Game, at: Hex) -> int:
        holes = (hole for hole, kind in game.setup["terrain"].items() if kind == "black hole")
        return min(distance(at, (int(hole.split(",")[0]), int(hole.split(",")[1]))) for hole in holes)

    def on_round_began(self, game: Game, facts: dict) -> None:
        if self.gravity:
            assert all(ship.index in self.pulled for ship in game.ships if ship.is_in_play)
        self.gravity = False


@cache
def declared(kind: type[EventKind]) -> dict[str, Any]:
    """Return the types of the facts that a kind of event declares."""
    return {name: hint for name, hint in get_type_hints(kind).items() if get_origin(hint) is not ClassVar}


def check_event(event: Event) -> None:
    """Check that the facts are those that the kind declares, plain, and of their types."""
    hints = declared(event.kind_class)
    assert set(event.told) <= set(hints)
    for name, hint in hints.items():
        if name in event.told:
            assert is_of(event.told[name], hint), f"{event.kind}: {name} is {event.told[name]!r}"
        else:
            assert getattr(event.kind_class, name, None) is ..., f"{event.kind} lacks {name}"


def is_of(value: object, hint: object) -> bool:
    """Return True if a fact has the declared type; a hex is a pair of numbers."""
    if hint == Hex:
        return isinstance(value, tuple) and [type(part) for part in value] == [int, int]
    if get_origin(hint) is list:
        return isinstance(value, list) and all(type(part) is get_args(hint)[0] for part in value)
    if hint is ResultData:
        return isinstance(value, dict) and set(value) == {"ending", "winner", "places", "rule", "reason"}
    return type(value) is hint


def check_result(game: Game) -> None:
    """Check that the result has a place for every seat, and a degree if somebody has won."""
    result, seats = game.result, list(range(len(game.setup["seats"])))
    assert sorted(seat for together in result.places for seat in together) == seats
    assert (result.winner is None) == (len(result.places) == 1) == (game.degree == "")
    assert result.winner is None or result.winner in result.places[0]
    assert result.rule.startswith("T") or result.ending == "adjudication"
    assert result.reason


def check_views(game: Game) -> None:
    """Check that all see one and the same, as plain data, and nothing of the seed (T1.4)."""
    seen = game.view(None)
    text = as_text(seen)
    assert json.loads(text) == seen
    assert all(game.view(seat) == seen for seat in range(len(game.setup["seats"])))
    assert game.dice.seed.hex() not in text
    log = [[entry.seat, entry.text, entry.dice] for entry in game.log]
    assert json.loads(as_text(log)) == log


def check_options(game: Game) -> None:
    """Check that each option is without fault, by its own kind as well, and that each shot has its odds."""
    for option in game.decision.options:
        assert game.why_not(option) is None
        act = game.battlefield.read_act(option)
        assert act.text == option
        if act.verb in KINDS:
            assert KINDS[act.verb].find_fault(game, act) is None, option
        if act.verb == "fire":
            shot = game.preview(option)
            assert 0 <= shot.chance <= 6
            assert (shot.chance > 0) == (shot.damage > 0)


def check_garbage(game: Game, rng: Random) -> None:
    """Check that other texts are refused by a rule, and that no act without a fault is missing from the options."""
    asked = game.decision.seat
    texts = legal_looking(game, rng)
    for text in texts:
        for seat in range(len(game.setup["seats"])):
            refused = game.why_not(text, seat)
            if refused is None:
                assert seat == asked
                continue
            assert refused.rule.startswith("T")
            assert refused.reason
            if seat == asked and isinstance(game.stack[-1], Step | RowStep):
                assert refused.rule != FALLBACK, f"{text}: {refused}"
    others = (seat for seat in range(len(game.setup["seats"])) if seat != asked)
    check_refused(game, [*texts, *misspelled(game, rng, WORDS)], others)


def check_everything(game: Game, rng: Random) -> None:
    """All that is true of a game at any question, the slow checks included."""
    check_copies(game, rng)
    check_views(game)
    check_options(game)
    check_garbage(game, rng)
