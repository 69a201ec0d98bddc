from fractions import Fraction

import pytest
import yaml

from incursions.games.incursions.rules.boosters import odds_of, read_recipes
from tests.games.incursions.rules.sealed.facts import FACTS, FIXTURES

THE_OWN = yaml.safe_load((FIXTURES / "boosters.yaml").read_text())[0]


def read(tmp_path, *recipes):
    path = tmp_path / "boosters.yaml"
    path.write_text(yaml.safe_dump(list(recipes)))
    return read_recipes(path, FACTS)


def changed(**fields):
    return {**THE_OWN, **fields}


@pytest.mark.rule("22.3")
def test_recipe_of_the_base_set_is_of_six_boosters_of_ten_cards_and_three_tiles():
    recipes, faults = read_recipes(FIXTURES / "boosters.yaml", FACTS)
    assert faults == []
    recipe = recipes["base"]
    assert (recipe.boosters, recipe.ships, recipe.captains, recipe.wormholes) == (6, 2, 2, 1)
    assert sum(slot.count for slot in recipe.cards) == 10
    assert sum(slot.count for slot in recipe.tiles) == 3
    assert (recipe.certain_cards, recipe.certain_points) == (30, 48)


def test_odds_are_exact_and_add_up_to_a_booster():
    odds = {each.rarity: each for each in odds_of(read_recipes(FIXTURES / "boosters.yaml", FACTS)[0]["base"])}
    assert list(odds) == ["Common", "Special", "Rare", "Xtra Rare", "Ultra Rare"]
    assert sum(each.in_booster for each in odds.values()) == 10
    assert odds["Ultra Rare"].in_pool == Fraction(1, 4)
    assert odds["Ultra Rare"].chance_in_pool == 1 - Fraction(23, 24) ** 6
    assert odds["Special"].in_booster == Fraction(13, 4)
    assert odds["Common"].chance_in_booster == 1


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"set": "moon"}, "set", "one of base was expected, not 'moon'"),
        ({"set": 5}, "set", "one of base was expected, not 5"),
        ({"boosters": 0}, "boosters", "a number from 1 to 60 was expected, not 0"),
        ({"boosters": True}, "boosters", "a number from 1 to 60"),
        ({"boosters": 5, "more": 1}, "", "a recipe with set, boosters, cards, tiles, starter was expected"),
        ({"cards": []}, "cards", "a list of slots was expected"),
        ({"cards": ["five"]}, "cards", "a slot with count, rarity"),
        ({"cards": [{"count": 9, "rarity": {"Gold": 1}}]}, "cards", "weights of Common, Rare"),
        ({"cards": [{"count": 9, "rarity": {"Common": 0}}]}, "cards", "weights of"),
        ({"cards": [{"count": -1, "rarity": {"Common": 1}}]}, "cards", "a count from 1 to 60"),
        ({"cards": [{"count": 9, "rarity": {"Common": 1}, "crew": "some"}]}, "cards", "crew is one of any, none, only"),
        ({"tiles": [{"count": 1}]}, "tiles", "a slot with count and points"),
        ({"tiles": [{"count": 1, "points": []}]}, "tiles", "a list of hex points"),
        ({"tiles": [{"count": "x", "points": [3]}]}, "tiles", "a count from 1 to 60"),
        ({"starter": {"ships": 2}}, "starter", "numbers of ships, captains, wormholes were expected"),
        ({"starter": {"ships": 5, "captains": 2, "wormholes": 1}}, "starter", "has 4 ships of different races, not 5"),
        ({"starter": {"ships": 2, "captains": 13, "wormholes": 1}}, "starter", "has 12 captains, not 13"),
        ({"starter": {"ships": 2, "captains": 2, "wormholes": 4}}, "starter", "has 3 wormholes, not 4"),
        ({"boosters": 4}, "cards", "certain of 20 Common cards that are no crew, and a deck has 25"),
        ({"tiles": [{"count": 3, "points": [1, 2, 3]}]}, "tiles", "certain of 18 hex points, and needs 30"),
        ({"tiles": [{"count": 5, "points": [9]}]}, "tiles", "are more than 0 titles of it give"),
        ({"cards": [*THE_OWN["cards"], {"count": 3, "rarity": {"Ultra Rare": 1}}]}, "cards", "3 of Ultra Rare are"),
        ({"boosters": 40}, "cards", "1 of Special are more than the set's 12 titles of it give"),
        ({"boosters": 60}, "tiles", "1 worth [4, 5] are more than 12 titles of it give"),
        ({"cards": [{"count": 7, "rarity": {"Ultra Rare": 1}}]}, "cards", "7 of Ultra Rare are more than the set's 7"),
    ],
)  # fmt: skip
def test_recipe_by_which_a_pool_cannot_be_drawn_or_might_not_be_legal_is_refused(fields, field, words, tmp_path):
    recipes, faults = read(tmp_path, changed(**fields))
    assert recipes == {}
    assert any(fault.field == field and words in fault.expected for fault in faults), faults


def test_two_recipes_for_a_set_and_files_that_are_none_are_refused(tmp_path):
    assert "has a recipe already" in read(tmp_path, THE_OWN, THE_OWN)[1][0].expected
    assert "a recipe with" in read(tmp_path, 7)[1][0].expected
    (tmp_path / "boosters.yaml").write_text("set: base")
    assert "a list of recipes" in read_recipes(tmp_path / "boosters.yaml", FACTS)[1][0].expected
    (tmp_path / "boosters.yaml").write_text("- [")
    assert "line" in read_recipes(tmp_path / "boosters.yaml", FACTS)[1][0].expected
