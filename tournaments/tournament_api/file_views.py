"""Files of tournaments for programs: to take away, and lists of players to bring in."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from tournaments.organizing.roles import Ability
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.view import SEEN, TournamentView
from tournaments.tournament_files.files import FILES, file_answer
from tournaments.tournament_files.importing import Report, import_players

NAMES = list(FILES)


class Export(TournamentView):
    """Files."""

    parameters = {"GET": ("file",)}
    refuses = {"GET": (403, 409)}

    @extend_schema(
        operation_id="tournaments_export",
        summary="Take a file away",
        parameters=[OpenApiParameter("file", {"type": "string", "enum": NAMES}, description=f"{NAMES[0]} unless said")],
        responses={
            (200, file.content_type.partition(";")[0]): OpenApiResponse(
                OpenApiTypes.OBJECT if file.content_type == "application/json" else OpenApiTypes.STR
            )
            for file in FILES.values()
        },
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """Tables as CSV, results as TRF16, the date as iCalendar, and for the owner the whole when it is over."""
        name = self.asked.one_of("file", NAMES, NAMES[0])
        return file_answer(self.found(event), name)


class Import(TournamentView):
    """Lists of players."""

    signed_in = ("POST",)
    rate = "work"

    @extend_schema(
        operation_id="tournaments_import",
        summary="Bring players in from CSV",
        request=sent.IMPORT,
        responses=shapes.ImportedShape,
    )
    def post(self, request: Request, event: str) -> Response:
        """A report for each line. With `enter` its players are entered, if none is bad or bad ones may be left out."""
        body = Body(request, "text", "enter", "leave_bad", SEEN)
        text, dry_run, leave_bad = body.text("text"), not body.flag("enter"), body.flag("leave_bad")

        def bring() -> Report:
            self.staffed(event, Ability.ADMIT)
            return import_players(event, request.user, text, dry_run=dry_run, leave_bad=leave_bad)

        report = self.acted(request, event, body, bring)
        lines = [line._asdict() for line in report.lines]
        return Response({"entered": report.is_done, "faults": report.faults, "lines": lines})
