"""Names: what a player or bot at a table is called, where more is to be read of them, and finding players by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.accounts.models import User
from tournaments.enums import Bot

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

FORMER_PLAYER = "a former player"


class Sitting:
    """A row with a place at a table, that of a user or of a bot."""

    user: User | None
    user_id: int | None
    bot: str

    def is_of(self, user: User | AnonymousUser | None) -> bool:
        """Return True if it is the place of this user, who may be unknown."""
        return user is not None and self.user_id is not None and self.user_id == user.pk

    @property
    def name(self) -> str:
        """What the others at the table call whoever sits here."""
        if self.bot:
            return str(Bot(self.bot).label)
        return FORMER_PLAYER if self.user is None else str(self.user)

    @property
    def player_url(self) -> str:
        """The page of the player; "" of a bot, and of somebody who is none any more."""
        return "" if self.bot or self.user is None else self.user.get_absolute_url()


def find_player(name: str) -> User | None:
    """Return the player of that user name, or None. Players who are locked out have no page."""
    return User.objects.filter(username=name, is_active=True).first() if name.isprintable() else None
