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
from incursions.search import Answer, QueryError, SearchIndex, TypedQuery
from incursions.search.fields import Field
from incursions.search.index import FACETS

LONGEST_ADDRESS = 900  # of a query that is repeated in the link of every value
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
    facets = (_facet(index, typed, field, answer.facets[field.name]) for field in FACETS)
    return [facet for facet in facets if facet is not None]


def _facet(index: SearchIndex, typed: TypedQuery, field: Field, found: Mapping[str, int]) -> Facet | None:
    chosen = typed.words_of(field.name)
    if not chosen and (len(found) == 1 or not any(found.values())):
        return None
    counts = index.facet(field, index.parse(typed.without_field(field.name))) if chosen else found
    may_change = len(quote_plus(typed.text)) <= LONGEST_ADDRESS
    may_add = may_change and _can_be_read(index, typed.with_word(field.name, max(counts, key=len)))
    values = []
    for word, count in counts.items():
        is_chosen = word in chosen
        leads_on = (is_chosen and may_change) or (not is_chosen and may_add and count > 0)
        query = typed.toggled(field.name, word) if leads_on else None
        values.append(FacetValue(word, count, query, is_chosen))
    return Facet(field, values)


def _can_be_read(index: SearchIndex, text: str) -> bool:
    """Has a query room for one word more?"""
    try:
        index.parse(text)
    except QueryError:
        return False
    return True


@cache
def _label(word: str) -> SafeString:
    """A value as it is read, with its symbol if it has one."""
    symbol = ICONS.get(word)
    icon = format_html('<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>', symbol) if symbol else ""
    return format_html("{}<span>{}</span>", icon, word[:1].upper() + word[1:])
