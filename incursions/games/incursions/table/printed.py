"""A piece as pages print it, read from its definition: kind, text and figures; and the pieces of a match by title.

The view decides which titles a viewer meets; what a piece prints anybody may read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from incursions.games.incursions.pictures.printed_words import bonus_figures
from incursions.games.incursions.rules.printed.pieces import START_TILE, Definition
from incursions.games.incursions.rules.state.setup import Setup
from incursions.games.incursions.table.artwork import find_picture

NATURES = {
    "Command": "command",
    "Attack": "attack",
    "Defence": "defence",
    "Tactical": "tactical",
    "Crew": "crew",
}


@dataclass(frozen=True)
class Piece:
    """A printed piece. `css` is the class of its nature, `kind` its nature, type and play method, `figures` the rest.

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


def bonus_words(bonuses: Mapping[str, int]) -> str:
    """Return the bonuses other than 0 in one line."""
    return ", ".join(f"{figure.value} {figure.label}" for figure in bonus_figures(bonuses))


def piece_of(definition: Definition) -> Piece:
    """Return the printed form of a definition."""
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
    """Return usage, points, weapon, evasion and bonuses, if they are printed."""
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


class Printed:
    """The pieces of one match by title, read from the definitions in its set-up."""

    def __init__(self, setup: Setup | None = None) -> None:
        ships = [] if setup is None else setup["ships"]
        playable = [] if setup is None else [*setup.get("captains", ()), *setup.get("cards", ()), *setup["tiles"]]
        self.definitions = {piece["title"]: piece for piece in reversed([*ships, START_TILE, *playable])}
        self._pieces: dict[str, Piece] = {}
        self._pictures: dict[tuple[str, str], str] = {}
        self.playable = frozenset(piece["title"] for piece in playable)

    def piece(self, title: str) -> Piece:
        """Return the piece of this title; with the title alone if the set-up does not know it."""
        if title not in self._pieces:
            definition = self.definitions.get(title)
            self._pieces[title] = Piece(title, "", "", "") if definition is None else piece_of(definition)
        return self._pieces[title]

    def picture(self, title: str, size: str) -> str:
        """Return the address of the picture of the piece with this title; "" without one."""
        key = (title, size)
        if key not in self._pictures:
            definition = self.definitions.get(title)
            self._pictures[key] = "" if definition is None else find_picture(definition, size)
        return self._pictures[key]

    def text(self, title: str, name: str) -> str:
        """Return a field of a piece's definition, such as `nature` or `play_method`; "" if it has none."""
        return str(self.definitions.get(title, {}).get(name, ""))

    def bonuses(self, title: str) -> str:
        """Return the bonuses that a tabled piece gives its ship, such as "+1 evasion, +3 shields"."""
        return bonus_words(self.definitions.get(title, {}).get("bonuses", {}))
