"""Effects that are carried out one after the other, the choice of a player meanwhile, and their rolls (rules 13.15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.effects.aims import candidates
from incursions.games.incursions.rules.effects.in_force import (
    Force,
    Situation,
    hold,
    is_used_up,
    list_triggered,
    of_use,
    select_starting_conditions,
    use,
)
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.refs import NOTHING, Pick, Ref, hex_ref, holder_of, word_ref
from incursions.games.incursions.rules.systems.cloaking import may_target

if TYPE_CHECKING:
    from incursions.engine.hexes import Hex
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect


ANOTHER = ("another player", "another ship")


def name_another(game: Game, frame: Resolution, effect: Effect) -> None:
    """Let the user choose another player if none was named on announcing.

    The chosen player is the target of the text from then on. Cloaked ships cannot be chosen (rules 12.7).
    """
    if frame.struck_seat(game) is not None or game.verbs[effect.verb].names_target:
        return
    found = candidates(game, frame, effect, "")
    seen = [ref for ref in found if may_target(game, frame.user, ref[1], attack=False) is None]
    picked = frame.pick(game, frame.user, seen, "Aimed at whom?", "13.15", topic="target")
    frame.chosen = ()
    frame.target = picked or NOTHING


YES = word_ref("yes")
_OF_ONE_TEXT = attrgetter("source", "user", "target")


class Waiting(Exception):  # noqa: N818 -- no fault: the effect waits for an answer
    """Raised after an effect has pushed a question or a roll that it needs."""


Marks = tuple[tuple[str, Any], ...]
"""Facts by their names, the newest last."""


def replace_mark(marks: Marks, name: str, value: Any) -> Marks:
    """Return the marks with this one in place of any earlier one of its name."""
    return (*[mark for mark in marks if mark[0] != name], (name, value))


@dataclass(slots=True, eq=False)
class Resolution(Frame["Game"]):
    """The effects `pending` of one piece, for the player `user`, aimed at `target`.

    `chosen` are the picks for the effect under way; `agreed`: its player wants an optional one. `marks` are facts for
    later effects of the text, as pairs (name, value), some of them given by the trigger.
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
        """Carry out the pending effects and leave the stack."""
        if self.carry_out(game):
            game.stack.pop()

    def carry_out(self, game: Game) -> bool:
        """Carry out effects until one asks or triggers something. Return True if all are done."""
        effects, stack = game.piece(self.source).effects, game.stack
        while self.pending:
            self._carry_out(game, effects[self.pending[0]])
            if not stack or stack[-1] is not self:
                return False
        return True

    def _carry_out(self, game: Game, effect: Effect) -> None:
        if not self.agreed:
            if (effect.conditions or effect.once is not None) and not self._is_due(game, effect):
                self.next()
                return
            if effect.optional and game.ships[self.user].out is not None:  # its player cannot choose it (rules 17.14)
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
            game.verbs[effect.verb].perform(game, self, effect)
        except Waiting:
            return
        if effect.once is not None:
            use(game, self.source, effect)
        self.next()

    def _is_due(self, game: Game, effect: Effect) -> bool:
        if effect.conditions:
            situation = Situation(self.source, self.user, self.target_seat, self)
            if not hold(game, situation, select_starting_conditions(effect)):
                return False
        return effect.once is None or not is_used_up(game, self.source, effect)

    def next(self) -> None:
        """Continue with the effect after the current one."""
        self.pending = self.pending[1:]
        self.chosen = ()
        self.agreed = False

    def stop(self) -> None:
        """Drop all effects after the current one, because they depend on it."""
        self.pending = self.pending[:1]

    def drop(self, number: int) -> None:
        """Drop one effect."""
        self.pending = tuple([other for other in self.pending if other != number])

    def insert_effects(self, effects: Iterable[int]) -> None:
        """Insert these effects right after the current one."""
        self.pending = (self.pending[0], *effects, *self.pending[1:])

    def take_pick(self, game: Game, ref: Ref) -> None:
        """Accept an answer: to the question whether to use the effect, or to a pick of the effect itself."""
        if self.agreed:
            self.chosen = (*self.chosen, ref)
        elif ref == NOTHING:
            self.next()
        else:
            self.agreed = True

    @property
    def target_seat(self) -> int | None:
        """The seat that is aimed at, or None."""
        return self.target[1] if self.target is not None and self.target[0] == "seat" else None

    def struck_seat(self, game: Game) -> int | None:
        """Return the seat that is aimed at, or that holds the card aimed at, or None."""
        if self.target is not None and self.target[0] == "card":
            return holder_of(game, self.target[1])
        return self.target_seat

    def seat_at(self, game: Game, place: str) -> int | None:
        """Return the owner of a hand, deck or pile such as `your hand`, or None."""
        return self.user if place.startswith("your") else self.struck_seat(game)

    def mark(self, name: str, value: Any) -> None:
        """Store a fact for the effects that follow."""
        self.marks = replace_mark(self.marks, name, value)

    def get_mark(self, name: str, default: Any = None) -> Any:
        """Return a stored fact."""
        for known, value in self.marks:
            if known == name:
                return value
        return default

    def pick(
        self, game: Game, seat: int, refs: Iterable[Ref], title: str, rule: str, *, nth: int = 0, **how: Any
    ) -> Ref | None:
        """Return the `nth` pick for this effect, or None if nothing was picked. Raises `Waiting` to ask for it.

        A single candidate is picked without asking unless a pass is possible.
        """
        if len(self.chosen) <= nth:
            found = tuple(refs)
            out, may_pass = game.ships[seat].out is not None, how.get("may_pass", False)
            if found and not out and (len(found) > 1 or may_pass):  # a player who is out chooses nothing (17.14)
                self.wait_for(game, Pick(seat, found, title, rule, **how))
            self.chosen = (*self.chosen, found[0] if found and not (out and may_pass) else NOTHING)
        picked = self.chosen[nth]
        return None if picked == NOTHING else picked

    def pick_hex(
        self, game: Game, seat: int, hexes: Iterable[Hex], title: str, rule: str, *, topic: str, nth: int = 0
    ) -> Hex | None:
        """Return the `nth` pick as a hex, or None if nothing was picked. Raises `Waiting` to ask for it."""
        picked = self.pick(game, seat, map(hex_ref, hexes), title, rule, nth=nth, kind="hex", topic=topic)
        return (picked[1], picked[2]) if picked else None

    def wait_for(self, game: Game, frame: Frame[Game]) -> NoReturn:
        """Push a question or a roll and raise `Waiting`. The effect is carried out again after the answer."""
        game.stack.append(frame)
        raise Waiting

    def ends_with(self, seat: int) -> bool:
        """Return True for a tile's effects on the ship of this seat, which stop when it falls (rules 9.12)."""
        return seat == self.user and isinstance(self.source, str)


