"""The page of a table for one viewer: its contents, the parts that pushes send, and the responses to browsers.

What belongs to the game is its `scene`; the page knows seats, clocks, the log and what the platform adds. It is pure
presentation, for first load, own move and push alike. The templates of the parts are Jinja2's: those of the game, and
those of the frame below `templates/jinja2/table`. They are rendered for every viewer after every move, and Django's own
would take four fifths of the time of a picture (docs/performance.md).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChoiceLoader, Environment, FileSystemLoader
from markupsafe import Markup

from incursions.accounts.viewers import viewer_of
from incursions.engine import find_undone
from incursions.engine.events import EventData
from incursions.games.contract import SHARED_TEMPLATES, LoadoutRefusedError, LogFilter, Scene, TableKind
from incursions.kit.addresses import address
from incursions.kit.clients import see_other
from incursions.kit.markup import make_environment
from tournaments.events.models import Table as EventTable
from tournaments.live.chat.panel import ChatPanel
from tournaments.matches.absence import AbsentSeat, absent_seats
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.log import LogBook, LogLine, LogText, Reader, is_for, list_filters
from tournaments.matches.models import Match
from tournaments.matches.staff.models import StaffAct
from tournaments.matches.table_rows import LOG_LENGTH, Table, table_for
from tournaments.matches.table_settings import clock_words
from tournaments.matches.taking_back.preview import AskedBack
from tournaments.tables.lobby_page import LobbyPage
from tournaments.tables.presets import Preset, list_presets
from tournaments.templatetags.tables import rule

PROMPT = "prompt"
FRAGMENT = '<hx-partial hx-target="#{}" hx-swap="outerMorph">{}</hx-partial>\n'


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the templates of the frame: see TEMPLATES in the settings."""
    loader = ChoiceLoader([options.pop("loader"), FileSystemLoader(SHARED_TEMPLATES)])
    made = make_environment(loader=loader, **options)
    made.globals |= {"rule": rule, "url": address}
    return made


def draw_part(name: str, context: dict[str, object]) -> SafeString:
    """Render a part of a page with its template in `templates/jinja2/table`."""
    template = engines["jinja2"].get_template(f"table/{name}.html")
    return mark_safe(template.render(context))  # noqa: S308 -- Jinja2 has escaped it


def compile_templates() -> None:
    """Compile all Jinja2 templates, because the first picture would wait a third of a second."""
    engine = cast(Jinja2, engines["jinja2"])
    for name in engine.env.list_templates():
        engine.get_template(name)
    for kind in game_kinds().values():
        kind.table.compile_templates()


def draw_parts(page: TablePage) -> dict[str, str]:
    """Render every part, by the id of its element, in the order of the page: those of the game after the bar."""
    context = {"page": page, "match": page.match, "table": page.table}
    parts: dict[str, str] = {"bar": draw_part("bar", context), **page.scene.parts}
    return parts | {name: draw_part(name, context) for name in ("notes", "absences", "prompt", "log")}


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
        parts = {name: part for name, part in self.parts.items() if name == PROMPT or _mark(name, part) not in marks}
        if self.facts:
            parts["facts"] = facts_element(self.facts)
        return "".join(FRAGMENT.format(name, part) for name, part in parts.items())

    def only(self, names: Collection[str]) -> str:
        """Return the fragments of these parts alone, without facts, for a change in this viewer's view only."""
        return "".join(FRAGMENT.format(name, part) for name, part in self.parts.items() if name in names)

    @property
    def marks(self) -> frozenset[tuple[str, int]]:
        """The hashes of its parts by name, valid in this process."""
        return frozenset(_mark(name, part) for name, part in self.parts.items())


def _mark(name: str, part: str) -> tuple[str, int]:
    """Return the name of a part with a hash, to tell whether it has changed."""
    return name, hash(part)


def facts_element(facts: str) -> SafeString:
    """Return the element with the facts for the scripts of the page."""
    return format_html('<div id="facts" hidden data-facts="{}"></div>', facts)


