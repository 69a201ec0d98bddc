"""The page of a match for one viewer: its contents, and the parts that pushes send.

What belongs to the game is its `scene`; the page knows seats, clocks, the log and what the platform adds. It is pure
presentation, for first load, own move and push alike. The templates of the parts are Jinja2's: those of the game, and
those of the frame below `templates/jinja2/table`. They are rendered for every viewer after every move, and Django's own
would take four fifths of the time of a picture (docs/performance.md).
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChoiceLoader, Environment, FileSystemLoader
from markupsafe import Markup

from incursions.books.links import link_rule
from incursions.engine import find_undone
from incursions.engine.events import EventData
from incursions.engine.standing import list_winners
from incursions.games.hints import OPTIONS, Hint
from incursions.games.tables import SHARED_TEMPLATES, LogFilter, RecentMove, Scene, TableKind
from incursions.kit.addresses import address
from incursions.kit.markup import make_environment
from tournaments.matches.absence import AbsentSeat, absent_seats
from tournaments.matches.ending import Ending
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.hints import choose_hint, list_places
from tournaments.matches.holds import Preset, can_do_nothing, is_passed, list_presets
from tournaments.matches.log import LogBook, LogText, Reader, is_for, list_filters
from tournaments.matches.table_rows import EVENT_LINKS, LOG_LENGTH, EventLink
from tournaments.matches.table_settings import clock_words
from tournaments.matches.taking_back.preview import AskedBack

RECENT_MOVES = 4


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the templates of the frame: see TEMPLATES in the settings."""
    loader = ChoiceLoader([options.pop("loader"), FileSystemLoader(SHARED_TEMPLATES)])
    made = make_environment(loader=loader, **options)
    made.globals |= {"rule": link_rule, "url": address}
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


