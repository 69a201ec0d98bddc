"""Rounds and turns: the order of seats, the steps of a turn, running systems, turns without a ship (rules 6, 18.5)."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from incursions.engine.errors import Advice
from incursions.engine.frames import Choice, Frame, frame_class
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.gathering import end_lasting
from incursions.games.incursions.rules.effects.in_force import Situation, hold, list_triggered
from incursions.games.incursions.rules.events.turns import Kept, PoweredUp, TurnBegan, TurnEnded
from incursions.games.incursions.rules.hexes.hex_events import remain, strike_with
from incursions.games.incursions.rules.maneuvers.maneuver import Maneuver
from incursions.games.incursions.rules.maneuvers.pieces import (
    dominable,
    dominate,
    lines_of,
    named_piece,
    why_not_dominate,
)
from incursions.games.incursions.rules.placed.endings import adjudicate, look_at_survival
from incursions.games.incursions.rules.plays import card_moves, free_actions
from incursions.games.incursions.rules.plays.announcements import AS_EVENTS, count_owed
from incursions.games.incursions.rules.plays.card_moves import DRAWN_A_TURN, draw, hand_limit, leave
from incursions.games.incursions.rules.plays.resolution import put_up, set_off
from incursions.games.incursions.rules.plays.stops import AT_POWER_UP, LAST_STEP, Discard, open_stop
from incursions.games.incursions.rules.printed.pieces import FOR_THE_ROUND
from incursions.games.incursions.rules.state.board import Lasting
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState, TurnState
from incursions.games.incursions.rules.state.phrases import (
    CLOAK,
    DECLINE,
    DROP,
    KEEP,
    TRACTOR_ON_SEAT,
    Line,
    first_word,
    parse_option,
    text_after_verb,
)
from incursions.games.incursions.rules.state.refs import GO_ON
from incursions.games.incursions.rules.state.seats import Force, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems import cloaking

WITH_THE_TURN = ("this turn", "your next attack this turn")  # a turn may also end by its player's leaving
TURN_END = "turn_end"
EXPIRE, RUN_ON, TRIGGERS, STOPS = 0, 2, 4, 5  # numbers that saved games have
POWER_UP, MANEUVER, LAST_EVENT, END, DISCARD, DRAW, LAST_STEPS, STOP = range(8)  # Basic has no cards (20.3)
STEP_NAMES = ("power up", "maneuver", *["end of turn"] * 2, "discard", "draw", *["end of turn"] * 2)
DOMINATE = "dominate "
CHOOSE, PIECE_MANEUVERS, AFTER_MANEUVERS, OVER = range(4)
COMMANDING_WORDS = ("move", "attack")  # the first words of a piece's maneuvers


class Running(NamedTuple):
    """A running system: its name, its phrase in lines, and the power that keeps it (rules 7.9)."""

    system: str
    phrase: str
    power: int


def running(game: GameState, ship: Ship) -> Running | None:
    """Return the system that runs on the ship, or None: a cloak or a beam; cloaking ends a beam (rules 12.10)."""
    if ship.cloak is not None:
        return Running("cloak", CLOAK, cloaking.cost_to_keep(game, ship))
    if ship.holds is not None:
        return Running("tractor", f"{TRACTOR_ON_SEAT}{ship.holds[0]}", ship.holds[1])
    return None


def ask_what_runs_on(game: GameState, ship: Ship) -> None:
    """Ask about a system that takes power; end it if there is too little, keep it if it takes none (rules 12.8)."""
    system = running(game, ship)
    if system is None or system.power == 0:
        return
    if system.power > ship.power:
        _end(game, ship, system)
    else:
        game.stack.append(KeepRunning(ship.seat))


def _end(game: GameState, ship: Ship, system: Running) -> None:
    """End a cloak or a beam that is not kept."""
    if system.system == "cloak":
        cloaking.drop(game, ship, cloaking.NOT_KEPT)
    else:
        cloaking.let_go(game, ship, cloaking.NOT_KEPT)


class KeepRunning(Choice[GameState]):
    """The question whether to keep the running system, right after all power cards turned up (rules 7.2)."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("6.1", Advice("Your power-up comes first", "whether the running system is kept"))

    def advance(self, game: GameState) -> None:
        """Ask, unless the system has ended because the ship in the beam left the game (rules 19.8)."""
        if running(game, game.ships[self.seat]) is None:
            game.stack.pop()
        else:
            super().advance(game)

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question: keep or drop the system, or take a free action."""
        ship = game.ships[self.seat]
        system = running(game, ship)
        if said:
            return free_actions.any_time_stage(game, self.seat, said)
        options = list(free_actions.aux_options(game, ship)) + free_actions.any_time_options(game, self.seat)
        least = None
        if system is not None:
            least = DROP + system.phrase
            keep = [KEEP + system.phrase] if system.power <= ship.power else []
            options = [*keep, least, *options]
        return Question(self.seat, "one", "power-up", options, least, "Which running system is kept?", "7.2")

    def refusal(self, game: GameState, line: Line) -> Refused | None:
        """Return why the named system can be neither kept nor dropped: another runs, or none; None for other lines."""
        name = text_after_verb(line)
        if line[0].verb not in ("keep", "drop") or not name:
            return None
        system = running(game, game.ships[self.seat])
        named = "No system" if system is None else f"Your {system.system}"
        return "7.2", f"{named} runs, and {name} does not"

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the power that keeping the system takes."""
        system = running(game, game.ships[self.seat])
        return {"power": system.power if system is not None and parse_option(said[0]).verb == "keep" else 0}

    def perform(self, game: GameState, said: Phrases) -> None:
        """Turn down the power of the system again, or end it."""
        ship = game.ships[self.seat]
        system = running(game, ship)
        if system is None or said[0] not in (KEEP + system.phrase, DROP + system.phrase):
            free_actions.take(game, self.seat, said)
            return
        game.stack.pop()
        if parse_option(said[0]).verb == "keep":
            ship.spend(system.power, system.system)
            game.tell(Kept, seat=self.seat, system=system.system, power=system.power)
        else:
            _end(game, ship, system)


