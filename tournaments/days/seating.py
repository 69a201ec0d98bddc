"""Seating players on a day: new links, seats that one player holds together, and seats that are filled or left.

Whoever may open a seat is known by the key of its link. So a new key takes the seat from all devices at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from incursions.kit.ids import new_invitation
from incursions.kit.refusals import DomainError
from tournaments.days.day_games import make_setup
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import LONGEST_PLAYER, Day, DaySeat


def check_player(player: str) -> str:
    """Return the name of a player without spaces around it. Raises malformed."""
    player = player.strip()
    if len(player) > LONGEST_PLAYER or not player.isprintable():
        raise DomainError("malformed", f"A name has at most {LONGEST_PLAYER} printable characters.")
    return player


def set_players(day: Day, players: Iterable[tuple[DaySeat, str]], by: str) -> None:
    """Set the players of seats, all or none; a seat that nobody filled is filled. Raises `DomainError`.

    `by` is the seat of Control in whose name the game is told.
    """
    named = [(seat, check_player(player)) for seat, player in players]
    for seat, _ in named:
        if seat.played_with is not None:
            raise DomainError("wrong_state", f"{seat} is played with {seat.played_with}. Release it first.")
    with LockedDay.lock(day.public_id) as locked:
        fill_seats(locked, [seat for seat, player in named if player and not seat.is_filled], by)
        for seat, player in named:
            day.seats.filter(pk=seat.pk).update(player=player)
            seat.also.update(player=player)
        locked.show_again()


def renew_link(seat: DaySeat, player: str) -> None:
    """Give a seat a new link for another player: every device that had the seat loses it. Raises `DomainError`."""
    player = check_player(player)
    if seat.played_with is not None:
        raise DomainError("wrong_state", f"{seat} is played with {seat.played_with}. Release it first.")
    with LockedDay.lock(seat.day.public_id) as locked:
        seat.player = player
        seat.also.update(player=player)
        change_key(locked, seat)


def change_key(locked: LockedDay, seat: DaySeat) -> None:
    """Save a seat with a new key, so that all devices look anew at what they may open."""
    seat.key, seat.checked_in_at = new_invitation(), None
    seat.save(update_fields=["key", "checked_in_at", "player", "played_with"])
    locked.day.seating += 1
    locked.show_again()


def double_seat(seat: DaySeat, other: DaySeat, by: str) -> None:
    """Let the player of another seat play a seat too. Raises wrong_state for seats that do not fit."""
    control = seat.day.kind.control
    other = other.played_with or other
    if other.pk == seat.pk:
        raise DomainError("wrong_state", "Choose another seat: this one is played by the same player.")
    if control in (seat.team, other.team):
        raise DomainError("wrong_state", f"{control} plays nobody's seat.")
    if not other.is_filled:
        raise DomainError("wrong_state", f"Nobody plays {other}. Fill it first.")
    with LockedDay.lock(seat.day.public_id) as locked:
        fill_seats(locked, [] if seat.is_filled else [seat], by)
        seat.also.update(played_with=other, player=other.player)
        seat.played_with, seat.player = other, other.player
        change_key(locked, seat)


def release_seat(seat: DaySeat) -> None:
    """Let a seat be played alone again: its own link leads to it. Raises wrong_state if it is."""
    if seat.played_with is None:
        raise DomainError("wrong_state", f"{seat} is played alone.")
    with LockedDay.lock(seat.day.public_id) as locked:
        seat.played_with, seat.player = None, ""
        change_key(locked, seat)


def fill_seat(seat: DaySeat, by: str) -> None:
    """Let a seat be filled: its link opens it, and it has all its duties. Raises wrong_state if it is."""
    require_player_seat(seat)
    if seat.is_filled:
        raise DomainError("wrong_state", f"{seat} is filled.")
    with LockedDay.lock(seat.day.public_id) as locked:
        fill_seats(locked, [seat], by)
        locked.show_again()


def leave_seat(seat: DaySeat, by: str) -> None:
    """Leave a seat empty: its team does its work. Its devices lose it, and seats played with it are free."""
    require_player_seat(seat)
    if not seat.is_filled:
        raise DomainError("wrong_state", f"Nobody fills {seat}.")
    with LockedDay.lock(seat.day.public_id) as locked:
        fill_seats(locked, [seat], by, is_filled=False)
        seat.also.update(played_with=None, player="", checked_in_at=None)
        seat.played_with, seat.player = None, ""
        change_key(locked, seat)


def require_player_seat(seat: DaySeat) -> None:
    """Raise wrong_state for a seat of Control."""
    if seat.team == seat.day.kind.control:
        raise DomainError("wrong_state", f"The seats of {seat.team} are always open.")


def fill_seats(locked: LockedDay, seats: Iterable[DaySeat], by: str, *, is_filled: bool = True) -> None:
    """Fill seats or leave them: before the first entry in the setup of the game, later by a command of Control."""
    day, kind = locked.day, locked.day.kind
    names = [seat.name for seat in seats]
    if not names:
        return
    if locked.game.number == 0:
        day.seats.filter(name__in=names).update(is_filled=is_filled)
        filled = day.seats.filter(is_filled=True).exclude(team=kind.control)
        day.seats_filled = list(filled.values_list("name", flat=True))
        day.save(update_fields=["seats_filled"])
        locked.game = kind.game.start(make_setup(day), bytes(day.seed))
        return
    for name in names:
        if (name in kind.list_empty(locked.game)) == is_filled:
            locked.give(by, kind.write_filling(name, is_filled))
