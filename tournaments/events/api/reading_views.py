"""Read-only resources of tournaments: players, rounds, standings, brackets, places, decks and the log."""

from __future__ import annotations

from django.core.paginator import Page
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.operations import operation
from cards.api.paging import PAGE_PARAMETERS, page_answer, page_of
from incursions.kit.refusals import DomainError
from tournaments.events.api import shapes
from tournaments.events.api.answers import (
    StandingData,
    StandingsTable,
    brackets_data,
    entry_data,
    places_data,
    round_data,
)
from tournaments.events.api.view import TournamentView
from tournaments.events.enums import Did, EntryState
from tournaments.events.history import final_places
from tournaments.events.locked_tournament import Ability
from tournaments.events.models import Appointment, Entry, LogLine, Penalty, Tournament
from tournaments.events.standings import Standing

ANY = ""
FLAG = {"type": "boolean"}


class OneEntry(TournamentView):
    """A player."""

    @operation("tournaments_player", "Read a player", shapes.EntryShape)
    def get(self, request: Request, event: str, number: int) -> Response:
        """The player of that number."""
        seen = self.find(event)
        entry = Entry.objects.filter(tournament=seen.tournament, number=number).select_related("user").first()
        if entry is None:
            raise DomainError("no_such_player", f"There is no player {number} in this tournament.")
        return Response(entry_data(entry, seen.actor))


class OneRound(TournamentView):
    """A round."""

    @operation("tournaments_round", "Read a round with its tables", shapes.RoundShape)
    def get(self, request: Request, event: str, number: int) -> Response:
        """Pairings, and results as far as there are any. A round that is not published is the staff's alone."""
        found = round_data(self.find(event), number)
        if found is None:
            raise DomainError("no_such_round", f"There is no round {number}.")
        return Response(found)


class Standings(TournamentView):
    """The standings."""

    @operation(
        "tournaments_standings",
        "Read the standings",
        page_of(shapes.StandingShape),
        OpenApiParameter("accounts", FLAG, description="With how each number was come by"),
        *PAGE_PARAMETERS,
    )
    def get(self, request: Request, event: str) -> Response:
        """Everybody who has taken part, the best first, by all results so far in phases where points count."""
        seen = self.find(event)
        table = StandingsTable(seen.tournament, accounts=self.asked.flag("accounts"))

        def write(page: Page[Standing]) -> list[StandingData]:
            return [table.data(one) for one in page]

        return Response(page_answer(request, self.asked, table.standings, write))


class Brackets(TournamentView):
    """The brackets."""

    @operation("tournaments_bracket", "Read the brackets as data", shapes.BracketsShape)
    def get(self, request: Request, event: str) -> dict[str, object]:
        """Every match of each, where its players come from, and who won."""
        return brackets_data(self.find(event).tournament)


class Places(TournamentView):
    """The end."""

    @operation("tournaments_places", "Read who came where", shapes.FinalPlacesShape)
    def get(self, request: Request, event: str) -> dict[str, object]:
        """The final places, once there are any."""
        row = self.find(event).tournament
        return places_data(row, final_places(row) if row.is_over else [])


class Decks(TournamentView):
    """The decks."""

    @operation("tournaments_decks", "Read the decks", shapes.DeckOfPlayerShape, is_paged=True, refuses=(403,))
    def get(self, request: Request, event: str) -> QuerySet[Entry]:
        """Return the decks of the players.

        Everyone sees those of players with a place once the tournament opens decks. Staff who check decks see every
        submitted deck before that.
        """
        seen = self.find(event)
        row = seen.tournament
        looks_through = seen.actor.may(Ability.SEE_DECKS)
        if not row.are_decks_open and not looks_through:
            raise DomainError("not_shown", f"Decks are open {row.get_decks_open_display()}.", version=row.version)
        entered = Entry.objects.filter(tournament=row).select_related("user")
        found = entered.exclude(state=EntryState.WITHDRAWN) if looks_through else entered.in_place()
        return found.order_by("number")


class Log(TournamentView):
    """The log."""

    @operation(
        "tournaments_log",
        "Read the log",
        shapes.LogLineShape,
        OpenApiParameter("did", {"type": "string", "enum": Did.values}),
        is_paged=True,
        refuses=(403,),
    )
    def get(self, request: Request, event: str) -> QuerySet[LogLine]:
        """Every change in order, for the staff."""
        row = self.find_for_staff(event, Ability.SEE_LOG).tournament
        did = self.asked.one_of("did", [ANY, *Did.values], ANY)
        lines = LogLine.objects.filter(tournament=row).order_by("number")
        return lines.filter(did=did) if did else lines


class Penalties(TournamentView):
    """Penalties."""

    @operation("tournaments_penalties", "Read the penalties", shapes.PenaltyShape, is_paged=True, refuses=(403,))
    def get(self, request: Request, event: str) -> QuerySet[Penalty]:
        """All that were given, in order, for those of the staff who give some."""
        row = self.find_for_staff(event, Ability.PENALISE).tournament
        return Penalty.objects.filter(entry__tournament=row).select_related("entry__user").order_by("at", "pk")


def staff_answer(row: Tournament) -> Response:
    """Return the staff of a tournament as a response."""
    found = Appointment.objects.filter(tournament=row).select_related("user").order_by("pk")
    return Response(shapes.StaffShape({"staff": found}).data)


class Staff(TournamentView):
    """The staff."""

    @operation("tournaments_staff", "See who runs it", shapes.StaffShape)
    def get(self, request: Request, event: str) -> Response:
        """Everybody with a role."""
        return staff_answer(self.find(event).tournament)
