"""Sealed tournaments: pools from the promised seed, and a deck proposed for who has built none (rules 22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cards.decks.contents import data_of
from cards.decks.judging import current_facts
from cards.pieces import FIXTURES
from incursions.rules.construction import SEALED
from incursions.rules.sealed.pools import Booster, Pool, StarterPack, Stock, open_pool
from incursions.rules.sealed.proposals import propose_deck
from incursions.rules.sealed.recipes import RECIPES_FILE, read_recipes, recipe_faults
from tournaments.organizing.enums import Did, EntryState, TournamentState
from tournaments.organizing.locked import LockedTournament, seconds
from tournaments.organizing.models import Entry

if TYPE_CHECKING:
    from incursions.rules.construction import Format, PieceFacts
    from incursions.rules.sealed.recipes import Recipe
    from tournaments.organizing.models import Tournament

SET = "base"


def format_of_pool(row: Tournament) -> Format:
    """What decks from pools are held to at a tournament."""
    return SEALED.with_hex_points(row.hex_points, row.hex_tolerance)


def recipe_now(facts: Mapping[str, PieceFacts]) -> Recipe | None:
    """The recipe of boosters, if every pool by it holds a legal deck with the catalogue as it is now (rules 22.3)."""
    recipes, _ = read_recipes(FIXTURES / RECIPES_FILE, {SET: facts})
    recipe = recipes.get(SET)
    return None if recipe is None or any(recipe_faults(recipe, facts)) else recipe


def deal_pools(locked: LockedTournament) -> None:
    """Give everybody who plays a pool, and let the time for building run. Raises no_boosters."""
    row, facts = locked.tournament, current_facts()
    recipe = recipe_now(facts)
    if recipe is None:
        message = "With the catalogue as it is, some pools would hold no legal deck: no boosters can be opened."
        raise locked.refused("no_boosters", message, rule="22.3")
    stock, seed = Stock(recipe, facts), bytes(row.seed)
    entries = list(Entry.objects.filter(tournament=row, state=EntryState.PLAYING))
    for entry in entries:
        entry.pool = pool_data(open_pool(stock, seed, entry.number))
    Entry.objects.bulk_update(entries, ["pool"], batch_size=200)
    row.state, row.builds_until = TournamentState.BUILDING, locked.now + seconds(row.build_s)
    locked.note(Did.POOLS, f"{len(entries)} pools were drawn", after={"players": [one.number for one in entries]})


def end_building(locked: LockedTournament) -> None:
    """The time for building is over: who has registered nothing legal plays the deck that was proposed (rules 22.4)."""
    row, facts = locked.tournament, current_facts()
    late = [one for one in Entry.objects.filter(tournament=row, state=EntryState.PLAYING) if one.built_at is None]
    for entry in late:
        entry.deck_content = data_of(propose_deck(pool_of(entry.pool), facts, format_of_pool(row)))
        entry.deck_at = entry.built_at = locked.now
    Entry.objects.bulk_update(late, ["deck_content", "deck_at", "built_at"], batch_size=200)
    row.builds_until = None
    words = f"Decks are locked; {len(late)} play the proposed one"
    locked.note(Did.DECK, words, after={"proposed": [entry.number for entry in late]})


def pool_data(pool: Pool) -> dict[str, Any]:
    """A pool as plain data, booster by booster."""
    boosters = [booster._asdict() for booster in pool.boosters]
    return {"starter": pool.starter._asdict(), "boosters": boosters}


def pool_of(data: Mapping[str, Any]) -> Pool:
    """The pool that `pool_data` described."""
    starter = StarterPack(*(tuple(data["starter"][part]) for part in StarterPack._fields))
    boosters = (Booster(*(tuple(each[part]) for part in Booster._fields)) for each in data["boosters"])
    return Pool(starter, tuple(boosters))
