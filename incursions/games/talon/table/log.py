"""The log in sentences, each with the number of its rule, and the filters of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from incursions.engine.events import EventData, Facts
from incursions.engine.facings import ARCS
from incursions.engine.hexes import as_hex, hex_text
from incursions.games.tables import LogFilter, SeatTitle, Sentence
from incursions.games.talon.rules import events as told
from incursions.games.talon.table import wording
from incursions.games.talon.table.wording import SIDE_CSS, View
from incursions.kit.markup import escape, format_html, join_html
from incursions.kit.words import capitalise, format_count, join_names

LONGEST_TITLE = 60  # letters of a title that a file may name
MOST_SEATS = 16
SIDE_WORD = "side-{}"
"""The filter word of a side."""
FILTERS = (
    LogFilter("fire", "Fire"),
    LogFilter("damage", "Damage"),
    LogFilter("movement", "Movement"),
    LogFilter("missiles", "Missiles"),
    LogFilter("power", "Power"),
)
SHIPS = ("ship", "target", "other", "host")
"""The facts that name ships by index."""
WAYS = {
    "ahead": "moves ahead to",
    "left": "turns left and moves to",
    "right": "turns right and moves to",
    "slip left": "slips left to",
    "slip right": "slips right to",
}
CAUSES = {
    "shot": "",
    "collision": "",
    "blast": " from the blast",
    "missile": "",
    "asteroids": "",
}
"""Causes of damage, as a sentence ends; empty for those that the sentence before tells."""


def dice_html(dice: Iterable[int]) -> Markup:
    """Return dice as boxes; a screen reader reads the numbers."""
    return join_html("", '<span class="die">{}</span>', ((value,) for value in dice))


def rule(number: str) -> Markup:
    """Return a rule's number in its own element, so that readers can skip it."""
    return format_html(' <span class="rule-number">{}</span>', number) if number else Markup("")


# --- seats and filters ------------------------------------------------------------------------------------------------


def name_seats(view: View, events: Iterable[EventData] = ()) -> list[SeatTitle]:
    """Return the seats of a view by the names of their sides, with the ships that each has in a team."""
    names = {ship["seat"]: ship["side"] for ship in view["ships"]}
    seats = view.get("seats") or [names.get(seat, "") for seat in range(max(names, default=-1) + 1)]
    return _make_titles(seats, view["sides"])


def _make_titles(seats: Sequence[str], sides: Sequence[str]) -> list[SeatTitle]:
    """Return the titles of seats by their sides; several seats of one side are numbered."""
    titles: list[SeatTitle] = []
    for seat, side in enumerate(seats):
        place = seats[:seat].count(side) + 1
        number = f" {place}" if seats.count(side) > 1 else ""
        css = SIDE_CSS[sides.index(side)] if side in sides else ""
        titles.append({"seat": seat, "title": f"{capitalise(side)}{number}", "css": css})
    return titles


def read_seats_told(event: EventData) -> list[SeatTitle]:
    """Return the seats that the first event of a match names; empty if it is malformed."""
    sides = event["facts"].get("sides")
    if event["kind"] != told.Started.kind or not isinstance(sides, list) or not 1 < len(sides) <= MOST_SEATS:
        return []
    if not all(isinstance(side, str) and 0 < len(side) <= LONGEST_TITLE for side in sides):
        return []
    found = list(dict.fromkeys(sides))
    return _make_titles(sides, found) if len(found) == len(SIDE_CSS) else []


def list_filters(seats: Iterable[SeatTitle]) -> list[LogFilter]:
    """Return the filters for the log, besides the whole log: kinds of events, and the sides."""
    sides = dict.fromkeys(seat["css"] for seat in seats)
    titles = {seat["css"]: seat["title"].rstrip(" 0123456789") for seat in seats}
    return [*FILTERS, *(LogFilter(css, f"{titles[css]} ships") for css in sides if css)]


# --- sentences --------------------------------------------------------------------------------------------------------


