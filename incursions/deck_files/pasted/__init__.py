"""Pastes in any format: recognized, parsed leniently, and reported line by line (docs/decks.md)."""

from incursions.deck_files.pasted.gathering import LEFT_OUT
from incursions.deck_files.pasted.reading import LONGEST_PASTE, read_pasted, refuse_paste, report_of
from incursions.deck_files.pasted.report import Report, ReportLine, Source, Status

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
