"""What is derived of cards, pieces and what is in force, so that questions need not look at everything."""

from itertools import product

import pytest

from incursions.games.incursions.rules.attacks import firing
from incursions.games.incursions.rules.attacks.firing import weapons_served
from incursions.games.incursions.rules.attacks.gunnery import own_order
from incursions.games.incursions.rules.attacks.targets import all_targets, find_target, names_of
from incursions.games.incursions.rules.effects.in_force import forces
from incursions.games.incursions.rules.hexes.arrivals import on_entering, strikes_comer_alone
from incursions.games.incursions.rules.hexes.hex_events import seats_struck
from incursions.games.incursions.rules.maneuvers.maneuver import grounds
from incursions.games.incursions.rules.plays.announcements import WEAPON_CARDS, is_for_any_time
from incursions.games.incursions.rules.printed.pieces import MINE, OFFICER
from incursions.games.incursions.rules.printed.vocabulary import AT_ITS_PIECE
from incursions.games.incursions.rules.registry import FULL_KINDS
from incursions.games.incursions.rules.state.board import Board, Placed
from incursions.games.incursions.rules.state.cards_in_play import in_hand
from incursions.games.incursions.rules.state.game_state import Ground
from incursions.games.incursions.rules.state.phrases import first_word, parse_option
from incursions.games.incursions.rules.systems.weapons import guns_by_phrase
from tests.fuzz.decks import dealt
from tests.games.incursions.rules.tables import laid

SEATS = ({"ship": "Sol", "hand": []}, {"ship": "Ruk'tor"})


def table(**seats):
    return laid(SEATS[0] | seats.get("first", {}), SEATS[1] | seats.get("second", {}), mode="full")


def test_in_hand_finds_the_cards_of_the_hand_that_print_it():
    game = table(first={"hand": ["Feedback Pulse", "Feedback Pulse"]})
    assert in_hand(game, 0, weapons_served) == game.players[0].hand
    assert in_hand(game, 0, is_for_any_time) == []


def owned_and_kinds(board):
    return board.placed.get_owned(0).pieces, board.placed.get_owned(1).pieces, board.placed.kinds


def test_a_board_knows_its_pieces_by_owner_and_kind_after_every_change():
    board = Board()
    mine = board.put(Placed(0, MINE, "Mine", (0, 1), owner=0))
    twin = board.copy()
    assert owned_and_kinds(board) == ((mine,), (), {MINE})
    moved = board.change(mine.number, owner=1, kind=OFFICER)
    assert owned_and_kinds(board) == ((), (moved,), {OFFICER})
    board.take_away(mine.number)
    assert owned_and_kinds(board) == ((), (), frozenset())
    assert owned_and_kinds(twin) == ((mine,), (), {MINE})


@pytest.mark.parametrize("number", [1, 2, 3])
def test_forces_of_a_word_are_those_of_its_verb_that_say_it(number):
    rng, game = dealt(number)
    words = 0
    while (question := game.decision) is not None and game.number < 150:
        for player in game.players:
            for verb, word in player.in_force.by_word:
                said = [
                    f.effect.fields.get("of") or f.effect.fields.get("action") for f in forces(game, player.seat, verb)
                ]
                saying = [each for each in said if each == word or (isinstance(each, tuple) and word in each)]
                assert len(forces(game, player.seat, verb, of=word)) == len(saying)
                words += 1
        game.play(rng.choice(question.options))
    assert words


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_target_has_one_name_that_is_read_back(number):
    rng, game = dealt(number)
    while (question := game.decision) is not None and game.number < 150:
        refs = all_targets(game)
        named = names_of(game, refs)
        assert sorted(named.values()) == sorted(set(refs))
        assert all(find_target(game, parse_option(f"at {name}")) == ref for name, ref in named.items())
        game.play(rng.choice(question.options))


@pytest.mark.parametrize("number", [4, 5, 6])
def test_the_kind_of_a_maneuver_is_found_by_the_verb_of_its_options(number):
    rng, game = dealt(number)
    while (question := game.decision) is not None and game.number < 200:
        if question.topic == "maneuver" and not question.said:
            for kind in game.kinds:
                if WEAPON_CARDS not in kind.words:
                    options = kind.options(game, game.ships[question.seat])
                    assert all(game.kind_of[parse_option(option).verb] is kind for option in options)
        game.play(rng.choice(question.options))


