"""Resources of rounds: pair, rearrange, publish and undo; results and extensions of tables."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.operations import operation
from tournaments.desk.acts import LEFT, PLACE, numbers
from tournaments.organizing.models import Round
from tournaments.organizing.results import report_result
from tournaments.organizing.rounds import pair_round
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.reading import rounds_with_counts
from tournaments.tournament_api.view import TournamentView


class Rounds(TournamentView):
    """The rounds."""

    @operation("tournaments_rounds", "List the rounds", shapes.RoundSummaryShape, is_paged=True)
    def get(self, request: Request, event: str) -> QuerySet[Round]:
        """A page of those that hold, in their order. One that is not published is the staff's alone."""
        return rounds_with_counts(self.find(event).rounds())

    @operation("tournaments_pair", "Pair the next round", shapes.RoundShape, status=201, body=sent.STEP)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Pair the next round as a draft that only the staff see, or pair the draft again."""
        paired = self.perform(request, event, body, lambda: pair_round(event, request.user))
        return self.answer("round", event, paired, 201)


class Reported(TournamentView):
    """The players' claims of a table's result at a table-top event."""

    @operation("tournaments_report", "Report the result of your own table", shapes.RoundShape, body=sent.REPORT)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Report a result. It counts when another player of the table reports the same."""
        places = numbers(body, "places", PLACE)
        left = LEFT.from_body(body)
        table = self.perform(request, event, body, lambda: report_result(event, request.user, places, left))
        return self.answer("round", event, table)
