"""Control's desk: the attack board, what comes next, the inbox, vessels by trouble, and the log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup

from incursions.games.megagames import CLOCK_SUBJECT, Claim, DeskFacts, LoggedEntry
from incursions.games.wolves.pages.attack_board import describe_board
from incursions.games.wolves.pages.drawing import TEMPLATES, ByteBudget
from incursions.games.wolves.pages.inbox import describe_inbox
from incursions.games.wolves.pages.next_steps import describe_next
from incursions.games.wolves.pages.vessel_panels import VesselPanel, list_assents, list_moves, list_panels, sort_panels
from incursions.games.wolves.rules.control import FIGURES
from incursions.games.wolves.rules.game import START_POINT, Game
from incursions.games.wolves.rules.survivors import list_guests

NO_FACTS = DeskFacts()
ATTACK, NEXT, INBOX, VESSELS, LOG = "attack", "next", "inbox", "vessels", "log"
MOST_LINES, MOST_PANELS = 512, 256
INBOX_BYTES, WHOLE_INBOX_BYTES = 10_000, 40_000
"""The bytes of the lines of the inbox that are drawn on the desk, and on the page of the inbox."""


class Desk:
    """The desk of Control as a game is, for all its seats: what is equal for several of them is drawn once.

    `entries` are the newest of the log, the newest first. The game must not change afterwards.
    """

    def __init__(self, game: Game, entries: Sequence[LoggedEntry] = (), facts: DeskFacts = NO_FACTS) -> None:
        self.game = game
        self.entries = entries
        self.facts = facts
        self._drawn: dict[tuple[str, Hashable], Markup] = {}

    def draw(self, seat: str) -> Mapping[str, Markup]:
        """Return the parts of the desk for a seat of Control."""
        return {name: self._find(name, seat) for name in (ATTACK, NEXT, INBOX, VESSELS, LOG)}

    def draw_page(self, page: str, seat: str) -> Mapping[str, Markup]:
        """Return the parts of the page that shows the whole inbox."""
        return {page: self._draw_inbox(seat, WHOLE_INBOX_BYTES)}

    def _find(self, name: str, seat: str) -> Markup:
        """Return a part, drawn once for all seats that see it alike."""
        claims = self.facts.claims
        clock, own = claims.get(CLOCK_SUBJECT), [subject for subject, claim in claims.items() if claim.seat == seat]
        alike: Hashable = None
        if name == NEXT:
            alike = clock is not None and clock.seat == seat
        elif name in (INBOX, VESSELS):
            alike = tuple(subject for subject in own if subject != CLOCK_SUBJECT)
        key = name, alike
        if key not in self._drawn:
            self._drawn[key] = self._draw(name, seat)
        return self._drawn[key]

    def _draw(self, name: str, seat: str) -> Markup:
        if name == INBOX:
            return self._draw_inbox(seat, INBOX_BYTES)
        if name == VESSELS:
            return self._draw_vessels(seat)
        if name == LOG:
            return TEMPLATES.draw("desk_log", log=draw_log(self.game, self.entries), entries=self.entries)
        if name == ATTACK:
            return TEMPLATES.draw("desk_attack", board=self._board)
        more = {"clock_claim": self.facts.claims.get(CLOCK_SUBJECT), "ends_at": self.facts.ends_at}
        return TEMPLATES.draw("desk_next", **self._share_claims(seat), **self._next, board=self._board, **more)

    def _share_claims(self, seat: str) -> dict[str, Any]:
        return {"claims": self.facts.claims, "seat": seat}

    def _draw_inbox(self, seat: str, most: int) -> Markup:
        facts = self.facts
        more = {
            "plans": facts.refused_plans,
            "silent": facts.silent_teams,
            "budget": ByteBudget(most),
            "links_whole": most == INBOX_BYTES,
        }
        return TEMPLATES.draw("desk_inbox", **self._share_claims(seat), **self._inbox, **more)

    def _draw_vessels(self, seat: str) -> Markup:
        claims = self.facts.claims
        own = {subject for subject, claim in claims.items() if claim.seat == seat}
        panels = sort_panels(self._panels, own)
        drawn = [draw_panel(panel, claims.get(panel.subject), panel.subject in own) for panel in panels]
        return TEMPLATES.draw("desk_vessels", panels=panels, drawn=drawn, **self._vessels)

    @cached_property
    def _board(self) -> Mapping[str, Any] | None:
        return describe_board(self.game)

    @cached_property
    def _next(self) -> Mapping[str, Any]:
        return describe_next(self.game)

    @cached_property
    def _inbox(self) -> Mapping[str, Any]:
        return describe_inbox(self.game, self.facts.claims, self.facts.now)

    @cached_property
    def _panels(self) -> list[VesselPanel]:
        return list_panels(self.game)

    @cached_property
    def _vessels(self) -> Mapping[str, Any]:
        game = self.game
        return {
            "fleet_at": describe_fleet_point(game),
            "figures": tuple(FIGURES),
            "assents": list_assents(game),
            "moves": list_moves(game),
            "has_guests": any(list_guests(game.state, vessel) for vessel in game.state.vessels.values()),
        }


def draw_log(game: Game, entries: Sequence[LoggedEntry]) -> Markup:
    """Return entries of the log as a list; those that are struck out are marked, and to all others one can undo."""
    struck = game.find_struck(entries[-1].number) if entries else set()
    return Markup("").join(
        draw_entry(entry, is_struck=entry.number in struck, is_last=entry.number == game.number) for entry in entries
    )


@lru_cache(maxsize=MOST_LINES)
def draw_entry(entry: LoggedEntry, *, is_struck: bool, is_last: bool) -> Markup:
    """Return an entry of the log as a line."""
    return TEMPLATES.draw("desk_entry", entry=entry, is_struck=is_struck, is_last=is_last)


@lru_cache(maxsize=MOST_PANELS)
def draw_panel(panel: VesselPanel, claim: Claim | None, is_own: bool) -> Markup:
    """Return the panel of a vessel: most commands change one of them."""
    return TEMPLATES.draw("desk_vessel", panel=panel, claim=claim, is_own=is_own)


def describe_fleet_point(game: Game) -> str:
    """Return where the fleet is, in words."""
    point = game.state.fleet_at
    if point == START_POINT:
        return "the fleet has not jumped yet"
    title = game.places_by_digits.get(point)
    return f"the fleet is at {title}" if title else f"the fleet is at the empty point {point}"
