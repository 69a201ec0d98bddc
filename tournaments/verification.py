"""Verify an exported match: compare it with what its seed, set-up and actions give. Needs no database.

The file may come from anybody, so its size, depth, types and numbers are checked before the rules see any of it, and
it is played by a game that stops after more steps than any match takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any, BinaryIO, ClassVar

from incursions.engine.log import returns, step_back_of
from incursions.rules import RULES_VERSION, Game, IllegalAction, commitment
from tournaments.export import (
    DIGEST,
    FORMAT,
    KEYS,
    KnownAction,
    MatchRecord,
    WholeRecord,
    as_whole,
    export_replay,
    setup_digest,
)

LARGEST_FILE = 8 * 1024 * 1024
LARGEST_NUMBER = 100_000
LONGEST_LINE = 200
LONGEST_TEXT = 5_000
MOST_VALUES = 20_000
MOST_ACTIONS = 20_000
MOST_STEPS_BACK = 500
MOST_SEATS = 6
LARGEST_PILE = 200
DIGIT_RUN = re.compile(r"[0-9]{5,}")
HEX_SEED = re.compile(r"[0-9a-fA-F]{64}")

MOST_STEPS = 400_000
"""The most frames advanced and events told for one file; a match of six seats with 1,300 actions takes some 8,000."""
LONGEST_S = 30.0
LOOKS_EVERY = 256


class UnverifiableFile(Exception):
    """A file that cannot be judged: unreadable, unpublished, or of other rules. The text says which."""


def read_match_file(stream: BinaryIO) -> WholeRecord:
    """Return the match in the file, well-formed and with its seed. Raises `UnverifiableFile`."""
    record = read_any_match_file(stream)
    check_whole(record)
    return as_whole(record)


def read_any_match_file(stream: BinaryIO) -> MatchRecord:
    """Return the match in the file, which may have been running: then it has no seed. Raises `UnverifiableFile`."""
    raw = stream.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise UnverifiableFile(f"The file is larger than {LARGEST_FILE} bytes; no match is.")
    try:
        record = parse_strictly(raw)
    except RecursionError:
        raise UnverifiableFile("The file is nested deeper than any match.") from None
    except ValueError as cause:
        raise UnverifiableFile(f"The file is not readable as JSON: {cause}.") from None
    _check_shape(record)
    return record


def parse_strictly(raw: bytes) -> Any:
    """Return a value of JSON. Raises ValueError, also for a repeated key and for NaN, and RecursionError."""
    return json.loads(raw.decode(), object_pairs_hook=_build_object, parse_constant=_refuse_constant)


def first_difference(record: WholeRecord) -> str | None:
    """Return the first difference between the file and a replay of its seed, set-up and actions; None if it holds.

    Raises `UnverifiableFile` if no match can be played with its set-up.
    """
    seed = bytes.fromhex(record["seed"])
    if commitment(seed) != record["commitment"]:
        return "commitment: it is not that of the seed"
    if setup_digest(record["setup"]) != record["setup"].get(DIGEST):
        return "setup: it is not the one that its digest was made of"
    if record["result"] is None:
        return "result: there is none, but the seed of a match is published at its end"
    replayed: list[tuple[int | None, str]] = []
    try:
        returned = returns((action["seat"], action["text"]) for action in record["actions"])
        said, game = _track_actions(record["actions"], replayed), bounded_game(Steps())
        actual = export_replay(record["setup"], seed, said, game, returned)
    except IllegalAction as cause:
        return f"action {len(replayed)} ({_describe(record['actions'][len(replayed) - 1])}): refused, {cause}"
    except TooLong as cause:
        raise UnverifiableFile(f"The file is refused at {_describe_place(replayed)}: {cause}.") from cause
    except Exception as cause:
        where = _describe_place(replayed)
        raise UnverifiableFile(f"The rules cannot play {where} of this file ({type(cause).__name__}).") from cause
    return _compare(record, actual)


def _describe_place(replayed: list[tuple[int | None, str]]) -> str:
    return f"action {len(replayed)}" if replayed else "the set-up"


def _track_actions(
    actions: list[KnownAction], replayed: list[tuple[int | None, str]]
) -> Iterator[tuple[int | None, str]]:
    """Yield the actions, adding each to `replayed` to record how far the replay has come."""
    for action in actions:
        replayed.append((action["seat"], action["text"]))
        yield replayed[-1]


def _compare(record: WholeRecord, actual: WholeRecord) -> str | None:
    for number, (claimed, made) in enumerate(zip(record["actions"], actual["actions"], strict=True), start=1):
        for name in ("seat", "text", "dice"):
            if _text(claimed[name]) != _text(made[name]):
                return (
                    f"action {number} ({_describe(claimed)}): {_describe_difference(name, claimed[name], made[name])}"
                )
    for index, caused in enumerate(actual["events"]):
        told = record["events"][index] if index < len(record["events"]) else None
        if _text(told) != _text(caused):
            return f"event {index + 1}, of action {caused['number']}: {_describe_difference('event', told, caused)}"
    if len(record["events"]) > len(actual["events"]):
        return f"event {len(actual['events']) + 1}: the file has more events than the replay"
    for name in KEYS:
        if _text(record.get(name)) != _text(actual.get(name)):
            return _describe_difference(name, record.get(name), actual.get(name))
    return None


def _describe_difference(name: str, claimed: Any, made: Any) -> str:
    return f"{name} is {_text(claimed)[:200]} in the file, {_text(made)[:200]} in the replay"


def _describe(action: KnownAction) -> str:
    who = "the house" if action["seat"] is None else f"seat {action['seat']}"
    return f"{who}: {action['text']}"


def _text(value: Any) -> str:
    """Return a value as text in which 1, 1.0 and true differ, as they do not for `==`."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _build_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _check_shape(record: Any) -> None:
    """Raise `UnverifiableFile` unless it is an exported match, finished or not, of these rules."""
    if not isinstance(record, dict) or set(record) != set(KEYS):
        raise UnverifiableFile(f"The file is no exported match: one has the keys {', '.join(KEYS)}.")
    if record["format"] != FORMAT:
        raise UnverifiableFile(f"The file's format is not {FORMAT}.")
    if type(record["rules_version"]) is not int or record["rules_version"] != RULES_VERSION:
        raise UnverifiableFile(f"The match was played by other rules than version {RULES_VERSION}, which these are.")
    for name, kind in (("actions", list), ("events", list), ("commitment", str)):
        if not isinstance(record[name], kind):
            raise UnverifiableFile(f"{name} is not of the right type.")
    if len(record["actions"]) > MOST_ACTIONS:
        raise UnverifiableFile(f"The file has more than {MOST_ACTIONS} actions; no match has.")


