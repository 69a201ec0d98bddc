"""Directory of all pieces for their pages: lookup by slug, neighbours, similar pieces, and the rules of a piece."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from heapq import nsmallest
from itertools import pairwise
from typing import Any, NamedTuple, cast

from cards.catalogue import Current, OncePerCatalogue, by_slug, by_title, first_set, slug_of
from cards.piece_facts import facts
from cards.rule_words import links_in, rulebook
from incursions.books.links import NUMBER
from incursions.books.search import plain_text
from incursions.books.shelf import ToldExample
from incursions.games.incursions.rules.examples.scenario_files import Outline, Words
from incursions.games.incursions.rules.printed.piece_fields import LONGEST_TITLE
from incursions.games.incursions.rules.printed.pieces import WEAPON_SYSTEMS, Definition, facts_of
from incursions.games.incursions.rules.verbs.vocabulary import VERBS
from incursions.games.rulebooks import EXAMPLE, RULING, number_key
from incursions.kit.addresses import address

STORY = "23.4"  # it names pieces and says nothing of them
TOLD = 3  # scenarios of a piece
NAMED = 9  # further ones
JOINING = "-’'"  # within a word


class RuleShown(NamedTuple):
    """A rule with how many scenarios show it, and the rule's page, opened at its scenarios."""

    number: str
    name: str
    scenarios: int
    shown_at: str


class Mention(NamedTuple):
    """A passage of the rulebook that names a piece."""

    number: str
    text: str
    is_ruling: bool


def rules_of(definition: Definition) -> list[RuleShown]:
    """Return the rules that the piece refers to and the rulebook has, in the order of the book."""
    known, shown = rulebook().text.rules, rulebook().examples
    numbers = sorted({number for number in _numbers(definition) if number in known}, key=number_key)
    return [
        RuleShown(number, known[number].name, len(shown.get(number, ())), f"{address('tables:rule', number)}#shown")
        for number in numbers
    ]


def mentions(title: str, longer: Collection[str] = ()) -> list[Mention]:
    """Return the rules and rulings that name the piece. A title that is a ship system too is never meant as a piece.

    `longer` are the titles in which this one stands, as Fire does in Return Fire.
    """
    if title.lower() in WEAPON_SYSTEMS:
        return []
    return [
        Mention(rule.number, line.removeprefix(RULING).removeprefix("- ").strip(), line.startswith(RULING))
        for rule in rulebook().text.rules.values()
        if rule.number != STORY and title in plain_text(rule.text)
        for line in _lines(rule.paragraphs)
        if is_named(plain_text(line), title, longer)
    ]


def is_named(text: str, title: str, longer: Collection[str] = ()) -> bool:
    """Return True if the title stands there, as a part neither of a longer one nor of a longer word."""
    for other in longer:
        text = text.replace(other, "")
    start = text.find(title)
    while start >= 0:
        beside = text[max(0, start - 1) : start] + text[start + len(title) :][:1]
        if not any(sign.isalnum() or sign in JOINING for sign in beside):
            return True
        start = text.find(title, start + 1)
    return False


def _lines(paragraphs: tuple[str, ...]) -> Iterator[str]:
    """Yield each paragraph and list item. Examples are left out: they are about other things."""
    for text in paragraphs:
        if not text.startswith(EXAMPLE):
            yield from text.split("\n")


def _numbers(definition: Definition) -> Iterator[str]:
    """Yield the numbers of the rules that a piece is about, by its facts, text, effects and rulings."""
    for fact in facts(definition):
        yield from fact.rules
    yield from (link.number for link in links_in(definition.get("text", "")))
    for effect in _effects(definition.get("effects", [])):
        verb = VERBS[str(effect["do"])]
        if verb.meanings is not None:  # the rules of the word for the thing that it changes or permits
            field, meanings = verb.meanings
            yield from NUMBER.findall(meanings.get(str(effect.get(field)), ""))
        else:
            yield from verb.rules[: 1 if verb.main_rule_only else None]
    yield from (ruling["rule"] for ruling in definition.get("rulings", []) if "rule" in ruling)


def _effects(said: Any) -> Iterator[Mapping[str, object]]:
    """Yield the effects, and those nested in them."""
    if isinstance(said, list):
        for each in said:
            yield from _effects(each)
    elif isinstance(said, dict):
        if said.get("do") in VERBS:
            yield said
        for value in said.values():
            yield from _effects(value)


class Shown(NamedTuple):
    """The scenarios of a piece, `total` in number.

    `told` are scenarios with their stories, `named` further ones; `others` how many more.
    """

    told: list[ToldExample]
    named: list[Outline]
    others: int
    total: int


