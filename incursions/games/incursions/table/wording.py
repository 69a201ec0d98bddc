"""Words for the lines and numbers of the engine: option texts, forecasts, directions, seats.

Shared by templates, star map and log, so that list, map and screen reader agree.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from incursions.engine.hexes import Hex, hex_text, parse_hex
from incursions.games.incursions.rules.state.shapes import Forecast, ShipView, TileView
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
PLACE = re.compile(r"(?:\bhex )?(?<![\w,(-])(-?\d{1,3},-?\d{1,3})(?![\w,])")
"""The coordinates of a hex in a text, unless they stand in brackets after the title of its tile."""
AT_HOME = re.compile(r"(?P<piece>(?:<i>)?\b(?P<title>[^<>(),]+)(?:</i>)?) in (?P=title) \(")
"""A piece in the hex of its own title, as a denizen is."""

AFTER_A_MISS = {"start": "back to the start", "stays": "it stays there", "caught": "still caught"}
"""Where a failed roll leaves a ship, in words; nothing is said of where an effect may lead."""

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


def tile_titles(tiles: Iterable[TileView]) -> dict[Hex, str]:
    """Return the title of the tile in each charted hex."""
    return {(tile["at"][0], tile["at"][1]): tile["title"] for tile in tiles}


def name_hex(at: Sequence[int], tiles: Mapping[Hex, str]) -> str:
    """Return a hex by its tile and the coordinates on the chart: "Forge Star (1,-2)", or "hex 1,-2" without a tile."""
    place = (at[0], at[1])
    title = tiles.get(place)
    return f"{title} ({hex_text(place)})" if title else f"hex {hex_text(place)}"


def with_hexes(text: str, tiles: Mapping[Hex, str]) -> str:
    """Return a line with the coordinates of each hex replaced by its name."""
    return join_title_and_hex(PLACE.sub(lambda found: name_hex(parse_hex(found[1]), tiles), text))


def with_names(text: str, ships: Mapping[int, str], tiles: Mapping[Hex, str]) -> str:
    """Return a line with seats and hexes replaced by the names of their ships and tiles."""
    return with_hexes(with_ships(text, ships), tiles)


def join_title_and_hex(text: str) -> str:
    """Return a line that names a piece and its hex of the same title once: "Raiders (1,-2)"."""
    return AT_HOME.sub(r"\g<piece> (", text)


def change(name: str, points: Sequence[int]) -> str:
    """Return a change in words: "hull 18 → 11", or "hull 18 → 8 to 11"; the bare figure if nothing changes."""
    before, after = points[0], span(points[1:], " to ")
    return f"{name} {before}" if str(before) == after else f"{name} {before} {ARROW} {after}"


def span(numbers: Sequence[int], between: str) -> str:
    """Return the first and the last number with a word between them; the number alone if there is one."""
    return between.join(map(str, numbers))


def points_words(forecast: Forecast) -> str:
    """Return the change of hull and shields in words, in the order in which they fall."""
    moved = [change(name, forecast[name]) for name in POINTS if _moves(forecast, name)]
    return ", ".join(moved) or (NO_LOSS if "hull" in forecast or "shields" in forecast else "")


def _moves(forecast: Forecast, name: Literal["shields", "hull"]) -> bool:
    """Return True if the points may be other ones afterwards."""
    return len(set(forecast.get(name, ()))) > 1


def outcome(forecast: Forecast) -> str:
    """Return a forecast in few words, for the end of an option."""
    if "average" in forecast:
        return f"avg {decimal(forecast['average'])}"
    if "minimum" in forecast:
        return f"{forecast['minimum']} to {forecast['maximum']}"
    if "needs" in forecast and "chance" in forecast:
        return _add_miss(percent(forecast["chance"]), forecast)
    if "success" in forecast:
        return f"{percent(forecast['success'])} success"
    points = points_words(forecast)
    if points:
        return points
    return _add_miss(f"{percent(forecast['chance'])} doubles", forecast) if forecast.get("chance") else ""


def _add_miss(odds: str, forecast: Forecast) -> str:
    """Return the odds with the words for where the ship is if the roll fails."""
    missed = AFTER_A_MISS.get(forecast.get("missed", ""))
    return f"{odds}, else {missed}" if missed and forecast["chance"] < 1 else odds


def figure(forecast: Forecast) -> str:
    """Return the figure that distinguishes the amounts of an option: score, chance, or the points that remain."""
    if "average" in forecast:
        return decimal(forecast["average"])
    if "minimum" in forecast:
        return f"{forecast['minimum']}–{forecast['maximum']}"
    if "success" in forecast:
        return percent(forecast["success"])
    if "needs" in forecast:
        return percent(forecast["chance"])
    for name in POINTS[::-1]:
        if _moves(forecast, name):
            return f"{name} {span(forecast[name][1:], '–')}"
    return NO_LOSS if "hull" in forecast or "shields" in forecast else ""


def _score_words(forecast: Forecast) -> str:
    """Return the least and most of a score, and its average if there is one; "" without a score."""
    if "minimum" not in forecast:
        return ""
    ends = f"{forecast['minimum']} to {forecast['maximum']}"
    return f"{ends}, average {decimal(forecast['average'])}" if "average" in forecast else ends


def _chance_words(forecast: Forecast) -> str:
    """Return the odds of a roll of 2D6 or of doubles, or of an espionage of one's own; "" without odds."""
    needs = f"{forecast['needs']} or less" if "needs" in forecast else ""
    if "success" in forecast:
        return f"{percent(forecast['success'])} success{needs and f', {needs} stops it'}"
    if "chance" not in forecast or not (needs or forecast["chance"]):
        return ""
    return _add_miss(f"{needs or 'doubles'}, {percent(forecast['chance'])}", forecast)


def total(forecast: Forecast) -> str:
    """Return the whole forecast of a line being composed: cost, reach, dice, odds, points."""
    parts = [power_words(forecast.get("power"))]
    if forecast.get("distance"):
        parts.append(f"{format_count(forecast['distance'], 'hex', 'hexes')} away")
    parts.append(_score_words(forecast))
    parts.append(_chance_words(forecast))
    points = "" if "minimum" in forecast else points_words(forecast)
    parts.append(f"else {points}" if points and "needs" in forecast else points)
    if forecast.get("turned_up"):
        parts.append(f"{format_count(forecast['turned_up'], 'power card')} turned up")
    return " · ".join(part for part in parts if part)
