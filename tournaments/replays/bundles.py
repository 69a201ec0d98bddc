"""Several moments of a replay in one answer, so that the browser steps through them without asking for each.

A moment is the texts of the parts of the page that change from one to the next. Texts are cut into pieces, each piece
stands in the bundle once, and a part is a list of their places: of a chart or a hand most stays what it was.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from tournaments.replays.page import ReplayPage
from tournaments.table_parts import draw_panel, draw_part

LARGEST_BUNDLE = 12
"""So many moments at most: making one takes some eight milliseconds, in which others wait."""
CUT = re.compile(r'(?=<g id="|\n)')

PageAt = Callable[[int], ReplayPage]


def bundle(page_at: PageAt, numbers: Iterable[int]) -> dict[str, Any]:
    """The moments of these moves, each as its viewer's page has it."""
    pieces: dict[str, int] = {}
    panels, hands = Drawn(), Drawn()
    moments = []
    for number in numbers:
        page = page_at(number)
        parts = {
            name: [pieces.setdefault(piece, len(pieces)) for piece in CUT.split(html.strip())]
            for name, html in _parts(page, panels, hands)
        }
        moments.append({"number": page.number, "title": page.move_title, "events": page.events, "parts": parts})
    return {"pieces": list(pieces), "moments": moments}


class Drawn:
    """What was drawn of which values: most moves change one ship and one hand at most, so each is drawn once."""

    def __init__(self) -> None:
        self._known: list[tuple[Any, str]] = []

    def of(self, value: Any, draw: Callable[[], str]) -> str:
        """What `draw` gives, or what it gave for an equal value."""
        for known, html in reversed(self._known):
            if known == value:
                return html
        html = draw()
        self._known.append((value, html))
        return html


def _parts(page: ReplayPage, panels: Drawn, hands: Drawn) -> Iterator[tuple[str, str]]:
    """The parts, each with the id of its element."""
    for panel in page.panels:
        yield f"panel-{panel.seat}", panels.of(panel, partial(draw_panel, page, panel))
    for hand in page.hands:
        yield f"hand-{hand.seat}", hands.of(hand, partial(draw_part, "open_hand", {"hand": hand}))
    yield "chart", page.drawn_chart
    yield "prompt", page.drawn_moment
