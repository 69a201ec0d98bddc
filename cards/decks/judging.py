"""What the one evaluator says of a deck, with the catalogue as it is now (rules 3, 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cards.catalogue import current_pieces
from incursions.deck_files import Titles
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction import FULL, DeckContent, Format, PieceFacts, Verdict, evaluate, index_pieces


class _Kept:
    """The facts and titles of the pieces that this process read last."""

    pieces: Catalogue | None = None
    facts: Mapping[str, PieceFacts] = {}
    titles = Titles(())


def current_facts() -> Mapping[str, PieceFacts]:
    """What the evaluator must know of all pieces, by title. One query unless the catalogue is another."""
    pieces = current_pieces()
    if pieces is not _Kept.pieces:
        _Kept.facts = index_pieces(definition for kind in pieces for definition in kind.values())
        _Kept.titles = Titles(_Kept.facts)
        _Kept.pieces = pieces
    return _Kept.facts


def current_titles() -> Titles:
    """The titles of all pieces, to find one as it is typed. One query unless the catalogue is another."""
    current_facts()
    return _Kept.titles


def known_title(typed: str) -> str | None:
    """The title of the piece that is typed so, as this process read the pieces last: for what is asked many times."""
    titles = _Kept.titles if _Kept.facts else current_titles()
    return titles.find(typed)


def judge(content: DeckContent, chosen: Format = FULL, *, pool: Mapping[str, int] | None = None) -> Verdict:
    """The verdict on a content: never kept, since the next catalogue may have another. `pool` is what was opened."""
    return evaluate(content, chosen, current_facts(), pool=pool)


def judge_all(contents: Iterable[DeckContent], chosen: Format = FULL) -> list[Verdict]:
    """The verdicts on many contents, in their order. One query for any number."""
    facts = current_facts()
    return [evaluate(content, chosen, facts) for content in contents]
