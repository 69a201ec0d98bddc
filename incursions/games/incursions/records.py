"""Records of finished matches of Incursions: the ship of each seat, and the badges."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.engine.events import EventData
from incursions.games.contract import MOST_COUNTED, Badge, Deed, Records
from incursions.games.incursions.bots import AdmiralBot
from incursions.games.incursions.rules.events.attacks import AttackAnnounced, Damaged, Escaped
from incursions.games.incursions.rules.events.cards import Assimilated
from incursions.games.incursions.rules.events.movement import Explored
from incursions.games.incursions.rules.events.turns import RollOff, Started
from incursions.games.incursions.rules.placed.endings import DESTRUCTION, TIME, WORMHOLE
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.games.incursions.rules.state.setup import BASIC, MODES, MOST_SEATS, Setup
from incursions.games.loadouts import SeatPlayed

LONGEST_TITLE = 60
NEAR_DEATH = 3
MANY_HEXES = 10
LONE_SURVIVORS = 3


def read_titles(opening: Sequence[EventData]) -> list[str]:
    """Return the titles of the ships by seat; an empty list if the first event does not tell them."""
    named = opening[0]["facts"].get("ships") if opening and opening[0]["kind"] == Started.kind else None
    if not isinstance(named, list) or not 1 < len(named) <= MOST_SEATS:
        return []
    for seat, ship in enumerate(named):
        if not isinstance(ship, dict) or ship.get("seat") != seat or not isinstance(ship.get("title"), str):
            return []
    return [ship["title"][:LONGEST_TITLE] for ship in named]


def describe_seat(setup: Setup, opening: Sequence[EventData], seat: int) -> SeatPlayed:
    """Return the title and race of the ship with which the seat began: its own, or one dealt (rules 20.1)."""
    title = read_titles(opening)[seat]
    return SeatPlayed(title, next(ship["race"] for ship in setup["ships"] if ship["title"] == title))


def _is_unscathed(deed: Deed) -> bool:
    fought = any(event["kind"] == AttackAnnounced.kind for event in deed.events)
    return deed.is_won and fought and all(facts["hull"][0] == facts["hull"][1] for facts in deed.own(Damaged))


BADGES = (
    Badge("first-win", "Clear of the Wrecks", "Win a match.", lambda deed: deed.is_won),
    Badge(
        "doubles",
        "Doubles!",
        "Win by leaving through a wormhole.",
        lambda deed: deed.is_won and deed.ending == WORMHOLE,
    ),
    Badge(
        "last-afloat",
        "Last One Afloat",
        "At a table of three or more, win as the last ship.",
        lambda deed: deed.is_won and deed.ending == DESTRUCTION and deed.seats >= LONE_SURVIVORS,
    ),
    Badge(
        "shuttle",
        "Any Ship Will Do",
        "Win in an escape craft, your ship destroyed.",
        lambda deed: deed.is_won and bool(deed.own(Escaped)),
    ),
    Badge(
        "comeback",
        "Held Together by Hope",
        f"Win after your hull had fallen to {NEAR_DEATH} or less.",
        lambda deed: deed.is_won and any(facts["hull"][1] <= NEAR_DEATH for facts in deed.own(Damaged)),
    ),
    Badge("unscathed", "Not a Scratch", "Win a match with attacks in it without losing hull.", _is_unscathed),
    Badge(
        "roll-off",
        "By a Throw of the Dice",
        "Win the roll-off of ships equal at time.",
        lambda deed: deed.is_won and deed.ending == TIME and bool(deed.own(RollOff)),
    ),
    Badge(
        "together",
        "Down Together",
        "Fall at one moment with the last of the others: a draw.",
        lambda deed: deed.is_drawn,
    ),
    Badge(
        "assimilator",
        "Yours Is Mine",
        "Win a match in which you assimilated a piece.",
        lambda deed: deed.is_won and bool(deed.own(Assimilated)),
    ),
    Badge(
        "explorer",
        "Chart Maker",
        f"Explore {MANY_HEXES} hexes in one match.",
        lambda deed: len(deed.own(Explored)) >= MANY_HEXES,
    ),
    Badge(
        "six",
        "One Against Five",
        f"Win at a table of {MOST_SEATS}.",
        lambda deed: deed.is_won and deed.seats == MOST_SEATS,
    ),
    Badge(
        "admiral",
        "Outthought an Admiral",
        "Win against an Admiral bot, in Full or Tournament.",
        lambda deed: deed.is_won and deed.mode != BASIC and AdmiralBot.name in deed.bots,
    ),
    Badge(
        "banners",
        "Every Banner",
        "Win with a ship of each of the four races.",
        lambda deed: deed.groups_won >= {*RACES},
        of_career=True,
    ),
    Badge(
        "modes",
        "All the Rules",
        "Win in Basic, in Full and in Tournament.",
        lambda deed: deed.modes_won >= {*MODES},
        of_career=True,
    ),
    Badge("first-voyage", "First Voyage", "Play every step of the first voyage.", lambda deed: False),
    Badge("second-voyage", "Second Voyage", "Play every step of the second voyage.", lambda deed: False),
    Badge(
        "hundred",
        "Old Hand",
        f"Play {MOST_COUNTED} matches to their end.",
        lambda deed: deed.matches >= MOST_COUNTED,
        of_career=True,
    ),
)
"""All badges, in the order in which pages show them. A draw is one of those who fell last, together (rules 1.5)."""

RECORDS = Records(read_titles, describe_seat, BADGES)
