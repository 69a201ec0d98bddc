"""The printed texts of a match's pieces, by title; `cards.printed` words them.

Read from the definitions in the set-up. The view decides which titles a viewer meets; what a piece prints anybody may
read.
"""

from cards.printed import Piece, bonus_words, piece_of
from incursions.games.incursions.rules.state.setup import Setup


class Printed:
    """The pieces of one match by title."""

    def __init__(self, setup: Setup | None = None) -> None:
        ships = [] if setup is None else setup["ships"]
        playable = [] if setup is None else [*setup.get("captains", ()), *setup.get("cards", ()), *setup["tiles"]]
        self.definitions = {piece["title"]: piece for piece in reversed([*ships, *playable])}
        self._pieces: dict[str, Piece] = {}
        self.playable = frozenset(piece["title"] for piece in playable)

    def piece(self, title: str) -> Piece:
        """Return the piece of this title; with the title alone if the set-up does not know it."""
        if title not in self._pieces:
            definition = self.definitions.get(title)
            self._pieces[title] = Piece(title, "", "", "") if definition is None else piece_of(definition)
        return self._pieces[title]

    def text(self, title: str, name: str) -> str:
        """Return a field of a piece's definition, such as `nature` or `play_method`; "" if it has none."""
        return str(self.definitions.get(title, {}).get(name, ""))

    def life(self, title: str) -> int | None:
        """Return the points that a card prints (rules 16.5), or None."""
        definition = self.definitions.get(title)
        return None if definition is None else definition.get("life_points")

    def bonuses(self, title: str) -> str:
        """Return the bonuses that a tabled piece gives its ship, such as "+1 evasion, +3 shields"."""
        return bonus_words(self.definitions.get(title, {}).get("bonuses", {}))
