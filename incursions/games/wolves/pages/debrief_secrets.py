"""The secrets board of the debrief: all that was hidden while the day ran (rules W27.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from incursions.games.debriefs import DayHistory, PastEntry
from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import SECRETLY
from incursions.games.wolves.rules.state import CLOCK, CONTROL

TO_ADMIRAL, AT_MUSTER = "order the Admiral: ", " at muster"
_COORDINATES = re.compile(r"set coordinates ([0-9]+) for an? (.+) jump")
EMPTY_POINT = "an empty point"


def draw_secrets(history: DayHistory) -> Markup:
    """Return the board: loyalties, hands, destinations, coordinates, notes, orders, secret changes, undone entries."""
    game: Game = history.game
    state, entries = game.state, history.entries
    overruled = {number for number, event in game.told if event.kind_class is events.Overruled}
    return TEMPLATES.draw(
        "debrief_secrets",
        loyalties=list(state.loyalties.items()),
        hands=[(seat, cards) for seat, cards in state.hands.items() if cards],
        destinations=[(vessel.name, vessel.destinations) for vessel in state.vessels.values() if vessel.destinations],
        deck=[*state.next_destinations, *state.last_destinations],
        coordinates=list_coordinates(game, entries),
        orders=list_orders(entries),
        played=[entry for entry in entries if entry.text.startswith("play ") and entry.seat not in (CONTROL, CLOCK)],
        notes=state.notes,
        proposals=state.proposals,
        changes=[entry for entry in entries if entry.text.startswith(SECRETLY)],
        overruled=[entry for entry in entries if entry.number in overruled],
        struck=[entry for entry in entries if entry.is_struck],
    )


def list_coordinates(game: Game, entries: Sequence[PastEntry]) -> list[dict[str, Any]]:
    """Return all coordinates that were set, each with the place that they lead to (rules W18.6, W18.11)."""
    places = game.places_by_digits
    found = ((entry, _COORDINATES.match(entry.text)) for entry in entries)
    return [
        {"entry": entry, "digits": match[1], "distance": match[2], "place": places.get(match[1], EMPTY_POINT)}
        for entry, match in found
        if match
    ]


def list_orders(entries: Sequence[PastEntry]) -> list[PastEntry]:
    """Return the orders to the Admiral and those that were left for muster."""
    return [entry for entry in entries if entry.text.startswith(TO_ADMIRAL) or entry.text.endswith(AT_MUSTER)]
