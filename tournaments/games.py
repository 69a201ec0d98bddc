"""The games this process saw last, so that a move or a picture of the table need not read the state again.

The row stays the truth: a game is kept under its match's version and is of use for that version alone. Kept games are
never played on; whoever asks gets a copy.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from incursions.prepared_reads import PreparedRead
from incursions.rules import Game
from tournaments.models import Match

GAMES_KEPT = 256
WITH_STATE = PreparedRead(lambda pk, version: Match.objects.filter(pk=pk, version=version).only("state_data"))
WITH_SETUP = PreparedRead(lambda pk, version: Match.objects.filter(pk=pk, version=version).only("state_data", "setup"))


class GameShelf:
    """The newest game of each of the matches last touched here; safe to share among threads."""

    def __init__(self, size: int = GAMES_KEPT) -> None:
        self._size = size
        self._games: OrderedDict[str, tuple[int, Game]] = OrderedDict()
        self._lock = Lock()

    def find(self, public_id: str, version: int) -> Game | None:
        """A copy of the game at exactly that version, if it is here."""
        with self._lock:
            kept = self._games.get(public_id)
            if kept is None or kept[0] != version:
                return None
            self._games.move_to_end(public_id)
            return kept[1].copy()

    def setup_of(self, public_id: str) -> dict[str, Any] | None:
        """The set-up of the match, if a game of it is here, of whatever version: a set-up never changes."""
        with self._lock:
            kept = self._games.get(public_id)
            return None if kept is None else kept[1].setup

    def keep(self, public_id: str, version: int, game: Game) -> None:
        """Keep the game of a committed version, unless a newer one is here already. The caller must not play it on."""
        with self._lock:
            kept = self._games.get(public_id)
            if kept is not None and kept[0] > version:
                return
            self._games[public_id] = (version, game)
            self._games.move_to_end(public_id)
            while len(self._games) > self._size:
                self._games.popitem(last=False)

    def clear(self) -> None:
        """Forget everything; the rows still know it."""
        with self._lock:
            self._games.clear()


shelf = GameShelf()


def game_at(match: Match) -> Game | None:
    """The game of a match that has begun at exactly this version, for the caller to keep; None if the row has moved on.

    The match may come without its large columns.
    """
    game = shelf.find(match.public_id, match.version)
    if game is None:
        # The pieces of a set-up that is here already are read already, which takes longer than all the rest.
        setup = shelf.setup_of(match.public_id)
        row = (WITH_SETUP if setup is None else WITH_STATE).first(match.pk, match.version)
        if row is None:
            return None
        game = _made(match, row.state_data, setup or row.setup)
    return game


def game_of(match: Match) -> Game:
    """The game of a match that has begun, at the version of this row, for the caller to keep."""
    game = shelf.find(match.public_id, match.version)
    if game is None:
        game = _made(match, match.state_data, match.setup)
    return game


def _made(match: Match, state: dict[str, Any], setup: dict[str, Any]) -> Game:
    """The game of these columns, kept for whoever asks next."""
    game = Game.from_data(state, setup)
    shelf.keep(match.public_id, match.version, game.copy())
    return game