@frame_class
class PowerUp(Frame[GameState]):
    """The power-up of a seat's turn (rules 6.1, 7.2): effects until now end, cards turn up, triggers follow."""

    seat: int
    step: int = EXPIRE

    def advance(self, game: GameState) -> None:
        """Run the steps one after the other until one of them asks a question."""
        ship, stack = game.ships[self.seat], game.stack
        if self.step == EXPIRE:
            self.step = RUN_ON
            end_lasting(game, _waits_for_turn, self.seat)
            end_lasting(game, _is_of_turn_before, game.turns)
            _end_round(game, self.seat)
            ship.power_up()
            ask_what_runs_on(game, ship)
            if stack[-1] is not self:
                return
        if self.step == RUN_ON:
            self.step = TRIGGERS
            game.tell(PoweredUp, seat=self.seat, power=ship.power)
            if set_off(game, "power_up", self.seat, frame=self):
                return
        if self.step == TRIGGERS:
            self.step = STOPS
            if open_stop(game, AT_POWER_UP, (self.seat,)):
                return
        stack.pop()


def _waits_for_turn(game: GameState, lasting: Lasting, seat: int) -> bool:
    """Return True if the lasting effect ends as the next turn of its user begins, and the seat is its user."""
    return lasting.until == "your next turn begins" and lasting.user == seat


def _is_of_turn_before(game: GameState, lasting: Lasting, turn: int) -> bool:
    """Return True if the lasting effect was for a turn before this one."""
    return lasting.until in WITH_THE_TURN and lasting.since < turn


def _end_round(game: GameState, seat: int) -> None:
    """Discard the cards that a player tabled for the round when his next turn begins (rules 13.4.7)."""
    cards = game.cards
    for number in tuple(game.players[seat].tabled):
        if cards[number].play_method == FOR_THE_ROUND:
            leave(game, number)
            card_moves.put_away(game, number)


@frame_class
class LastSteps(Frame[GameState]):
    """The end of a turn: triggers come, effects of the turn end, unused commands are discarded (13.6)."""

    seat: int
    told: bool = False

    def advance(self, game: GameState) -> None:
        """Run the triggers of the end of the turn, then end it."""
        if not self.told:
            self.told = True
            if comes_at_end(game, self.seat):
                _set_off_at_end(game, self.seat)
            if game.stack[-1] is not self:
                return
        game.stack.pop()
        end_turn(game, self.seat)


def end_turn(game: GameState, seat: int) -> None:
    """End the effects that last for the turn and discard unused commands (rules 13.6)."""
    player = game.players[seat]
    for number in player.commands:
        card_moves.put_away(game, number)
    player.commands.clear()
    game.ships[seat].swept = ()
    end_lasting(game, _ends_with_turn, seat)


