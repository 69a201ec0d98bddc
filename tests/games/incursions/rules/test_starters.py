"""The starter decks: legal, complete, and dealt to seats by title or by turns."""

from collections import Counter

import pytest
import yaml

from cards.storing import FIXTURES, pieces, starters
from incursions.games.incursions.rules.catalogue import CatalogueError
from incursions.games.incursions.rules.construction import FULL, TOURNAMENT, evaluate
from incursions.games.incursions.rules.printed.pieces import RACES, index_pieces
from incursions.games.incursions.rules.starters import by_turns, load_starters, starter_setup


@pytest.fixture(scope="module")
def facts():
    every = pieces()
    return index_pieces([piece for kind in every for piece in kind.values()])


def test_starters_are_two_of_each_race():
    assert Counter(starter.race for starter in starters().values()) == dict.fromkeys(RACES, 2)


@pytest.mark.parametrize("chosen", [FULL, TOURNAMENT], ids=lambda chosen: chosen.name)
@pytest.mark.parametrize("title", list(starters()))
def test_starter_is_legal_and_has_no_card_that_it_cannot_use(title, chosen, facts):
    assert evaluate(starters()[title].content, chosen, facts).problems == ()


@pytest.mark.parametrize("title", list(starters()))
def test_starter_fits_its_race(title):
    starter = starters()[title]
    assert pieces().ships[starter.ship]["race"] == starter.race


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"ship": "Nobody"}, "ship"),
        ({"captain": "Sol"}, "captain"),
        ({"race": "Outwan"}, "race"),
        ({"plan": ""}, "plan"),
        ({"cards": {"No Such Card": 1}}, "cards"),
        ({"cards": {"Phasers": 0}}, "cards"),
        ({"hexpile": ["Wormhole 1"]}, "hexpile"),
        ({"motto": "Onwards"}, "motto"),
    ],
)
def test_load_refuses_what_is_wrong_and_names_it(changes, field, tmp_path):
    described = yaml.safe_load((FIXTURES / "starters.yaml").read_text(encoding="utf-8"))[0] | changes
    file = tmp_path / "starters.yaml"
    file.write_text(yaml.safe_dump([described]), encoding="utf-8")
    with pytest.raises(CatalogueError) as refused:
        load_starters(file, pieces())
    assert (refused.value.title, refused.value.field) == ("Sol Against the Sky", field)


def test_load_refuses_a_title_twice(tmp_path):
    described = yaml.safe_load((FIXTURES / "starters.yaml").read_text(encoding="utf-8"))[:1] * 2
    file = tmp_path / "starters.yaml"
    file.write_text(yaml.safe_dump(described), encoding="utf-8")
    with pytest.raises(CatalogueError, match="twice"):
        load_starters(file, pieces())


def test_setup_carries_what_the_seats_bring_and_no_more():
    chosen = [starters()["The Harvest"], starters()["First Blood"]]
    setup = starter_setup(chosen, pieces(), mode="full", windows="public")
    assert (setup["mode"], setup["windows"]) == ("full", "public")
    assert [seat["ship"] for seat in setup["seats"]] == ["Lattice 19", "Vash'nor"]
    assert {card["title"] for card in setup["cards"]} == {title for each in chosen for title in each.cards}


def test_by_turns_leaves_nobody_the_deck_of_another():
    titles = ["a", "b", "c", "d"]
    assert by_turns(["", "", ""], titles) == ["a", "b", "c"]
    assert by_turns(["", "a", ""], titles) == ["b", "a", "c"]
    assert by_turns(["b", "b"], titles) == ["b", "b"]
    assert by_turns(["", "", "", "a", "b"], ["a", "b"]) == ["a", "b", "a", "a", "b"]
