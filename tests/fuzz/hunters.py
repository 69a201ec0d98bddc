"""The hunters of each game, by its name: what its games are made of and held to."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from incursions.engine import Event, Question
from incursions.games.incursions.kind import KIND as INCURSIONS
from incursions.games.incursions.rules import Game
from incursions.games.talon.kind import KIND as TALON
from tests.fuzz import decks, tables
from tests.fuzz.full_invariants import check_audiences, check_cards, check_hand_limit
from tests.fuzz.hunting import Hunter
from tests.fuzz.invariants import check_answers, check_secrets_and_copies, check_table
from tests.fuzz.talon import invariants as talon
from tests.fuzz.talon import playing, setups

BASIC_EVERY = 4  # of all games of Incursions this share is Basic


class IncursionsHunter:
    """Basic, Full and Tournament by turns, or as `mode` says."""

    kind = INCURSIONS

    def __init__(self, number: int, mode: str | None) -> None:
        is_basic = mode == "basic" or (mode is None and number % BASIC_EVERY == 0)
        self.name = "basic" if is_basic else "full"
        self.setup: Any = tables.setup_of(number) if is_basic else decks.made_setup(number)

    def follow(self, game: Game, events: list[Event]) -> None:
        """Do nothing: the checks at the next question look at the events."""

    def check(self, game: Game, rng: Random) -> None:
        check_table(game)
        if game.has_cards:
            check_cards(game)
            check_hand_limit(game)
            check_audiences(game)
        check_secrets_and_copies(game, rng)
        check_answers(game, rng)

    def check_end(self, game: Game) -> None:
        check_table(game)

    def choose(self, game: Game, question: Question, rng: Random) -> str:
        return rng.choice(question.options)


class TalonHunter:
    """Battles, deployed fleets and skirmishes by turns, or as `mode` says."""

    kind = TALON

    def __init__(self, number: int, mode: str | None) -> None:
        self.name = mode or setups.form_of(number)
        self.setup: Any = setups.made_setup(number, self.name)
        self.tally: talon.Tally | None = None

    def follow(self, game: Any, events: list[Event]) -> None:
        self.tally = self.tally or talon.Tally(game)
        self.tally.follow(game, events)

    def check(self, game: Any, rng: Random) -> None:
        talon.check_table(game)
        talon.check_everything(game, rng)

    def check_end(self, game: Any) -> None:
        talon.check_table(game)
        talon.check_result(game)

    def choose(self, game: Any, question: Question, rng: Random) -> str:
        return playing.chosen(game, question, rng)


class Hunt(NamedTuple):
    """The modes of a game that can be hunted alone, and the hunter for a number and a mode, or None for any."""

    modes: tuple[str, ...]
    hunter: Callable[[int, str | None], Hunter]


HUNTS = {
    "incursions": Hunt(("basic", "full"), IncursionsHunter),
    "talon": Hunt(setups.FORMS, TalonHunter),
}
