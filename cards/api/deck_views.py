"""Decks: lists, one deck with all that its owner says of it, copies."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api import sent
from cards.api.bodies import Body
from cards.api.deck_filters import FILTERS, SORT, SORT_HELP, SORTS, filtered, ordered
from cards.api.deck_shapes import DeckShape, DeckSummaryShape, deck_data, own_in_list, shown_in_list
from cards.api.paging import PAGE_PARAMETERS, PAGING, page_answer, page_of
from cards.api.parameters import bad
from cards.api.view import ApiView
from cards.decks import orders
from cards.decks.deleting import delete_deck, restore_deck
from cards.decks.making import copy_deck, create_deck
from cards.decks.models import Deck
from cards.decks.reading import find_deck
from cards.decks.sharing import change_deck, renew_link

MINE, DELETED = "mine", "deleted"
FLAG = {"type": "boolean"}


class Decks(ApiView):
    """The public decks, one's own, and making one."""

    parameters = {"GET": (MINE, DELETED, *FILTERS, SORT, *PAGING)}
    signed_in = ("POST",)

    @extend_schema(
        operation_id="decks_list",
        summary="List decks",
        description="The public decks, or one's own.",
        parameters=[
            OpenApiParameter(MINE, FLAG, description="One's own decks, of any visibility, as their drafts are"),
            OpenApiParameter(DELETED, FLAG, description="With `mine`: the deleted ones, the last deleted first"),
            *(OpenApiParameter(name, str, description=about) for name, about in FILTERS.items()),
            OpenApiParameter(SORT, {"type": "string", "enum": SORTS}, description=SORT_HELP),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(DeckSummaryShape),
    )
    def get(self, request: Request) -> Response:
        """A page of decks."""
        mine, deleted = self.asked.flag(MINE), self.asked.flag(DELETED)
        if deleted and not mine:
            raise bad(DELETED, "Only deleted decks of one's own are listed: ask for mine=true, too.")
        if mine and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have decks of your own.")
        decks, known = Deck.objects.listed(), orders.PUBLIC
        if mine:
            decks, known = Deck.objects.own(self.viewer), orders.OWN
        if deleted:
            decks, known = Deck.objects.deleted(self.viewer), orders.GONE
        found = ordered(filtered(decks, self.asked), known, self.asked).for_lists()
        return Response(page_answer(request, self.asked, found, own_in_list if mine else shown_in_list))

    @extend_schema(operation_id="decks_create", summary="Make a deck", request=sent.CREATE, responses={201: DeckShape})
    def post(self, request: Request) -> Response:
        """A new private deck."""
        body = Body(request, "name", "content", "tags", "notes")
        deck = create_deck(
            owner=request.user,
            name=body.get("name"),
            content=body.may("content", "an object"),
            tags=body.get("tags", ()),
            notes=body.get("notes", ""),
        )
        return made(deck, request)


class OneDeck(ApiView):
    """A deck."""

    signed_in = ("PATCH", "DELETE")

    @extend_schema(operation_id="decks_read", summary="Read a deck", responses=DeckShape)
    def get(self, request: Request, public_id: str) -> Response:
        """The deck as whoever asks sees it."""
        return Response(deck_data(find_deck(public_id, self.viewer), self.viewer))

    @extend_schema(
        operation_id="decks_change",
        summary="Change name, tags, notes or visibility",
        request=sent.DESCRIBE,
        responses=DeckShape,
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """All that is said changes at once, or nothing."""
        body = Body(request, "number", "name", "tags", "notes", "visibility")
        said = {key: body.must(key, "a value") for key in ("name", "tags", "notes", "visibility") if key in body}
        deck = find_deck(public_id, self.viewer)
        changed = change_deck(deck, by=request.user, number=body.number(), **said)
        return Response(deck_data(changed, self.viewer))

    @extend_schema(operation_id="decks_delete", summary="Delete a deck", responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Out of everybody's sight but its owner's, who can restore it."""
        delete_deck(find_deck(public_id, self.viewer), by=request.user)
        return Response(status=204)


class Restored(ApiView):
    """Taking a deck back from the deleted ones."""

    signed_in = ("POST",)

    @extend_schema(operation_id="decks_restore", summary="Restore a deleted deck", request=None, responses=DeckShape)
    def post(self, request: Request, public_id: str) -> Response:
        """The deck as it was. One that is not deleted stays as it is."""
        Body(request)
        deck = restore_deck(find_deck(public_id, self.viewer), by=request.user)
        return Response(deck_data(deck, self.viewer))


class Copies(ApiView):
    """Copying a deck."""

    signed_in = ("POST",)

    @extend_schema(operation_id="decks_copy", summary="Copy a deck", request=sent.COPY, responses={201: DeckShape})
    def post(self, request: Request, public_id: str) -> Response:
        """A private copy of a version, or of what whoever asks sees."""
        body = Body(request, "version", "name")
        version = body.number("version") if "version" in body else None
        deck = find_deck(public_id, self.viewer)
        return made(copy_deck(deck, by=request.user, version=version, name=body.may("name", "a text")), request)


class Link(ApiView):
    """The address of a deck, which is the key to an unlisted one."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="decks_renew_link", summary="Give a deck another address", request=sent.STEP, responses=DeckShape
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Whoever has the former one finds nothing there."""
        number = Body(request, "number").number()
        deck = renew_link(find_deck(public_id, self.viewer), by=request.user, number=number)
        return Response(deck_data(deck, self.viewer))


def made(deck: Deck, request: Request) -> Response:
    """The answer to whoever made a deck."""
    return Response(deck_data(deck, request.user), status=201, headers={"Location": deck_address(deck)})


def deck_address(deck: Deck) -> str:
    """Where the API has the deck."""
    return reverse("api:deck", args=[deck.public_id])
