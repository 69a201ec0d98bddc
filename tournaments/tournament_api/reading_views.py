"""Reading tournaments: the list, one with its plan, players, rounds, standings, brackets, places, decks and the log."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.paging import PAGE_PARAMETERS, PAGING, page_answer, page_of
from tournaments.errors import DomainError
from tournaments.organizing.enums import Did, EntryState, Kind, TournamentState
from tournaments.organizing.models import Appointment, Entry, LogLine, Penalty, Tournament
from tournaments.organizing.placing import final_places
from tournaments.organizing.roles import Ability
from tournaments.tournament_api import shapes
from tournaments.tournament_api.answers import (
    StandingsTable,
    brackets_data,
    deck_data,
    entry_data,
    line_data,
    penalty_data,
    places_data,
    round_data,
    round_summary,
    summary_data,
)
from tournaments.tournament_api.reading import own_tournaments, rounds_with_counts, with_counts
from tournaments.tournament_api.view import TournamentView

ANY = ""
STATES = [state.value for state in TournamentState if state != TournamentState.DRAFT]
FLAG = {"type": "boolean"}


def listed(view: TournamentView, request: Request) -> Response:
    """A page of tournaments: those that are announced, or those of whoever asks."""
    mine = view.asked.flag("mine")
    if mine and not request.user.is_authenticated:
        raise exceptions.NotAuthenticated("Sign in, or send a token, to have tournaments of your own.")
    found = own_tournaments(request.user) if mine else Tournament.objects.listed()
    state = view.asked.one_of("state", [ANY, *STATES], ANY)
    kind = view.asked.one_of("kind", [ANY, *Kind.values], ANY)
    if state:
        found = found.filter(state=state)
    if kind:
        found = found.filter(kind=kind)
    ordered = with_counts(found.order_by("-created_at", "-pk"))
    return Response(page_answer(request, view.asked, ordered, lambda page: [*map(summary_data, page)]))


LIST_PARAMETERS = [
    OpenApiParameter("state", {"type": "string", "enum": STATES}, description="Where it stands"),
    OpenApiParameter("kind", {"type": "string", "enum": Kind.values}),
    OpenApiParameter("mine", FLAG, description="Those you have entered or help to run, drafts included"),
    *PAGE_PARAMETERS,
]
LISTS = ("state", "kind", "mine", *PAGING)


class OneEntry(TournamentView):
    """A player."""

    @extend_schema(operation_id="tournaments_player", summary="Read a player", responses=shapes.EntryShape)
    def get(self, request: Request, event: str, number: int) -> Response:
        """The player of that number."""
        seen = self.found(event)
        entry = Entry.objects.filter(tournament=seen.tournament, number=number).select_related("user").first()
        if entry is None:
            raise DomainError("no_such_player", f"There is no player {number} in this tournament.")
        return Response(entry_data(entry, seen.actor))


def entries_page(view: TournamentView, request: Request, event: str) -> Response:
    """A page of the players, by number."""
    seen = view.found(event)
    state = view.asked.one_of("state", [ANY, *EntryState.values], ANY)
    found = Entry.objects.filter(tournament=seen.tournament).select_related("user").order_by("number")
    if state:
        found = found.filter(state=state)

    def shaped(entry: Entry) -> dict[str, Any]:
        return entry_data(entry, seen.actor)

    return Response(page_answer(request, view.asked, found, lambda page: [*map(shaped, page)]))


def rounds_page(view: TournamentView, request: Request, event: str) -> Response:
    """A page of the rounds, in their order."""
    found = rounds_with_counts(view.found(event).rounds())
    return Response(page_answer(request, view.asked, found, lambda page: [*map(round_summary, page)]))


class OneRound(TournamentView):
    """A round."""

    @extend_schema(
        operation_id="tournaments_round", summary="Read a round with its tables", responses=shapes.RoundShape
    )
    def get(self, request: Request, event: str, number: int) -> Response:
        """Pairings, and results as far as there are any. A round that is not published is the staff's alone."""
        found = round_data(self.found(event), number)
        if found is None:
            raise DomainError("no_such_round", f"There is no round {number}.")
        return Response(found)


