"""The question of a turn: which maneuver? Composite ones are chosen in stages (rules 6.2, 20.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Choice
from incursions.engine.questions import Question
from incursions.rules import phrases
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
DIVERT = phrases.DIVERT.strip()
WHOLE = frozenset({DECLINE, AUX})  # lines of one word
TITLES = tuple(f"Your {ordinal} maneuver" for ordinal in ORDINALS)


class Maneuver(Choice["Game"]):
    """One maneuver of a seat's turn; `ordinal` counts them from 1."""

    __slots__ = ("ordinal",)
    reads_first = True
    ordinal: int

    def __init__(self, seat: int, ordinal: int) -> None:
        self.seat = seat
        self.said = ()
        self.ordinal = ordinal

    def stage(self, game: Game, said: tuple[str, ...]) -> Question | None:
        """What is asked after the phrases said."""
        ship = game.ships[self.seat]
        if not said:
            options = self._options(game, ship)
            return Question(self.seat, "one", "maneuver", options, DECLINE, TITLES[self.ordinal], "6.2")
        if game.players and diverting.is_divert(said[0]):
            systems = diverting.maneuvering_systems(game, ship) if len(said) == 1 else ()
            return diverting.stage(self.seat, said, systems)
        kind = self._kind(game, ship, first_word(said[0]), said[0])
        if kind is not None:
            return kind.stage(game, ship, said)
        return besides.stage(game, ship, said, ()) if game.players else None

    def _options(self, game: Game, ship: Ship) -> list[str]:
        """All that can be done now; only those kinds are asked for which there is what they need."""
        if not game.players:
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
        must_be = bound_maneuvers.bound(game.turn, self.seat) if game.players else ()
        options: list[str] = []
        for kind in game.kinds_beginning.get(word, ()):
            if not must_be or bound_maneuvers.allows(must_be, kind):
                options += kind.options_like(game, ship, text)
        if word in besides.FIRST_WORDS and game.players:
            options += besides.options_like(game, ship, word)
        return options

    def offers(self, game: Game, said: tuple[str, ...], text: str) -> bool | None:
        """As its kind says; of a diversion it is a system that power serves."""
        word, ship = first_word(said[0]), game.ships[self.seat]
        if word == DIVERT:
            return text in diverting.phrases_of(diverting.maneuvering_systems(game, ship))
        kind = self._kind(game, ship, word, said[0])
        return None if kind is None else kind.offers(game, ship, said, text)

    def is_whole(self, game: Game, said: tuple[str, ...]) -> bool | None:
        """As its kind says; of most that is done besides `stage` can tell."""
        word, ship = first_word(said[0]), game.ships[self.seat]
        if word in WHOLE:
            return True
        if word == DIVERT:
            return len(said) > 1
        kind = self._kind(game, ship, word, said[0])
        return None if kind is None else kind.is_whole(game, ship, said)

    def _kind(self, game: Game, ship: Ship, word: str, phrase: str) -> ManeuverKind | None:
        """The kind of maneuver whose lines begin with such a phrase and word; None of what is done besides."""
        if word in besides.FIRST_WORDS and game.players and besides.is_besides(game, ship, phrase):
            return None
        return game.kind_of.get(word)

    def perform(self, game: Game, said: tuple[str, ...]) -> None:
        """Announce the maneuver and pay for it (rules 7.7). What is done besides is none (6.6)."""
        word, ship = first_word(said[0]), game.ships[self.seat]
        kind = self._kind(game, ship, word, said[0])
        if kind is None or not kind.reads_first:
            game.kept = None
        if kind is None and word != DECLINE:
            besides.take(game, self.seat, said)
            return
        game.stack.pop()
        if kind is None:
            game.emit("declined", {"seat": self.seat})
            if game.players:
                ship.lose_diverted()
            return
        announced = kind.announce(game, ship, said)
        if game.players:
            announce(game, self.seat, kind, announced, said)
        else:
            game.stack.append(announced.frame)
