"""The phrases that lines are made of, and their only parser. Phrases are built once, as ready texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from incursions.engine.hexes import DIRECTIONS, Hex, hex_text
from incursions.engine.questions import Option

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
SET_STOP, CLEAR_STOP = "set stop ", "clear stop "
STOPS = ("power up", "score", "last step")
"""Moments at which a player can ask to be asked (rules 13.14)."""
TRACTOR_ON_SEAT = "tractor on seat "

EXPLORING = "explore"  # where the side is picked later
EXPLORE = {name: f"explore {name}" for name in DIRECTIONS}

FIRE = {name: FIRES + name for name in ("phasers", "disruptors", "torpedoes")}

AT_SEAT = [f"at seat {seat}" for seat in range(6)]

WITH_POWER = [NO_POWER, *(f"with {count} power" for count in range(1, MOST_POWER + 1))]

WITH_RANGE = ["with no range", *(f"with range {count}" for count in range(1, MOST_POWER + 1))]
AND_RANGE = ["and no range", *(f"and range {count}" for count in range(1, MOST_POWER + 1))]

EVADE = ["evade with no power", *(f"evade with {count} power" for count in range(1, MOST_POWER + 1))]

ADD_SHIELDS = ["", *(f"add {count} power to shields" for count in range(1, MOST_POWER + 1))]

AND_CARD = "and card "

AUX = "aux"
TABLE = "table "
PLAY = "play "
DISCARD = "discard "

DIVERT = "divert "
DIVERTING = [f"{DIVERT}{points}" for points in range(MOST_POINTS + 1)]
SYSTEM_WORDS = {"evade": "evasion", "tachyon_sweep": "tachyon sweep", "break free": "breaking free"}
SYSTEM_NAMED = {
    SYSTEM_WORDS.get(name, name): name
    for name in (
        *("warp", *FIRE, "mines", "repair", "tractor", "tachyon_sweep", "cloak", "assimilation"),
        *("break free", "evade"),
    )
}
TO_SYSTEM = {name: f"to {word}" for word, name in SYSTEM_NAMED.items()}


class WarpTo(dict[Hex, str]):
    """The phrases of warps that spend `power`, by destination: ``to 2,-1 with 1 power``. Each is built once."""

    def __init__(self, power: int) -> None:
        super().__init__()
        self.power = power

    def __missing__(self, at: Hex) -> str:
        phrase = self[at] = f"to {hex_text(at)}" + (f" {WITH_POWER[self.power]}" if self.power else "")
        return phrase


WARP_TO = [WarpTo(power) for power in range(MOST_POWER + 1)]

VERBS = (
    *("explore", "warp", "fire", REPAIR, DECLINE, TAKE_THE_HIT, "evade with", "add", "divert", "aux", "table", "play"),
    *("use", "assimilate", "place", "take back", "take", "move", "attack with", "dominate", "recover", "remove"),
    *("tractor", BREAK_FREE, "sweep", CLOAK, LAY_MINE, "set off", ESCAPE, "spend", "discard", "draw", "return", "top"),
    *("choose", "yes", "pass", "keep", "drop", "set stop", "clear stop", CONCEDE),
    *("to", "at", "with", "and", "as", "in", "aboard"),
)
"""The first words of options: an action, or the word that joins a later stage to those before it."""
WORDS = frozenset(
    {*DIRECTIONS, *SYSTEM_NAMED, HULL, SHIELDS, f"{HULL} and {SHIELDS}", CLOAK}
    | {"your ship", "maneuver", "command", "card", "cards", "power", *STOPS}
)
"""The words of the game that options name as their subject."""
LONGEST_PARSED = 300  # a title has fewer letters
_VERB = re.compile(rf"(?P<verb>{'|'.join(sorted(VERBS, key=len, reverse=True))})(?: (?P<rest>.+))?")
_HEX = r"(?P<q>-?\d{1,4}),(?P<r>-?\d{1,4})"
_RESTS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<amount>\d{1,4}|no)(?: (?P<subject>power|range|card))?(?: to shields)?",
        r"(?P<subject>range) (?P<amount>\d{1,4})",
        rf"{_HEX}(?: with (?P<amount>\d{{1,4}}) power)?",
        r"(?:(?P<subject>mine) at |(?P<subject_held>tractor) on |from )?seat (?P<seat>\d{1,4})",
        r"(?P<subject>card) (?P<title>.+?)(?: as (?P<face>.+))?",
        rf"(?P<title>.+?)(?: of seat (?P<seat>\d{{1,4}})| in {_HEX})?(?: #(?P<ordinal>\d{{1,4}}))?",
    )
)
_JOINT = re.compile(
    r" (?=at seat \d|at (?:(?! at ).)+ (?:of seat \d|in -?\d)|(?:with|and) (?:card |(?:range )?\d|no )|to -?\d+,|as )"
)
"""The space between two phrases of a line, found by how the second begins."""


@lru_cache(maxsize=1 << 14)
def parse_option(text: str) -> Option:
    """Return the parts of an option. Text that is neither a verb nor a word of the game is read as a title."""
    begun = _VERB.fullmatch(text)
    verb, rest = (begun["verb"], begun["rest"] or "") if begun else ("", text)
    if verb == "as":
        return Option(text, verb, face=rest)
    if not rest or rest in WORDS or len(rest) > LONGEST_PARSED:
        return Option(text, verb, rest)
    said = next(found for pattern in _RESTS if (found := pattern.fullmatch(rest))).groupdict()
    amount, seat, title = said.get("amount"), said.get("seat"), said.get("title") or ""
    word = said.get("subject") or said.get("subject_held") or (title if title in WORDS else "")
    return Option(
        text,
        verb,
        subject=word,
        title="" if title == word else title,
        face=said.get("face") or "",
        seat=None if seat is None else int(seat),
        place=(int(said["q"]), int(said["r"])) if said.get("q") else None,
        amount=0 if amount in (None, "no") else int(amount),
        ordinal=int(said.get("ordinal") or 1),
    )


def parse_line(line: str) -> tuple[Option, ...]:
    """Return the options of a whole line, for callers without a question that tells where each of them ends.

    A title that reads like the beginning of a later stage is taken for one.
    """
    first, *later = _JOINT.split(line[:LONGEST_PARSED])
    if later and f"{first} with" in VERBS:
        first, *later = f"{first} {later[0]}", *later[1:]
    return tuple(map(parse_option, (first, *later)))


def is_stop(text: str) -> bool:
    """Return True if the text sets or clears a stop, one that there is or not."""
    return text.startswith((SET_STOP, CLEAR_STOP))


def power_said(said: Iterable[str]) -> int:
    """Return the power that a stage of a line spends; 0 if none does."""
    return next((option.amount for option in map(parse_option, said) if option.subject == "power"), 0)


def seat_said(phrase: str) -> int:
    """Return the seat that an option names. Raises ValueError if it names none."""
    seat = parse_option(phrase).seat
    if seat is None:
        raise ValueError(f"{phrase!r} names no seat")
    return seat


def hex_said(phrase: str) -> Hex:
    """Return the hex that an option names. Raises ValueError if it names none."""
    place = parse_option(phrase).place
    if place is None:
        raise ValueError(f"{phrase!r} names no hex")
    return place