def comes_at_end(game: GameState, seat: int) -> bool:
    """Return True if an effect of the player's, or of a card that lies before him, may come at the end of his turn."""
    return TURN_END in game.players[seat].in_force.by_trigger


def _set_off_at_end(game: GameState, seat: int) -> None:
    """Trigger the player's effects at the end of a turn, and those of cards that lie before him.

    A Calamity that burns there strikes as an event again, and can be blocked this once (rules 9.22, 13.18). It works
    through a cloak (12.12).
    """
    at_end = game.players[seat].in_force.by_trigger[TURN_END]
    own = [force for force in list_triggered(game, seat, TURN_END) if force.target is None]
    burdens = [
        force
        for force in at_end
        if force.target == seat and hold(game, Situation.from_force(force), force.effect.conditions)
    ]
    for force in reversed(burdens):
        _push_burden(game, force, seat)
    put_up(game, own)


def _push_burden(game: GameState, force: Force, seat: int) -> None:
    """Push an effect that a card before the player triggers; one of an event can be answered as an event."""
    source = force.source
    if isinstance(source, int) and game.cards[source].type in AS_EVENTS:
        strike_with(game, source, force.user, [force.effect.number], target=("seat", seat), reaches=(seat,))
    else:
        put_up(game, [force])


def _ends_with_turn(game: GameState, lasting: Lasting, seat: int) -> bool:
    """Return True if the lasting effect ends with this turn of the seat. A next turn is one that began after it."""
    until, later = lasting.until, lasting.since < game.turns
    if until in WITH_THE_TURN:
        return True
    if until in ("the end of the target's next turn", "his next turn"):
        return later and lasting.target == seat
    return until == "your next attack by the end of your next turn" and later and lasting.user == seat


@frame_class
class Rounds(Frame[GameState]):
    """The bottom of the stack: gives each seat in the game its turn, until the match is over or the rounds are up."""

    begun: bool = False
    seat_fields = ()

    def advance(self, game: GameState) -> None:
        """Begin the next turn (rules 6.1). A round ends when the starting seat comes round again (6.3, 6.11)."""
        if look_at_survival(game):
            return
        if self.begun:
            self._pass_turn(game)
            if game.round > game.round_limit:
                game.round = game.round_limit
                adjudicate(game, rule="1.9")
                return
        self.begun = True
        game.turns += 1
        game.tell(TurnBegan, seat=game.turn_seat, round=game.round)
        ship = game.ships[game.turn_seat]
        kind = Turn if ship.out is None else DominatingTurn
        game.stack.append(kind(ship.seat, ship.at))

    def _pass_turn(self, game: GameState) -> None:
        """Pass the turn to the next seat that can take one, and count the round at the first seat."""
        seat = game.turn_seat
        while True:
            seat = (seat + 1) % len(game.ships)
            if seat == game.first:
                game.round += 1
            if game.ships[seat].out is None or dominable(game, seat):
                break
            end_lasting(game, _waits_for_turn, seat)  # of a player who is out, whose turn does not come
        game.turn_seat = seat


class Turn(TurnState):
    """A turn of a seat, with its steps."""

    __slots__ = ()

    def advance(self, game: GameState) -> None:
        """Run the steps of rules 6.1. Survival is checked after each maneuver and all that it triggered (1.8)."""
        if self.step != POWER_UP and look_at_survival(game):
            return
        ship = game.ships[self.seat]
        if self.step == POWER_UP:
            self.step = DRAW if game.has_cards else MANEUVER
            if not self._run_at_once(game, PowerUp(self.seat)):
                return
        if self.step == DRAW:
            self.step = MANEUVER
            self.left = max(0, self.left + count_owed(game, self.seat))
            if ship.out is None and not set_off(game, "turn_draw", self.seat):
                draw(game, self.seat, DRAWN_A_TURN)
            if game.stack[-1] is not self:
                return
        if self.step == MANEUVER:
            if self.left and ship.out is None:
                self.left -= 1
                self.made += 1
                self.taken = ()
                game.stack.append(Maneuver(self.seat, self.made))
                return
            self.step = DISCARD
        self._after_maneuvers(game, ship)

    def _run_at_once(self, game: GameState, steps: Frame[Any]) -> bool:
        """Start these steps and return True if they are over at once, as most are."""
        game.stack.append(steps)
        steps.advance(game)
        return game.stack[-1] is self

    def _after_maneuvers(self, game: GameState, ship: Ship) -> None:
        """Discard, take the event of the hex where the ship remains, and end the turn (rules 6.1, 6.4, 9.3)."""
        if self.step == DISCARD:
            if ship.out is None and len(game.players[self.seat].hand) > hand_limit(game, self.seat):
                game.stack.append(Discard(self.seat))
                return
            self.step = STOP
        if self.step == STOP:
            self.step = LAST_EVENT
            if open_stop(game, LAST_STEP):
                return
        if self.step == LAST_EVENT:
            self.step = LAST_STEPS
            if ship.out is None and ship.at == self.began_at and not self.event_taken:
                self.taken = ()
                remain(game, self.seat)
                return
        if self.step == LAST_STEPS:
            self.step = END
            if not comes_at_end(game, self.seat):
                end_turn(game, self.seat)
            elif not self._run_at_once(game, LastSteps(self.seat)):
                return
        game.stack.pop()
        game.tell(TurnEnded, seat=self.seat)


