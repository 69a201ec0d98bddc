"""Messages and tasks sent after a commit: to the sockets of a table, and to workers for its bots.

Redis carries messages only. If it is down, moves are stored all the same: sockets compare their version with the row
every few seconds, and the sweep queues late bots again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from concurrent.futures import Future
from functools import cache, partial
from threading import Thread
from typing import Any, TypedDict

import structlog
from celery import current_app
from channels.layers import get_channel_layer
from django.db import transaction

from tournaments.matches.models import Match

BOT_TASK = "tournaments.tasks.play_bot"
THINKING_TASK = "tournaments.tasks.think"
THINKING_QUEUE = "thinking"
TASK_EXPIRES_S = 60
RECORD_TASK = "tournaments.tasks.record"
OPENING_TASK = "tournaments.tasks.open_tournament_tables"

SENDING_S = 5.0
log = structlog.get_logger(__name__)


class TableChange(TypedDict):
    """The message to all sockets of a match that it has a new revision; see `announce_revision`."""

    type: str
    revision: int
    by: int | None
    can_wait: bool


class UserChange(TypedDict):
    """The message to the sockets of a match that concerns those of one user alone."""

    type: str
    user: int | None


class TournamentChange(TypedDict):
    """The message to the sockets of a tournament that it has a new version."""

    type: str
    version: int


def group_name(public_id: str) -> str:
    """Return the name of the group that the sockets of a match listen to."""
    return f"match.{public_id}"


def announce_revision(public_id: str, revision: int, by: int | None, *, can_wait: bool = False) -> None:
    """Announce a new revision to every socket of the match; each then draws its own picture.

    `by` is the user who has just moved and has the result in the answer: that user's picture may be drawn last. An
    unimportant change `can_wait` for a moment, in which the next move may bring it along.
    """
    message: TableChange = {"type": "match.changed", "revision": revision, "by": by, "can_wait": can_wait}
    send_to_group(group_name(public_id), message)


def _queue(task: str, arguments: list[object], **options: Any) -> None:
    """Queue a task without retries: the sweep finds what is lost."""
    current_app.send_task(task, args=arguments, ignore_result=True, retry=False, **options)


def queue_bots(public_id: str, last_action: int, pace_s: float) -> None:
    """Queue the task in which bots, or the hold, answer the question after this action, at their pace."""
    _queue(BOT_TASK, [public_id, last_action], countdown=pace_s or None, expires=pace_s + TASK_EXPIRES_S)


def queue_thinking(public_id: str, last_action: int) -> None:
    """Queue a bot's thinking in a separate queue, where it delays only other bots that think."""
    _queue(THINKING_TASK, [public_id, last_action], queue=THINKING_QUEUE, expires=TASK_EXPIRES_S)


def queue_hurried_bots(public_id: str, last_action: int) -> None:
    """Queue late bots to answer at once, without thinking."""
    _queue(BOT_TASK, [public_id, last_action], kwargs={"hurried": True}, expires=TASK_EXPIRES_S)


def queue_opening(keys: list[int]) -> None:
    """Queue the opening of a tournament's tables; lost tasks are found within seconds."""
    _queue(OPENING_TASK, [keys], expires=TASK_EXPIRES_S)


def show_change(match: Match, by: int | None = None, *, columns: Collection[str] = (), can_wait: bool = False) -> None:
    """Show every viewer of a match a change other than a move: seats, clocks, a rematch.

    Also writes these columns of the row. Call it in the transaction of the change, which holds the lock of the row.
    """
    match.revision += 1
    match.save(update_fields=["revision", *columns])
    publish_on_commit(match, by, can_wait=can_wait)


def record_on_commit(match: Match) -> None:
    """After the commit, queue the recording of a finished match. If it is lost, the sweep finds it."""
    arguments: list[object] = [match.public_id]
    transaction.on_commit(lambda: _queue(RECORD_TASK, arguments), robust=True)


def publish_on_commit(
    match: Match, by: int | None = None, answer_after_s: float | None = None, *, can_wait: bool = False
) -> None:
    """After the commit, announce the change to the table, and queue the bots that are due.

    The caller has raised the row's `revision` in the same transaction: see `show_change`.
    """
    public_id, revision = match.public_id, match.revision
    transaction.on_commit(lambda: announce_revision(public_id, revision, by, can_wait=can_wait), robust=True)
    if match.bot_due_at is not None:
        queue_bots_on_commit(match, match.pace_s if answer_after_s is None else answer_after_s)


def publish_privately_on_commit(match: Match, user: int | None, answer_after_s: float) -> None:
    """After the commit, announce a private action to its user's own pages, and queue the bots again."""
    message: UserChange = {"type": "match.changed.privately", "user": user}
    transaction.on_commit(lambda: send_to_group(group_name(match.public_id), message), robust=True)
    if match.bot_due_at is not None:
        queue_bots_on_commit(match, answer_after_s)


def queue_bots_on_commit(match: Match, answer_after_s: float) -> None:
    """After the commit, queue the bots of the match."""
    public_id, last_action = match.public_id, match.last_action
    transaction.on_commit(lambda: queue_bots(public_id, last_action, answer_after_s), robust=True)


def send_to_group(group: str, message: Mapping[str, object]) -> None:
    """Send a message to all sockets of a group, after those sent before from this process."""
    sent = asyncio.run_coroutine_threadsafe(_send(group, message), _get_loop())
    sent.add_done_callback(partial(_report, group))


async def _send(group: str, message: Mapping[str, object]) -> None:
    async with asyncio.timeout(SENDING_S):
        await get_channel_layer().group_send(group, message)


def _report(group: str, sent: Future[None]) -> None:
    if (failure := sent.exception()) is not None:
        log.error("message_not_sent", group=group, exc_info=failure)


@cache
def _get_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="messages", daemon=True).start()
    return loop
