"""The log in sentences, and its filters: attacks, movement, cards, or one seat.

The sentence of an event fills the template of its kind (`rules/events`), or a general one for an unknown kind.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from markupsafe import Markup

from incursions.engine.events import EventData, Facts
from incursions.engine.hexes import Hex, hex_text
from incursions.games.incursions.rules.events import KINDS
from incursions.games.incursions.rules.events.attacks import ATTACKS, Destroyed, Escaped
from incursions.games.incursions.rules.events.cards import CARDS
from incursions.games.incursions.rules.events.movement import MOVEMENT, Explored, WormholeDrawn
from incursions.games.incursions.rules.events.turns import Started, TurnBegan
from incursions.games.incursions.rules.printed.pieces import START_TILE
from incursions.games.incursions.rules.state.setup import MOST_SEATS
from incursions.games.incursions.rules.view import View
from incursions.games.incursions.table import wording
from incursions.games.tables import LogFilter, SeatTitle, Sentence
from incursions.kit.markup import escape, format_html, join_html
from incursions.kit.words import format_count, join_names


def dice_html(dice: Iterable[int]) -> Markup:
    """Return dice as boxes; a screen reader reads the numbers."""
    return join_html("", '<span class="die">{}</span>', ((value,) for value in dice))


def title(name: str) -> Markup:
    """Return the title of a tile or card in italics."""
    return format_html("<i>{}</i>", name)


def rule(number: str) -> Markup:
    """Return a rule's number in its own element, so that readers can skip it."""
    return format_html('<span class="rule-number">{}</span>', number)


WORDED: dict[str, dict[Any, str]] = {
    "where": {
        "table": "to its table",
        "captains": "to stand beside its crew",
        "hand": "to its player’s hand",
        "deck": "into its owner’s deck",
        "discard pile": "to the discard pile",
        "non-salvageable pile": "to the non-salvageable pile",
        "hex": "out of the ship",
    },
    "puts": {
        "top": "puts a card on top of",
        "bottom": "puts a card on the bottom of",
        "shuffled": "shuffles a card into",
    },
    "order": {"any order": "in any order", "bottom": "on the bottom"},
    "way": {True: "face down", False: "face up"},
    "doubles": {True: "doubles", False: "no doubles"},
    "free": {True: "Free.", False: "Still caught."},
    "verdict": {True: "Evaded.", False: "Not evaded."},
    "foiled": {True: "Nothing comes of it.", False: "It succeeds."},
    "concedes": {True: "was away or let its turns pass, and so has conceded", False: "concedes"},
}
WHOSE = re.compile(r"^(your|the target['’]s|target) ")
READINGS: dict[str, Callable[[Any], Any]] = {
    "power": wording.power_words,
    "change": lambda pair: f"{pair[0]} {wording.ARROW} {pair[1]}",
    "coordinates": lambda at: f"({hex_text(at)})",
    "steps": lambda path: format_count(len(path) - 1, "hex", "hexes"),
    "scores": lambda scores: ", ".join(map(str, scores)) if isinstance(scores, list) else scores,
    "total": sum,
    "dice": dice_html,
    "bold": lambda value: format_html("<b>{}</b>", value),
    "reason": lambda result: format_html("<b>{}</b>", result["reason"]),
    "bonus": lambda bonus: f" {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus else "",
}
"""Formatters of facts, by the name after the colon."""
PLACE_READINGS: dict[str, Callable[[Any, Mapping[Hex, str]], str]] = {
    "end": lambda path, tiles: wording.name_hex(path[-1], tiles),
    "sent": lambda at, tiles: (
        "sent to the start hex" if at == [0, 0] else f"transported to {wording.name_hex(at, tiles)}"
    ),
}
"""Formatters of facts about hexes, which are named by the titles of their tiles."""
PLACES = ("at", "from", "origin")
CHARTING = (Explored.kind, WormholeDrawn.kind)
SEATS = ("seat", "target", "by", "holder", "owner", "user", "rolled_by", "towed", "to_seat", "attacker", "visitor")
SEAT_WORD = "seat-{}"
"""The filter word of a seat."""
LONGEST_TITLE = 60  # letters of a title that a file may name
PARTS = re.compile(r"\[([^\]]*)\]|\{(\w*)(?::([\w ]+))?\}|§([\d.]+\d)|([^\[{§]+)")


