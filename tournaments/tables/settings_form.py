"""The form for a table's settings, for a new table and for an open one."""

from __future__ import annotations

from django.http import HttpRequest

from incursions.games.incursions.rules.state.setup import FEWEST_SEATS, MOST_SEATS
from tournaments.matches.clocks import CLOCK_SETTINGS
from tournaments.matches.enums import Mode
from tournaments.matches.life import TableRules
from tournaments.matches.models import Match
from tournaments.tables.incoming import FLAGS
from tournaments.tables.table_settings import (
    CLOCK_PRESETS,
    FEWEST_HEX_POINTS,
    MOST_HEX_POINTS,
    MOST_HEX_TOLERANCE,
    settings_of,
)

MODES = (
    (Mode.BASIC, "Basic: ships, power and one shared hexpile"),
    (Mode.FULL, "Full: decks and captains, each explores from his own hexpile"),
    (Mode.TOURNAMENT, "Tournament: the same with one hexpile of all players’ tiles"),
)
NUMBERS = ("seats", "minutes", *CLOCK_SETTINGS, "hex_points", "hex_tolerance")


def settings_context(
    request: HttpRequest, match: Match | None = None, usual: TableRules | None = None
) -> dict[str, object]:
    """Return the context of the form: values of the query (a refused form, a preset), else current or default ones."""
    if match is not None:
        usual = TableRules(seats=match.seats.count(), **settings_of(match))
    usual = usual or TableRules()
    said = request.GET
    typed = {name: said.get(name, value) for name, value in _texts(usual).items()}
    was_refused = any(name in said for name in ("mode", "seats"))  # forms leave out unticked boxes
    for name, column in FLAGS.items():
        typed[name] = said.get(name, "") if was_refused else "on" if getattr(usual, column) else ""
    return {
        "typed": typed,
        "modes": MODES,
        "seat_counts": [str(count) for count in range(FEWEST_SEATS, MOST_SEATS + 1)],
        "presets": CLOCK_PRESETS,
        "clocks": [(name, setting, typed[name]) for name, setting in CLOCK_SETTINGS.items()],
        "bounds": (FEWEST_HEX_POINTS, MOST_HEX_POINTS, MOST_HEX_TOLERANCE),
    }


def _texts(usual: TableRules) -> dict[str, str]:
    """Return the initial values of the fields as texts."""
    return {"mode": usual.mode, "bots": "0", "starter": "", **{name: f"{getattr(usual, name):g}" for name in NUMBERS}}
