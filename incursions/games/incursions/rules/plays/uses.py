"""Using a tabled card by a maneuver: `use TITLE` (the trigger `maneuver`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.aims import is_feasible
from incursions.games.incursions.rules.effects.in_force import GAME, Situation, hold, is_used_up
from incursions.games.incursions.rules.effects.resolution import Resolution
from incursions.games.incursions.rules.events.cards import CardUsed
from incursions.games.incursions.rules.printed.pieces import Face, numbers
from incursions.games.incursions.rules.state.cards_in_play import Refused, lines_for, serving
from incursions.games.incursions.rules.state.maneuver_kinds import Announced, Ground, OnePhraseKind
from incursions.games.incursions.rules.state.phrases import Line, text_after_verb

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.state.seats import Ship

USE = "use "
MANEUVER = "maneuver"


class UseCard(OnePhraseKind[int]):
    """The maneuver of using a tabled card, an officer or the captain."""

    name = "card"
    words = ("use",)
    may_be_besides = True
    does = "using a card"
    ground = Ground.SERVES

    def lines(self, game: Game, ship: Ship) -> dict[str, int]:
        """Return each card on the own table that can be used now."""
        waiting = game.players[ship.seat].in_force.by_trigger.get(MANEUVER, ())
        if all(game.verbs[force.effect.verb].has_own_line for force in waiting):
            return {}
        return lines_for(game, USE, _list_usable(game, ship), lambda number: why_not_use(game, ship, number) is None)

    def announce(self, game: Game, ship: Ship, said: tuple[str, ...]) -> Announced:
        """Push the card's effects. Using it costs only the maneuver."""
        number = self.lines(game, ship)[said[0]]
        game.tell(CardUsed, seat=ship.seat, title=game.cards[number].card.title)
        return Announced(Resolution(number, ship.seat, numbers(maneuver_effects(game, number))))

    def refusal(self, game: Game, ship: Ship, line: Line) -> Refused | None:
        """Return why the card cannot be used, or None."""
        title = text_after_verb(line)
        on_table = [number for number in _list_on_table(game, ship) if game.cards[number].card.title == title]
        if not on_table and any(game.cards[each].card.title == title for each in game.players[ship.seat].captains):
            return "15.6", f"{title} is assimilated, and serves only a ship that has no captain of its own"
        if not on_table:
            return "13.4.2", f"{title or 'That'} is not on your table"
        usable = [number for number in on_table if number in _list_usable(game, ship)]
        if not usable:
            return "13.4.2", f"{title} does nothing by a maneuver of its own"
        return why_not_use(game, ship, usable[0])

    def looked_for(self, game: Game, ship: Ship) -> Sequence[str]:
        """Return a line for every card that a maneuver can use."""
        return list(dict.fromkeys(USE + game.cards[number].card.title for number in _list_usable(game, ship)))


def maneuver_effects(game: Game, number: int) -> tuple[Effect, ...]:
    """Return the effects of a card that a maneuver triggers."""
    effects = game.cards[number].card.effects.by_trigger.get(MANEUVER)
    return () if effects is None else tuple(effect for effect in effects if not game.verbs[effect.verb].has_own_line)


def why_not_use(game: Game, ship: Ship, number: int) -> Refused | None:
    """Return the rule and the reason why a card on the own table cannot be used now, or None."""
    card, effects = game.cards[number].card, maneuver_effects(game, number)
    if number in game.board.face_down:
        return "13.8", f"{card.title} lies face down and cannot be used"
    first = effects[0]
    if is_used_up(game, number, first):
        when = "game" if first.once == GAME else "turn"
        return "13.19", f"{card.title} serves once a {when}, and has served"
    asked = [condition for condition in first.conditions if condition.name != "position"]
    if not hold(game, Situation(number, ship.seat, None), asked):
        return "13.15", f"{card.title} can do nothing now"
    if not _comes_to_something(game, ship, effects):
        return "13.15", f"{card.title} would do nothing now"
    return None


def _comes_to_something(game: Game, ship: Ship, effects: tuple[Effect, ...]) -> bool:
    """Return True if the effects would do something, against any target named after announcing."""
    others = (other.seat for other in game.ships if other.out is None and other is not ship)
    return any(is_feasible(game, ship.seat, Face(None, "", effects), each, None, MANEUVER) for each in (None, *others))


def _list_usable(game: Game, ship: Ship) -> list[int]:
    return [number for number in _list_on_table(game, ship) if maneuver_effects(game, number)]


def _list_on_table(game: Game, ship: Ship) -> list[int]:
    """Return the cards on the own table, and those aboard shuttles in hexes (rules 17.7)."""
    aboard = (number for piece in game.board.pieces_of(ship.seat) for number in piece.crew)
    return [*serving(game, game.players[ship.seat]), *aboard]
