"""The evaluator applied to the current catalogue (rules 3, 4), and edits that mend a problem with one click."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from cards.catalogue import Current, OncePerCatalogue, first_set
from cards.decks.contents import entries
from cards.decks.edits import Edit, copies_in, home_of, take_place
from incursions.games.incursions.deck_files import Lexicon, Part
from incursions.games.incursions.rules.construction import FULL, DeckContent, Format, Problem, Verdict, evaluate
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, PieceFacts
from incursions.games.incursions.search.query import nearest


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


Pieces = Mapping[str, PieceFacts]


class Fix(NamedTuple):
    """Edits that mend a problem, with the label of their button."""

    label: str
    edits: tuple[Edit, ...]


class _Case(NamedTuple):
    """A problem with the deck and catalogue that a fix is derived from."""

    problem: Problem
    content: DeckContent
    pieces: Pieces
    format: Format

    @property
    def title(self) -> str:
        """The piece that the problem is about."""
        return self.problem.pieces[0]

    def number(self, name: str) -> int:
        """Return a parameter of the problem."""
        return int(self.problem.params[name])


def fixes_of(problem: Problem, content: DeckContent, pieces: Pieces, chosen: Format = FULL) -> list[Fix]:
    """Return the fixes of the problem, the likeliest first; none if only the player can know."""
    find = _FIXES.get(problem.code)
    return [] if find is None else find(_Case(problem, content, pieces, chosen))


def _unknown(case: _Case) -> list[Fix]:
    """Replace an unknown title by the nearest known one, if that can stand in all its places, or take it out."""
    places = [entry for entry in entries(case.content) if entry.title == case.title]
    removing = tuple(Edit(part, 0, title) for part, title, _ in places)
    near = [(part, copies, _nearest(case, part)) for part, _, copies in places]
    titles = {title for _, _, title in near}
    fixes = [Fix("Take it out", removing)]
    if len(titles) == 1 and None not in titles:
        adding = tuple(_more(case, part, copies, title) for part, copies, title in near if title is not None)
        fixes.insert(0, Fix(f"Take {adding[0].title} instead", (*removing, *adding)))
    return fixes


def _nearest(case: _Case, part: Part) -> str | None:
    """Return the title that was probably meant, among the pieces that can stand in the part."""

    def may_stand(piece: PieceFacts) -> bool:
        return piece.is_crew if part is Part.STAND_IN else home_of(piece) is part

    return _near(case.title, tuple(title for title, piece in case.pieces.items() if may_stand(piece)))


@lru_cache(maxsize=1_000)
def _near(typed: str, titles: tuple[str, ...]) -> str | None:
    """Return the title most like the typed one. Cached, because each edit asks for it, and it takes milliseconds."""
    return nearest(typed, titles)


def _more(case: _Case, part: Part, copies: int, title: str) -> Edit:
    """Return an edit that adds copies, but makes no more than are allowed, or stand there already."""
    standing = copies_in(case.content, part, title)
    return Edit(part, max(standing, min(standing + copies, case.format.most_of(case.pieces[title]))), title)


def _fix_misplaced(case: _Case) -> list[Fix]:
    """Move a misplaced piece to where it belongs, or take it out."""
    place = _MISPLACED[case.problem.code]
    piece = case.pieces[case.title]
    removing = Edit(place, 0, piece.title)
    return [*_move_home(case, piece, place, removing), Fix("Take it out", (removing,))]


def _move_home(case: _Case, piece: PieceFacts, place: Part, removing: Edit) -> list[Fix]:
    if piece.kind == CAPTAIN:
        return [Fix("Make it the captain", (removing, *take_place(case.content, Part.CAPTAIN, piece.title)))]
    if piece.is_crew and place is Part.CAPTAIN:
        return [Fix("Let it stand in", take_place(case.content, Part.STAND_IN, piece.title))]
    home = home_of(piece)
    if home is Part.SHIP:
        return [Fix("Make it the ship", (removing, Edit(home, 1, piece.title)))]
    adding = _more(case, home, copies_in(case.content, place, piece.title), piece.title)
    return [Fix(f"Move it to the {home.value}", (removing, adding))]


def _two_captains(case: _Case) -> list[Fix]:
    captain, stand_in = case.problem.pieces
    return [
        Fix(f"Keep {captain}", (Edit(Part.STAND_IN, 0, stand_in),)),
        Fix(f"Keep {stand_in}", (Edit(Part.CAPTAIN, 0, captain),)),
    ]


def _fewer(part: Part, limit: int | None = None) -> Callable[[_Case], list[Fix]]:
    """Return a fix that removes copies above a limit, or above the one that the problem names."""

    def find(case: _Case) -> list[Fix]:
        most = case.number("max") if limit is None else limit
        return [Fix(f"Remove {case.number('copies') - most}", (Edit(part, most, case.title),))]

    return find


def _fewer_of_a_rarity(case: _Case) -> list[Fix]:
    """Take out copies above the limit if all that count are of one title; of several only the player can choose."""
    excess = case.number("count") - case.number("max")
    left = copies_in(case.content, Part.DECK, case.title) - excess
    if len(case.problem.pieces) > 1:
        return []
    return [Fix(f"Remove {excess}", (Edit(Part.DECK, left, case.title),))]


def _out_of(part: Part) -> Callable[[_Case], list[Fix]]:
    return lambda case: [Fix("Take it out", (Edit(part, 0, case.title),))]


def _not_opened(case: _Case) -> list[Fix]:
    """Remove copies that the pool does not have: from deck and hexpile first, then from outside the deck."""
    left = excess = case.number("used") - case.number("opened")
    edits = []
    for part, title, copies in reversed(list(entries(case.content))):
        if title == case.title and left:
            going = min(left, copies)
            left -= going
            edits.append(Edit(part, copies - going, title))
    return [Fix(f"Remove {excess}", tuple(edits))]


_MISPLACED = {
    "ship.not_a_ship": Part.SHIP,
    "captain.not_a_captain": Part.CAPTAIN,
    "stand_in.not_crew": Part.STAND_IN,
    "deck.captain": Part.DECK,
    "deck.not_a_card": Part.DECK,
    "hexpile.not_a_tile": Part.HEXPILE,
}
_FIXES: Mapping[str, Callable[[_Case], list[Fix]]] = {
    **dict.fromkeys(_MISPLACED, _fix_misplaced),
    "piece.unknown": _unknown,
    "stand_in.beside_captain": _two_captains,
    "deck.too_many_copies": _fewer(Part.DECK),
    "deck.rarity_over_limit": _fewer_of_a_rarity,
    "deck.card_unusable": _out_of(Part.DECK),
    "hexpile.too_many_copies": _fewer(Part.HEXPILE),
    "hexpile.unique_twice": _fewer(Part.HEXPILE, 1),
    "hexpile.worthless_tile": _out_of(Part.HEXPILE),
    "pool.exceeded": _not_opened,
}
