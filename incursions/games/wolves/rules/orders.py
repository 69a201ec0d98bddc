"""Orders: parsing the text of a command by the forms of the content, and checks that all commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from incursions.engine.errors import IllegalAction, UnknownAction
from incursions.games.wolves.rules.content.definitions import CommandForm
from incursions.games.wolves.rules.state import CLOCK, CONTROL, MEDIA, Station, Unit, VesselState

if TYPE_CHECKING:
    from incursions.games.wolves.rules.day import Day

OVERRULING = re.compile(r"(.+) overruling because (\S.*)", re.DOTALL)
_PARTS = re.compile(r"\{([^}]*)\}|([\[\]])|([^{}\[\]]+)")
_PATTERNS = {"n": "-?[0-9]{1,4}", "digits": r"\S+"}
LONGEST_TEXT, LONGEST_PAPER = 500, 6000
"""The characters of a command, and of one that brings a paper sheet back: it carries many figures (rules W26.2)."""
PAPER = "take from paper of "
OF = " of "


class Form:
    """The form of a command: the exact words, with named blanks."""

    __slots__ = ("command", "opening", "pattern", "text")

    def __init__(self, command: str, text: str) -> None:
        self.command = command
        self.text = text
        self.opening = re.split(r"[{\[]", text, maxsplit=1)[0]
        self.pattern = re.compile(_make_pattern(text), re.DOTALL)

    def match_text(self, text: str) -> dict[str, str] | None:
        """Return the words that fill the blanks, by blank; None if the text has another form."""
        if not text.startswith(self.opening):
            return None
        match = self.pattern.fullmatch(text)
        return None if match is None else {name: word for name, word in match.groupdict().items() if word is not None}


def _make_pattern(form: str) -> str:
    """Return the regular expression of a form. The second blank of a name gets a 2: `station2`."""
    pieces: list[str] = []
    counts: dict[str, int] = {}
    for blank, bracket, words in _PARTS.findall(form):
        if bracket:
            pieces.append("(?:" if bracket == "[" else ")?")
        elif words:
            pieces.append(re.escape(words))
        else:
            pieces.append(_make_group(blank, counts))
    return "".join(pieces)


def _make_group(blank: str, counts: dict[str, int]) -> str:
    """Return the named group of a blank, and count its name in `counts`."""
    words = re.split(r", | or ", blank)
    name = "word" if len(words) > 1 else blank
    counts[name] = counts.get(name, 0) + 1
    group = name if counts[name] == 1 else f"{name}{counts[name]}"
    pattern = "|".join(map(re.escape, words)) if len(words) > 1 else _PATTERNS.get(blank, r"\S.*?")
    return f"(?P<{group}>{pattern})"


SECRETLY = "secretly "
"""The beginning of a change of which nobody but Control is told (rules W26.10)."""
MOST_SUGGESTED = 3
"""The forms that the refusal of an unknown command names."""


class FormIndex:
    """The forms of a content by their first word, those with the longest opening first.

    This order keeps free text from being taken for a command. `unnamed` are the forms that begin with a blank.
    """

    __slots__ = ("commands", "forms", "named", "unnamed")

    def __init__(self, commands: Mapping[str, CommandForm]) -> None:
        self.commands = commands
        forms = [Form(name, command.form) for name, command in commands.items()]
        self.forms = sorted(forms, key=lambda form: -len(form.opening))
        self.named: dict[str, list[Form]] = {}
        self.unnamed: list[Form] = []
        for form in self.forms:
            word, space, _ = form.opening.partition(" ")
            is_named = space or form.opening == form.text
            (self.named.setdefault(word, []) if is_named else self.unnamed).append(form)

    def list_forms(self, text: str) -> Iterator[Form]:
        """Yield the forms that a text may have."""
        yield from self.named.get(text.partition(" ")[0], ())
        yield from self.unnamed

    def suggest(self, text: str) -> str:
        """Return the end of a sentence that names commands which begin with the word of a text; "" without any."""
        opening = f"{text.partition(' ')[0]} "
        like = [form.text for form in self.forms if form.text.removeprefix(f"[{SECRETLY}]").startswith(opening)]
        forms = " or ".join(f'"{form}"' for form in like[:MOST_SUGGESTED])
        number = ", where n has at most four digits" if "{n}" in forms else ""
        return f". Write {forms}{number}" if forms else ""


MOST_INDEXES = 8
_indexes: dict[int, FormIndex] = {}


def index_forms(commands: Mapping[str, CommandForm]) -> FormIndex:
    """Return the index of the forms of a content, cached by the id of the commands, which the index keeps alive."""
    index = _indexes.get(id(commands))
    if index is None:
        if len(_indexes) >= MOST_INDEXES:
            _indexes.clear()
        index = _indexes[id(commands)] = FormIndex(commands)
    return index


@dataclass(slots=True)
class Order:
    """A command as it was given: by which seat, its form, and the words that fill its blanks.

    `reason` is that of an order that overrules refusals (rules W26.7); `passed` are the rules that it passes over.
    """

    day: Day
    seat: str
    command: str
    text: str
    blanks: dict[str, str]
    reason: str = ""
    passed: list[str] = field(default_factory=list)

    @property
    def team(self) -> str:
        """The team of the seat: a vessel, the News Media, Control, or the Clock."""
        return find_team(self.seat, self.day.content.fleet.vessels)

    @property
    def is_control(self) -> bool:
        """True for Control and the Clock, which no team restricts."""
        return self.team in (CONTROL, CLOCK)

    def __getitem__(self, blank: str) -> str:
        return self.blanks[blank]

    def get(self, blank: str) -> str:
        """Return the words that fill a blank; "" if it was left out."""
        return self.blanks.get(blank, "")

    def require(self, condition: object, rule: str, reason: str) -> None:
        """Raise `IllegalAction` unless the condition holds, or Control overrules the rule."""
        if condition:
            return
        if not self.reason:
            raise IllegalAction(rule, reason)
        self.passed.append(rule)

    def number(self, blank: str = "n") -> int:
        """Return the number that fills a blank."""
        return int(self.blanks[blank])


def find_team(seat: str, vessels: Iterable[str]) -> str:
    """Return the team of a seat: a vessel, the News Media, Control, or the Clock; "" if there is none."""
    for team in (*vessels, MEDIA, CONTROL, CLOCK):
        if seat == team or seat.startswith(f"{team} "):
            return team
    return ""


def fail_unknown(reason: str) -> NoReturn:
    """Raise `UnknownAction` for a text that names something unknown."""
    raise UnknownAction("", reason)


def read_order(day: Day, seat: str, text: str) -> Order:
    """Return the order of a text. Raises `UnknownAction` for an unknown seat and a text without a form."""
    longest = LONGEST_PAPER if text.removeprefix(SECRETLY).startswith(PAPER) else LONGEST_TEXT
    if len(text) > longest or not text.isprintable():
        fail_unknown(f"A command is one line of at most {longest} characters")
    is_known = seat in day.state.places or find_team(seat, ()) in (CONTROL, CLOCK)
    if not is_known:
        fail_unknown(f"There is no seat {seat}")
    reason = ""
    overruling = OVERRULING.fullmatch(text) if find_team(seat, ()) == CONTROL else None
    words = text
    if overruling is not None:
        words, reason = overruling.groups()
    index = index_forms(day.content.commands)
    for form in index.list_forms(words):
        blanks = form.match_text(words)
        if blanks is not None:
            return Order(day, seat, form.command, words, blanks, reason)
    return fail_unknown(f"There is no command like {words!r}{index.suggest(words)}")


# Lookups of the things that orders name.


def find_vessel(order: Order, name: str) -> VesselState:
    """Return a vessel by name. Raises `UnknownAction`."""
    vessel = order.day.state.vessels.get(name)
    return fail_unknown(f"There is no vessel called {name}") if vessel is None else vessel


def find_own_vessel(order: Order) -> VesselState:
    """Return the vessel of the seat's team (rules W3.12)."""
    vessel = order.day.state.vessels.get(order.team)
    if vessel is None:
        raise IllegalAction("W3.12", "You have no vessel")
    return vessel


def split_vessel(order: Order, text: str) -> tuple[str, VesselState | None]:
    """Return a text without the vessel that it ends with, and the vessel: "Bridge of Dione"; None if it names none."""
    words, of, name = text.rpartition(OF)
    vessel = order.day.state.vessels.get(name) if of else None
    return (text, None) if vessel is None else (words, vessel)


def find_station(order: Order, text: str) -> tuple[VesselState, Station]:
    """Return a station and its vessel, which is the own one unless it is named. Raises `UnknownAction`."""
    title, vessel = split_vessel(order, text)
    if vessel is None:
        vessel = find_own_vessel(order)
    station = vessel.stations.get(title)
    return fail_unknown(f"{vessel.name} has no {title}") if station is None else (vessel, station)


def find_unit(order: Order, name: str) -> Unit:
    """Return a unit by name, destroyed ones too. Raises `UnknownAction`."""
    unit = order.day.state.units.get(name)
    return fail_unknown(f"There is no unit called {name}") if unit is None else unit


def find_seat(order: Order, name: str) -> str:
    """Return a player's seat by name. Raises `UnknownAction`."""
    return name if name in order.day.state.places else fail_unknown(f"There is no seat {name}")


Handler = Callable[["Day", Order], None]
