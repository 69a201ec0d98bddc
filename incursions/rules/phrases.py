"""The phrases that lines are made of. Made once, so that a question's options are ready texts."""

from __future__ import annotations

from incursions.engine.hexes import DIRECTIONS, Hex, hex_text

MOST_POWER = 220  # more power than a ship ever has: its cards, and what the most points of shields can be diverted into

MOST_POINTS = 5 * MOST_POWER  # of shields

DECLINE = "decline"
CONCEDE = "concede"
ESCAPE = "roll to escape"
TAKE_THE_HIT = "take the hit"
WARP = "warp"
FIRES = "fire "
REPAIR = "repair"
HULL = "hull"
SHIELDS = "shields"
NO_POWER = "with no power"
NO_CARD = "and no card"
CLOAK = "cloak"
TRACTOR = "tractor seat "
SWEEP = "sweep seat "
BREAK_FREE = "break free"
FROM_SEAT = " from seat "
LAY_MINE = "lay mine"
SET_OFF = "set off mine at "
KEEP, DROP = "keep ", "drop "
TRACTOR_ON_SEAT = "tractor on seat "

EXPLORING = "explore"  # where the side is picked later
EXPLORE = {name: f"explore {name}" for name in DIRECTIONS}
EXPLORED_DIRECTION = {phrase: name for name, phrase in EXPLORE.items()}

FIRE = {name: FIRES + name for name in ("phasers", "disruptors", "torpedoes")}
FIRED_WEAPON = {phrase: name for name, phrase in FIRE.items()}

AT_SEAT = [f"at seat {seat}" for seat in range(6)]
SEAT_AT = {phrase: seat for seat, phrase in enumerate(AT_SEAT)}

WITH_POWER = [NO_POWER, *(f"with {count} power" for count in range(1, MOST_POWER + 1))]
POWER_WITH = {phrase: count for count, phrase in enumerate(WITH_POWER)}

WITH_RANGE = ["with no range", *(f"with range {count}" for count in range(1, MOST_POWER + 1))]
AND_RANGE = ["and no range", *(f"and range {count}" for count in range(1, MOST_POWER + 1))]
RANGE_WITH = {phrase: count for phrases in (WITH_RANGE, AND_RANGE) for count, phrase in enumerate(phrases)}

EVADE = ["evade with no power", *(f"evade with {count} power" for count in range(1, MOST_POWER + 1))]
EVADE_POWER = {phrase: count for count, phrase in enumerate(EVADE)}

ADD_SHIELDS = ["", *(f"add {count} power to shields" for count in range(1, MOST_POWER + 1))]
SHIELD_POWER = {phrase: count for count, phrase in enumerate(ADD_SHIELDS) if count}

AND_CARD = "and card "

AUX = "aux"
TABLE = "table "
PLAY = "play "
DISCARD = "discard "

DIVERT = "divert "
DIVERTING = [f"{DIVERT}{points}" for points in range(MOST_POINTS + 1)]
DIVERTED_POINTS = {phrase: points for points, phrase in enumerate(DIVERTING)}
SYSTEM_WORDS = {"evade": "evasion", "tachyon_sweep": "tachyon sweep", "break free": "breaking free"}
TO_SYSTEM = {
    name: f"to {SYSTEM_WORDS.get(name, name)}"
    for name in (
        *("warp", *FIRE, "mines", "repair", "tractor", "tachyon_sweep", "cloak", "assimilation"),
        *("break free", "evade"),
    )
}
SYSTEM_TO = {phrase: name for name, phrase in TO_SYSTEM.items()}

_to_meaning: dict[str, tuple[Hex, int]] = {}


class WarpTo(dict[Hex, str]):
    """Where a warp ends that takes so much power, by its hex: ``to 2,-1 with 1 power``. Each phrase is made once."""

    def __init__(self, power: int) -> None:
        super().__init__()
        self.power = power

    def __missing__(self, at: Hex) -> str:
        phrase = self[at] = f"to {hex_text(at)}" + (f" {WITH_POWER[self.power]}" if self.power else "")
        _to_meaning[phrase] = (at, self.power)
        return phrase


WARP_TO = [WarpTo(power) for power in range(MOST_POWER + 1)]


def hex_and_power(phrase: str) -> tuple[Hex, int]:
    """What a phrase of `WARP_TO` says."""
    meaning = _to_meaning.get(phrase)
    if meaning is None:
        _, place, *rest = phrase.split()
        q, r = place.split(",")
        meaning = _to_meaning[phrase] = ((int(q), int(r)), int(rest[1]) if rest else 0)
    return meaning
