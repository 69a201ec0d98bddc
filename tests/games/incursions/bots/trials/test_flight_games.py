"""The games of a flight: who meets whom from which seat, the same each time, and those told that fail."""

from collections import Counter
from dataclasses import replace

import pytest

from incursions.games.incursions.bots.trials.flights import Outcome, play_flight_game, seat_in
from incursions.games.incursions.rules.construction import DeckContent
from tests.games.incursions.bots.trials.decks import deck_set

FLOWN = deck_set(1).decks[0].content


class Stuck:
    """A bot that fails in every game."""

    name = "stuck"

    def answer(self, *_):
        raise RuntimeError("no idea")


@pytest.mark.parametrize(("opponents", "games"), [(8, 60), (8, 16), (5, 60), (1, 12)])
def test_seats_are_shared_out_evenly(opponents, games):
    seats = Counter(seat_in(number, opponents) for number in range(games))
    assert seats == {0: games // 2, 1: games // 2}
    for opponent in range(opponents):
        own = Counter(seat_in(number, opponents) for number in range(opponent, games, opponents))
        assert abs(own[0] - own[1]) <= 1


@pytest.mark.long
def test_game_of_a_number_is_always_the_same_and_others_are_others():
    field = deck_set(3)
    first = [play_flight_game(field, "Mine", FLOWN, 5, number) for number in range(4)]
    assert [play_flight_game(field, "Mine", FLOWN, 5, number) for number in (3, 0)] == [first[3], first[0]]
    assert [game.opponent for game in first] == [0, 1, 2, 0]
    assert [play_flight_game(field, "Mine", FLOWN, 6, number) for number in range(2)] != first[:2]


def test_game_does_not_hang_on_the_order_of_titles():
    turned = replace(FLOWN, cards=dict(reversed(FLOWN.cards.items())))
    assert play_flight_game(deck_set(2), "Mine", turned, 5, 1) == play_flight_game(deck_set(2), "Mine", FLOWN, 5, 1)


@pytest.mark.parametrize("outside", [{"captain": None}, {"captain": None, "stand_in": "Elira"}])
def test_deck_flies_without_a_captain_and_with_a_stand_in(outside):
    content = replace(FLOWN, **outside)
    assert not play_flight_game(deck_set(2), "Mine", content, 1, 1).failure


def test_game_that_fails_says_why_and_counts_for_nothing():
    stuck = play_flight_game(deck_set(2), "Mine", FLOWN, 1, 1, Stuck())
    assert stuck == Outcome(1, failure="game 1 against The Long Siege: RuntimeError: no idea")
    nowhere = play_flight_game(deck_set(2), "Mine", DeckContent(ship="Nowhere"), 1, 1)
    assert "there is no ship called 'Nowhere'" in nowhere.failure
