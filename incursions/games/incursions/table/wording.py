"""Words for the lines and numbers of the engine: option texts, forecasts, directions, seats.

Shared by templates, star map and log, so that list, map and screen reader agree.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from incursions.games.incursions.rules.state.shapes import Forecast, ShipView
from incursions.kit.words import format_count

SYSTEM_NAMES = {
    "warp": "warp drive",
    "phasers": "phasers",
    "disruptors": "disruptors",
    "torpedoes": "torpedoes",
    "shields": "shields",
    "evade": "evasion",
    "repair": "repair",
    "tractor": "tractor beam",
    "tachyon_sweep": "tachyon sweep",
    "cloak": "cloaking device",
}
# Marks short enough for a turned power card.
SYSTEM_MARKS = {
    "warp": "warp",
    "phasers": "phaser",
    "disruptors": "disrupt",
    "torpedoes": "torp",
    "shields": "shield",
    "evade": "evade",
    "repair": "repair",
    "mines": "mine",
    "tractor": "tow",
    "tachyon_sweep": "sweep",
    "sweep": "sweep",
    "assimilation": "assim",
    "assimilate": "assim",
    "break free": "free",
    "requirement": "gate",
    "removal": "remove",
    "out of play": "gone",
}
LONGEST_MARK = 8
SEAT = re.compile(r"\bseat (\d+)\b")

ARROW = "→"
NO_LOSS = "no loss"


def system_name(name: str) -> str:
    """Return the name of a system, or of another use of a power card."""
    return SYSTEM_NAMES.get(name, name.replace("_", " "))


def system_mark(name: str) -> str:
    """Return the name of a system, shortened to fit a turned card."""
    return SYSTEM_MARKS.get(name) or name.replace("_", " ")[:LONGEST_MARK].strip()


def power_words(cards: int | None) -> str:
    """Return power in words: "no power", "2 power"; "" for None."""
    return "" if cards is None else "no power" if cards == 0 else f"{cards} power"


def percent(chance: float) -> str:
    """Return a chance from 0 to 1 in percent."""
    return f"{round(100 * chance)}%"


def decimal(number: float) -> str:
    """Return a number with at most one decimal: 7, 8.5."""
    return f"{number:.1f}".removesuffix(".0")


POINTS: tuple[Literal["shields"], Literal["hull"]] = ("shields", "hull")  # in the order in which they fall


def ship_titles(ships: Iterable[ShipView]) -> dict[int, str]:
    """Return the title of each seat's ship."""
    return {ship["seat"]: ship["title"] for ship in ships}


def with_ships(text: str, titles: Mapping[int, str]) -> str:
    """Return a line with "seat 1" replaced by that seat's ship."""
    return SEAT.sub(lambda found: titles.get(int(found[1]), found[0]), text)


def change(name: str, pair: Sequence[int]) -> str:
    """Return a change in words, such as "hull 18 → 11"; the bare figure if nothing changes."""
    before, after = pair
    return f"{name} {before}" if before == after else f"{name} {before} {ARROW} {after}"


def points_words(forecast: Forecast) -> str:
    """Return the change of hull and shields in words, in the order in which they fall."""
    pairs = [(name, forecast[name]) for name in POINTS if name in forecast]
    moved = [change(name, pair) for name, pair in pairs if pair[0] != pair[1]]
    return ", ".join(moved) or (NO_LOSS if pairs else "")


def outcome(forecast: Forecast) -> str:
    """Return a forecast in few words, for the end of an option."""
    if "average" in forecast:
        return f"avg {decimal(forecast['average'])}"
    if "needs" in forecast and "chance" in forecast:
        return percent(forecast["chance"])
    points = points_words(forecast)
    if points:
        return points
    if "chance" in forecast:
        return f"{percent(forecast['chance'])} doubles"
    return ""


def figure(forecast: Forecast) -> str:
    """Return the figure that distinguishes the amounts of an option: average, chance, or the points that remain."""
    if "average" in forecast:
        return decimal(forecast["average"])
    if "needs" in forecast:
        return percent(forecast["chance"])
    for name in POINTS[::-1]:
        if name in forecast and forecast[name][0] != forecast[name][1]:
            return f"{name} {forecast[name][1]}"
    return NO_LOSS if "hull" in forecast or "shields" in forecast else ""


def total(forecast: Forecast) -> str:
    """Return the whole forecast of a line being composed: cost, reach, dice, odds, points."""
    parts = [power_words(forecast.get("power"))]
    if forecast.get("distance"):
        parts.append(f"{format_count(forecast['distance'], 'hex', 'hexes')} away")
    if "average" in forecast:
        low, high = forecast["minimum"], forecast["maximum"]
        parts.append(f"{low} to {high}, average {decimal(forecast['average'])}")
    if "chance" in forecast:
        needs = f"{forecast['needs']} or less, " if "needs" in forecast else "doubles, "
        parts.append(f"{needs}{percent(forecast['chance'])}")
    if "average" not in forecast:
        parts.append(points_words(forecast))
    if forecast.get("turned_up"):
        parts.append(f"{format_count(forecast['turned_up'], 'power card')} turned up")
    return " · ".join(part for part in parts if part)
