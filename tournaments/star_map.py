"""The star map as SVG, drawn from a seat's view: tiles, ships, tracks, and the legal options on what they concern.

What can be done on the map is a real submit button inside the drawing (a `foreignObject`), tied to the form of the
prompt by its `form` attribute: it works by mouse, keyboard and screen reader, with and without scripts. Every figure on
the map stands as text in a list beside it (`as_text`).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from incursions.engine.hexes import DIRECTIONS, Hex, distance
from tournaments import map_pieces, wording
from tournaments.drawing import HEX_CORNERS, centre, tile_art
from tournaments.option_rows import Choice, Row

POINTS_MARK = "12.0,-72.0 6.0,-61.6 -6.0,-61.6 -12.0,-72.0 -6.0,-82.4 6.0,-82.4"
MARGIN = 60
BEND = 78
LEAST_WIDTH, LEAST_HEIGHT = 820, 640
# A chart larger than this is seen from afar: it leaves out what can be spared and writes the rest larger.
FAR_WIDTH, FAR_HEIGHT = 1350, 1150
FORM = "move"
BUTTONS = {"hex-button": (-97, -84, 194, 168), "badge-button": (-13, -15, 26, 26)}
"""Of each class of buttons the box on the chart: x, y, width and height."""
CROWDED = 0.5  # ships drawn as small as that, three and more in a hex, have room for one key; the list has them all
LONGEST_FAR_LINE = 11  # letters of a line that can be read from afar
FAR_LINE = 24  # from line to line
SHOWN_OF_A_SHIP = ("seat", "title", "race", "at", "out")
SHOWN_OF_A_PLAYER = ("seat", "cloaked", "holds")
LONGEST_NAME = 17  # letters that fit into a tile; longer ones are written smaller


@dataclass(frozen=True)
class Box:
    """The part of the chart that is shown, in SVG units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def is_far(self) -> bool:
        """Whether so much is shown that small print could not be read."""
        return self.width > FAR_WIDTH or self.height > FAR_HEIGHT

    def __str__(self) -> str:
        return f"{self.x:.0f} {self.y:.0f} {self.width:.0f} {self.height:.0f}"


def charted(view: Mapping[str, Any]) -> dict[str, Any]:
    """What of a view the chart shows, and nothing else: a chart of it is the chart of the view."""
    shown = {name: view[name] for name in ("seat", "map", "result", "attack", "owners", "placed") if name in view}
    shown["pile"] = bool(view["pile"])
    shown["turn"] = {"seat": (view.get("turn") or {}).get("seat")}
    shown["ships"] = [{name: ship[name] for name in SHOWN_OF_A_SHIP} for ship in view["ships"]]
    if "players" in view:
        shown["players"] = [{name: player[name] for name in SHOWN_OF_A_PLAYER} for player in view["players"]]
    return shown


def draw(view: Mapping[str, Any], rows: Sequence[Row] = (), track: Sequence[Hex] = ()) -> str:
    """The whole chart. `track` is the way of the ship that moved last."""
    tiles = {tuple(tile["at"]): tile for tile in view["map"]}
    sides = _sides(view, tiles, rows)
    box = extent([*tiles, *(at for at, _ in sides)])
    # Of several ways to one hex the first, which costs least.
    ways = [(row, choice) for row in rows for choice in row.choices if choice.at is not None]
    reach = {choice.at: (row, choice) for row, choice in reversed(ways)}
    there = {row.at: row for row in rows if row.at is not None and not row.is_refused}
    occupied = {tuple(ship["at"]) for ship in view["ships"] if ship["at"] is not None}
    parts = [
        f'<rect class="sea" x="{box.x - 4000:.0f}" y="{box.y - 4000:.0f}" width="9000" height="9000"/>',
        *(
            _tile(view, tile, is_occupied=at in occupied, is_in_reach=at in reach, is_far=box.is_far)
            for at, tile in tiles.items()
        ),
        *(_side(at, direction, row) for at, (direction, row) in sides),
        _track(track),
        *map_pieces.draw(view),
        *map_pieces.beams(view, map_pieces.ship_places(view)),
        *(map_pieces.ship_group(view, at) for at in sorted(occupied)),
        _shot(view),
        *(_reach(at, row, choice) for at, (row, choice) in reach.items()),
        *(_option_there(at, row) for at, row in there.items() if at in tiles),
        *_targets(view, rows),
    ]
    x, y = _own_place(view)
    css = "chart-drawing far" if box.is_far else "chart-drawing"
    return (
        f'<svg id="star-map" class="{css}" viewBox="{box}" data-own="{x:.0f} {y:.0f}" role="group" '
        f'aria-label="{escape(label(view, rows))}">{"".join(parts)}</svg>'
    )