def scenarios_of(title: str, longer: Collection[str] = ()) -> Shown:
    """Return the scenarios of the piece: those that name it in their title first, then those that play it.

    `longer` are the titles in which this one stands, as Fire does in Return Fire.
    """

    def names_piece(words: Words) -> bool:
        return any(is_named(text, title, longer) for text in words if title in text)

    def rank(scenario: Outline) -> tuple[bool, bool, int]:
        return not names_piece((scenario.title,)), not names_piece(scenario.steps), len(scenario.source)

    shown = sorted((each for each in _each_scenario() if names_piece(each.table) or names_piece(each.steps)), key=rank)
    first, more = shown[:TOLD], shown[TOLD : TOLD + NAMED]
    return Shown([*map(rulebook().tell, first)], more, len(shown) - len(first) - len(more), len(shown))


@cache
def _each_scenario() -> list[Outline]:
    """Return every scenario once, in the order of the files."""
    shown = cast("Iterable[list[Outline]]", rulebook().examples.values())
    each = {(found.file, found.line): found for outlines in shown for found in outlines}
    return [scenario for _, scenario in sorted(each.items())]


MOST_LIKE = 3
MOST_SUGGESTED = 5
NEAR_ENOUGH = 0.55
MOST_COMPARED = 100
# What of two pieces is compared beside their verbs: not what nearly all share.
TELLING = ("Nature", "Type", "Kind", "Position", "Race", "Goes with", "Attached to", "Answers", "Play method", "Role")


class _Like(NamedTuple):
    """A piece with the features that similarity compares."""

    features: frozenset[tuple[str, str]]
    number: int
    piece: Definition


class Directory:
    """The directory of one version of the catalogue. `first_set` is the code of the set of pieces that name none."""

    def __init__(self, catalogue: Current) -> None:
        self.pieces = catalogue.pieces
        self.titles = by_title.find_for(catalogue).keys()
        self.first_set = first_set.find_for(catalogue)
        self._by_slug = by_slug.find_for(catalogue)
        self._kinds: dict[str, list[_Like]] = {}
        for piece in self._by_slug.values():
            known = _Like(_features(piece), piece.get("number", 0), piece)
            self._kinds.setdefault(facts_of(piece).kind, []).append(known)
        self._rows: dict[tuple[str, bool], list[Definition]] = {}
        for piece in self._by_slug.values():
            self._rows.setdefault(self._row_key(piece), []).append(piece)
        for row in self._rows.values():
            row.sort(key=lambda piece: ("number" not in piece, piece.get("number", 0), piece["title"]))

    def find(self, slug: str) -> Definition | None:
        """Return the piece whose page has this slug, or whose title this is in any spelling; None if there is none."""
        return self._by_slug.get(slug_of(slug))

    def find_neighbours(self, piece: Definition) -> tuple[Definition | None, Definition | None]:
        """Return the pieces before and after a piece, by number within the set; None at the ends."""
        row = self._rows[self._row_key(piece)]
        place = row.index(piece)
        return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None

    def set_of(self, piece: Definition) -> str:
        """Return the code of the piece's set."""
        return str(piece.get("set", self.first_set))

    def like(self, piece: Definition) -> list[Definition]:
        """Return the pieces of its kind that have most in common with it; among equals the nearest in number first."""
        own, number = _features(piece), piece.get("number", 0)

        def nearness(other: _Like) -> tuple[float, int]:
            shared = len(own & other.features) / max(1, len(own | other.features))
            return -shared, abs(other.number - number)

        others = (each for each in self._kinds[facts_of(piece).kind] if each.piece is not piece)
        return [each.piece for each in nsmallest(MOST_LIKE, others, key=nearness)]

    def longer(self, title: str) -> list[str]:
        """Return the longer titles that contain the title of the piece."""
        return [other for other in self.titles if title in other and other != title]

    def suggest(self, asked: str) -> list[Definition]:
        """Return the pieces that a wrong address may have meant, first the ones with the slug in their title."""
        slug = slug_of(asked[:LONGEST_TITLE])
        holding = [other for other in self._by_slug if len(slug) > 1 and slug in other]
        pairs = {"".join(pair) for pair in pairwise(slug)}

        def farness(other: str) -> tuple[int, int]:
            return -sum(pair in other for pair in pairs), abs(len(other) - len(slug))

        likely = nsmallest(MOST_COMPARED, self._by_slug, key=farness)  # comparing all of many would take long
        near = get_close_matches(slug, likely, n=MOST_SUGGESTED, cutoff=NEAR_ENOUGH)
        return [self._by_slug[found] for found in list(dict.fromkeys((*holding, *near)))[:MOST_SUGGESTED]]

    def _row_key(self, piece: Definition) -> tuple[str, bool]:
        return self.set_of(piece), "hex_points" in piece


@OncePerCatalogue
def current_directory(catalogue: Current) -> Directory:
    """Return the directory of a version."""
    return Directory(catalogue)


def _features(piece: Definition) -> frozenset[tuple[str, str]]:
    """Return the features of the piece: its kind, its printed figures, and the verbs of its effects."""
    rows = facts(piece)
    told = ((row.label, row.words) for row in rows if row.label in TELLING)
    done = (("does", str(effect["do"])) for effect in _effects(piece.get("effects", [])))
    return frozenset((*told, *(("prints", row.label) for row in rows), *done))
