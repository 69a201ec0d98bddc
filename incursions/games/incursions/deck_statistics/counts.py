"""The known pieces of a deck, counted: cards by nature, type and rarity, the use of power, what tiles do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from incursions.games.incursions.rules.attacks.defence_cards import EVASION_COST
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import FULL, DeckContent, by_rarity
from incursions.games.incursions.rules.crew.espionage import USUAL_COST as ASSIMILATION_COST
from incursions.games.incursions.rules.maneuvers.tractor import LEAST_POWER as TRACTOR_COST
from incursions.games.incursions.rules.maneuvers.tractor import USUAL_POWER as SWEEP_COST
from incursions.games.incursions.rules.piece_reading import read_card, read_tile
from incursions.games.incursions.rules.printed.effect import Condition, Effect, Effects, Spared
from incursions.games.incursions.rules.printed.pieces import (
    NATURES,
    RACES,
    RARITIES,
    TYPES,
    Definition,
    GameCard,
    PieceFacts,
    ShipCard,
    TileCard,
    index_pieces,
)
from incursions.games.incursions.rules.state.seats import POWER_CARDS
from incursions.games.incursions.rules.verbs.verb import PowerUse
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

Printed = TypeVar("Printed")


class PrintedPieces:
    """The pieces of a catalogue as printed, parsed on first use and cached."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._printed: dict[str, object] = {}

    def ship(self, title: str | None) -> ShipCard | None:
        """Return the ship of that title."""
        return self._look_up(ShipCard, self.catalogue.ships, title)

    def captain(self, title: str | None) -> GameCard | None:
        """Return the captain of that title."""
        return self._look_up(read_card, self.catalogue.captains, title)

    def card(self, title: str | None) -> GameCard | None:
        """Return the game card of that title; captains and ships are none (rules 2.7)."""
        return self._look_up(read_card, self.catalogue.cards, title)

    def tile(self, title: str) -> TileCard | None:
        """Return the tile of that title."""
        return self._look_up(read_tile, self.catalogue.tiles, title)

    def _look_up(
        self, kind: Callable[[Definition], Printed], known: dict[str, Definition], title: str | None
    ) -> Printed | None:
        if title is None or title not in known:
            return None
        if title not in self._printed:
            self._printed[title] = kind(known[title])
        return self._printed[title]  # type: ignore[return-value]  # a title has one kind


class LeftOut(NamedTuple):
    """A title that is not counted: not known, or no piece of that pile. `pile` is deck, hexpile or outside."""

    title: str
    copies: int
    pile: str


class KnownDeck(NamedTuple):
    """A deck content in printed pieces with their copies, by title. `captain` is the stand-in, if one serves (3.8).

    `facts` are what construction asks of the pieces, so that limits are counted as the evaluator counts them.
    """

    content: DeckContent
    facts: Mapping[str, PieceFacts]
    ship: ShipCard | None
    captain: GameCard | None
    cards: tuple[tuple[GameCard, int], ...]
    tiles: tuple[tuple[TileCard, int], ...]
    left_out: tuple[LeftOut, ...]

    @property
    def size(self) -> int:
        """The number of cards in the deck."""
        return sum(copies for _, copies in self.cards)

    @property
    def pile_size(self) -> int:
        """The number of tiles in the hexpile."""
        return sum(copies for _, copies in self.tiles)


def known_deck(content: DeckContent, pieces: PrintedPieces) -> KnownDeck:
    """Return the content as pieces of the catalogue. Any content will do, legal or not."""
    stand_in = pieces.card(content.stand_in)
    if stand_in is not None and not stand_in.is_crew:
        stand_in = None
    ship, captain = pieces.ship(content.ship), pieces.captain(content.captain)
    cards = {title: pieces.card(title) for title in sorted(content.cards)}
    tiles = {title: pieces.tile(title) for title in sorted(content.hexpile)}
    outside = {content.ship: ship, content.captain: captain, content.stand_in: stand_in}
    left_out = [LeftOut(title, 1, "outside") for title, piece in outside.items() if title and piece is None]
    left_out += _unknown(cards, content.cards, "deck")
    left_out += _unknown(tiles, content.hexpile, "hexpile")
    return KnownDeck(
        content,
        index_pieces(kind[title] for title in content.pieces for kind in pieces.catalogue if title in kind),
        ship,
        captain or stand_in,
        tuple((card, content.cards[title]) for title, card in cards.items() if card is not None),
        tuple((tile, content.hexpile[title]) for title, tile in tiles.items() if tile is not None),
        tuple(left_out),
    )


