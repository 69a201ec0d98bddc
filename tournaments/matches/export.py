"""A match as one file that anybody can check offline: set-up, seed, every action with its dice, every event, result.

`seed` is null until it is published. The set-up carries a digest of itself: it binds the definitions of the pieces, of
which a match may well never show a word. Nothing here needs a database but `export_match`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Final, TypedDict, cast

from incursions.engine import Game, commitment
from incursions.engine.core import Setup
from incursions.engine.events import EventData
from incursions.engine.game import NOWHERE
from incursions.engine.standing import ResultData
from incursions.games.contract import GameKind

if TYPE_CHECKING:
    from tournaments.matches.models import Match

DIGEST: Final = "digest"


class ActionData(TypedDict):
    """An action in a file; its text is None as long as it may not be known."""

    seat: int | None
    text: str | None
    dice: list[int]


class KnownAction(TypedDict):
    """An action in the file of a match that is over."""

    seat: int | None
    text: str
    dice: list[int]


class RecordBase(TypedDict):
    """The fields that the file of any match has alike."""

    format: str
    rules_version: int
    commitment: str
    events: list[EventData]
    result: ResultData | None


class MatchRecord(RecordBase):
    """The file of a match as it stands: seed, and perhaps set-up and texts, are None until it is over."""

    seed: str | None
    setup: Setup | None
    actions: list[ActionData]


class WholeRecord(RecordBase):
    """The file of a match that is over."""

    seed: str
    setup: Setup
    actions: list[KnownAction]


KEYS = (
    "format",
    "rules_version",
    "commitment",
    "seed",
    "setup",
    "actions",
    "events",
    "result",
)


def as_whole(record: MatchRecord) -> WholeRecord:
    """Return the file of a match that is over, which has its seed, set-up and texts."""
    assert record["seed"] is not None
    return cast("WholeRecord", record)


def export_match(match: Match, seat: int | None = None) -> MatchRecord:
    """Return the match as it stands. Of one that is not over, no more than the seat, or a spectator, may know.

    Private actions stay out until then, and events have the numbers of moves.

    Where there are hands and decks, their set-up and what was said about them stay out until then: the events tell
    whatever was announced.
    """
    assert match.rules_version is not None, "a match that has begun has a version"
    is_open = match.lies_open or not match.mode_kind.has_secrets
    actions = list(match.actions.order_by("number"))
    if not is_open:
        actions = [action for action in actions if action.move]
    events = _add_numbers(0, match.opening)
    for action in actions:
        events += (
            _add_numbers(action.number, action.events) if is_open else _add_numbers(action.move, action.told_events)
        )
    if not match.lies_open:
        events = [event for event in events if "audience" not in event or seat in event["audience"]]
    return {
        "format": match.kind.match_format,
        "rules_version": match.rules_version,
        "commitment": match.commitment,
        "seed": match.published_seed,
        "setup": match.setup if is_open else None,
        "actions": [
            {"seat": action.seat, "text": action.text if is_open else None, "dice": action.dice} for action in actions
        ],
        "events": events,
        "result": match.result,
    }


def export_replay(
    kind: GameKind,
    setup: Setup,
    seed: bytes,
    actions: Iterable[tuple[int | None, str]],
    playing: type[Game] | None = None,
    returned: Mapping[int, int] = NOWHERE,
) -> WholeRecord:
    """Return the file of a game in which these actions are played. Raises `IllegalAction` if one is not allowed.

    `playing` is a class of the game that bounds or records it. With `returned`, the game's `log.returns`, actions that
    were stepped back are not played twice.
    """
    events: list[EventData] = []
    for game in (playing or kind.game).replaying(setup, seed, actions, returned):
        events += _add_numbers(game.number, [event.to_data() for event in game.events])
    return {
        "format": kind.match_format,
        "rules_version": kind.rules_version,
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "setup": setup,
        "actions": [{"seat": entry.seat, "text": entry.text, "dice": list(entry.dice)} for entry in game.log],
        "events": events,
        "result": None if game.result is None else game.result.to_data(),
    }


def add_digest(setup: Setup) -> Setup:
    """Return the set-up with its digest."""
    return {**setup, DIGEST: setup_digest(setup)}


def setup_digest(setup: Setup) -> str:
    """Return the hexadecimal SHA-256 of the set-up without its digest, as compact JSON with sorted keys."""
    rest = {name: value for name, value in setup.items() if name != DIGEST}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def split_events(record: WholeRecord) -> list[list[EventData]]:
    """Return the events of the start and of each action, without numbers, in the form of rows."""
    events: list[list[EventData]] = [[] for _ in range(len(record["actions"]) + 1)]
    for event in record["events"]:
        told = event.copy()
        events[told.pop("number")].append(told)
    return events


def _add_numbers(number: int, events: Iterable[EventData]) -> list[EventData]:
    """Return the events with the number of the action that caused each; 0 is the start."""
    return [{"number": number, **event} for event in events]
