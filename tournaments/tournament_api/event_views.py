"""Resources of tournaments: create, change, open, cancel, start, pause, and appoint staff."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.operations import operation
from incursions.accounts.models import User
from tournaments.errors import DomainError
from tournaments.organizing.creating import (
    appoint,
    change_tournament,
    create_tournament,
    dismiss,
)
from tournaments.organizing.enums import Kind, TournamentState
from tournaments.organizing.models import Tournament
from tournaments.organizing.plans import Plan, plan_of
from tournaments.organizing.roles import Ability
from tournaments.profiles.names import find_player
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import tournament_data
from tournaments.tournament_api.plan_reading import PLAN, plan_from
from tournaments.tournament_api.reading import COMING, own_tournaments
from tournaments.tournament_api.reading_views import ANY, FLAG, staff_answer
from tournaments.tournament_api.view import SEEN, TournamentView

STATES = [state.value for state in TournamentState if state != TournamentState.DRAFT]


class Tournaments(TournamentView):
    """All tournaments."""

    @operation(
        "tournaments_list",
        "List tournaments, the newest first",
        shapes.TournamentSummaryShape,
        OpenApiParameter("state", {"type": "string", "enum": STATES}, description="Where it stands"),
        OpenApiParameter("kind", {"type": "string", "enum": Kind.values}),
        OpenApiParameter("mine", FLAG, description="Those you have entered or help to run, drafts included"),
        is_paged=True,
    )
    def get(self, request: Request) -> QuerySet[Tournament]:
        """A page of those that are announced."""
        mine = self.asked.flag("mine")
        if mine and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have tournaments of your own.")
        found = own_tournaments(request.user) if mine else Tournament.objects.listed()
        state = self.asked.one_of("state", [ANY, *STATES], ANY)
        kind = self.asked.one_of("kind", [ANY, *Kind.values], ANY)
        if state:
            found = found.filter(state=state)
        if kind:
            found = found.filter(kind=kind)
        coming = Count("entries", filter=Q(entries__state__in=COMING))
        return found.annotate(coming=coming).order_by("-created_at", "-pk")

    @operation("tournaments_create", "Prepare a tournament", shapes.TournamentShape, status=201, file=sent.CREATE)
    def post(self, request: Request) -> Response:
        """A draft, which its staff alone see until it is opened. What is left out has its usual value."""
        body = Body(request, *PLAN)
        body.text("name")
        row = create_tournament(request.user, plan_from(body, Plan()))
        where = reverse("tournaments_api:tournament", args=[row.public_id])
        return Response(tournament_data(self.find(row.public_id)), status=201, headers={"Location": where})


class OneTournament(TournamentView):
    """A tournament."""

    @operation("tournaments_read", "Read a tournament", shapes.TournamentShape)
    def get(self, request: Request, event: str) -> Response:
        """Return the plan, the state and the next deadline of a tournament."""
        return self.answer("tournament", event)

    @operation("tournaments_change", "Change the plan", shapes.TournamentShape, file=sent.CHANGE)
    def patch(self, request: Request, event: str) -> Response:
        """All that is said changes at once, or nothing. What players have agreed to stays."""
        body = Body(request, SEEN, *PLAN)

        def change() -> None:
            row = self.find_for_staff(event, Ability.CONFIGURE).tournament
            change_tournament(event, request.user, plan_from(body, plan_of(row)))

        self.perform(request, event, body, change)
        return self.answer("tournament", event)


class OneOfStaff(TournamentView):
    """A staff member."""

    @operation(
        "tournaments_appoint",
        "Appoint somebody, or let them be something else",
        shapes.StaffShape,
        body=sent.APPOINT,
    )
    def put(self, request: Request, body: Body, event: str, name: str) -> Response:
        """The owner appoints accounts by their user names."""
        role = body.text("role")
        self.perform(request, event, body, lambda: appoint(event, request.user, self._other(event, name), role))
        return staff_answer(self.find(event).tournament)

    @operation("tournaments_dismiss", "Dismiss somebody", shapes.StaffShape)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """Remove a member of the staff. The last owner cannot be removed."""
        body = Body(request, SEEN)
        self.perform(request, event, body, lambda: dismiss(event, request.user, self._other(event, name)))
        return staff_answer(self.find(event).tournament)

    def _other(self, event: str, name: str) -> User:
        """Return the user of that name. Checks permission first, so that others do not learn which names exist."""
        self.find_for_staff(event, Ability.APPOINT)
        other = find_player(name)
        if other is None:
            raise DomainError("no_such_player", "There is no such player.")
        return other
