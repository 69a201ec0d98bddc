"""Decks as loadouts: a seat brings a starter deck, or a player's own deck as it was when chosen (rules 3, 4, 21.2).

An own deck is evaluated and copied when it is chosen: the seat plays this copy, whatever becomes of the deck. It is
evaluated again when the match starts, because the catalogue may have changed. Before the match others are told only
that there is one, and never its name; its pieces are public when the match is over.

A loadout is `{"starter": TITLE}` or `{"deck": ID, "content": CONTENT}`: the public id of the deck, None for a deck that
has no row, and the copy. A match that has started keeps the content in its set-up, and the id alone at the seat. An own
deck that was no longer legal then gave way to a starter: `{"starter": TITLE, "deck": ID}`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse

from cards.api.deck_shapes import ID, TITLE
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
from cards.sealed import SealedDecks
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import FORMATS, DeckContent, Format, Verdict, sentence
from incursions.games.incursions.rules.starters import Starter, by_turns
from incursions.games.loadouts import Loadout, LoadoutRefusedError, Loadouts, SeatPlayed, SitePage
from incursions.kit.api.requests import Schema
from incursions.kit.refusals import DomainError

OWN = "deck:"  # prefix of an own deck's name in a field for starters
LONGEST_NAME = 64
LONGEST_TITLE = 60
MOST_BOTS = 5
MOST_OFFERED = 100
LONGEST_PROBLEM = 300


class Offered(NamedTuple):
    """An own deck to choose from; `is_legal` at the table in question, True if there is none yet."""

    deck: Deck
    is_legal: bool


class DeckVerdict(NamedTuple):
    """A verdict on a deck at a table, for pages. `mend` is the address of its editor, "" for a deleted deck."""

    name: str
    is_legal: bool
    limit: str
    problems: list[ProblemLine]
    mend: str


class DeckRefusedError(LoadoutRefusedError):
    """The refusal of an own deck. An illegal deck is attached, with its verdict and the limit that it was held to."""

    template = "tables/deck_refused.html"
    fields = ("starter",)

    def __init__(
        self,
        code: str,
        message: str,
        *,
        rule: str = "",
        deck: Deck | None = None,
        verdict: Verdict | None = None,
        limit: str = "",
    ) -> None:
        super().__init__(code, message, rule=rule)
        self.deck = deck
        self.verdict = verdict
        self.limit = limit

    @property
    def details(self) -> dict[str, object]:
        """Every problem, as data and as a sentence."""
        problems = self.verdict.problems if self.verdict else ()
        return {"problems": [problem.to_data() | {"sentence": sentence(problem)} for problem in problems]}

    @property
    def shown_verdict(self) -> DeckVerdict | None:
        return None if self.verdict is None else verdict_shown(self.deck, self.verdict, self.limit)

    def make_page_context(self, viewer: Viewer) -> dict[str, Any]:
        """Return the problems, and the decks to choose another one from."""
        problems = problem_lines(self.verdict) if self.verdict else []
        return {"problems": problems} | DECKS.make_form_context(viewer)


def make_starter_loadout(title: str) -> Loadout | None:
    """Return the loadout that names a starter deck, whether there is one or not; None for ""."""
    return {"starter": title} if title else None


def play_own(content: DeckContent, deck: Deck | None = None) -> Loadout:
    """Return a copy of an own deck as a loadout; `deck` is its row, if it has one."""
    return {"deck": None if deck is None else deck.public_id, "content": data_of(content)}


def title_of(loadout: Loadout | None) -> str:
    """Return the title of the starter deck that is played; "" for an own deck, and for none."""
    return "" if loadout is None else loadout.get("starter", "")


def find_content(loadout: Loadout | None) -> DeckContent | None:
    """Return the copy of an own deck, or None if the loadout holds none."""
    return content_of(loadout["content"]) if loadout is not None and "content" in loadout else None


def find_deck_content(loadout: Loadout | None) -> DeckContent | None:
    """Return the content of a copy or a starter deck; None without a deck, or for a starter that was removed."""
    starter = current_starters().get(title_of(loadout))
    return find_content(loadout) if starter is None else starter.content


def gave_way(loadout: Loadout | None) -> bool:
    """Return True if an own deck was no longer legal when the match started, and a starter replaced it."""
    return loadout is not None and "starter" in loadout and loadout.get("deck") is not None


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


def own_deck(named: str, viewer: Viewer) -> Deck | None:
    """Return the viewer's own deck with that name in its address, legal or not, or None."""
    return Deck.objects.own(viewer).filter(public_id=named).first() if named.isascii() and named.isalnum() else None