@dataclass(frozen=True)
class Notice:
    """A notice to the viewer about a refusal or a change."""

    code: str
    message: str
    rule: str = ""

    @property
    def is_benign(self) -> bool:
        """True if the table has moved on and nobody did anything wrong."""
        return self.code in ("table_moved_on", "match_over")


class TablePage:
    """Everything the templates of one table ask for, computed at most once."""

    def __init__(self, table: Any, notice: Notice | None = None) -> None:
        self.table = table
        self.match = table.match
        self.seat: int | None = table.seat
        self.own = self.seat  # in a replay the viewer may look with the knowledge of another seat
        self.notice = notice
        self.game = table.game

    # --- the game ---

    @property
    def kind(self) -> TableKind:
        """The looks of the game."""
        found: TableKind = self.match.kind.table
        return found

    @cached_property
    def scene(self) -> Scene:
        """The game as the viewer sees it."""
        return self.kind.make_scene(self)

    @cached_property
    def pieces(self) -> Any:
        """The printed pieces of the match."""
        return self.table.rows.read_pieces(self.match.kind, self.game.setup)

    @property
    def happened(self) -> Sequence[EventData]:
        """The events of the last action."""
        return self.actions[-1].events if self.actions else ()

    @property
    def why_not_url(self) -> str:
        """The address that tells why nothing can be done with what the viewer points at."""
        return address("tables:why_not", self.match.public_id)

    def name_player(self, seat: int) -> str:
        """Return who plays a seat: "You" for the viewer's own."""
        return "You" if seat == self.own else self.table.seats[seat].name

    def find_player_url(self, seat: int) -> str:
        """Return the address of a player's page; "" for the viewer's own seat, and if there is none."""
        return "" if seat == self.seat else self.table.seats[seat].player_url

    def find_clock(self, seat: int) -> Any:
        """Return a person's clock; None for bots, after the end, and in a replay."""
        clocks = self.table.clocks.seats
        return clocks[seat] if clocks and not self.table.seats[seat].bot and not self.result else None

    @property
    def topic(self) -> str:
        """The topic of the open question; "" when the match is over."""
        question = self.scene.view["question"]
        return "" if question is None else question["topic"]

    @property
    def prompt(self) -> Any:
        return self.scene.prompt

    @property
    def key(self) -> str:
        """The client's id of the move this form sends: a form sent twice is applied once."""
        return secrets.token_urlsafe(12)

    # --- windows ---

    @cached_property
    def presets(self) -> list[Preset]:
        """The choices of when the viewer is asked in windows, with the current one."""
        if not self.scene.takes_presets or self.result or not self.table.clocks.seats:
            return []
        return list_presets(self.game, self.table.seats[self.seat])

    @property
    def is_passing(self) -> bool:
        """True if windows are passed for the viewer now."""
        return any(preset.is_chosen and preset.is_passing for preset in self.presets)

    @property
    def is_window(self) -> bool:
        """True if the viewer is asked to answer what others do."""
        return self.scene.is_asked and self.topic in self.game.window_topics

    # --- the log and what was done ---

    @property
    def sees_reasons(self) -> bool:
        """True for staff, who see why bots act, but not at their own table: a reason may tell of hidden cards."""
        return self.table.is_staff and (self.seat is None or self.knows_all)

    @cached_property
    def undone(self) -> set[int]:
        """The numbers of the shown actions that were stepped back over."""
        return find_undone((action.number, action.seat, action.text) for action in self.actions)

    @cached_property
    def may_take_back(self) -> bool:
        """True if the viewer can ask to take back; the request itself finds out what is free and what is too far."""
        if self.seat is None or self.result or self.match.paused_at or self.match.take_back_id:
            return False
        question = self.scene.view["question"]
        if question and question["said"]:
            return True
        return any(action.seat == self.seat and action.number not in self.undone for action in self.actions)

    @cached_property
    def take_back(self) -> AskedBack | None:
        """The open request to take back, or None."""
        request = self.match.take_back if self.match.take_back_id and not self.result else None
        return None if request is None else AskedBack(request, self.seat, self.game, self.lines_of)

    @property
    def staff_acts(self) -> list[StaffAct]:
        """The acts of the staff at the table, newest first."""
        return list(reversed(self.table.rows.staff_acts))

    def lines_of(self, numbers: range) -> list[LogLine]:
        """Return the lines of the log for these moves, as the viewer may know them."""
        writer = self._log_writer()
        written = ((action, list(writer.lines(action.move, action.told_events))) for action in self.actions)
        return [
            line
            for action, lines in written
            if action.move in numbers and action.number not in self.undone
            for line in lines
            if not line.is_heading
        ]

    @property
    def log_items(self) -> SafeString:
        """The last lines of the log as list items; what happened since the viewer's last own action is new."""
        own = [action.move for action in self.actions if action.seat == self.seat and self.seat is not None]
        newest = self.actions[-1].move if self.actions else 0
        seen = min(own[-1] if own else newest, newest - 1)
        reader = Reader(self.seat, self.knows_all, self.sees_reasons)
        items: SafeString = self.table.rows.log_items(reader, partial(self._begin_log, reader), seen)
        return items

    @property
    def log_filters(self) -> list[LogFilter]:
        """The filters of the log."""
        return list_filters(self.kind, self.kind.name_seats(self.scene.view, ()))

    def _begin_log(self, reader: Reader) -> LogBook:
        """Return a log before the first action shown, each seat by the title it had then."""
        address = reverse("matches:replay", args=[self.match.public_id])
        book = LogBook(self._log_writer(), reader, address, LOG_LENGTH, self.undone)
        if not self.is_log_cut:
            book.open(self.match.opening)
        return book

    def _log_writer(self) -> LogText:
        """Return the writer of the actions shown, each seat by the title it had then."""
        seats = self.kind.name_seats(self.scene.view, (event for action in self.actions for event in action.events))
        return LogText(self.kind.begin_log(seats, self.seat), self.seat, knows_all=self.knows_all)

    @property
    def actions(self) -> list[Any]:
        """The last moves, oldest first."""
        actions: list[Any] = self.table.rows.actions
        return actions

    @property
    def knows_all(self) -> bool:
        """True if nothing is hidden any more: a finished match is published whole, with its seed."""
        return bool(self.match.lies_open)

    @cached_property
    def event_table(self) -> EventTable | None:
        """The tournament table at which this match is played, or None. Matches of tournaments have no host."""
        if self.match.host_id is not None:
            return None
        tables = EventTable.objects.select_related("round__tournament")
        return tables.filter(match=self.match).first()

    @property
    def version(self) -> int:
        """The version of the match that the viewer sees, which a move names."""
        return int(self.game.number_for(self.seat))

    @property
    def is_log_cut(self) -> bool:
        """True if the match has more moves than the log shows at first."""
        return self.match.version > LOG_LENGTH

    # --- drawn ---

    @cached_property
    def parts(self) -> dict[str, str]:
        """Every part that a push may send, rendered, by the id of its element."""
        return draw_parts(self)

    @property
    def side(self) -> Markup:
        """The column beside the middle one."""
        return self.scene.draw_side(self.parts)

    @property
    def middle(self) -> Markup:
        """The content of the middle column."""
        return self.scene.draw_middle(self.parts)

    def render_cached(self, part: str, shows: object, draw: Callable[[], Markup]) -> Markup:
        """Return a part from the cache of rendered parts if it shows the same, else render it."""
        found: Markup = self.table.rows.render_cached((part, self.seat), shows, draw)
        return found

    @property
    def watching(self) -> str:
        """The number of spectators, and the names of those who show theirs; "" if nobody watches, and in a replay."""
        return self.table.rows.watching if self.table.rows else ""

    @property
    def waiting_words(self) -> str:
        """A sentence about the wait for a seat that is not asked."""
        if self.seat is not None and self.game.is_out(self.seat):
            return "Your ship is out of the match. You may watch it to its end."
        asked = self.scene.view["question"]["seat"]
        who = f"{self.table.seats[asked].name} plays {self.game.seat_title(asked)}"
        return f"{who}. You are asked next when it concerns you."

    @property
    def heading(self) -> str:
        return self.scene.heading

    # --- clocks ---

    @property
    def match_left(self) -> int | None:
        """The milliseconds until the match is adjudicated, or None."""
        clocks = self.table.clocks
        return None if clocks.match_deadline is None else clocks.match_deadline - clocks.now

    @property
    def asked_clock(self) -> Any:
        """The clock of the seat that is asked; None when it is stopped, as a bot's is."""
        question = self.scene.view["question"]
        face = self.table.clocks.seats[question["seat"]] if question else None
        return face if face and face.running else None

    @property
    def fuse(self) -> int:
        """The part of the free seconds that is left, of 100."""
        return round(100 * self.asked_clock.free_ms / max(self.match.free_s * 1000, 1))

    @property
    def stood_in(self) -> str:
        """The starter that replaced the viewer's own deck, shown in the first round; "" if none did."""
        if self.seat is None or self.game.round > 1:
            return ""
        return self.match.loadouts.find_replacement(self.table.seats[self.seat].loadout)

    @property
    def absent_seats(self) -> list[AbsentSeat]:
        """The seats whose players are away, with what the viewer may do about each."""
        if self.result or not self.table.clocks.seats or self.match.paused_at:
            return []
        question = self.table.game.decision if self.table.game else None
        asked = None if question is None else question.seat
        return list(absent_seats(self.match, self.table.seats, self.game, self.seat, asked, self.table.clocks.now))

    # --- the end ---

    @property
    def result(self) -> Any:
        """The result, None before the end: winner, places, and the reason with its rule."""
        return self.scene.view["result"]

    @property
    def places(self) -> list[tuple[int, str, str, str]]:
        """The final ranking: place, ship, captain, and the captain's page, best first."""
        places = [] if self.result is None else self.result["places"]
        return [
            (place, self.game.seat_title(seat), self.name_player(seat), self.find_player_url(seat))
            for place, seats in enumerate(places, 1)
            for seat in seats
        ]

    @property
    def verdict(self) -> str:
        """The result in words for the viewer."""
        winner = None if self.result is None else self.result["winner"]
        if winner is None:
            return "A drawn match"
        return "You win" if winner == self.own else f"{self.game.seat_title(winner)} wins"

    @property
    def announcement(self) -> str:
        """The words that a screen reader says when the table has changed."""
        return f"The match is over. {self.verdict}. {self.result['reason']}" if self.result else self.prompt.announce

    @property
    def rematch_settings(self) -> str:
        """The settings of the rematch in words if they were changed since it was asked for; else ""."""
        following = self.match.rematch
        if following is None or following.terms == 0:
            return ""
        stake = "rated" if following.rated else "casual"
        found = (following.get_mode_display(), stake, clock_words(following), following.limit_words)
        return "; ".join(words for words in found if words)

    # --- for the browser ---

    @property
    def facts(self) -> str:
        """The data for scripts, as JSON: version, whether the viewer is asked, and the events to animate."""
        last, question = self.actions[-1] if self.actions else None, self.scene.view["question"]
        return json.dumps(
            {
                "revision": self.match.revision,
                "version": self.version,
                "now": self.table.clocks.now,
                "asked": self.scene.is_asked,
                "own": self.seat,
                "topic": self.topic,
                "question": self.game.asked,
                "stage": 0 if question is None else len(question["said"]),
                "turn": self.game.turns,
                "over": bool(self.result),
                "rematch": self.match.rematch_id,
                "announce": self.announcement,
                "events": [
                    {"kind": event["kind"], "facts": event["facts"]}
                    for event in (last.told_events if last else [])
                    if is_for(event, self.seat)
                ],
            },
            separators=(",", ":"),
        )


def context(table: Any, notice: Notice | None = None) -> dict[str, object]:
    """Return the context of the match page's templates."""
    lobby = LobbyPage(table) if table.game is None else None
    return {"page": TablePage(table, notice), "match": table.match, "table": table, "lobby": lobby}


def picture_of(table: Any, notice: Notice | None = None) -> Picture:
    """Return every part of the table that changes, as its viewer may see it."""
    revision = table.match.revision
    if table.game is None:
        lobby = render_to_string("tables/lobby.html#lobby", context(table, notice))
        return Picture(revision, {"lobby": lobby}, is_for_player=table.seat is not None)
    page = TablePage(table, notice)
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
