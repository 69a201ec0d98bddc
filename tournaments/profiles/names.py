"""How whoever sits somewhere is called, and where more is to be read of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.enums import Bot

if TYPE_CHECKING:
    from incursions.accounts.models import User

FORMER_PLAYER = "a former player"


class Sitting:
    """A row with a place at a table, that of a user or of a bot."""

    user: User | None
    bot: str

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
