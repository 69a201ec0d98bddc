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
from tournaments.organizing.judging import note_deck_check, penalise
from tournaments.organizing.models import Entry
from tournaments.organizing.registering import check_in, disqualify, drop, enter, enter_for, reinstate, submit_deck
from tournaments.organizing.roles import Ability
from tournaments.profiles.reading import find_player
from tournaments.seat_decks import OwnDeck, choose
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import entry_data, penalty_data
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


class CheckedIn(EntryView):
    """Checking somebody in."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_player_check_in",
        summary="Check a player in",
        request=sent.STEP,
        responses=shapes.EntryShape,
    )
    def post(self, request: Request, event: str, number: int) -> Response:
        """The staff may do so at any time before the start."""
        body = Body(request, SEEN)
        return self.shown(event, self.acted(request, event, body, lambda: check_in(event, request.user, number)))


class DeckChecked(EntryView):
    """Looking a deck through."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_deck_check",
        summary="Note that a deck was looked through",
        request=sent.STEP,
        responses=shapes.EntryShape,
    )
    def post(self, request: Request, event: str, number: int) -> Response:
        """By those of the staff who may see decks."""
        body = Body(request, SEEN)
        act = self.acted(request, event, body, lambda: note_deck_check(event, request.user, number))
        return self.shown(event, act)


def with_reason(operation: str, summary: str, act: Callable[..., Entry]) -> type[EntryView]:
    """A resource that does something to a player, for a reason."""

    class Reasoned(EntryView):
        """Something done to a player, and why."""

        signed_in = ("POST",)

        @extend_schema(
            operation_id=f"tournaments_player_{operation}",
            summary=summary,
            request=sent.WHY,
            responses=shapes.EntryShape,
        )
        def post(self, request: Request, event: str, number: int) -> Response:
            body = Body(request, "reason", SEEN)
            reason = body.text("reason")
            done = self.acted(request, event, body, lambda: act(event, request.user, number, reason=reason))
            return self.shown(event, done)

    return Reasoned


Dropped = with_reason("drop", "Let a player leave", drop)
Reinstated = with_reason("reinstate", "Let a player play again", reinstate)
Disqualified = with_reason("disqualify", "Disqualify a player", disqualify)


class Penalised(TournamentView):
    """Penalties of a player."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_penalise",
        summary="Give a player a penalty",
        request=sent.PENALTY,
        responses={201: shapes.PenaltyShape},
    )
    def post(self, request: Request, event: str, number: int) -> Response:
        """A game loss strikes the seat of the match under way, a disqualification the player."""
        body = Body(request, "kind", "reason", SEEN)
        kind, reason = body.text("kind"), body.text("reason")
        row = self.acted(request, event, body, lambda: penalise(event, request.user, number, kind, reason=reason))
        return Response(penalty_data(row), status=201)
