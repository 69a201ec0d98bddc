"""Messages and tasks sent after the commit of a match: to the sockets of its table, and to workers for its bots."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from tournaments.live.pushes import TASK_EXPIRES_S, announce_privately, announce_revision, queue_task
from tournaments.matches.models import Match

BOT_TASK = "tournaments.tasks.play_bot"
THINKING_TASK = "tournaments.tasks.think"
THINKING_QUEUE = "thinking"
RECORD_TASK = "tournaments.tasks.record"


def queue_thinking(public_id: str, last_action: int) -> None:
    """Queue a bot's thinking in a separate queue, where it delays only other bots that think."""
    queue_task(THINKING_TASK, [public_id, last_action], queue=THINKING_QUEUE, expires=TASK_EXPIRES_S)


def queue_hurried_bots(public_id: str, last_action: int) -> None:
    """Queue late bots to answer at once, without thinking."""
    queue_task(BOT_TASK, [public_id, last_action], kwargs={"hurried": True}, expires=TASK_EXPIRES_S)


def show_change(match: Match, by: int | None = None, *, columns: Collection[str] = (), can_wait: bool = False) -> None:
    """Show every viewer of a match a change other than a move: seats, clocks, a rematch.

    Also writes these columns of the row. Call it in the transaction of the change, which holds the lock of the row.
    """
    match.revision += 1
    match.save(update_fields=["revision", *columns])
    publish_on_commit(match, by, can_wait=can_wait)


def publish_on_commit(
    match: Match,
    by: int | None = None,
    answer_after_s: float | None = None,
    *,
    can_wait: bool = False,
    is_private: bool = False,
) -> None:
    """After the commit, announce the change to the table, and queue the bots that are due.

    The caller has raised the row's `revision` in the same transaction: see `show_change`. A private action is announced
    to the pages of the user `by` alone, and raises no revision.
    """
    room, revision = match.room, match.revision
    if is_private:
        transaction.on_commit(lambda: announce_privately(room, by), robust=True)
    else:
        transaction.on_commit(lambda: announce_revision(room, revision, by, can_wait=can_wait), robust=True)
    if match.bot_due_at is not None:
        queue_bots_on_commit(match, match.pace_s if answer_after_s is None else answer_after_s)


def queue_bots_on_commit(match: Match, answer_after_s: float) -> None:
    """After the commit, queue the task in which bots, or the hold, answer the question of now, at their pace."""
    arguments: list[object] = [match.public_id, match.last_action]
    expires = answer_after_s + TASK_EXPIRES_S
    countdown = answer_after_s or None
    transaction.on_commit(lambda: queue_task(BOT_TASK, arguments, countdown=countdown, expires=expires), robust=True)


def record_on_commit(match: Match) -> None:
    """After the commit, queue the recording of a finished match. If it is lost, the sweep finds it."""
    arguments: list[object] = [match.public_id]
    transaction.on_commit(lambda: queue_task(RECORD_TASK, arguments), robust=True)
