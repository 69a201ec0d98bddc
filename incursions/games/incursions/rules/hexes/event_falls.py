"""Events made of effects: of a tile, a Calamity, a Catastrophe or a placed piece (rules 9.1, 9.13, 13.18)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.effects.aims import candidates, place_of
from incursions.games.incursions.rules.effects.in_force import Situation, hold, is_spared
from incursions.games.incursions.rules.effects.resolution import Marks, Resolution
from incursions.games.incursions.rules.hexes.event_strikes import EventStrikes
from incursions.games.incursions.rules.plays.announcements import in_turn_order
from incursions.games.incursions.rules.state.board import Source

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.refs import Ref


SPARES = "spares"  # the field that names whom an effect spares
SUMMON = "summon"  # `spares` is then about the denizen's attacks (rules 18.2)


@dataclass(slots=True, eq=False)
class EventFalls(EventStrikes):
    """An event that is made of effects; `target` and `marks` are passed to their resolution."""

    effects: tuple[int, ...]
    target: Ref | None
    marks: Marks

    def depends_on(self, seat: int) -> bool:
        """Return True for an event sent to the seat's ship alone: it does nothing then (rules 9.10)."""
        return seat == self.user and isinstance(self.source, str) and self.struck == (seat,)

    def hide(self, hidden: Iterable[int], reaches: Container[int]) -> None:
        """Spare the seats whose cloaks hide them, unless the text `reaches` them (rules 12.7)."""
        self.spared = tuple([seat for seat in hidden if seat not in reaches])
        self.struck = tuple([seat for seat in self.struck if seat not in self.spared])

    def fall(self, game: Game) -> None:
        """Resolve the effects for the seats that have not blocked them."""
        frame = Resolution(self.source, self.user, self.effects, self.target, self._collect_marks())
        self._save(game, frame)
        game.stack.append(frame)

    def _save(self, game: Game, frame: Resolution) -> None:
        """Drop the effects that would strike nobody any more."""
        effects = game.piece(self.source).effects
        for number in frame.pending:
            effect = effects[number]
            if (self.spared or SPARES in effect.fields) and not self._still_falls(game, frame, effect):
                frame.drop(number)

    def _collect_marks(self) -> Marks:
        return (*self.marks, ("spared", self.spared), ("reduced", self.reduced))

    def _still_falls(self, game: Game, frame: Resolution, effect: Effect) -> bool:
        """Return True if the effect still strikes somebody, or means nobody.

        A denizen is summoned even if nobody is left.
        """
        meant = seats_meant(game, frame, effect)
        left = [seat for seat in meant if seat not in self.spared] if self.spared else meant
        if effect.verb != SUMMON:
            left = _not_spared(game, frame, effect, left)
        return bool(left) or not meant


def _not_spared(game: Game, frame: Resolution, effect: Effect, seats: list[int]) -> list[int]:
    """Return the seats that the effect's text does not spare."""
    at, left = frame.get_mark("at"), []
    for seat in seats:
        if not is_spared(game, seat, frame.source, effect, at=at):
            left.append(seat)  # noqa: PERF401  mostly there is one: a comprehension costs twice as much
    return left


def seats_meant(game: Game, frame: Resolution, effect: Effect) -> list[int]:
    """Return the seats that an effect of an event would strike, whether or not its conditions hold."""
    phrase = effect.target or ""
    if phrase == "your ship":
        return [frame.user]
    if phrase.startswith("every ") and "ship" in phrase:
        return [ref[1] for ref in candidates(game, frame, effect, phrase)]
    if phrase in ("the target", "the visitor", "another player", "another ship"):
        found = candidates(game, frame, effect, phrase)
        return [ref[1] for ref in found if ref[0] == "seat"] if len(found) == 1 else []
    return [frame.user] if isinstance(frame.source, str) else _aimed_at(game, frame)


def strikes_comer(effect: Effect) -> bool:
    """Return True if the tile's effect always strikes the ship that came, and no other."""
    return effect.target in (None, "your ship") and not effect.conditions and SPARES not in effect.fields


def _aimed_at(game: Game, frame: Resolution) -> list[int]:
    """Return the seats that a card is aimed at: a player, or the owner of a piece, who may save it too (rules 9.14)."""
    aim = aim_of(frame)
    if aim is not None and aim[0] == "piece":
        piece = game.board.placed.get(aim[1])
        owner = None if piece is None else piece.owner
        return [] if owner is None or owner == frame.user or game.ships[owner].out is not None else [owner]
    return [] if frame.target_seat is None else [frame.target_seat]


def aim_of(frame: Resolution) -> Ref | None:
    """Return the target named on announcing: a player, or one of several things that a text may target."""
    aimed: Ref | None = frame.get_mark("aimed")
    return frame.target if aimed is None else aimed


def seats_struck(
    game: Game, source: Source, user: int, effects: Iterable[int], target: Ref | None, marks: Marks
) -> list[int]:
    """Return the seats that the event's effects strike now, in turn order, without those that its text spares."""
    frame = Resolution(source, user, (), target, marks)
    aim = aim_of(frame)
    if aim is not None:
        frame.mark("place", place_of(game, aim))  # for effects whose text names the hex of the target
    found: set[int] = set()
    printed = game.piece(source).effects
    for number in effects:
        effect = printed[number]
        conditions = effect.conditions
        if conditions and not hold(game, Situation(source, user, frame.target_seat, frame), conditions):
            continue
        meant = seats_meant(game, frame, effect)
        if SPARES in effect.fields:
            meant = _not_spared(game, frame, effect, meant)
        found.update(meant)
    return in_turn_order(game, found)


def strike_with(
    game: Game,
    source: Source,
    user: int,
    effects: Sequence[int],
    struck: Iterable[int] | None = None,
    target: Ref | None = None,
    reaches: Container[int] = (),
    **marks: Any,
) -> None:
    """Put up an event made of these effects; with `struck` None it strikes the seats that they mean.

    Cloaked ships are struck only by Unique events (rules 12.7), and where the text `reaches` them: then its effects
    know that they are spared.
    """
    told = tuple(marks.items())
    seats = seats_struck(game, source, user, effects, target, told) if struck is None else list(struck)
    hidden = () if marks.get("unique") else hidden_by_cloak(game, user, source)
    frame = EventFalls(source, user, tuple(seats), tuple(effects), target, told)
    if hidden:
        frame.hide(hidden, reaches)
    game.stack.append(frame)


def hidden_by_cloak(game: Game, user: int, source: Source) -> tuple[int, ...]:
    """Return the cloaked seats, without the user's own for a card; only Unique events reach them (rules 12.7)."""
    own = user if isinstance(source, int) else None
    hidden: tuple[int, ...] = ()
    for ship in game.ships:
        if ship.cloak is not None and ship.seat != own:
            hidden = (*hidden, ship.seat)
    return hidden
