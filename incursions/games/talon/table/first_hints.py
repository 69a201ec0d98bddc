"""The first-time hints of the table, those first that a player needs first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from incursions.games.hints import OPTIONS, Hint
from incursions.games.talon.rules.acts import FIRE, MOVEMENT, POWER, POWER_PHASE

if TYPE_CHECKING:
    from incursions.games.talon.table.scene import Scene

CHART, SHIPS = "chart", "ships"


def _asks(scene: Scene, topic: str) -> bool:
    """Return True if the viewer is asked in this step."""
    question = scene.view["question"]
    return scene.is_asked and question is not None and question["topic"] == topic


HINTS = (
    Hint(
        "power",
        "What is an action point?",
        "A ship whose Power is due in this impulse buys one thing: a charge for a weapon, a stronger shield, a turn"
        " that comes sooner. What it does not buy is lost.",
        OPTIONS,
        lambda scene: _asks(scene, POWER),
        "T5.3",
        re.compile(r"^(charge|reinforce|tighten|mark slip|fill battery)\b"),
    ),
    Hint(
        "movement",
        "How does a ship move?",
        "One hex in every impulse in which its Speed is due: ahead, or a turn when its turn wait is 0. The chart marks"
        " where it can go.",
        OPTIONS,
        lambda scene: _asks(scene, MOVEMENT),
        "T6.2",
        re.compile(r"^(move|turn|slip|burn)\b"),
    ),
    Hint(
        "fire",
        "What do the odds say?",
        "The percentage is the chance to do damage at all, and avg what a shot does on average. The whole bar is empty"
        " after the first shot.",
        OPTIONS,
        lambda scene: _asks(scene, FIRE),
        "T8.8",
        re.compile(r"^fire\b"),
    ),
    Hint(
        "rows",
        "What is a row?",
        "A ship trades Power for Speed. Before the next round it may go one row faster or slower.",
        OPTIONS,
        lambda scene: _asks(scene, POWER_PHASE),
        "T11.3",
        re.compile(r"^set\b"),
    ),
    Hint(
        "sheets",
        "What is on a sheet?",
        "The four numbers are the shields ahead, right, behind and left. Open a ship for its weapons and what they can"
        " hit from here.",
        SHIPS,
        lambda scene: scene.is_asked,
        "T2.1",
    ),
    Hint(
        "chart",
        "Where can it go, and what can it hit?",
        "Press a ship on the chart: it shows its arcs, the hexes in reach and its lines of fire.",
        CHART,
        lambda scene: scene.is_asked,
        "T8.6",
    ),
)