class BattleLog:
    """Writes the events of a battle as sentences, in their order, with ships by name in the colours of their sides.

    `own` is the seat that the log calls "you". `view` names the ships; without one the
    first event does. `has_rules`: sentences end with the number of their rule.
    """

    def __init__(
        self, seats: Iterable[SeatTitle], own: int | None = None, view: View | None = None, *, has_rules: bool = True
    ) -> None:
        self.seats = {seat["seat"]: seat for seat in seats}
        self.own = own
        self.has_rules = has_rules
        self.names: list[tuple[str, str]] = []
        self.sides: list[str] = list(dict.fromkeys(seat["title"].rstrip(" 0123456789") for seat in self.seats.values()))
        if view is not None:
            self.sides = [wording.side_title(side) for side in view["sides"]]
            css = dict(zip(view["sides"], SIDE_CSS, strict=True))
            self.names = [(ship["name"], css[ship["side"]]) for ship in view["ships"]]

    def write(self, kind: str, facts: Facts) -> Sentence:
        """Return an event as a sentence. Raises KeyError for a missing fact."""
        if kind == told.RoundBegan.kind:
            return Sentence(format_html("Round {}", facts["round"]), is_heading=True)
        if kind == told.TurnBegan.kind:
            whose = "your turn" if self._is_own_side(facts["side"]) else f"{self.sides[facts['side']]}’s turn"
            words = ("Round {} · impulse {} · {}", facts["round"], facts["letter"], whose)
            return Sentence(format_html(*words), is_heading=True)
        if kind == told.PowerPhaseBegan.kind:
            return Sentence(format_html("Round {} · Power Phase", facts["round"]), is_heading=True)
        write, number = WRITERS.get(kind) or _say_plainly(kind), RULES.get(kind, "")
        said = write(self, facts)
        if said and number and self.has_rules:
            said += rule(number)
        return Sentence(said, tuple(self._find_subjects(kind, facts)) if said else ())

    def name_all(self, text: str) -> str:
        """Return a line of an action, which names ships as people do."""
        return text

    def ship(self, seat: int | None) -> Markup:
        """Return the title of what a seat plays, in the colour of its side; of the house for None."""
        title = self.seats.get(seat) if seat is not None else None
        if title is None:
            return Markup("The house")
        return format_html('<span class="by {}">{}</span>', title["css"], title["title"])

    def vessel(self, index: int) -> Markup:
        """Return the name of a ship in the colour of its side."""
        if not 0 <= index < len(self.names):
            return format_html("Ship {}", index + 1)
        name, css = self.names[index]
        return format_html('<span class="by {}">{}</span>', css, name)

    def side(self, side: int) -> Markup:
        """Return the name of a side in its colour."""
        return format_html('<span class="by {}">{}</span>', SIDE_CSS[side], self.sides[side])

    def fill(self, template: str, facts: Facts) -> Markup:
        """Return a template with the facts in it: ships by name, hexes by coordinates, dice as boxes."""
        named = {name: _name_fact(self, name, value) for name, value in facts.items()}
        return Markup(template).format(**named)  # noqa: S704 -- the templates are this module's own

    def _is_own_side(self, side: int) -> bool:
        own = self.seats.get(self.own) if self.own is not None else None
        return own is not None and own["css"] == SIDE_CSS[side]

    def _find_subjects(self, kind: str, facts: Facts) -> list[str]:
        """Return the filter words of an event: what it is about, and the sides of its ships."""
        about = told.KINDS[kind].about if kind in told.KINDS else ""
        indices = (facts.get(name) for name in SHIPS)
        sides = [self.names[index][1] for index in indices if type(index) is int and 0 <= index < len(self.names)]
        return [word for word in dict.fromkeys([about, *sides]) if word]


def _name_fact(log: BattleLog, name: str, value: Any) -> Markup:
    if name in SHIPS and isinstance(value, int):
        return log.vessel(value)
    if name == "seat":
        return log.ship(value)
    if name == "side":
        return log.side(value)
    if name in ("at", "start"):
        return escape(hex_text(as_hex(value)))
    if name in ("dice", "die"):
        return dice_html(value if isinstance(value, list | tuple) else (value,))
    return escape(value)


Write = Callable[[BattleLog, Facts], Markup]


def _say_plainly(kind: str) -> Write:
    """Return the writer of an event without a sentence here: that of its kind, or its name."""
    known = told.KINDS.get(kind)
    return _fill(known.sentence if known else f"{capitalise(kind.replace('_', ' '))}.")


