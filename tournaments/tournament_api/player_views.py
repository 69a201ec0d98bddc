"""Players: enter with a deck, check in, drop; and what the staff do for them and to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.paging import PAGE_PARAMETERS, PAGING, page_of
from tournaments.errors import DomainError
from tournaments.organizing.enums import EntryState
from tournaments.organizing.models import Entry
from tournaments.organizing.registering import check_in, drop, enter, enter_for, submit_deck
from tournaments.organizing.roles import Ability
from tournaments.profiles.reading import find_player
from tournaments.seat_decks import OwnDeck, choose
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import entry_data
from tournaments.tournament_api.reading_views import entries_page
from tournaments.tournament_api.view import SEEN, TournamentView

if TYPE_CHECKING:
    from incursions.accounts.models import User

STATES = EntryState.values


def _text(body: Body, key: str) -> str:
    """A text that may be left out, which is empty then."""
    return body.text(key) if key in body else ""


class EntryView(TournamentView):
    """A resource that answers with a player."""

    def shown(self, event: str, entry: Entry, status: int = 200) -> Response:
        """The player as it is now."""
        seen = self.found(event)
        now = Entry.objects.select_related("user").get(pk=entry.pk)
        return Response(entry_data(now, seen.actor), status=status)


class Entries(EntryView):
    """The players."""

    parameters = {"GET": ("state", *PAGING)}
    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_players",
        summary="List the players",
        parameters=[OpenApiParameter("state", {"type": "string", "enum": STATES}), *PAGE_PARAMETERS],
        responses=page_of(shapes.EntryShape),
    )
    def get(self, request: Request, event: str) -> Response:
        """A page of all who have entered, by number, those who have left included."""
        return entries_page(self, request, event)

    @extend_schema(
        operation_id="tournaments_enter_for",
        summary="Enter somebody else",
        request=sent.ENTER_FOR,
        responses={201: shapes.EntryShape},
    )
    def post(self, request: Request, event: str) -> Response:
        """A user, a bot with a starter deck, or at table-top events a name."""
        body = Body(request, "user", "name", "bot", "starter", SEEN)
        called, bot, starter = (_text(body, key) for key in ("name", "bot", "starter"))
        user_name = _text(body, "user")

        def admit() -> Entry:
            self.staffed(event, Ability.ADMIT)
            user = _user(user_name) if user_name else None
            return enter_for(event, request.user, user=user, called=called, bot=bot, starter=starter)

        return self.shown(event, self.acted(request, event, body, admit), status=201)


def _user(name: str) -> User:
    user = find_player(name)
    if user is None:
        raise DomainError("no_such_player", "There is no such player.")
    return user


class Entered(EntryView):
    """Entering."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_enter", summary="Enter", request=sent.ENTER, responses={201: shapes.EntryShape}
    )
    def post(self, request: Request, event: str) -> Response:
        """With a deck, or to bring one before the start. Whoever has entered already stays as he is."""
        body = Body(request, "deck", "starter", SEEN)
        act = _with_deck(self, body, event, enter)
        return self.shown(event, self.acted(request, event, body, act), status=201)


class Deck(EntryView):
    """The own deck."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_hand_in", summary="Hand a deck in", request=sent.HAND_IN, responses=shapes.EntryShape
    )
    def post(self, request: Request, event: str) -> Response:
        """Another one, until the start. It is copied: later changes do not reach it."""
        body = Body(request, "deck", "starter", SEEN)
        act = _with_deck(self, body, event, submit_deck)
        return self.shown(event, self.acted(request, event, body, act))


def _with_deck(view: EntryView, body: Body, event: str, act: Callable[..., Entry]) -> Callable[[], Entry]:
    named, starter = _text(body, "deck"), _text(body, "starter")
    if named and starter:
        raise DomainError("malformed", "Bring one of the two: a deck of your own, or a starter deck.")

    def bring() -> Entry:
        row = view.found(event).tournament
        own: OwnDeck | None = choose(named, view.viewer, row.format)
        return act(event, view.request.user, own=own, starter=starter)

    return bring


class OwnCheckIn(EntryView):
    """Being there."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_check_in",
        summary="Say that you are there",
        request=sent.STEP,
        responses=shapes.EntryShape,
    )
    def post(self, request: Request, event: str) -> Response:
        """From the time on at which check-in opens."""
        body = Body(request, SEEN)
        return self.shown(event, self.acted(request, event, body, lambda: check_in(event, request.user)))


class OwnDrop(EntryView):
    """Leaving."""

    signed_in = ("POST",)

    @extend_schema(operation_id="tournaments_drop", summary="Leave", request=sent.STEP, responses=shapes.EntryShape)
    def post(self, request: Request, event: str) -> Response:
        """Before the start the place goes to whoever waits first; later you are paired no more."""
        body = Body(request, SEEN)
        return self.shown(event, self.acted(request, event, body, lambda: drop(event, request.user)))