def _unknown(pieces: Mapping[str, object], counts: Mapping[str, int], pile: str) -> Iterator[LeftOut]:
    """Return the titles of a pile that the catalogue does not know (their piece is None), with their copies."""
    return (LeftOut(title, counts[title], pile) for title, piece in pieces.items() if piece is None)


P = TypeVar("P", GameCard, TileCard)

NO_TYPE = "No type"  # crew print none (rules 13.2)


class Titled(NamedTuple):
    """Copies of a piece by its title."""

    title: str
    copies: int


class Count(NamedTuple):
    """A row of counts: its label, the number, and the pieces."""

    label: str
    number: int
    pieces: tuple[Titled, ...]


class RarityCount(NamedTuple):
    """The count of a rarity: the cards that print it, the pieces that its limit counts, and the limit (rules 3.3, 3.4).

    `limit` is None where any number may be brought.
    """

    rarity: str
    printed: int
    counted: int
    limit: int | None

    @property
    def is_over(self) -> bool:
        """True if there are more pieces than the limit allows."""
        return self.limit is not None and self.counted > self.limit


def natures(deck: KnownDeck) -> list[Count]:
    """Return the cards by nature, those without a card included (rules 13.1)."""
    return count_labels(deck.cards, NATURES, lambda card: (card.nature,))


def types(deck: KnownDeck) -> list[Count]:
    """Return the cards by type, those that print none last (rules 13.2)."""
    return without_empty(count_labels(deck.cards, (*TYPES, NO_TYPE), lambda card: (card.type or NO_TYPE,)))


def rarities(deck: KnownDeck) -> list[RarityCount]:
    """Return the rarities as printed and as they count against the limits, with a stand-in (rules 3.3, 3.4, 3.8)."""
    counted = by_rarity(deck.content, deck.facts)
    printed = count_labels(deck.cards, RARITIES, lambda card: (card.rarity,))
    return [
        RarityCount(row.label, row.number, counted[row.label].total(), FULL.rarity_limits.get(row.label))
        for row in printed
    ]


def count_labels(
    pieces: Iterable[tuple[P, int]], labels: Sequence[str], labels_of: Callable[[P], Iterable[str]]
) -> list[Count]:
    """Return the number of pieces for each label; a piece may have several labels, or none."""
    found: dict[str, list[Titled]] = {label: [] for label in labels}
    for piece, copies in pieces:
        for label in labels_of(piece):
            if label in found:
                found[label].append(Titled(piece.title, copies))
    return [Count(label, sum(each.copies for each in titled), tuple(titled)) for label, titled in found.items()]


def without_empty(rows: Iterable[Count]) -> list[Count]:
    """Return the rows that count something."""
    return [row for row in rows if row.number]


class SystemNeed(NamedTuple):
    """The power that a system of the ship needs. `at_least`: more may be spent on it."""

    label: str
    power: int
    rule: str
    at_least: bool = False


EVASION = SystemNeed("Evasion", EVASION_COST, "11.2", at_least=True)
NEEDS = {  # by the system; the power is that of a ship which prints none
    "tractor": SystemNeed("Tractor Beam", TRACTOR_COST, "12.5", at_least=True),
    "tachyon_sweep": SystemNeed("Tachyon Sweep", SWEEP_COST, "12.6"),
    "cloak": SystemNeed("Cloaking Device", 0, "12.7"),
    "assimilation": SystemNeed("Assimilation", ASSIMILATION_COST, "15.5"),
}


class ShipPower(NamedTuple):
    """The power cards of a ship (rules 2.3), and the systems that need some of them, as printed."""

    cards: int
    needs: tuple[SystemNeed, ...]


def uses_of(card: GameCard) -> tuple[PowerUse, ...]:
    """Return the power uses of the card."""
    found = {use for effect in card.effects for use in VERBS[effect.verb].power_uses(effect)}
    weapon = card.definition.get("weapon")
    if weapon not in (None, "none") and not isinstance(weapon, Mapping):
        found.add(PowerUse.TAKES)  # it is played with a weapon of the ship, to which power is added (10.1)
    removal = [face.removal for face in card.faces if face.removal is not None]
    if any(each.power for each in removal):
        found.add(PowerUse.COSTS_OTHERS)  # it lies before another player, who pays to be rid of it (13.4.5)
    return tuple(use for use in PowerUse if use in found) or (PowerUse.NONE,)


