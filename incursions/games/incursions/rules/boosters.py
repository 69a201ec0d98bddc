"""Recipes of boosters and starter packs, one for each set in `boosters.yaml` (rules 22.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict

from incursions.games.incursions.rules.catalogue import CatalogueError, Faults, read_list
from incursions.games.incursions.rules.construction import RARITY_LIMITS, SEALED
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE, PieceFacts
from incursions.kit.words import quote

RECIPES_FILE = "boosters.yaml"
MOST = 60
"""The highest number of boosters, and of pieces in a slot."""
CREW = {"any": None, "none": False, "only": True}
COMMON = "Common"
Facts = Mapping[str, PieceFacts]


@dataclass(frozen=True, slots=True)
class CardSlot:
    """A slot for `count` cards of a booster: weighted rarities, and whether they are officers (None: either)."""

    count: int
    rarities: tuple[tuple[str, int], ...]
    crew: bool | None = None

    @property
    def weight(self) -> int:
        """The sum of the weights of all rarities."""
        return sum(weight for _, weight in self.rarities)


@dataclass(frozen=True, slots=True)
class TileSlot:
    """A slot for `count` tiles of a booster, and the hex points that each may have."""

    count: int
    points: tuple[int, ...]


class Recipe(NamedTuple):
    """The contents of a set's pools: the number of boosters, their slots, and a starter pack."""

    code: str
    boosters: int
    cards: tuple[CardSlot, ...]
    tiles: tuple[TileSlot, ...]
    ships: int
    captains: int
    wormholes: int

    @property
    def certain_cards(self) -> int:
        """The number of cards that any pool can put into one deck without a rarity limit (rules 3.3)."""
        plain = (slot for slot in self.cards if slot.crew is False and dict(slot.rarities).keys() == {COMMON})
        return self.boosters * sum(slot.count for slot in plain)

    @property
    def certain_points(self) -> int:
        """The least hex points of the boosters' tiles in any pool."""
        return self.boosters * sum(slot.count * min(slot.points) for slot in self.tiles)


def read_recipes(path: Path, facts: Mapping[str, Facts]) -> tuple[dict[str, Recipe], list[CatalogueError]]:
    """Return the recipes of a file by the code of their set, and the faults. `facts` are the pieces of each set.

    A recipe is refused if one of its pools might hold no legal deck or hexpile.
    """
    faults: Faults = []
    found: dict[str, Recipe] = {}
    for described in read_list(path, "recipes", faults):
        wrong = list(_check_form(described, facts))
        if not wrong:
            recipe = _make_recipe(described)
            wrong = [("set", "this set has a recipe already")] if recipe.code in found else []
            wrong += recipe_faults(recipe, facts[recipe.code])
            found.setdefault(recipe.code, recipe)
        name = described.get("set") if isinstance(described, dict) else None
        faults += [CatalogueError(path.name, name if isinstance(name, str) else "", *fault) for fault in wrong]
    return ({} if faults else found), faults


Fault = tuple[str, str]  # field, and what was expected


def recipe_faults(recipe: Recipe, facts: Facts) -> Iterator[Fault]:
    """Yield why a pool cannot be drawn from these pieces, or might hold no legal deck (rules 3.1, 4.1, 4.2)."""
    draws = list(_list_draws(recipe, facts))
    for draw in draws:
        if not _is_enough(draw, draws, recipe, facts):
            yield draw.field, draw.fault
    if recipe.certain_cards < SEALED.fewest_cards:
        yield (
            "cards",
            (
                f"a pool is certain of {recipe.certain_cards} Common cards that are no crew, and a deck has "
                f"{SEALED.fewest_cards} at least"
            ),
        )
    if recipe.certain_points < SEALED.hex_points:
        yield "tiles", f"a pool is certain of {recipe.certain_points} hex points, and needs {SEALED.hex_points}"
    if recipe.wormholes < 1:
        yield "starter", "a wormhole was expected: no hexpile is legal without one"
    races = {piece.race for piece in facts.values() if piece.kind == SHIP}
    captains = sum(piece.kind == CAPTAIN for piece in facts.values())
    wormholes = sum(piece.is_wormhole for piece in facts.values())
    for name, wanted, there in (
        ("ships of different races", recipe.ships, len(races)),
        ("captains", recipe.captains, captains),
        ("wormholes", recipe.wormholes, wormholes),
    ):
        if wanted > there:
            yield "starter", f"the set has {there} {name}, not {wanted}"


class _Draw(NamedTuple):
    """A slot's draw of one rarity: field and number of the slot, how many from which titles, the fault if too many."""

    field: str
    slot: int
    drawn: int
    titles: frozenset[str]
    fault: str


def _list_draws(recipe: Recipe, facts: Facts) -> Iterator[_Draw]:
    for number, slot in enumerate(recipe.cards):
        for rarity, _ in slot.rarities:
            titles = frozenset(cards_of(facts, rarity, slot.crew))
            fault = f"{slot.count} of {rarity} are more than the set's {len(titles)} titles of it give"
            yield _Draw("cards", number, slot.count, titles, fault)
    for number, tiles in enumerate(recipe.tiles):
        titles = frozenset(tiles_of(facts, tiles.points))
        fault = f"{tiles.count} worth {quote(list(tiles.points))} are more than {len(titles)} titles of it give"
        yield _Draw("tiles", number, tiles.count, titles, fault)


