"""What the one evaluator says of a deck, with the catalogue as it is now (rules 3, 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cards.decks.lexicon import current_lexicon
from incursions.rules.construction import FULL, DeckContent, Format, PieceFacts, Verdict, evaluate


def current_facts() -> Mapping[str, PieceFacts]:
    """What the evaluator must know of all pieces, by title. One query unless the catalogue is another."""
    return current_lexicon().facts


def judge(content: DeckContent, chosen: Format = FULL, *, pool: Mapping[str, int] | None = None) -> Verdict:
    """The verdict on a content: never kept, since the next catalogue may have another. `pool` is what was opened."""
    return evaluate(content, chosen, current_facts(), pool=pool)


def judge_all(contents: Iterable[DeckContent], chosen: Format = FULL) -> list[Verdict]:
    """The verdicts on many contents, in their order. One query for any number."""
    facts = current_facts()
    return [evaluate(content, chosen, facts) for content in contents]
