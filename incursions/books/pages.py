"""The pages of the rulebooks: the contents of a book, a section, a rule with its scenarios and tests, and search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from incursions.books.links import inline_html, rule_address
from incursions.books.search import LONGEST_QUERY, number_in, search
from incursions.books.shelf import Book, books, find_book
from incursions.games.rulebooks import ITEM, RULING, Rule, Section

HERE = "rulebook"


class Paragraph(NamedTuple):
    """A paragraph of a rule, or a list of `items`; a ruling says how we play where the original rules are silent."""

    html: SafeString
    items: tuple[SafeString, ...]
    is_ruling: bool


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Show the contents of the book without a letter, or else of the first."""
    book = books().get("") or next(iter(books().values()), None)
    if book is None:
        raise Http404("No game has a rulebook.")
    return show_contents(request, book)


@require_safe
def rule(request: HttpRequest, number: str) -> HttpResponse:
    """Show a section, or a rule marked in it, with the scenarios and tests that show it; for a letter, its book."""
    book = find_book(number)
    if book is not None and number == book.kind.letter:
        return show_contents(request, book)
    if book is None or number not in book.numbers:
        raise Http404(f"The rulebook has no {number[:LONGEST_QUERY]}.")
    section = book.find_section(number)
    context = _section_context(book, section) | (_rule_context(book, number) if "." in number else {})
    return render(request, "tables/rules_section.html", context | {"number": number})


@require_safe
def redirect_moved(request: HttpRequest) -> HttpResponse:
    """Redirect from the old address of the rulebook."""
    return redirect("tables:rulebook", permanent=True)


def show_contents(request: HttpRequest, book: Book) -> HttpResponse:
    """List all sections of a book with their rules, or the results of a search; a number redirects to its rule."""
    query = " ".join(request.GET.get("q", "")[:LONGEST_QUERY].split())
    number = number_in(query, book.kind.letter)
    if number is not None:
        return redirect(rule_address(number))
    context = _book_context(book) | {"query": query}
    if query:
        context["found"] = search(query, book)
        context["elsewhere"] = [
            (other, len(found)) for other in books().values() if other is not book and (found := search(query, other))
        ]
    return render(request, "tables/rulebook.html", context)


def _book_context(book: Book) -> dict[str, object]:
    """Return the template context that all pages of a book share."""
    return {
        "here": HERE,
        "longest": LONGEST_QUERY,
        "book": book,
        "books": list(books().values()),
        "sections": book.text.sections,
    }


def _section_context(book: Book, section: Section) -> dict[str, object]:
    """Return the template context of a section of the rulebook."""
    sections = book.text.sections
    place = sections.index(section)
    return _book_context(book) | {
        "section": section,
        "rules": [(rule, list_paragraphs(rule, book)) for rule in section.rules],
        "left_out": group_exceptions(section, book),
        "before": sections[place - 1] if place else None,
        "after": sections[place + 1] if place + 1 < len(sections) else None,
    }


def _rule_context(book: Book, number: str) -> dict[str, object]:
    """Return the rule asked for, the reason why some mode does without it, and its scenarios and tests.

    The scenarios that are about the rule first of all are told; the others are named.
    """
    shown = book.examples.get(number, [])
    own = [found for found in shown if found.rules[0] == number] or shown
    return {
        "rule": book.text.rules[number],
        "reason": inline_html(book.text.exceptions.get(number, ""), book.kind.letter),
        "scenarios": shown,
        "told": [book.tell(found) for found in own],
        "named": [found for found in shown if found not in own],
        "tests": book.list_tests(number),
        "figure": book.kind.draw_figure(number),
    }


def group_exceptions(section: Section, book: Book) -> dict[SafeString, list[str]]:
    """Return the numbers of the section that do not hold in some mode, by the reason with its links."""
    by_reason: dict[SafeString, list[str]] = {}
    for number, reason in section.exceptions.items():
        by_reason.setdefault(inline_html(reason, book.kind.letter), []).append(number)
    return by_reason


def list_paragraphs(rule: Rule, book: Book) -> Iterator[Paragraph]:
    """Yield the paragraphs of a rule with their kinds."""
    letter = book.kind.letter
    for text in rule.paragraphs:
        lines = text.split("\n")
        if all(line.startswith(ITEM) for line in lines):
            items = tuple(inline_html(line.removeprefix(ITEM), letter) for line in lines)
            yield Paragraph(SafeString(), items, is_ruling=False)
        else:
            html = inline_html(text.removeprefix(RULING).strip(), letter)
            yield Paragraph(html, (), is_ruling=text.startswith(RULING))