def ship_power(ship: ShipCard) -> ShipPower:
    """Return the printed power needs of the ship's systems, without changes by captain, officers and cards."""
    systems = ship.definition["systems"]
    printed = [
        need._replace(power=systems[name].get("power", need.power)) for name, need in NEEDS.items() if name in systems
    ]
    return ShipPower(POWER_CARDS, (EVASION, *printed))


OF_RACES = ("ship", "captain")  # conditions
ON_OTHERS = ("another player", "another ship", "every other ship", "every other ship but the target")


class TileUse(StrEnum):
    """The use of a tile to its owner. The value is the label of its row; every tile has exactly one."""

    WAYS_OUT = "Ways out"
    HELP = "Help you"
    BOTH = "Help and harm you"
    HARM_OTHERS = "Harm others, not you"
    NOTHING = "Do nothing to you"
    HARM = "Harm you"


class Owner(NamedTuple):
    """The owner of a hexpile: the races of ship and captain, None without one, and whether the ship can cloak."""

    ship: str | None = None
    captain: str | None = None
    can_cloak: bool = False


def owner_of(deck: KnownDeck) -> Owner:
    """Return who explores with this deck. A stand-in's race counts as the captain's (rules 3.5, 3.8)."""
    ship, captain = deck.ship, deck.captain
    return Owner(
        None if ship is None else ship.race,
        None if captain is None else captain.race,
        ship is not None and "cloak" in ship.definition["systems"],
    )


def use_of(tile: TileCard, owner: Owner) -> TileUse:
    """Return the use of the tile to its owner."""
    if tile.is_wormhole:
        return TileUse.WAYS_OUT
    signs = list(_signs(tile.effects, owner))
    helps, harms = (1, True) in signs, (-1, True) in signs
    if helps and harms:
        return TileUse.BOTH
    if helps or harms:
        return TileUse.HELP if helps else TileUse.HARM
    return TileUse.HARM_OTHERS if (-1, False) in signs else TileUse.NOTHING


def _signs(effects: Effects, owner: Owner) -> Iterator[tuple[int, bool]]:
    """Yield for each effect whether it is good (1) or bad (-1) for its target, and whether it reaches the owner.

    A bad effect with the conditions on races of a good one is left out: it is the price of the good one.
    """
    known = [(VERBS[effect.verb].sign(effect), effect, conditions) for effect, conditions in _with_conditions(effects)]
    bargains = [
        conditions for sign, _, conditions in known if sign > 0 and any(each.name in OF_RACES for each in conditions)
    ]
    for sign, effect, conditions in known:
        if sign > 0 or conditions not in bargains:
            yield sign, _reaches(effect, conditions, owner)


def _with_conditions(effects: Effects) -> Iterator[tuple[Effect, tuple[Condition, ...]]]:
    """Yield every effect with its conditions and those of the enclosing effects."""
    waiting = [(effect, effect.conditions) for effect in reversed(effects.top)]
    while waiting:
        effect, conditions = waiting.pop()
        yield effect, conditions
        fields = effect.fields
        nested = [number for held in (*fields.get("table", ()), *fields.get("options", ())) for number in held.effects]
        nested += [*fields.get("effects", ()), *fields.get("missed", ())]
        waiting += [(effects[number], conditions + effects[number].conditions) for number in nested]


def _reaches(effect: Effect, conditions: tuple[Condition, ...], owner: Owner) -> bool:
    """Return True if the effect can reach the owner's ship, or serve the owner."""
    if _is_spared(effect.fields.get("spares"), owner):
        return False
    if "cloak" in (*effect.words, effect.verb) and not owner.can_cloak:
        return False
    if not all(_may_hold(condition, owner) for condition in conditions):
        return False
    phrase = effect.target or ""
    if phrase in ON_OTHERS:
        return VERBS[effect.verb].helps > 0  # a look into another's hand
    race = next((race for race in RACES if race in phrase), None)
    if race is None:
        return True
    of = owner.captain if "captain" in phrase else owner.ship
    return of is not None and (of == race) is ("non-" not in phrase)


def _is_spared(spared: Spared | None, owner: Owner) -> bool:
    if spared is None:
        return False
    if spared.whose == "owner":
        return True
    return spared.race == (owner.ship if spared.whose == "ship" else owner.captain)


def _may_hold(condition: Condition, owner: Owner) -> bool:
    """Return True if the condition can hold. Without a captain neither "X" nor "not X" holds (rules 9.19)."""
    if condition.name == "owner":
        return condition.admits("you")
    if condition.name not in OF_RACES:
        return True
    race = owner.ship if condition.name == "ship" else owner.captain
    return race is not None and condition.admits(race)
