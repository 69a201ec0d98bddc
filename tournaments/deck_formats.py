"""What a table may agree on about decks: the hex-point limit and its tolerance (rules 4.1, 21.2)."""

from incursions.rules.construction import FORMATS, FULL, Format
from tournaments.enums import Mode

HEX_POINTS, HEX_TOLERANCE = FULL.hex_points, FULL.tolerance
FEWEST_HEX_POINTS, MOST_HEX_POINTS = 10, 100
MOST_HEX_TOLERANCE = 10


def format_of(mode: str, hex_points: int = HEX_POINTS, hex_tolerance: int = HEX_TOLERANCE) -> Format | None:
    """What decks are held to at a table; None in Basic, which is played without.

    Raises ValueError for a limit below 1 or a tolerance below 0.
    """
    if mode == Mode.BASIC:
        return None
    return FORMATS[mode].with_hex_points(hex_points, hex_tolerance)


def format_words(chosen: Format) -> str:
    """The limit as players write it: "30 ± 2 hex points"."""
    return f"{chosen.hex_points} ± {chosen.tolerance} hex points"
