"""Rounds: pair, arrange, publish, undo; and at their tables results and more time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body, whole
from cards.api.paging import PAGE_PARAMETERS, PAGING, page_of
from cards.decks.errors import malformed
from tournaments.organizing.models import Round
from tournaments.organizing.pausing import extend_table
from tournaments.organizing.reporting import report_result
from tournaments.organizing.results import rule_result
from tournaments.organizing.rounds import break_table, give_bye, pair_round, pair_table, publish_round, swap, undo_round
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import round_data, tournament_data
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


class Published(RoundView):
    """Publishing."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_publish",
        summary="Publish the draft",
        request=sent.STEP,
        responses=shapes.RoundShape,
    )
    def post(self, request: Request, event: str) -> Response:
        """Everybody sees it, and it begins after the tournament's delay."""
        body = Body(request, SEEN)
        return self.shown(event, self.acted(request, event, body, lambda: publish_round(event, request.user)).number)


class Undone(TournamentView):
    """Undoing."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_undo",
        summary="Undo the last round",
        request=sent.WHY,
        responses=shapes.TournamentShape,
    )
    def post(self, request: Request, event: str) -> Response:
        """It counts for nothing, and its matches end. It can be paired again then."""
        body = Body(request, "reason", SEEN)
        reason = body.text("reason")
        self.acted(request, event, body, lambda: undo_round(event, request.user, reason=reason))
        return Response(tournament_data(self.found(event)))


def arranging(
    operation: str, summary: str, schema: dict[str, Any], keys: tuple[str, ...], act: Callable[..., Round]
) -> type[RoundView]:
    """A resource that arranges the round that is prepared or played. Numbers come by `keys`; what else is a reason."""
    numbers = tuple(key for key in keys if key != "reason")

    class Arranged(RoundView):
        """A round arranged by hand."""

        signed_in = ("POST",)

        @extend_schema(
            operation_id=f"tournaments_{operation}", summary=summary, request=schema, responses=shapes.RoundShape
        )
        def post(self, request: Request, event: str) -> Response:
            body = Body(request, *keys, SEEN)
            said = [whole(body.get(key), key, least=1, most=sent.MOST_NUMBER) for key in numbers]
            why = {"reason": body.text("reason")} if "reason" in keys else {}
            done = self.acted(request, event, body, lambda: act(event, request.user, *said, **why))
            return self.shown(event, done.number)

    return Arranged


Swapped = arranging("swap", "Let two players change places", sent.SWAP, ("one", "other"), swap)
Broken = arranging("break", "Let a table be none", sent.BREAK, ("table", "reason"), break_table)
ByeGiven = arranging("bye", "Give a bye to somebody who is not paired", sent.BYE, ("player",), give_bye)


class PairedTables(RoundView):
    """Tables paired by hand."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_pair_table",
        summary="Let players meet who are not paired",
        request=sent.PAIR_TABLE,
        responses={201: shapes.RoundShape},
    )
    def post(self, request: Request, event: str) -> Response:
        """In a round that is played the table opens at once."""
        body = Body(request, "players", SEEN)
        players = numbers(body, "players", 1, sent.MOST_NUMBER)
        table = self.acted(request, event, body, lambda: pair_table(event, request.user, players))
        return self.shown(event, table.round.number, status=201)


class Extended(RoundView):
    """More time."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_extend",
        summary="Give a table more time",
        request=sent.EXTEND,
        responses=shapes.RoundShape,
    )
    def post(self, request: Request, event: str) -> Response:
        """A table of the round that is played: its match ends so many minutes later."""
        body = Body(request, "table", "minutes", "reason", SEEN)
        number, minutes = (whole(body.get(key), key, least=1, most=sent.MOST_NUMBER) for key in ("table", "minutes"))
        reason = body.text("reason")
        table = self.acted(
            request, event, body, lambda: extend_table(event, request.user, number, minutes, reason=reason)
        )
        return self.shown(event, table.round.number)


class Ruled(RoundView):
    """Results that are ruled."""

    signed_in = ("POST",)

    @extend_schema(
        operation_id="tournaments_rule",
        summary="Rule on the result of a table",
        request=sent.RESULT,
        responses=shapes.RoundShape,
    )
    def post(self, request: Request, event: str, number: int, table: int) -> Response:
        """A match under way ends with it."""
        body = Body(request, "places", "left", "reason", SEEN)
        places = numbers(body, "places", 1, sent.MOST_AT_TABLE)
        left = numbers(body, "left", 0, sent.MOST_LEFT) if "left" in body else None
        reason = body.text("reason")

        def rule() -> None:
            rule_result(event, request.user, number, table, places, reason=reason, left=left)

        self.acted(request, event, body, rule)
        return self.shown(event, number)


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
        places = numbers(body, "places", 1, sent.MOST_AT_TABLE)
        left = numbers(body, "left", 0, sent.MOST_LEFT) if "left" in body else None
        table = self.acted(request, event, body, lambda: report_result(event, request.user, places, left))
        return self.shown(event, table.round.number)


def numbers(body: Body, key: str, least: int, most: int) -> list[int]:
    """A list of whole numbers. Raises `DeckError` malformed."""
    value = body.get(key)
    if not isinstance(value, list) or not 2 <= len(value) <= sent.MOST_AT_TABLE:
        raise malformed(key, f"a list of 2 to {sent.MOST_AT_TABLE} whole numbers", value, field=key)
    return [whole(one, key, least=least, most=most) for one in value]
