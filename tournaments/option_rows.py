"""What a seat may say now, as rows for list, map, hand, keyboard and screen reader.

A row is one thing to do; a row with choices holds several whole lines (one for each power, target or hex). How rows are
made of the engine's options is told in `tournaments.option_lines`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from string import ascii_lowercase
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from cards.printed import Piece
from tournaments import wording

KEYS = "123456789" + ascii_lowercase
# A minus that belongs to a number, as in the hex 1,-1.
MINUS = re.compile(r"(?<![a-z0-9])-(?=[0-9])")

Hex = tuple[int, int]


class Forecasted:
    """What options share: a forecast, and how scripts read from it what to preview."""

    forecast: Mapping[str, Any]

    @property
    def data(self) -> SafeString:
        """The forecast as attributes: what hull and shields would be, how many power cards it takes, all in words."""
        found = [(name, self.forecast[name][1]) for name in ("hull", "shields") if name in self.forecast]
        found += [("power", self.forecast["power"])] if self.forecast.get("power") else []
        total = wording.total(self.forecast)
        found += [("total", total)] if total else []
        attributes = "".join(f' data-{name}="{escape(str(value))}"' for name, value in found)
        return mark_safe(attributes)  # noqa: S308 -- escaped


@dataclass(frozen=True)
class Choice(Forecasted):
    """One button of a row with choices: a whole line and what it would do.

    One that `opens` leads to further stages instead. `card` is the card that the line takes along; a choice that
    `is_with_card` repeats another one with it.
    """

    text: str
    label: str
    outcome: str
    forecast: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    at: Hex | None = None
    opens: bool = False
    card: str = ""
    is_with_card: bool = False

    @cached_property
    def figure(self) -> str:
        """The outcome in one short word and number, for a button no wider than a thumb."""
        return wording.figure(self.forecast) or self.outcome

    @cached_property
    def said_besides(self) -> str:
        """What the button has no room for: the card, and an outcome that is more than its figure."""
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
    """Choices of a row that stand together, each with its place in the row: the plain ones, or those with one card."""

    card: str
    numbered: tuple[tuple[int, Choice], ...]

    @property
    def is_wide(self) -> bool:
        """They need room for words: hexes, titles, or more of them than a line holds."""
        choices = [choice for _, choice in self.numbered]
        return any(choice.at or choice.opens or not choice.figure for choice in choices) or len(choices) > 5


@dataclass(frozen=True)
class Row(Forecasted):
    """One option of the list. `text` alone is sent when it has no choices; a refused row is sent by nobody.

    `piece` is the card or tile that the option concerns: its text can be read beside it.
    """

    text: str
    title: str
    group: str
    outcome: str = ""
    note: str = ""
    key: str = ""
    forecast: Mapping[str, Any] = field(default_factory=dict)
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
        """Stable while the option's text is: what the morph and the focus hold on to."""
        text = MINUS.sub("m", self.text.lower())
        return "option-" + re.sub(r"[^a-z0-9]+", "-", text).strip("-")

    @property
    def spoken(self) -> str:
        """The option as a screen reader says it (the key first)."""
        amounts = " ".join(f"{choice.spoken}." for choice in self.choices)
        ends = [part for part in (self.title, self.note, self.outcome) if part]
        return f"{self.key}, {', '.join(ends)}. {amounts}".strip()

    @property
    def sets(self) -> list[ChoiceSet]:
        """The choices as they stand: the plain ones, then card by card, the way through the stages at the end."""
        numbered = list(enumerate(self.choices, 1))
        cards = [choice.card for choice in self.choices if choice.is_with_card]
        found = [("", [each for each in numbered if not each[1].is_with_card and not each[1].opens])]
        found += [
            (card, [each for each in numbered if each[1].is_with_card and each[1].card == card])
            for card in dict.fromkeys(cards)
        ]
        found.append(("", [each for each in numbered if each[1].opens]))
        return [ChoiceSet(card, tuple(members)) for card, members in found if members]
