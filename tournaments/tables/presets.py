"""A player's private choice for a match: when to be asked in windows.

A window that a player wants passed goes through the same hold as one in which he can do nothing (rules 13.10), so
that nobody can tell the two apart. Nothing is passed that was not asked for, and never a defence.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from incursions.accounts.models import User
from incursions.engine import Game
from incursions.kit.refusals import DomainError
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Seat

ALWAYS, ABLE, PASS, PASS_UNLESS_ATTACKED = "always", "able", "pass", "pass unless attacked"
PRESETS = {
    ALWAYS: "Always",
    ABLE: "Only when I can",
    PASS: "Pass this turn",
    PASS_UNLESS_ATTACKED: "Pass until I am aimed at",
}
COLUMNS = ("asks_always", "passes_turn", "passes_since", "heeds_attacks")


@dataclass(frozen=True, slots=True)
class Preset:
    """A choice of when to be asked, as its player sees it."""

    name: str
    words: str
    is_chosen: bool

    @property
    def is_passing(self) -> bool:
        """True if the choice passes windows for a turn."""
        return self.name in (PASS, PASS_UNLESS_ATTACKED)


def list_presets(game: Game, seat: Seat) -> list[Preset]:
    """Return every choice, and which one holds now."""
    chosen = find_chosen(game, seat)
    return [Preset(name, words, name == chosen) for name, words in PRESETS.items()]


def find_chosen(game: Game, seat: Seat) -> str:
    """Return the seat's choice. Passing holds for one turn, after which the earlier choice holds again."""
    if seat.passes_turn == game.turns:
        return PASS_UNLESS_ATTACKED if seat.heeds_attacks else PASS
    return ALWAYS if seat.asks_always else ABLE


def choose_preset(public_id: str, user: User | None, name: str, *, now: datetime | None = None) -> None:
    """Store when the user's seat is asked; an open window follows it at once.

    Nobody else's picture changes, and no revision rises: the choice is private. Raises `DomainError`: not_found,
    spectator, not_started, match_over.
    """
    with LockedMatch.acting(public_id, user, now) as locked:
        seat = locked.seat_of(user)
        if seat is None:
            raise DomainError("spectator", "You watch this match; only its players are asked.")
        game = locked.game_in_play(even_paused=True)
        if name in (ALWAYS, ABLE):
            seat.asks_always, seat.passes_turn = name == ALWAYS, None
        else:
            seat.passes_turn, seat.passes_since = game.turns, game.number
            seat.heeds_attacks = name == PASS_UNLESS_ATTACKED
        seat.save(update_fields=COLUMNS)
        if game.question_for(seat.index) is not None:
            locked.update_hold()
