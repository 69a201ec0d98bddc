"""Fleets as texts that are pasted, shared and saved as files: the name in a comment above the lines of the ships."""

from __future__ import annotations

from cards.decks.errors import DeckError
from cards.fleets.models import LONGEST_NAME
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.fleet_texts import COMMENT, FleetTextError, parse_fleet, write_fleet
from incursions.games.talon.rules.fleets import PEOPLE, Fleet
from incursions.kit.words import clean_text

NAME_MARK = f"{COMMENT} Name:"


def write_text(fleet: Fleet, name: str) -> str:
    """Return the fleet under its name as a text that `read_text` reads."""
    return f"{NAME_MARK} {name}\n{write_fleet(fleet, read_catalogue().definitions.classes)}"


def read_text(text: str) -> Fleet:
    """Return the fleet of a text. Raises `FleetTextError`."""
    return parse_fleet(text, read_catalogue().definitions.classes)


def read_name(text: str, fleet: Fleet) -> str:
    """Return the name that the text gives the fleet, or one after its side."""
    for line in text.splitlines():
        name = clean_text(line.removeprefix(NAME_MARK)) if line.startswith(NAME_MARK) else ""
        if name and name.isprintable():
            return name[:LONGEST_NAME].strip()
    return f"Fleet of the {PEOPLE[fleet.side]}"


def refuse_text(fault: FleetTextError) -> DeckError:
    """Return the refusal of a text, with a sentence for each line that is no ship."""
    faults = [{"line": line, "reason": sentence} for line, sentence in fault.faults]
    return DeckError("unreadable", f"The fleet cannot be read. {fault}", field="text", faults=faults)
