"""Setting up Full and Tournament: captains, decks, hands and hexpiles (rules 3.5, 3.8, 4.5, 4.6, 5)."""

from collections import Counter

import pytest

from incursions.games.incursions.rules import Game, full_setup
from tests.games.incursions.rules.tables import CATALOGUE

SHIPS, TILES = list(CATALOGUE.ships.values()), list(CATALOGUE.tiles.values())
CREW = {"nature": "Crew", "race": "neutral", "rarity": "Common", "play_method": "Table when drawn", "usage": "any"}
CARDS = [
    CREW | {"title": "Elira", "position": "Science", "bonuses": {"shields": 3}, "espionage_evasion": 6},
    CREW | {"title": "Kress", "position": "Science", "bonuses": {"evasion": 1}, "espionage_evasion": 6},
    *(
        {"title": f"Card {number}", "nature": "Command", "rarity": "Common", "usage": "any"}
        | {"play_method": "Use and discard"}
        for number in range(9)
    ),
]
CAPTAINS = [{"title": "Thorne", "race": "Federation", "bonuses": {"shields": 6}, "espionage_evasion": 7}]
PLAIN = [f"Card {number}" for number in range(9)]
SOL = {"ship": "Sol", "captain": "Thorne", "deck": PLAIN, "hexpile": ["Wormhole 1", *["Open Space"] * 4]}
RUKTOR = {"ship": "Ruk'tor", "stand_in": "Elira", "deck": [*PLAIN, "Kress"], "hexpile": ["Wormhole 2"] * 2}


def setup(*seats, **more):
    return full_setup(seats or (SOL, RUKTOR), SHIPS, CAPTAINS, CARDS, TILES, **more)


def started(*seats, seed=1, **more):
    return Game.start(setup(*seats, **more), bytes([seed]) * 32)


def titles(game, numbers):
    return [game.cards[number].title for number in numbers]


def test_the_setup_carries_what_is_brought_and_no_more():
    found = setup()
    assert [ship["title"] for ship in found["ships"]] == ["Sol", "Ruk'tor"]
    assert {card["title"] for card in found["cards"]} == {*PLAIN, "Elira", "Kress"}
    assert [tile["title"] for tile in found["tiles"]] == ["Wormhole 1", "Wormhole 2", "Open Space"]
    assert found["seats"][0] == SOL | {"stand_in": None}
    assert found["mode"] == "full"


WRONG = [
    ((SOL,), {}, r"2 to 6 players, not 1 \(1.3\)"),
    ((SOL, RUKTOR), {"mode": "basic"}, "full or tournament was expected, not 'basic'"),
    ((SOL, RUKTOR | {"ship": "Titanic"}), {}, "seat 1, ship: there is no ship called 'Titanic'"),
    ((SOL | {"captain": "Elira"}, RUKTOR), {}, "seat 0, captain: there is no captain called 'Elira'"),
    ((SOL | {"deck": ["Thorne"]}, RUKTOR), {}, "seat 0, deck: there is no card called 'Thorne'"),
    ((SOL, RUKTOR | {"hexpile": ["Nowhere"]}), {}, "seat 1, hexpile: there is no tile called 'Nowhere'"),
    ((SOL | {"stand_in": "Elira"}, RUKTOR), {}, "not beside one"),
    ((SOL, RUKTOR | {"stand_in": "Card 1"}), {}, "Card 1 is no crew member"),
]


@pytest.mark.rule("3.5", "3.8")
@pytest.mark.parametrize(("seats", "more", "message"), WRONG)
def test_what_no_table_has_is_refused(seats, more, message):
    with pytest.raises(ValueError, match=message):
        setup(*seats, **more)


@pytest.mark.rule("5.1", "2.10", "2.4")
def test_captain_and_stand_in_lend_their_shields_from_the_start():
    game = started()
    sol, ruktor = game.ships
    assert sol.shields == sol.shields_maximum == sol.card.shields + 6
    assert ruktor.shields - ruktor.card.shields == 3
    assert [player.aux for player in game.players] == [True, True]
    assert [seen["stand_in"] for seen in game.view(None)["players"]] == [False, True]


@pytest.mark.rule("5.5")
def test_the_deck_is_shuffled_and_five_cards_are_drawn():
    tops = Counter()
    for seed in range(60):
        game = started(seed=seed)
        assert all(len(player.hand) + len(player.tabled) >= 5 for player in game.players)
        first = next(event for event in game.events if event.kind == "drew_cards" and event.facts["seat"] == 0)
        assert len(first.facts["titles"]) == 5
        tops[first.facts["titles"][0]] += 1
    assert len(tops) == 9


@pytest.mark.rule("5.7", "5.5")
def test_of_two_officers_for_one_position_the_first_drawn_is_tabled():
    seat = SOL | {"deck": ["Elira", "Kress", *PLAIN[:3]]}
    tabled = Counter()
    for seed in range(40):
        game = started(seat, RUKTOR, seed=seed)
        (player, _) = game.players
        order = next(event.facts["titles"] for event in game.events if event.kind == "drew_cards")
        first, other = (title for title in order if title in ("Elira", "Kress"))
        assert titles(game, player.tabled) == [first]
        assert other in titles(game, player.hand)
        tabled[first] += 1
    assert set(tabled) == {"Elira", "Kress"}


@pytest.mark.rule("6.8", "6.5")
def test_a_short_deck_gives_what_there_is():
    game = started(SOL | {"deck": ["Card 1", "Card 2"]}, RUKTOR | {"deck": []})
    assert [event.facts for event in game.events if event.kind == "drew"] == [{"seat": 0, "count": 2}]


@pytest.mark.rule("4.5", "5.2")
def test_in_full_each_explores_from_a_pile_of_his_own():
    game = started()
    assert [Counter(player.pile) for player in game.players] == [Counter(SOL["hexpile"]), Counter(RUKTOR["hexpile"])]
    assert game.pile == []
    assert {tuple(started(seed=seed).players[0].pile) for seed in range(40)} == {
        tuple("Wormhole 1" if place == hole else "Open Space" for place in range(5)) for hole in range(5)
    }


@pytest.mark.rule("4.5", "4.6")
def test_in_tournament_one_pile_is_mixed_and_every_tile_keeps_its_owner():
    game = started(mode="tournament")
    owned = Counter(zip(game.pile, game.brought_by, strict=True))
    assert owned == {("Wormhole 1", 0): 1, ("Open Space", 0): 4, ("Wormhole 2", 1): 2}
    title, owner = game.pile[-1], game.brought_by[-1]
    game.play("explore north")
    assert game.map[0, -1] == title
    assert game.owners == {(0, -1): owner}
    assert game.view(None)["owners"] == [[0, -1, owner]]


@pytest.mark.rule("21.5", "4.6")
@pytest.mark.parametrize("mode", ["full", "tournament"])
def test_a_roll_off_without_a_wormhole_draws_one_of_a_pile(mode):
    same = {"ship": "Sol", "deck": [], "hexpile": ["Open Space", "Wormhole 1"]}
    game = started(same, same, mode=mode)
    game.act(None, "time")
    assert list(game.map.values())[1:] == ["Wormhole 1"]
    (owner,) = game.owners.values()
    if mode == "full":
        assert owner == game.first
        assert game.players[owner].pile == ["Open Space"]
    else:
        assert len(game.pile) == len(game.brought_by) == 3


def test_setup_seed_and_actions_are_the_whole_match():
    assert started(seed=5).to_data() == started(seed=5).to_data()
    assert started(seed=5).to_data() != started(seed=6).to_data()
