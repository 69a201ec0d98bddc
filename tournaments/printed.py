"""What is printed on the pieces of a match, as pages tell it: kind, text and figures of a title.

Read from the definitions that the set-up carries. Which titles a viewer meets is the view's matter; what a piece prints
anybody may read.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Definition = Mapping[str, Any]

NATURES = {
    "Command": "command",
    "Attack": "attack",
    "Defence": "defence",
    "Tactical": "tactical",
    "Crew": "crew",
}
CAPTAIN = "Captain"
BONUSES = {
    "shields": "shields",
    "evasion": "evasion",
    "weapons": "weapons",
    "repair": "repair",
    "warp": "warp",
    "range": "torpedo range",
    "espionage_evasion": "espionage evasion",
}


@dataclass(frozen=True)
class Piece:
    """One title. `css` is the nature's class, `kind` nature, type and play method, `figures` what else it prints.

    `brief` is the kind without the type, for a card in hand.
    """

    title: str
    css: str
    kind: str
    text: str
    figures: str = ""
    brief: str = ""

    @property
    def words(self) -> str:
        """All of it in sentences."""
        return " ".join(f"{part.rstrip('.')}." for part in (self.kind, self.figures, self.text) if part)


class Printed:
    """The pieces of one match by title."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        kinds = ("ships", "captains", "cards", "tiles")
        self.definitions: dict[str, Definition] = {}
        for kind in reversed(kinds):
            self.definitions |= {piece["title"]: piece for piece in setup.get(kind, ())}
        self._playable = [piece["title"] for kind in kinds[1:] for piece in setup.get(kind, ())]

    def piece(self, title: str) -> Piece:
        """What the title prints; nothing but the title of one that the set-up does not know."""
        definition = self.definitions.get(title)
        return Piece(title, "", "", "") if definition is None else _piece(definition)

    def nature(self, title: str) -> str:
        """The nature of a card; "" of anything else."""
        return str(self.definitions.get(title, {}).get("nature", ""))

    def play_method(self, title: str) -> str:
        """How a card is played; "" of anything else."""
        return str(self.definitions.get(title, {}).get("play_method", ""))

    def life(self, title: str) -> int | None:
        """The points that a card prints (rules 16.5)."""
        points: int | None = self.definitions.get(title, {}).get("life_points")
        return points

    def bonuses(self, title: str) -> str:
        """What a tabled piece lends its ship: "+1 evasion, +3 shields"."""
        return bonus_words(self.definitions.get(title, {}).get("bonuses", {}))

    def position(self, title: str) -> str:
        """An officer's; "" of anybody else."""
        return str(self.definitions.get(title, {}).get("position", ""))

    def title_in(self, text: str) -> str:
        """The first card or tile that a line names; "" if it names none."""
        found = self._names.search(text) if self._names is not None else None
        return found[0] if found else ""

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        """Titles are capitalised where words of lines are not (rules of the lines), so they are found by their text."""
        if not self._playable:
            return None
        titles = "|".join(re.escape(title) for title in sorted(self._playable, key=len, reverse=True))
        return re.compile(rf"(?<![\w'’-])(?:{titles})(?![\w'’-])")


def bonus_words(bonuses: Mapping[str, int]) -> str:
    """Bonuses as a player says them; those of nothing are left out."""
    return ", ".join(f"{points:+} {BONUSES[name]}" for name, points in bonuses.items() if points)


def _piece(definition: Definition) -> Piece:
    nature = definition.get("nature", "")
    if "hull" in definition:
        return Piece(definition["title"], "", f"{definition['race']} ship", "")
    if "hex_points" in definition:
        return Piece(definition["title"], "", f"{definition['kind']} tile", definition.get("text", ""))
    first = nature or f"{definition['race']} captain"
    kind = [first, definition.get("type", ""), definition.get("position", ""), definition.get("play_method", "")]
    return Piece(
        title=definition["title"],
        css=NATURES.get(nature, "crew"),
        kind=" · ".join(filter(None, kind)),
        text=definition.get("text", ""),
        figures=_figures(definition),
        brief=" · ".join(filter(None, (first, definition.get("play_method", "")))),
    )


def _figures(definition: Definition) -> str:
    """Usage, points, weapon, evasion and bonuses, where they are printed."""
    usage = definition.get("usage", "any")
    parts = [] if usage == "any" else [f"for {' and '.join(usage)}"]
    parts += [bonus_words(definition.get("bonuses", {}))]
    if "life_points" in definition:
        parts.append(f"{definition['life_points']} points")
    weapon = definition.get("weapon")
    if isinstance(weapon, Mapping) and "damage" in weapon:
        parts.append(f"weapon {weapon['damage']} at range {weapon.get('range', 0)}")
    if "evasion" in definition:
        parts.append(f"evasion {definition['evasion']}")
    if "espionage_evasion" in definition:
        parts.append(f"Espionage Evasion {definition['espionage_evasion']}")
    return ", ".join(filter(None, parts))