class Standings(TournamentView):
    """Who stands where."""

    parameters = {"GET": ("accounts", *PAGING)}

    @extend_schema(
        operation_id="tournaments_standings",
        summary="Read the standings",
        parameters=[
            OpenApiParameter("accounts", FLAG, description="With how each number was come by"),
            *PAGE_PARAMETERS,
        ],
        responses=page_of(shapes.StandingShape),
    )
    def get(self, request: Request, event: str) -> Response:
        """Everybody who has taken part, the best first, by all results so far in phases where points count."""
        seen = self.found(event)
        table = StandingsTable(seen.tournament, accounts=self.asked.flag("accounts"))
        return Response(page_answer(request, self.asked, table.standings, lambda page: [*map(table.data, page)]))


class Brackets(TournamentView):
    """The brackets."""

    @extend_schema(
        operation_id="tournaments_bracket", summary="Read the brackets as data", responses=shapes.BracketsShape
    )
    def get(self, request: Request, event: str) -> Response:
        """Every match of each, where its players come from, and who won."""
        return Response(brackets_data(self.found(event).tournament))


class Places(TournamentView):
    """The end."""

    @extend_schema(operation_id="tournaments_places", summary="Read who came where", responses=shapes.FinalPlacesShape)
    def get(self, request: Request, event: str) -> Response:
        """The final places, once there are any."""
        row = self.found(event).tournament
        return Response(places_data(row, final_places(row) if row.is_over else []))


class Decks(TournamentView):
    """What the players brought."""

    parameters = {"GET": PAGING}
    refuses = {"GET": (403,)}

    @extend_schema(
        operation_id="tournaments_decks",
        summary="Read the decks",
        parameters=PAGE_PARAMETERS,
        responses=page_of(shapes.DeckOfPlayerShape),
    )
    def get(self, request: Request, event: str) -> Response:
        """For everybody when the tournament opens them, of those who have a place or have taken part.

        For those of the staff who look decks through before that, and of all who have handed one in.
        """
        seen = self.found(event)
        row = seen.tournament
        looks_through = seen.actor.may(Ability.SEE_DECKS)
        if not row.are_decks_open and not looks_through:
            raise DomainError("not_shown", f"Decks are open {row.get_decks_open_display()}.", version=row.version)
        entered = Entry.objects.filter(tournament=row).select_related("user")
        found = entered.exclude(state=EntryState.WITHDRAWN) if looks_through else entered.in_place()
        return Response(
            page_answer(request, self.asked, found.order_by("number"), lambda page: [*map(deck_data, page)])
        )


class Log(TournamentView):
    """The log."""

    parameters = {"GET": ("did", *PAGING)}
    refuses = {"GET": (403,)}

    @extend_schema(
        operation_id="tournaments_log",
        summary="Read the log",
        parameters=[OpenApiParameter("did", {"type": "string", "enum": Did.values}), *PAGE_PARAMETERS],
        responses=page_of(shapes.LogLineShape),
    )
    def get(self, request: Request, event: str) -> Response:
        """Every change in order, for the staff."""
        row = self.staffed(event, Ability.SEE_LOG).tournament
        did = self.asked.one_of("did", [ANY, *Did.values], ANY)
        lines = LogLine.objects.filter(tournament=row).order_by("number")
        return Response(
            page_answer(
                request, self.asked, lines.filter(did=did) if did else lines, lambda page: [*map(line_data, page)]
            )
        )


class Penalties(TournamentView):
    """Penalties."""

    parameters = {"GET": PAGING}
    refuses = {"GET": (403,)}

    @extend_schema(
        operation_id="tournaments_penalties",
        summary="Read the penalties",
        parameters=PAGE_PARAMETERS,
        responses=page_of(shapes.PenaltyShape),
    )
    def get(self, request: Request, event: str) -> Response:
        """All that were given, in order, for those of the staff who give some."""
        row = self.staffed(event, Ability.PENALISE).tournament
        found = Penalty.objects.filter(entry__tournament=row).select_related("entry__user").order_by("at", "pk")
        return Response(page_answer(request, self.asked, found, lambda page: [*map(penalty_data, page)]))


def staff_answer(row: Tournament) -> Response:
    """Who runs a tournament."""
    found = Appointment.objects.filter(tournament=row).select_related("user").order_by("pk")
    staff = [{"player": one.user.username, "name": str(one.user), "role": one.role} for one in found]
    return Response({"staff": staff})


class Staff(TournamentView):
    """The staff."""

    @extend_schema(operation_id="tournaments_staff", summary="See who runs it", responses=shapes.StaffShape)
    def get(self, request: Request, event: str) -> Response:
        """Everybody with a role."""
        return staff_answer(self.found(event).tournament)
