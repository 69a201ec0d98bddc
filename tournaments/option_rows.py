"""The options of a seat as rows, for the list, map, hand, keyboard and screen reader.

A row is one thing to do; a row with choices holds several whole lines (one for each power, target or hex).
`tournaments.option_lines` makes rows of the engine's options.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from string import ascii_lowercase

from django.utils.safestring import SafeString, mark_safe

from cards.printed import Piece
from incursions.rules.forecast import Forecast
from tournaments import wording

KEYS = "123456789" + ascii_lowercase
# A minus that belongs to a number, as in the hex 1,-1.
MINUS = re.compile(r"(?<![a-z0-9])-(?=[0-9])")

Hex = tuple[int, int]


class Forecasted:
    """An option with a forecast, which scripts read to preview it."""

    forecast: Forecast

    @property
    def data(self) -> SafeString:
        """The forecast as HTML attributes: hull and shields, the power cards it takes, and the total in words."""
        found: list[tuple[str, object]] = [
            (name, self.forecast[name][1]) for name in ("hull", "shields") if name in self.forecast
        ]
        found += [("power", self.forecast["power"])] if self.forecast.get("power") else []
        total = wording.total(self.forecast)
        found += [("total", total)] if total else []
        attributes = "".join(f' data-{name}="{escape(str(value))}"' for name, value in found)
        return mark_safe(attributes)  # noqa: S308 -- escaped


@dataclass(frozen=True)
class Choice(Forecasted):
    """A button of a row with choices: a whole line and its forecast.

    A choice that `opens` leads to further stages instead. `card` is the card that the line takes along; a choice that
    `is_with_card` repeats another one with it.
    """

    text: str
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
class Row(Forecasted):
    """An option of the list. `text` alone is sent if it has no choices; a refused row is never sent.

    `piece` is the card or tile that the option concerns: its text can be read beside it.
    """

    text: str
    title: str
    group: str
    outcome: str = ""
    note: str = ""
    key: str = ""
    forecast: Forecast = field(default_factory=Forecast)
    choices: tuple[Choice, ...] = ()
    direction: str = ""
    target: int | None = None
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
    def spoken(self) -> str:
        """The option as a screen reader says it, the key first."""
        amounts = " ".join(f"{choice.spoken}." for choice in self.choices)
        ends = [part for part in (self.title, self.note, self.outcome) if part]
        return f"{self.key}, {', '.join(ends)}. {amounts}".strip()

    @property
    def sets(self) -> list[ChoiceSet]:
        """The choices in groups: the plain ones, then card by card, the way through the stages last."""
        numbered = list(enumerate(self.choices, 1))
        cards = [choice.card for choice in self.choices if choice.is_with_card]
        found = [("", [each for each in numbered if not each[1].is_with_card and not each[1].opens])]
        found += [
            (card, [each for each in numbered if each[1].is_with_card and each[1].card == card])
            for card in dict.fromkeys(cards)
        ]
        found.append(("", [each for each in numbered if each[1].opens]))
        return [ChoiceSet(card, tuple(members)) for card, members in found if members]
