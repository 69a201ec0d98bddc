"""Resources of tournament files: export, restoring, and import of player lists."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.operations import operation
from cards.api.requests import Body, bytes_of
from tournaments.events.api import sent, shapes
from tournaments.events.api.answers import tournament_data
from tournaments.events.api.view import TournamentView
from tournaments.events.files.files import FILES, file_answer
from tournaments.events.files.importing import Report, import_players
from tournaments.events.files.restoring import LARGEST_UPLOAD, check_may_restore, restore_upload
from tournaments.events.locked_tournament import Ability

NAMES = list(FILES)
ACCOUNTS = "Players and staff become the users of the same name; else all are names"


class Export(TournamentView):
    """Files."""

    @operation(
        "tournaments_export",
        "Take a file away",
        {
            (200, file.content_type.partition(";")[0]): OpenApiResponse(
                OpenApiTypes.OBJECT if file.content_type == "application/json" else OpenApiTypes.STR
            )
            for file in FILES.values()
        },
        OpenApiParameter("file", {"type": "string", "enum": NAMES}, description=f"{NAMES[0]} unless said"),
        refuses=(403, 409),
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """Tables as CSV, results as TRF16, the date as iCalendar, and for the owner the whole when it is over."""
        name = self.asked.one_of("file", NAMES, NAMES[0])
        return file_answer(self.find(event), name)


class Import(TournamentView):
    """Lists of players."""

    rate = "work"

    @operation("tournaments_import", "Bring players in from CSV", shapes.ImportedShape, body=sent.IMPORT)
    def post(self, request: Request, body: Body, event: str) -> Report:
        """A report for each line. With `enter` its players are entered, if none is bad or bad ones may be left out."""
        text, dry_run, leave_bad = body.text("text"), not body.flag("enter"), body.flag("leave_bad")

        def bring() -> Report:
            self.find_for_staff(event, Ability.ADMIT)
            return import_players(event, request.user, text, dry_run=dry_run, leave_bad=leave_bad)

        return self.perform(request, event, body, bring)


class Restore(TournamentView):
    """Whole tournaments."""

    rate = "work"

    @operation(
        "tournaments_restore",
        "Restore a tournament from its file",
        {201: shapes.RestoredShape},
        OpenApiParameter("accounts", bool, description=ACCOUNTS),
        file=sent.RESTORE,
    )
    def post(self, request: Request) -> Response:
        """Restore a tournament from its file, for the staff of the site.

        Every match is replayed. If one does not give its log, nothing is restored.
        """
        check_may_restore(request.user)
        maps_users = self.asked.flag("accounts")
        found = restore_upload(bytes_of(request, LARGEST_UPLOAD), by=request.user, maps_users=maps_users)
        event = found.tournament.public_id
        told = {"tournament": tournament_data(self.find(event)), "accounts": found.accounts, "names": found.names}
        where = reverse("tournaments_api:tournament", args=[event])
        return Response(told, status=201, headers={"Location": where})