def name_ships(view: View, events: Iterable[EventData] = ()) -> list[SeatTitle]:
    """Return the ships of a view with the titles they had before these events, which led to it (rules 19.2)."""
    escaped = {event["facts"]["seat"] for event in events if event["kind"] == Escaped.kind}
    return [
        {
            "seat": ship["seat"],
            "title": (ship["left"] if ship["seat"] in escaped else None) or ship["title"],
            "css": ship["race"].lower(),
        }
        for ship in view["ships"]
    ]


def read_ships_told(event: EventData) -> list[SeatTitle]:
    """Return the ships that the first event of a match names, by seat, without races; empty if it is malformed."""
    named = event["facts"].get("ships")
    if event["kind"] != Started.kind or not isinstance(named, list) or not 1 < len(named) <= MOST_SEATS:
        return []
    for seat, ship in enumerate(named):
        if not isinstance(ship, dict) or ship.get("seat") != seat or not isinstance(ship.get("title"), str):
            return []
    return [{"seat": ship["seat"], "title": ship["title"][:LONGEST_TITLE], "css": ""} for ship in named]


# --- filters --------------------------------------------------------------------------------------------------------


def list_filters(ships: Iterable[SeatTitle]) -> list[LogFilter]:
    """Return the filters for the log of these ships, besides the whole log."""
    named = [LogFilter(SEAT_WORD.format(ship["seat"]), ship["title"]) for ship in ships]
    return [LogFilter(ATTACKS, "Attacks"), LogFilter(MOVEMENT, "Movement"), LogFilter(CARDS, "Cards"), *named]


def find_subjects(kind: str, facts: Facts) -> list[str]:
    """Return the filter words of an event."""
    known = KINDS.get(kind)
    found = [known.about] if known and known.about else []
    seats = sorted({seat for name in SEATS if type(seat := facts.get(name)) is int})
    return found + [SEAT_WORD.format(seat) for seat in seats]


# --- sentences ------------------------------------------------------------------------------------------------------