def check_deck(named: str, viewer: Viewer, held_to: Format | None) -> DeckVerdict | None:
    """Return the verdict on the viewer's own deck with that name in its address; None if there is none."""
    deck = own_deck(named, viewer) if held_to is not None else None
    if deck is None or held_to is None:
        return None
    return verdict_shown(deck, judge(content_of(deck.draft), held_to), held_to.words)


def verdict_shown(deck: Deck | None, verdict: Verdict, limit: str) -> DeckVerdict:
    """Return a verdict for a page, with the address of the deck's editor."""
    mend = reverse("decks:editor", args=[deck.public_id]) if deck is not None and not verdict.is_legal else ""
    return DeckVerdict(deck.name if deck else "Your deck", verdict.is_legal, limit, problem_lines(verdict), mend)


def find_first_problem(verdict: Verdict) -> str:
    """Return the first error of a deck as a sentence, or "" for a legal deck."""
    return next((sentence(problem)[:LONGEST_PROBLEM] for problem in verdict.errors), "")


def _illegal(deck: Deck, verdict: Verdict, limit: str) -> DeckRefusedError:
    """Return the refusal of an illegal deck."""
    first = verdict.errors[0]
    message = f"This deck cannot be played: {sentence(first)}"
    return DeckRefusedError("illegal_deck", message, rule=first.rule, deck=deck, verdict=verdict, limit=limit)


def _read_starter(title: Any, *, may_be_own: bool = False) -> Loadout | None:
    """Return the loadout that a field names; an own deck by its id alone, still without its content."""
    if title is None or title == "":
        return None
    if may_be_own and isinstance(title, str) and title.startswith(OWN):
        return {"deck": title.removeprefix(OWN)}
    if not isinstance(title, str) or title not in current_starters():
        raise DomainError("malformed", f"A starter is one of: {', '.join(current_starters())}.")
    return {"starter": title}


