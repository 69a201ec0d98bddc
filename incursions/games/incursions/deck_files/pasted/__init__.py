"""Pastes in any format: recognized, parsed leniently, and reported line by line (docs/decks.md)."""

from incursions.games.incursions.deck_files.pasted.gathering import LEFT_OUT, Report, ReportLine, Source, Status
from incursions.games.incursions.deck_files.pasted.reading import LONGEST_PASTE, read_pasted, refuse_paste, report_of

__all__ = [
    "LEFT_OUT",
    "LONGEST_PASTE",
    "Report",
    "ReportLine",
    "Source",
    "Status",
    "read_pasted",
    "refuse_paste",
    "report_of",
]