class ShipsLog:
    """Writes the events of a match as sentences, in their order, with the ships' titles in the colours of their races.

    `own` is the seat that the log calls "you". The titles of `ships` are those before the first event; a crew that
    escapes goes by its craft from then on. `view` shows the tiles that earlier events laid. `has_rules`: sentences end
    with the number of their rule.
    """

    def __init__(
        self, ships: Iterable[SeatTitle], own: int | None = None, view: View | None = None, *, has_rules: bool = True
    ) -> None:
        self.has_rules = has_rules
        self.ships = {ship["seat"]: ship for ship in ships}
        self.own = own
        self.begun_with: dict[int, SeatTitle] = {}  # the ships of escaped crews
        self.titles = {seat: ship["title"] for seat, ship in self.ships.items()}
        self.tiles: dict[Hex, str] = {(0, 0): START_TILE["title"]}
        if view is not None:
            self.tiles |= wording.tile_titles(view["map"])

    def write(self, kind: str, facts: Facts) -> Sentence:
        """Return an event as a sentence. Raises KeyError for a missing fact."""
        if kind == TurnBegan.kind:
            ship = self.ships[facts["seat"]]["title"]
            whose = "your turn" if facts["seat"] == self.own else f"{ship}’s turn"
            return Sentence(format_html("Round {} · {}", facts["round"], whose), is_heading=True)
        if kind in CHARTING:
            q, r = facts["at"]
            self.tiles[q, r] = facts["title"]
        said = self.tell(kind, facts)
        self._rename(kind, facts)
        return Sentence(said, tuple(find_subjects(kind, facts)) if said else ())

    def ship(self, seat: int | None) -> Markup:
        """Return a ship's title in its race's colour."""
        ship = self.ships.get(seat) if seat is not None else None
        if ship is None:
            return Markup("The house")
        return format_html('<span class="by {}">{}</span>', ship["css"], ship["title"])

    def _rename(self, kind: str, facts: Facts) -> None:
        """Rename the ship of an escaped crew to its craft, and back when the craft is lost."""
        seat = facts.get("seat", -1)
        if kind == Escaped.kind:
            self.begun_with.setdefault(seat, self.ships[seat])
            self.ships[seat] = {**self.ships[seat], "title": facts["title"]}
        elif kind == Destroyed.kind and seat in self.begun_with:
            self.ships[seat] = self.begun_with.pop(seat)
        else:
            return
        self.titles[seat] = self.ships[seat]["title"]

    def tell(self, kind: str, facts: Facts) -> Markup:
        """Return the sentence of an event: that of its kind, or the general one. Raises KeyError for a missing fact.

        It is empty for a kind that other lines tell.
        """
        known = KINDS.get(kind)
        if known is None:
            return self.general(kind, facts)
        try:
            said = wording.join_title_and_hex(str(self._fill(known.sentence, facts)))
            return Markup(said)  # noqa: S704 -- the sentence was HTML before its words were joined
        except KeyError:
            if known.is_strict:
                raise
            return self.general(kind, facts)  # an older event with fewer facts

    def general(self, kind: str, facts: Facts) -> Markup:
        """Return a sentence for any event: its seat, its kind, and the facts that can be read."""
        who = format_html("{}: ", self.ship(facts["seat"])) if isinstance(facts.get("seat"), int) else Markup("")
        rest = [self._describe_fact(name, value) for name, value in facts.items() if name != "seat"]
        said = join_html(", ", "{}", ((part,) for part in rest if part))
        return format_html("{}{}{}{}.", who, kind.replace("_", " "), " · " if said else "", said)

    def _fill(self, template: str, facts: Facts, *, is_optional: bool = False) -> Markup:
        """Return a sentence of the log with its facts filled in as HTML. Raises KeyError for a missing fact.

        In a template, `{name:how}` is a fact, `{:how}` a phrase of several facts, `§8.10` the link of a rule, and [...]
        a part that is left out if one of its facts is missing or empty. `is_optional`: the template is such a part.
        """
        made = []
        for optional, name, how, number, text in PARTS.findall(template):
            if optional:
                with suppress(KeyError):
                    made.append(self._fill(optional, facts, is_optional=True))
            elif how and not name:
                made.append(escape(self.phrases[how](self, facts)))
            elif name:
                made.append(self._format_fact(name, facts.get(name), how, is_optional=is_optional))
            elif number:
                made.append(rule(number) if self.has_rules else Markup(""))
            else:
                made.append(escape(text))
        return Markup("".join(made))  # noqa: S704 -- every part is escaped where it is made

    def _format_fact(self, name: str, value: Any, how: str, *, is_optional: bool) -> Markup:
        """Return a fact, formatted by its name and type. Raises KeyError for a missing one."""
        if value is None or (is_optional and value in ("", [], 0) and name not in SEATS):
            raise KeyError(name)
        if not how:
            return self._format_plain(name, value)
        if how in WORDED:
            return escape(WORDED[how].get(value, value))
        if how in PLACE_READINGS:
            return escape(PLACE_READINGS[how](value, self.tiles))
        return escape(READINGS[how](value) if how in READINGS else format_count(value, how))

    def _format_plain(self, name: str, value: Any) -> Markup:
        if name in SEATS and isinstance(value, int):
            return self.ship(value)
        if name == "system":
            return escape(wording.system_name(str(value)))
        if name in ("title", "aboard"):
            return title(str(value))
        if name == "titles" or (isinstance(value, list) and all(isinstance(part, str) for part in value)):
            return escape(join_names(value) or "nothing")
        if name in PLACES and _all_are(value, int) and len(value) == 2:
            return escape(wording.name_hex(value, self.tiles))
        if isinstance(value, Sequence) and not isinstance(value, str):
            return escape(",".join(str(part) for part in value))
        return escape(self.name_all(str(value)))

    def _describe_fact(self, name: str, value: Any) -> Markup:
        """Return a fact with its name, for the general sentence; empty for a fact that a reader could not read."""
        if value is None or value is False or value == [] or isinstance(value, Mapping):
            return Markup("")
        shown = name.replace("_", " ")
        if value is True:
            return escape(shown)
        if name == "dice" and _all_are(value, int):
            return dice_html(value)
        if _all_are(value, int) and len(value) == 2 and name != "at":
            return format_html("{} {} {} {}", shown, value[0], wording.ARROW, value[1])
        if isinstance(value, list) and not _all_are(value, (int, str)):
            return Markup("")
        plain = self._format_plain(name, value)
        return plain if name in ("title", "titles") else format_html("{} {}", shown, plain)

    # Phrases made of several facts.

    def _name(self, facts: Facts, piece: str, seat: str) -> Markup:
        """Return the piece that the fact `piece` names, or the ship of the fact `seat`."""
        named = facts.get(piece)
        return title(self.name_all(named)) if isinstance(named, str) else self.ship(facts[seat])

    def name_all(self, text: str) -> str:
        """Return a line with the seats and hexes in it by their names."""
        return wording.with_names(text, self.titles, self.tiles)

    def _name_place(self, facts: Facts, place: str = "at", holder: str = "target") -> Markup:
        """Return the hand, deck or pile that the fact `place` names, with whose it is."""
        bare, seat = WHOSE.sub("", facts[place]), facts.get(holder)
        if seat is None:
            return format_html("the {}", bare)
        if seat == facts["seat"]:
            return format_html("its own {}", bare)
        return format_html("the {} of {}", bare, self.ship(seat))

    def _say_fires(self, facts: Facts) -> Markup:
        if isinstance(facts.get("by"), str):
            return Markup("attacks")
        if "title" in facts:  # a mine, in the turn in which it was laid (17.13)
            return format_html("sets off {} at", title(facts["title"]))
        return format_html("fires {} at", facts["weapon"])

    def _list_spent(self, facts: Facts) -> str:
        """Return the power and the card added to an attack, after a comma."""
        spent = [wording.power_words(facts["power"])] if facts["power"] else []
        spent += [f"{facts['range']} for range"] if facts["range"] else []
        added = f", {' and '.join(spent)}" if spent else ""
        return added + (f", with {facts['card']}" if facts.get("card") else "")

    def _list_losses(self, facts: Facts) -> str:
        counters = {"extra": "extra shields", "shields": "shields", "hull": "hull"}
        pairs = [(words, facts[name]) for name, words in counters.items() if name in facts]
        moved = [wording.change(words, pair) for words, pair in pairs if pair[0] != pair[1]]
        if moved:
            return f": {', '.join(moved)}"
        return " takes no damage" + (": the added shields hold" if facts["absorbed"] else "")

    def _list_rolls(self, facts: Facts) -> Markup:
        rolls = ((self.ship(seat), dice_html(dice)) for seat, dice in facts["rolls"])
        return join_html("; ", "{} {}", rolls)

    def _list_ranking(self, facts: Facts) -> Markup:
        rows = []
        for seat, hexes, points in facts["ranking"]:
            away = "no wormhole charted" if hexes is None else f"{format_count(hexes, 'hex', 'hexes')} away"
            rows.append((self.ship(seat), away, points))
        return join_html("; ", "{} {}, {} points", rows)

    def _say_who_takes_back(self, facts: Facts) -> Markup:
        if "seat" not in facts:
            return Markup("The staff step back")
        return format_html("{} takes back", self.ship(facts["seat"]))

    def _list_shuffled(self, facts: Facts) -> Markup:
        """Return the decks and hexpiles that were shuffled, each with the ship of its seat."""
        piles = []
        for name in facts.get("shuffled", ()):
            what, _, seat = name.partition(" ")
            piles.append((what, " of " if seat else "", self.ship(int(seat)) if seat else ""))
        return format_html(" Shuffled anew: {}.", join_html(", ", "{}{}{}", piles)) if piles else Markup("")

    phrases: ClassVar[Mapping[str, Callable[[Any, Facts], str]]] = {
        "attacker": lambda log, facts: log._name(facts, "by", "seat"),
        "target": lambda log, facts: log._name(facts, "at", "target"),
        "evader": lambda log, facts: log._name(facts, "at", "seat"),
        "fires": _say_fires,
        "place": _name_place,
        "source": lambda log, facts: log._name_place(facts, "from"),
        "deck": lambda log, facts: log._name_place({**facts, "at": "deck"}, holder="owner"),
        "spent": _list_spent,
        "evasion power": lambda log, facts: wording.power_words(facts.get("power", 0)),
        "losses": _list_losses,
        "repair": lambda log, facts: wording.change(log.name_all(facts["what"]), (facts["before"], facts["after"])),
        "rolls": _list_rolls,
        "ranking": _list_ranking,
        "who takes back": _say_who_takes_back,
        "shuffled": _list_shuffled,
    }


def _all_are(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Return True for a list whose items are all of this kind; True and False are no numbers here."""
    return isinstance(value, list) and all(isinstance(part, kind) and not isinstance(part, bool) for part in value)
