"""Reasons why nothing can be done now with what a player points at: a system, a card of the hand, a hex, a ship.

They are the engine's own refusals of the lines that the player may have in mind: the same that these lines would get
if they were sent, and nothing that the player's seat may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.games.incursions.rules.state.phrases import FIRE
from incursions.games.incursions.rules.view import View
from incursions.kit.refusals import DomainError
from tournaments.matches.printed import Printed
from tournaments.tables import wording

if TYPE_CHECKING:
    from tournaments.tables.table_rows import Table

LONGEST_ABOUT = 100
MOST_REASONS = 3
AT_A_SHIP = {"tractor": "tractor", "tachyon_sweep": "sweep"}
"""Systems whose lines name the ship at once."""
ALONE = {
    "warp": ("warp",),
    "repair": ("repair hull", "repair shields"),
    "mines": ("lay mine",),
    "cloak": ("cloak",),
    "assimilation": ("assimilate",),
    "evade": ("evade with 1 power",),
    "shields": ("add 1 power to shields",),
    "aux": ("aux",),
}
TABLED = ("Table", "Table until destroyed", "Table when drawn")
"""Play methods of cards that go before their player (rules 6.6)."""
HEX = re.compile(r"-?\d{1,3},-?\d{1,3}")


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason and the number of the rule behind it."""

    words: str
    rule: str


def find_reasons(table: Table, about: str) -> list[Reason]:
    """Return why nothing can be done with what `about` names: "system warp", "card Fire", "hex 1,-1" or "seat 1".

    Raises `DomainError`: spectator, not_started, match_over, malformed.
    """
    if table.game is None:
        raise DomainError("not_started", "The match begins when every seat is taken.", version=table.match.version)
    if table.seat is None:
        raise DomainError("spectator", "You watch this match; only its players move.", version=table.match.version)
    if table.game.result is not None:
        raise DomainError("match_over", "The match is over.", version=table.match.version)
    view = table.game.view(table.seat)
    lines = list_lines_about(view, about, Printed(table.game.setup))
    refused = (table.game.why_not(line, table.seat) for line in lines)
    found = {refusal.cause: refusal.rule for refusal in refused if refusal is not None}
    titles = wording.ship_titles(view["ships"])
    named = [
        Reason(f"{wording.with_ships(words, titles)}.", rule)
        for words, rule in found.items()
        if rule and not any(other != words and other.startswith(words) for other in found)
    ]
    return named[:MOST_REASONS]


def list_lines_about(view: View, about: str, printed: Printed) -> list[str]:
    """Return the lines that a player who points at this may mean, the likeliest first.

    Raises `DomainError` (malformed) for anything that cannot be pointed at.
    """
    kind, _, name = about.partition(" ")
    find = ABOUT.get(kind)
    lines = find(view, name, printed) if find is not None and len(about) <= LONGEST_ABOUT else []
    if not lines:
        raise DomainError("malformed", "Ask about a system, a card of your hand, a hex, or a seat.")
    return lines


def _list_system_lines(view: View, name: str, printed: Printed) -> list[str]:
    others = [ship["seat"] for ship in view["ships"] if ship["seat"] != view["seat"] and not ship["out"]]
    if name in FIRE:
        return [FIRE[name], *(f"{FIRE[name]} at seat {seat}" for seat in others)]
    if name in AT_A_SHIP:
        return [f"{AT_A_SHIP[name]} seat {seat}" for seat in others]
    return list(ALONE.get(name, ()))


def _list_card_lines(view: View, title: str, printed: Printed) -> list[str]:
    """Return the line that plays the card in its own way: others would be refused for that alone."""
    if title not in view.get("hand", ()):
        return []
    is_tabled = printed.text(title, "play_method") in TABLED
    return [f"table {title}" if is_tabled else f"play {title}"]


def _list_seat_lines(view: View, seat: str, printed: Printed) -> list[str]:
    ships = {str(ship["seat"]): ship for ship in view["ships"]}
    if seat not in ships or view["seat"] not in {ship["seat"] for ship in view["ships"]}:
        return []
    own = ships[str(view["seat"])]
    fired = [f"{line} at seat {seat}" for name, line in FIRE.items() if name in own["systems"]]
    return fired + [f"{verb} seat {seat}" for name, verb in AT_A_SHIP.items() if name in own["systems"]]


ABOUT: dict[str, Callable[[View, str, Printed], list[str]]] = {
    "system": _list_system_lines,
    "card": _list_card_lines,
    "hex": lambda view, place, printed: [f"warp to {place}"] if HEX.fullmatch(place) else [],
    "seat": _list_seat_lines,
}
