"""How a table answers a browser: fragments for htmx, the whole page for a plain form.

Clients that want JSON are answered by `tournaments.api`; this module says which those are.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.catalogue import current_starters
from cards.deck_pages.judged import problem_lines
from incursions.accounts.models import User
from incursions.clients import see_other
from incursions.clients import wants_html as wants_html  # noqa: PLC0414 -- handed on
from tournaments.chat.panel import ChatPanel
from tournaments.lobby_page import LobbyPage
from tournaments.models import Match
from tournaments.seat_decks import DeckRefusal, offered_to
from tournaments.table_page import Notice, context, picture_of
from tournaments.viewed_tables import Table, table_for

CHOSEN_ANEW = ("starter", "csrfmiddlewaretoken")
MATCH_PAGE, LOBBY_PAGE = "tournaments/match.html", "tournaments/lobby.html"


def viewer_of(request: HttpRequest) -> User | None:
    """Who looks at the table: a user, guests among them, or nobody known."""
    return request.user if request.user.is_authenticated else None


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
    """What became of a move: the table as it is now, with the refusal in its place if there was one."""
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
    """The whole page of a table: where its match is played, or where it waits for players.

    `invitation` is what lets the viewer sit at a private one.
    """
    page = LOBBY_PAGE if table.game is None else MATCH_PAGE
    details: dict[str, Any] = context(table, notice)
    details["chat"] = ChatPanel(table.match, viewer_of(request), table.seats)
    if table.match.is_open:
        details["lobby"] = LobbyPage(table, invitation, viewer_of(request))
        details["own_decks"] = offered_to(request.user, table.match.format)
        details["may_be_rated"] = request.user.is_authenticated and not request.user.is_guest
    return render(request, page, details, status=status)


def show_refused_deck(request: HttpRequest, refusal: DeckRefusal, public_id: str | None) -> HttpResponse:
    """The page that says why a deck cannot be played, by which rules, and leads to where that is mended.

    Another deck can be chosen there for the same table: what was said of it is kept.
    """
    details = {
        "here": "play",
        "refusal": refusal,
        "problems": problem_lines(refusal.verdict) if refusal.verdict else [],
        "public_id": public_id,
        "kept": [(name, said) for name, said in request.POST.items() if name not in CHOSEN_ANEW],
        "own_decks": offered_to(request.user),
        "starters": current_starters().values(),
    }
    return render(request, "tournaments/deck_refused.html", details, status=refusal.status)
