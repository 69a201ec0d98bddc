"""The problems of a deck in the editor, each with its fixes, or with searches if no fix is obvious."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from cards.deck_pages.editor_search import usable_term
from cards.deck_pages.judged import ProblemLine, problem_lines
from cards.decks.edits import text_of
from cards.decks.fixes import fixes_of
from cards.decks.judging import current_facts
from incursions.rules.construction import FULL, DeckContent, Format, PieceFacts, Problem, Verdict
from incursions.search.parsing import MOST_TERMS
from incursions.search.tokens import LONGEST_QUERY

MOST_SHOWN = 30  # at a time: those mended make room for others


class FixButton(NamedTuple):
    """A button that mends a problem: its label, and the edits that it sends."""

    label: str
    edits: str


class Way(NamedTuple):
    """A search that helps with a problem: the label of its link, and its query."""

    label: str
    query: str


class EditorProblem(NamedTuple):
    """A problem with the ways out of it."""

    line: ProblemLine
    sentence: SafeString
    fixes: list[FixButton]
    way: Way | None


def editor_problems(verdict: Verdict, content: DeckContent, chosen: Format = FULL) -> list[EditorProblem]:
    """Return the problems of the verdict in its order, the first of very many."""
    facts = current_facts()
    shown = replace(verdict, problems=verdict.problems[:MOST_SHOWN])
    return [
        EditorProblem(
            line,
            _link_pieces(line),
            [FixButton(label, text_of(edits)) for label, edits in fixes_of(problem, content, facts, chosen)],
            _suggest_search(problem, content, facts),
        )
        for problem, line in zip(shown.problems, problem_lines(shown), strict=True)
    ]


def _link_pieces(line: ProblemLine) -> SafeString:
    """Return the sentence with the pieces that it names as links."""
    said = str(conditional_escape(line.sentence))
    for title, url in line.pieces:
        if url:
            said = said.replace(conditional_escape(title), format_html('<a href="{}">{}</a>', url, title), 1)
    return mark_safe(said)  # noqa: S308 -- escaped, but for the links


def _suggest_search(problem: Problem, content: DeckContent, facts: Mapping[str, PieceFacts]) -> Way | None:
    if problem.code == "deck.rarity_over_limit":
        return Way("Show them", _any_of(problem.pieces) or f"kind:card rarity:{_quote(str(problem.params['rarity']))}")
    if problem.code == "deck.too_small":
        return Way("Find cards", usable_term(content, facts))
    if problem.code == "hexpile.points_out_of_range":
        is_worth_too_much = int(problem.params["points"]) > int(problem.params["max"])
        return Way("Find tiles", f"kind:tile sort:{'' if is_worth_too_much else '-'}points")
    searches = {
        "ship.missing": Way("Choose a ship", "kind:ship"),
        "hexpile.no_wormhole": Way("Find wormholes", "is:wormhole"),
    }
    return searches.get(problem.code)


def _any_of(titles: tuple[str, ...]) -> str:
    """Return a query that finds these pieces; nothing where it would be too long."""
    query = " or ".join(f"title={_quote(title)}" for title in titles)
    return query if len(titles) <= MOST_TERMS and len(query) <= LONGEST_QUERY else ""


def _quote(word: str) -> str:
    return f'"{word}"'
