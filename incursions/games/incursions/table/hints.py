"""The hint of a tile's event: a few words below its name on the chart, read from what the tile prints."""

import re
from functools import cache

HINTS = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"on doubles your ship leaves", "doubles to leave"),
        (r"^No event", "no event"),
        (r"(?:\A|\. )(?:An? |The )?(?:\w+ ){1,4}attacks?\b", "attacked here"),
        (r"^Roll \dD6\. 1", "roll on its table"),
        (r"(\d+) or less to avoid", r"avoid: \1 or less"),
        (r"escape roll (\d+) or less", r"caught: \1 or less"),
        (r"until it rolls (\d+) or less", r"caught: \1 or less"),
        (r"takes (\dD6(?:\+\d+)?)", r"\1 damage"),
        (r"loses? (\d+) power", r"lose \1 power"),
        (r"draws? (\w+ cards?)", r"draw \1"),
        (r"repairs (\d+) points", r"repair \1 points"),
        (r"turns up (\w+) power cards?", r"turn up \1 power"),
        (r"officer of the ship is assimilated", "officers are lost"),
        (r"within (\d+) hexes; no event", r"on by \1 hexes"),
        (r"up to (\d+) hexes; no event", r"on by \1 hexes"),
        (r"Shields .* do not function", "no shields"),
        (r"takes? one Equipment", "get one Equipment"),
        (r"No ship can cloak", "no cloaking"),
        (r"(\d+) extra shield points", r"+\1 shields"),
        (r"one additional maneuver", "one more maneuver"),
        (r"(torpedoes|weapons) have (\+\dD6)", r"\1 \2"),
        (r"next attack.* has (\+\dD6)", r"next attack \1"),
        (r"(phasers|disruptors) reach (\d+)", r"\1 reach \2"),
        (r"cloak costs no power", "cloak for free"),
        (r"looks at the hand", "look at a hand"),
        (r"(\+\d+) evasion", r"\1 evasion"),
        (r"have (\d+) less damage", r"fire −\1 damage"),
        (r"leaves costs (\d+) power more", r"leave: +\1 power"),
        (r"looks at the top (\w+) tiles", r"see \1 tiles"),
        (r"separate weapon.*? (\dD6(?:\+\d+)?) damage", r"a weapon of \1"),
    )
)
"""Patterns of texts with the words of the hint. The first pattern that fits wins."""
RACE = re.compile(r"\b(Federation|Klingon|Romulan|Borg)\b")
KINDS = {"denizen": "attacked here", "start": "no event"}
EVENTLESS = ("start", "wormhole", "open")
"""The kinds of tiles that matches without events play in full."""
ASLEEP = "event asleep"
LONGEST = 18


@cache
def write_hint(kind: str, text: str, *, has_events: bool = True) -> str:
    """Return the hint of a tile of a kind that prints this text, at most 18 characters.

    `has_events`: the match plays the events of tiles. A text that no pattern fits is cut at a word.
    """
    if not has_events and kind not in EVENTLESS:
        return ASLEEP
    if kind in KINDS:
        return KINDS[kind]
    for pattern, words in HINTS:
        found = pattern.search(text)
        if found:
            return found.expand(words)
    return _cut(text)


@cache
def find_race(text: str) -> str:
    """Return the race that the event of a tile names, in small letters; "" if it names none."""
    found = RACE.search(text)
    return found[1].lower() if found else ""


def _cut(text: str) -> str:
    """Return the first words of a text, with an ellipsis if there are more."""
    if len(text) <= LONGEST:
        return text.rstrip(".")
    return text[:LONGEST].rpartition(" ")[0].rstrip(",;:.") + "…"
