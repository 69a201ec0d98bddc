"""Judging commands of a seat on one copy of the game: a refusal changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.trials import Trials

UNWRITTEN = "-"
"""A placeholder for words that the player has not written yet, so that the command can be judged."""


class Act(NamedTuple):
    """A command of a page, and the rule and reason why it is refused; both are "" if it may be given."""

    text: str
    label: str
    rule: str = ""
    reason: str = ""

    @property
    def is_legal(self) -> bool:
        """True if it may be given now."""
        return not self.reason


class Field(NamedTuple):
    """A field of a command with blanks: a choice of options, each a value and a label, or without them free text."""

    name: str
    label: str
    options: Sequence[tuple[str, str]] = ()
    longest: int = 0
    least: int = 0
    most: int = 0
    may_be_empty: bool = False


class Blank(NamedTuple):
    """A command whose blanks the fields of a form fill; refused as a whole if `reason` says so."""

    text: str
    label: str
    fields: Sequence[Field]
    rule: str = ""
    reason: str = ""

    @property
    def is_legal(self) -> bool:
        """True if it may be given with some filling."""
        return not self.reason


class Group(NamedTuple):
    """Commands of one subject. One `reason` stands for all of them if each is refused for it."""

    key: str
    title: str
    acts: Sequence[Act] = ()
    forms: Sequence[Blank] = ()
    words: str = ""

    @property
    def all(self) -> list[Act | Blank]:
        """All commands of the group."""
        return [*self.acts, *self.forms]

    @property
    def is_open(self) -> bool:
        """True if something of it may be done now."""
        return any(each.is_legal for each in self.all)

    @property
    def common(self) -> Act | Blank | None:
        """The first refusal, if everything is refused for the same reason."""
        reasons = {(each.rule, each.reason) for each in self.all}
        return self.all[0] if len(reasons) == 1 and self.all[0].reason else None


class Judge:
    """Judges commands of a seat by trying them on a copy of the game."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat
        self.asked = 0
        self._trials = Trials(game, seat)

    def refuse(self, text: str) -> tuple[str, str]:
        """Return rule and reason of the refusal; two empty texts if the command may be given."""
        self.asked += 1
        refusal = self._trials.find_refusal(text)
        return ("", "") if refusal is None else (refusal.rule, refusal.reason)

    def act(self, text: str, label: str) -> Act:
        """Return a command of the page as it is judged."""
        return Act(text, label, *self.refuse(text))

    def blank(
        self, text: str, label: str, fields: Sequence[Field], example: str = "", unseen: Collection[str] = ()
    ) -> Blank:
        """Return a command with blanks; it is judged by an example, which is the first filling if none is given.

        A refusal by a rule in `unseen` hangs on the filling, or on what the seat may not know: it bars nothing.
        """
        rule, reason = self.refuse(example or fill_first(text, fields))
        return Blank(text, label, fields) if rule in unseen else Blank(text, label, fields, rule, reason)

    def list_other_players(self, team: str = "") -> list[tuple[str, str]]:
        """Return the seats of others as options, of all or of a team; seats without a player are left out."""
        state = self.game.state
        seats = self.game.seats_of(team) if team else state.places
        return [(seat, seat) for seat in seats if seat != self.seat and seat not in state.empty_seats]


def fill_first(text: str, fields: Sequence[Field]) -> str:
    """Return the command with each blank filled by the first option of its field."""
    for field in fields:
        first = field.options[0][0] if field.options else str(field.least) if field.most else UNWRITTEN
        if field.may_be_empty:
            before, _, rest = text.partition("[")
            text = before + rest.partition("]")[2]
        text = text.replace(f"{{{field.name}}}", first)
    return text
