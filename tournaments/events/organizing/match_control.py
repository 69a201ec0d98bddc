"""End, extend and pause the matches of a tournament."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import structlog
from django.db.models import F

from tournaments.events.enums import ACTIVE, Did, RoundState, TournamentState
from tournaments.events.models import Table, Tournament
from tournaments.events.organizing.locked_tournament import Ability, LockedTournament, about_table, service
from tournaments.matches.enums import MatchState
from tournaments.matches.errors import DomainError
from tournaments.matches.models import Match
from tournaments.matches.staff.acting import MOST_MINUTES, Order, act_as_organizer
from tournaments.matches.staff.models import Kind

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from incursions.accounts.models import User

log = structlog.get_logger(__name__)


def end_match(public_id: str, by: User | None, reason: str) -> None:
    """End a match as an unrated draw, because its table is decided elsewhere."""
    _order(public_id, by, Order(Kind.STRIKE, reason), refused="match_not_ended")


def close_matches(row: Tournament, reason: str) -> None:
    """End the matches of a cancelled tournament and reveal their secrets."""
    under_way = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING)
    for public_id in list(under_way.values_list("public_id", flat=True)):
        end_match(public_id, None, reason)
    open_secrets(row)


def open_secrets(row: Tournament) -> None:
    """Reveal decks, dice and replays of the finished matches to everybody (rules 21.12)."""
    kept = Match.objects.filter(
        pk__in=Match.objects.filter(table__round__tournament=row, keeps_secrets=True).values("pk")
    )
    kept.update(keeps_secrets=False, revision=F("revision") + 1)


@service(Ability.RULE, TournamentState.RUNNING, about=about_table)
def extend_table(locked: LockedTournament, number: int, minutes: int, *, reason: str) -> Table:
    """Give a table of the current round more time. Only its own match ends later.

    Raises `DomainError`: not_found, not_staff, no_such_table, wrong_state, malformed, tournament_moved_on.
    """
    last = locked.last_round()
    why = locked.reason(reason)
    if not isinstance(minutes, int) or not 1 <= minutes <= MOST_MINUTES:
        raise locked.make_refusal("malformed", f"Give 1 to {MOST_MINUTES} minutes.")
    if last is None or last.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
        raise locked.make_refusal("wrong_state", "No round is played.")
    table = locked.table(last, number)
    if table.is_decided:
        raise locked.make_refusal("wrong_state", f"Table {number} has a result.")
    before, table.extension_s = table.extension_s, table.extension_s + minutes * 60
    table.save(update_fields=["extension_s"])
    if table.match is not None:
        act_as_organizer(table.match.public_id, locked.user, Order(Kind.EXTEND_MATCH, why, amount=minutes))
    of = {"round": last.number, "key": last.pk, "table": number}
    locked.note(
        Did.EXTENDED,
        f"Table {number} has {minutes} min more",
        before=of | {"extension_s": before},
        after=of | {"extension_s": table.extension_s},
        reason=why,
    )
    return table


def pause_tournament(public_id: str, user: User, *, reason: str, now: datetime | None = None) -> Tournament:
    """Pause the tournament and the clocks of all its matches.

    Raises `DomainError`: not_found, not_staff, wrong_state, paused, malformed.
    """
    with LockedTournament.change(public_id, user, needs=Ability.PAIR, now=now) as locked:
        row = locked.tournament
        locked.needs_state(*ACTIVE)
        if row.paused_at is not None:
            raise locked.make_refusal("paused", "The tournament is paused already.")
        row.paused_at, row.paused_for = locked.now, locked.reason(reason)
        locked.note(Did.PAUSED, "Paused everything", reason=row.paused_for)
    running = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING)
    _order_all(running, user, Order(Kind.PAUSE, row.paused_for), now)
    return row


def pause_begun(tables: Collection[int], now: datetime | None = None) -> None:
    """Pause matches that began while their tournament was being paused, because the pause missed them."""
    begun = Match.objects.filter(table__in=tables, state=MatchState.RUNNING, paused_at=None)
    paused = begun.exclude(table__round__tournament__paused_at=None)
    for public_id, reason in list(paused.values_list("public_id", "table__round__tournament__paused_for")):
        _order(public_id, None, Order(Kind.PAUSE, reason), now)


def resume_tournament(public_id: str, user: User, *, now: datetime | None = None) -> Tournament:
    """Resume the tournament and move its deadlines by the length of the pause. Matches paused before it stay paused.

    Raises `DomainError`: not_found, not_staff, not_paused.
    """
    with LockedTournament.change(public_id, user, needs=Ability.PAIR, now=now) as locked:
        row = locked.tournament
        if row.paused_at is None:
            raise locked.make_refusal("not_paused", "The tournament is not paused.")
        since = row.paused_at
        gap = max(locked.now - since, timedelta())
        set_on(row, gap)
        row.paused_at, row.paused_for = None, ""
        locked.note(Did.RESUMED, "Everything goes on", after={"seconds": round(gap.total_seconds())})
    paused = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING, paused_at__gte=since)
    _order_all(paused, user, Order(Kind.RESUME, "The tournament goes on."), now)
    return row


def set_on(row: Tournament, gap: timedelta) -> None:
    """Move the deadlines of a tournament by `gap`; the caller saves its row.

    Deadlines of a table under way move with its match, which may be paused separately.
    """
    for name in ("starts_at", "builds_until", "next_round_at"):
        at = getattr(row, name)
        if at is not None and (name != "starts_at" or row.state == TournamentState.OPEN):
            setattr(row, name, at + gap)
    rounds = row.rounds.all()
    rounds.filter(state=RoundState.PUBLISHED).update(starts_at=F("starts_at") + gap)
    rounds.filter(state=RoundState.RUNNING).update(ends_at=F("ends_at") + gap)


def _order_all(matches: QuerySet[Match], user: User, order: Order, now: datetime | None) -> None:
    """Carry out an order at each of these matches."""
    for public_id in list(matches.order_by("pk").values_list("public_id", flat=True)):
        _order(public_id, user, order, now)


def _order(
    public_id: str, user: User | None, order: Order, now: datetime | None = None, refused: str = "match_left_as_it_is"
) -> None:
    """Carry out an order at a match. A refusal, as from a match that has just ended, is logged."""
    try:
        act_as_organizer(public_id, user, order, now=now)
    except DomainError as refusal:
        log.info(refused, match=public_id, code=refusal.code)


def give_back(gap: timedelta) -> None:
    """Move the deadlines of all tournaments by a downtime of the site. The caller opens the transaction."""
    for row in Tournament.objects.active().filter(paused_at=None).select_for_update().order_by("pk"):
        set_on(row, gap)
        if row.due_at is not None:
            row.due_at += gap
        row.save(update_fields=["starts_at", "builds_until", "next_round_at", "due_at"])
