"""The last moves as steps that the chart animates one after the other: rolls, paths, hits and losses.

`static/js/motion.js` reads the steps from the page and shows each with its sentence of the log. The script knows kinds
of steps, and no event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from incursions.engine.events import EventData, Facts
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.events.attacks import (
    AttackAnnounced,
    Damaged,
    Destroyed,
    Escaped,
    EvasionRolled,
    MineWentOff,
    Missed,
    PieceDestroyed,
    Scored,
)
from incursions.games.incursions.rules.events.cards import CommandAttached
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
from incursions.games.moments import Point, Step
from incursions.games.tables import RecentMove
from incursions.kit.words import capitalise

POINTS_LOST = {"extra": "extra shields", "shields": "shields", "hull": "hull"}
ANNOUNCING = (AttackAnnounced.kind, CommandAttached.kind)
PATH_EVENTS = (Warped.kind, Moved.kind)
HEX_EVENTS = (WormholeRolled.kind, HexEvent.kind)
"""Kinds of events with the hex in which their ship is, and which do not move it."""


def list_steps(view: View, moves: Sequence[RecentMove], own: int | None) -> list[Step]:
    """Return the steps of the moves that led to the view. The sentences call the seat `own` "you"."""
    events = [event for _, of_move in moves for event in of_move]
    reader = _Reader(view, events, own)
    return [step for move, of_move in moves for step in reader.read_move(move, of_move)]


class _Reader:
    """Reads events in their order, and tracks the hex of each ship.

    `hexes` has None for a ship while no event has told its hex. `last_hexes` and `points` are those of the view.
    """

    def __init__(self, view: View, events: Sequence[EventData], own: int | None) -> None:
        self.last_hexes = {ship["seat"]: _as_hex(ship["at"]) for ship in view["ships"]}
        self.points = place_ships(view)
        self.log = ShipsLog(name_ships(view, events), own, view, has_rules=False)
        self.hexes: dict[int, Hex | None] = dict(self.last_hexes)
        for event in reversed(events):
            self._track(event, _find_origin)

    def read_move(self, move: int, events: Iterable[EventData]) -> Iterator[Step]:
        """Yield the steps of a move. The sentences of an announcement stand before that of the score."""
        announced = Markup("")
        for event in events:
            written = self.log.write(event["kind"], event["facts"]).html.strip()
            sentence = announced + Markup(written)  # noqa: S704 -- it was HTML
            announced = sentence + " " if event["kind"] in ANNOUNCING else Markup("")
            read = READERS.get(event["kind"])
            if read is not None:
                yield read(self, Step(move, "note", sentence), event["facts"])
            self._track(event, _find_end)

    def _track(self, event: EventData, find: Callable[[str, Facts], Hex | None]) -> None:
        """Store the hex of the ship that an event moves, or whose hex it tells, as `find` reads it."""
        kind, facts = event["kind"], event["facts"]
        if kind in (*PATH_EVENTS, *HEX_EVENTS, Explored.kind, Transported.kind):
            for seat in _list_movers(facts):
                self.hexes[seat] = find(kind, facts)

    def find_point(self, seat: int | None) -> Point | None:
        """Return the point of a ship: as the view draws it if it is in its last hex, else the middle of its hex.

        Returns None if the hex is not known.
        """
        at = None if seat is None else self.hexes.get(seat)
        if seat is None or at is None:
            return None
        return self.points[seat][:2] if seat in self.points and self.last_hexes[seat] == at else centre(at)

    def read_path(self, step: Step, facts: Facts) -> Step:
        """Return the path of a ship, with the ship in tow."""
        return step._replace(kind="sail", seats=_list_movers(facts), path=tuple(map(centre, facts["path"])))

    def read_exploring(self, step: Step, facts: Facts) -> Step:
        """Return the laying of a tile, with the ship that moves onto it."""
        path = (centre(facts["origin"]), centre(facts["at"]))
        tile = f"tile-{hex_id(facts['at'])}"
        return step._replace(kind="lay", seats=(facts["seat"],), path=path, tile=tile, sound="paper")

    def read_transport(self, step: Step, facts: Facts) -> Step:
        """Return the way of a transported ship; only its end if no event has told where it began."""
        seat, origin = facts["seat"], self.find_point(facts["seat"])
        path = (() if origin is None else (origin,)) + (centre(facts["at"]),)
        return step._replace(kind="sail", seats=(seat,), path=path)

    def read_roll(self, step: Step, facts: Facts, verdict: str, *, is_good: bool = False, sound: str = "") -> Step:
        """Return a roll beside the ship that makes it, else beside its target, else in the hex of the event."""
        at = self.find_point(facts.get("seat")) or self.find_point(facts.get("target"))
        if at is None and isinstance(facts.get("at"), list):
            at = centre(facts["at"])
        words = capitalise(verdict).rstrip(".")
        return step._replace(kind="roll", at=at, dice=tuple(facts["dice"]), verdict=words, is_good=is_good, sound=sound)

    def read_score(self, step: Step, facts: Facts) -> Step:
        """Return the roll of an attack, an event or a mine."""
        return self.read_roll(step, facts, f"score {facts['score']}")

    def read_doubles(self, step: Step, facts: Facts) -> Step:
        """Return a roll for doubles."""
        is_out = facts["doubles"]
        return self.read_roll(step, facts, WORDED["doubles"][is_out], is_good=is_out, sound="chord" if is_out else "")

    def read_hit(self, step: Step, facts: Facts) -> Step:
        """Return a hit, with the points that the ship loses as its verdict."""
        changes = [(name, *facts[name]) for name in POINTS_LOST if name in facts]
        lost = [f"{POINTS_LOST[name]} −{before - after}" for name, before, after in changes if before > after]
        return step._replace(
            kind="hit",
            seats=(facts["seat"],),
            at=self.find_point(facts["seat"]),
            verdict=capitalise(", ".join(lost) or "no damage"),
            is_good=not lost,
            sound="" if not lost else "ping" if facts["hull"][0] == facts["hull"][1] else "thud",
        )

    def read_loss(self, step: Step, facts: Facts) -> Step:
        """Return the end of a ship, or of a piece in its hex."""
        seat = facts.get("seat")
        at = centre(facts["at"]) if seat is None else self.find_point(seat)
        return step._replace(
            kind="blast", seats=() if seat is None else (seat,), at=at, verdict="Destroyed", sound="thud"
        )


def _list_movers(facts: Facts) -> tuple[int, ...]:
    """Return the seat of the ship that an event is about, and of the one in tow."""
    towed = facts.get("towed")
    return (facts["seat"],) if towed is None else (facts["seat"], towed)


def _find_origin(kind: str, facts: Facts) -> Hex | None:
    """Return the hex of an event's ship before the event, None if the event does not tell it."""
    if kind == Transported.kind:
        return None
    return _as_hex(
        facts["path"][0] if kind in PATH_EVENTS else facts["origin"] if kind == Explored.kind else facts["at"]
    )


