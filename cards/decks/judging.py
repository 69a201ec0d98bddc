"""The evaluator applied to the current catalogue (rules 3, 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cards.catalogue import Current, OncePerCatalogue, first_set
from incursions.deck_files import Lexicon
from incursions.rules.construction import FULL, DeckContent, Format, PieceFacts, Verdict, evaluate


@OncePerCatalogue
def current_lexicon(catalogue: Current) -> Lexicon:
    """Return the lexicon of a version."""
    return Lexicon(catalogue.pieces, first_set.find_for(catalogue))


def current_facts() -> Mapping[str, PieceFacts]:
    """Return the facts that the evaluator knows of all pieces, by title. One query unless the catalogue is another."""
    return current_lexicon().facts


def judge(content: DeckContent, chosen: Format = FULL, *, pool: Mapping[str, int] | None = None) -> Verdict:
    """Return the verdict on a content by the current catalogue. `pool` holds the opened pieces."""
    return evaluate(content, chosen, current_facts(), pool=pool)


def judge_all(contents: Iterable[DeckContent], chosen: Format = FULL) -> list[Verdict]:
    """Return the verdicts on many contents, in their order. One query for any number."""
    facts = current_facts()
    return [evaluate(content, chosen, facts) for content in contents]
