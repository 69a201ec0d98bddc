"""Stops, at which a player asked to be asked (rules 13.10, 13.14), and the discard step (6.1, 6.4, 6.10)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import field
from typing import ClassVar

from incursions.engine.frames import Choice, ReactionWindow, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.engine.standing import CLEAR_STOP, SET_STOP
from incursions.games.incursions.rules.events.turns import StopsSet
from incursions.games.incursions.rules.plays import card_moves, free_actions
from incursions.games.incursions.rules.plays.announcements import PUBLIC, seats_after
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import AUX, DISCARD, STOPS, Line, parse_option, text_after_verb
from incursions.games.incursions.rules.systems.power import is_divert, most_power

AT_POWER_UP, SCORE, LAST_STEP = STOPS
ACTIONS = {f"{word} {stop}": (word, stop) for word in (SET_STOP, CLEAR_STOP) for stop in STOPS}
"""By its text each action that sets or clears a stop: the word and the stop."""
ANSWER, OWN_TURN = "answer", "maneuver"
SENTENCES = {
    ANSWER: "Answer what was announced?",
    AT_POWER_UP: "The power-up is done: do you play something?",
    SCORE: "A score was rolled: do you play something?",
    LAST_STEP: "The last step of the turn comes: do you play something?",
}


def standing(game: GameState, seat: int) -> list[str]:
    """Return the stops that the seat can set or clear now."""
    if not game.has_cards or game.ships[seat].out is not None:
        return []
    held = game.players[seat].stops
    return [f"{CLEAR_STOP if stop in held else SET_STOP} {stop}" for stop in STOPS]


def stand(game: GameState, seat: int, text: str) -> bool:
    """Set or clear a stop, visible only to the seat. Return False for another text."""
    player = game.players[seat]
    if text not in ACTIONS:
        return False
    kept = {*player.stops} ^ {ACTIONS[text][1]}  # what is set can only be cleared, and the other way round
    player.stops = tuple(stop for stop in STOPS if stop in kept)
    game.tell_to((seat,), StopsSet, seat=seat, stops=list(player.stops))
    return True


def refusal(line: Line) -> Refused:
    """Return why a stop cannot be set or cleared."""
    if text_after_verb(line) not in STOPS:
        return "13.14", f"There is no such stop; there are {', '.join(STOPS)}"
    return "13.14", f"That stop is {'set already' if line[0].verb == SET_STOP else 'not set'}"


def open_stop(game: GameState, stop: str, besides_seats: Container[int | None] = ()) -> bool:
    """Ask those who set the stop, in turn order, except `besides_seats`. Return True if there are any."""
    setters = [player.seat for player in game.players if stop in player.stops and player.seat not in besides_seats]
    if not setters:
        return False
    order = tuple(seat for seat in seats_after(game, game.turn_seat) if seat in setters)
    if order:
        game.stack.append(StopWindow(order, stop=stop))
    return bool(order)


def has_only_free_actions(game: GameState, seat: int) -> bool:
    """Return True if the seat can only pass, use AUX or divert, and no power would open an answer (rules 13.10).

    Returns False at a stop and in the own turn, because AUX alone counts as an answer there.
    """
    question = game.question_for(seat)
    if not game.has_cards or question is None or question.said or question.least is None:
        return False
    if question.topic in (StopWindow.TOPIC, OWN_TURN):
        return False
    free = [option for option in question.options if option == AUX or is_divert(option)]
    if not free or len(free) + 1 < len(question):
        return False
    twin = game.copy()
    ship = twin.ships[seat]
    power = most_power(twin, ship)
    ship.power_up()
    ship.power += power
    asking = twin.stack[-1]
    powered = asking.stage(twin, ()) if isinstance(asking, Choice) else None
    return powered is not None and all(option in (*free, question.least) for option in powered)


class AnyTimeWindow(ReactionWindow[GameState]):
    """A window in which only cards for any time and AUX can be used, at the moment `stop` of `SENTENCES`."""

    __slots__ = ()
    TOPIC: ClassVar[str]
    RULE: ClassVar[str]
    stop: str

    def options(self, game: GameState, seat: int) -> list[str]:
        """Return a pass, and what the seat can use."""
        return [self.LEAST, *free_actions.at_any_time(game, seat)]

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Ask to pass, or to use something."""
        if said:
            return None if said[0] == self.LEAST else free_actions.any_time_stage(game, self.seat, said)
        options = self.options(game, self.seat)
        return Question(self.seat, "one", self.TOPIC, options, self.LEAST, SENTENCES[self.stop], self.RULE)

    def respond(self, game: GameState, said: Phrases) -> None:
        """Carry out the play. A card has a window of its own."""
        free_actions.take(game, self.seat, said)


class AnnouncementWindow(AnyTimeWindow):
    """The window after an announcement: other players are asked in turn order, the actor only after another's play."""

    __slots__ = ()
    TOPIC = stop = ANSWER
    RULE = "13.10"
    ANSWERED_BY: ClassVar = (RULE, "Only cards for any time answer what was announced: play one, or pass")

    def is_entitled(self, game: GameState, seat: int) -> bool:
        """Return True for a seat that can answer; with public windows for any holder of cards, to hide who can."""
        if game.ships[seat].out is not None:
            return False
        return (game.windows == PUBLIC and bool(game.players[seat].hand)) or bool(
            free_actions.any_time_options(game, seat)
        )


@frame_class
class StopWindow(AnyTimeWindow):
    """The window at a stop: those who set it are asked until all of them pass."""

    stop: str = field(kw_only=True)
    TOPIC = "stop"
    RULE = "13.14"
    ANSWERED_BY: ClassVar = (RULE, "At a stop you can only use cards for any time and AUX: use one, or pass")

    def is_entitled(self, game: GameState, seat: int) -> bool:
        """Return True for a seat with something to use; with public windows always, to hide who has."""
        if game.ships[seat].out is not None:
            return False
        return game.windows == PUBLIC or len(self.options(game, seat)) > 1


class Discard(Choice[GameState]):
    """The question for a card to discard.

    AUX and tabling stay possible. The turn asks again while the hand is above its limit.
    """

    __slots__ = ()

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Ask for a card, with each title of the hand once."""
        if said:
            return free_actions.stage(game, game.ships[self.seat], said, ())
        player, ship = game.players[self.seat], game.ships[self.seat]
        options = list(dict.fromkeys([DISCARD + title for title in card_moves.titles(game, player.hand)]))
        options += [*free_actions.lines_to_table(game, self.seat), *free_actions.any_time_options(game, self.seat)]
        options += free_actions.aux_options(game, ship)
        title = f"Discard down to {card_moves.hand_limit(game, self.seat)} cards"
        return Question(self.seat, "one", "discard", options, None, title, "6.4")

    def perform(self, game: GameState, said: Phrases) -> None:
        """Discard the card, or carry out a free action."""
        game.stack.pop()
        if not free_actions.take(game, self.seat, said):
            card_moves.discard_titled(game, self.seat, parse_option(said[0]).title)
