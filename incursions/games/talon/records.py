"""Records of finished battles of Talon: the side of each seat, and the badges."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.engine.events import EventData
from incursions.games.contract import Badge, Deed, Records
from incursions.games.loadouts import SeatPlayed
from incursions.games.talon.checks import FEWEST_SEATS, MOST_SEATS
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.events import Ended, Started
from incursions.games.talon.rules.setup import Setup
from incursions.games.talon.rules.victory import DEGREES

TERRAN, TALON = SIDES
DUEL, FLEET, CONVOY, ESCAPE = BATTLES = ("duel", "fleet", "convoy", "escape")
"""The battles that have modes, by their keys in ``fixtures/talon/battles.yaml``."""
TITLES = {TERRAN: "Terrans", TALON: "Talons"}
STRONGEST_BOT = "commodore"


def read_sides(opening: Sequence[EventData]) -> list[str]:
    """Return the sides by seat; an empty list if the first event does not tell them."""
    sides = opening[0]["facts"].get("sides") if opening and opening[0]["kind"] == Started.kind else None
    if not isinstance(sides, list) or not FEWEST_SEATS <= len(sides) <= MOST_SEATS:
        return []
    return sides if all(isinstance(side, str) and side in SIDES for side in sides) else []


def read_titles(opening: Sequence[EventData]) -> list[str]:
    """Return the titles of what the seats play; of a team each has its number."""
    return title_seats(read_sides(opening))


def title_seats(sides: Sequence[str]) -> list[str]:
    """Return the titles of seats that play for these sides; of a team each has its number (rules T1.5)."""
    return [
        f"{TITLES[side]} {sides[: seat + 1].count(side)}" if sides.count(side) > 1 else TITLES[side]
        for seat, side in enumerate(sides)
    ]


def describe_seat(setup: Setup, opening: Sequence[EventData], seat: int) -> SeatPlayed:
    """Return the title of a seat, with its side as its group in statistics."""
    return SeatPlayed(read_titles(opening)[seat], TITLES[setup["seats"][seat]["side"]])


def _has_played(deed: Deed, mode: str, side: str) -> bool:
    sides = read_sides(deed.events)
    return deed.mode == mode and deed.seat < len(sides) and sides[deed.seat] == side


def _is_decisive(deed: Deed) -> bool:
    return any(event["kind"] == Ended.kind and event["facts"].get("degree") == DEGREES[-1] for event in deed.events)


BADGES = (
    Badge("talon-first-win", "First Command", "Win a battle of Talon.", lambda deed: deed.is_won),
    Badge(
        "talon-decisive",
        "Beyond Dispute",
        "Win a battle of Talon decisively.",
        lambda deed: deed.is_won and _is_decisive(deed),
    ),
    Badge(
        "talon-convoy",
        "Delivered by Morning",
        "Win Night Delivery as the Terrans.",
        lambda deed: deed.is_won and _has_played(deed, CONVOY, TERRAN),
    ),
    Badge(
        "talon-raiders",
        "Nothing Arrived",
        "Win Night Delivery as the Talons.",
        lambda deed: deed.is_won and _has_played(deed, CONVOY, TALON),
    ),
    Badge(
        "talon-escape",
        "Past the Horizon",
        "Win Event Horizon as the Talons.",
        lambda deed: deed.is_won and _has_played(deed, ESCAPE, TALON),
    ),
    Badge(
        "talon-picket",
        "Nobody Gets Through",
        "Win Event Horizon as the Terrans.",
        lambda deed: deed.is_won and _has_played(deed, ESCAPE, TERRAN),
    ),
    Badge(
        "talon-wing",
        "Wing of Two",
        f"Win a battle of {MOST_SEATS} players.",
        lambda deed: deed.is_won and deed.seats == MOST_SEATS,
    ),
    Badge(
        "talon-commodore",
        "Outgunned a Commodore",
        "Win a battle against a Commodore bot.",
        lambda deed: deed.is_won and STRONGEST_BOT in deed.bots,
    ),
    Badge(
        "talon-sides",
        "Both Bridges",
        "Win as the Terrans and as the Talons.",
        lambda deed: deed.groups_won >= {*TITLES.values()},
        of_career=True,
    ),
    Badge(
        "talon-battles",
        "Every Chart",
        "Win each of the four battles.",
        lambda deed: deed.modes_won >= {*BATTLES},
        of_career=True,
    ),
    Badge("talon-first-battle", "First Battle", "Play every step of the first battle.", lambda deed: False),
)
"""All badges, in the order in which pages show them."""

RECORDS = Records(read_titles, describe_seat, BADGES)
