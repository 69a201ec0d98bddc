"""The question of a turn: which maneuver? Composite ones are chosen in stages (rules 6.2, 20.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.rules.maneuver_kinds import first_word
from incursions.rules.phrases import AUX, DECLINE
from incursions.rules.plays import besides, bound_maneuvers
from incursions.rules.plays.announcements import announce
from incursions.rules.plays.grounds import grounds
from incursions.rules.systems import diverting

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.maneuver_kinds import ManeuverKind
    from incursions.rules.ships import Ship

ORDINALS = ("", "first", "second", "third", "fourth")
TITLES = tuple(f"Your {ordinal} maneuver" for ordinal in ORDINALS)


@dataclass(slots=True, eq=False)
class Maneuver(Choice["Game"]):
    """One maneuver of a seat's turn; `ordinal` counts them from 1."""

    ordinal: int

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """What is asked after the phrases said."""
        ship = game.ships[self.seat]
        if not said:
            options = self._options(game, ship)
            return Question(self.seat, "one", "maneuver", options, DECLINE, TITLES[self.ordinal], "6.2")
        kind = self._kind(game, ship, said)
        if kind is not None:
            return kind.stage(game, ship, said)
        asks_for_system = diverting.is_divert(said[0]) and len(said) == 1
        return besides.stage(game, ship, said, diverting.maneuvering_systems(game, ship) if asks_for_system else ())

    def _options(self, game: Game, ship: Ship) -> list[str]:
        """All that can be done now; only those kinds are asked for which there is what they need."""
        if not game.has_cards:
            return [*(option for kind in game.kinds for option in kind.options(game, ship)), DECLINE]
        there_is = grounds(game, ship)
        kinds, must_be = game.kinds_on[there_is], bound_maneuvers.bound(game.turn, self.seat)
        options: list[str] = []
        for kind in kinds:
            if not must_be or bound_maneuvers.allows(must_be, kind):
                options += kind.options(game, ship)
        options.append(DECLINE)
        besides.list_into(options, game, ship, there_is)
        return options

    def options_like(self, game: Game, text: str) -> list[str]:
        """Those of the kinds of maneuver, and of what is done besides, whose lines begin with the same word."""
        word, ship = first_word(text), game.ships[self.seat]
        if word == DECLINE:
            return [DECLINE]
        must_be = bound_maneuvers.bound(game.turn, self.seat)
        options: list[str] = []
        for kind in game.kinds_beginning.get(word, ()):
            if not must_be or bound_maneuvers.allows(must_be, kind):
                options += kind.options_like(game, ship, text)
                if text in options:
                    return options
        if word in besides.FIRST_WORDS and game.has_cards:
            options += besides.options_like(game, ship, word)
        return options

    def offers(self, game: Game, said: tuple[str, ...], text: str) -> bool | None:
        """As its kind says; of a diversion it is a system that power serves."""
        ship = game.ships[self.seat]
        kind = self._kind(game, ship, said)
        if kind is not None:
            return kind.offers(game, ship, said, text)
        if diverting.is_divert(said[0]):
            return diverting.names_one(text, diverting.maneuvering_systems(game, ship))
        return None

    def is_whole(self, game: Game, said: tuple[str, ...]) -> bool | None:
        """As its kind says; of most that is done besides `stage` can tell."""
        ship = game.ships[self.seat]
        kind = self._kind(game, ship, said)
        if kind is not None:
            return kind.is_whole(game, ship, said)
        if diverting.is_divert(said[0]):
            return len(said) > 1
        return True if said[0] in (DECLINE, AUX) else None

    def _kind(self, game: Game, ship: Ship, said: tuple[str, ...]) -> ManeuverKind | None:
        """The kind of maneuver whose lines begin so; None of what is done besides, and of declining."""
        kind = game.kind_said[said[0]]
        if kind is None or (kind.may_be_besides and besides.is_besides(game, ship, said[0])):
            return None
        return kind

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the maneuver and pay for it (rules 7.7). What is done besides is none (6.6)."""
        ship = game.ships[self.seat]
        kind = self._kind(game, ship, said)
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
        game.emit("declined", {"seat": self.seat})
        ship.lose_diverted()
