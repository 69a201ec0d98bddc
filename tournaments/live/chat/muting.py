"""Mute people and rooms, and store a user's chat settings."""

from __future__ import annotations

from django.db import transaction

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.live.chat.listening import broadcast_settings_change
from tournaments.live.chat.models import MutedPerson, MutedRoom, TableManners
from tournaments.live.chat.rooms import Room
from tournaments.live.pushes import show_change
from tournaments.matches.models import Match

MOST_MUTED = 500


def mute_person(user: User, person: User | None) -> None:
    """Mute a person for the user, at every table. Raises not_found, not_yours, too_many_muted."""
    if person is None:
        raise DomainError("not_found", "This account no longer exists.")
    if person.pk == user.pk:
        raise DomainError("not_yours", "You cannot mute yourself.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        muted = MutedPerson.objects.filter(by=user)
        if muted.filter(person=person).exists():
            return
        if muted.count() >= MOST_MUTED:
            raise DomainError("too_many_muted", f"You have muted {MOST_MUTED} people, the maximum. Unmute some first.")
        MutedPerson.objects.create(by=user, person=person)


def unmute_person(user: User, person: int) -> None:
    """Unmute a person for the user."""
    MutedPerson.objects.filter(by=user, person=person).delete()


def mute_room(user: User, match: Match, room: Room) -> None:
    """Mute a room of this match for the user."""
    MutedRoom.objects.get_or_create(by=user, match=match, room=room)
    _reload_settings_on_commit(user, match)


def unmute_room(user: User, match: Match, room: Room) -> None:
    """Unmute a room for the user, with all that was said meanwhile."""
    MutedRoom.objects.filter(by=user, match=match, room=room).delete()
    _reload_settings_on_commit(user, match)


def hear_spectators(user: User, match: Match, *, hears: bool) -> None:
    """Store whether the user hears spectators while playing an unrated match."""
    TableManners.objects.update_or_create(user=user, defaults={"hears_spectators": hears})
    _reload_settings_on_commit(user, match)


def set_named(user: User, match: Match, *, is_named: bool) -> None:
    """Store whether others see the user's name as a spectator, at this and every other table."""
    with transaction.atomic():
        TableManners.objects.update_or_create(user=user, defaults={"is_named_watching": is_named})
        show_change(Match.objects.light().select_for_update().get(pk=match.pk))
    _reload_settings_on_commit(user, match)


def _reload_settings_on_commit(user: User, match: Match) -> None:
    """After the commit, tell the user's pages at this table to reload the chat settings."""
    transaction.on_commit(lambda: broadcast_settings_change(match.public_id, user.pk), robust=True)
