"""Decks: lists, one deck with its draft, copies, versions and their differences, and decks as files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.request import Request

from cards.api import sent
from cards.api.deck_shapes import (
    DeckShape,
    DeckSummaryShape,
    DifferencesShape,
    DraftShape,
    VersionShape,
    VersionSummaryShape,
)
from cards.api.negotiation import AnyForm
from cards.api.operations import Method, operation
from cards.api.requests import Body, Parameters, bad
from cards.api.view import ApiView
from cards.catalogue import by_slug
from cards.decks.changes import (
    change_deck,
    copy_deck,
    create_deck,
    delete_deck,
    keep_version,
    redo,
    renew_link,
    restore_deck,
    save_draft,
    take_version,
    undo,
)
from cards.decks.contents import Difference, differences
from cards.decks.models import DELETED_ORDERS, OWN_ORDERS, PUBLIC_ORDERS, Deck, DeckQuerySet, DeckVersion
from cards.decks.reading import FORMS, content_at, file_of, find_deck, find_draft, find_version, narrow_decks
from incursions.games.incursions.rules.printed.pieces import RACES

MINE, DELETED = "mine", "deleted"
FLAG = {"type": "boolean"}
FILTERS = {
    "name": "Words of the name, or parts of them; case, accents and apostrophes do not matter",
    "tag": "A tag, whatever its case, accents and apostrophes",
    "race": "The race of the ship of the newest version",
    "piece": "The slug of a piece that the newest version holds",
    "owner": "The name of the owner, as lists show it, whatever its case",
}

SORT = "sort"
SORTS = [*dict.fromkeys((*PUBLIC_ORDERS, *OWN_ORDERS, *DELETED_ORDERS))]
SORT_HELP = (
    "Of public decks newest, oldest (by their newest versions) or name; of one's own changed, oldest (the first made "
    "first) or name; of deleted ones deleted, oldest or name. The first of each unless said."
)


def deck_address(deck: Deck) -> str:
    """Return the address of the deck in the API."""
    return reverse("api:deck", args=[deck.public_id])


def deck_act(
    name: str,
    summary: str,
    description: str,
    service: Callable[..., Deck],
    body: sent.Schema = sent.STEP,
    answer: Any = DeckShape,
    made_at: Callable[[Deck], str] | None = None,
) -> Method:
    """Return a method that calls a service for the deck of its address, with the values that `body` describes."""

    @operation(name, summary, answer, body=body, description=description, made_at=made_at)
    def act(view: ApiView, request: Request, body_sent: Body, public_id: str, **address: Any) -> Deck:
        arguments = body_sent.arguments(body)
        return service(find_deck(public_id, view.viewer), *address.values(), by=request.user, **arguments)

    return act


def act_view(*declared: Any, **named: Any) -> type[ApiView]:
    """Return a resource to which an act can be posted, as `deck_act` declares it, and nothing else."""

    class Act(ApiView):
        """An act on a deck."""

        post = deck_act(*declared, **named)

    return Act


class Decks(ApiView):
    """The public decks, one's own, and making one."""

    lists_own = False

    @operation(
        "decks_list",
        "List decks",
        DeckSummaryShape,
        OpenApiParameter(MINE, FLAG, description="One's own decks, of any visibility, as their drafts are"),
        OpenApiParameter(DELETED, FLAG, description="With `mine`: the deleted ones, the last deleted first"),
        *(OpenApiParameter(name, str, description=about) for name, about in FILTERS.items()),
        OpenApiParameter(SORT, {"type": "string", "enum": SORTS}, description=SORT_HELP),
        is_paged=True,
        description="The public decks, or one's own.",
    )
    def get(self, request: Request) -> DeckQuerySet:
        """A page of decks."""
        self.lists_own, deleted = self.asked.flag(MINE), self.asked.flag(DELETED)
        if deleted and not self.lists_own:
            raise bad(DELETED, "Only deleted decks of one's own are listed: ask for mine=true, too.")
        if self.lists_own and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have decks of your own.")
        decks, known = Deck.objects.listed(), PUBLIC_ORDERS
        if self.lists_own:
            decks, known = Deck.objects.own(self.viewer), OWN_ORDERS
        if deleted:
            decks, known = Deck.objects.own_deleted(self.viewer), DELETED_ORDERS
        order = self.asked.one_of(SORT, known, next(iter(known)))
        return narrow_decks(decks, _filters(self.asked)).order_by(*known[order]).for_lists()

    @operation("decks_create", "Make a deck", DeckShape, body=sent.CREATE, made_at=deck_address)
    def post(self, request: Request, body: Body) -> Deck:
        """A new private deck."""
        return create_deck(owner=request.user, **body.arguments(sent.CREATE))


class OneDeck(ApiView):
    """A deck."""

    @operation("decks_read", "Read a deck", DeckShape)
    def get(self, request: Request, public_id: str) -> Deck:
        """The deck as whoever asks sees it."""
        return find_deck(public_id, self.viewer)

    @operation("decks_change", "Change name, tags, notes or visibility", DeckShape, body=sent.DESCRIBE)
    def patch(self, request: Request, body: Body, public_id: str) -> Deck:
        """All that is said changes at once, or nothing."""
        said = {key: body.must(key) for key in ("name", "tags", "notes", "visibility") if key in body}
        deck = find_deck(public_id, self.viewer)
        return change_deck(deck, by=request.user, number=body.number(), **said)

    @operation("decks_delete", "Delete a deck", None)
    def delete(self, request: Request, public_id: str) -> None:
        """Out of everybody's sight but its owner's, who can restore it."""
        delete_deck(find_deck(public_id, self.viewer), by=request.user)


