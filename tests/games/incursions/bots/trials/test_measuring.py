"""Games played for the measuring: the same whoever plays them, stopped and gone on with, and the failing ones told."""

import json

import pytest

from incursions.games.incursions.bots.trials import tally
from incursions.games.incursions.bots.trials.games import DeckSet, Failed, Played, RoundRobin, play_game
from incursions.games.incursions.bots.trials.tally import OtherMeasuringError, keep_tallies, kept_tallies, measure
from tests.games.incursions.bots.trials.decks import deck_set


class Stuck:
    """A bot that fails in every game."""

    name = "stuck"

    def answer(self, *_):
        raise RuntimeError("no idea")


@pytest.mark.long
def test_measure_is_the_same_with_any_number_of_processes(tallies, monkeypatch):
    monkeypatch.setattr(tally, "GAMES_AT_ONCE", 2)
    assert measure(deck_set(4), [2, 3], 6, 2, processes=2) == tallies


@pytest.mark.long
def test_measure_plays_other_games_with_another_seed(tallies):
    assert measure(deck_set(4), [2], 6, 3, processes=1)[0] != tallies[0]


@pytest.mark.long
def test_measure_goes_on_with_what_was_begun(tallies, monkeypatch):
    monkeypatch.setattr(tally, "GAMES_AT_ONCE", 2)
    begun = measure(deck_set(4), [2], 3, 2, processes=1)
    assert measure(deck_set(4), [2], 6, 2, processes=1, begun=begun) == tallies[:1]


def test_measure_stops_when_it_is_told_and_keeps_what_it_counted(monkeypatch):
    monkeypatch.setattr(tally, "GAMES_AT_ONCE", 1)
    shown = []

    def progress(found):
        shown.append(sum(tally.games for tally in found))
        return len(shown) < 2

    two, three = measure(deck_set(4), [2, 3], 4, 2, processes=1, progress=progress)
    assert shown == [1, 2]
    assert (two.games, three.games) == (2, 0)


def test_play_game_is_the_same_from_plain_data():
    decks, schedule = deck_set(4), RoundRobin(4, 2, 1)
    again = DeckSet.from_data(json.loads(json.dumps(decks.to_data())))
    assert play_game(again, schedule, 3) == play_game(decks, schedule, 3)


def test_deck_set_keeps_the_pieces_of_its_decks_alone():
    data = deck_set(1).to_data()
    [deck] = deck_set(1).decks
    assert {piece["title"] for piece in data["pieces"]["cards"]} == set(deck.cards)
    assert [piece["title"] for piece in data["pieces"]["ships"]] == [deck.ship]


def test_play_game_tells_of_a_game_that_fails():
    found = play_game(deck_set(4), RoundRobin(4, 2, 1), 7, Stuck())
    assert isinstance(found, Failed)
    assert found.reason == "game 7 of 2 seats: RuntimeError: no idea"


def test_play_game_counts_cards_that_could_be_drawn():
    found = play_game(deck_set(4), RoundRobin(4, 2, 1), 0)
    assert isinstance(found, Played)
    for drawn, played in zip(found.drawn, found.played, strict=True):
        assert sum(drawn.values()) >= 5
        assert all(count <= drawn[title] for title, count in played.items())


def test_kept_tallies_are_those_of_the_same_measuring(tallies, tmp_path):
    path = tmp_path / "kept.json"
    assert kept_tallies(path, deck_set(4), 1) == []
    keep_tallies(path, deck_set(4), 1, tallies)
    assert kept_tallies(path, deck_set(4), 1) == tallies
    with pytest.raises(OtherMeasuringError, match="another seed"):
        kept_tallies(path, deck_set(4), 2)
    with pytest.raises(OtherMeasuringError, match="other decks"):
        kept_tallies(path, deck_set(3), 1)
    path.write_text("{}")
    with pytest.raises(OtherMeasuringError, match="holds no measuring"):
        kept_tallies(path, deck_set(4), 1)
