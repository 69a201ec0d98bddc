"""Parts shared by the deck editor and the builder of sealed decks: panels, forms, answers and messages.

A change is a small form. A plain one is answered by the page again, at the same place; one of htmx by the parts that
are others now. The templates of an editor are called by the prefix `parts`, such as "decks/editor_state.html".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from cards.catalogue import current
from cards.deck_pages.editor_parts import (
    ORDERS,
    USUAL,
    Allowance,
    DeckLine,
    EditorProblem,
    Find,
    Held,
    LineGroup,
    editor_problems,
    groups_of,
    lines_of,
    outside_places,
    row_id,
)
from cards.deck_pages.listing import Judged, Meter, meters_of
from cards.decks.contents import Difference, differences
from cards.decks.judging import copies_in, read_edits
from incursions.games.incursions.deck_files import Part
from incursions.games.incursions.rules.construction import DeckContent

MOST_TILES = 40  # titles that are listed, so that the page stays small
MOST_TOLD = 3
ORDER_COOKIE = "deck_order"
YEAR_S = 365 * 24 * 3600
SIDES = {"find": "find", "deck": "deck", "hexes": "hexpile"}  # of the page, and what rows there are called


class Refused(Protocol):
    """An error with a code and a sentence."""

    code: str
    message: str

    @property
    def status(self) -> int:
        """The HTTP status of the error."""


class Refusal(NamedTuple):
    """A change that was refused, and the values with which it can be tried again on the current deck.

    `form` is "edit" with its edits or its step, or else "keep" or "rename" with the name that was typed there.
    """

    error: Refused
    form: str = "edit"
    edits: str = ""
    step: str = ""
    typed: str = ""

    @property
    def is_old(self) -> bool:
        """Return True if the page was older than the deck."""
        return self.error.code in ("moved_on", "build_moved_on")


@dataclass(frozen=True)
class EditedDeck:
    """A deck in an editor, with its allowance. `order` is one of `ORDERS`; `refusal` is the change that was refused."""

    judged: Judged
    find: Find
    order: str
    refusal: Refusal | None
    allowed: Allowance = USUAL

    parts: ClassVar[str]
    orders: ClassVar[Mapping[str, str]] = ORDERS

    @property
    def content(self) -> DeckContent:
        """Return the content of the deck."""
        return self.judged.content

    @property
    def catalogue(self) -> str:
        """The token of the version of the catalogue that the deck is shown with."""
        return current().token

    @property
    def cards(self) -> int:
        """Return how many cards the deck has."""
        return sum(self.content.cards.values())

    @property
    def tile_copies(self) -> int:
        """Return how many tiles the deck has."""
        return sum(self.content.hexpile.values())

    @cached_property
    def places_outside(self) -> list[Held]:
        """The places outside the deck."""
        return list(outside_places(self.content))

    @cached_property
    def groups(self) -> list[LineGroup]:
        """The cards under headings, the first of very many."""
        return list(groups_of(lines_of(self.content, Part.DECK, self.judged.verdict, self.allowed), self.order))

    @cached_property
    def tiles(self) -> list[DeckLine]:
        """The hexpile, the first of very many."""
        return lines_of(self.content, Part.HEXPILE, self.judged.verdict, self.allowed)[:MOST_TILES]

    @cached_property
    def problems(self) -> list[EditorProblem]:
        """The problems with their fixes, the first of very many."""
        return editor_problems(self.judged.verdict, self.content, self.allowed.format)

    @property
    def problems_left_out(self) -> int:
        """Return how many problems more there are than are shown."""
        return len(self.judged.verdict.problems) - len(self.problems)

    @property
    def cards_left_out(self) -> int:
        """Return how many titles of cards more there are than are listed."""
        return len(self.content.cards) - sum(len(group.lines) for group in self.groups)

    @property
    def tiles_left_out(self) -> int:
        """Return how many titles of tiles more there are than are listed."""
        return len(self.content.hexpile) - len(self.tiles)

    @cached_property
    def meters(self) -> Mapping[str, Meter]:
        """The counters by name."""
        return meters_of(self.content, self.allowed.format)

    @property
    def rarities(self) -> list[Meter]:
        """The counters of rarities, the rarest first."""
        return [self.meters[name] for name in self.allowed.format.rarity_limits]

    @property
    def hex_points(self) -> Meter:
        """Return the hex points of the hexpile."""
        return self.meters["Hex points"]


def chosen_order(request: HttpRequest) -> str:
    """Return the order of the cards that an address asks for, or else the one that was chosen last."""
    wanted = (request.GET.get("by", ""), request.COOKIES.get(ORDER_COOKIE, ""))
    return next((order for order in wanted if order in ORDERS), "nature")


def asked_of(request: HttpRequest) -> Mapping[str, str]:
    """Return the query that an address or form asks for."""
    return (request.POST if request.method == "POST" else request.GET).dict()


def is_htmx(request: HttpRequest) -> bool:
    """Return True if htmx asks, for parts of the page."""
    return bool(request.headers.get("HX-Request"))


def show_editor(request: HttpRequest, page: EditedDeck, **context: Any) -> HttpResponse:
    """Render the whole editor; for htmx all its parts."""
    context |= {"page": page, "find": page.find, "rows": page.find.rows}
    template = "decks/editor_reply.html" if is_htmx(request) else f"{page.parts}.html"
    status = page.refusal.error.status if page.refusal else page.find.status
    response = render(request, template, context, status=status)
    if request.GET.get("by") in ORDERS:
        response.set_cookie(ORDER_COOKIE, page.order, max_age=YEAR_S, samesite="Lax")
    return response


def show_change(request: HttpRequest, page: EditedDeck, before: Judged, said: str = "", **context: Any) -> HttpResponse:
    """Render the parts of the editor that a change makes others. `said` replaces the usual words on the change."""
    touched = {difference.title for difference in differences(before.content, page.content)}
    rows = [row for row in page.find.rows if row.title in touched]
    said = said or (
        change_said(before.content, page.content, hex_points=page.hex_points.counter.number)
        + problems_said(before.errors, page.judged.errors)
    )
    context |= {"page": page, "find": page.find, "rows": rows, "said": said}
    return render(request, "decks/editor_reply.html", context)


def sent_edits(request: HttpRequest) -> str:
    """Return the edits that a form's button sent."""
    return next((request.POST[side] for side in SIDES if side in request.POST), "")


