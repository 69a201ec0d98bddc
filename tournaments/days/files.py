"""Files of days: the log as text, and the whole day, which replays to the same state."""

from __future__ import annotations

import binascii
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from incursions.engine import SEED_BYTES, commitment
from incursions.engine.errors import IllegalAction
from incursions.games.megagames import MegagameKind
from incursions.kit.strict_json import UnreadableJSONError, parse_json
from tournaments.days.day_games import game_of
from tournaments.days.game_kinds import megagames
from tournaments.days.models import LONGEST_ENTRY, Day, DayContent

FORMAT = "{}-day-2"
FIELDS = (
    *("format", "rules_version", "name", "content", "versions", "strict_places", "free_notes", "seats", "commitment"),
    *("seed", "entries", "state"),
)
LARGEST_FILE = 40_000_000
MOST_ENTRIES, LONGEST_TEXT, LATEST, MOST_VERSIONS = 100_000, LONGEST_ENTRY, 10_000_000, 1000


class UnreadableDayError(ValueError):
    """Raised for a file that is no day of a megagame of this house."""


def make_file(day: Day) -> dict[str, Any]:
    """Return a day as plain data. The seed, which shows all dice to come, is None until the day is over."""
    return {
        "format": FORMAT.format(day.game),
        "rules_version": day.kind.rules_version,
        "name": day.name,
        "content": day.content.data,
        "versions": {str(each.number): each.data for each in list_later_contents(day)},
        "strict_places": day.is_strict,
        "free_notes": day.passes_notes,
        "seats": day.seats_filled,
        "commitment": day.commitment,
        "seed": bytes(day.seed).hex() if day.is_over else None,
        "entries": [list(entry) for entry in day.entries.values_list("number", "seat", "text", "at", "dice")],
        "state": game_of(day).to_data()["state"],
    }


def list_later_contents(day: Day) -> QuerySet[DayContent]:
    """Return the versions of the content of a day that were made after it began, the oldest first."""
    return day.contents.filter(number__gt=day.content.number).order_by("number")


def write_log(day: Day) -> Iterator[str]:
    """Yield the log of a day as lines of text: each entry, and below it what it caused."""
    yield f"{day.name} ({day.kind.title})"
    struck = set(game_of(day).struck)
    for entry in day.entries.all():
        minutes, seconds = divmod(entry.at, 60)
        mark = " (taken back)" if entry.number in struck else ""
        yield f"{entry.number:>5}  {minutes:>3}:{seconds:02}  {entry.seat}: {entry.text}{mark}"
        for sentence, _ in entry.lines:
            yield f"               {sentence}"


def read_file(raw: bytes) -> Mapping[str, Any]:
    """Return the day of a file. Raises `UnreadableDayError` if it is none; nothing of it has been played."""
    if len(raw) > LARGEST_FILE:
        raise UnreadableDayError(f"The file is larger than {LARGEST_FILE} bytes.")
    try:
        data = parse_json(raw)
    except UnreadableJSONError as fault:
        raise UnreadableDayError(f"The file is not JSON: {fault}.") from fault
    if not isinstance(data, dict) or sorted(data) != sorted(FIELDS):
        raise UnreadableDayError(f"The file is no day; a day has {', '.join(FIELDS)}.")
    kind = find_kind(data["format"])
    if data["rules_version"] != kind.rules_version:
        raise UnreadableDayError(f"The day was played with other rules than version {kind.rules_version}.")
    if data["seed"] is None:
        raise UnreadableDayError("The day was not over: its file has no seed, so nobody can replay it.")
    if not isinstance(data["seats"], list) or not all(isinstance(seat, str) for seat in data["seats"]):
        raise UnreadableDayError("seats: a list of names was expected.")
    if not isinstance(data["versions"], dict) or len(data["versions"]) > MOST_VERSIONS:
        raise UnreadableDayError(f"versions: at most {MOST_VERSIONS} contents by their numbers were expected.")
    _check_entries(data["entries"])
    return data


def find_kind(name: object) -> MegagameKind:
    """Return the megagame whose files have this format. Raises `UnreadableDayError`."""
    kind = next((kind for kind in megagames().values() if FORMAT.format(kind.name) == name), None)
    if kind is None:
        known = ", ".join(FORMAT.format(kind.name) for kind in megagames().values())
        raise UnreadableDayError(f"format: there is no such format; there is {known}.")
    return kind


def _check_entries(entries: object) -> None:
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise UnreadableDayError(f"entries: a list of at most {MOST_ENTRIES} was expected.")
    for number, entry in enumerate(entries, start=1):
        if not _is_entry(entry, number):
            raise UnreadableDayError(f"entry {number}: a number, a seat, a text, seconds and dice were expected.")


def _is_entry(entry: object, number: int) -> bool:
    if not isinstance(entry, list) or len(entry) != len(("number", "seat", "text", "at", "dice")):
        return False
    found, seat, text, at, dice = entry
    is_text = isinstance(seat, str) and isinstance(text, str) and len(seat) + len(text) <= LONGEST_TEXT
    return is_text and found == number and type(at) is int and 0 <= at <= LATEST and isinstance(dice, list)


def find_difference(data: Mapping[str, Any]) -> str | None:
    """Replay the day of a file, and return where it differs, or None if it holds. Raises `UnreadableDayError`."""
    kind = find_kind(data["format"])
    try:
        seed = bytes.fromhex(data["seed"])
        content = kind.read_content(data["content"])
        versions = {int(number): kind.read_content(held) for number, held in data["versions"].items()}
    except (ValueError, TypeError, KeyError, binascii.Error) as fault:
        raise UnreadableDayError(f"The seed or the content cannot be read: {fault}") from fault
    if len(seed) != SEED_BYTES or commitment(seed) != data["commitment"]:
        return "The seed is not the one that was promised."
    setup = {
        "content": content,
        "versions": versions,
        "strict_places": data["strict_places"] is True,
        "free_notes": data["free_notes"] is True,
        "seats": data["seats"],
    }
    game = kind.game.start(setup, seed)
    for number, seat, text, at, dice in data["entries"]:
        try:
            game.act(seat, text, at)
        except IllegalAction as refused:
            return f"Entry {number}, {seat}: {text!r} is refused: {refused}."
        if game.number != number or game.log[-1].dice != dice:
            return f"Entry {number}, {seat}: {text!r} gives other dice."
    return None if game.to_data()["state"] == data["state"] else "The state at the end is another one."
