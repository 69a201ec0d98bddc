"""The WebSocket of a table: sends the whole table on connecting, and an update each time it has changed.

Each viewer gets a picture of the viewer's own view.
"""

from __future__ import annotations

import time

import structlog
from channels.db import database_sync_to_async

from incursions.accounts.viewers import SocketViewer
from incursions.kit.asgi_layers import get_cpu_lock
from incursions.kit.sqlite_in_turn.base import between_transactions
from tournaments.live.consumers import GONE, TalkConsumer
from tournaments.matches.models import Match
from tournaments.matches.table_rows import read_rows, row_shelf, rows_of, table_of
from tournaments.players.watching import is_shown
from tournaments.tables.table_page import Picture, picture_of

MOVER_CAN_WAIT_S = 0.25
"""The player who moved has the answer to the move already, so the other players' pictures are drawn first."""
WATCHERS_CAN_WAIT_S = 1.0
"""Players' pictures are drawn before spectators'. A spectator gets only the last of several changes."""


class TableConsumer(TalkConsumer):
    """A viewer's socket. It sends the table; moves are posted over HTTP."""

    kind = Match.ROOM_KIND
    marks: frozenset[tuple[str, int]] = frozenset()
    is_player = False

    async def show(
        self,
        revision: int | None = None,
        *,
        patience_s: float | None = None,
        has_moved: bool = False,
        is_private: bool = False,
    ) -> bool:
        """Send this viewer's picture of the table; close the socket if there is none. The caller holds `drawing`.

        The picture that follows the last one comes without its unchanged parts. The answer to a move may have brought
        the page further: the page then ignores older parts.
        """
        if has_moved:
            patience_s = MOVER_CAN_WAIT_S
        elif patience_s is None:
            patience_s = 0 if self.is_player else WATCHERS_CAN_WAIT_S
        public_id = self.room.public_id
        async with get_cpu_lock().turn(patience_s):
            picture = await database_sync_to_async(draw)(public_id, self.viewer, revision, is_private=is_private)
        if picture is None:
            await self.close(GONE)
            return False
        follows = self.shown is not None and picture.revision == self.shown + 1
        text = picture.render_without(self.marks) if follows else picture.whole
        self.sure_at = time.monotonic()
        self.shown, self.marks, self.is_player = picture.revision, picture.marks, picture.is_for_player
        await self.send(text_data=text)
        return True


def draw(
    public_id: str, viewer: SocketViewer, revision: int | None = None, *, is_private: bool = False
) -> Picture | None:
    """Return the viewer's picture of the table at this revision or a later one, or None if there is nothing to see.

    With `is_private` the rows are read again. Raises `SessionEndedError`.
    """
    about = structlog.contextvars.bound_contextvars(match=public_id, user_id=viewer.pk)
    with about, between_transactions():
        user = viewer.load()
        if not is_shown(public_id, user):
            return None
        rows = read_rows(public_id, row_shelf.find(public_id)) if is_private else rows_of(public_id, revision)
        return None if rows is None else picture_of(table_of(rows, user))
