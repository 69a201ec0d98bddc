"""QR codes of addresses as SVG within a page, so that nobody types an address on a phone."""

from __future__ import annotations

import segno
from markupsafe import Markup

from incursions.kit.markup import format_html

QUIET_ZONE = 5
"""The white modules around a code. ISO/IEC 18004 asks for four; the dark of a page at night is close by."""
DRAWING = (
    '<svg class="day-code" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" shape-rendering="crispEdges">'
    '<rect width="{0}" height="{0}" fill="#fff"/><path fill="#000" d="{2}"/></svg>'
)


def draw_code(address: str, name: str) -> Markup:
    """Return the QR code of an address as SVG, black on white; `name` says to a screen reader where it leads."""
    matrix = segno.make(address, error="m", micro=False).matrix
    runs = [run for y, row in enumerate(matrix) for run in _list_runs(row, y)]
    return format_html(DRAWING, len(matrix) + 2 * QUIET_ZONE, name, "".join(runs))


def _list_runs(row: bytearray, y: int) -> list[str]:
    """Return a path for each run of dark modules in a row of a code."""
    runs, start = [], None
    for x, is_dark in enumerate([*row, 0]):
        if is_dark and start is None:
            start = x
        elif not is_dark and start is not None:
            runs.append(f"M{start + QUIET_ZONE} {y + QUIET_ZONE}h{x - start}v1h-{x - start}z")
            start = None
    return runs
