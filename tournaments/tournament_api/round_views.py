"""Rounds: pair, arrange, publish, undo; and at their tables results and more time."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.paging import PAGE_PARAMETERS, PAGING, page_of
from tournaments.desk.acts import LEFT, PLACE, numbers
from tournaments.organizing.results import report_result
from tournaments.organizing.rounds import pair_round
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import round_data
from tournaments.tournament_api.reading_views import rounds_page
from tournaments.tournament_api.view import SEEN, TournamentView


class RoundView(TournamentView):
    """A resource that answers with a round."""

    def shown(self, event: str, number: int, status: int = 200) -> Response:
        """The round as it is now."""
        return Response(round_data(self.found(event), number), status=status)


class Rounds(RoundView):
    """The rounds."""

    parameters = {"GET": PAGING}
    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_rounds",
        summary="List the rounds",
        parameters=PAGE_PARAMETERS,
        responses=page_of(shapes.RoundSummaryShape),
    )
    def get(self, request: Request, event: str) -> Response:
        """A page of those that hold, in their order. One that is not published is the staff's alone."""
        return rounds_page(self, request, event)

    @extend_schema(
        operation_id="tournaments_pair",
        summary="Pair the next round",
        request=sent.STEP,
        responses={201: shapes.RoundShape},
    )
    def post(self, request: Request, event: str) -> Response:
        """As a draft that the staff see; or a draft anew."""
        body = Body(request, SEEN)
        paired = self.acted(request, event, body, lambda: pair_round(event, request.user))
        return self.shown(event, paired.number, status=201)


class Reported(RoundView):
    """What players of a table-top event say became of their table."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_report",
        summary="Report the result of your own table",
        request=sent.REPORT,
        responses=shapes.RoundShape,
    )
    def post(self, request: Request, event: str) -> Response:
        """It stands when another player of the table says the same."""
        body = Body(request, "places", "left", SEEN)
        places = numbers(body, "places", PLACE)
        left = LEFT.from_body(body)
        table = self.acted(request, event, body, lambda: report_result(event, request.user, places, left))
        return self.shown(event, table.round.number)
