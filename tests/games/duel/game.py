"""The rules: each turn one seat hides a number, the other may parry by naming it, and a die adds to what strikes.

A blow counts the hidden number, and one more for a six; a parry that names it voids the blow. Who reaches the goal
first has won. Each seat has three parries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from incursions.engine import Choice, EventKind, Frame, Game, Question, ReactionWindow, Refusal, standing
from incursions.engine.standing import CONCEDE, FORFEIT, TIME_UP, Result, make_forfeit, make_verdict

RULES_VERSION = 1
SEATS = 2
NUMBERS = (1, 2, 3)
PARRIES = 3
GOAL = 10
TOLD = ("seat", "topic", "title", "rule", "said")
"""The fields of a question that everybody sees."""


class Setup(TypedDict):
    """What a duel starts from."""

    game: str
    rules_version: int
    mode: str
    seats: list[dict[str, object]]
    goal: int
    digest: NotRequired[str]


class TurnBegan(standing.TurnBegan):
    sentence = "Turn {round}: {seat} strikes."
    round: int


class Hid(EventKind):
    sentence = "{seat} hides {number}."
    seat: int
    number: int


class Struck(EventKind):
    sentence = "{seat} strikes with {number}: {points} points."
    seat: int
    number: int
    die: int
    points: int


class SteppedBack(standing.SteppedBack):
    sentence = "The duel returns to {to}."


@dataclass(slots=True, eq=False)
class Strike(Choice["Duel"]):
    """The turn of a seat: it hides a number."""

    def stage(self, game: Duel, said: tuple[str, ...]) -> Question | None:
        options = [f"strike with {number}" for number in NUMBERS]
        return None if said else Question(self.seat, "one", "strike", options, None, "Hide a number", "1")

    def perform(self, game: Duel, said: tuple[str, ...]) -> None:
        game.stack.pop()
        game.hidden, game.parry = int(said[0].split()[-1]), 0
        game.tell_to((self.seat,), Hid, seat=self.seat, number=game.hidden)
        game.stack += [Blow(self.seat), Parry((1 - self.seat,))]


@dataclass(slots=True, eq=False)
class Blow(Frame["Duel"]):
    """A blow that lands when the other seat has answered."""

    seat: int

    def advance(self, game: Duel) -> None:
        die = game.dice.roll("blow", 1)[0]
        points = 0 if game.parry == game.hidden else game.hidden + (die == 6)
        game.score[self.seat] += points
        game.tell(Struck, seat=self.seat, number=game.hidden, die=die, points=points)
        if game.score[self.seat] >= game.setup["goal"]:
            game.end("goal", self.seat, "2", f"Seat {self.seat} reached the goal.")
        else:
            game.begin_turn(1 - self.seat)


@dataclass(slots=True, eq=False)
class Parry(ReactionWindow["Duel"]):
    """The answer of the other seat: it names a number, or passes."""

    def is_entitled(self, game: Duel, seat: int) -> bool:
        return game.parries[seat] > 0

    def stage(self, game: Duel, said: tuple[str, ...]) -> Question | None:
        options = [*(f"parry {number}" for number in NUMBERS), self.LEAST]
        return None if said else Question(self.seat, "one", "answer", options, self.LEAST, "Parry?", "3")

    def respond(self, game: Duel, said: tuple[str, ...]) -> None:
        game.parries[self.seat] -= 1
        game.parry = int(said[0].split()[-1])
        self.close(game)


class Duel(Game):
    """A duel in progress."""

    __slots__ = state_fields = ("hidden", "parries", "parry", "score", "turn_seat", "turns")
    frames = {frame.__name__: frame for frame in (Strike, Blow, Parry)}

    def __init__(self, setup: Setup, dice: Any) -> None:
        super().__init__(setup, dice)
        self.score, self.parries = [0] * SEATS, [PARRIES] * SEATS
        self.hidden = self.parry = self.turn_seat = self.turns = 0

    def begin(self) -> None:
        self.begin_turn(0)

    def begin_turn(self, seat: int) -> None:
        """Begin the turn of a seat; whatever was under way is over."""
        self.turn_seat, self.turns, self.stack[:] = seat, self.turns + 1, [Strike(seat)]
        self.tell(TurnBegan, seat=seat, round=self.turns)

    def end(self, ending: str, winner: int | None, rule: str, reason: str) -> None:
        """End the duel."""
        places = [[*range(SEATS)]] if winner is None else [[winner], [1 - winner]]
        self.finish(Result(ending, winner, places, rule, reason))

    def view(self, seat: int | None) -> dict[str, object]:
        question, own = self.decision, None if seat is None else self.question_for(seat)
        return {
            "score": [*self.score],
            "parries": [*self.parries],
            "turn": self.turn_seat,
            "hidden": self.hidden if seat == self.turn_seat else None,
            "turns": self.turns,
            "question": None if question is None else {name: getattr(question, name) for name in TOLD},
            "options": [] if own is None else [*own.options],
            "result": None if self.result is None else self.result.to_data(),
        }

    def refusal(self, seat: int | None, text: str) -> Refusal:
        return Refusal(text, "1", f"{text!r} cannot be done now")

    def standing(self, seat: int | None) -> list[str]:
        actions = super().standing(seat)
        if self.result is not None:
            return actions
        if seat is not None:
            return [*actions, CONCEDE]
        forfeits = map(make_forfeit, range(SEATS))
        return [TIME_UP, *forfeits, *map(make_verdict, (None, *range(SEATS))), *actions]

    def stand(self, seat: int | None, text: str) -> None:
        if seat is not None or text.startswith(FORFEIT):
            loser = int(text.removeprefix(FORFEIT)) if seat is None else seat
            self.end("concession", 1 - loser, "4", f"Seat {loser} has left the duel.")
        elif text == TIME_UP:
            best = [index for index in range(SEATS) if self.score[index] == max(self.score)]
            self.end("time", best[0] if len(best) == 1 else None, "5", "Time is up.")
        else:
            winner = next((index for index in range(SEATS) if text == make_verdict(index)), None)
            self.end("adjudication", winner, "", "The staff have decided.")

    @property
    def has_secrets(self) -> bool:
        return True

    def is_out(self, seat: int) -> bool:
        return self.result is not None and self.result.ending == "concession" and self.result.winner != seat

    @property
    def round(self) -> int:
        return self.turns

    @property
    def points(self) -> list[int]:
        return [*self.score]
