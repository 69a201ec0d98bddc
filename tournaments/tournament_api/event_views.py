"""Tournaments themselves: make, change, open, cancel, start, pause one, and say who runs it."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.paging import page_of
from incursions.accounts.models import User
from tournaments.errors import DomainError
from tournaments.organizing.creating import (
    appoint,
    change_tournament,
    create_tournament,
    dismiss,
)
from tournaments.organizing.plans import Plan, plan_of
from tournaments.organizing.roles import Ability
from tournaments.profiles.reading import find_player
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import tournament_data
from tournaments.tournament_api.plan_reading import PLAN, plan_from
from tournaments.tournament_api.reading_views import LIST_PARAMETERS, LISTS, listed, staff_answer
from tournaments.tournament_api.view import SEEN, TournamentView


class Tournaments(TournamentView):
    """All tournaments."""

    parameters = {"GET": LISTS}
    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_list",
        summary="List tournaments, the newest first",
        parameters=LIST_PARAMETERS,
        responses=page_of(shapes.TournamentSummaryShape),
    )
    def get(self, request: Request) -> Response:
        """A page of those that are announced."""
        return listed(self, request)

    @extend_schema(
        operation_id="tournaments_create",
        summary="Prepare a tournament",
        request=sent.CREATE,
        responses={201: shapes.TournamentShape},
    )
    def post(self, request: Request) -> Response:
        """A draft, which its staff alone see until it is opened. What is left out has its usual value."""
        body = Body(request, *PLAN)
        body.text("name")
        row = create_tournament(request.user, plan_from(body, Plan()))
        where = reverse("tournaments_api:tournament", args=[row.public_id])
        return Response(tournament_data(self.found(row.public_id)), status=201, headers={"Location": where})


class OneTournament(TournamentView):
    """A tournament."""

    signed_in = ("PATCH",)

    @extend_schema(operation_id="tournaments_read", summary="Read a tournament", responses=shapes.TournamentShape)
    def get(self, request: Request, event: str) -> Response:
        """Its plan, where it stands, and what falls due next."""
        return Response(tournament_data(self.found(event)))

    @extend_schema(
        operation_id="tournaments_change",
        summary="Change the plan",
        request=sent.CHANGE,
        responses=shapes.TournamentShape,
    )
    def patch(self, request: Request, event: str) -> Response:
        """All that is said changes at once, or nothing. What players have agreed to stays."""
        body = Body(request, SEEN, *PLAN)

        def change() -> None:
            row = self.staffed(event, Ability.CONFIGURE).tournament
            change_tournament(event, request.user, plan_from(body, plan_of(row)))

        self.acted(request, event, body, change)
        return Response(tournament_data(self.found(event)))


class OneOfStaff(TournamentView):
    """Somebody of the staff."""

    signed_in = ("PUT", "DELETE")

    @extend_schema(
        operation_id="tournaments_appoint",
        summary="Appoint somebody, or let them be something else",
        request=sent.APPOINT,
        responses=shapes.StaffShape,
    )
    def put(self, request: Request, event: str, name: str) -> Response:
        """The owner appoints accounts by their user names."""
        body = Body(request, "role", SEEN)
        role = body.text("role")
        self.acted(request, event, body, lambda: appoint(event, request.user, self._other(event, name), role))
        return staff_answer(self.found(event).tournament)

    @extend_schema(operation_id="tournaments_dismiss", summary="Dismiss somebody", responses=shapes.StaffShape)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """One owner stays."""
        body = Body(request, SEEN)
        self.acted(request, event, body, lambda: dismiss(event, request.user, self._other(event, name)))
        return staff_answer(self.found(event).tournament)

    def _other(self, event: str, name: str) -> User:
        """The user of that name; whoever may appoint nobody is not told which names there are."""
        self.staffed(event, Ability.APPOINT)
        other = find_player(name)
        if other is None:
            raise DomainError("no_such_player", "There is no such player.")
        return other
