"""The search index and the pieces as rendered list items, built once for each version of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cards.addresses import url_of
from cards.catalogue import Current, OncePerCatalogue, by_title, first_set
from cards.piece_facts import facts
from cards.printed import piece_of
from incursions.games.incursions.deck_files.lexicon import Likeness
from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    CAPTAIN,
    CARD,
    RARITIES,
    SHIP,
    TILE,
    Definition,
    facts_of,
)
from incursions.games.incursions.search import SearchIndex
from incursions.games.incursions.search.fields import races

KIND_ICONS: Mapping[str, str] = {SHIP: "nature-ship", CAPTAIN: "nature-captain", TILE: "i-hex"}
SHIP_FIGURES = ("hull", "shields", "evasion")
SAID_BY_THE_KIND = ("Race",)


@dataclass(frozen=True, slots=True)
class Result:
    """A piece in a list. `css` is the class of its nature, or else of its race; `ticks` its rarity.

    `figures` is what is printed in numbers, and for whom; `race` is whose it is where neither they nor the kind say so;
    `aside` is what a line has room for of all that.
    """

    title: str
    url: str
    css: str
    icon: str
    kind: str
    aside: str
    race: str
    rarity: str
    ticks: range
    points: int | None
    figures: str
    text: str
    flavour: str
    nature: str
    method: str


class Items:
    """The pieces of a catalogue as rendered list items, cached for each view because they are equal for everybody."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], SafeString] = {}
        self._results: dict[str, Result] = {}

    def result(self, definition: Definition) -> Result:
        """Return the piece as lists show it."""
        result = self._results.get(definition["title"])
        if result is None:
            result = self._results[definition["title"]] = result_of(definition)
        return result

    def render(self, view: str, definition: Definition) -> SafeString:
        """Return the item of a piece."""
        key = (view, definition["title"])
        item = self._made.get(key)
        if item is None:
            html = render_to_string(f"cards/result_{view}.html", {"piece": self.result(definition)})
            item = self._made[key] = SafeString(html.strip())
        return item


def result_of(definition: Definition) -> Result:
    """Return the piece as lists show it."""
    piece, kind = piece_of(definition), facts_of(definition).kind
    figures = _capitalize(piece.figures)
    telling = ", ".join(f"{name} {definition.get(name)}" for name in SHIP_FIGURES if name in definition)
    asides = {SHIP: _capitalize(telling), CAPTAIN: figures}
    whose = _whose(definition)
    rarity = definition.get("rarity", "")
    return Result(
        title=piece.title,
        url=url_of(piece.title),
        css=piece.css if kind == CARD else definition.get("race", "").lower(),
        icon=KIND_ICONS.get(kind) or f"nature-{piece.css}",
        kind=_capitalize(piece.kind),
        aside=asides.get(kind, whose),
        race="" if kind in asides or isinstance(definition.get("usage"), list) else whose,
        rarity=rarity,
        ticks=range(RARITIES.index(rarity) + 1 if rarity in RARITIES else 0),
        points=definition.get("hex_points"),
        figures=_systems(definition) if kind == SHIP else figures,
        text=piece.text,
        flavour=definition.get("flavour", ""),
        nature=definition.get("nature", ""),
        method=definition.get("play_method", ""),
    )


def _whose(definition: Definition) -> str:
    """Return the races that a piece is of or for."""
    named = ", ".join(map(str, races(definition)))
    return _capitalize(named) or ("Any race" if definition.get("usage") == ANY_RACE else "")


def _systems(ship: Definition) -> str:
    """Return all that a ship prints in figures."""
    said = (f"{fact.label} {fact.words}" for fact in facts(ship) if fact.label not in SAID_BY_THE_KIND)
    return "\N{NO-BREAK SPACE}· ".join(said)  # no line begins with a dot


def _capitalize(words: str) -> str:
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Finding:
    """The index of a catalogue, and its pieces as lists show them."""

    of: Current
    index: SearchIndex
    items: Items

    def result(self, title: str) -> Result | None:
        """Return the piece of this title as lists show it; None if it is unknown."""
        definition = by_title.find_for(self.of).get(title)
        return None if definition is None else self.items.result(definition)

    @cached_property
    def likeness(self) -> Likeness:
        """Return the index of like titles, built lazily because only a search without results needs it."""
        return Likeness({piece["title"]: facts_of(piece).kind for piece in self.index.pieces})


@OncePerCatalogue
def current_finding(catalogue: Current) -> Finding:
    """Return the index and the lists of a version."""
    return Finding(catalogue, SearchIndex(catalogue.pieces, first_set.find_for(catalogue)), Items())