def _find_end(kind: str, facts: Facts) -> Hex:
    """Return the hex of an event's ship after the event."""
    return _as_hex(facts["path"][-1] if kind in PATH_EVENTS else facts["at"])


def _as_hex(at: Sequence[int]) -> Hex:
    return at[0], at[1]


READERS: dict[str, Callable[[_Reader, Step, Any], Step]] = {
    Warped.kind: _Reader.read_path,
    Moved.kind: _Reader.read_path,
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
    Scored.kind: _Reader.read_score,
    EventScored.kind: _Reader.read_score,
    MineWentOff.kind: _Reader.read_score,
    TableRolled.kind: lambda reader, step, facts: reader.read_roll(step, facts, f"total {facts['total']}"),
    Damaged.kind: _Reader.read_hit,
    Missed.kind: lambda reader, step, facts: step._replace(
        kind="hit", at=reader.find_point(facts["target"]), verdict="Missed", is_good=True
    ),
    Destroyed.kind: _Reader.read_loss,
    PieceDestroyed.kind: _Reader.read_loss,
    Escaped.kind: lambda reader, step, facts: step._replace(
        at=reader.find_point(facts["seat"]), verdict="Crew escapes"
    ),
    Left.kind: lambda reader, step, facts: step._replace(
        kind="vanish",
        seats=(facts["seat"],),
        at=reader.find_point(facts["seat"]),
        verdict="Leaves the quadrant",
        is_good=True,
    ),
    Ended.kind: lambda reader, step, facts: step,
}
"""Functions that make a step of an event, by the kind of event. Other kinds of events are not animated."""
