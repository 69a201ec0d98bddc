"""Resources of players: enter with a deck, submit another deck, and enter somebody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.core.paginator import Page
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.operations import operation
from cards.api.paging import PAGE_PARAMETERS, page_answer, page_of
from tournaments.errors import DomainError
from tournaments.organizing.enums import EntryState
from tournaments.organizing.models import Entry
from tournaments.organizing.registering import enter, enter_for, submit_deck
from tournaments.organizing.roles import Ability
from tournaments.profiles.names import find_player
from tournaments.seat_decks import OwnDeck, choose
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.reading_views import ANY
from tournaments.tournament_api.view import TournamentView

if TYPE_CHECKING:
    from incursions.accounts.models import User

STATES = EntryState.values


def _text(body: Body, key: str) -> str:
    """Return an optional text; "" if it is left out."""
    return body.text(key) if key in body else ""


class Entries(TournamentView):
    """The players."""

    @operation(
        "tournaments_players",
        "List the players",
        page_of(shapes.EntryShape),
        OpenApiParameter("state", {"type": "string", "enum": STATES}),
        *PAGE_PARAMETERS,
    )
    def get(self, request: Request, event: str) -> Response:
        """A page of all who have entered, by number, those who have left included."""
        seen = self.find(event)
        state = self.asked.one_of("state", [ANY, *STATES], ANY)
        found = Entry.objects.filter(tournament=seen.tournament).select_related("user").order_by("number")
        if state:
            found = found.filter(state=state)

        def write(page: Page[Entry]) -> list[dict[str, object]]:
            return shapes.EntryShape(page, many=True, context={"actor": seen.actor}).data

        return Response(page_answer(request, self.asked, found, write))

    @operation("tournaments_enter_for", "Enter somebody else", shapes.EntryShape, status=201, body=sent.ENTER_FOR)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """A user, a bot with a starter deck, or at table-top events a name."""
        called, bot, starter = (_text(body, key) for key in ("name", "bot", "starter"))
        user_name = _text(body, "user")

        def admit() -> Entry:
            self.find_for_staff(event, Ability.ADMIT)
            user = _user(user_name) if user_name else None
            return enter_for(event, request.user, user=user, called=called, bot=bot, starter=starter)

        return self.answer("player", event, self.perform(request, event, body, admit), 201)


def _user(name: str) -> User:
    user = find_player(name)
    if user is None:
        raise DomainError("no_such_player", "There is no such player.")
    return user


class Entered(TournamentView):
    """Entering."""

    @operation("tournaments_enter", "Enter", shapes.EntryShape, status=201, body=sent.ENTER)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Enter the tournament, with a deck or to bring one before the start.

        A player who has entered is left unchanged.
        """
        act = _with_deck(self, body, event, enter)
        return self.answer("player", event, self.perform(request, event, body, act), 201)


class Deck(TournamentView):
    """The own deck."""

    @operation("tournaments_hand_in", "Hand a deck in", shapes.EntryShape, body=sent.HAND_IN)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Submit another deck, until the start. The deck is copied: later changes to it have no effect."""
        act = _with_deck(self, body, event, submit_deck)
        return self.answer("player", event, self.perform(request, event, body, act))


def _with_deck(view: TournamentView, body: Body, event: str, act: Callable[..., Entry]) -> Callable[[], Entry]:
    named, starter = _text(body, "deck"), _text(body, "starter")
    if named and starter:
        raise DomainError("malformed", "Bring one of the two: a deck of your own, or a starter deck.")

    def bring() -> Entry:
        row = view.find(event).tournament
        own: OwnDeck | None = choose(named, view.viewer, row.format)
        return act(event, view.request.user, own=own, starter=starter)

    return bring
