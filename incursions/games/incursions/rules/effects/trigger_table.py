"""The table of triggers."""

from __future__ import annotations

from typing import NamedTuple

PRESENT, MANEUVER = "present", "maneuver"
STANDING = frozenset({"tabled", PRESENT})
"""Triggers of effects that are in force as long as the piece is there, and are looked up."""
LOOKED_UP = frozenset({"scoring", "damage", "leave_rolled", "leave_missed"})
"""Triggers on which passive verbs are in force at that moment."""
AT_ITS_PIECE = frozenset({"played", "attached", "visited", "visited_or_remains", "entered", "event"})
"""Triggers looked up at the piece that is played, visited or entered, not among the effects in force."""


class Trigger(NamedTuple):
    """A trigger. `on_tiles`: the event of a tile can have it."""

    name: str
    when: str
    on_tiles: bool = True


_CARDS = (
    ("played", "the card resolves, its windows closed (13.14); a defence: after the score (10.5)"),
    ("attached", "a command resolves: announced, paid and not cancelled, before its maneuver (13.6)"),
    ("goes_off", "the mine strikes; `the ship that set it off` is the one struck (17.2)"),
    ("announced", "another player (the target) announced a maneuver, command or card (13.14)"),
    ("cancelled", "cards of yours were cancelled (13.13)"),
    ("aimed_at", "an Espionage card names you; its player is the target (15.4)"),
    ("espionage_passed", "you succeeded in an Espionage Evasion against another player, the target (15.2)"),
    ("espionage_failed", "you failed in one (15.2)"),
    ("assimilated", "you took a card with Assimilation (15.9)"),
    ("fate", "something is about to befall an officer or captain of yours (14.3)"),
    ("event_strikes", "an event, Calamity or Catastrophe is about to strike you (9.14)"),
    ("visited", "another player's ship (the visitor) stops in the piece's reach, or in its hex"),
    ("visited_or_remains", "that, and again at the end of that ship's turn if it remains (17.10)"),
    ("tabled", "as long as the card is face up on the table, or placed, or lies before the target (14.2)"),
    ("turn_draw", "you draw for your turn; what the card draws comes instead (6.1)"),
    ("maneuver", "you spend a maneuver on the card or piece; with `do: attack` an attack maneuver (17.5)"),
    ("any_time", "at every question put to you and in every window (13.14)"),
)
_ALL = (
    ("scoring", "an attack of yours is put together: its range, its targets and its score (10.2)"),
    ("rolled", "you just made a roll (10.5); what may bring a roll itself does not come then"),
    ("damage", "before the damage of an attack comes off points, of the attacker's cards and the struck one's (10.6)"),
    ("hit", "the attack hit: was not evaded, missed or cancelled"),
    ("hull_damaged", "the attack took at least one point off the hull"),
    ("evaded", "the attack was evaded (11.2)"),
    ("after_attack", "the attack is over (11.10)"),
    ("after_maneuver", "the maneuver is over"),
    ("destroyed", "your ship falls, before it leaves or you escape (19.5)"),
    ("destroys", "you destroy a ship or denizen (18.9)"),
    ("stops", "your ship is about to take the events of the hex where it stops (9.12)"),
    ("entered", "your ship explored the hex, stopped in it or was transported there (9.1)"),
    ("event", "that, or your ship remained to the end of the turn (9.3)"),
    ("present", "as long as your ship is in the hex (9.4)"),
    ("leave_rolled", "a roll to leave is made (1.7)"),
    ("leave_missed", "the doubles did not come (1.1)"),
    ("power_up", "your power-up (6.1)"),
    ("turn_end", "the end of your turn; of a card before a target, of his (6.1)"),
    ("before_explore", "exploring was announced and not cancelled; no side is picked yet (8.3)"),
)
TRIGGERS: dict[str, Trigger] = {
    **{name: Trigger(name, when, on_tiles=False) for name, when in _CARDS},
    **{name: Trigger(name, when) for name, when in _ALL},
}
TRIGGERS_OF_TILES = {name: trigger for name, trigger in TRIGGERS.items() if trigger.on_tiles}
