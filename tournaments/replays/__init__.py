"""Replays: a match move by move, as far as its viewer may know it, on a page and in bundles of moments."""

from tournaments.replays.knowledge import Knowledge, knowledges_of
from tournaments.replays.page import Address, ReplayPage
from tournaments.replays.recording import Recorded, Recording, recording_of
from tournaments.replays.tape import Tape, tape_of

__all__ = [
    "Address",
    "Knowledge",
    "Recorded",
    "Recording",
    "ReplayPage",
    "Tape",
    "knowledges_of",
    "recording_of",
    "tape_of",
]
