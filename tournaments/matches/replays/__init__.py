"""Replays: a match move by move, as far as its viewer may know it, on a page and in bundles of moments."""

from tournaments.matches.replays.page import Address, ReplayPage
from tournaments.matches.replays.tape import (
    Knowledge,
    Recorded,
    Recording,
    Tape,
    list_knowledges,
    recording_of,
    tape_of,
)

__all__ = [
    "Address",
    "Knowledge",
    "Recorded",
    "Recording",
    "ReplayPage",
    "Tape",
    "list_knowledges",
    "recording_of",
    "tape_of",
]
