"""The contents of the match page from a game and a seat: pure presentation for first load, own move and push alike.

No rule is decided here: options, forecasts and refusals come from the engine.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from incursions.engine import find_undone
from incursions.engine.standing import ResultData
from incursions.games.incursions.rules.events.movement import Moved, Warped
from incursions.games.incursions.rules.state.shapes import ShipView
from incursions.games.incursions.rules.view import View
from tournaments.events.models import Table as EventTable
from tournaments.matches.absence import AbsentSeat, absent_seats
from tournaments.matches.holds import WINDOWS
from tournaments.matches.printed import Printed
from tournaments.matches.staff.models import StaffAct
from tournaments.matches.taking_back.preview import AskedBack
from tournaments.tables import star_map, wording
from tournaments.tables.hands import Hand, Stop, build_hand, list_stops
from tournaments.tables.lobby_page import LobbyPage
from tournaments.tables.log_filters import Filter, filters
from tournaments.tables.log_text import LogBook, LogLine, LogText, Reader, is_for, ships_before
from tournaments.tables.option_rows import Row
from tournaments.tables.presets import Preset, list_presets
from tournaments.tables.prompt import Prompt, build_prompt
from tournaments.tables.question_rows import list_rows
from tournaments.tables.ship_panels import ShipPanel, build_panel, build_seat_table, describe_piles
from tournaments.tables.table_parts import Picture, draw_parts
from tournaments.tables.table_rows import LOG_LENGTH
from tournaments.tables.table_settings import clock_words, hex_words

COMPACT_FROM, COMPACT_FROM_WITH_CARDS = 4, 3
BASIC_STEPS = ("power up", "first maneuver", "second maneuver")
STEPS = ("power up", "draw", "first maneuver", "second maneuver", "discard", "end of turn")


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

    @cached_property
    def view(self) -> View:
        view: View = self.game.view(self.seat)
        return view

    @cached_property
    def ships(self) -> dict[int, ShipView]:
        return {ship["seat"]: ship for ship in self.view["ships"]}

    @cached_property
    def printed(self) -> Printed:
        rows = self.table.rows
        return Printed(self.game.setup) if rows is None else rows.read_printed(self.game.setup)

    @cached_property
    def rows(self) -> list[Row]:
        return list_rows(self.game, self.seat, self.view, self.printed) if self.seat is not None else []

    @property
    def is_asked(self) -> bool:
        return bool(self.rows)

    @property
    def topic(self) -> str:
        """The topic of the open question; "" when the match is over."""
        return "" if self.view["question"] is None else self.view["question"]["topic"]

    @property
    def key(self) -> str:
        """The client's id of the move this form sends: a form sent twice is applied once."""
        return secrets.token_urlsafe(12)

    # --- panels ---

    @cached_property
    def prompt(self) -> Prompt:
        return build_prompt(self.view, self.rows, self.seat, self.printed)

    @cached_property
    def panels(self) -> list[ShipPanel]:
        """Every ship in seat order, beginning after the viewer's seat, whose own panel comes last."""
        question = self.view["question"]
        preview = next((row.forecast for row in self.rows if row.is_least and "hull" in row.forecast), None)
        made = [
            build_panel(
                ship,
                mode=self.view["mode"],
                who=self._who(seat),
                player_url=self._player_url(seat),
                clock=self._clock(seat),
                own=self.seat,
                asked=None if question is None else question["seat"],
                preview=preview if seat == self.seat else None,
                cards=build_seat_table(self.view, seat, self.printed),
            )
            for seat, ship in self.ships.items()
        ]
        split = 0 if self.seat is None else self.seat + 1
        return made[split:] + made[:split]

    @property
    def is_crowded(self) -> bool:
        """True if there are so many seats that the opponents' panels are compact; with cards fewer seats suffice."""
        return len(self.ships) >= (COMPACT_FROM_WITH_CARDS if self.has_cards else COMPACT_FROM)

    @property
    def own_panel(self) -> ShipPanel | None:
        return next((panel for panel in self.panels if panel.is_own), None)

    @property
    def has_cards(self) -> bool:
        """True beyond Basic: there are decks, hands and tables."""
        return "players" in self.view

    @cached_property
    def hand(self) -> Hand | None:
        """The viewer's own hand; None in Basic and for spectators."""
        return build_hand(self.view, self.rows, self.printed) if self.has_cards and self.seat is not None else None

    @property
    def stops(self) -> list[Stop]:
        """The moments at which the viewer may ask to be asked (rules 13.14)."""
        return list_stops(self.game.standing(self.seat)) if self.has_cards and self.seat is not None else []

    @cached_property
    def presets(self) -> list[Preset]:
        """The choices of when the viewer is asked in windows, with the current one."""
        if not self.has_cards or self.seat is None or self.result or not self.table.clocks.seats:
            return []
        return list_presets(self.game, self.table.seats[self.seat])

    @property
    def is_passing(self) -> bool:
        """True if windows are passed for the viewer now."""
        return any(preset.is_chosen and preset.is_passing for preset in self.presets)

    @property
    def is_window(self) -> bool:
        """True if the viewer is asked to answer what others do."""
        return self.is_asked and self.topic in WINDOWS

    @cached_property
    def charted(self) -> star_map.View:
        """The part of the view that the chart shows."""
        return star_map.select_charted(self.view)

    @property
    def chart(self) -> SafeString:
        return star_map.draw(self.charted, self.rows, self.track_flown)

    @property
    def chart_text(self) -> list[str]:
        return star_map.describe_tiles(self.charted)

    @property
    def chart_head(self) -> tuple[str, str]:
        hexes = wording.format_count(len(self.view["map"]), "hex", "hexes")
        return f"{hexes} charted", ". ".join(describe_piles(self.view))

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
        if self.view["question"] and self.view["question"]["said"]:
            return True
        return any(action.seat == self.seat and action.number not in self.undone for action in self.actions)

    @cached_property
    def take_back(self) -> AskedBack | None:
        """The open request to take back, or None."""
        request = self.match.take_back if self.match.take_back_id and not self.result else None
        return None if request is None else AskedBack(request, self)

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
    def log_filters(self) -> list[Filter]:
        """The filters of the log."""
        return filters(self.view["ships"])

    def _begin_log(self, reader: Reader) -> LogBook:
        """Return a log before the first action shown, each ship by the title it had then."""
        address = reverse("matches:replay", args=[self.match.public_id])
        book = LogBook(self._log_writer(), reader, address, LOG_LENGTH, self.undone)
        if not self.is_log_cut:
            book.open(self.match.opening)
        return book

    def _log_writer(self) -> LogText:
        """Return the writer of the actions shown, each ship by the title it had then."""
        ships = ships_before(self.view["ships"], (event for action in self.actions for event in action.events))
        return LogText(ships, self.seat, knows_all=self.knows_all)

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
        return self.match.version > LOG_LENGTH

    # --- drawn ---

    @cached_property
    def parts(self) -> dict[str, SafeString]:
        """Every part that a push may send, rendered, by the id of its element."""
        return draw_parts(self)

    def render_cached(self, part: str, shows: object, draw: Callable[[], SafeString]) -> SafeString:
        """Return a part from the cache of rendered parts if it shows the same, else render it; a replay caches none."""
        rows = self.table.rows
        return draw() if rows is None else rows.render_cached((part, self.seat), shows, draw)

    @property
    def other_panels(self) -> list[SafeString]:
        """The rendered panels of all but the viewer's own ship."""
        return [self.parts[f"panel-{panel.seat}"] for panel in self.panels if not panel.is_own]

    @property
    def own_panel_drawn(self) -> SafeString | None:
        return None if self.own_panel is None else self.parts[f"panel-{self.own_panel.seat}"]

    @property
    def watching(self) -> str:
        """The number of spectators, and the names of those who show theirs; "" if nobody watches, and in a replay."""
        return self.table.rows.watching if self.table.rows else ""

    # --- the bar ---

    @property
    def track(self) -> list[tuple[str, str]]:
        """The steps of a turn with the state of each: "done", "now" or nothing."""
        steps, step = list(STEPS if self.has_cards else BASIC_STEPS), self._step()
        if step.endswith(" maneuver") and step not in steps:
            steps[steps.index("second maneuver")] = step
        now = steps.index(step) if step in steps else -1
        return [(step, "done" if place < now else "now" if place == now else "") for place, step in enumerate(steps)]

    def _step(self) -> str:
        """Return the step as players count it: before the first maneuver it is power-up, or drawing."""
        if self.topic == "power-up":
            return "power up"
        step = self.view["turn"]["step"]
        return "draw" if step == "maneuver" else step

    @property
    def where(self) -> str:
        """The round and whose turn it is."""
        turn = self.view["turn"]
        if self.view["result"]:
            return "over"
        whose = "your turn" if turn["seat"] == self.seat else f"{self.ships[turn['seat']]['title']}’s turn"
        return f"round {self.view['round']} · {whose}"

    @property
    def waiting_words(self) -> str:
        """A sentence about the wait for a seat that is not asked."""
        question = self.view["question"]
        own = self.ships[self.seat] if self.seat is not None else None
        if own and own["out"]:
            return "Your ship is out of the match. You may watch it to its end."
        assert question is not None
        seat = self.table.seats[question["seat"]]
        who = f"{seat.name} plays {self.ships[question['seat']]['title']}"
        return f"{who}. You are asked next when it concerns you."

    @property
    def heading(self) -> str:
        return wording.join_names([ship["title"] for ship in self.view["ships"]])

    # --- clocks ---

    @property
    def match_left(self) -> int | None:
        """The milliseconds until the match is adjudicated, or None."""
        clocks = self.table.clocks
        return None if clocks.match_deadline is None else clocks.match_deadline - clocks.now

    @property
    def asked_clock(self) -> Any:
        """The clock of the seat that is asked; None when it is stopped, as a bot's is."""
        question = self.view["question"]
        face = self.table.clocks.seats[question["seat"]] if question else None
        return face if face and face.running else None

    @property
    def fuse(self) -> int:
        """The part of the free seconds that is left, of 100."""
        return round(100 * self.asked_clock.free_ms / max(self.match.free_s * 1000, 1))

    @property
    def stood_in(self) -> str:
        """The starter that replaced the viewer's own deck, shown in the first round; "" if none did."""
        if self.seat is None or self.view["round"] > 1 or not self.table.seats[self.seat].gave_way:
            return ""
        return str(self.table.seats[self.seat].starter)

    @property
    def absent_seats(self) -> list[AbsentSeat]:
        """The seats whose players are away, with what the viewer may do about each."""
        if self.result or not self.table.clocks.seats or self.match.paused_at:
            return []
        question = self.table.game.decision if self.table.game else None
        asked = None if question is None else question.seat
        titles = {seat: ship["title"] for seat, ship in self.ships.items() if not ship["out"]}
        return list(absent_seats(self.match, self.table.seats, titles, self.seat, asked, self.table.clocks.now))

    # --- the end ---

    @property
    def result(self) -> ResultData | None:
        return self.view["result"]

    @property
    def places(self) -> list[tuple[int, str, str, str]]:
        """The final ranking: place, ship, captain, and the captain's page, best first."""
        places = [] if self.result is None else self.result["places"]
        return [
            (place, self.ships[seat]["title"], self._who(seat), self._player_url(seat))
            for place, seats in enumerate(places, 1)
            for seat in seats
        ]

    @property
    def verdict(self) -> str:
        """The result in words for the viewer."""
        winner = None if self.result is None else self.result["winner"]
        if winner is None:
            return "A drawn match"
        return "You win" if winner == self.own else f"{self.ships[winner]['title']} wins"

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
        found = (following.get_mode_display(), stake, clock_words(following), hex_words(following))
        return "; ".join(words for words in found if words)

    # --- for the browser ---

    @property
    def facts(self) -> str:
        """The data for scripts, as JSON: version, whether the viewer is asked, and the events to animate."""
        last = self.actions[-1] if self.actions else None
        return json.dumps(
            {
                "revision": self.match.revision,
                "version": self.version,
                "now": self.table.clocks.now,
                "asked": self.is_asked,
                "own": self.seat,
                "topic": self.topic,
                "question": self.game.asked,
                "stage": 0 if self.view["question"] is None else len(self.view["question"]["said"]),
                "turn": self.view["turn"]["number"],
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

    # --- parts of parts ---

    def _who(self, seat: int) -> str:
        return "You" if seat == self.own else self.table.seats[seat].name

    def _player_url(self, seat: int) -> str:
        return "" if seat == self.seat else self.table.seats[seat].player_url

    def _clock(self, seat: int) -> Any:
        """Return a person's clock; None for bots, after the end, and in a replay."""
        clocks = self.table.clocks.seats
        return clocks[seat] if clocks and not self.table.seats[seat].bot and not self.result else None

    @cached_property
    def track_flown(self) -> Sequence[star_map.Hex]:
        """The path of the ship that moved in the last action, if one did."""
        for event in reversed(self.actions[-1].events if self.actions else []):
            if event["kind"] in (Warped.kind, Moved.kind) and event["facts"].get("path"):
                return [(at[0], at[1]) for at in event["facts"]["path"]]
        return ()


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
