"""What all resources of a tournament share: who asks, what is refused with which code, and changes made whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body, whole
from cards.api.codes import CODES
from cards.api.problems import ProblemError
from cards.api.view import ApiView
from tournaments.errors import DomainError
from tournaments.organizing.locked import LockedTournament, no_such_tournament
from tournaments.organizing.models import Entry, Round, Tournament
from tournaments.tournament_api.answers import entry_data, round_data, tournament_data
from tournaments.tournament_api.reading import Seen, find_tournament
from tournaments.tournament_api.shapes import PenaltyShape

if TYPE_CHECKING:
    from tournaments.organizing.roles import Ability

SEEN = "seen"
HIGHEST = 2**31 - 1
Found = TypeVar("Found")


class TournamentView(ApiView):
    """A resource of one tournament, or their list."""

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a refusal of the services in the one shape that all errors of the API have."""
        return super().handle_exception(problem_of(exc) if isinstance(exc, DomainError) else exc)

    def hold(self, **words: Any) -> None:
        """Let the tournament of the address stay as it is until the transaction ends."""
        event = words.get("event")
        if event is not None and not Tournament.objects.select_for_update().filter(public_id=event).exists():
            raise no_such_tournament()

    def found(self, event: str) -> Seen:
        """The tournament of the address, with what whoever asks is there. Raises `DomainError` not_found."""
        return find_tournament(event, self.request.user)

    def staffed(self, event: str, needs: Ability) -> Seen:
        """The same for whoever is allowed that. Raises `DomainError` not_found, not_staff."""
        seen = self.found(event)
        if seen.actor.user is None:
            raise exceptions.NotAuthenticated("Sign in, or send a token.")
        if not seen.actor.may(needs):
            raise DomainError("not_staff", f"You may not {needs} here.", version=seen.tournament.version)
        return seen

    def answer(self, kind: str, event: str, done: Any = None, status: int = 200) -> Response:
        """Answer with the tournament, or the round, player or penalty that a service returned, as it is now."""
        seen = self.found(event)
        if kind == "penalty":
            told = PenaltyShape(done).data
        elif kind == "player":
            told = entry_data(Entry.objects.select_related("user").get(pk=done.pk), seen.actor)
        elif kind == "round":
            told = round_data(seen, done.number if isinstance(done, Round) else done.round.number)
        else:
            told = tournament_data(seen)
        return Response(told, status=status)

    def acted(self, request: Request, event: str, body: Body, act: Callable[[], Found]) -> Found:
        """Do something to a tournament that is still at the version which `seen` names, if it is said; all or nothing.

        Raises `DomainError`: not_found, tournament_moved_on, and what the act refuses.
        """
        seen = whole(body.get(SEEN), SEEN, least=0, most=HIGHEST) if SEEN in body else None
        with transaction.atomic():
            LockedTournament.lock(event, request.user, seen=seen)
            return act()


def problem_of(refusal: DomainError) -> ProblemError:
    """The refusal of a service as an error of the API."""
    members: dict[str, Any] = dict(refusal.details)
    if refusal.version is not None:
        members["version"] = refusal.version
    if refusal.rule:
        members["rule"] = refusal.rule
    code = refusal.code if refusal.code in CODES else "wrong_state"
    return ProblemError(code, refusal.message, **members)
