"""The options of a seat as rows under headings, for the list, map, hand, keyboard and screen reader.

A row is one thing to do; a row with choices holds several whole lines (one for each power, target or hex).
`incursions.games.incursions.table.question_rows` makes rows of the engine's options.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import groupby, takewhile
from string import ascii_lowercase

from markupsafe import Markup

from incursions.engine import Option
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.table import wording
from incursions.games.incursions.table.printed import Piece
from incursions.kit.words import capitalise, format_count, join_names

KEYS = "123456789" + ascii_lowercase
# A minus that belongs to a number, as in the hex 1,-1.
MINUS = re.compile(r"(?<![a-z0-9])-(?=[0-9])")

EXPLORE, MOVE, ATTACK, DEFENCE = "Explore", "Move", "Attack", "Defence"
CARDS, PIECES, SHIP, CHOOSE, BESIDES = "Cards", "Pieces", "Ship", "Choose", "Besides"
NOT_NOW = "Not now"
GROUP_ORDER = (EXPLORE, MOVE, ATTACK, DEFENCE, CARDS, PIECES, SHIP, CHOOSE, BESIDES, NOT_NOW)
MOST_REFUSED = 3  # if there are more refused rows, they are folded together at the end
JOINING = ("and", "with")  # verbs that join amounts and cards to the earlier stages of a line
RUNNING = ("keep", "drop")  # verbs of running systems, which aim at no new target
TAKE_TARGETS = ("assimilate", "tractor", "sweep")  # verbs followed by their target
LONG = 12  # in longer lists, rows that differ only in their target are folded
LEAST_FOLDED, LEAST_SHIPS_FOLDED = 3, 4

Line = tuple[Option, ...]
"""The option that begins a line, then those of its later stages."""


class OptionLine:
    """A line of options that can be sent, with a forecast, which scripts read to preview it."""

    line: Line
    forecast: Forecast

    @cached_property
    def text(self) -> str:
        """The line as text."""
        return " ".join(option.text for option in self.line)

    @property
    def data(self) -> Markup:
        """The forecast as HTML attributes: hull and shields, the power cards it takes, and the total in words."""
        found: list[tuple[str, object]] = [
            (name, self.forecast[name][1]) for name in ("hull", "shields") if name in self.forecast
        ]
        found += [("power", self.forecast["power"])] if self.forecast.get("power") else []
        total = wording.total(self.forecast)
        found += [("total", total)] if total else []
        attributes = "".join(f' data-{name}="{escape(str(value))}"' for name, value in found)
        return Markup(attributes)  # noqa: S704 -- escaped


@dataclass(frozen=True)
class Choice(OptionLine):
    """A button of a row with choices: a whole line and its forecast.

    A choice that `opens` leads to further stages instead. `card` is the card that the line takes along; a choice that
    `is_with_card` repeats another one with it.
    """

    line: Line
    label: str
    outcome: str
    forecast: Forecast = field(default_factory=Forecast)
    key: str = ""
    at: Hex | None = None
    opens: bool = False
    card: str = ""
    is_with_card: bool = False

    @cached_property
    def figure(self) -> str:
        """The outcome in one short word and number, for a narrow button."""
        return wording.figure(self.forecast) or self.outcome

    @cached_property
    def said_besides(self) -> str:
        """The words for which the button has no room: the card, and an outcome that is more than its figure."""
        outcome = self.outcome if self.outcome != self.figure else ""
        return ", ".join(part for part in (self._card_words, outcome) if part)

    @property
    def spoken(self) -> str:
        """The choice as a screen reader says it."""
        return ", ".join(part for part in (self.label, self._card_words, self.outcome) if part)

    @property
    def _card_words(self) -> str:
        return f"with {self.card}" if self.is_with_card else ""


@dataclass(frozen=True)
class ChoiceSet:
    """Choices of a row that are shown together, with their places: the plain ones, or those with one card."""

    card: str
    numbered: tuple[tuple[int, Choice], ...]

    @property
    def is_wide(self) -> bool:
        """True if the choices need room for words: hexes, titles, or more choices than a line holds."""
        choices = [choice for _, choice in self.numbered]
        return any(choice.at or choice.opens or not choice.figure for choice in choices) or len(choices) > 5


@dataclass(frozen=True)
class Row(OptionLine):
    """An option of the list. Its own line is sent if it has no choices; a refused row is never sent.

    `piece` is the card or tile that the option concerns: its text can be read beside it.
    """

    line: Line
    title: str
    group: str = ""
    outcome: str = ""
    note: str = ""
    key: str = ""
    forecast: Forecast = field(default_factory=Forecast)
    choices: tuple[Choice, ...] = ()
    at: Hex | None = None
    piece: Piece | None = None
    is_least: bool = False
    rule: str = ""
    is_refused: bool = False
    is_open: bool = False

    @cached_property
    def id(self) -> str:
        """The id of the element: stable while the option's text is, for morphing and the focus."""
        text = MINUS.sub("m", self.text.lower())
        return "option-" + re.sub(r"[^a-z0-9]+", "-", text).strip("-")

    @property
    def direction(self) -> str:
        """The side that can be explored; "" for any other option."""
        first = self.line[0]
        return first.subject if first.verb == "explore" and not self.is_refused else ""

    @cached_property
    def target(self) -> int | None:
        """The seat whose ship the line is aimed at, or None."""
        ships = (option.seat for option in self.line if not option.title and option.verb not in RUNNING)
        return next((seat for seat in ships if seat is not None), None)

    @property
    def act(self) -> Line:
        """The line without its target, amounts and cards."""
        return (self.line[0], *takewhile(lambda option: option.verb not in ("at", *JOINING), self.line[1:]))

    @property
    def spoken(self) -> str:
        """The option as a screen reader says it, the key first."""
        amounts = " ".join(f"{choice.spoken}." for choice in self.choices)
        ends = [part for part in (self.title, self.note, self.outcome) if part]
        return f"{self.key}, {', '.join(ends)}. {amounts}".strip()

    @property
    def sets(self) -> list[ChoiceSet]:
        """The choices in groups: the plain ones, then card by card, the way through the stages last."""
        numbered = enumerate(self.choices, 1)
        sets = groupby(numbered, lambda one: (one[1].card if one[1].is_with_card else "", one[1].opens))
        return [ChoiceSet(card, tuple(members)) for (card, _), members in sets]


