"""The evaluator applied to the current catalogue (rules 3, 4), and edits of a content, such as mend a problem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from cards.catalogue import Current, OncePerCatalogue, first_set
from cards.decks.contents import PARTS, PILES, entries
from cards.decks.errors import DeckError
from incursions.games.incursions.deck_files import Lexicon, Part
from incursions.games.incursions.rules.construction import FULL, DeckContent, Format, Problem, Verdict, evaluate
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE, PieceFacts
from incursions.kit.words import nearest, quote

MOST_EDITS = 10
_PARTS = {part.value: part for part in PARTS}
_RIVALS = {Part.CAPTAIN: Part.STAND_IN, Part.STAND_IN: Part.CAPTAIN}
_HOMES = {SHIP: Part.SHIP, CAPTAIN: Part.CAPTAIN, CARD: Part.DECK, TILE: Part.HEXPILE}


class Edit(NamedTuple):
    """An edit that sets the copies of a piece in a part, as in "deck 3 Fire". Outside the deck, `copies` is 1 or 0."""

    part: Part
    copies: int
    title: str

    def __str__(self) -> str:
        return f"{self.part.value} {self.copies} {self.title}"


def text_of(edits: Iterable[Edit]) -> str:
    """Return edits as a form sends them: a line for each."""
    return "\n".join(map(str, edits))


def read_edits(text: str) -> list[Edit]:
    """Return the edits that a form sent. Raises `DeckError` for anything else."""
    lines = text.splitlines()
    if not 0 < len(lines) <= MOST_EDITS:
        raise DeckError("malformed", f"1 to {MOST_EDITS} changes were expected, not {len(lines)}.", field="edit")
    return [_parse_edit(line) for line in lines]


def apply_edits(content: DeckContent, edits: Iterable[Edit]) -> DeckContent:
    """Return the content after the edits, one after the other."""
    for edit in edits:
        content = _apply_edit(content, edit)
    return content


def copies_in(content: DeckContent, part: Part, title: str) -> int:
    """Return how many copies stand in that part."""
    if part in PILES:
        return _pile(content, part).get(title, 0)
    return int(getattr(content, part.value) == title)


def home_of(piece: PieceFacts) -> Part:
    """Return the part in which the piece usually stands."""
    return _HOMES[piece.kind]


def take_place(content: DeckContent, part: Part, title: str) -> tuple[Edit, ...]:
    """Return the edits that put a piece outside the deck.

    Captain and stand-in share a place: whoever holds it makes room (rules 3.5, 3.8).
    """
    rival = _RIVALS.get(part)
    holder = rival and getattr(content, rival.value)
    leaving = [Edit(rival, 0, holder)] if rival and holder else []
    return (*leaving, Edit(part, 1, title))


def _parse_edit(line: str) -> Edit:
    words = line.split(" ", 2)
    if len(words) == 3:
        part, copies, title = words
        if part in _PARTS and copies.isascii() and copies.isdigit() and len(copies) <= 3 and title:
            return Edit(_PARTS[part], int(copies), title)
    expected = "a part, a number of copies and a title were expected"
    raise DeckError("malformed", f"{expected.capitalize()}, not {quote(line)}.", field="edit")


def _apply_edit(content: DeckContent, edit: Edit) -> DeckContent:
    part = edit.part.value
    if edit.part in PILES:
        pile = {title: copies for title, copies in _pile(content, edit.part).items() if title != edit.title}
        if edit.copies:
            pile[edit.title] = edit.copies
        return replace(content, cards=pile) if edit.part is Part.DECK else replace(content, hexpile=pile)
    if edit.copies > 1:
        raise DeckError("invalid", f"One {part.replace('_', '-')} stands outside the deck.", field=part)
    if not edit.copies and not copies_in(content, edit.part, edit.title):
        return content  # another holds the place
    now: dict[str, Any] = {part: edit.title if edit.copies else None}
    return replace(content, **now)


def _pile(content: DeckContent, part: Part) -> dict[str, int]:
    """Return a copy of the copies by title in the deck or hexpile."""
    return dict(content.cards if part is Part.DECK else content.hexpile)


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


def _fix_unknown(case: _Case) -> list[Fix]:
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
    fitting = (
        title
        for title, piece in case.pieces.items()
        if (piece.is_crew if part is Part.STAND_IN else home_of(piece) is part)
    )
    return _near(case.title, tuple(fitting))


@lru_cache(maxsize=1_000)
def _near(typed: str, titles: tuple[str, ...]) -> str | None:
    """Return the title most like the typed one. Cached, because each edit asks for it, and it takes milliseconds."""
    return nearest(typed, titles)


def _more(case: _Case, part: Part, copies: int, title: str) -> Edit:
    """Return an edit that adds copies of a title to a part, up to the number allowed; it never removes copies."""
    standing = copies_in(case.content, part, title)
    return Edit(part, max(standing, min(standing + copies, case.format.most_of(case.pieces[title]))), title)


def _fix_misplaced(case: _Case) -> list[Fix]:
    """Return the fixes of a misplaced piece: to move it to where it belongs, or to take it out."""
    place = _MISPLACED[case.problem.code]
    piece = case.pieces[case.title]
    removing = Edit(place, 0, piece.title)
    return [*_move_home(case, piece, place, removing), Fix("Take it out", (removing,))]


def _move_home(case: _Case, piece: PieceFacts, place: Part, removing: Edit) -> list[Fix]:
    """Return the fix that moves a piece from `place` to the part in which it belongs; `removing` takes it out."""
    if piece.kind == CAPTAIN:
        return [Fix("Make it the captain", (removing, *take_place(case.content, Part.CAPTAIN, piece.title)))]
    if piece.is_crew and place is Part.CAPTAIN:
        return [Fix("Let it stand in", take_place(case.content, Part.STAND_IN, piece.title))]
    home = home_of(piece)
    if home is Part.SHIP:
        return [Fix("Make it the ship", (removing, Edit(home, 1, piece.title)))]
    adding = _more(case, home, copies_in(case.content, place, piece.title), piece.title)
    return [Fix(f"Move it to the {home.value}", (removing, adding))]


def _fix_two_captains(case: _Case) -> list[Fix]:
    captain, stand_in = case.problem.pieces
    return [
        Fix(f"Keep {captain}", (Edit(Part.STAND_IN, 0, stand_in),)),
        Fix(f"Keep {stand_in}", (Edit(Part.CAPTAIN, 0, captain),)),
    ]


def _fewer(part: Part, limit: int | None = None) -> Callable[[_Case], list[Fix]]:
    """Return a function that makes the fix to remove copies above a limit, or above the one that the problem names."""

    def find(case: _Case) -> list[Fix]:
        most = case.number("max") if limit is None else limit
        return [Fix(f"Remove {case.number('copies') - most}", (Edit(part, most, case.title),))]

    return find


def _fewer_of_a_rarity(case: _Case) -> list[Fix]:
    """Return the fix to remove the copies above the limit of a rarity; none if several titles count for it."""
    excess = case.number("count") - case.number("max")
    left = copies_in(case.content, Part.DECK, case.title) - excess
    if len(case.problem.pieces) > 1:
        return []
    return [Fix(f"Remove {excess}", (Edit(Part.DECK, left, case.title),))]


def _out_of(part: Part) -> Callable[[_Case], list[Fix]]:
    """Return a function that makes the fix to take the piece out of a part."""
    return lambda case: [Fix("Take it out", (Edit(part, 0, case.title),))]


def _fix_not_opened(case: _Case) -> list[Fix]:
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
    "piece.unknown": _fix_unknown,
    "stand_in.beside_captain": _fix_two_captains,
    "deck.too_many_copies": _fewer(Part.DECK),
    "deck.rarity_over_limit": _fewer_of_a_rarity,
    "deck.card_unusable": _out_of(Part.DECK),
    "hexpile.too_many_copies": _fewer(Part.HEXPILE),
    "hexpile.unique_twice": _fewer(Part.HEXPILE, 1),
    "hexpile.worthless_tile": _out_of(Part.HEXPILE),
    "pool.exceeded": _fix_not_opened,
}
