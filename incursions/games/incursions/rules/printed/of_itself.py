"""Default effects of pieces without any, by their kind and numbers (rules 1.1, 9.6, 9.11, 17).

So a wormhole needs no effects to be left by, a denizen's tile none to bring it, and a mine none to be laid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.printed.words import TABLE_IN_HEX, TABLE_UNTIL_DESTROYED

if TYPE_CHECKING:
    from incursions.games.incursions.rules.printed.pieces import Definition

Said = list[dict[str, object]]

SHUTTLE: Said = [{"on": "maneuver", "do": "place", "piece": "shuttle"}]  # its armour is rule 17.8


def with_effects(definition: Definition) -> Definition:
    """Return the definition with the default effects of its kind if it has none."""
    if "effects" in definition:
        return definition
    said = _make_tile_effects(definition) if "hex_points" in definition else _make_card_effects(definition)
    return definition | {"effects": said} if said else definition


def _make_tile_effects(tile: Definition) -> Said:
    """Return a tile's effects on stopping and remaining: its denizen, its damage, its hold, its way out (9.1, 9.3)."""
    kind = tile["kind"]
    said: Said = []
    if "denizen" in tile:
        said.append({"do": "summon"})
    if kind == "normal" and "damage_dice" in tile and "table" not in tile:
        said.append({"do": "deal", "dice": tile["damage_dice"]} | ({"bonus": tile["bonus"]} if "bonus" in tile else {}))
    if kind == "escape" and "escape" in tile:
        said.append({"do": "catch"})
    if kind == "wormhole":
        said.append({"do": "leave_roll"})
    return [{"on": "event"} | effect for effect in said]


def _make_card_effects(card: Definition) -> Said:
    """Return the effect that places a card as its numbers say: mine, shuttle, platform or outpost (17)."""
    method = card.get("play_method")
    if method == TABLE_UNTIL_DESTROYED and "life_points" in card and "speed" in card:
        return SHUTTLE
    if method != TABLE_IN_HEX or not {"mine", "life_points"} & set(card):
        return []
    piece = "mine" if "mine" in card else "platform" if "weapon" in card else "outpost"
    return [{"on": "played", "do": "place", "piece": piece}]
