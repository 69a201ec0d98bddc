"""The pages of the rulebook: its contents, searching it, a section, a rule with who shows it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cards import rulebook as book
from incursions.rules.rulebook import Section
from tournaments.rule_search import LONGEST_QUERY, number_in, search


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """All sections with their rules, or what a search finds; a number goes to its rule."""
    query = " ".join(request.GET.get("q", "")[:LONGEST_QUERY].split())
    number = number_in(query)
    if number is not None:
        return redirect(book.rule_address(number))
    context = {"here": "rulebook", "sections": book.rulebook().sections, "query": query, "longest": LONGEST_QUERY}
    found = search(query) if query else None
    return render(request, "tournaments/rulebook.html", context | {"found": found})


@require_safe
def rule(request: HttpRequest, number: str) -> HttpResponse:
    """A section, or a rule of it marked there, with the scenarios and tests that show it."""
    if number not in book.addresses():
        raise Http404(f"The rulebook has no {number[:LONGEST_QUERY]}.")
    section = book.section_of(number)
    context = _section(section) | (_shown(number) if "." in number else {})
    return render(request, "tournaments/rules_section.html", context | {"number": number})


@require_safe
def moved(request: HttpRequest) -> HttpResponse:
    """Where the rulebook was before."""
    return redirect("tournaments:rulebook", permanent=True)


def _section(section: Section) -> dict[str, Any]:
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


def _shown(number: str) -> dict[str, Any]:
    """The rule asked for, the reason why Basic does without it, and who shows it."""
    known = book.rulebook()
    shown = sorted(book.scenarios().get(number, ()), key=lambda found: found.rules[0] != number)  # its own come first
    return {
        "rule": known.rules[number],
        "reason": book.inline_html(known.not_in_basic.get(number, "")),
        "scenarios": [(found, book.borrowed_names(found)) for found in shown],
        "tests": book.tests().get(number, ()),
        "chances": book.chances_to_evade() if number == book.EVADING else (),
    }
