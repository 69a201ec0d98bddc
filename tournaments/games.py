"""The games this process saw last, so that a move or a picture of the table need not read the state again.

The row stays the truth: a game is kept under the number of its last action and is of use for that one alone. Kept games
are never played on; whoever asks gets a copy.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from incursions.prepared_reads import PreparedRead
from incursions.rules import Game
from tournaments.models import Match, MatchQuerySet

GAMES_KEPT = 256


def _at(pk: int, last_action: int) -> MatchQuerySet:
    return Match.objects.filter(pk=pk).filter(last_action=last_action)


WITH_STATE = PreparedRead(lambda pk, last_action: _at(pk, last_action).only("state_data"))
WITH_SETUP = PreparedRead(lambda pk, last_action: _at(pk, last_action).only("state_data", "setup"))


class GameShelf:
    """The newest game of each of the matches last touched here; safe to share among threads."""

    def __init__(self, size: int = GAMES_KEPT) -> None:
        self._size = size
        self._games: OrderedDict[str, tuple[int, Game]] = OrderedDict()
        self._lock = Lock()

    def find(self, public_id: str, last_action: int) -> Game | None:
        """Return a copy of the game after exactly that action, or None."""
        with self._lock:
            kept = self._games.get(public_id)
            if kept is None or kept[0] != last_action:
                return None
            self._games.move_to_end(public_id)
            return kept[1].copy()

    def setup_of(self, public_id: str) -> dict[str, Any] | None:
        """The set-up of the match, if a game of it is here, after whatever action: a set-up never changes."""
        with self._lock:
            kept = self._games.get(public_id)
            return None if kept is None else kept[1].setup

    def keep(self, public_id: str, last_action: int, game: Game) -> None:
        """Keep the game after a committed action, unless a newer one is here. The caller must not play it on."""
        with self._lock:
            kept = self._games.get(public_id)
            if kept is not None and kept[0] > last_action:
                return
            self._games[public_id] = (last_action, game)
            self._games.move_to_end(public_id)
            while len(self._games) > self._size:
                self._games.popitem(last=False)

    def clear(self) -> None:
        """Forget everything; the rows still know it."""
        with self._lock:
            self._games.clear()


shelf = GameShelf()


def game_at(match: Match) -> Game | None:
    """Return the game of a match that has begun, at exactly this row's last action; None if the row has moved on.

    The match may come without its large columns.
    """
    game = shelf.find(match.public_id, match.last_action)
    if game is None:
        # The pieces of a set-up that is here already are read already, which takes longer than all the rest.
        setup = shelf.setup_of(match.public_id)
        row = (WITH_SETUP if setup is None else WITH_STATE).first(match.pk, match.last_action)
        if row is None:
            return None
        game = _made(match, row.state_data, setup or row.setup)
    return game


def game_of(match: Match) -> Game:
    """The game of a match that has begun, at the last action of this row, for the caller to keep."""
    game = shelf.find(match.public_id, match.last_action)
    if game is None:
        game = _made(match, match.state_data, match.setup)
    return game


def _made(match: Match, state: dict[str, Any], setup: dict[str, Any]) -> Game:
    """The game of these columns, kept for whoever asks next."""
    game = Game.from_data(state, setup)
    shelf.keep(match.public_id, match.last_action, game.copy())
    return game
