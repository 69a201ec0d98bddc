"""The last moves as steps that the chart animates one after the other: moves, dice, hits and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from incursions.engine.events import EventData, Facts
from incursions.engine.hexes import Hex, as_hex
from incursions.games.moments import Point, Step
from incursions.games.tables import RecentMove
from incursions.games.talon.rules import events as told
from incursions.games.talon.table.chart import place_missile, place_ships
from incursions.games.talon.table.log import BattleLog, name_seats
from incursions.games.talon.table.plane import centre
from incursions.games.talon.table.wording import MINUS, View
from incursions.kit.words import capitalise

MISSILE_KEY = "m{}"
"""The end of the id of a missile on the chart."""
MOVES = (told.Moved.kind, told.Shifted.kind, told.MissileFlew.kind)


def list_steps(view: View, moves: Sequence[RecentMove], own: int | None) -> list[Step]:
    """Return the steps of the moves that led to the view. The sentences call the seat `own` "you"."""
    reader = _Reader(view, [event for _, events in moves for event in events], own)
    return [step for move, events in moves for step in reader.read_move(move, events)]


class _Reader:
    """Reads events in their order, and tracks the hex of each ship and missile by the end of its id."""

    def __init__(self, view: View, events: Sequence[EventData], own: int | None) -> None:
        self.log = BattleLog(name_seats(view), own, view, has_rules=False)
        self.last: dict[int | str, Hex] = {}
        for index, ship in enumerate(view["ships"]):
            self.last[index] = as_hex(ship["at"])
        self.points: dict[int | str, Point] = {index: place[:2] for index, place in place_ships(view).items()}
        for missile in view["missiles"]:
            key = MISSILE_KEY.format(missile["number"])
            self.last[key] = as_hex(missile["at"])
            self.points[key] = place_missile(view, missile["number"])
        self.hexes = dict(self.last)
        for event in reversed(events):
            if event["kind"] in MOVES:
                self.hexes[_find_mover(event["facts"])] = as_hex(event["facts"]["start"])

    def read_move(self, move: int, events: Iterable[EventData]) -> Iterator[Step]:
        """Yield the steps of a move."""
        for event in events:
            sentence = self.log.write(event["kind"], event["facts"]).html
            read = READERS.get(event["kind"])
            if read is not None:
                yield read(self, Step(move, "note", sentence), event["facts"])
            if event["kind"] in MOVES:
                self.hexes[_find_mover(event["facts"])] = as_hex(event["facts"]["at"])

    def find_point(self, key: int | str | None) -> Point | None:
        """Return the point of a ship or missile: as the view draws it in its last hex, else the middle of its hex."""
        at = self.hexes.get(key) if key is not None else None
        if key is None or at is None:
            return None
        return self.points[key] if key in self.points and self.last[key] == at else centre(at)

    def read_path(self, step: Step, facts: Facts) -> Step:
        """Return the way of a ship or missile by one hex."""
        key, at = _find_mover(facts), as_hex(facts["at"])
        end = self.points[key] if key in self.points and self.last[key] == at else centre(at)
        return step._replace(kind="sail", seats=(key,), path=(centre(facts["start"]), end))

    def read_roll(self, step: Step, facts: Facts) -> Step:
        """Return the die of a shot beside the ship that fired."""
        counts = f"counts {facts['counts']}" if facts.get("counts", facts["die"]) != facts["die"] else ""
        return step._replace(kind="roll", at=self.aim, dice=(facts["die"],), verdict=capitalise(counts))

    aim: Point | None = None

    def read_shot(self, step: Step, facts: Facts) -> Step:
        """Return the announcement of a shot, and note where its dice are shown: at the target, if its hex is known."""
        key, shooter = facts.get("target"), self.find_point(facts["ship"])
        self.aim = self.find_point(MISSILE_KEY.format(facts["missile"]) if key is None else key) or shooter
        return step._replace(at=shooter)

    def read_dice(self, step: Step, facts: Facts, verdict: str, *, is_good: bool = False) -> Step:
        """Return dice rolled for a ship, beside it."""
        dice = tuple(facts["dice"]) if "dice" in facts else (facts["die"],)
        at = self.find_point(facts["ship"])
        return step._replace(kind="roll", at=at, dice=dice, verdict=capitalise(verdict), is_good=is_good)

    def read_damage(self, step: Step, facts: Facts) -> Step:
        """Return a hit, with what is lost as its verdict."""
        lost = [f"{name} {MINUS}{facts[key]}" for key, name in (("shields", "shield"), ("hull", "hull")) if facts[key]]
        return step._replace(
            kind="hit",
            seats=(facts["ship"],),
            at=self.find_point(facts["ship"]),
            verdict=capitalise(", ".join(lost) or "stopped"),
            is_good=not lost,
            sound="thud" if facts["hull"] else "ping" if facts["shields"] else "",
        )

    def read_loss(self, step: Step, facts: Facts) -> Step:
        """Return the end of a ship."""
        ship = facts["ship"]
        return step._replace(kind="blast", seats=(ship,), at=self.find_point(ship), verdict="Destroyed", sound="thud")

    def read_leaving(self, step: Step, facts: Facts, verdict: str) -> Step:
        """Return the leaving of a ship."""
        ship = facts["ship"]
        return step._replace(kind="vanish", seats=(ship,), at=self.find_point(ship), verdict=verdict, is_good=True)

    def read_miss(self, step: Step, facts: Facts) -> Step:
        """Return a shot that misses."""
        return step._replace(kind="hit", at=self.aim, verdict="Missed", is_good=True)

    def read_missile_hit(self, step: Step, facts: Facts) -> Step:
        """Return the hit of a missile on its target."""
        return step._replace(at=self.find_point(facts["target"]), verdict="Hit")


def _find_mover(facts: Facts) -> int | str:
    """Return the end of the id of the ship or missile that an event moves."""
    ship: int | None = facts.get("ship")
    return MISSILE_KEY.format(facts["missile"]) if ship is None else ship


READERS: Mapping[str, Callable[[_Reader, Step, Any], Step]] = {
    told.Moved.kind: _Reader.read_path,
    told.Shifted.kind: _Reader.read_path,
    told.MissileFlew.kind: _Reader.read_path,
    told.Fired.kind: _Reader.read_shot,
    told.Launched.kind: lambda reader, step, facts: step._replace(at=reader.find_point(facts["ship"])),
    told.Rolled.kind: _Reader.read_roll,
    told.CannonRolled.kind: _Reader.read_roll,
    told.Missed.kind: _Reader.read_miss,
    told.MissileHit.kind: _Reader.read_missile_hit,
    told.ArcRolled.kind: lambda reader, step, facts: reader.read_dice(step, facts, facts["arc"]),
    told.CriticalRolled.kind: lambda reader, step, facts: reader.read_dice(step, facts, facts["effect"]),
    told.RepairTried.kind: lambda reader, step, facts: reader.read_dice(
        step, facts, "repaired" if facts["is_repaired"] else "no 6", is_good=facts["is_repaired"]
    ),
    told.Damaged.kind: _Reader.read_damage,
    told.Destroyed.kind: _Reader.read_loss,
    told.Retreated.kind: lambda reader, step, facts: reader.read_leaving(step, facts, "Leaves"),
    told.DockedWith.kind: lambda reader, step, facts: reader.read_leaving(step, facts, "Docked"),
    told.Ended.kind: lambda reader, step, facts: step,
}
"""Functions that make a step of an event, by its kind. Other kinds of events are not animated."""
