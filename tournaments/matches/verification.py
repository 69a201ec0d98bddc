"""Verify an exported match: compare it with what its seed, set-up and actions give. Needs no database.

The file may come from anybody, so its size, depth, types and numbers are checked before the rules see any of it, and
it is played by a game that stops after more steps than any match takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from incursions.engine import IllegalAction, commitment
from incursions.engine.budgets import Budget, BudgetSpentError, bounded_game
from incursions.engine.core import POSITION
from incursions.engine.log import returns, step_back_of
from incursions.games.contract import GameKind
from incursions.kit.strict_json import UnreadableJSONError, parse_json
from tournaments.matches.export import (
    DIGEST,
    KEYS,
    KnownAction,
    MatchRecord,
    WholeRecord,
    as_whole,
    export_replay,
    setup_digest,
)
from tournaments.matches.game_kinds import find_by_format, game_kinds

LARGEST_FILE = 8 * 1024 * 1024
LARGEST_NUMBER = 100_000
LONGEST_LINE = 200
LONGEST_TEXT = 5_000
MOST_VALUES = 20_000
MOST_ACTIONS = 20_000
MOST_STEPS_BACK = 500
DIGIT_RUN = re.compile(r"[0-9]{5,}")
HEX_SEED = re.compile(r"[0-9a-fA-F]{64}")


class UnverifiableFileError(Exception):
    """A file that cannot be judged: unreadable, unpublished, or of other rules. The text says which."""


def read_match_file(stream: BinaryIO) -> WholeRecord:
    """Return the match in the file, well-formed and with its seed. Raises `UnverifiableFileError`."""
    record = read_any_match_file(stream)
    check_whole(record)
    return as_whole(record)


def read_any_match_file(stream: BinaryIO) -> MatchRecord:
    """Return the match in the file. A match that was running has no seed. Raises `UnverifiableFileError`."""
    raw = stream.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise UnverifiableFileError(f"The file is larger than {LARGEST_FILE} bytes; no match is.")
    try:
        record = parse_json(raw)
    except UnreadableJSONError as cause:
        raise UnverifiableFileError(f"The file is not readable as JSON: {cause}.") from None
    _check_shape(record)
    return record


def kind_of_record(record: Mapping[str, Any]) -> GameKind:
    """Return the game of a record whose format was checked."""
    kind = find_by_format(record["format"])
    assert kind is not None, "the format was checked"
    return kind


def first_difference(record: WholeRecord) -> str | None:
    """Return the first difference between the file and a replay of its seed, set-up and actions; None if it holds.

    Raises `UnverifiableFileError` if no match can be played with its set-up.
    """
    if POSITION in record["setup"]:
        raise UnverifiableFileError("The match began in a lesson: what was played before is not in its file.")
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
        said, kind = _track_actions(record["actions"], replayed), kind_of_record(record)
        game = bounded_game(kind.game, Budget())
        actual = export_replay(kind, record["setup"], seed, said, game, returned)
    except IllegalAction as cause:
        return f"action {len(replayed)} ({_describe(record['actions'][len(replayed) - 1])}): refused, {cause}"
    except BudgetSpentError as cause:
        raise UnverifiableFileError(f"The file is refused at {_describe_place(replayed)}: {cause}.") from cause
    except Exception as cause:
        where = _describe_place(replayed)
        fault = _find_setup_fault(record) or type(cause).__name__
        raise UnverifiableFileError(f"The rules cannot play {where} of this file ({fault}).") from cause
    return _compare(record, actual)


def _find_setup_fault(record: WholeRecord) -> str:
    """Return the first fault of the set-up that its game names, with the field; "" if there is none."""
    try:
        kind_of_record(record).check_pieces(record["setup"])
    except ValueError as fault:
        return str(fault)
    return ""


def _describe_place(replayed: list[tuple[int | None, str]]) -> str:
    """Return how far a replay came, in words."""
    return f"action {len(replayed)}" if replayed else "the set-up"


def _track_actions(
    actions: list[KnownAction], replayed: list[tuple[int | None, str]]
) -> Iterator[tuple[int | None, str]]:
    """Yield the actions, adding each to `replayed` to record how far the replay has come."""
    for action in actions:
        replayed.append((action["seat"], action["text"]))
        yield replayed[-1]


def _compare(record: WholeRecord, actual: WholeRecord) -> str | None:
    """Return the first difference between a file and the file that its replay gives, or None."""
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


def _check_shape(record: Any) -> None:
    """Raise `UnverifiableFileError` unless it is an exported match, finished or not, of these rules."""
    if not isinstance(record, dict) or set(record) != set(KEYS):
        raise UnverifiableFileError(f"The file is not an exported match: one has the keys {', '.join(KEYS)}.")
    kind = find_by_format(record["format"])
    if kind is None:
        formats = " or ".join(each.match_format for each in game_kinds().values())
        raise UnverifiableFileError(f"The file's format is not {formats}.")
    if type(record["rules_version"]) is not int or record["rules_version"] != kind.rules_version:
        raise UnverifiableFileError(
            f"The match was played by other rules than version {kind.rules_version}, which these are."
        )
    for name, type_ in (("actions", list), ("events", list), ("commitment", str)):
        if not isinstance(record[name], type_):
            raise UnverifiableFileError(f"{name} is not of the right type.")
    if len(record["actions"]) > MOST_ACTIONS:
        raise UnverifiableFileError(f"The file has more than {MOST_ACTIONS} actions; no match has.")


def check_whole(record: MatchRecord) -> None:
    """Raise `UnverifiableFileError` if the record is malformed or has no seed, before any rule runs on it."""
    if record["seed"] is None:
        raise UnverifiableFileError("The seed of the match is not published yet.")
    if not isinstance(record["seed"], str) or not HEX_SEED.fullmatch(record["seed"]):
        raise UnverifiableFileError("The seed is not 32 bytes in hexadecimal.")
    if not isinstance(record["setup"], dict):
        raise UnverifiableFileError("setup is not of the right type.")
    kind = kind_of_record(record)
    for number, action in enumerate(record["actions"], start=1):
        if not _is_action(action, kind.most_seats):
            raise UnverifiableFileError(f"Action {number} is not of the right shape: seat, text, dice.")
    actions = as_whole(record)["actions"]
    if sum(step_back_of(action["seat"], action["text"]) is not None for action in actions) > MOST_STEPS_BACK:
        raise UnverifiableFileError(f"The file steps back more than {MOST_STEPS_BACK} times; no table does.")
    _check_setup(kind, record["setup"])


def _is_action(action: Any, most_seats: int) -> bool:
    if not isinstance(action, dict) or set(action) != {"seat", "text", "dice"}:
        return False
    seat, text = action["seat"], action["text"]
    is_seat = seat is None or (type(seat) is int and 0 <= seat < most_seats)
    return is_seat and isinstance(text, str) and len(text) <= LONGEST_LINE


def _check_setup(kind: GameKind, setup: Mapping[str, object]) -> None:
    """Raise `UnverifiableFileError` for a set-up whose lists or numbers are so large that playing it would not end."""
    try:
        kind.check_size(setup)
    except ValueError as fault:
        raise UnverifiableFileError(str(fault)) from fault
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
            raise UnverifiableFileError("The set-up holds a text that no piece has.")
        elif isinstance(value, int | float) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise UnverifiableFileError("The set-up holds a number that no piece has.")
        if seen > MOST_VALUES:
            raise UnverifiableFileError("The set-up holds more than any table could.")