def _fill(template: str) -> Write:
    return lambda log, facts: log.fill(template, facts)


def _say_started(log: BattleLog, facts: Facts) -> Markup:
    """Return the beginning of a battle, and note the names of its ships."""
    css = {seat: title["css"] for seat, title in log.seats.items()}
    seated = zip(facts["ships"], facts["seats"], strict=True)
    log.names = [(str(name)[:LONGEST_TITLE], css.get(seat, "")) for name, seat in seated]
    return log.fill("{title}. The battle begins.", facts)


def _say_placed(log: BattleLog, facts: Facts) -> Markup:
    if facts.get("ship") is None:
        article = "An" if facts["terrain"][:1] in "aeiou" else "A"
        return format_html("{} {} lies at {}.", article, facts["terrain"], hex_text(as_hex(facts["at"])))
    return log.fill("{ship} stands at {at}.", facts)


def _say_initiative(log: BattleLog, facts: Facts) -> Markup:
    bids = "lays a change mark: its side wants" if facts["what"] == "change" else "lays a defend mark: its side keeps"
    return format_html("{} {} the initiative.", log.vessel(facts["ship"]), bids)


def _say_tightened(log: BattleLog, facts: Facts) -> Markup:
    left = (
        "it may turn now"
        if not facts["wait"]
        else f"it may turn after {format_count(facts['wait'], 'more hex', 'more hexes')}"
    )
    return format_html("{} tightens its turn: {}.", log.vessel(facts["ship"]), left)


def _say_moved(log: BattleLog, facts: Facts) -> Markup:
    way = WAYS.get(facts["way"], "moves to")
    burns = " fires an afterburner and" if facts["is_burn"] else ""
    return format_html("{}{} {} {}.", log.vessel(facts["ship"]), burns, way, hex_text(as_hex(facts["at"])))


def _say_docked(log: BattleLog, facts: Facts) -> Markup:
    if facts.get("host") is not None:
        return log.fill("{ship} docks with {host} and leaves the battle.", facts)
    return log.fill("{ship} lands on the planet at {at} and leaves the battle.", facts)


def _find_aim(log: BattleLog, facts: Facts) -> Markup:
    """Return the target of a shot: a ship or a missile."""
    if facts.get("missile") is not None:
        return format_html("missile {}", facts["missile"])
    return log.vessel(facts["target"])


def _say_fired(log: BattleLog, facts: Facts) -> Markup:
    shooter, aim = log.vessel(facts["ship"]), _find_aim(log, facts)
    return format_html("{} fires its {} at {}.", shooter, wording.name_mount(facts["group"], facts["weapon"]), aim)


def _say_rolled(log: BattleLog, facts: Facts) -> Markup:
    if facts["counts"] == facts["die"]:
        return format_html("Rolls {}.", dice_html([facts["die"]]))
    return format_html("Rolls {}, which counts {}.", dice_html([facts["die"]]), facts["counts"])


def _say_hit(log: BattleLog, facts: Facts) -> Markup:
    return format_html("A hit on {}.", _find_aim(log, facts))


def _say_missed(log: BattleLog, facts: Facts) -> Markup:
    return format_html("{} is missed.", capitalise_html(_find_aim(log, facts)))


def capitalise_html(words: Markup) -> Markup:
    """Return words with a capital, unless they begin with an element."""
    return words if words.startswith("<") else Markup(capitalise(str(words)))  # noqa: S704 -- it was HTML


def _say_arc(log: BattleLog, facts: Facts) -> Markup:
    """Return the dice that chose an arc; the first four by arc, then those of ties."""
    dice = facts["dice"]
    first = join_html(" ", "{} {}", ((arc, dice_html([die])) for arc, die in zip(ARCS, dice, strict=False)))
    ties = format_html(", then {}", dice_html(dice[len(ARCS) :])) if len(dice) > len(ARCS) else Markup("")
    return format_html("Which arc of {}? {}{}: {}.", log.vessel(facts["ship"]), first, ties, facts["arc"])


