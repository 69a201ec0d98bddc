"""The last moves in steps, which the chart tells one after the other: rolls, ways, hits and losses.

`static/js/motion.js` reads the steps from the page and tells them, each with its sentence of the log. The script knows
how a kind of step moves, and no event.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from markupsafe import Markup

from incursions.engine.events import EventData, Facts
from incursions.engine.hexes import Hex
from incursions.games.contract import RecentMove
from incursions.games.incursions.rules.events.attacks import (
    Damaged,
    Destroyed,
    Escaped,
    EvasionRolled,
    MineWentOff,
    Missed,
    PieceDestroyed,
    Scored,
)
from incursions.games.incursions.rules.events.movement import (
    EscapeRolled,
    EventScored,
    Explored,
    HexEvent,
    Moved,
    TableRolled,
    Transported,
    Warped,
    WormholeRolled,
)
from incursions.games.incursions.rules.events.turns import Ended, Left, RollOff
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table.chart import centre, hex_id, place_ships
from incursions.games.incursions.table.log import WORDED, ShipsLog, name_ships
from incursions.kit.words import capitalise

Kind = Literal["roll", "sail", "lay", "hit", "blast", "vanish", "note"]
Point = tuple[float, float]

POINTS_LOST = {"extra": "extra shields", "shields": "shields", "hull": "hull"}
WAYS = (Warped.kind, Moved.kind)
IN_A_HEX = (WormholeRolled.kind, HexEvent.kind)
"""Events that say in which hex their ship is."""


class Step(NamedTuple):
    """A step of what happened. Places are points of the chart.

    `said` is the sentence of the log. `seats` are the ships that it moves along `path` or that it is about; `tile` is
    the id of the tile that is laid. `verdict` is what the dice or the hit come to, in a few words; `is_good` tells
    whether that is what the ship rolled for. `sound` is the name of what is heard, besides dice.
    """

    move: int
    kind: Kind
    said: Markup
    seats: tuple[int, ...] = ()
    at: Point | None = None
    path: tuple[Point, ...] = ()
    dice: tuple[int, ...] = ()
    verdict: str = ""
    is_good: bool = False
    tile: str = ""
    sound: str = ""

    @property
    def data(self) -> str:
        """The step without its sentence, as JSON."""
        facts = self._asdict()
        del facts["said"]
        return json.dumps({name: value for name, value in facts.items() if value}, separators=(",", ":"))


def list_steps(view: View, moves: Sequence[RecentMove], own: int | None) -> list[Step]:
    """Return the steps of the moves, which led to the view; `own` is the seat that the sentences call "you"."""
    events = [event for _, of_move in moves for event in of_move]
    reader = _Reader(view, events, own)
    return [step for move, of_move in moves for step in reader.read(move, of_move)]


class _Reader:
    """Reads events in their order, and follows where each ship is; `at` has None while that is not known."""

    def __init__(self, view: View, events: Sequence[EventData], own: int | None) -> None:
        self.last = {ship["seat"]: _as_hex(ship["at"]) for ship in view["ships"]}
        self.spots = place_ships(view)
        self.log = ShipsLog(name_ships(view, events), own, view, has_rules=False)
        self.at: dict[int, Hex | None] = dict(self.last)
        for event in reversed(events):
            self._follow(event, _find_origin)

    def read(self, move: int, events: Iterable[EventData]) -> Iterator[Step]:
        """Yield the steps of a move. A sentence that ends with a colon leads into the next one."""
        leading = Markup("")
        for event in events:
            said = leading + Markup(self.log.write(event["kind"], event["facts"]).html.strip())  # noqa: S704 -- it was HTML
            leading = said + " " if said.endswith(":") else Markup("")
            read = READERS.get(event["kind"])
            if read is not None:
                yield read(self, Step(move, "note", said), event["facts"])
            self._follow(event, _find_end)

    def _follow(self, event: EventData, find: Callable[[str, Facts], Hex | None]) -> None:
        """Note the hex of the ship that an event moves, or whose hex it tells."""
        kind, facts = event["kind"], event["facts"]
        if kind in (*WAYS, *IN_A_HEX, Explored.kind, Transported.kind):
            for seat in _list_movers(facts):
                self.at[seat] = find(kind, facts)

    def point_of(self, seat: int | None) -> Point | None:
        """Return the place of a ship: where it stands if it is in its hex of now, else the middle; None if unknown."""
        at = None if seat is None else self.at.get(seat)
        if seat is None or at is None:
            return None
        return self.spots[seat][:2] if seat in self.spots and self.last[seat] == at else centre(at)

    def read_way(self, step: Step, facts: Facts) -> Step:
        return step._replace(kind="sail", seats=_list_movers(facts), path=tuple(map(centre, facts["path"])))

    def read_exploring(self, step: Step, facts: Facts) -> Step:
        way = (centre(facts["origin"]), centre(facts["at"]))
        tile = f"tile-{hex_id(facts['at'])}"
        return step._replace(kind="lay", seats=(facts["seat"],), path=way, tile=tile, sound="paper")

    def read_transport(self, step: Step, facts: Facts) -> Step:
        seat, origin = facts["seat"], self.point_of(facts["seat"])
        way = (() if origin is None else (origin,)) + (centre(facts["at"]),)
        return step._replace(kind="sail", seats=(seat,), path=way)

    def read_roll(self, step: Step, facts: Facts, verdict: str, *, is_good: bool = False, sound: str = "") -> Step:
        """Return a roll beside the ship that makes it, else beside its target, else in its hex."""
        at = self.point_of(facts.get("seat")) or self.point_of(facts.get("target"))
        if at is None and isinstance(facts.get("at"), list):
            at = centre(facts["at"])
        said = capitalise(verdict).rstrip(".")
        return step._replace(kind="roll", at=at, dice=tuple(facts["dice"]), verdict=said, is_good=is_good, sound=sound)

    def read_doubles(self, step: Step, facts: Facts) -> Step:
        is_out = facts["doubles"]
        return self.read_roll(step, facts, WORDED["doubles"][is_out], is_good=is_out, sound="chord" if is_out else "")

    def read_hit(self, step: Step, facts: Facts) -> Step:
        """Return the points that a ship loses, over it."""
        moved = [(name, *facts[name]) for name in POINTS_LOST if name in facts]
        lost = [f"{POINTS_LOST[name]} −{before - after}" for name, before, after in moved if before > after]
        return step._replace(
            kind="hit",
            seats=(facts["seat"],),
            at=self.point_of(facts["seat"]),
            verdict=capitalise(", ".join(lost) or "no damage"),
            is_good=not lost,
            sound="" if not lost else "ping" if facts["hull"][0] == facts["hull"][1] else "thud",
        )

    def read_loss(self, step: Step, facts: Facts) -> Step:
        """Return the end of a ship, or of a piece in its hex."""
        seat = facts.get("seat")
        at = centre(facts["at"]) if seat is None else self.point_of(seat)
        return step._replace(
            kind="blast", seats=() if seat is None else (seat,), at=at, verdict="Destroyed", sound="thud"
        )


def _list_movers(facts: Facts) -> tuple[int, ...]:
    """Return the ship that an event is about, and the one in tow."""
    towed = facts.get("towed")
    return (facts["seat"],) if towed is None else (facts["seat"], towed)


def _find_origin(kind: str, facts: Facts) -> Hex | None:
    """Return the hex in which the ship of an event is before it, None if the event does not tell."""
    if kind == Transported.kind:
        return None
    return _as_hex(facts["path"][0] if kind in WAYS else facts["origin"] if kind == Explored.kind else facts["at"])


def _find_end(kind: str, facts: Facts) -> Hex:
    """Return the hex in which the ship of an event is after it."""
    return _as_hex(facts["path"][-1] if kind in WAYS else facts["at"])


def _as_hex(at: Sequence[int]) -> Hex:
    return at[0], at[1]


READERS: dict[str, Callable[[_Reader, Step, Any], Step]] = {
    Warped.kind: _Reader.read_way,
    Moved.kind: _Reader.read_way,
    Explored.kind: _Reader.read_exploring,
    Transported.kind: _Reader.read_transport,
    WormholeRolled.kind: _Reader.read_doubles,
    RollOff.kind: _Reader.read_doubles,
    EscapeRolled.kind: lambda reader, step, facts: reader.read_roll(
        step, facts, WORDED["free"][facts["free"]], is_good=facts["free"]
    ),
    EvasionRolled.kind: lambda reader, step, facts: reader.read_roll(
        step, facts, WORDED["verdict"][facts["evaded"]], is_good=facts["evaded"]
    ),
    Scored.kind: lambda reader, step, facts: reader.read_roll(step, facts, f"score {facts['score']}"),
    EventScored.kind: lambda reader, step, facts: reader.read_roll(step, facts, f"score {facts['score']}"),
    MineWentOff.kind: lambda reader, step, facts: reader.read_roll(step, facts, f"score {facts['score']}"),
    TableRolled.kind: lambda reader, step, facts: reader.read_roll(step, facts, f"total {facts['total']}"),
    Damaged.kind: _Reader.read_hit,
    Missed.kind: lambda reader, step, facts: step._replace(
        kind="hit", at=reader.point_of(facts["target"]), verdict="Missed", is_good=True
    ),
    Destroyed.kind: _Reader.read_loss,
    PieceDestroyed.kind: _Reader.read_loss,
    Escaped.kind: lambda reader, step, facts: step._replace(at=reader.point_of(facts["seat"]), verdict="Crew escapes"),
    Left.kind: lambda reader, step, facts: step._replace(
        kind="vanish",
        seats=(facts["seat"],),
        at=reader.point_of(facts["seat"]),
        verdict="Leaves the quadrant",
        is_good=True,
    ),
    Ended.kind: lambda reader, step, facts: step,
}
"""The reading of each kind of event that the chart tells."""
