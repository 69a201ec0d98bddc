"""Words for what the engine says in lines and numbers: option texts, forecasts, directions, seats.

Pure text; whoever marks it up (templates, star map, log) shares these words, so that list, map and screen reader agree.
"""

from collections.abc import Mapping, Sequence
from typing import Any

SYSTEM_NAMES = {
    "warp": "warp drive",
    "phasers": "phasers",
    "disruptors": "disruptors",
    "torpedoes": "torpedoes",
    "shields": "shields",
    "evade": "evasion",
    "repair": "repair",
}
# What fits on a turned power card.
SYSTEM_MARKS = {
    "warp": "warp",
    "phasers": "phaser",
    "disruptors": "disrupt",
    "torpedoes": "torp",
    "shields": "shield",
    "evade": "evade",
    "repair": "repair",
}

ARROW = "→"


def capitalised(text: str) -> str:
    """The text with a capital first letter; what follows keeps its own (titles!)."""
    return text[:1].upper() + text[1:]


def counted(number: int, thing: str, things: str = "") -> str:
    """ "1 tile", "3 tiles", "no tiles"."""
    plural = things or f"{thing}s"
    return f"no {plural}" if number == 0 else f"{number} {thing if number == 1 else plural}"


def listed(names: Sequence[str]) -> str:
    """ "Sol", "Sol and Drogath", "Sol, Drogath and Vector 7"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def power_words(cards: int | None) -> str:
    """ "no power", "2 power"; nothing where power is not the matter."""
    return "" if cards is None else "no power" if cards == 0 else f"{cards} power"


def percent(chance: float) -> str:
    """A chance from 0 to 1 as a player says it."""
    return f"{round(100 * chance)}%"


def decimal(number: float) -> str:
    """At most one decimal: 7, 8.5."""
    return f"{number:.1f}".removesuffix(".0")


def with_ships(text: str, titles: Mapping[int, str]) -> str:
    """A line with "seat 1" read as that seat's ship."""
    for seat, title in titles.items():
        text = text.replace(f"seat {seat}", title)
    return text


def change(name: str, pair: Sequence[int]) -> str:
    """ "hull 18 → 11"; the bare figure where nothing changes."""
    before, after = pair
    return f"{name} {before}" if before == after else f"{name} {before} {ARROW} {after}"


def points_words(forecast: Mapping[str, Any]) -> str:
    """What becomes of hull and shields, in the order in which they fall."""
    pairs = [(name, forecast[name]) for name in ("shields", "hull") if name in forecast]
    moved = [change(name, pair) for name, pair in pairs if pair[0] != pair[1]]
    return ", ".join(moved) or ("no loss" if pairs else "")


def outcome(forecast: Mapping[str, Any]) -> str:
    """A forecast in as few words as an option's end has room for."""
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


def figure(forecast: Mapping[str, Any]) -> str:
    """The one figure that tells the amounts of an option apart: average, chance, or the points that remain."""
    if "average" in forecast:
        return decimal(forecast["average"])
    if "needs" in forecast:
        return percent(forecast["chance"])
    for name in ("hull", "shields"):
        if name in forecast and forecast[name][0] != forecast[name][1]:
            return f"{name} {forecast[name][1]}"
    return "no loss" if "hull" in forecast or "shields" in forecast else ""
