"""Rematches: another match of the same players, with sides swapped, or against another bot."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.loadouts import Loadout
from incursions.kit.refusals import make_malformed_error
from incursions.kit.writing import update_row
from tournaments.matches.life import TableRules, create_match, decline_kept_seat, join_match, open_kept_seats
from tournaments.matches.models import Match, Seat, seat_of
from tournaments.matches.pushes import show_change
from tournaments.matches.sides import find_other_side
from tournaments.matches.table_settings import settings_of

SEATS_KEPT_FOR = timedelta(minutes=5)


def decline_rematch(public_id: str, user: User | None) -> Match:
    """Decline the rematch that another player asked for. Raises `DomainError`: not_found, spectator, seat_taken."""
    with transaction.atomic():
        match = Match.objects.select_for_update().find_or_refuse(public_id)
        if user is None or not Seat.objects.filter(match=match, user=user).exists():
            raise match.make_refusal("spectator", "Only its players can decline a rematch.")
        following = Match.objects.select_for_update().filter(rematch_of=match).first()
        if following is None:
            raise match.make_refusal("not_found", "Nobody has asked for a rematch.")
        if Seat.objects.filter(match=following, user=user).exists():
            raise match.make_refusal("seat_taken", "You sit at the rematch. Leave its table instead.")
        decline_kept_seat(following, user)
        show_change(following)
        show_change(match)
        return match


def rematch_match(public_id: str, user: User | None, *, terms: int | None = None, now: datetime | None = None) -> Match:
    """Create the rematch of a match, or seat the user at it if another player has created it.

    Its seats are kept for the players for five minutes, and teams swap sides. `terms` are the settings of the rematch
    that were seen; None for those of the previous match. Raises `DomainError`: not_found, spectator, not_over,
    at_a_tournament, already_started, terms_changed.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().find_or_refuse(public_id)
        seats = list(Seat.objects.filter(match=match))
        user, seat = _check_played(match, seats, user)
        loadout = match.loadouts.find_played(match.setup, seat.index, seat.loadout)
        if match.rematch is not None:
            return join_match(
                match.rematch.public_id,
                user,
                loadout=loadout,
                invitation=None,
                terms=0 if terms is None else terms,
                seat=find_other_side(match.mode_kind, len(seats), seat.index),
                now=now,
            )
        rules = _build_rematch_rules(match, seats, seat)
        rematch = create_match(host=user, rules=rules, loadout=loadout, now=now)
        update_row(match, rematch=rematch)
        if rematch.is_open:
            update_row(rematch, kept_until=(now or timezone.now()) + SEATS_KEPT_FOR)
            open_kept_seats(rematch)
        show_change(match)
        return rematch


def play_another_bot(public_id: str, user: User | None, bot: str) -> Match:
    """Create a match with the settings of a finished one against bots, with this bot in their seats.

    Raises `DomainError`: not_found, spectator, not_over, at_a_tournament, malformed.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().find_or_refuse(public_id)
        seats = list(Seat.objects.filter(match=match))
        user, seat = _check_played(match, seats, user)
        if bot not in match.kind.bots_by_name:
            raise make_malformed_error(f"bot is one of: {', '.join(match.kind.bots_by_name)}.")
        if not all(other.bot for other in seats if other.index != seat.index):
            raise make_malformed_error("Another bot can be chosen for a match against bots alone.")
        loadout = match.loadouts.find_played(match.setup, seat.index, seat.loadout)
        rules = _build_rematch_rules(match, seats, seat)
        return create_match(host=user, rules=replace(rules, bots=(bot,) * len(rules.bots)), loadout=loadout)


def _check_played(match: Match, seats: list[Seat], user: User | None) -> tuple[User, Seat]:
    """Return the user with the own seat. Raises `DomainError` if the user cannot play the match again."""
    seat = seat_of(seats, user)
    if user is None or seat is None:
        raise match.make_refusal("spectator", "Only its players can play a match again.")
    if not match.is_over:
        raise match.make_refusal("not_over", "The match is not over yet.")
    if hasattr(match, "table"):
        message = "The tournament makes its own tables: its matches have no rematch."
        raise match.make_refusal("at_a_tournament", message)
    return user, seat


def _build_rematch_rules(match: Match, seats: list[Seat], host: Seat) -> TableRules:
    """Return the rules of the previous match, with the host in the first seat. Others bring again what they own.

    If the seats play different sides, everybody sits on the other side than before.
    """
    sides = [find_other_side(match.mode_kind, len(seats), seat.index) for seat in seats]
    if sides != [seat.index for seat in seats]:
        persons = sorted((seat for seat in seats if not seat.bot), key=lambda seat: seat is not host)
        return TableRules(
            **settings_of(match),
            seats=len(seats),
            bots=tuple(seats[index].bot for index in sides if seats[index].bot),
            loadouts=tuple(_find_kept(match, seats[index], host) for index in sides),
            seating=tuple(sides[seat.index] for seat in persons),
        )
    others = [seat for seat in seats if seat.index != host.index]
    return TableRules(
        **settings_of(match),
        seats=len(seats),
        bots=tuple(seat.bot for seat in seats if seat.bot),
        loadouts=(None, *(_find_kept(match, seat, host) for seat in others)),
    )


def _find_kept(match: Match, seat: Seat, host: Seat) -> Loadout | None:
    """Return the loadout that stays at a seat for its player; what the host or another owns comes with its owner."""
    return None if seat is host or match.loadouts.is_own(seat.loadout) else seat.loadout
