"""The question for a maneuver. Composite maneuvers are chosen in stages (rules 6.2, 20.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.games.incursions.rules.attacks.attack import is_attacked
from incursions.games.incursions.rules.events.turns import Declined
from incursions.games.incursions.rules.plays import besides, bound_maneuvers
from incursions.games.incursions.rules.plays.announcements import announce
from incursions.games.incursions.rules.plays.grounds import grounds
from incursions.games.incursions.rules.plays.hand import hand_limit
from incursions.games.incursions.rules.state.phrases import DECLINE, parse_option
from incursions.games.incursions.rules.systems import diverting

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind
    from incursions.games.incursions.rules.state.seats import Ship

ORDINALS = ("", "first", "second", "third", "fourth")
TITLES = tuple(f"Your {ordinal} maneuver" for ordinal in ORDINALS)


@dataclass(slots=True, eq=False)
class Maneuver(Choice["Game"]):
    """A maneuver of a seat's turn; `ordinal` counts them from 1."""

    ordinal: int

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """Return the question after the phrases said."""
        ship = game.ships[self.seat]
        if not said:
            options = self._list_options(game, ship)
            return Question(self.seat, "one", "maneuver", options, DECLINE, TITLES[self.ordinal], "6.2")
        kind = self._find_kind(game, ship, said)
        if kind is not None:
            return kind.stage(game, ship, said)
        if said[0] == DECLINE:
            return None
        asks_for_system = diverting.is_divert(said[0]) and len(said) == 1
        return besides.stage(game, ship, said, diverting.maneuvering_systems(game, ship) if asks_for_system else ())

    def _list_options(self, game: Game, ship: Ship) -> list[str]:
        """Return all legal first phrases. Kinds without their `ground` are skipped."""
        if not game.has_cards:
            return [*(option for kind in game.kinds for option in kind.options(game, ship)), DECLINE]
        there_is = grounds(game, ship)
        kinds, must_be = game.kinds_on(there_is), bound_maneuvers.bound(game.turn, self.seat)
        options: list[str] = []
        for kind in kinds:
            if not must_be or bound_maneuvers.allows(must_be, kind):
                options += kind.options(game, ship)
        options.append(DECLINE)
        besides.list_into(options, game, ship, there_is)
        return options

    def _find_kind(self, game: Game, ship: Ship, said: tuple[str, ...]) -> ManeuverKind | None:
        """Return the kind of maneuver whose lines begin with the first phrase; None for free actions and declining."""
        kind = game.kind_of.get(parse_option(said[0]).verb)
        if kind is None or (kind.may_be_besides and besides.is_besides(game, ship, said[0])):
            return None
        return kind

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the maneuver and pay for it (rules 7.7), or carry out a free action (6.6)."""
        ship = game.ships[self.seat]
        kind = self._find_kind(game, ship, said)
        if kind is None:
            if said[0] == DECLINE:
                self._decline(game, ship)
            else:
                besides.take(game, self.seat, said)
            return
        game.stack.pop()
        announced = kind.announce(game, ship, said)
        if game.has_cards:
            announce(game, self.seat, kind, announced, said)
        else:
            game.stack.append(announced.frame)

    def _decline(self, game: Game, ship: Ship) -> None:
        game.stack.pop()
        game.tell(Declined, seat=self.seat)
        ship.lose_diverted()


def wrong_moment(game: Game, what: str) -> tuple[str, str] | None:
    """Return the rule and the reason why no maneuver can be made now, or None if one is asked for.

    A question that accepts only certain answers explains itself by its frame's `ANSWERED_BY`: a rule and a sentence.
    """
    question, top = game.decision, game.stack[-1] if game.stack else None
    if question is None or isinstance(top, Maneuver):
        return None
    found = answered_by(game)
    if found is not None:
        return found
    if question.topic == "discard":
        return "6.1", f"Your maneuvers are over: discard down to {hand_limit(game, question.seat)} cards"
    if is_attacked(game):
        return "11.8", f"Under attack only a defence and power answer; {what} is a maneuver of your own turn"
    return "6.1", f"You are asked something else now ({question.title}); {what} is a maneuver of your own turn"


def answered_by(game: Game) -> tuple[str, str] | None:
    """Return the rule and the sentence of a question that accepts only certain answers, or None."""
    found: tuple[str, str] | None = getattr(game.stack[-1] if game.stack else None, "ANSWERED_BY", None)
    return found
