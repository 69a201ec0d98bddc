"""The facets beside what a search found: how many pieces have each value of a field, and what a click asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote_plus

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cards.printed import NATURES
from incursions.rules.construction.facts import CAPTAIN, SHIP, TILE
from incursions.rules.printed.words import NEUTRAL, RACES
from incursions.search import Answer, SearchIndex, TypedQuery
from incursions.search.fields import Field
from incursions.search.index import FACETS

# The query is repeated in the link of every value; and a word more must not make it longer than queries may be.
LONGEST_CHANGED = 900
ICONS: Mapping[str, str] = {
    **{nature: f"nature-{css}" for nature, css in NATURES.items()},
    **{race: f"emblem-{race.lower()}" for race in (*RACES, NEUTRAL)},
    SHIP: "nature-ship",
    CAPTAIN: "nature-captain",
    TILE: "i-hex",
}


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value: how many pieces there are with it, and the query that a click leads to, None if there is none."""

    word: str
    count: int
    query: str | None
    is_chosen: bool

    @property
    def html(self) -> SafeString:
        """A link that changes the query, or a value that leads nowhere. Fifty of them are too slow as a template."""
        css = f"facet {NATURES.get(self.word, '')}".strip()
        current = mark_safe(' aria-current="true"') if self.is_chosen else ""
        label = format_html("{} <small>{}</small>", _label(self.word), self.count)
        if self.query is None:
            return format_html('<span class="{} none"{}>{}</span>', css, current, label)
        return format_html('<a class="{}" href="?q={}"{}>{}</a>', css, quote_plus(self.query), current, label)


@dataclass(frozen=True, slots=True)
class Facet:
    """A field with its values."""

    field: Field
    values: list[FacetValue]

    @property
    def label(self) -> str:
        """What it is called, as a heading."""
        return self.field.called.capitalize()


def facets_of(index: SearchIndex, typed: TypedQuery, answer: Answer) -> list[Facet]:
    """Every facet in which there is something to choose.

    Of a field of which words are chosen each count is what the search would find besides, were the others not chosen:
    a second word widens the search.
    """
    clicks = _Clicks(typed, max(len(quote_plus(typed.text)), len(str(answer.query))) <= LONGEST_CHANGED)
    return [
        Facet(field, [clicks.value(field, word, count) for word, count in counts.items()])
        for field in FACETS
        if (counts := _counts(index, typed, field, answer))
    ]


class _Clicks:
    """What clicks on values make of a query; nothing of one that is too long to be repeated so often."""

    def __init__(self, typed: TypedQuery, may_change: bool) -> None:
        self._typed, self._may_change = typed, may_change
        self._may_add = may_change and typed.has_room

    def value(self, field: Field, word: str, count: int) -> FacetValue:
        is_chosen = word in self._typed.words_of(field.name)
        leads_on = self._may_change if is_chosen else self._may_add and count > 0
        return FacetValue(word, count, self._typed.toggled(field.name, word) if leads_on else None, is_chosen)


def _counts(index: SearchIndex, typed: TypedQuery, field: Field, answer: Answer) -> Mapping[str, int]:
    """How many pieces there are with each value; nothing where there is nothing to choose."""
    if typed.words_of(field.name):
        return index.facet(field, index.parse(typed.without_field(field.name)))
    found = answer.facets[field.name]
    return found if len(found) > 1 and any(found.values()) else {}


@cache
def _label(word: str) -> SafeString:
    """A value as it is read, with its symbol if it has one."""
    symbol = ICONS.get(word)
    icon = format_html('<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>', symbol) if symbol else ""
    return format_html("{}<span>{}</span>", icon, word[:1].upper() + word[1:])
