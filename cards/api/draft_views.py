"""The draft of a deck, which its owner alone changes, step by step."""

from __future__ import annotations

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api import sent
from cards.api.bodies import Body
from cards.api.deck_shapes import DraftShape, draft_data
from cards.api.view import ApiView
from cards.decks.drafts import redo, save_draft, undo
from cards.decks.models import Deck
from cards.decks.reading import find_deck, find_draft


class Draft(ApiView):
    """What the owner has of a deck now."""

    signed_in = ("PUT",)
    refuses = {"GET": (403,)}

    @extend_schema(operation_id="draft_read", summary="Read the draft", responses=DraftShape)
    def get(self, request: Request, public_id: str) -> Response:
        """For the owner and the staff; to others its deck has none to read."""
        return Response(draft_data(find_draft(public_id, self.viewer)))

    @extend_schema(operation_id="draft_save", summary="Save the draft", request=sent.SAVE, responses=DraftShape)
    def put(self, request: Request, public_id: str) -> Response:
        """The whole content, a step that can be undone. What is saved twice is saved once."""
        body = Body(request, "number", "content")
        content, number = body.must("content", "an object"), body.number()
        deck = save_draft(find_deck(public_id, self.viewer), content, by=request.user, number=number)
        return Response(draft_data(deck))


class Undo(ApiView):
    """Taking the last step back."""

    signed_in = ("POST",)

    @extend_schema(operation_id="draft_undo", summary="Undo a step", request=sent.STEP, responses=DraftShape)
    def post(self, request: Request, public_id: str) -> Response:
        """The draft as it was before its last step."""
        return _after(undo, request, public_id)


class Redo(ApiView):
    """Taking a step again."""

    signed_in = ("POST",)

    @extend_schema(operation_id="draft_redo", summary="Redo a step", request=sent.STEP, responses=DraftShape)
    def post(self, request: Request, public_id: str) -> Response:
        """The draft as it was before the last undoing."""
        return _after(redo, request, public_id)


def _after(step: Callable[..., Deck], request: Request, public_id: str) -> Response:
    """The draft as it is after a step through its history."""
    number = Body(request, "number").number()
    return Response(draft_data(step(find_deck(public_id, request.user), by=request.user, number=number)))
