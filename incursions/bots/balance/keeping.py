"""A measuring that goes on where it was stopped: its tallies in a file, with a mark of what they are the tallies of."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from incursions.bots.balance.games import DeckSet
from incursions.bots.balance.tally import Tally
from incursions.rules import RULES_VERSION


class OtherMeasuringError(ValueError):
    """The file holds the tallies of other decks, another seed or other rules; the message is a sentence."""


def mark_of(decks: DeckSet, seed: int) -> str:
    """The same for the same games. Whether bots and rules are still as they were, nobody can tell from it."""
    measured = json.dumps([decks.to_data(), seed, RULES_VERSION], sort_keys=True)
    return sha256(measured.encode()).hexdigest()


def kept_tallies(path: Path, decks: DeckSet, seed: int) -> list[Tally]:
    """What the file holds; nothing if there is none. Raises `OtherMeasuringError`."""
    if not path.exists():
        return []
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        mark, tallies = kept["mark"], [Tally.from_data(data) for data in kept["tallies"]]
    except (ValueError, KeyError, TypeError) as cause:
        raise OtherMeasuringError(f"{path} holds no measuring of balance") from cause
    if mark != mark_of(decks, seed):
        raise OtherMeasuringError(f"{path} holds a measuring of other decks, pieces, rules or another seed")
    return tallies


def keep_tallies(path: Path, decks: DeckSet, seed: int, tallies: Sequence[Tally]) -> None:
    """Write the file, whole or not at all."""
    data = {"mark": mark_of(decks, seed), "tallies": [tally.to_data() for tally in tallies]}
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(json.dumps(data), encoding="utf-8")
    fresh.replace(path)
