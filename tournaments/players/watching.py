"""Check who may watch a running match: only viewers whom every player at the table lets watch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

from incursions.accounts.models import User
from incursions.accounts.privacy import WATCHING, may
from incursions.accounts.viewers import viewer_of
from incursions.kit.caches import PreparedRead
from incursions.kit.clients import wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import refusal_as_json
from tournaments.matches.enums import MatchState
from tournaments.matches.models import Match, Seat

PLAYERS = PreparedRead(
    lambda public_id, state: Seat.objects.filter(
        match__public_id=public_id, match__state=state, user__isnull=False
    ).select_related("user"),
    "user",
)
NOT_SHOWN = "A player at this table chose who may watch. When the match is over, everybody can see how it went."

MATCH_ROUTE = "matches/<slug:public_id>"


def may_watch(match: Match, seats: Iterable[Seat], viewer: User | None) -> bool:
    """Return True if the viewer may see the match: a player at it, anybody after it, or whom all players let watch.

    The seats come with their users.
    """
    seats = list(seats)
    if not match.is_running or any(seat.is_of(viewer) for seat in seats):
        return True
    return _all_allow(seats, viewer)


def _all_allow(seats: Iterable[Seat], viewer: User | None) -> bool:
    """Return True if all players at the table let the viewer watch; bots do."""
    return all(may(viewer, WATCHING, seat.user) for seat in seats if seat.user is not None)


def is_shown(public_id: str, viewer: User | None) -> bool:
    """Return True if the viewer may see the match of that id now. One query."""
    players = PLAYERS.rows(public_id, MatchState.RUNNING)
    return any(seat.is_of(viewer) for seat in players) or _all_allow(players, viewer)


@sync_only_middleware
class WatchingMiddleware:
    """Middleware that refuses every address of a running match to a viewer whom a player does not let watch."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Handle the request; the check needs the resolved address and is made in `process_view`."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _args: Any, named: dict[str, str]) -> HttpResponse | None:
        """Return the refusal as JSON, or None to go on. Raise `PermissionDenied` for a browser."""
        match = request.resolver_match
        if match is None or not match.route.startswith(MATCH_ROUTE) or is_shown(named["public_id"], viewer_of(request)):
            return None
        if wants_html(request):
            raise PermissionDenied(NOT_SHOWN)
        return refusal_as_json(DomainError("not_shown", NOT_SHOWN))