def label(view: Mapping[str, Any], rows: Sequence[Row]) -> str:
    """The chart in a sentence, for whoever does not see it."""
    free = sum(1 for row in rows if row.direction and not row.is_refused)
    sides = f", {wording.counted(free, 'free side')} to explore" if rows else ""
    return f"Star map, {wording.counted(len(view['map']), 'explored hex', 'explored hexes')}{sides}."


def extent(hexes: Iterable[Sequence[int]]) -> Box:
    """A box round all these hexes, never so small that a lone tile fills the screen."""
    middles = [centre(at) for at in hexes]
    left, right = min(x for x, _ in middles) - 100, max(x for x, _ in middles) + 100
    top, bottom = min(y for _, y in middles) - 90, max(y for _, y in middles) + 90
    width = max(right - left + 2 * MARGIN, LEAST_WIDTH)
    height = max(bottom - top + 2 * MARGIN, LEAST_HEIGHT)
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def as_text(view: Mapping[str, Any]) -> list[str]:
    """The tiles as sentences, nearest to the own ship first (to the start hex for a spectator)."""
    own = _own_ship(view)
    origin = tuple(own["at"]) if own and own["at"] is not None else (0, 0)
    tiles = sorted(view["map"], key=lambda tile: (distance(tuple(tile["at"]), origin), tile["at"]))
    return [_tile_sentence(view, tile, origin) for tile in tiles]


def hint(tile: Mapping[str, Any]) -> str:
    """At most 18 characters below a tile's name."""
    return {"start": "no event", "wormhole": "doubles to leave"}.get(tile["kind"], "")


def tile_text(view: Mapping[str, Any], tile: Mapping[str, Any]) -> str:
    """What the tile prints, beyond Basic with whose it is and what lies there."""
    owner = next((seat for q, r, seat in view.get("owners", ()) if [q, r] == list(tile["at"])), None)
    whose = [ship["title"] for ship in view["ships"] if ship["seat"] == owner]
    parts = [tile.get("text") or "", *(f"Brought by {title}." for title in whose)]
    parts += [f"{wording.capitalised(words)}." for words in map_pieces.lying_at(view, tile["at"])]
    return " ".join(filter(None, parts))


def _tile_sentence(view: Mapping[str, Any], tile: Mapping[str, Any], origin: Hex) -> str:
    here = [ship["title"] for ship in view["ships"] if ship["at"] == list(tile["at"]) and not ship["out"]]
    away = distance(tuple(tile["at"]), origin)
    place = "your hex" if away == 0 and _own_ship(view) else wording.counted(away, "hex", "hexes") + " away"
    who = wording.listed(here) + (" is" if len(here) == 1 else " are") + " here" if here else "empty"
    pieces = map_pieces.lying_at(view, tile["at"])
    parts = [tile["title"], f"at {tile['at'][0]},{tile['at'][1]}", place, hint(tile), *pieces, who]
    return ", ".join(part for part in parts if part) + "."


def _own_ship(view: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return next((ship for ship in view["ships"] if ship["seat"] == view["seat"]), None)


def _own_place(view: Mapping[str, Any]) -> tuple[float, float]:
    """Where a small screen opens the map: at the own ship, else at the ship whose turn it is."""
    turn = view.get("turn") or {}
    ships = {ship["seat"]: ship for ship in view["ships"] if ship["at"] is not None}
    ship = ships.get(view["seat"]) or ships.get(turn.get("seat"))
    return centre(ship["at"]) if ship else (0.0, 0.0)


def _moved(at: Sequence[int]) -> str:
    x, y = centre(at)
    return f'transform="translate({x:.1f} {y:.1f})"'


def _place(at: Sequence[int]) -> str:
    return f"{at[0]}_{at[1]}".replace("-", "m")


# --- tiles and sides ------------------------------------------------------------------------------------------------


def _lines(title: str) -> list[str]:
    """A title in two lines of about the same length, if it is too long for one that can be read from afar."""
    words = title.split(" ")
    if len(title) <= LONGEST_FAR_LINE or len(words) == 1:
        return [title]
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(ways, key=lambda way: max(map(len, way))))