def _say_damaged(log: BattleLog, facts: Facts) -> Markup:
    """Return damage with what stopped it: reinforcements, shields, hull (rules T9.1)."""
    parts = [
        format_count(facts["reinforcements"], "reinforcement") if facts["reinforcements"] else "",
        f"shield {wording.MINUS}{facts['shields']}" if facts["shields"] else "",
        f"hull {wording.MINUS}{facts['hull']}" if facts["hull"] else "",
    ]
    stopped = join_names([part for part in parts if part]) or "nothing is lost"
    where = f" on the {facts['arc']} arc" if facts["arc"] else ""
    cause = CAUSES.get(facts["cause"], f" from {facts['cause']}")
    words = format_html("{} takes {} damage{}{}: ", log.vessel(facts["ship"]), facts["points"], where, cause)
    return words + format_html("<b>{}</b>.", stopped)


def _say_fighter_lost(log: BattleLog, facts: Facts) -> Markup:
    left = format_count(facts["left"], "fighter") if facts["left"] else "none"
    return format_html("{} loses a fighter; {} left.", log.vessel(facts["ship"]), left)


def _say_critical(log: BattleLog, facts: Facts) -> Markup:
    effect = facts["effect"]
    words = "Critical hit on {}: {} {}."
    return format_html(words, log.vessel(facts["ship"]), dice_html(facts["dice"]), Markup("<b>{}</b>").format(effect))


def _say_group_lost(log: BattleLog, facts: Facts) -> Markup:
    dice = format_html(" ({})", dice_html(facts["dice"])) if facts["dice"] else Markup("")
    return format_html("The {} group of {} is destroyed{}.", facts["group"], log.vessel(facts["ship"]), dice)


def _say_exploded(log: BattleLog, facts: Facts) -> Markup:
    place = hex_text(as_hex(facts["at"]))
    return format_html("{} explodes at {}: {} to all around.", log.vessel(facts["ship"]), place, facts["points"])


def _say_destroyed(log: BattleLog, facts: Facts) -> Markup:
    cause = facts["cause"]
    by = "" if cause in CAUSES else f" by {cause}"
    return format_html("{} is <b>destroyed</b>{}.", log.vessel(facts["ship"]), by)


def _say_missile_struck(log: BattleLog, facts: Facts) -> Markup:
    end = "is destroyed" if facts["is_gone"] else "is damaged and flies on"
    return format_html("Missile {} takes {} damage and {}.", facts["missile"], facts["points"], end)


def _say_missile_lost(log: BattleLog, facts: Facts) -> Markup:
    cause = facts["cause"]
    how = f"flies into {cause} and is gone" if cause.startswith("the ") else f"is {cause} and is removed"
    return format_html("Missile {} {}.", facts["missile"], how)


def _say_repair(log: BattleLog, facts: Facts) -> Markup:
    end = "repaired" if facts["is_repaired"] else "a 6 was needed"
    die = dice_html([facts["die"]])
    return format_html("{} works on “{}”: {}, {}.", log.vessel(facts["ship"]), facts["effect"], die, end)


def _say_row(log: BattleLog, facts: Facts) -> Markup:
    row = facts["row"]
    reduced = "" if row.startswith(f"{facts['power']}-") else f"; its effective Power is {facts['power']}"
    return format_html("{} runs at {}{}.", log.vessel(facts["ship"]), wording.name_row(row), reduced)


def _say_retreated(log: BattleLog, facts: Facts) -> Markup:
    how = facts["how"]
    by = {"distance": "is out of sight of all others and", "a jump": "has jumped and"}.get(how)
    if by is not None:
        return format_html("{} {} leaves the battle.", log.vessel(facts["ship"]), by)
    joined = how if how.startswith(("aboard", "through")) else f"by {how}"
    return format_html("{} leaves the battle {}.", log.vessel(facts["ship"]), joined)


def _say_conceded(log: BattleLog, facts: Facts) -> Markup:
    end = "was away or ran out of time, and so has conceded" if facts["forfeit"] else "concedes"
    return format_html("{} {}.", log.ship(facts["seat"]), end)


def _say_stepped_back(log: BattleLog, facts: Facts) -> Markup:
    who = log.ship(facts.get("seat"))
    return format_html("{} takes back to move {}.", who, facts["to"])