@dataclass(frozen=True)
class Fold:
    """Rows that open together: they differ only in their target, or are all refused."""

    title: str
    rows: tuple[Row, ...]

    @property
    def id(self) -> str:
        return f"fold-{self.rows[0].id}"

    @property
    def keys(self) -> str:
        """The keys of its rows, from the first to the last."""
        return f"{self.rows[0].key}…{self.rows[-1].key}" if self.rows[-1].key else "…"

    @property
    def outcome(self) -> str:
        return "" if self.rows[0].is_refused else format_count(len(self.rows), "target")

    @property
    def is_refused(self) -> bool:
        return self.rows[0].is_refused


@dataclass(frozen=True)
class Group:
    """Rows under one heading. `items` are the rows with some of them folded."""

    title: str
    rows: tuple[Row, ...]
    items: tuple[Row | Fold, ...] = ()

    @property
    def id(self) -> str:
        return f"group-{self.title.lower().replace(' ', '-')}"

    @property
    def heading(self) -> str:
        """The heading as players read it."""
        return "Besides, whatever you choose" if self.title == BESIDES else self.title

    @property
    def is_paired(self) -> bool:
        """True if short rows are set two in a line."""
        return self.title == EXPLORE and not any(row.is_refused for row in self.rows)

    @property
    def has_heading(self) -> bool:
        """True if the heading is shown; folds have titles of their own."""
        return self.title not in (CHOOSE, NOT_NOW)


def group_rows(rows: Iterable[Row]) -> list[Group]:
    """Return the rows under their headings, in the order of the list."""
    rows = list(rows)
    is_long = len(rows) > LONG
    found = [(title, tuple(row for row in rows if row.group == title)) for title in GROUP_ORDER]
    return [Group(title, members, tuple(_fold_rows(title, members, is_long))) for title, members in found if members]


def _fold_rows(title: str, rows: Sequence[Row], is_long: bool) -> Iterator[Row | Fold]:
    """Yield rows, those of one act folded if the list is long; refused ones in one fold that names them."""
    if title == NOT_NOW:
        yield Fold(f"Not now: {join_names(list(dict.fromkeys(row.title for row in rows)))}", tuple(rows))
        return
    for fold, alike in groupby(rows, key=_title_fold if is_long else lambda row: ""):
        members = tuple(alike)
        if fold and len(members) >= (LEAST_FOLDED if members[0].target is None else LEAST_SHIPS_FOLDED):
            yield Fold(fold, members)
        else:
            yield from members


def _title_fold(row: Row) -> str:
    """Return the title of the fold that the row may open in: its act, attacks on ships apart; "" without a target."""
    verb = row.line[0].verb
    if verb in TAKE_TARGETS:
        return f"{capitalise(verb)}…"
    if not any(option.verb == "at" for option in row.line):
        return ""
    title = capitalise(" ".join(option.text for option in row.act))
    if verb != "fire":
        return f"{title}…"
    return f"{title} at crew, cards, pieces" if row.target is None else f"{title} at a ship"


def sort_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the rows by headings, declining at the end of its own, each with its key.

    Keys are 1 to 9, then a to z; the least has 0. If keys run short refused rows have none.
    """
    rows = list(rows)
    if sum(row.is_refused for row in rows) > MOST_REFUSED:
        rows = [replace(row, group=NOT_NOW) if row.is_refused else row for row in rows]
    keys, is_short = iter(KEYS), len(rows) > len(KEYS)
    return [
        replace(row, key="0" if row.is_least else "" if is_short and row.is_refused else next(keys, ""))
        for row in sorted(rows, key=lambda row: (GROUP_ORDER.index(row.group), row.is_least and row.group == SHIP))
    ]
