"""Columns and mixins that several models share: clocks, who sits at a place, JSON alike on every database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator
from django.db import models

from tournaments.matches.clocks import CLOCK_SETTINGS, USUAL_CLOCKS
from tournaments.matches.enums import Bot
from tournaments.matches.game_kinds import first_game, game_kinds

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User
    from incursions.games.contract import GameKind

    AnyText = models.TextField[Any, Any]
else:
    AnyText = models.TextField

FORMER_PLAYER = "a former player"


class PlainJSONField(AnyText):
    """A column of plain data, stored as compact JSON text. It cannot be searched.

    PostgreSQL's own JSON type sorts keys, so that a set-up, a state or an export would differ between databases; and
    it takes apart what is stored with every move only to put it together again.
    """

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        """Return data as it is, and parse text, which serialized rows have."""
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj)) or "null"


def _column_options(name: str) -> dict[str, Any]:
    """Return the column options of a clock setting: its default, and the most that any table may have."""
    setting = CLOCK_SETTINGS[name]
    most = max(setting.of_table[1], setting.of_tournament[1])
    return {"default": getattr(USUAL_CLOCKS, name), "validators": [MaxValueValidator(most)]}


class GameColumn(models.Model):
    """The column that names the game of a match or of a match file."""

    game = models.CharField(max_length=20, default=first_game, help_text="Which game it is, by name")

    class Meta:
        abstract = True

    @property
    def kind(self) -> GameKind:
        """The game."""
        return game_kinds()[self.game]


class ClockColumns(models.Model):
    """The columns of the clocks, of a match and of a tournament."""

    free_s = models.PositiveIntegerField(**_column_options("free_s"))
    bank_s = models.PositiveIntegerField(**_column_options("bank_s"))
    pace_s = models.FloatField(**_column_options("pace_s"))

    class Meta:
        abstract = True


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
