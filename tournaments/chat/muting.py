"""What a user would rather not hear, and what others see of a user who watches."""

from __future__ import annotations

from django.db import transaction

from incursions.accounts.models import User
from tournaments.chat.listening import tell_ears
from tournaments.chat.models import MutedPerson, MutedRoom, TableManners
from tournaments.chat.rooms import Room
from tournaments.errors import DomainError
from tournaments.models import Match
from tournaments.pushes import show_change

MOST_MUTED = 500


def mute_person(user: User, person: User | None) -> None:
    """Let the user hear nothing of this person any more, at any table. Raises not_found, not_yours, too_many_muted."""
    if person is None:
        raise DomainError("not_found", "Nobody is left to be muted: the account is gone.")
    if person.pk == user.pk:
        raise DomainError("not_yours", "You cannot mute yourself.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        muted = MutedPerson.objects.filter(by=user)
        if muted.filter(person=person).exists():
            return
        if muted.count() >= MOST_MUTED:
            raise DomainError("too_many_muted", f"You have muted {MOST_MUTED} people. Let some be heard again first.")
        MutedPerson.objects.create(by=user, person=person)


def unmute_person(user: User, person: int) -> None:
    """Let the user hear this person again."""
    MutedPerson.objects.filter(by=user, person=person).delete()


def mute_room(user: User, match: Match, room: Room) -> None:
    """Let the user hear nothing of a room of this match."""
    MutedRoom.objects.get_or_create(by=user, match=match, room=room)
    _listen_anew(user, match)


def unmute_room(user: User, match: Match, room: Room) -> None:
    """Let the user hear the room again, with all that was said meanwhile."""
    MutedRoom.objects.filter(by=user, match=match, room=room).delete()
    _listen_anew(user, match)


def hear_spectators(user: User, match: Match, *, hears: bool) -> None:
    """Store if the user hears spectators while playing, where the match is not rated."""
    TableManners.objects.update_or_create(user=user, defaults={"hears_spectators": hears})
    _listen_anew(user, match)


def be_named(user: User, match: Match, *, is_named: bool) -> None:
    """Store if others see that the user watches, here and at every other table."""
    with transaction.atomic():
        TableManners.objects.update_or_create(user=user, defaults={"is_named_watching": is_named})
        show_change(Match.objects.light().select_for_update().get(pk=match.pk))
    _listen_anew(user, match)


def _listen_anew(user: User, match: Match) -> None:
    """Have the user's other windows at this table do as was chosen."""
    transaction.on_commit(lambda: tell_ears(match.public_id, user.pk), robust=True)
