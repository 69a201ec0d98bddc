"""Picks: questions of effects that let a player choose one of several things."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.refs import Ref, phrases_of

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game

CHOOSE = "choose "
GO_ON = "pass"
NOTHING: Ref = ("nothing",)  # what a pass picks


@dataclass(slots=True, eq=False)
class Pick(Choice["Game"]):
    """A choice of one of `refs`. The frame below asked, and `take_pick` tells it the answer, `NOTHING` for a pass.

    `prefix` begins each option, `may_pass` adds a pass. `kind` is the kind of the question.
    """

    refs: tuple[Ref, ...]
    title: str
    rule: str
    _: KW_ONLY
    topic: str = "pick"
    kind: str = "one"
    prefix: str = CHOOSE
    may_pass: bool = False

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question with everything that can be picked."""
        if said:
            return None
        options = list(self._refs_by_phrase(game))
        if self.may_pass:
            options.append(GO_ON)
        least = GO_ON if self.may_pass else None
        return Question(self.seat, self.kind, self.topic, options, least, self.title, self.rule)

    def _refs_by_phrase(self, game: Game) -> dict[str, Ref]:
        """Return everything that can be picked, by its phrase."""
        return phrases_of(game, self.refs, self.prefix)

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Pass the answer to the frame below."""
        ref = NOTHING if said[0] == GO_ON else self._refs_by_phrase(game)[said[0]]
        game.stack.pop()
        game.stack[-1].take_pick(game, ref)  # type: ignore[attr-defined]  # who asks with a pick has it