def address_after(request: HttpRequest, address: str, content: DeckContent, asked: Mapping[str, str]) -> str:
    """Return the editor's address, with the query, at the row that was changed, or at its side if that is gone."""
    side = next((side for side in SIDES if side in request.POST), "")
    edits = read_edits(sent_edits(request)) if side else []
    place = ""
    if edits:
        part, _, title = edits[-1]
        stands = side == "find" or (part.value == SIDES[side] and copies_in(content, part, title))
        place = f"#{row_id(SIDES[side], title)}" if stands else f"#{side}"
    return f"{address}{'?' if asked else ''}{urlencode(asked)}{place}"


def change_said(before: DeckContent, after: DeckContent, *, hex_points: int) -> str:
    """Return a sentence on the changed pieces, with the number of cards or the hex points of the hexpile."""
    changed = differences(before, after)
    told = [_describe_difference(difference) for difference in changed[:MOST_TOLD]]
    if len(changed) > MOST_TOLD:
        told.append(f"{len(changed) - MOST_TOLD} more changes")
    said = "; ".join([*told, *_totals(changed, after, hex_points)])
    return f"Saved. {said[:1].upper()}{said[1:]}." if changed else "Saved already."


def problems_said(before: int, after: int) -> str:
    """Return how many problems keep the deck from play now; nothing where they are as many as before."""
    if before == after:
        return ""
    return f" {_count_in_words(after, 'problem', 'problems').capitalize()} now." if after else " The deck is legal now."


def _describe_difference(difference: Difference) -> str:
    part, title, _, copies = difference
    if part is Part.DECK:
        return f"{_count_in_words(copies, 'copy', 'copies')} of {title} in the deck"
    if part is Part.HEXPILE:
        return f"{_count_in_words(copies, 'tile', 'tiles')} {title} in the hexpile"
    place = part.value.replace("_", "-")
    return f"{title} is the {place}" if copies else f"{title} is no longer the {place}"


def _totals(changed: Iterable[Difference], after: DeckContent, hex_points: int) -> list[str]:
    """Return the totals of deck and hexpile in words, of the ones that have changed."""
    parts = {difference.part for difference in changed}
    said = []
    if Part.DECK in parts:
        said.append(_count_in_words(sum(after.cards.values()), "card", "cards"))
    if Part.HEXPILE in parts:
        tiles, points = (
            _count_in_words(sum(after.hexpile.values()), "tile", "tiles"),
            _count_in_words(hex_points, "hex point", "hex points"),
        )
        said.append(f"{tiles}, {points} in all")
    return said


def _count_in_words(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"