def _is_enough(draw: _Draw, draws: list[_Draw], recipe: Recipe, facts: Facts) -> bool:
    """Return True if the slot always finds a title that its booster lacks, because it draws until it does.

    Before its last draw, as many titles as possible have run out, those with the fewest allowed copies first. Other
    slots of the field may draw the same titles, and the starter pack has wormholes.
    """
    shared = {each.slot: each.drawn for each in draws if each.field == draw.field and each.titles & draw.titles}
    in_booster = sum(shared.values())
    left, run_out = recipe.wormholes + recipe.boosters * in_booster - 1, 0
    for most in sorted(SEALED.most_of(facts[title]) for title in draw.titles):
        left -= most
        run_out += left >= 0
    return len(draw.titles) - run_out >= in_booster + draw.drawn


def cards_of(facts: Facts, rarity: str, crew: bool | None) -> list[str]:
    """Return the titles of a rarity in order; `crew` filters officers."""
    return sorted(
        piece.title
        for piece in facts.values()
        if piece.kind == CARD and piece.rarity == rarity and crew in (None, piece.is_crew)
    )


def tiles_of(facts: Facts, points: tuple[int, ...]) -> list[str]:
    """Return the titles of tiles with these hex points, in order."""
    return sorted(piece.title for piece in facts.values() if piece.kind == TILE and piece.hex_points in points)


class CardSlotSaid(TypedDict):
    """A slot of cards as a recipe describes it, with the weights of its rarities."""

    count: int
    rarity: dict[str, int]
    crew: NotRequired[str]


class TileSlotSaid(TypedDict):
    """A slot of tiles as a recipe describes it."""

    count: int
    points: list[int]


class StarterSaid(TypedDict):
    """The numbers of pieces in a starter pack."""

    ships: int
    captains: int
    wormholes: int


class RecipeSaid(TypedDict):
    """A recipe as a file describes it."""

    set: str
    boosters: int
    cards: list[CardSlotSaid]
    tiles: list[TileSlotSaid]
    starter: StarterSaid


def _make_recipe(described: RecipeSaid) -> Recipe:
    return Recipe(
        code=described["set"],
        boosters=described["boosters"],
        cards=tuple(
            CardSlot(slot["count"], tuple(slot["rarity"].items()), CREW[slot.get("crew", "any")])
            for slot in described["cards"]
        ),
        tiles=tuple(TileSlot(slot["count"], tuple(slot["points"])) for slot in described["tiles"]),
        **described["starter"],
    )


FIELDS = tuple(RecipeSaid.__annotations__)
STARTER = tuple(StarterSaid.__annotations__)


def _check_form(described: Any, facts: Mapping[str, Facts]) -> Iterator[Fault]:
    if not isinstance(described, dict) or set(described) != set(FIELDS):
        yield "", f"a recipe with {', '.join(FIELDS)} was expected, not {quote(described)}"
        return
    if described["set"] not in facts:
        yield "set", f"one of {', '.join(facts)} was expected, not {quote(described['set'])}"
    if not _is_count(described["boosters"]):
        yield "boosters", f"a number from 1 to {MOST} was expected, not {quote(described['boosters'])}"
    for field, faults_of in (("cards", _check_card_slot), ("tiles", _check_tile_slot)):
        slots = described[field]
        if not isinstance(slots, list) or not slots:
            yield field, f"a list of slots was expected, not {quote(slots)}"
            continue
        for slot in slots:
            yield from ((field, fault) for fault in faults_of(slot))
    starter = described["starter"]
    if not isinstance(starter, dict) or set(starter) != set(STARTER) or not all(map(_is_count, starter.values())):
        yield "starter", f"numbers of {', '.join(STARTER)} were expected, not {quote(starter)}"


def _check_card_slot(slot: Any) -> Iterator[str]:
    if not isinstance(slot, dict) or not {"count", "rarity"} <= set(slot) <= {"count", "rarity", "crew"}:
        yield f"a slot with count, rarity and, if need be, crew was expected, not {quote(slot)}"
        return
    known = {COMMON, *SEALED.rarity_limits}
    rarity = slot["rarity"]
    is_known = isinstance(rarity, dict) and bool(rarity) and set(rarity) <= known
    if not is_known or not all(map(_is_count, rarity.values())):
        yield f"weights of {', '.join(sorted(known))} were expected, not {quote(rarity)}"
    if not _is_count(slot["count"]):
        yield f"a count from 1 to {MOST} was expected, not {quote(slot['count'])}"
    if slot.get("crew", "any") not in CREW:
        yield f"crew is one of {', '.join(CREW)}, not {quote(slot['crew'])}"


def _check_tile_slot(slot: Any) -> Iterator[str]:
    if not isinstance(slot, dict) or set(slot) != {"count", "points"}:
        yield f"a slot with count and points was expected, not {quote(slot)}"
        return
    points = slot["points"]
    if not isinstance(points, list) or not points or not all(map(_is_count, points)):
        yield f"a list of hex points was expected, not {quote(points)}"
    if not _is_count(slot["count"]):
        yield f"a count from 1 to {MOST} was expected, not {quote(slot['count'])}"


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST


class Odds(NamedTuple):
    """The odds of a rarity: expected cards per booster and pool, and the chance of at least one in each."""

    rarity: str
    in_booster: Fraction
    in_pool: Fraction
    chance_in_booster: Fraction
    chance_in_pool: Fraction


def odds_of(recipe: Recipe) -> list[Odds]:
    """Return the odds of every rarity that the recipe can give, the most common one first."""
    return [
        found for rarity in (COMMON, *reversed(RARITY_LIMITS)) if (found := _compute_odds(recipe, rarity)).in_booster
    ]


def _compute_odds(recipe: Recipe, rarity: str) -> Odds:
    expected, none = Fraction(0), Fraction(1)
    for slot in recipe.cards:
        chance = Fraction(dict(slot.rarities).get(rarity, 0), slot.weight)
        expected += slot.count * chance
        none *= (1 - chance) ** slot.count
    return Odds(rarity, expected, recipe.boosters * expected, 1 - none, 1 - none**recipe.boosters)