def test_no_two_kinds_of_maneuver_share_a_verb_or_its_first_word():
    words = [word for kind in FULL_KINDS for verb in kind.words for word in {verb, first_word(verb)}]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("number", range(1, 7))
def test_weapons_listed_by_their_reach_are_those_that_have_a_target(number):
    rng, game = dealt(number)
    found = 0
    while (question := game.decision) is not None and game.number < 300:
        if question.topic == "maneuver" and not question.said:
            ship = game.ships[question.seat]
            guns = guns_by_phrase(game, ship.seat)
            listed = firing.own_weapon_options(game, ship, guns)
            assert listed == firing.weapon_options(game, ship, own_order(game, ship.seat))
            found += len(listed)
        game.play(rng.choice(question.options))
    assert found


def test_the_nearest_body_is_found_anew_after_every_change():
    board = Board()
    assert board.placed.nearest_body(0, (0, 0)) is None
    outpost = board.put(Placed(0, "outpost", "Outpost", (0, 2), owner=1, card=4))
    board.put(Placed(0, "outpost", "Outpost", (0, 1), owner=0, card=5))
    board.put(Placed(0, MINE, "Mine", (0, 0), owner=1))
    twin = board.copy()
    assert [board.placed.nearest_body(seat, (0, 0)) for seat in (0, 1)] == [2, 1]
    assert board.placed.cards == {4, 5, None}
    board.take_away(outpost.number)
    assert (board.placed.nearest_body(0, (0, 0)), board.placed.cards) == (None, {5, None})
    assert (twin.placed.nearest_body(0, (0, 0)), twin.placed.cards) == (2, {4, 5, None})


def test_an_assimilated_captain_is_one_target():
    game = table(second={"captain": "Korgath the Loud", "captains": ["Ithessa Vaar"], "shields": 0, "at": "0,0"})
    named = list(names_of(game, all_targets(game)))
    assert [name for name in named if name.startswith("Ithessa Vaar")] == ["Ithessa Vaar of seat 1"]


@pytest.mark.parametrize("number", range(1, 9))
def test_a_kind_of_maneuver_without_its_ground_has_no_options(number):
    rng, game = dealt(number)
    idle = 0
    while (question := game.decision) is not None and game.number < 300:
        if question.topic == "maneuver" and not question.said:
            ship = game.ships[question.seat]
            asked = game.kinds_on(grounds(game, ship))
            assert [kind for kind in game.kinds if kind not in asked and kind.options(game, ship)] == []
            idle += len(game.kinds) - len(asked)
        game.play(rng.choice(question.options))
    assert idle


def test_grounds_follow_the_cards_the_pieces_and_the_other_ship():
    game = table(first={"hand": ["Feedback Pulse"], "at": "0,0"}, second={"at": "0,0"})
    ship, twin = game.ships[0], game.copy()
    before = grounds(game, ship)
    assert before & Ground.COMPANY
    assert not before & (Ground.FRESH_MINE | Ground.CLOAKED | Ground.BEAM_HOLDS | Ground.TABLED_WHEN_DRAWN)
    game.board.put(Placed(0, MINE, "Mine", (0, 1), owner=0, laid=game.turns))
    game.ships[1].cloak, game.ships[1].holds, game.ships[1].at = 1, (0, 1), (0, 1)
    game.players[0].hand.clear()
    after = grounds(game, ship)
    new = Ground.FRESH_MINE | Ground.CLOAKED | Ground.BEAM_HOLDS
    assert after & new == new
    assert not after & Ground.COMPANY
    assert grounds(twin, twin.ships[0]) == before


def test_what_is_found_at_its_piece_is_not_held_in_force():
    for number in range(1, 4):
        rng, game = dealt(number)
        while (question := game.decision) is not None and game.number < 100:
            for player in game.players:
                assert AT_ITS_PIECE.isdisjoint(player.in_force.by_trigger)
            game.play(rng.choice(question.options))


def test_events_that_plainly_strike_who_comes_are_those_that_are_found_to():
    alone = 0
    games = [dealt(number)[1] for number in range(1, 7)]
    for game, seat in product(games, (0, 1)):
        for title, tile in game.tiles.items():
            numbers = [effect.number for effect in on_entering(tile)]
            if numbers and strikes_comer_alone(tile):
                assert seats_struck(game, title, seat, numbers, None, (("at", (0, 0)),)) == [seat]
                alone += 1
    assert alone
