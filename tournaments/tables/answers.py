"""Responses to browsers at a table: fragments for htmx, the whole page for a plain form.

Clients that want JSON are answered by `tournaments.tables.api`; this module tells which clients those are.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from incursions.accounts.viewers import viewer_of
from incursions.games.contract import LoadoutRefusedError
from incursions.kit.clients import see_other
from tournaments.live.chat.panel import ChatPanel
from tournaments.matches.models import Match
from tournaments.matches.table_rows import Table, table_for
from tournaments.tables.lobby_page import LobbyPage
from tournaments.tables.table_page import Notice, context, picture_of

CSRF = "csrfmiddlewaretoken"
MATCH_PAGE, LOBBY_PAGE = "tables/match.html", "tables/lobby.html"


def answer(
    request: HttpRequest,
    match: Match,
    *,
    status: int,
    code: str,
    message: str = "",
    rule: str = "",
    version: int | None = None,
) -> HttpResponse:
    """Render the response to a move: the current table, with the refusal as a notice if there was one."""
    if status == 200 and not request.headers.get("HX-Request"):
        return see_other(match)
    table = table_for(match, viewer_of(request))
    notice = Notice(code, message, rule) if message else None
    if request.headers.get("HX-Request"):
        return HttpResponse(picture_of(table, notice).whole, status=status)
    given = request.POST.get("invitation", "")
    return show_table(request, table, notice, status=status, invitation=given if given == match.invitation else "")


def show_table(
    request: HttpRequest, table: Table, notice: Notice | None = None, status: int = 200, invitation: str = ""
) -> HttpResponse:
    """Render the whole page of a table: the match, or the lobby while it waits for players.

    `invitation` is the token that lets the viewer sit at a private table.
    """
    page = LOBBY_PAGE if table.game is None else MATCH_PAGE
    details: dict[str, object] = context(table, notice)
    details["chat"] = ChatPanel(table.match.room, viewer_of(request), table.match.room_facts(table.seats))
    if table.match.is_open:
        details["lobby"] = LobbyPage(table, invitation, viewer_of(request))
        details |= table.match.loadouts.make_form_context(request.user, table.match.limits)
        details["may_be_rated"] = request.user.is_authenticated and not request.user.is_guest
    return render(request, page, details, status=status)


def show_refused_loadout(request: HttpRequest, refusal: LoadoutRefusedError, public_id: str | None) -> HttpResponse:
    """Render the page that says why a loadout cannot be played, with the rules and a link to mend it.

    The user can choose another one there for the table. The other fields of the form are kept.
    """
    details = {
        "here": "play",
        "refusal": refusal,
        "public_id": public_id,
        "kept": [(name, said) for name, said in request.POST.items() if name not in (*refusal.fields, CSRF)],
        **refusal.make_page_context(request.user),
    }
    return render(request, refusal.template, details, status=refusal.status)