class Restored(ApiView):
    """Taking a deck back from the deleted ones."""

    @operation("decks_restore", "Restore a deleted deck", DeckShape)
    def post(self, request: Request, public_id: str) -> Deck:
        """The deck as it was. One that is not deleted stays as it is."""
        Body(request)
        return restore_deck(find_deck(public_id, self.viewer), by=request.user)


Copies = act_view(
    "decks_copy",
    "Copy a deck",
    "A private copy of a version, or of what the caller sees.",
    copy_deck,
    sent.COPY,
    made_at=deck_address,
)


Link = act_view("decks_renew_link", "Give a deck another address", "The former address no longer works.", renew_link)


class Draft(ApiView):
    """The draft of a deck, which its owner alone changes, step by step."""

    @operation("draft_read", "Read the draft", DraftShape, refuses=(403,))
    def get(self, request: Request, public_id: str) -> Deck:
        """Return the draft to the owner and the staff. For others the deck has none."""
        return find_draft(public_id, self.viewer)

    put = deck_act(
        "draft_save",
        "Save the draft",
        "The whole content, a step that can be undone. What is saved twice is saved once.",
        save_draft,
        sent.SAVE,
        DraftShape,
    )


Undo = act_view("draft_undo", "Undo a step", "The draft as it was before its last step.", undo, answer=DraftShape)


Redo = act_view("draft_redo", "Redo a step", "The draft as it was before the last undoing.", redo, answer=DraftShape)


def _filters(asked: Parameters) -> dict[str, str]:
    """Return what a list is narrowed down by. Raises `ProblemError` for a race or piece that there is not."""
    said = {name: asked.text(name) for name in FILTERS}
    if said["race"]:
        said["race"] = _race(said["race"])
    if said["piece"]:
        said["piece"] = _title(said["piece"])
    return said


def _race(typed: str) -> str:
    known = next((known for known in RACES if known.lower() == typed.lower()), None)
    if known is None:
        raise bad("race", f"There is no such race; there are {', '.join(RACES)}.")
    return known


def _title(slug: str) -> str:
    piece = by_slug().get(slug)
    if piece is None:
        raise bad("piece", "There is no piece with this slug.")
    return str(piece["title"])


VERSION = OpenApiParameter("version", sent.VERSION, description="Else what the caller sees of the deck")


def version_address(version: DeckVersion) -> str:
    """Return the address of the version in the API."""
    return reverse("api:version", args=[version.deck.public_id, version.number])


class Versions(ApiView):
    """The versions of a deck."""

    @operation("versions_list", "List versions, the newest first", VersionSummaryShape, is_paged=True)
    def get(self, request: Request, public_id: str) -> QuerySet[DeckVersion]:
        """A page of those that the caller may see."""
        return DeckVersion.objects.visible_to(self.viewer, find_deck(public_id, self.viewer)).defer("content")

    @operation(
        "versions_keep",
        "Keep the draft as a version",
        VersionShape,
        body=sent.KEEP,
        made_at=version_address,
    )
    def post(self, request: Request, body: Body, public_id: str) -> DeckVersion:
        """The next version, which others see from now on."""
        deck = find_deck(public_id, self.viewer)
        return keep_version(deck, by=request.user, number=body.number(), name=body.get("name", ""))


class Version(ApiView):
    """A version of a deck."""

    @operation("versions_read", "Read a version", VersionShape)
    def get(self, request: Request, public_id: str, number: int) -> DeckVersion:
        """A version with its content."""
        return find_version(find_deck(public_id, self.viewer), number, self.viewer)


TakenVersion = act_view(
    "versions_take",
    "Set the draft back to a version",
    "A step of the draft, which can be undone.",
    take_version,
    answer=DraftShape,
)


class Differences(ApiView):
    """The differences between two decks or versions that the viewer may see."""

    @operation(
        "decks_compare",
        "Compare with another deck or version",
        DifferencesShape,
        VERSION,
        OpenApiParameter("other", str, description="The id of another deck; else the same one"),
        OpenApiParameter("other_version", sent.VERSION, description="Else what the caller sees of the other"),
    )
    def get(self, request: Request, public_id: str) -> dict[str, list[Difference]]:
        """Return the pieces to add and to remove to turn this content into the other."""
        deck = find_deck(public_id, self.viewer)
        other = self.asked.text("other")
        compared = find_deck(other, self.viewer) if other else deck
        before = content_at(deck, self.asked.number_or_none("version"), self.viewer)
        after = content_at(compared, self.asked.number_or_none("other_version"), self.viewer)
        return {"differences": differences(before, after)}


class Export(ApiView):
    """A deck as a file."""

    content_negotiation_class = AnyForm

    @operation(
        "decks_export",
        "Download a deck",
        {(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): OpenApiTypes.OBJECT},
        OpenApiParameter("format", {"type": "string", "enum": [*FORMS]}, description="text unless said"),
        VERSION,
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The file, which importing reads as the same deck."""
        form = self.asked.one_of("format", FORMS, "text")
        deck = find_deck(public_id, self.viewer)
        content = content_at(deck, self.asked.number_or_none("version"), self.viewer)
        return file_of(deck, content, form)
