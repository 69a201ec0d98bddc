"""The steps of moves that a chart animates, for every game: `static/js/motion.js` reads them from the page."""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

from markupsafe import Markup

Kind = Literal["roll", "sail", "lay", "hit", "blast", "vanish", "note"]
Point = tuple[float, float]


class Step(NamedTuple):
    """A step of a move. `at` and `path` are points of the chart.

    `sentence` is its line in the log. `seats` end the ids of the ships on the
    chart that move along `path`, or that the step is about: `ship-3` for 3. `tile`
    is the id of the element of the tile that is laid. `verdict` is the result of dice or of a hit in a few words, and
    `is_good` tells that the ship wanted it. `sound` names the sound that follows the one of the dice, if any.
    """

    move: int
    kind: Kind
    sentence: Markup
    seats: tuple[int | str, ...] = ()
    at: Point | None = None
    path: tuple[Point, ...] = ()
    dice: tuple[int, ...] = ()
    verdict: str = ""
    is_good: bool = False
    tile: str = ""
    sound: str = ""

    @property
    def data(self) -> str:
        """The step without its sentence, as JSON."""
        facts = self._asdict()
        del facts["sentence"]
        return json.dumps({name: value for name, value in facts.items() if value}, separators=(",", ":"))