@frame_class
class DominatingTurn(Turn):
    """The turn of a player whose ship is gone: two maneuvers with a piece that the player chooses (rules 18.8)."""

    event_taken: bool = True
    step: int = CHOOSE

    def advance(self, game: GameState) -> None:
        """Run the steps of the turn, without power-up, draw, discard or hex event."""
        if self.made and look_at_survival(game):
            return
        if self.step == CHOOSE:
            self.step = PIECE_MANEUVERS
            game.stack.append(Dominating(self.seat))
        elif self.step == PIECE_MANEUVERS and self.left and game.players[self.seat].dominates is not None:
            self.left -= 1
            self.made += 1
            game.stack.append(PieceManeuver(self.seat, self.made))
        elif self.step in (PIECE_MANEUVERS, AFTER_MANEUVERS):
            self.step = OVER
            game.stack.append(LastSteps(self.seat))
        else:
            game.stack.pop()
            game.tell(TurnEnded, seat=self.seat)


class Dominating(Choice[GameState]):
    """The question which piece to dominate this turn. Passing skips the maneuvers and keeps the current piece."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("18.5", "Your ship is gone: dominate a piece, or pass")

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Ask which piece to dominate."""
        if said:
            return None
        options = [*lines_of(game, dominable(game, self.seat), DOMINATE), GO_ON]
        return Question(self.seat, "one", "dominate", options, GO_ON, "Dominate a denizen?", "18.5")

    def perform(self, game: GameState, said: Phrases) -> None:
        """Dominate the piece; passing ends the maneuvers of the turn before they begin."""
        game.stack.pop()
        turn = game.turn
        assert turn is not None
        if said[0] == GO_ON:
            turn.left = 0
            return
        dominate(game, self.seat, lines_of(game, dominable(game, self.seat), DOMINATE)[said[0]])

    def refusal(self, game: GameState, line: Line) -> Refused:
        """Return why this piece cannot be dominated, or why the line is refused."""
        name = text_after_verb(line)
        if line[0].verb != "dominate" or not name:
            return self.ANSWERED_BY
        piece = named_piece(game, name)
        if piece is None:
            return "18.5", f"There is no {name}"
        return why_not_dominate(game, self.seat, piece) or self.ANSWERED_BY


class PieceManeuver(Maneuver):
    """A maneuver of a dominated piece; its player has no hand, no power and no ship (rules 18.8)."""

    __slots__ = ()
    RULE: ClassVar = "18.8"
    ANSWERED_BY: ClassVar = ("18.8", "You have no ship: move the piece that you dominate, attack with it, or decline")

    def _list_options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrases that begin a move or an attack, and declining."""
        kinds = [game.kind_of[word] for word in COMMANDING_WORDS]
        return [*(option for kind in kinds for option in kind.options(game, ship)), DECLINE]

    def refusal(self, game: GameState, line: Line) -> Refused:
        """Return why the line is refused: it takes a ship, or the piece cannot do it."""
        word = first_word(line[0].verb)
        if word not in COMMANDING_WORDS:
            return self.ANSWERED_BY
        found = game.kind_of[word].refusal(game, game.ships[self.seat], line)
        if found is None:
            return self.ANSWERED_BY
        return ("18.8", found[1]) if found[0] == "17.7" else found
