"""The pages of the rulebook: its contents, a section, a rule with its scenarios and tests, and search.

A search finds rules that contain every word; case, accents and apostrophes do not matter.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from cards import rulebook as book
from cards.rulebook import addresses, plain_text, rulebook
from incursions.games.rulebooks import RULING, Section
from incursions.kit.words import fold as folded

LONGEST_QUERY = 100
MOST_WORDS = 12
AROUND_WORDS = " .,;:!?()[]\"'"
NUMBER = re.compile(r"(?:rule |section |§ ?)?(\d{1,2}(?:\.\d{1,2}){0,2})\.?", re.IGNORECASE)


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """List all sections with their rules, or the results of a search; a number redirects to its rule."""
    query = " ".join(request.GET.get("q", "")[:LONGEST_QUERY].split())
    number = number_in(query)
    if number is not None:
        return redirect(book.rule_address(number))
    context = {"here": "rulebook", "sections": book.rulebook().sections, "query": query, "longest": LONGEST_QUERY}
    found = search(query) if query else None
    return render(request, "tables/rulebook.html", context | {"found": found})


@require_safe
def rule(request: HttpRequest, number: str) -> HttpResponse:
    """Show a section, or a rule marked in it, with the scenarios and tests that show it."""
    if number not in book.addresses():
        raise Http404(f"The rulebook has no {number[:LONGEST_QUERY]}.")
    section = book.section_of(number)
    context = _section(section) | (_rule_context(number) if "." in number else {})
    return render(request, "tables/rules_section.html", context | {"number": number})


@require_safe
def redirect_moved(request: HttpRequest) -> HttpResponse:
    """Redirect from the old address of the rulebook."""
    return redirect("tables:rulebook", permanent=True)


def _section(section: Section) -> dict[str, object]:
    """Return the template context of a section of the rulebook."""
    sections = book.rulebook().sections
    place = sections.index(section)
    return {
        "here": "rulebook",
        "longest": LONGEST_QUERY,
        "sections": sections,
        "section": section,
        "rules": [(rule, book.paragraphs_of(rule)) for rule in section.rules],
        "not_in_basic": book.not_in_basic(section),
        "before": sections[place - 1] if place else None,
        "after": sections[place + 1] if place + 1 < len(sections) else None,
    }


def _rule_context(number: str) -> dict[str, object]:
    """Return the rule asked for, the reason why Basic does without it, and its scenarios and tests.

    The scenarios that are about the rule first of all are told; the others are named.
    """
    known = book.rulebook()
    shown = book.scenarios().get(number, [])
    own = [found for found in shown if found.rules[0] == number] or shown
    return {
        "rule": known.rules[number],
        "reason": book.inline_html(known.exceptions.get(number, "")),
        "scenarios": shown,
        "told": [book.tell_scenario(found) for found in own],
        "named": [found for found in shown if found not in own],
        "tests": book.tests().get(number, ()),
        "chances": book.chances_to_evade() if number == book.EVADING else (),
    }


class Folded(NamedTuple):
    """A text with its folded form for comparison; `places` maps each folded character to its place in the text."""

    text: str
    compared: str
    places: tuple[int, ...]


class Hit(NamedTuple):
    """A rule with the found words marked. Each of `paragraphs` comes with whether it is a ruling."""

    number: str
    number_html: SafeString
    title: SafeString
    paragraphs: list[tuple[SafeString, bool]]


def number_in(query: str) -> str | None:
    """Return the rule number that the query is, if the book has it, else None."""
    found = NUMBER.fullmatch(query.strip())
    return found[1] if found and found[1] in addresses() else None


def search(query: str) -> list[Hit]:
    """Return every rule that contains every word of the query, in the order of the book."""
    folded = (fold(word).compared for word in query[:LONGEST_QUERY].split())
    words = [word for word in (word.strip(AROUND_WORDS) for word in folded) if word][:MOST_WORDS]
    if not words:
        return []
    return [
        Hit(
            number.text,
            mark_words(number, words),
            mark_words(title, words),
            [(mark_words(text, words), ruling) for text, ruling in texts],
        )
        for number, title, texts in _fold_rules()
        if occur(words, [number, title, *(text for text, _ in texts)])
    ]


def occur(words: Sequence[str], texts: Sequence[Folded]) -> bool:
    """Return True if every word occurs in one of the texts."""
    return all(any(word in text.compared for text in texts) for word in words)


def fold(text: str) -> Folded:
    """Return the text folded for comparison, as in every search of the site."""
    parts = [(part, place) for place, sign in enumerate(text) for part in _fold_sign(sign)]
    return Folded(text, "".join(part for part, _ in parts), (*(place for _, place in parts), len(text)))


@cache
def _fold_sign(sign: str) -> str:
    """Return the folded form of one character."""
    return " " if sign.isspace() else folded(sign)


def mark_words(folded: Folded, words: Sequence[str]) -> SafeString:
    """Return the text as HTML with every occurrence of a word in <mark>."""
    html, reached = [], 0
    for start, end in _find_spans(folded, words):
        html += [escape(folded.text[reached:start]), "<mark>", escape(folded.text[start:end]), "</mark>"]
        reached = end
    return mark_safe("".join((*html, escape(folded.text[reached:]))))  # noqa: S308 -- each part is escaped


def _find_spans(folded: Folded, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the spans of the words in the text, in order; those that touch are merged."""
    places = folded.places
    found = [match.span() for word in words for match in re.finditer(re.escape(word), folded.compared)]
    spans: list[tuple[int, int]] = []
    for first, last in sorted((places[start], max(places[end], places[end - 1] + 1)) for start, end in found):
        if spans and first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], last))
        else:
            spans.append((first, last))
    return spans


@cache
def _fold_rules() -> list[tuple[Folded, Folded, list[tuple[Folded, bool]]]]:
    """Return number, title and paragraphs of every rule, folded for the search."""
    return [
        (
            fold(rule.number),
            fold(rule.name),
            [
                (fold(plain_text(text.removeprefix(RULING).strip())), text.startswith(RULING))
                for text in rule.paragraphs
            ],
        )
        for rule in rulebook().rules.values()
    ]
