"""The durations of effects, as they stand after `until`."""

from __future__ import annotations

from incursions.rules.printed.words import RACES

DURATION_ROWS: dict[str, str] = {
    "this attack": "the attack under way is over",
    "this maneuver": "the maneuver under way is over",
    "this turn": "the turn under way is over",
    "your next turn begins": "your next turn begins (13.4.7)",
    "your next attack": "your next attack is over",
    "your next attack this turn": "that, at the latest when this turn is over",
    "your next attack by the end of your next turn": "that, at the latest when your next turn is over",
    "the end of the target's next turn": "the target's next turn is over",
    "his next turn": "it holds for the target's next turn, and ends with it",
    "tabled": "the card is no longer face up on the table (unsaid for what a tabled card does)",
    "removed": "the card is removed from before the target (13.4.5)",
    "used": "it has been used",
    "here": "your ship leaves this hex (9.4)",
    "a RACE ship is here": "no ship of that race is in this hex any more",
    "the denizen stands": "the denizen of this hex is destroyed",
    "escaped": "the ship escapes (9.6), or is freed otherwise (9.15)",
    "for good": "never",
}
DURATIONS: dict[str, str] = {
    phrase.replace("RACE", race): text
    for phrase, text in DURATION_ROWS.items()
    for race in (RACES if "RACE" in phrase else ("",))
}
WITH_ITS_PIECE = frozenset({None, "tabled", "removed", "used", "here"})
"""Durations of what is in force as long as its piece lies where it is."""
