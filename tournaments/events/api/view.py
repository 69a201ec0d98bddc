"""The base of tournament resources: the viewer, refusals as API errors, and atomic changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.problems import CODES, ProblemError
from cards.api.requests import Body, whole
from cards.api.view import ApiView
from incursions.kit.refusals import DomainError
from tournaments.events.api.answers import entry_data, round_data, tournament_data
from tournaments.events.api.reading import Seen, find_tournament
from tournaments.events.api.shapes import PenaltyShape
from tournaments.events.locked_tournament import LockedTournament, no_such_tournament
from tournaments.events.models import Entry, Round, Tournament

if TYPE_CHECKING:
    from tournaments.events.locked_tournament import Ability

SEEN = "seen"
HIGHEST = 2**31 - 1
Found = TypeVar("Found")


class TournamentView(ApiView):
    """A resource of one tournament, or their list."""

    def handle_exception(self, exc: Exception) -> Response:
        """Convert a refusal of a service to the error format of the API."""
        return super().handle_exception(problem_of(exc) if isinstance(exc, DomainError) else exc)

    def hold(self, **words: Any) -> None:
        """Lock the tournament of the address until the transaction ends."""
        event = words.get("event")
        if event is not None and not Tournament.objects.select_for_update().filter(public_id=event).exists():
            raise no_such_tournament()

    def find(self, event: str) -> Seen:
        """Return the tournament of the address with the viewer's role. Raises `DomainError` not_found."""
        return find_tournament(event, self.request.user)

    def find_for_staff(self, event: str, needs: Ability) -> Seen:
        """Return the tournament for a viewer who has the ability. Raises `DomainError` not_found, not_staff."""
        seen = self.find(event)
        if seen.actor.user is None:
            raise exceptions.NotAuthenticated("Sign in, or send a token.")
        if not seen.actor.may(needs):
            raise DomainError("not_staff", f"You may not {needs} here.", version=seen.tournament.version)
        return seen

    def answer(self, kind: str, event: str, done: Any = None, status: int = 200) -> Response:
        """Answer with the tournament, or the round, player or penalty that a service returned, as it is now."""
        seen = self.find(event)
        if kind == "penalty":
            told = PenaltyShape(done).data
        elif kind == "player":
            told = entry_data(Entry.objects.select_related("user").get(pk=done.pk), seen.actor)
        elif kind == "round":
            told = round_data(seen, done.number if isinstance(done, Round) else done.round.number)
        else:
            told = tournament_data(seen)
        return Response(told, status=status)

    def perform(self, request: Request, event: str, body: Body, act: Callable[[], Found]) -> Found:
        """Perform an action on a tournament atomically, if its version is still `seen` (when given).

        Raises `DomainError`: not_found, tournament_moved_on, and the refusals of the action.
        """
        seen = whole(body.get(SEEN), SEEN, least=0, most=HIGHEST) if SEEN in body else None
        with transaction.atomic():
            LockedTournament.lock(event, request.user, seen=seen)
            return act()


def problem_of(refusal: DomainError) -> ProblemError:
    """Return a refusal of a service as an error of the API."""
    members: dict[str, Any] = dict(refusal.details)
    if refusal.version is not None:
        members["version"] = refusal.version
    if refusal.rule:
        members["rule"] = refusal.rule
    code = refusal.code if refusal.code in CODES else "wrong_state"
    return ProblemError(code, refusal.message, **members)