def check_whole(record: MatchRecord) -> None:
    """Raise `UnverifiableFile` if the record is malformed or has no seed, before any rule runs on it."""
    if record["seed"] is None:
        raise UnverifiableFile("The seed of the match is not published yet.")
    if not isinstance(record["seed"], str) or not HEX_SEED.fullmatch(record["seed"]):
        raise UnverifiableFile("The seed is not 32 bytes in hexadecimal.")
    if not isinstance(record["setup"], dict):
        raise UnverifiableFile("setup is not of the right type.")
    for number, action in enumerate(record["actions"], start=1):
        if not _is_action(action):
            raise UnverifiableFile(f"Action {number} is not of the right shape: seat, text, dice.")
    actions = as_whole(record)["actions"]
    if sum(step_back_of(action["seat"], action["text"]) is not None for action in actions) > MOST_STEPS_BACK:
        raise UnverifiableFile(f"The file steps back more than {MOST_STEPS_BACK} times; no table does.")
    _check_setup(record["setup"])


def _is_action(action: Any) -> bool:
    if not isinstance(action, dict) or set(action) != {"seat", "text", "dice"}:
        return False
    seat, text = action["seat"], action["text"]
    is_seat = seat is None or (type(seat) is int and 0 <= seat < MOST_SEATS)
    return is_seat and isinstance(text, str) and len(text) <= LONGEST_LINE


def _check_setup(setup: Mapping[str, object]) -> None:
    """Raise `UnverifiableFile` for a set-up whose lists or numbers are so large that playing it would not end."""
    seats = setup.get("seats")
    if not isinstance(seats, list) or not 2 <= len(seats) <= MOST_SEATS:
        raise UnverifiableFile(f"A match has 2 to {MOST_SEATS} seats.")
    own = [each.get(name, []) for each in seats if isinstance(each, dict) for name in ("deck", "hexpile")]
    for pile in [*own, setup.get("pile", [])]:
        if not isinstance(pile, list) or len(pile) > LARGEST_PILE:
            raise UnverifiableFile(f"A match's pile has at most {LARGEST_PILE} cards or tiles.")
    seen = 0
    waiting: list[Any] = [value for name, value in setup.items() if name != DIGEST]
    while waiting:
        value = waiting.pop()
        seen += 1
        if isinstance(value, dict):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, str) and (len(value) > LONGEST_TEXT or DIGIT_RUN.search(value)):
            raise UnverifiableFile("The set-up holds a text that no piece has.")
        elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise UnverifiableFile("The set-up holds a number that no piece has.")
        if seen > MOST_VALUES:
            raise UnverifiableFile("The set-up holds more than any table could.")


class TooLong(Exception):
    """Raised when replaying the file takes more steps or time than any match."""


class Steps:
    """A budget of steps and of seconds of processor time."""

    def __init__(self, most: int = MOST_STEPS, longest_s: float = LONGEST_S) -> None:
        self.left = most
        self.ends_at = process_time() + longest_s

    def take(self, steps: int = 1) -> None:
        """Use up steps. Raises `TooLong` when none are left."""
        before = self.left
        self.left -= steps
        if self.left < 0:
            raise TooLong("playing it takes more steps than any match does")
        if before // LOOKS_EVERY != self.left // LOOKS_EVERY and process_time() > self.ends_at:
            raise TooLong("playing it takes longer than any match does")


def bounded_game(steps: Steps) -> type[Game]:
    """Return a game class whose objects count all that they do, also while replaying to step back."""

    class BoundedGame(Game):
        counted: ClassVar[Steps] = steps
        __slots__ = ()

        def advance(self) -> None:
            stack, asked = self.stack, self._open
            self.counted.take()
            while not asked and self.result is None:
                self.counted.take()
                stack[-1].advance(self)
            self.counted.take(len(self.dice.rolled))

        def emit(self, kind: str, facts: dict[str, Any], audience: tuple[int, ...] | None = None) -> None:
            self.counted.take()
            super().emit(kind, facts, audience)

    return BoundedGame
