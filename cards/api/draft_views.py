"""The draft of a deck, which its owner alone changes, step by step."""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.request import Request

from cards.api import sent
from cards.api.bodies import Body
from cards.api.deck_shapes import DraftShape
from cards.api.operations import operation
from cards.api.view import ApiView
from cards.decks.drafts import redo, save_draft, undo
from cards.decks.models import Deck
from cards.decks.reading import find_deck, find_draft


class Draft(ApiView):
    """What the owner has of a deck now."""

    @operation("draft_read", "Read the draft", DraftShape, refuses=(403,))
    def get(self, request: Request, public_id: str) -> Deck:
        """For the owner and the staff; to others its deck has none to read."""
        return find_draft(public_id, self.viewer)

    @operation("draft_save", "Save the draft", DraftShape, body=sent.SAVE)
    def put(self, request: Request, body: Body, public_id: str) -> Deck:
        """The whole content, a step that can be undone. What is saved twice is saved once."""
        content, number = body.must("content", "an object"), body.number()
        return save_draft(find_deck(public_id, self.viewer), content, by=request.user, number=number)


def _step(name: str, summary: str, description: str, step: Callable[..., Deck]) -> type[ApiView]:
    """Return a resource that goes one step through the history of the draft."""

    class Step(ApiView):
        """A step."""

        @operation(name, summary, DraftShape, body=sent.STEP, description=description)
        def post(self, request: Request, body: Body, public_id: str) -> Deck:
            number = body.number()
            return step(find_deck(public_id, self.viewer), by=request.user, number=number)

    return Step


Undo = _step("draft_undo", "Undo a step", "The draft as it was before its last step.", undo)
Redo = _step("draft_redo", "Redo a step", "The draft as it was before the last undoing.", redo)