class DeckLoadouts(Loadouts):
    """The decks that players own, and the starter decks that anybody may play."""

    pages = (SitePage("Cards", "cards:search", "cards"), SitePage("Decks", "decks:public", "decks"))
    fields = ("starter", *(f"bot_starter_{number}" for number in range(1, MOST_BOTS + 1)))

    api_fields: ClassVar[Mapping[str, Schema]] = {
        "deck": ID | {"description": "The id of a deck of your own"},
        "starter": TITLE | {"description": "The title of a starter deck instead"},
    }
    api_bot_fields: ClassVar[Mapping[str, Schema]] = {"starter": TITLE}
    sealed = SealedDecks()

    def read_pieces(self) -> Catalogue:
        return current_pieces()

    def read_version(self) -> str:
        return current().token

    def hold_definitions(self) -> AbstractContextManager[None]:
        return one_catalogue()

    def read_choice(self, fields: Mapping[str, Any]) -> Loadout | None:
        """Return the deck in `starter`, or the first of `starters`: a title, or `deck:` and the name in its address."""
        starters = fields.get("starters")
        first = starters[0] if isinstance(starters, list) and starters else fields.get("starter")
        return _read_starter(first, may_be_own=True)

    def read_bot_choice(self, fields: Mapping[str, Any], seat: int) -> Loadout | None:
        return _read_starter(fields.get("starter") or fields.get(f"bot_starter_{seat}"))

    def read_seats(self, fields: Mapping[str, Any], seats: int, bots: int) -> tuple[Loadout | None, ...]:
        """Return the decks in `starters`, by seat; forms send `starter` and, for bots, `bot_starter_1` and so on."""
        given = fields.get("starters")
        if given is None:
            of_bots = [fields.get(f"bot_starter_{number}", "") for number in range(1, bots + 1)]
            given = [fields.get("starter", ""), *[""] * (seats - bots - 1), *of_bots]
        if not isinstance(given, list) or len(given) > seats:
            raise DomainError("malformed", "starters is a list of titles, one for each seat.")
        return tuple(_read_starter(title, may_be_own=seat == 0) for seat, title in enumerate(given))

    def choose(self, named: Loadout | None, viewer: Viewer, limits: Format | None) -> Loadout | None:
        """Return the named loadout, an own deck evaluated by the table's format and copied (rules 3, 4, 21.2).

        Raises `DomainError` malformed, and `DeckRefusedError`: no_such_deck if it is missing or not visible, not_yours,
        deleted_deck, illegal_deck.
        """
        if named is None or "deck" not in named or "content" in named:
            return named
        name = named["deck"]
        if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_NAME):
            raise DomainError("malformed", f"A deck of your own is named by {OWN} and the name in its address.")
        return None if limits is None else self._copy(name, viewer, limits)

    @staticmethod
    def _copy(name: str, viewer: Viewer, held_to: Format) -> Loadout:
        """Return a copy of the viewer's own deck. Raises `DeckRefusedError` if it is not, deleted or illegal."""
        try:
            deck = find_deck(name, viewer)
        except DeckError as refusal:
            raise DeckRefusedError("no_such_deck", refusal.message) from None
        if not abilities.is_owner(viewer, deck):
            raise DeckRefusedError("not_yours", "You can only play your own decks. Copy this one, and play the copy.")
        if deck.is_deleted:
            raise DeckRefusedError("deleted_deck", "This deck is deleted. Restore it first.")
        content = content_of(deck.draft)
        verdict = judge(content, held_to)
        if not verdict.is_legal:
            raise _illegal(deck, verdict, held_to.words)
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

    def check_known(self, chosen: Iterable[Loadout | None]) -> None:
        unknown = [title for one in chosen if (title := title_of(one)) and title not in current_starters()]
        if unknown:
            raise ValueError(f"{', '.join(unknown)} are no starters")

    def is_own(self, loadout: Loadout | None) -> bool:
        return loadout is not None and "starter" not in loadout

    def make_own(self, content: ContentData) -> Loadout:
        return {"deck": None, "content": content}

    def find_own(self, loadout: Loadout | None) -> ContentData | None:
        return None if loadout is None else loadout.get("content")

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

    def list_offered(self, limits: Format | None) -> list[Starter]:
        return list(starters_for(limits).values())

    def find_named(self, query: Mapping[str, str], viewer: Viewer) -> tuple[bool, Deck | None]:
        """Return whether `deck`, or `starter` after `deck:`, names an own deck, and that deck."""
        named = query.get("deck", query.get("starter", "").partition(OWN)[2])
        return bool(named), own_deck(named, viewer)

    def make_form_context(self, viewer: Viewer, limits: Format | None = None) -> dict[str, Any]:
        starters = current_starters() if limits is None else starters_for(limits)
        return {"own_decks": self.list_owned(viewer, limits), "starters": starters.values()}

    @staticmethod
    def list_owned(viewer: Viewer, limits: Format | None = None) -> list[Offered]:
        """Return the viewer's own decks to choose from, the last changed first."""
        decks = list(Deck.objects.own(viewer).only("public_id", "name", "draft")[:MOST_OFFERED])
        if limits is None or not decks:
            return [Offered(deck, is_legal=True) for deck in decks]
        verdicts = judge_all((content_of(deck.draft) for deck in decks), limits)
        return [Offered(deck, verdict.is_legal) for deck, verdict in zip(decks, verdicts, strict=True)]

    def assign(self, chosen: Sequence[Loadout | None], limits: Format | None) -> list[Loadout | None]:
        """Return a deck for every seat: an own deck, a starter that the table allows, or the next starter in turn."""
        titles = assign_starters([title_of(one) for one in chosen], starters_for(limits))
        return [
            one if limits is not None and self.is_own(one) else make_starter_loadout(title)
            for one, title in zip(chosen, titles, strict=True)
        ]

    def judge(self, loadout: Loadout | None, limits: Format | None) -> Verdict | None:
        content = find_content(loadout)
        return None if content is None or limits is None else judge(content, limits)

    def show_verdict(self, loadout: Loadout | None, limits: Format | None) -> DeckVerdict | None:
        verdict = self.judge(loadout, limits)
        if verdict is None or limits is None:
            return None
        return verdict_shown(self.find_row(loadout), verdict, limits.words)

    def show_verdict_on_choice(
        self, query: Mapping[str, str], viewer: Viewer, limits: Format | None
    ) -> DeckVerdict | None:
        named = query.get("starter", "")
        return check_deck(named.removeprefix(OWN), viewer, limits) if named.startswith(OWN) else None

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
            of_row = {} if loadout is None or "deck" not in loadout else {"deck": loadout["deck"]}
            if content is None:
                brought.append(({"starter": title} | of_row, starters[title].content))
            else:
                brought.append((of_row, content))
        return brought

    def find_played(self, setup: Any, seat: int, loadout: Loadout | None) -> Loadout | None:
        if loadout is None or not self.is_own(loadout):
            return make_starter_loadout(title_of(loadout))
        played = setup["seats"][seat]
        content = DeckContent(
            played["ship"], played["captain"], played["stand_in"], Counter(played["deck"]), Counter(played["hexpile"])
        )
        return play_own(content, self.find_row(loadout))

    def describe(self, loadout: Loadout | None) -> str:
        """Return the starter deck, or that the player has an own deck, without its name, which is secret."""
        return "a deck of its player’s own" if self.is_own(loadout) else title_of(loadout) or "no deck yet"

    def find_by_title(self, title: str) -> Loadout | None:
        return make_starter_loadout(title)

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

    def name_owned(self, name: str) -> Loadout:
        return {"deck": name}

    def find_title(self, loadout: Loadout | None) -> str:
        return title_of(loadout)

    def describe_to_owner(self, loadout: Loadout | None) -> str:
        if loadout is None:
            return ""
        return "a deck of your own" if self.is_own(loadout) else f"“{title_of(loadout)}”"

    def find_replacement(self, loadout: Loadout | None) -> str:
        return title_of(loadout) if gave_way(loadout) else ""

    def find_row(self, loadout: Loadout | None) -> Deck | None:
        named = None if loadout is None else loadout.get("deck")
        return None if named is None else Deck.objects.filter(public_id=named).first()

    def seat_data(self, loadout: Loadout | None) -> dict[str, object]:
        return {"starter": title_of(loadout), "own_deck": self.is_own(loadout)}

    def to_columns(self, loadout: Loadout | None, *, with_own: bool = True) -> dict[str, Any]:
        own = {"deck_content": (loadout or {}).get("content")} if with_own else {}
        return {"starter": title_of(loadout), **own}

    def take_from_columns(self, columns: dict[str, Any], *, has_played: bool = False) -> Loadout | None:
        title, content = columns.pop("starter", ""), columns.pop("deck_content", None)
        if not isinstance(title, str) or len(title) > LONGEST_TITLE or not title.isprintable():
            raise ValueError("starter: a title was expected")
        if content is not None:
            try:
                return play_own(content_of(content))
            except DeckError as refusal:
                raise ValueError(refusal.message) from refusal
        return {"deck": None} if has_played and not title else make_starter_loadout(title)

    def find_problems(self, loadouts: Iterable[Loadout | None], limits: Format) -> list[str]:
        """Return the first error of each own deck by the current catalogue; "" for any other loadout."""
        contents = [find_content(loadout) for loadout in loadouts]
        verdicts = iter(judge_all((content for content in contents if content is not None), limits))
        return ["" if content is None else find_first_problem(next(verdicts)) for content in contents]


DECKS = DeckLoadouts()
