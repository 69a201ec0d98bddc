"""Names of players and bots at a table, links to their pages, and lookup of players by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.accounts.models import User
from tournaments.matches.enums import Bot

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

FORMER_PLAYER = "a former player"


class Sitting:
    """Mixin of rows for a place at a table, of a user or a bot."""

    user: User | None
    user_id: int | None
    bot: str

    def is_of(self, user: User | AnonymousUser | None) -> bool:
        """Return True if this is the place of the user, who may be anonymous."""
        return user is not None and self.user_id is not None and self.user_id == user.pk

    @property
    def name(self) -> str:
        """The displayed name of the user or bot."""
        if self.bot:
            return str(Bot(self.bot).label)
        return FORMER_PLAYER if self.user is None else str(self.user)

    @property
    def player_url(self) -> str:
        """The page of the player; "" for bots and former players."""
        return "" if self.bot or self.user is None else self.user.get_absolute_url()


def find_player(name: str) -> User | None:
    """Return the player of that user name, or None. Deactivated players are not found."""
    return User.objects.filter(username=name, is_active=True).first() if name.isprintable() else None
