"""Sealed tournaments: pools drawn from the committed seed, and the decks when the build phase ends (rules 22)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cards.catalogue import current, one_catalogue
from cards.decks.contents import content_of, data_of
from cards.decks.judging import current_facts, judge
from cards.pieces import FIXTURES
from incursions.games.incursions.rules.construction import SEALED, DeckContent
from incursions.games.incursions.rules.sealed import RECIPES_FILE, Pool, Stock, open_pool, propose_deck, read_recipes
from incursions.games.incursions.rules.sealed.recipes import recipe_faults
from tournaments.events.enums import Did, EntryState, TournamentState
from tournaments.events.models import Entry, PoolBuild, PoolStock
from tournaments.events.organizing.locked_tournament import LockedTournament, seconds
from tournaments.matches.writing import add_rows, write_columns

if TYPE_CHECKING:
    from incursions.games.incursions.rules.construction import Format, PieceFacts
    from incursions.games.incursions.rules.sealed import Recipe
    from tournaments.events.models import Tournament

SET = "base"
OF_DECK = ("deck_content", "deck_at", "built_at")


def format_of_pool(row: Tournament) -> Format:
    """Return the format of decks from the tournament's pools."""
    return SEALED.with_hex_points(row.hex_points, row.hex_tolerance)


def recipe_now(facts: Mapping[str, PieceFacts]) -> Recipe | None:
    """Return the booster recipe, or None if there is none or it could give a pool without a legal deck (rules 22.3)."""
    recipes, _ = read_recipes(FIXTURES / RECIPES_FILE, {SET: facts})
    recipe = recipes.get(SET)
    return None if recipe is None or any(recipe_faults(recipe, facts)) else recipe


def stock_now(facts: Mapping[str, PieceFacts]) -> Stock | None:
    """Return the stock that boosters are drawn from now, or None if the catalogue has no recipe."""
    recipe = recipe_now(facts)
    return None if recipe is None else Stock.from_recipe(recipe, facts)


def stock_of(row: Tournament) -> Stock | None:
    """Return the stock that a tournament's pools were drawn from, or None before the draw."""
    kept = PoolStock.objects.filter(tournament=row).first()
    return None if kept is None else Stock.from_data(kept.data)


def pool_of(entry: Entry) -> Pool:
    """Return the pool of an entry, which must have one."""
    return Pool.from_data(entry.pool)


def propose_pool_deck(entry: Entry, row: Tournament) -> DeckContent:
    """Return the deck proposed from a player's pool (rules 22.4)."""
    return propose_deck(pool_of(entry), current_facts(), format_of_pool(row))


@one_catalogue()
def deal_pools(locked: LockedTournament) -> None:
    """Draw a pool for each player and start the build phase. Bots build at once.

    For a thousand players the lock is held for less than a second, most of it for drawing. Raises no_boosters.
    """
    row, facts = locked.tournament, current_facts()
    stock, seed = stock_now(facts), bytes(row.seed)
    if stock is None:
        message = "With the catalogue as it is, some pools would hold no legal deck: no boosters can be opened."
        raise locked.make_refusal("no_boosters", message, rule="22.3")
    PoolStock.objects.create(tournament=row, data=stock.to_data(), catalogue=current().token)
    entries = list(row.entries.playing())
    for entry in entries:
        entry.pool = open_pool(stock, seed, entry.number).to_data()
    people, bots = [one for one in entries if not one.bot], [one for one in entries if one.bot]
    for bot in bots:
        _play(bot, propose_pool_deck(bot, row), locked)
    write_columns(Entry, people, ("pool",))
    write_columns(Entry, bots, ("pool", *OF_DECK))
    empty = data_of(DeckContent())
    add_rows(PoolBuild, (PoolBuild(entry=entry, content=empty, saved_at=locked.now) for entry in people))
    row.state, row.builds_until = TournamentState.BUILDING, locked.now + seconds(row.build_s)
    locked.note(Did.POOLS, f"{len(entries)} pools were drawn", after={"players": [one.number for one in entries]})


@one_catalogue()
def end_building(locked: LockedTournament) -> None:
    """End the build phase with a deck for every player.

    A player without a registered deck plays the current build if it is legal, else the deck registered before, else the
    proposed deck (rules 22.4).
    """
    row, held_to = locked.tournament, format_of_pool(locked.tournament)
    late = list(row.entries.filter(state=EntryState.PLAYING, built_at=None))
    # Locked, so that no build is saved after the state has changed.
    builds = {
        build.entry_id: build for build in PoolBuild.objects.select_for_update().filter(entry__in=late).order_by("pk")
    }
    how: dict[str, list[int]] = {"as built": [], "registered before": [], "proposed": []}
    for entry in late:
        build = builds.get(entry.pk)
        built = None if build is None else content_of(build.content)
        if built is not None and judge(built, held_to, pool=pool_of(entry).pieces).is_legal:
            how["as built"].append(entry.number)
            _play(entry, built, locked)
        elif entry.deck_content is not None:
            how["registered before"].append(entry.number)
            entry.built_at = locked.now
        else:
            how["proposed"].append(entry.number)
            _play(entry, propose_pool_deck(entry, row), locked)
    write_columns(Entry, late, OF_DECK)
    row.builds_until = None
    words = ", ".join(f"{len(numbers)} play the deck {words}" for words, numbers in how.items() if numbers)
    locked.note(Did.DECK, f"Decks are locked{': ' * bool(words)}{words}", after={"locked": how})


def _play(entry: Entry, content: DeckContent, locked: LockedTournament) -> None:
    entry.deck_content = data_of(content)
    entry.deck_at = entry.built_at = locked.now