def set_off(game: Game, trigger: str, seat: int, target: Ref | None = None, frame: Any = None, **marks: Any) -> bool:
    """Push resolutions of the seat's effects that the trigger sets off, the oldest on top. Return True if any."""
    found = list_triggered(game, seat, trigger, frame)
    if not found:
        return False
    put_up(game, found, target, **marks)
    return True


def put_up(game: Game, found: Sequence[Force], target: Ref | None = None, **marks: Any) -> None:
    """Push resolutions for these effects, the first on top. Consecutive effects of one text share a resolution."""
    if not found:
        return
    texts = [list(group) for _, group in groupby(found, _OF_ONE_TEXT)] if len(found) > 1 else [found]
    for group in reversed(texts):
        first = group[0]
        aimed = target if target is not None or first.target is None else ("seat", first.target)
        numbers = (first.effect.number,) if len(group) == 1 else tuple([force.effect.number for force in group])
        game.stack.append(Resolution(first.source, first.user, numbers, aimed, tuple(marks.items())))


THROW, ROLLED, READ = range(3)


@dataclass(slots=True, eq=False)
class Throw(Frame["Game"]):
    """A roll of `count` dice by the player `seat`: thrown, perhaps rerolled by an effect (rules 10.5), then read.

    `is_damage`: its dice are damage dice of a weapon of the player.
    """

    seat: int
    count: int
    _: KW_ONLY
    dice: tuple[int, ...] = ()
    step: int = THROW
    is_damage: ClassVar[bool] = False
    strand: ClassVar[str] = "roll"

    def advance(self, game: Game) -> None:
        """Throw the dice and put up rerolls; on the next call read the result."""
        self.step += 1
        if self.step == ROLLED:
            self.dice = tuple(game.dice.roll(self.strand, self.count)) if self.count else ()
            self.tell(game)
            put_up(game, of_use(self, list_triggered(game, self.seat, "rolled", self)))
        else:
            game.stack.pop()
            self.apply_result(game)

    def throw_again(self, game: Game, which: list[int] | None = None) -> None:
        """Reroll these dice, or all if `which` is None; the new result stands."""
        self.dice = game.dice.roll_again(self.strand, self.dice, which)
        self.tell(game)

    def tell(self, game: Game) -> None:
        """Emit the dice."""
        raise NotImplementedError

    def apply_result(self, game: Game) -> None:
        """Carry out the result."""
        raise NotImplementedError
