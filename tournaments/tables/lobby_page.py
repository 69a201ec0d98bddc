"""The page of an open table: its settings, its seats, and what the match waits for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.contract import GameKind
from incursions.kit import words as wording
from tournaments.matches.life import is_kept_from
from tournaments.matches.models import Match, Seat
from tournaments.matches.seating import AGREEMENT, DECK, PRESENCE, READINESS, find_holdup
from tournaments.matches.table_rows import Table
from tournaments.matches.table_settings import clock_words


def list_bots(kind: GameKind) -> list[tuple[str, str]]:
    """Return the bots that can be seated, each with a description for a choice of bots."""
    return [(bot.name, bot.words) for bot in kind.bots]


class State(NamedTuple):
    """The state of a seat at an open table, in words and as a CSS class."""

    words: str
    css: str


# {noun} stands for what seats bring.
HOLDUPS = {
    AGREEMENT: State("has to agree to the new settings", "warn"),
    DECK: State("needs another {noun}", "bad"),
    READINESS: State("not ready", "warn"),
    PRESENCE: State("away", "warn"),
    "": State("ready", "good"),
}
WAITED_FOR = {
    DECK: "to choose another {noun}",
    AGREEMENT: "to agree to the settings",
    READINESS: "to be ready",
    PRESENCE: "to come back",
}


@dataclass(frozen=True)
class SeatLine:
    """A seat in the list. `loadout_words` say what it brings; `own` is the row of what the viewer brings.

    `side` is what the seat plays, where the seat decides it.
    """

    seat: Seat
    is_own: bool
    is_host: bool
    state: State | None
    loadout_words: str
    own: Any
    side: str


class LobbyPage:
    """The context of the templates of an open table."""

    def __init__(self, table: Table, invitation: str = "", viewer: User | None = None) -> None:
        self._viewer = viewer
        self.match: Match = table.match
        self.seats = table.seats
        self.seat = table.seat
        self.given_invitation = invitation
        self.clock_words = clock_words(table.match)
        self.limit_words = table.match.limit_words
        self.mode = table.match.mode_kind

    @cached_property
    def own(self) -> Seat | None:
        """The viewer's seat."""
        return None if self.seat is None else self.seats[self.seat]

    @property
    def is_host(self) -> bool:
        """Return True if the viewer is the host."""
        return self.own is not None and self.own.user_id == self.match.host_id

    @property
    def may_sit(self) -> bool:
        """Return True if the viewer may try to take a seat here."""
        if self.own is not None or not self.free or is_kept_from(self.match, self._viewer, timezone.now()):
            return False
        return not self.match.is_private or bool(self.given_invitation)

    @property
    def is_kept(self) -> bool:
        """Return True while the seats of a rematch are kept for the players of the match before."""
        return self.match.kept_until is not None and self.match.kept_until > timezone.now()

    @property
    def free(self) -> list[Seat]:
        """The free seats."""
        return [seat for seat in self.seats if seat.is_free]

    @property
    def sides_to_choose(self) -> list[SeatLine]:
        """The free seats, if they play different sides and there are several."""
        free = [line for line in self.lines if line.seat.is_free and line.side]
        return free if len(free) > 1 else []

    @cached_property
    def lines(self) -> list[SeatLine]:
        """Every seat, in order."""
        return [self._build_line(seat) for seat in self.seats]

    @property
    def noun(self) -> str:
        """The noun for what seats bring; "" for nothing."""
        return "" if self.mode.loadout is None else self.mode.loadout.name

    @property
    def has_bots(self) -> bool:
        """Return True if a bot sits here, so that the page shows its pace."""
        return any(seat.bot for seat in self.seats)

    @cached_property
    def offered(self) -> Sequence[Any]:
        """The loadouts that players and bots may choose."""
        return self.match.loadouts.list_offered(self.match.limits)

    @cached_property
    def waits_for(self) -> str:
        """A sentence that says what the match waits for."""
        waiting = [wording.format_count(len(self.free), "more player")] if self.free else []
        for held, words in WAITED_FOR.items():
            seats = [seat for seat in self.seats if find_holdup(self.match, seat) == held]
            if seats:
                names = ["you" if seat is self.own else seat.name for seat in seats]
                waiting.append(f"{'for ' if waiting else ''}{wording.join_names(names)} {words.format(noun=self.noun)}")
        return f"Waiting for {', '.join(waiting)}." if waiting else "The match begins."

    @cached_property
    def holdup(self) -> str:
        """The code of what the match waits for from the viewer: "agreement", "readiness", "deck", "" for nothing."""
        return "" if self.own is None else find_holdup(self.match, self.own)

    @property
    def can_start(self) -> bool:
        """Return True if only readiness is missing, which the host may overrule."""
        held = {find_holdup(self.match, seat) for seat in self.seats} - {""}
        return self.is_host and not self.free and held == {READINESS}

    @cached_property
    def verdict(self) -> Any:
        """The evaluation of the viewer's own loadout at these settings; None if none is chosen."""
        loadout = None if self.own is None else self.own.loadout
        return self.match.loadouts.show_verdict(loadout, self.match.limits)

    @property
    def reload_key(self) -> str:
        """A key of the parts of the page that pushes do not update: when it changes, the page is reloaded."""
        link = "" if self.own is None else self.link
        return f"{self.seat} {self.match.terms} {self.is_host} {bool(self.free)} {self.match.is_private} {link}"

    @property
    def link(self) -> str:
        """The path to send to friends: the table, or the invitation to a private one."""
        if self.match.is_private:
            return reverse("tables:invitation", args=[self.match.invitation])
        return self.match.get_absolute_url()

    def _build_line(self, seat: Seat) -> SeatLine:
        is_own, loadouts = seat is self.own, self.match.loadouts
        sides = self.mode.list_sides(len(self.seats))
        held = find_holdup(self.match, seat)
        shows_state = seat.user_id is not None and (held or self.match.asks_ready)
        return SeatLine(
            seat=seat,
            is_own=is_own,
            is_host=seat.user_id is not None and seat.user_id == self.match.host_id,
            state=HOLDUPS[held]._replace(words=HOLDUPS[held].words.format(noun=self.noun)) if shows_state else None,
            loadout_words="" if self.mode.loadout is None else loadouts.describe(seat.loadout),
            own=loadouts.find_row(seat.loadout) if is_own and loadouts.is_own(seat.loadout) else None,
            side=sides[seat.index] if seat.index < len(sides) else "",
        )