def _tile(
    view: Mapping[str, Any], tile: Mapping[str, Any], *, is_occupied: bool, is_in_reach: bool, is_far: bool
) -> str:
    kind, title, at = tile["kind"], tile["title"], tile["at"]
    classes = ["tile", f"kind-{kind}", "made" if kind == "start" else ""]
    classes += ["goal" if kind == "wormhole" else "", "occupied" if is_occupied else ""]
    classes += ["in-reach" if is_in_reach else ""]
    points = tile.get("hex_points") or 0
    mark = (
        f'<polygon class="points-mark" points="{POINTS_MARK}"/><text class="points" y="-67.5">{points}</text>'
        if points
        else ""
    )
    name = "name long" if len(title) > LONGEST_NAME else "name"
    small = f'<text class="hint" y="75">{hint(tile)}</text>' if hint(tile) else ""
    lines = _lines(title) if is_far else [title]
    written = "".join(
        f'<tspan x="0" y="{56 + FAR_LINE * (1 - len(lines) + 2 * place) / 2:g}">{escape(line)}</tspan>'
        for place, line in enumerate(lines)
    )
    said = f"{title}. {hint(tile)}".strip()
    return (
        f'<g id="tile-{_place(at)}" class="{" ".join(filter(None, classes))}" {_moved(at)} tabindex="-1" role="img" '
        f'aria-label="{escape(said)}" data-at="{at[0]},{at[1]}" data-title="{escape(title)}" '
        f'data-text="{escape(tile_text(view, tile))}"><polygon class="base" points="{HEX_CORNERS}"/>'
        f'<g class="t-art" clip-path="url(#hex-clip)"><g transform="translate(0 -14)">{tile_art(kind, title)}</g></g>'
        f'{mark}<text class="{name}">{written}</text>{small}</g>'
    )


def _sides(
    view: Mapping[str, Any], tiles: Mapping[Any, Any], rows: Sequence[Row]
) -> list[tuple[Hex, tuple[str, Row | None]]]:
    """The free sides of the own hex: those that may be explored now, else (for planning) those that are free."""
    own = _own_ship(view)
    if not own or own["at"] is None or own["out"] or view["result"]:
        return []
    legal = {row.direction: row for row in rows if row.direction and not row.is_refused}
    found = []
    for direction, (q, r) in DIRECTIONS.items():
        at = (own["at"][0] + q, own["at"][1] + r)
        if direction in legal or (not rows and at not in tiles and view["pile"]):
            found.append((at, (direction, legal.get(direction))))
    return found


def _side(at: Hex, direction: str, row: Row | None) -> str:
    q, r = DIRECTIONS[direction]
    x, y = centre((-q, -r))
    x, y = x / 2, y / 2
    length = math.hypot(x, y)
    along_x, along_y = -y / length * 44, x / length * 44
    edge = (
        f'<path class="edge" d="M{x * 0.97 - along_x:.1f} {y * 0.97 - along_y:.1f}'
        f'L{x * 0.97 + along_x:.1f} {y * 0.97 + along_y:.1f}"/>'
    )
    body = f'<polygon points="{HEX_CORNERS}"/>{edge}'
    if row is None:
        return (
            f'<g id="side-{direction}" class="side" {_moved(at)}>{body}'
            f'<text y="4">free side</text><text y="23">{direction}</text></g>'
        )
    button = _button(row.text, f"Explore {direction}, key {row.key}", "hex-button", row.id)
    return (
        f'<g id="side-{direction}" class="side is-legal" {_moved(at)}>{body}<text y="26">{direction}</text>'
        f"{_badge(0, -12, row.key, 14)}{button}</g>"
    )


def _reach(at: Hex | None, row: Row, choice: Choice) -> str:
    """A tile that the warp drive reaches: outlined, its cost in the corner, its key shown while warp is open."""
    assert at is not None
    said = f"Warp to {at[0]},{at[1]}, {choice.spoken}"
    cost = choice.forecast.get("power", 0)
    words = f"{cost} pwr" if cost else "warp"
    bolt = f'<text class="cost" y="-50">{words}</text>'
    button = _button(choice.text, said, "hex-button", f"{row.id}-{_place(at)}", opens=row.id)
    return (
        f'<g id="reach-{_place(at)}" class="reach" {_moved(at)}><polygon class="m-reach" points="{HEX_CORNERS}"/>{bolt}'
        f'<g class="m-subkey">{_badge(56, -22, choice.key, 12)}</g>{button}</g>'
    )


def _option_there(at: Hex, row: Row) -> str:
    """A hex that can be chosen by one option: outlined, with its key."""
    button = _button(row.text, f"{row.title}, key {row.key}", "hex-button", row.id)
    return (
        f'<g id="there-{_place(at)}" class="there" {_moved(at)}><polygon class="m-reach" points="{HEX_CORNERS}"/>'
        f"{_badge(56, -22, row.key, 12)}{button}</g>"
    )


def _badge(x: float, y: float, key: str, half: int) -> str:
    return (
        f'<g class="m-key" transform="translate({x:.1f} {y:.1f})"><rect x="-{half}" y="-{half + 2}" width="{2 * half}" '
        f'height="{2 * half}" rx="3"/><text y="{4 if half > 12 else 3}">{key}</text></g>'
    )


