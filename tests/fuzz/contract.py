"""What is true of the games of every kind: the contract of the engine, whatever the rules are."""

import json
from collections.abc import Iterable
from random import Random

import pytest

from incursions.engine import Event, Game, IllegalAction

COMPACT = json.JSONEncoder(separators=(",", ":"))
STEPS_ON = 4  # how far a copy plays on beside another
ALPHABET = "abcdefghijklmnopqrstuvwxyz 0123456789,-'\n\t\0éß中🚀\ud800"


def as_text(data: object) -> str:
    """Plain data as compact JSON: the form in which two of them are the same byte for byte."""
    return COMPACT.encode(data)


def state(game: Game) -> str:
    return as_text(game.to_data())


def told(happened: list[list[Event]]) -> str:
    """Return the events of several actions as text."""
    return as_text([[event.to_data() for event in events] for events in happened])


def check_question(game: Game) -> None:
    """Check that exactly one seat is asked while the game is not over, and that each option is there once."""
    question = game.decision
    if question is None:
        assert game.result is not None
        assert not game.stack
        return
    assert game.result is None
    assert len(question.options) > 0
    assert len(set(question.options)) == len(question.options)
    assert [seat for seat in range(len(game.setup["seats"])) if game.question_for(seat)] == [question.seat]
    assert game.least is not None


def check_replayed(game: Game, setup: dict, seed: bytes, happened: list[list[Event]]) -> None:
    """Check that setup, seed and log give the whole game again: events of each action, state and dice."""
    replayed = type(game).start(setup, seed)
    again = [replayed.events] + [replayed.act(entry.seat, entry.text) for entry in game.log]
    assert told(again) == told(happened)
    assert state(replayed) == state(game)
    assert replayed.log == game.log


def check_copies(game: Game, rng: Random) -> None:
    """Check that a copy and a game restored from JSON play alike and leave the original unchanged."""
    before = state(game)
    restored = type(game).from_data(json.loads(before), game.setup)
    copied = game.copy()
    assert copied.decision == restored.decision == game.decision
    assert state(restored) == state(copied) == before
    for _ in range(STEPS_ON):
        if copied.decision is None:
            break
        text = rng.choice(copied.decision.options)
        assert copied.play(text) == restored.play(text)
    assert state(copied) == state(restored)
    assert state(game) == before


def check_refused(game: Game, texts: Iterable[str], seats: Iterable[int | None] = ()) -> None:
    """Check that a wrong action raises `IllegalAction`, as `why_not` says, and changes nothing.

    So does an option in the mouth of one of `seats`, which are not asked.
    """
    before = state(game)
    seat = game.decision.seat
    for text in texts:
        if game.why_not(text) is None:
            game.copy().act(seat, text)
            continue
        with pytest.raises(IllegalAction) as refused:
            game.act(seat, text)
        assert str(refused.value)
    for other in (None, -1, len(game.setup["seats"]), *seats):
        with pytest.raises(IllegalAction):
            game.act(other, game.decision.options[0])
    assert state(game) == before


def misspelled(game: Game, rng: Random, words: list[str]) -> list[str]:
    """Return texts that look more or less like lines; `words` are those of the game."""
    option = rng.choice(game.decision.options)
    cut = rng.randrange(len(option))
    return [
        "",
        "".join(rng.choices(ALPHABET, k=rng.randrange(1, 30))),
        " ".join(rng.choices(words, k=rng.randrange(1, 8))),
        option[:cut],
        option[:cut] + rng.choice(ALPHABET) + option[cut + 1 :],
        f"{option} {rng.choice(words)}",
        f"{option} {' '.join(rng.choices(words, k=4))}",
        option.upper(),
    ]
