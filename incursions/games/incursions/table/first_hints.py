"""The first-time hints of the table, those first that a player needs first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from incursions.games.hints import OPTIONS, Hint
from incursions.games.incursions.rules.events.movement import WormholeRolled

if TYPE_CHECKING:
    from incursions.games.incursions.table.scene import Scene

CHART, HAND, SHIPS = "chart", "hand", "ships"
WORMHOLE = "wormhole"


def _offers(scene: Scene, *beginnings: str) -> bool:
    """Return True if one of the viewer's options begins like this."""
    return any(row.text.startswith(beginnings) for row in scene.rows if not row.is_refused)


def _is_hit(scene: Scene) -> bool:
    return _offers(scene, "take the hit")


def _is_in_window(scene: Scene) -> bool:
    question = scene.view["question"]
    return scene.is_asked and question is not None and question["topic"] in scene.game.window_topics


def _knows_wormhole(scene: Scene) -> bool:
    return any(tile["kind"] == WORMHOLE for tile in scene.view["map"])


def _spends_power(scene: Scene) -> bool:
    return _offers(scene, "warp", "fire", "repair")


def _has_hand(scene: Scene) -> bool:
    return scene.is_asked and scene.hand is not None and bool(scene.hand.cards)


def _has_stops(scene: Scene) -> bool:
    return bool(scene.stops)


def _has_bank(scene: Scene) -> bool:
    clock = None if scene.seat is None else scene.viewer.find_clock(scene.seat)
    return scene.is_asked and clock is not None and clock.bank_ms is not None


HINTS = (
    Hint(
        "shields",
        "What are shields?",
        "Damage takes shield points first, then hull. A ship without hull is destroyed. A power card adds"
        " 5 points of shield against this attack.",
        SHIPS,
        _is_hit,
        rule="7.3",
        used_by=re.compile(r"^add \d+ power to shields"),
    ),
    Hint(
        "window",
        "Why am I asked now?",
        "Another player has announced something. Play a card against it, or pass: nothing happens until you do.",
        OPTIONS,
        _is_in_window,
        rule="13.14",
        used_by=re.compile(r"^pass$"),
    ),
    Hint(
        "wormhole",
        "What is a wormhole?",
        "It is the way out. A ship that stops in it and meets what it asks rolls two dice: doubles win, anything else"
        " sends it to the start hex.",
        CHART,
        _knows_wormhole,
        rule="1.1",
        used_by=re.compile(rf"^{WormholeRolled.kind}$"),
    ),
    Hint(
        "power",
        "What is warp power?",
        "Four power cards make a maneuver go further, hit harder or repair more. A spent card comes back at the"
        " start of your next turn, so keep some to defend yourself.",
        SHIPS,
        _spends_power,
        rule="7.1",
        used_by=re.compile(r"\b[1-9]\d* power\b"),
    ),
    Hint(
        "hand",
        "What do I do with my hand?",
        "Most cards take one of your two maneuvers, alone or together with what they help. A card that cannot"
        " be played now says why.",
        HAND,
        _has_hand,
        rule="6.7",
        used_by=re.compile(r"^(?:play|table) "),
    ),
    Hint(
        "stops",
        "When am I asked?",
        "You are asked when you can answer. Below your hand, “When I am asked…” has more moments at"
        " which the match waits for you.",
        HAND,
        _has_stops,
        rule="13.14",
        used_by=re.compile(r"^(?:set stop|windows) "),
    ),
    Hint(
        "bank",
        "What is the bank?",
        "Every question has free seconds. What you need beyond them is taken from your bank, which lasts for the"
        " whole match. When it is empty, you are passed.",
        OPTIONS,
        _has_bank,
        rule="21.9",
        used_by=re.compile(r"^bank$"),
    ),
)
