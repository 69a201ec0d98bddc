"""Printed captains, officers and other game cards, parsed once from their definitions (rules 2.5-2.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from incursions.games.incursions.rules.board import SHUTTLE
from incursions.games.incursions.rules.construction.facts import CREW, EQUIPMENT, counted_rarities, facts_of
from incursions.games.incursions.rules.plays.card_faces import faces_of
from incursions.games.incursions.rules.printed.pieces import Definition

if TYPE_CHECKING:
    from incursions.games.incursions.rules.effects.effect import Effects
    from incursions.games.incursions.rules.setup import SeatSetup

CAPTAIN_NATURE = "Captain"  # captains print no nature of their own (rules 13.1)
TABLE_WHEN_DRAWN = "Table when drawn"
POSITIONS = (  # rules 14.1
    "First Officer",
    "Helm",
    "Tactical",
    "Science",
    "Engineering",
    "Medical",
    "Communications",
    "Security",
)


class Bonuses(NamedTuple):
    """The bonuses of a captain, officer or card for its ship (rules 2.5, 2.10, 15.3). `range` is that of torpedoes."""

    shields: int = 0
    evasion: int = 0
    weapons: int = 0
    repair: int = 0
    warp: int = 0
    range: int = 0
    espionage_evasion: int = 0


NO_BONUSES = Bonuses()


def total(parts: Iterable[Bonuses]) -> Bonuses:
    """Return the sum of bonuses (rules 10.12). Most cards lend none."""
    lending = [part for part in parts if part is not NO_BONUSES]
    if len(lending) < 2:
        return lending[0] if lending else NO_BONUSES
    return Bonuses._make(map(sum, zip(*lending, strict=True)))


class GameCard:
    """An immutable printed captain, officer or game card, shared by all copies of a game.

    `usage` are the races that may use it, None for any (rules 13.5); `limits` the rarities whose limits one copy counts
    against (3.3, 3.4). `faces` are the ways to play it: one, unless it is a Multi card (13.4.9). `is_captain` is False
    for a stand-in (3.8), `is_crew` is True for officers (2.6); on `is_equipment` see 16, on `is_shuttle` 17.
    `places_something`: one of its effects puts a piece into a hex. `is_tabled_when_drawn`: it enters play once it is
    available, without a maneuver (13.4.3), as a captain does (14.9). `found` is the cache of `printed_fact`.
    """

    __slots__ = (
        "bonuses",
        "definition",
        "effects",
        "espionage_evasion",
        "faces",
        "found",
        "is_captain",
        "is_crew",
        "is_equipment",
        "is_shuttle",
        "is_tabled_when_drawn",
        "limits",
        "nature",
        "places_something",
        "play_method",
        "position",
        "race",
        "rarity",
        "title",
        "type",
        "usage",
    )

    def __init__(self, definition: Definition, effects: Effects) -> None:
        facts = facts_of(definition)
        self.definition = definition
        self.title = facts.title
        self.nature = facts.nature or CAPTAIN_NATURE
        self.type = facts.type
        self.rarity = facts.rarity
        self.limits = tuple(sorted(counted_rarities(facts)))
        self.usage = facts.usage
        self.race = facts.race
        self.play_method: str = definition.get("play_method", "")
        self.is_captain = self.nature == CAPTAIN_NATURE
        self.is_crew = self.nature == CREW
        self.is_equipment = self.type == EQUIPMENT
        self.is_tabled_when_drawn = self.play_method == TABLE_WHEN_DRAWN or self.is_captain
        self.position: str | None = definition.get("position")
        lent = definition.get("bonuses")
        self.bonuses = Bonuses(**lent) if lent else NO_BONUSES
        self.espionage_evasion: int | None = definition.get("espionage_evasion")
        self.effects = effects
        self.faces = faces_of(self)
        placing = [effect.fields["piece"] for effect in effects if effect.verb == "place"]
        self.places_something = bool(placing)
        self.is_shuttle = SHUTTLE in placing
        self.found: dict[str, object] = {}

    def __repr__(self) -> str:
        return f"<{self.nature} {self.title}>"


@dataclass(frozen=True, slots=True)
class OwnedCard:
    """A copy of a card in a match: the printed card, and the seat that brought it (rules 13.12)."""

    card: GameCard
    owner: int


class Cards(tuple[OwnedCard, ...]):
    """The copies of cards in a match, by number."""

    @cached_property
    def reaching(self) -> frozenset[int]:
        """The cards whose passive effects apply to every ship, not only to their user's."""
        return frozenset(number for number, owned in enumerate(self) if owned.card.effects.reaches_all)

    @cached_property
    def by_title(self) -> Mapping[str, GameCard]:
        """The printed cards by title."""
        return {owned.card.title: owned.card for owned in self}


def list_brought(seat: SeatSetup) -> list[str]:
    """Return the titles that a seat brought in the order of their numbers: captain or stand-in first, then the deck."""
    outside = seat["captain"] or seat["stand_in"]
    return [*([outside] if outside else []), *seat["deck"]]
