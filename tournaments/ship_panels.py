"""Panels of ships for the pages: gauges, power cards, printed systems. Made from a seat's view alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from incursions.rules.forecast import Forecast
from incursions.rules.printed.pieces import System
from incursions.rules.view import ShipView
from tournaments import wording
from tournaments.seat_tables import SeatTable

GAUGE_WIDTH = 200
CELL_GAP = 1.3
# The printed systems of a ship in order, with their names; those that a mode does not use are left out (20.4).
BASIC_SYSTEMS = (
    ("warp", "Warp"),
    ("phasers", "Phasers"),
    ("disruptors", "Disruptors"),
    ("torpedoes", "Torpedoes"),
    ("repair", "Repair"),
)
ALL_SYSTEMS = (
    *BASIC_SYSTEMS,
    ("mines", "Mines"),
    ("tractor", "Tractor"),
    ("tachyon_sweep", "Sweep"),
    ("cloak", "Cloak"),
    ("assimilation", "Assimilation"),
)
OUT_OF_PLAY = "out of play"


@dataclass(frozen=True)
class Gauge:
    """A gauge with one cell a point. `after` is the value after the previewed option; the difference is hatched."""

    name: str
    field: str
    now: int
    top: int
    after: int

    @property
    def words(self) -> str:
        return f"{self.now} {wording.ARROW} {self.after}" if self.after != self.now else str(self.now)

    @property
    def drawing(self) -> SafeString:
        """The cells as SVG; a figure beside them says the same."""
        return _draw_gauge(self)

    @property
    def bands(self) -> list[tuple[str, str]]:
        """The CSS class and the path of each run of cells: kept, lost (or gained), empty."""
        low, high = sorted((self.now, self.after))
        moved = "g-lost" if self.after < self.now else "g-gained"
        runs = ((f"g-{self.field}", 0, low), (moved, low, high), ("g-empty", high, self.top))
        return [(css, _cells(first, last, self.top)) for css, first, last in runs if last > first]


@lru_cache(4096)
def _draw_gauge(gauge: Gauge) -> SafeString:
    paths = format_html_join("", '<path class="{}" d="{}"/>', gauge.bands)
    return format_html('<svg viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">{}</svg>', paths)


def _cells(first: int, last: int, top: int) -> str:
    """Return the path of a run of cells of a gauge with `top` of them."""
    width = GAUGE_WIDTH / max(top, 1)
    wide = width - CELL_GAP
    return "".join(f"M{cell * width:.2f} 0h{wide:.2f}v14h-{wide:.2f}Z" for cell in range(first, last))


@dataclass(frozen=True)
class PowerCell:
    """A warp power card: ready, or turned with the mark of its use; `is_gone` if out of play (rules 7.8)."""

    is_up: bool
    mark: str = ""
    spent_on: str = ""
    is_gone: bool = False


@dataclass(frozen=True)
class ShipPanel:
    """The contents of a panel in the ships column."""

    seat: int
    title: str
    race: str
    role: str
    who: str
    player_url: str
    clock: Any
    gauges: tuple[Gauge, ...]
    power: tuple[PowerCell, ...]
    systems: tuple[tuple[str, str, str], ...]
    is_own: bool
    is_asked: bool
    out: str
    cards: SeatTable | None = None

    @property
    def emblem(self) -> str:
        return f"emblem-{self.race}"

    @property
    def css(self) -> str:
        states = (
            ("own", self.is_own),
            ("is-asked", self.is_asked and self.is_own),
            ("is-awaited", self.is_asked and not self.is_own),
            ("is-out", self.out),
        )
        return " ".join([self.race, *(name for name, holds in states if holds)])

    @property
    def may_act(self) -> bool:
        """True if the viewer plays this ship now: replays, and matches that are over, show no clock of the viewer's."""
        return self.is_own and self.clock is not None

    @property
    def instruments(self) -> tuple[object, ...]:
        """Everything below the head of the panel, without the seat."""
        return self.gauges, self.power, self.systems, self.may_act, self.cards

    @property
    def power_up(self) -> int:
        return sum(cell.is_up for cell in self.power)

    @property
    def power_words(self) -> str:
        return f"{self.power_up} of {len(self.power)} power ready"

    @property
    def spoken(self) -> str:
        """The panel in one sentence, for its label."""
        points = " ".join(f"{gauge.name} {gauge.now} of {gauge.top}," for gauge in self.gauges)
        said = f"{self.title}, seat {self.seat}{', you' if self.is_own else ''}. {points} {self.power_words}."
        return f"{said} {self.cards.spoken}" if self.cards else said


def ship_panel(
    ship: ShipView,
    *,
    mode: str,
    who: str,
    player_url: str = "",
    clock: Any = None,
    own: int | None = None,
    asked: int | None = None,
    preview: Forecast | None = None,
    cards: SeatTable | None = None,
) -> ShipPanel:
    """Return the panel of one ship of a view. `preview` is a forecast whose points are hatched in the gauges.

    `cards` is the table of the seat beyond Basic.
    """
    seat = ship["seat"]
    return ShipPanel(
        seat=seat,
        title=ship["title"],
        race=ship["race"].lower(),
        role=ship["role"],
        who=who,
        player_url=player_url,
        clock=clock,
        gauges=_gauges(ship, preview or {}),
        power=_power(ship),
        systems=_systems(ship, mode),
        is_own=seat == own,
        is_asked=seat == asked,
        out=_out_words(ship),
        cards=cards,
    )


def _gauges(ship: ShipView, preview: Forecast) -> tuple[Gauge, ...]:
    """Return the gauges, shields above hull because they fall first."""
    shields, hull = ship["shields"], ship["hull"]
    return (
        Gauge("Shields", "shields", shields, ship["shields_maximum"], preview.get("shields", (0, shields))[1]),
        Gauge("Hull", "hull", hull, ship["hull_maximum"], preview.get("hull", (0, hull))[1]),
    )


def _power(ship: ShipView) -> tuple[PowerCell, ...]:
    spent: Sequence[str] = ship["spent"]
    ready = [PowerCell(is_up=True) for _ in range(ship["power"])]
    turned = [
        PowerCell(False, wording.system_mark(name), wording.system_name(name), name == OUT_OF_PLAY) for name in spent
    ]
    return tuple((ready + turned)[: ship["power_cards"]])


def _systems(ship: ShipView, mode: str) -> tuple[tuple[str, str, str], ...]:
    """Return name, figure, and the word by which players point at each system."""
    printed = ship["systems"]
    lines = [("Evasion", str(ship["evasion"]), "evade")]
    known = BASIC_SYSTEMS if mode == "basic" else ALL_SYSTEMS
    lines += [(name, _figure(printed[key]), key) for key, name in known if key in printed]
    return tuple(lines)


def _figure(system: System) -> str:
    """Return the figure of a system for its panel: damage, hexes or points, else its cost."""
    if "damage" in system:
        return f"{system['damage']} at {system['range']}" if system.get("range") else system["damage"]
    if "hexes" in system:
        return wording.counted(system["hexes"], "hex", "hexes")
    if "points" in system:
        return str(system["points"])
    reach = f" at {system['range']}" if system.get("range") else ""
    return f"{wording.power_words(system.get('power'))}{reach}".strip() or "ready"


def _out_words(ship: ShipView) -> str:
    """Return why a ship is out of the match, in a word; "" while it is in play."""
    if not ship["out"]:
        return ""
    return {"destroyed": "Destroyed", "conceded": "Conceded"}.get(ship["out"]["how"], "Out of the match")
