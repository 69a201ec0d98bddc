"""A match file as a replay: its recording, who sits in its seats, and how its pieces differ from the house's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cards.catalogue import known_piece
from tournaments.log_text import LogLine
from tournaments.match_files.models import MatchFile
from tournaments.match_files.reading import CHECKS, ships_told, told_lines
from tournaments.replays.recording import Recorded, Recording
from tournaments.replays.tape import Tape, shelf


@dataclass(frozen=True)
class SeatOfFile:
    """A seat of which a file says nothing but its number."""

    index: int
    bot: str = ""
    player_url: str = ""

    @property
    def name(self) -> str:
        return f"Seat {self.index}"


def tape_of_file(found: MatchFile) -> Tape:
    """The tape of a whole file."""
    key = f"file {found.public_id}"
    tape = shelf.find(key, 0)
    if tape is None:
        tape = Tape(recording_of_record(found.record))
        shelf.keep(key, 0, tape)
    return tape


def recording_of_record(record: dict[str, Any]) -> Recording:
    """The recording of a match that was exported when it was over."""
    events: list[list[dict[str, Any]]] = [[] for _ in range(len(record["actions"]) + 1)]
    for event in record["events"]:
        events[event["number"]].append({name: value for name, value in event.items() if name != "number"})
    actions = tuple(
        Recorded(number, number, action["seat"], action["text"], action["dice"], events[number])
        for number, action in enumerate(record["actions"], start=1)
    )
    return Recording(record["setup"], bytes.fromhex(record["seed"]), events[0], actions, is_open_book=True)


def strange_pieces(setup: dict[str, Any]) -> list[str]:
    """Titles of pieces that the house does not know, or that print something else here now."""
    pieces = [piece for name in CHECKS for piece in setup.get(name, [])]
    return [piece["title"] for piece in pieces if known_piece(piece["title"]) != piece]


def log_of_file(found: MatchFile) -> list[LogLine]:
    """The log of a match that was under way when its file was made."""
    record = found.record
    ships = [{**ship, "race": (known_piece(ship["title"]) or {}).get("race", "")} for ship in ships_told(record)]
    return list(told_lines(record, ships))
