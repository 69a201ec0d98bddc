"""Search in a rulebook: rules that contain every word. Case, accents and apostrophes do not matter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from incursions.books.links import BOLD, EMPHASIS, has_page
from incursions.books.shelf import Book
from incursions.games.rulebooks import ITEM, RULING
from incursions.kit.words import fold as folded

LONGEST_QUERY = 100
MOST_WORDS = 12
AROUND_WORDS = " .,;:!?()[]\"'"
NUMBER = re.compile(r"(?:rule |section |§ ?)?([A-Z]?)(\d{1,2}(?:\.\d{1,2}){0,2})\.?", re.IGNORECASE)


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


def number_in(query: str, letter: str = "") -> str | None:
    """Return the number that the query is, if a book has it, else None. A bare number may have the `letter`."""
    found = NUMBER.fullmatch(query.strip())
    if found is None:
        return None
    numbers = (f"{(found[1] or letter).upper()}{found[2]}", f"{found[1].upper()}{found[2]}")
    return next((number for number in numbers if has_page(number)), None)


def search(query: str, book: Book) -> list[Hit]:
    """Return every rule of a book that contains every word of the query, in its order."""
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
        for number, title, texts in _fold_rules(book)
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


def plain_text(text: str) -> str:
    """Return a paragraph without its markup."""
    return EMPHASIS.sub(r"\1", BOLD.sub(r"\1", text)).replace(f"\n{ITEM}", " ").removeprefix(ITEM)


@cache
def _fold_rules(book: Book) -> list[tuple[Folded, Folded, list[tuple[Folded, bool]]]]:
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
        for rule in book.text.rules.values()
    ]
