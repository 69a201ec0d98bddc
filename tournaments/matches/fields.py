"""Columns and mixins that several models share: clocks, who sits at a place, JSON alike on every database."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator
from django.db import models

from tournaments.matches.clocks import CLOCK_SETTINGS, USUAL_CLOCKS
from tournaments.matches.game_kinds import (
    bot_choices,
    bot_titles,
    first_game,
    first_mode,
    full_mode_titles,
    game_kinds,
    loadouts_of,
    mode_choices,
)

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User
    from incursions.games.contract import GameKind, ModeKind
    from incursions.games.loadouts import Loadouts

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


class GameName(models.Model):
    """The column that names the game of a row."""

    game = models.CharField(max_length=20, default=first_game, help_text="Which game it is, by name")

    class Meta:
        abstract = True

    @property
    def game_kind(self) -> GameKind:
        """The game."""
        return game_kinds()[self.game]

    @property
    def loadouts(self) -> Loadouts:
        """The loadouts of the game."""
        return loadouts_of(self.game)


class GameColumn(GameName):
    """The column that names the game of a match or of a match file."""

    class Meta:
        abstract = True

    @property
    def kind(self) -> GameKind:
        """The game."""
        return self.game_kind


class ModeColumn(GameColumn):
    """The columns that name a game and its mode."""

    mode = models.CharField(max_length=10, choices=mode_choices, default=first_mode)

    class Meta:
        abstract = True

    @property
    def mode_kind(self) -> ModeKind:
        """The mode."""
        return self.kind.modes_by_name[self.mode]

    @property
    def full_mode_title(self) -> str:
        """The title of the mode, with that of its game if the house has several."""
        return full_mode_titles().get(self.mode, self.mode)


class TermsColumn(models.Model):
    """The column of the terms that players agree on, in the mode of the row."""

    game_terms = PlainJSONField(default=dict, help_text="The numbers that the mode lets players agree on, by name")

    class Meta:
        abstract = True

    if TYPE_CHECKING:

        @property
        def mode_kind(self) -> ModeKind: ...

    @property
    def filled_terms(self) -> dict[str, int]:
        """The value of each term of the mode."""
        return self.mode_kind.fill_terms(self.game_terms)

    @property
    def limits(self) -> Any:
        """The limits of loadouts; None if seats bring nothing."""
        return self.mode_kind.find_limits(self.game_terms)

    @property
    def limit_words(self) -> str:
        """The limits of loadouts in words; "" if seats bring nothing."""
        return self.mode_kind.describe_limits(self.game_terms)


def bot_column(**named: Any) -> models.CharField[str, str]:
    """Return a column that names a bot, "" for none."""
    return models.CharField(max_length=12, choices=bot_choices, default="", blank=True, **named)


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
            return bot_titles()[self.bot]
        return FORMER_PLAYER if self.user is None else str(self.user)

    @property
    def player_url(self) -> str:
        """The page of the player; "" for bots and former players."""
        return "" if self.bot or self.user is None else self.user.get_absolute_url()
