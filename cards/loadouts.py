"""Decks as loadouts: a seat brings a starter deck, or a player's own deck as it was when chosen (rules 3, 4, 21.2).

An own deck is evaluated and copied when it is chosen: the seat plays this copy, whatever becomes of the deck. It is
evaluated again when the match starts, because the catalogue may have changed. Before the match others are told only
that there is one, and never its name; its pieces are public when the match is over.

Their shape is that of `row_loadouts`, with `deck` as the key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from django.template.loader import render_to_string
from django.urls import reverse

from cards.catalogue import current, current_pieces, current_starters, known_piece, one_catalogue
from cards.deck_pages.listing import ProblemLine, listing_of, problem_lines, render_problems
from cards.decks import abilities
from cards.decks.abilities import Viewer
from cards.decks.changes import create_deck
from cards.decks.contents import ContentData, content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.judging import judge, judge_all
from cards.decks.models import Deck
from cards.decks.reading import find_deck
from cards.row_loadouts import (
    MOST_OFFERED,
    Offered,
    RowLoadouts,
    list_form_fields,
    make_api_fields,
    make_ready_loadout,
    title_of,
)
from cards.sealed import SealedDecks
from incursions.games.incursions.deck_words import DECK_WORDS
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import FORMATS, DeckContent, Format, Verdict, sentence
from incursions.games.incursions.rules.starters import Starter, by_turns
from incursions.games.loadouts import Loadout, SeatPlayed, SitePage
from incursions.kit.api.requests import Schema
from incursions.kit.refusals import DomainError

LONGEST_NAME = 64
MOST_BOTS = 5
LONGEST_PROBLEM = 300


def play_own(content: DeckContent, deck: Deck | None = None) -> Loadout:
    """Return a copy of an own deck as a loadout; `deck` is its row, if it has one."""
    return {"deck": None if deck is None else deck.public_id, "content": data_of(content)}


def find_content(loadout: Loadout | None) -> DeckContent | None:
    """Return the copy of an own deck, or None if the loadout holds none."""
    return content_of(loadout["content"]) if loadout is not None and "content" in loadout else None


def find_deck_content(loadout: Loadout | None) -> DeckContent | None:
    """Return the content of a copy or a starter deck; None without a deck, or for a starter that was removed."""
    starter = current_starters().get(title_of(loadout))
    return find_content(loadout) if starter is None else starter.content


def starters_for(held_to: Format | None) -> dict[str, Starter]:
    """Return the starter decks that are legal in this format, by title; none in Basic (`held_to` None)."""
    if held_to is None:
        return {}
    starters = current_starters()
    if held_to == FORMATS[held_to.name]:
        return starters  # checked when the catalogue was read
    return {title: starter for title, starter in starters.items() if judge(starter.content, held_to).is_legal}


def assign_starters(chosen: Sequence[str], starters: Collection[str]) -> list[str]:
    """Return a starter for every seat: its choice if the table allows it, else the next in turn; "" if none."""
    return (
        by_turns([title if title in starters else "" for title in chosen], starters) if starters else [""] * len(chosen)
    )


def find_first_problem(verdict: Verdict) -> str:
    """Return the first error of a deck as a sentence, or "" for a legal deck."""
    return next((sentence(problem)[:LONGEST_PROBLEM] for problem in verdict.errors), "")


class DeckLoadouts(RowLoadouts):
    """The decks that players own, and the starter decks that anybody may play."""

    pages = (SitePage("Cards", "cards:search", "cards"), SitePage("Decks", "decks:public", "decks"))
    words = DECK_WORDS
    own_field = "deck"
    column = "deck_content"
    fields = list_form_fields(MOST_BOTS)
    api_fields: ClassVar[Mapping[str, Schema]] = make_api_fields(own_field, words)
    sealed = SealedDecks()

    def read_pieces(self) -> Catalogue:
        return current_pieces()

    def read_version(self) -> str:
        return current().token

    def hold_definitions(self) -> AbstractContextManager[None]:
        return one_catalogue()

    def find_list_address(self) -> str:
        return reverse("decks:mine")

    def list_titles(self) -> Collection[str]:
        return current_starters()

    def find_any_row(self, name: str) -> Deck | None:
        return Deck.objects.filter(public_id=name).first()

    def find_own_row(self, name: str, viewer: Viewer) -> Deck | None:
        return Deck.objects.own(viewer).filter(public_id=name).first() if name.isascii() and name.isalnum() else None

    def judge_row(self, row: Deck, limits: Format) -> Verdict:
        return judge(content_of(row.draft), limits)

    def list_owned(self, viewer: Viewer, limits: Format | None = None) -> list[Offered]:
        decks = list(Deck.objects.own(viewer).only("public_id", "name", "draft")[:MOST_OFFERED])
        if limits is None or not decks:
            return [self._offer(deck, is_legal=True) for deck in decks]
        verdicts = judge_all((content_of(deck.draft) for deck in decks), limits)
        return [self._offer(deck, is_legal=verdict.is_legal) for deck, verdict in zip(decks, verdicts, strict=True)]

    def _offer(self, deck: Deck, *, is_legal: bool) -> Offered:
        return Offered(deck, f"{self.prefix}{deck.public_id}", is_legal)

    def list_ready(self, limits: Format | None = None) -> list[Starter]:
        return [*(current_starters() if limits is None else starters_for(limits)).values()]

    def list_problem_lines(self, verdict: Verdict) -> list[ProblemLine]:
        return problem_lines(verdict)

    def list_problem_data(self, verdict: Verdict) -> list[dict[str, Any]]:
        """Return every problem as data and as a sentence."""
        return [problem.to_data() | {"sentence": sentence(problem)} for problem in verdict.problems]

    def find_mend_address(self, row: Deck) -> str:
        return reverse("decks:editor", args=[row.public_id])

    def check_content(self, content: Any) -> ContentData:
        try:
            return data_of(content_of(content))
        except DeckError as refusal:
            raise ValueError(refusal.message) from refusal

    def choose(self, named: Loadout | None, viewer: Viewer, limits: Format | None) -> Loadout | None:
        """Return the named loadout, an own deck evaluated by the table's format and copied (rules 3, 4, 21.2).

        Raises `DomainError` malformed, and `RowRefusedError`: no_such_deck if it is missing or not visible, not_yours,
        deleted_deck, illegal_deck.
        """
        if named is None or not self.names_row(named):
            return named
        name = named["deck"]
        if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_NAME):
            raise DomainError("malformed", f"A deck of your own is named by {self.prefix} and the name in its address.")
        return None if limits is None else self._copy(name, viewer, limits)

    def _copy(self, name: str, viewer: Viewer, held_to: Format) -> Loadout:
        """Return a copy of the viewer's own deck. Raises `RowRefusedError` if it is not, deleted or illegal."""
        try:
            deck = find_deck(name, viewer)
        except DeckError as refusal:
            raise self.refuse("no_such_deck", refusal.message) from None
        if not abilities.is_owner(viewer, deck):
            message = "You can only play your own decks. Copy this one, and play the copy."
            raise self.refuse("not_yours", message)
        if deck.is_deleted:
            raise self.refuse("deleted_deck", "This deck is deleted. Restore it first.")
        content = content_of(deck.draft)
        verdict = judge(content, held_to)
        if not verdict.is_legal:
            first = verdict.errors[0]
            message = f"This deck cannot be played: {sentence(first)}"
            given = {"row": deck, "verdict": verdict, "limits": held_to}
            raise self.refuse("illegal_deck", message, rule=first.rule, **given)
        return play_own(content, deck)

    def check(self, chosen: Loadout | None, limits: Format | None) -> None:
        title = title_of(chosen)
        if title and limits is not None and title not in starters_for(limits):
            raise DomainError("deck_needed", f"“{title}” does not have {limits.words}.", rule="4.1")

    def check_supply(self, limits: Format | None, *, for_bots: bool = False) -> None:
        """Raise `DomainError` deck_needed if no starter deck fits the limits."""
        if limits is None or starters_for(limits):
            return
        who = "so no bot can play" if for_bots else "so bring a deck of your own"
        raise DomainError("deck_needed", f"No starter deck has {limits.words}, {who}.", rule="4.1")

    def describe_content(self, loadout: Loadout | None) -> str:
        """Return the starter deck, or ship and captain of an own deck."""
        if title_of(loadout):
            return f"starter deck {title_of(loadout)}"
        content = find_content(loadout)
        if content is None:
            return "no deck"
        return " under ".join(filter(None, [content.ship, content.captain])) or "a deck of their own"

    def find_ship(self, loadout: Loadout | None) -> SeatPlayed:
        content = find_deck_content(loadout)
        ship = (content.ship if content is not None else None) or ""
        piece = known_piece(ship) if ship else None
        return SeatPlayed(ship, str(piece["race"]) if piece and piece.get("race") else "")

    def render_content(self, loadout: Loadout | None) -> str:
        content = find_deck_content(loadout)
        return "" if content is None else render_to_string("decks/listing.html", {"listing": listing_of(content)})

    def render_problems(self, loadout: Loadout | None, limits: Format) -> str:
        content = find_deck_content(loadout)
        return "" if content is None else render_problems(judge(content, limits))

    def assign(self, chosen: Sequence[Loadout | None], limits: Format | None) -> list[Loadout | None]:
        """Return a deck for every seat: an own deck, a starter that the table allows, or the next starter in turn."""
        titles = assign_starters([title_of(one) for one in chosen], starters_for(limits))
        return [
            one if limits is not None and self.is_own(one) else make_ready_loadout(title)
            for one, title in zip(chosen, titles, strict=True)
        ]

    def judge(self, loadout: Loadout | None, limits: Format | None) -> Verdict | None:
        content = find_content(loadout)
        return None if content is None or limits is None else judge(content, limits)

    def can_play(self, loadout: Loadout | None, limits: Format | None) -> bool:
        """Return True if the seat has a deck that the table allows, could be given a starter, or needs none."""
        return limits is None or bool(starters_for(limits)) or self._find_legal_content(loadout, limits) is not None

    def _find_legal_content(self, loadout: Loadout | None, held_to: Format | None) -> DeckContent | None:
        verdict = self.judge(loadout, held_to)
        return find_content(loadout) if verdict is not None and verdict.is_legal else None

    def bring(
        self, chosen: Sequence[Loadout | None], limits: Format | None
    ) -> list[tuple[Loadout | None, DeckContent | None]]:
        """Return the loadout and the deck of each seat, in the transaction that starts the match.

        A starter that has left the catalogue is replaced by the next one in turn, and so is an own deck that is no
        longer legal; the loadout keeps the latter's id to tell of it (`gave_way`).
        """
        if limits is None:
            return [(None, None) for _ in chosen]
        starters = starters_for(limits)
        titles = assign_starters([title_of(one) for one in chosen], starters)
        brought: list[tuple[Loadout | None, DeckContent | None]] = []
        for loadout, title in zip(chosen, titles, strict=True):
            content = self._find_legal_content(loadout, limits)
            of_row = self.keep_row(loadout)
            if content is None:
                brought.append(({"starter": title} | of_row, starters[title].content))
            else:
                brought.append((of_row, content))
        return brought

    def find_played(self, setup: Any, seat: int, loadout: Loadout | None) -> Loadout | None:
        if loadout is None or not self.is_own(loadout):
            return make_ready_loadout(title_of(loadout))
        played = setup["seats"][seat]
        content = DeckContent(
            played["ship"], played["captain"], played["stand_in"], Counter(played["deck"]), Counter(played["hexpile"])
        )
        return play_own(content, self.find_row(loadout))

    def describe(self, loadout: Loadout | None) -> str:
        """Return the starter deck, or that the player has an own deck, without its name, which is secret."""
        return "a deck of its player’s own" if self.is_own(loadout) else title_of(loadout) or "no deck yet"

    def open_builder(self, title: str, user: Any) -> str:
        starter = current_starters().get(title)
        if starter is None:
            raise DomainError("not_found", f"There is no starter deck called {title}.")
        try:
            own = Deck.objects.own(user).filter(name=title).first()
            deck = own or create_deck(owner=user, name=title, content=data_of(starter.content))
        except DeckError as refusal:
            raise DomainError(refusal.code, refusal.message) from refusal
        return reverse("decks:editor", args=[deck.public_id])

    def find_problems(self, loadouts: Iterable[Loadout | None], limits: Format) -> list[str]:
        """Return the first error of each own deck by the current catalogue; "" for any other loadout."""
        contents = [find_content(loadout) for loadout in loadouts]
        verdicts = iter(judge_all((content for content in contents if content is not None), limits))
        return ["" if content is None else find_first_problem(next(verdicts)) for content in contents]


DECKS = DeckLoadouts()
