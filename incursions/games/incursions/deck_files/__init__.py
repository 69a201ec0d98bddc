"""Deck files: decks as text, JSON and share codes, parsed and written. Pure, without Django."""

from incursions.games.incursions.deck_files.codes import code_of, read_as_written, read_code
from incursions.games.incursions.deck_files.formats import (
    DeckFile,
    Fault,
    Line,
    Part,
    PoolFile,
    json_of,
    read_deck,
    read_pool,
    text_of,
)
from incursions.games.incursions.deck_files.lexicon import Lexicon, Titles
from incursions.games.incursions.deck_files.paste_report import Report, ReportLine, Source, Status
from incursions.games.incursions.deck_files.pasted import read_pasted

__all__ = [
    "DeckFile",
    "Fault",
    "Lexicon",
    "Line",
    "Part",
    "PoolFile",
    "Report",
    "ReportLine",
    "Source",
    "Status",
    "Titles",
    "code_of",
    "json_of",
    "read_as_written",
    "read_code",
    "read_deck",
    "read_pasted",
    "read_pool",
    "text_of",
]
