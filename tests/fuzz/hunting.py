"""One random game with every check at every question; what fails is told as a match that can be looked at again."""

from random import Random
from typing import NamedTuple

from incursions.games.incursions.kind import KIND
from incursions.games.incursions.rules import Game, IllegalAction
from incursions.games.incursions.rules.state.setup import Setup
from tests.fuzz import decks, tables
from tests.fuzz.full_invariants import check_audiences, check_cards, check_hand_limit
from tests.fuzz.invariants import check_answers, check_replayed, check_secrets_and_copies, check_table
from tournaments.matches.export import WholeRecord, add_digest, export_replay

BASIC_EVERY = 4  # of all games this share is Basic


class Failure(NamedTuple):
    """A game that failed a check, or broke: after how many actions, why, and the match so far as a file."""

    kind: str
    number: int
    action: int
    cause: Exception
    record: WholeRecord


def hunted(number: int, mode: str | None) -> tuple[int, Failure | None]:
    """Play the game of this number; returns the questions looked at, and what failed."""
    basic = mode == "basic" or (mode is None and number % BASIC_EVERY == 0)
    setup = add_digest(tables.setup_of(number) if basic else decks.made_setup(number))
    rng = Random(f"hunt {number}")
    seed = rng.randbytes(32)
    game = Game.start(setup, seed)
    happened = [game.events]
    looked_at = 0
    playing: tuple[int, str] | None = None
    try:
        while game.decision is not None:
            check_everything(game, rng)
            looked_at += 1
            playing = game.decision.seat, rng.choice(game.decision.options)
            happened.append(game.act(*playing))
            playing = None
        check_table(game)
        check_replayed(game, setup, seed, happened)
    except Exception as cause:  # whatever it is, it is what was looked for
        actions = [(entry.seat, entry.text) for entry in game.log]
        record = failing_match(setup, seed, actions, playing)
        return looked_at, Failure("basic" if basic else "full", number, len(actions), cause, record)
    return looked_at, None


def check_everything(game: Game, rng: Random) -> None:
    """All that is true of a game at any question."""
    check_table(game)
    if game.has_cards:
        check_cards(game)
        check_hand_limit(game)
        check_audiences(game)
    check_secrets_and_copies(game, rng)
    check_answers(game, rng)


def failing_match(
    setup: Setup, seed: bytes, actions: list[tuple[int | None, str]], last: tuple[int, str] | None
) -> WholeRecord:
    """Return the match as a file: `last` breaks it, or without `last` the house ends it where a check failed."""
    if last is None:
        try:
            return export_replay(KIND, setup, seed, [*actions, (None, "time")])
        except IllegalAction:  # it was over
            return export_replay(KIND, setup, seed, actions)
    record = export_replay(KIND, setup, seed, actions)
    record["actions"].append({"seat": last[0], "text": last[1], "dice": []})
    return record
