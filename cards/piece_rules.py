"""The rules that concern a piece, by print, words and verbs; the passages that name it; its scenarios."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.urls import reverse

from cards.piece_facts import facts
from cards.rulebook import NUMBER, borrowed_names, links_in, plain_text, rulebook, scenarios
from incursions.games.incursions.rules.examples.scenario_files import Outline, Words
from incursions.games.incursions.rules.printed.pieces import WEAPON_SYSTEMS, Definition
from incursions.games.incursions.rules.rulebook import EXAMPLE, RULING, number_key
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

STORY = "23.4"  # it names pieces and says nothing of them
WRITTEN_OUT = 3  # scenarios of a piece
NAMED = 9  # further ones


class RuleShown(NamedTuple):
    """A rule with how many scenarios show it, and where they stand."""

    number: str
    name: str
    scenarios: int

    @property
    def shown_at(self) -> str:
        """The rule's page, opened at its scenarios."""
        return f"{reverse('tables:rule', args=[self.number])}#shown"


class Mention(NamedTuple):
    """A passage of the rulebook that names a piece."""

    number: str
    text: str
    is_ruling: bool


def rules_of(definition: Definition) -> list[RuleShown]:
    """Return the rules that the piece refers to and the rulebook has, in the order of the book."""
    known, shown = rulebook().rules, scenarios()
    numbers = sorted({number for number in _numbers(definition) if number in known}, key=number_key)
    return [RuleShown(number, known[number].name, len(shown.get(number, ()))) for number in numbers]


def verbs_of(definition: Definition) -> set[str]:
    """Return the verbs of its effects and of those nested in them, in the words of the vocabulary."""
    return {str(effect["do"]) for effect in _effects(definition.get("effects", []))}


def mentions(title: str, longer: Collection[str] = ()) -> list[Mention]:
    """Return the rules and rulings that name the piece. A title that is a ship system too is never meant as a piece.

    `longer` are the titles in which this one stands, as Fire does in Return Fire.
    """
    if title.lower() in WEAPON_SYSTEMS:
        return []
    return [
        Mention(rule.number, line.removeprefix(RULING).removeprefix("- ").strip(), line.startswith(RULING))
        for rule in rulebook().rules.values()
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
        before, after = text[max(0, start - 1) : start], text[start + len(title) :][:1]
        if not _joins(before) and not _joins(after):
            return True
        start = text.find(title, start + 1)
    return False


def _joins(sign: str) -> bool:
    return sign.isalnum() or (sign != "" and sign in "-’'")


def _lines(paragraphs: tuple[str, ...]) -> Iterator[str]:
    """Yield each paragraph and list item. Examples are left out: they are about other things."""
    for text in paragraphs:
        if not text.startswith(EXAMPLE):
            yield from text.split("\n")


def _numbers(definition: Definition) -> Iterator[str]:
    for fact in facts(definition):
        yield from fact.rules
    yield from (link.number for link in links_in(definition.get("text", "")))
    for effect in _effects(definition.get("effects", [])):
        yield from _rules_of_effect(effect)
    yield from (ruling["rule"] for ruling in definition.get("rulings", []) if "rule" in ruling)


def _rules_of_effect(effect: Mapping[str, object]) -> Iterator[str]:
    """Yield the rules of the effect's verb, or of the word for the thing that it changes or permits."""
    verb = VERBS[str(effect["do"])]
    if verb.meanings is not None:
        field, meanings = verb.meanings
        yield from NUMBER.findall(meanings.get(str(effect.get(field)), ""))
    else:
        yield from verb.rules[: 1 if verb.main_rule_only else None]


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
    """`written_out` are scenarios with the names that they borrow, `named` further ones; `others` how many more."""

    written_out: list[tuple[Outline, list[tuple[str, Outline]]]]
    named: list[Outline]
    others: int

    @property
    def total(self) -> int:
        """All in which the piece is."""
        return len(self.written_out) + len(self.named) + self.others


def scenarios_of(title: str, longer: Collection[str] = ()) -> Shown:
    """Return the scenarios of the piece: those that name it in their title first, then those that play it.

    `longer` are the titles in which this one stands, as Fire does in Return Fire.
    """

    def names_it(words: Words) -> bool:
        return any(is_named(text, title, longer) for text in words if title in text)

    def rank(scenario: Outline) -> tuple[bool, bool, int]:
        return not names_it((scenario.title,)), not names_it(scenario.steps), len(scenario.source)

    shown = sorted((each for each in _each_scenario() if names_it(each.table) or names_it(each.steps)), key=rank)
    first, more = shown[:WRITTEN_OUT], shown[WRITTEN_OUT : WRITTEN_OUT + NAMED]
    written_out = [(scenario, borrowed_names(scenario)) for scenario in first]
    return Shown(written_out, more, len(shown) - len(first) - len(more))


@cache
def _each_scenario() -> list[Outline]:
    """Return every scenario once, in the order of the files."""
    each = {(found.file, found.line): found for shown in scenarios().values() for found in shown}
    return [scenario for _, scenario in sorted(each.items())]