class MatchPage:
    """The context of the templates of one match; each value is computed at most once."""

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
        return self.match.kind.table

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
    def recent(self) -> list[RecentMove]:
        """The last moves with what the viewer may know of them; several, because a push may bring more than one."""
        return [
            RecentMove(action.move, [event for event in action.told_events if is_for(event, self.seat)])
            for action in self.actions[-RECENT_MOVES:]
            if action.number not in self.undone
        ]

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
    def question(self) -> Any:
        """The open question of the viewer's view; None when the match is over."""
        return self.scene.view["question"]

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
    def is_idle(self) -> bool:
        """True if the viewer's question is passed because nothing that can be done would be an answer."""
        if not self.presets or self.is_passing or not self.scene.is_asked or can_do_nothing(self.game):
            return False
        return is_passed(self.game, self.table.seats[self.seat])

    @property
    def is_window(self) -> bool:
        """True if the viewer is asked to answer what others do."""
        return self.scene.is_asked and self.question["topic"] in self.game.window_topics

    # --- first-time hints ---

    @cached_property
    def hint(self) -> Hint | None:
        """The first-time hint that the viewer is shown; None for spectators and after the end."""
        if self.seat is None or self.result:
            return None
        return choose_hint(self.match.kind, self.scene, self.table.seen_hints)

    @property
    def option_hint(self) -> str:
        """The place of hints below the options."""
        return self.parts[f"hint-{OPTIONS}"]

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
        if self.question and self.question["said"]:
            return True
        return any(action.seat == self.seat and action.number not in self.undone for action in self.actions)

    @cached_property
    def take_back(self) -> AskedBack | None:
        """The open request to take back, or None."""
        request = self.match.take_back if self.match.take_back_id and not self.result else None
        if request is None:
            return None
        writer, moves = self._log_writer(), range(request.to_move + 1, request.version + 1)
        lines = [
            line
            for action in self.actions
            for line in writer.lines(action.move, action.told_events)
            if action.move in moves and action.number not in self.undone and not line.is_heading
        ]
        return AskedBack(request, self.seat, self.game, lines)

    @property
    def log_items(self) -> SafeString:
        """The last lines of the log as list items; what happened since the viewer's last own action is new."""
        own = [action.move for action in self.actions if action.seat == self.seat and self.seat is not None]
        newest = self.actions[-1].move if self.actions else 0
        seen = min(own[-1] if own else newest, newest - 1)
        reader = Reader(self.seat, self.knows_all, self.sees_reasons)
        return self.table.rows.log_items(reader, partial(self._begin_log, reader), seen)

    @property
    def log_filters(self) -> list[LogFilter]:
        """The filters of the log."""
        return list_filters(self.kind, self.kind.name_seats(self.scene.view, ()))

    @cached_property
    def replay_url(self) -> str | None:
        """The address of the replay, None if there is none."""
        return reverse("matches:replay", args=[self.match.public_id]) if self.match.is_replayable else None

    def _begin_log(self, reader: Reader) -> LogBook:
        """Return a log before the first action shown, each seat by the title it had then."""
        book = LogBook(self._log_writer(), reader, self.replay_url, LOG_LENGTH, self.undone)
        if not self.is_log_cut:
            book.open(self.match.opening)
        return book

    def _log_writer(self) -> LogText:
        """Return the writer of the actions shown, each seat by the title it had then."""
        seats = self.kind.name_seats(self.scene.view, (event for action in self.actions for event in action.events))
        return LogText(self.kind.begin_log(seats, self.seat, self.scene.view), self.seat, knows_all=self.knows_all)

    @property
    def actions(self) -> list[Any]:
        """The last moves, oldest first."""
        return self.table.rows.actions

    @property
    def knows_all(self) -> bool:
        """True if nothing is hidden any more: a finished match is published whole, with its seed."""
        return self.match.lies_open

    @cached_property
    def event(self) -> EventLink | None:
        """The link to the event in which this match is played, or None. Matches of events have no host."""
        found = (find(self.match) for find in EVENT_LINKS if self.match.host_id is None)
        return next(filter(None, found), None)

    @property
    def version(self) -> int:
        """The version of the match that the viewer sees, which a move names."""
        return self.game.number_for(self.seat)

    @property
    def is_log_cut(self) -> bool:
        return self.match.version > LOG_LENGTH

    # --- drawn ---

    @cached_property
    def parts(self) -> dict[str, str]:
        """Every part that a push may send, rendered, by the id of its element: the parts of the game after the bar."""
        context = {"page": self, "match": self.match, "table": self.table}
        parts = {"bar": draw_part("bar", context), **self.scene.parts}
        for place in list_places(self.match.kind):
            parts[f"hint-{place}"] = draw_part("hint", {**context, "place": place})
        return parts | {name: draw_part(name, context) for name in ("notes", "absences", "prompt", "log")}

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
        return self.table.rows.render_cached((part, self.seat), shows, draw)

    @property
    def waiting_words(self) -> str:
        """A sentence about the wait for a seat that is not asked."""
        if self.seat is not None and self.game.is_out(self.seat):
            return "Your ship is out of the match. You may watch it to its end."
        asked = self.question["seat"]
        who = f"{self.table.seats[asked].name} plays {self.game.seat_title(asked)}"
        return f"{who}. You are asked next when it concerns you."

    # --- clocks ---

    @property
    def asked_clock(self) -> Any:
        """The clock of the seat that is asked; None when it is stopped, as a bot's is."""
        face = self.table.clocks.seats[self.question["seat"]] if self.question else None
        return face if face and face.running else None

    @property
    def fuse(self) -> int:
        """The part of the free seconds that is left, of 100."""
        return round(100 * self.asked_clock.free_ms / max(self.match.free_s * 1000, 1))

    @property
    def stood_in(self) -> str:
        """The title of what replaced the viewer's own at the start, shown in the first round; "" for nothing."""
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
        return [
            (place, self.game.seat_title(seat), self.name_player(seat), self.find_player_url(seat))
            for place, seats in enumerate(self.result["places"], 1)
            for seat in seats
        ]

    @property
    def verdict(self) -> str:
        """The result in words for the viewer: a player's own side of it, and for others who won."""
        winner = self.result["winner"]
        if winner is None:
            return "A draw"
        if self.own is None:
            return f"{self.game.seat_title(winner)} wins"
        whose = "Your team" if self._has_team else "You"
        return f"{whose} won" if self.own in list_winners(self.result) else f"{whose} lost"

    @property
    def _has_team(self) -> bool:
        """The flag that the viewer shared the place with a team."""
        places: list[list[int]] = self.result["places"]
        together = next((seats for seats in places if self.own in seats), [])
        return self.match.kind.results.has_teams and len(together) > 1

    @property
    def how(self) -> str:
        """The reason of the result, with the winner where neither the verdict nor the reason names it."""
        winner, reason = self.result["winner"], self.result["reason"]
        if winner is None or self.own is None:
            return str(reason)
        title = self.game.seat_title(winner)
        return str(reason) if title in reason else f"{title} won. {reason}"

    @cached_property
    def ending(self) -> Ending:
        """The curve of the match, and what the viewer may do next."""
        return Ending(self)

    @property
    def rematch_settings(self) -> str:
        """The settings of the rematch in words if they were changed since it was asked for; else ""."""
        following = self.match.rematch
        if following is None or following.terms == 0:
            return ""
        stake = "rated" if following.rated else "casual"
        found = (following.mode_kind.title, stake, clock_words(following), following.limit_words)
        return "; ".join(words for words in found if words)

    # --- for the browser ---

    @property
    def facts(self) -> str:
        """The data for scripts, as JSON: version, whether the viewer is asked, the last move."""
        last, question = self.actions[-1] if self.actions else None, self.question
        said = self.scene.prompt.announce
        if self.result:
            said = f"The match is over. {self.verdict}. {self.how}"
        return json.dumps(
            {
                "revision": self.match.revision,
                "version": self.version,
                "move": last.move if last else 0,
                "now": self.table.clocks.now,
                "asked": self.scene.is_asked,
                "own": self.seat,
                "topic": "" if question is None else question["topic"],
                "question": self.game.asked,
                "stage": 0 if question is None else len(question["said"]),
                "turn": self.game.turns,
                "over": bool(self.result),
                "rematch": self.match.rematch_id,
                "announce": said,
            },
            separators=(",", ":"),
        )
