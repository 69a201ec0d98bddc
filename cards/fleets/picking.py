"""Changes of the ships of a fleet: one more of a class, one less, and other names. Raises `DeckError`."""

from __future__ import annotations

from cards.decks.errors import DeckError
from incursions.games.data_checks import LONGEST_NAME
from incursions.games.talon.rules.battles import MOST_SHIPS
from incursions.games.talon.rules.fleets import Fleet, FleetShip, suggest_names
from incursions.kit.words import clean_text


def add_ship(fleet: Fleet, class_name: str) -> Fleet:
    """Return the fleet with one more ship of a class, under a name of its own. Raises invalid."""
    if len(fleet.ships) >= MOST_SHIPS:
        raise DeckError("invalid", f"A fleet has at most {MOST_SHIPS} ships.")
    (name,) = suggest_names(fleet.side, 1, [ship.name for ship in fleet.ships])
    return fleet._replace(ships=(*fleet.ships, FleetShip(name, class_name)))


def drop_ship(fleet: Fleet, class_name: str) -> Fleet:
    """Return the fleet without the last ship of a class."""
    places = [place for place, ship in enumerate(fleet.ships) if ship.class_name == class_name]
    kept = tuple(ship for place, ship in enumerate(fleet.ships) if place not in places[-1:])
    return fleet._replace(ships=kept)


def name_ships(fleet: Fleet, names: list[str]) -> Fleet:
    """Return the fleet with these names, by ship; an empty one leaves the name. They are judged with the fleet."""
    cleaned = [clean_text(name)[:LONGEST_NAME] for name in names[: len(fleet.ships)]]
    cleaned += [""] * (len(fleet.ships) - len(cleaned))
    ships = tuple(ship._replace(name=name) if name else ship for ship, name in zip(fleet.ships, cleaned, strict=True))
    return fleet._replace(ships=ships)
