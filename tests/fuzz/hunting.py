"""One random game with every check at every question; what fails is told as a match that can be looked at again."""

from random import Random
from typing import Any, NamedTuple, Protocol

from incursions.engine import Event, IllegalAction, Question
from incursions.games.contract import GameKind
from tests.fuzz.contract import check_replayed
from tournaments.matches.export import WholeRecord, add_digest, export_replay


class Hunter(Protocol):
    """What one kind of games is made of and held to. A hunter is made for each game.

    `name` is the word for games of its form in the names of files.
    """

    kind: GameKind
    name: str
    setup: Any

    def follow(self, game: Any, events: list[Event]) -> None:
        """Look at what happened at the start or in an action."""

    def check(self, game: Any, rng: Random) -> None:
        """Look at everything that is true at any question."""

    def check_end(self, game: Any) -> None:
        """Look at a game that is over."""

    def choose(self, game: Any, question: Question, rng: Random) -> str:
        """Return an option by chance."""


class Failure(NamedTuple):
    """A game that failed a check, or broke: after how many actions, why, and the match so far as a file."""

    kind: str
    number: int
    action: int
    cause: Exception
    record: WholeRecord


def hunted(number: int, hunter: Hunter) -> tuple[int, Failure | None]:
    """Play the game of this number; returns the questions looked at, and what failed."""
    setup = add_digest(hunter.setup)
    rng = Random(f"hunt {number}")
    seed = rng.randbytes(32)
    game = hunter.kind.game.start(setup, seed)
    happened = [game.events]
    looked_at = 0
    playing: tuple[int, str] | None = None
    try:
        hunter.follow(game, game.events)
        while game.decision is not None:
            hunter.check(game, rng)
            looked_at += 1
            playing = game.decision.seat, hunter.choose(game, game.decision, rng)
            happened.append(game.act(*playing))
            playing = None
            hunter.follow(game, happened[-1])
        hunter.check_end(game)
        check_replayed(game, setup, seed, happened)
    except Exception as cause:  # whatever it is, it is what was looked for
        actions = [(entry.seat, entry.text) for entry in game.log]
        record = failing_match(hunter.kind, setup, seed, actions, playing)
        return looked_at, Failure(hunter.name, number, len(actions), cause, record)
    return looked_at, None


def failing_match(
    kind: GameKind,
    setup: Any,
    seed: bytes,
    actions: list[tuple[int | None, str]],
    last: tuple[int, str] | None,
) -> WholeRecord:
    """Return the match as a file: `last` breaks it, or without `last` the house ends it where a check failed."""
    if last is None:
        try:
            return export_replay(kind, setup, seed, [*actions, (None, "time")])
        except IllegalAction:  # it was over
            return export_replay(kind, setup, seed, actions)
    record = export_replay(kind, setup, seed, actions)
    record["actions"].append({"seat": last[0], "text": last[1], "dice": []})
    return record
