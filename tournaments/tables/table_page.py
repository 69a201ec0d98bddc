"""The page of a table for one viewer, an open table or a match, and the responses to browsers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html

from incursions.accounts.viewers import viewer_of
from incursions.games.loadouts import LoadoutRefusedError
from incursions.kit.clients import see_other
from tournaments.live.chat.panel import ChatPanel
from tournaments.matches.match_page import MatchPage, Notice
from tournaments.matches.models import Match
from tournaments.matches.table_rows import Table, table_for
from tournaments.tables.banners import share_match
from tournaments.tables.lobby_page import LobbyPage

PROMPT = "prompt"
FRAGMENT = '<hx-partial hx-target="#{}" hx-swap="outerMorph">{}</hx-partial>\n'
FACTS = '<div id="facts" hidden data-facts="{}"></div>'
"""The element with the facts for the scripts of the page."""


class Picture(NamedTuple):
    """A table as one viewer sees it at a revision: its parts by the id of their element, and the facts for scripts.

    An open table has no facts.
    """

    revision: int
    parts: Mapping[str, str]
    facts: str = ""
    is_for_player: bool = False

    @property
    def whole(self) -> str:
        """All parts as fragments that find their own place in the page."""
        return self.render_without(())

    def render_without(self, marks: Collection[tuple[str, int]]) -> str:
        """Return the fragments without the parts that have these `marks`; the prompt is always included."""
        parts = {name: part for name, part in self.parts.items() if name == PROMPT or (name, hash(part)) not in marks}
        if self.facts:
            parts["facts"] = format_html(FACTS, self.facts)
        return "".join(FRAGMENT.format(name, part) for name, part in parts.items())

    def only(self, names: Collection[str]) -> str:
        """Return the fragments of these parts alone, without facts, for a change in this viewer's view only."""
        return "".join(FRAGMENT.format(name, part) for name, part in self.parts.items() if name in names)

    @property
    def marks(self) -> frozenset[tuple[str, int]]:
        """The hashes of its parts by name, valid in this process."""
        return frozenset((name, hash(part)) for name, part in self.parts.items())


def context(table: Any, notice: Notice | None = None) -> dict[str, object]:
    """Return the context of the match page's templates."""
    lobby = LobbyPage(table) if table.game is None else None
    return {"page": MatchPage(table, notice), "match": table.match, "table": table, "lobby": lobby}


def picture_of(table: Any, notice: Notice | None = None) -> Picture:
    """Return every part of the table that changes, as its viewer may see it."""
    revision = table.match.revision
    if table.game is None:
        lobby = render_to_string("tables/lobby.html#lobby", context(table, notice))
        return Picture(revision, {"lobby": lobby}, is_for_player=table.seat is not None)
    page = MatchPage(table, notice)
    is_watched = table.seat is None and not table.is_staff and notice is None
    parts = table.rows.render_for_spectators(lambda: page.parts) if is_watched else page.parts
    return Picture(revision, parts, page.facts, table.seat is not None)


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
    preset: str = "",
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
    details["shared"] = share_match(table.match)
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
