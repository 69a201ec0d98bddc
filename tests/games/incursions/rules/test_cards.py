"""Natures, types, rarities and play methods as printed; who may see which card (rules 13.1-13.4, 13.7, 13.11)."""

import pytest

from incursions.games.incursions.rules.catalogue import CatalogueError, check_definition
from incursions.games.incursions.rules.construction import RARITY_LIMITS
from incursions.games.incursions.rules.piece_reading import read_card
from incursions.games.incursions.rules.printed.pieces import NATURES, PLAY_METHODS, RARITIES, TYPES
from tests.games.incursions.rules.tables import laid

CARD = {"title": "Drill", "nature": "Tactical", "rarity": "Common", "play_method": "Use and discard", "usage": "any"}
OFFICER = {"position": "Helm", "race": "neutral", "play_method": "Table when drawn", "bonuses": {}}
OFFICER |= {"title": "Kress", "nature": "Crew", "espionage_evasion": 6}


def refused(**printed):
    with pytest.raises(CatalogueError) as wrong:
        check_definition(CARD | printed, "tactical.yaml")
    return str(wrong.value)


@pytest.mark.rule("13.1")
def test_there_are_five_natures():
    assert NATURES == ("Command", "Attack", "Defence", "Tactical", "Crew")
    for nature in NATURES[:4]:
        assert read_card(check_definition(CARD | {"nature": nature}, "cards.yaml")).nature == nature
    assert read_card(check_definition(CARD | OFFICER, "crew.yaml")).is_crew
    assert refused(nature="Weather").startswith("tactical.yaml, Drill, nature: one of Command, Attack")


@pytest.mark.rule("13.2")
def test_there_are_six_types_and_crew_print_none():
    assert TYPES == ("Calamity", "Catastrophe", "Dilemma", "Equipment", "Espionage", "Procedure")
    assert all(read_card(check_definition(CARD | {"type": each}, "cards.yaml")).type == each for each in TYPES)
    assert read_card(check_definition(CARD | OFFICER, "crew.yaml")).type == ""
    assert refused(type="Disaster").startswith("tactical.yaml, Drill, type: one of Calamity, Catastrophe")


@pytest.mark.rule("13.3")
def test_a_card_prints_one_of_five_rarities_and_none_counts_nowhere():
    assert RARITIES == ("Common", "Special", "Rare", "Xtra Rare", "Ultra Rare")
    assert set(RARITY_LIMITS) <= set(RARITIES)
    assert refused(rarity="None").startswith("tactical.yaml, Drill, rarity: one of Common, Special")


@pytest.mark.rule("13.4")
def test_a_card_prints_its_play_method():
    assert len(PLAY_METHODS) == 9
    assert all(check_definition(CARD | {"play_method": method}, "cards.yaml") for method in PLAY_METHODS)
    assert refused(play_method="Juggle").startswith("tactical.yaml, Drill, play_method: one of Use and discard")


HELD = {"title": "Paper", "nature": "Command", "attaches_to": "any"}
TAP = {"title": "Tap", "nature": "Tactical", "type": "Procedure", "play_method": "Table in front of target"}
TAP |= {
    "removal": {"maneuver": "tactical", "power": 2},
    "effects": [{"on": "tabled", "do": "look", "at": "target hand"}],
}
SPY = {"title": "Spy", "nature": "Tactical", "type": "Procedure"}
SPY |= {"effects": [{"on": "played", "do": "look", "at": "target hand"}]}


def seen(game, seat):
    return game.view(seat)["open_hands"]


@pytest.mark.rule("13.11")
def test_a_hand_lies_open_to_him_alone_who_tapped_it():
    game = laid(
        {"ship": "Sol"},
        {"ship": "Ruk'tor", "hand": ["Paper", "Paper"], "before": [{"title": "Tap", "by": 0}]},
        {"ship": "Ilvanis"},
        mode="full",
        pieces=[HELD, TAP],
    )
    assert seen(game, 0) == [{"seat": 1, "hand": ["Paper", "Paper"]}]
    assert seen(game, 1) == seen(game, 2) == seen(game, None) == []


@pytest.mark.rule("13.11")
def test_only_the_looker_is_told_what_he_looked_at():
    game = laid(
        {"ship": "Sol", "hand": ["Spy"]}, {"ship": "Ruk'tor", "hand": ["Paper"]}, mode="full", pieces=[HELD, SPY]
    )
    events = game.play("play Spy at seat 1")
    looked = next(event for event in events if event.kind == "looked_at")
    assert looked.facts["titles"] == ["Paper"]
    assert looked.audience == (0,)
    assert next(event for event in events if event.kind == "looked").facts["count"] == 1


@pytest.mark.rule("13.7")
def test_the_discard_pile_is_open_and_the_non_salvageable_pile_is_not():
    game = laid(
        {"ship": "Sol"},
        {"ship": "Ruk'tor", "discard": ["Paper"], "non_salvageable": ["Spy"]},
        mode="full",
        pieces=[HELD, SPY],
    )
    for seat in (0, 1, None):
        player = game.view(seat)["players"][1]
        assert player["discard"] == ["Paper"]
        assert player["non_salvageable"] == 1
