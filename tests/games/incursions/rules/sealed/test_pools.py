from collections import Counter
from hashlib import sha256

import pytest

from incursions.games.incursions.rules.boosters import read_recipes
from incursions.games.incursions.rules.construction import SEALED, evaluate
from incursions.games.incursions.rules.sealed_pools import Stock, open_pool, propose_deck
from tests.games.incursions.rules.sealed.facts import FACTS, FIXTURES
from tests.sampling import is_long, sample

BASE = FACTS["base"]
STOCK = Stock.from_recipe(read_recipes(FIXTURES / "boosters.yaml", FACTS)[0]["base"], BASE)
SEED = bytes(range(32))
POOLS, MANY_POOLS, POOLS_BUILT_OF = 1_500, 10_000, 300


@pytest.mark.rule("22.1", "22.3", "22.4")
def test_each_of_many_pools_is_as_it_should_be_and_holds_a_legal_deck_and_hexpile():
    rarest = Counter()
    pools = MANY_POOLS if is_long() else POOLS
    built_of = set(sample(range(pools), POOLS_BUILT_OF))
    for number in range(pools):
        pool = open_pool(STOCK, SEED, number)
        assert [(len(booster.cards), len(booster.tiles)) for booster in pool.boosters] == [(10, 3)] * 6
        assert len({BASE[ship].race for ship in pool.starter.ships}) == len(set(pool.starter.captains)) == 2
        assert all(len({*booster.cards, *booster.tiles}) == 13 for booster in pool.boosters)
        pieces = pool.pieces
        assert all(copies <= SEALED.most_of(BASE[title]) for title, copies in pieces.items())
        rarest.update(BASE[booster.cards[-1]].rarity for booster in pool.boosters)
        if number in built_of:
            assert evaluate(propose_deck(pool, BASE), SEALED, BASE, pool=pieces).is_legal
    boosters = 6 * pools
    assert rarest.total() == boosters
    for rarity, share in (("Rare", 18 / 24), ("Xtra Rare", 5 / 24), ("Ultra Rare", 1 / 24)):
        assert abs(rarest[rarity] / boosters - share) < 0.01


def test_slots_hold_what_the_recipe_says():
    for number in range(300):
        for booster in open_pool(STOCK, SEED, number).boosters:
            cards, tiles = [BASE[title] for title in booster.cards], [BASE[title] for title in booster.tiles]
            assert all(card.rarity == "Common" and not card.is_crew for card in cards[:5])
            assert cards[5].is_crew
            assert cards[5].rarity in ("Common", "Special")
            assert {card.rarity for card in cards[6:9]} == {"Special"}
            assert [min(3, max(2, tile.hex_points)) for tile in tiles] == [2, 3, 3]
            assert tiles[2].hex_points in (4, 5)


def test_every_title_is_found_sooner_or_later():
    found = set()
    for number in range(400):
        found |= open_pool(STOCK, SEED, number).pieces.keys()
    assert found == BASE.keys()


def test_pool_is_that_of_its_seed_and_number_and_of_no_other_pool_that_is_opened():
    pools = [open_pool(STOCK, SEED, number) for number in range(5)]
    assert [open_pool(STOCK, SEED, number) for number in (4, 2)] == [pools[4], pools[2]]
    assert len({repr(pool) for pool in pools}) == 5
    assert open_pool(STOCK, sha256(SEED).digest(), 0) != pools[0]
    with pytest.raises(ValueError, match="a seed has 32 bytes"):
        open_pool(STOCK, b"short", 0)


@pytest.mark.rule("22.4")
def test_proposal_is_of_what_its_ship_and_captain_can_use_and_the_same_each_time():
    for number in range(200):
        pool = open_pool(STOCK, SEED, number)
        deck = propose_deck(pool, BASE)
        assert deck == propose_deck(pool, BASE)
        assert evaluate(deck, SEALED, BASE, pool=pool.pieces).problems == ()
        assert sum(deck.cards.values()) == SEALED.fewest_cards
        assert deck.ship in pool.starter.ships
        assert deck.captain in pool.starter.captains