def _say_ended(log: BattleLog, facts: Facts) -> Markup:
    return format_html("<b>{}</b>{}", facts["result"]["reason"], rule(facts["result"]["rule"]) if log.has_rules else "")


WRITERS: Mapping[str, Write] = {
    told.Started.kind: _say_started,
    told.Placed.kind: _say_placed,
    told.InitiativeMarked.kind: _say_initiative,
    told.Tightened.kind: _say_tightened,
    told.Moved.kind: _say_moved,
    told.DockedWith.kind: _say_docked,
    told.Fired.kind: _say_fired,
    told.Rolled.kind: _say_rolled,
    told.Hit.kind: _say_hit,
    told.Missed.kind: _say_missed,
    told.ArcRolled.kind: _say_arc,
    told.Damaged.kind: _say_damaged,
    told.FighterLost.kind: _say_fighter_lost,
    told.CriticalRolled.kind: _say_critical,
    told.GroupLost.kind: _say_group_lost,
    told.Exploded.kind: _say_exploded,
    told.Destroyed.kind: _say_destroyed,
    told.MissileStruck.kind: _say_missile_struck,
    told.MissileLost.kind: _say_missile_lost,
    told.RepairTried.kind: _say_repair,
    told.RowSet.kind: _say_row,
    told.Retreated.kind: _say_retreated,
    told.Conceded.kind: _say_conceded,
    told.SteppedBack.kind: _say_stepped_back,
    told.Ended.kind: _say_ended,
}
"""The writers of kinds of events whose sentence takes more than its template."""
RULES: Mapping[str, str] = {
    told.Started.kind: "T23.1",
    told.Placed.kind: "T3.2",
    told.GravityBegan.kind: "T21.5",
    told.InitiativeMarked.kind: "T4.8",
    told.InitiativePassed.kind: "T4.8",
    told.BoxCharged.kind: "T5.4",
    told.Reinforced.kind: "T5.5",
    told.ReinforcementsGone.kind: "T5.5",
    told.Tightened.kind: "T5.7",
    told.SlipMarked.kind: "T5.8",
    told.BatteryFilled.kind: "T12.1",
    told.BatteryUsed.kind: "T12.1",
    told.PowerSent.kind: "T14.4",
    told.Retargeted.kind: "T15.13",
    told.Moved.kind: "T6.2",
    told.Rotated.kind: "T16.2",
    told.Shifted.kind: "T6.12",
    told.AsteroidStruck.kind: "T20.6",
    told.NebulaEntered.kind: "T20.10",
    told.NebulaLeft.kind: "T20.12",
    told.Collided.kind: "T6.8",
    told.DockedWith.kind: "T19.4",
    told.MissileFlew.kind: "T15.4",
    told.Launched.kind: "T15.1",
    told.Fired.kind: "T8.3",
    told.Rolled.kind: "T8.8",
    told.CannonRolled.kind: "T18.2",
    told.Hit.kind: "T8.10",
    told.Missed.kind: "T8.8",
    told.GroupHeld.kind: "T8.3",
    told.ArcRolled.kind: "T9.8",
    told.Damaged.kind: "T9.1",
    told.FighterLost.kind: "T14.2",
    told.CriticalRolled.kind: "T10.1",
    told.GroupLost.kind: "T10.5",
    told.Exploded.kind: "T9.5",
    told.Destroyed.kind: "T9.4",
    told.MissileStruck.kind: "T15.8",
    told.MissileHit.kind: "T15.7",
    told.MissileLost.kind: "T15.16",
    told.TargetLost.kind: "T15.16",
    told.RepairTried.kind: "T10.9",
    told.RowSet.kind: "T11.3",
    told.GroupCharged.kind: "T11.5",
    told.JumpAnnounced.kind: "T13.2",
    told.JumpCalledOff.kind: "T13.4",
    told.Retreated.kind: "T13.1",
    told.BrokeUp.kind: "T11.6",
    told.PointsGiven.kind: "T23.3",
    told.Conceded.kind: "T25.6",
    told.SteppedBack.kind: "T25.7",
}
"""The number of the rule behind each kind of event. `Jumped` is told by the retreat that follows."""