def _button(text: str, said: str, css: str, name: str, opens: str = "") -> str:
    """Return a submit button of the prompt's form, inside the drawing."""
    x, y, width, height = BUTTONS[css]
    opening = f' data-opens="{opens}"' if opens else ""
    return (
        f'<foreignObject x="{x}" y="{y}" width="{width}" height="{height}">'
        f'<button id="map-{name}" class="{css}" type="submit" form="{FORM}" name="text" value="{escape(text)}"'
        f'{opening}><span class="visually-hidden">{escape(said)}</span></button></foreignObject>'
    )


# --- ships: what may be done to them, and what was --------------------------------------------------------------------


def _targets(view: Mapping[str, Any], rows: Sequence[Row]) -> list[str]:
    """The keys of the attacks that may be made, under the ships they would strike."""
    places = map_pieces.ship_places(view)
    drawn = []
    for seat, (x, y, scale) in places.items():
        attacks = [row for row in rows if row.target == seat and not row.is_refused and row.key]
        attacks = attacks if scale > CROWDED else attacks[:1]
        for number, row in enumerate(attacks):
            shift = 26 * (number - (len(attacks) - 1) / 2)
            text = row.choices[0].text if row.choices else row.text
            button = _button(text, f"{row.title}, key {row.key}", "badge-button", row.id, row.id)
            drawn.append(
                f'<g id="target-{row.id}" class="target" transform="translate({x + shift:.1f} {y + 62 * scale:.1f})">'
                f"{_badge(0, 0, row.key, 12)}{button}</g>"
            )
    return drawn


def _track(track: Sequence[Hex]) -> str:
    if len(track) < 2:
        return ""
    points = "L".join(f"{x:.0f} {y - 10:.0f}" for x, y in map(centre, track))
    return f'<path id="track" class="m-track" d="M{points}"/>'


def _shot(view: Mapping[str, Any]) -> str:
    """The attack that is being answered: an arc from ship to ship with the score."""
    attack = view.get("attack")
    places = map_pieces.ship_places(view)
    if not attack or attack["seat"] not in places or attack["target"] not in places or attack.get("score") is None:
        return ""
    (x, y, _), (u, v, _) = places[attack["seat"]], places[attack["target"]]
    length = math.hypot(u - x, v - y)
    # The arc bends upwards, and aside where it would run straight up or down, clear of both ships.
    side = -1 if (u - x, v - y) > (0, 0) else 1
    bend_x, bend_y = (x + u) / 2 + side * BEND * (y - v) / length, (y + v) / 2 + side * BEND * (u - x) / length
    start_x, start_y = _towards((x, y), (bend_x, bend_y), 38)
    end_x, end_y = _towards((u, v), (bend_x, bend_y), 50)
    tip_x, tip_y = _towards((u, v), (bend_x, bend_y), 34)
    wide_x, wide_y = (tip_y - end_y) * 0.6, (end_x - tip_x) * 0.6
    middle_x, middle_y = (start_x + 2 * bend_x + end_x) / 4, (start_y + 2 * bend_y + end_y) / 4
    score = (
        f'<circle class="m-shot-badge" cx="{middle_x:.0f}" cy="{middle_y:.0f}" r="19"/>'
        f'<text class="m-shot-text" x="{middle_x:.0f}" y="{middle_y + 7:.0f}">{attack["score"]}</text>'
        if attack.get("dice") or attack["score"]
        else ""  # announced, and not rolled yet
    )
    return (
        f'<g id="shot" class="shot"><path class="m-shot" d="M{start_x:.0f} {start_y:.0f}Q{bend_x:.0f} {bend_y:.0f} '
        f'{end_x:.0f} {end_y:.0f}"/><path class="m-shot-badge" d="M{end_x + wide_x:.0f} {end_y + wide_y:.0f}'
        f'L{end_x - wide_x:.0f} {end_y - wide_y:.0f} {tip_x:.0f} {tip_y:.0f}Z"/>{score}</g>'
    )


def _towards(start: tuple[float, float], goal: tuple[float, float], far: float) -> tuple[float, float]:
    """The point so far from the start on the way to the goal."""
    (x, y), (u, v) = start, goal
    part = far / max(math.hypot(u - x, v - y), 1)
    return x + (u - x) * part, y + (v - y) * part


def miniature(view: Mapping[str, Any]) -> str:
    """A table at a glance for lists: hexes and ships, no words."""
    box = extent([tile["at"] for tile in view["map"]])
    tiles = "".join(f'<polygon class="mini-hex" points="{HEX_CORNERS}" {_moved(tile["at"])}/>' for tile in view["map"])
    titles = {ship["seat"]: ship["race"].lower() for ship in view["ships"]}
    ships = "".join(
        f'<circle class="{titles[seat]} mini-ship" cx="{x:.0f}" cy="{y:.0f}" r="{60 * scale:.0f}"/>'
        for seat, (x, y, scale) in map_pieces.ship_places(view).items()
    )
    return f'<svg class="mini" viewBox="{box}" aria-hidden="true">{tiles}{ships}</svg>'
