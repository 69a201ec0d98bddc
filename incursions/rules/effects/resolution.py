"""Carrying out effects one after the other: the frame of every card, tile and officer that does something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

from incursions.engine.frames import Frame
from incursions.rules.board import Source
from incursions.rules.effects.conditions import Situation, hold
from incursions.rules.effects.in_force import Force, asked_at_first, triggered
from incursions.rules.effects.naming import ANOTHER, name_another
from incursions.rules.effects.once import is_used_up, use
from incursions.rules.picks import NOTHING, Pick
from incursions.rules.refs import Ref, hex_ref, holder_of, word_ref

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.rules.effects.effect import Effect
    from incursions.rules.game import Game

YES = word_ref("yes")
_OF_ONE_TEXT = attrgetter("source", "user", "target")

Performer = Callable[["Game", "Resolution", "Effect"], object]
"""Carries out one effect of a resolution. When it raises `Waiting` it is called again once the answer is there."""


class Waiting(Exception):
    """A question or a roll that an effect needs lies on the stack now."""


Marks = tuple[tuple[str, Any], ...]
"""Facts by their names, the newest last."""


def with_mark(marks: Marks, name: str, value: Any) -> Marks:
    """These, and one that takes the place of whatever was known under its name."""
    return (*[mark for mark in marks if mark[0] != name], (name, value))


@dataclass(slots=True, eq=False)
class Resolution(Frame["Game"]):
    """The effects `pending` of one piece, for the player `user`, aimed at `target`.

    `chosen` is what was picked for the effect under way, `agreed` whether its player wants an optional one. `marks` are
    facts that later effects of the same text speak of, as pairs (name, value), and whatever set it off told it.
    """

    source: Source
    user: int
    pending: tuple[int, ...]
    target: Ref | None = None
    marks: Marks = ()
    _: KW_ONLY
    chosen: tuple[Ref, ...] = ()
    agreed: bool = False
    seat_fields = ("user",)

    def advance(self, game: Game) -> None:
        """Carry out what is pending, and be done."""
        if self.carry_out(game):
            game.stack.pop()

    def carry_out(self, game: Game) -> bool:
        """Carry out one effect after the other, until one asks or sets something off. Are all done?"""
        effects, stack = game.piece(self.source).effects, game.stack
        while self.pending:
            self._carry_out(game, effects[self.pending[0]])
            if not stack or stack[-1] is not self:
                return False
        return True

    def _carry_out(self, game: Game, effect: Effect) -> None:
        if not self.agreed:
            if (effect.conditions or effect.once is not None) and not self._comes(game, effect):
                self.next()
                return
            if effect.optional and game.ships[self.user].out is not None:  # nobody chooses it any more (rules 17.14)
                self.next()
                return
            if effect.optional:
                title = f"Use {game.piece(self.source).title}?"
                game.stack.append(Pick(self.user, (YES,), title, "13.8", topic="use", prefix="", may_pass=True))
                return
            self.agreed = True
        try:
            if effect.target in ANOTHER:
                name_another(game, self, effect)
            game.verbs[effect.verb](game, self, effect)
        except Waiting:
            return
        if effect.once is not None:
            use(game, self.source, effect)
        self.next()

    def _comes(self, game: Game, effect: Effect) -> bool:
        if effect.conditions:
            situation = Situation(self.source, self.user, self.target_seat, self)
            if not hold(game, situation, asked_at_first(effect)):
                return False
        return effect.once is None or not is_used_up(game, self.source, effect)

    def next(self) -> None:
        """Go on with the effect after this one."""
        self.pending = self.pending[1:]
        self.chosen = ()
        self.agreed = False

    def stop(self) -> None:
        """Let all effects after this one fall away: what they hang on did not happen."""
        self.pending = self.pending[:1]

    def drop(self, number: int) -> None:
        """Let one effect fall away."""
        self.pending = tuple([other for other in self.pending if other != number])

    def then(self, effects: Iterable[int]) -> None:
        """Carry these out next, before what was pending after this effect."""
        self.pending = (self.pending[0], *effects, *self.pending[1:])

    def picked(self, game: Game, ref: Ref) -> None:
        """An answer: to the question whether to use the effect, or to a pick of the effect itself."""
        if self.agreed:
            self.chosen = (*self.chosen, ref)
        elif ref == NOTHING:
            self.next()
        else:
            self.agreed = True

    @property
    def target_seat(self) -> int | None:
        """The seat aimed at."""
        return self.target[1] if self.target is not None and self.target[0] == "seat" else None

    def struck_seat(self, game: Game) -> int | None:
        """Return the player aimed at, or who holds the card aimed at."""
        if self.target is not None and self.target[0] == "card":
            return holder_of(game, self.target[1])
        return self.target_seat

    def seat_at(self, game: Game, place: str) -> int | None:
        """Return whose hand, deck or pile a place such as `your hand` is."""
        return self.user if place.startswith("your") else self.struck_seat(game)

    def mark(self, name: str, value: Any) -> None:
        """Remember a fact for the effects that follow."""
        self.marks = with_mark(self.marks, name, value)

    def marked(self, name: str, default: Any = None) -> Any:
        """A fact that was remembered."""
        for known, value in self.marks:
            if known == name:
                return value
        return default

    def pick(
        self, game: Game, seat: int, refs: Iterable[Ref], title: str, rule: str, *, nth: int = 0, **how: Any
    ) -> Ref | None:
        """Return the `nth` thing picked for this effect, None without anything to pick. Raises `Waiting` to ask for it.

        One thing alone is picked without asking unless a pass is possible.
        """
        if len(self.chosen) <= nth:
            found = tuple(refs)
            out, may_pass = game.ships[seat].out is not None, how.get("may_pass", False)
            if found and not out and (len(found) > 1 or may_pass):  # who is out chooses nothing any more (17.14)
                self.wait_for(game, Pick(seat, found, title, rule, **how))
            self.chosen = (*self.chosen, found[0] if found and not (out and may_pass) else NOTHING)
        picked = self.chosen[nth]
        return None if picked == NOTHING else picked

    def pick_hex(
        self, game: Game, seat: int, hexes: Iterable[Hex], title: str, rule: str, *, topic: str, nth: int = 0
    ) -> Hex | None:
        """Return the `nth` pick, which is a hex; None without any. Raises `Waiting` to ask for it."""
        picked = self.pick(game, seat, map(hex_ref, hexes), title, rule, nth=nth, kind="hex", topic=topic)
        return (picked[1], picked[2]) if picked else None

    def wait_for(self, game: Game, frame: Frame[Game]) -> NoReturn:
        """Put a question or a roll on the stack: the effect is carried out again when it is answered."""
        game.stack.append(frame)
        raise Waiting

    def ends_with(self, seat: int) -> bool:
        """Return True for a tile's effects on the ship of this seat: they stop when it falls (rules 9.12)."""
        return seat == self.user and isinstance(self.source, str)


def set_off(game: Game, trigger: str, seat: int, target: Ref | None = None, frame: Any = None, **marks: Any) -> bool:
    """Put up a resolution for each effect of the seat's that the trigger sets off, the oldest on top. Any at all?"""
    found = triggered(game, seat, trigger, frame)
    if not found:
        return False
    put_up(game, found, target, **marks)
    return True


def put_up(game: Game, found: Sequence[Force], target: Ref | None = None, **marks: Any) -> None:
    """Resolutions for these effects, the first on top; those of one text that come together are carried out by one."""
    if not found:
        return
    texts = [list(group) for _, group in groupby(found, _OF_ONE_TEXT)] if len(found) > 1 else [found]
    for group in reversed(texts):
        first = group[0]
        aimed = target if target is not None or first.target is None else ("seat", first.target)
        numbers = (first.effect.number,) if len(group) == 1 else tuple([force.effect.number for force in group])
        game.stack.append(Resolution(first.source, first.user, numbers, aimed, tuple(marks.items())))
