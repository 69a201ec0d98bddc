"""Counting games: scores, races, pairs, cards and tiles, from games made up for it."""

import json

import pytest

from incursions.games.incursions.bots.trials.games import Failed, Played
from incursions.games.incursions.bots.trials.tally import Scored, Tally

RACES = {"A": "Borg", "B": "Klingon", "C": "Borg", "D": "Romulan"}


def played(*decks: str, places: list[list[int]], **facts) -> Played:
    nothing = [{} for _ in decks]
    usual = {"ending": "wormhole", "at_round_limit": False, "first": 0, "turns": 12}
    cards = {"drawn": nothing, "played": nothing, "explored": nothing}
    return Played(decks=decks, places=places, **{**usual, **cards, **facts})


def tally_of(*games: Played | Failed, seats: int = 2) -> Tally:
    tally = Tally(seats)
    for game in games:
        tally.add(game, RACES)
    return tally


def test_tally_counts_a_win():
    tally = tally_of(played("A", "B", places=[[1], [0]]))
    assert tally.decks == {"A": Scored(1, 0), "B": Scored(1, 1)}
    assert tally.races == {"Borg": Scored(1, 0), "Klingon": Scored(1, 1)}
    assert tally.first_seat == Scored(1, 0)
    assert tally.pairs == {"A": {"B": Scored(1, 0)}, "B": {"A": Scored(1, 1)}}
    assert (tally.endings, tally.turns) == ({"wormhole": 1}, {12: 1})


def test_tally_counts_a_draw_half():
    tally = tally_of(played("A", "B", places=[[0, 1]], ending="draw", first=1))
    assert tally.decks == {"A": Scored(1, 0.5), "B": Scored(1, 0.5)}
    assert tally.first_seat == Scored(1, 0.5)
    assert tally.pairs["B"]["A"] == Scored(1, 0.5)


def test_tally_of_four_seats_scores_pairs_by_their_places():
    tally = tally_of(played("A", "B", "C", "D", places=[[2], [0, 1], [3]]), seats=4)
    assert [scored.won for scored in tally.decks.values()] == [0, 0, 1, 0]
    assert {other: scored.won for other, scored in tally.pairs["A"].items()} == {"B": 0.5, "C": 0, "D": 1}
    assert tally.races["Borg"] == Scored(2, 1)


def test_tally_leaves_a_game_of_one_race_out_of_the_races():
    tally = tally_of(played("A", "C", places=[[0], [1]]))
    assert tally.races == {}
    assert tally.decks["A"] == Scored(1, 1)


def test_tally_counts_cards_by_copies_and_by_who_played_them():
    tally = tally_of(
        played("A", "B", places=[[0], [1]], drawn=[{"Fire": 3}, {"Fire": 1}], played=[{"Fire": 2}, {}]),
        played("A", "B", places=[[1], [0]], drawn=[{"Fire": 1}, {}], played=[{"Fire": 1}, {}]),
    )
    card = tally.cards["Fire"]
    assert (card.drawn, card.played) == (5, 3)
    assert (card.when_played, card.when_not) == (Scored(2, 1), Scored(1, 0))


def test_tally_counts_tiles():
    tally = tally_of(played("A", "B", places=[[0], [1]], explored=[{"Nova": 2}, {}]))
    assert (tally.tiles["Nova"].explored, tally.tiles["Nova"].by) == (2, Scored(1, 1))


def test_tally_tells_of_games_that_failed():
    tally = tally_of(*[Failed(("A", "B"), f"game {number}: why") for number in range(9)])
    assert (tally.games, tally.errors, tally.ended) == (9, 9, 0)
    assert tally.failures == [f"game {number}: why" for number in range(5)]


def test_tally_survives_being_json(tallies):
    for tally in tallies:
        assert Tally.from_data(json.loads(json.dumps(tally.to_data()))) == tally


@pytest.mark.parametrize("seats", [0, 1])
def test_tally_of_real_games_conserves_what_is_won(tallies, seats):
    tally = tallies[seats]
    assert sum(scored.won for scored in tally.decks.values()) == pytest.approx(tally.ended)
    assert sum(scored.games for scored in tally.decks.values()) == tally.ended * tally.seats
    assert all(0 <= card.played <= card.drawn for card in tally.cards.values())
    assert sum(card.played for card in tally.cards.values()) > tally.ended
