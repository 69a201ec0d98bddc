"""Stepping back: what was seen of hidden orders is of no use afterwards, and nothing else changes (rules 21.10)."""

from random import Random

import pytest

from incursions.engine.log import find_undone, returns, step_back_of
from incursions.games.incursions.rules import Game, IllegalAction
from tests.fuzz.contract import state
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded


def played(number, actions, deal=dealt):
    rng, game = deal(number)
    for _ in range(actions):
        if game.decision is not None:
            game.play(rng.choice(game.decision.options))
    return game


def orders(game):
    """Every hidden order by its name."""
    own = {f"deck {player.seat}": list(player.deck) for player in game.players}
    piles = {f"hexpile {player.seat}": list(player.pile) for player in game.players}
    return {**own, **piles, "hexpile": list(game.pile)}


@pytest.mark.rule("21.10")
@pytest.mark.parametrize("deal", [dealt, seeded])
@pytest.mark.parametrize("number", range(12))
def test_orders_of_which_something_was_seen_are_shuffled_and_no_others(number, deal):
    game = played(number, 40, deal)
    if game.decision is None:
        return
    past = list(Game.replaying(game.setup, game.dice.seed, [(e.seat, e.text) for e in game.log[:15]]))[-1]
    then, before = orders(past), orders(game)
    (event,) = game.act(None, "step back to 15 for seat 1")
    now = orders(game)
    assert (event.facts["to"], event.facts["seat"]) == (15, 1)
    assert event.facts["shuffled"] == [name for name in then if then[name] != before[name]]
    for name, order in now.items():
        assert sorted(order) == sorted(then[name])
        if name not in event.facts["shuffled"]:
            assert order == then[name]
        elif len(set(order)) > 5:
            assert order != then[name]


def test_stops_stay_as_they_were_set_last():
    _, game = dealt(3)
    game.play(game.least)
    game.act(1, "set stop score")
    game.act(None, "step back to 0")
    assert game.players[1].stops == ("score",)


def test_many_steps_back_replay_as_they_were_played_without_starting_over(monkeypatch):
    rng, game = dealt(5)
    for _ in range(40):
        for _ in range(12 if game.number == 0 else 2):
            game.play(rng.choice(game.decision.options))
        game.act(None, f"step back to {rng.randrange(8, 11)} for seat 0")
    said = [(entry.seat, entry.text) for entry in game.log]
    *_, slowly = Game.replaying(game.setup, game.dice.seed, said)
    assert state(slowly) == state(game)
    monkeypatch.setattr(Game, "_replay_to", None)  # what would play everything before once more
    *_, again = Game.replaying(game.setup, game.dice.seed, said, returns(said))
    assert state(again) == state(game)
    assert [entry.dice for entry in again.log] == [entry.dice for entry in game.log]


def test_undone_actions_are_those_stepped_over_once_or_often():
    said = ["a", "b", "c", "step back to 1", "d", "step back to 4 for seat 1", "e"]
    actions = [(number, None if "back" in text else 0, text) for number, text in enumerate(said, 1)]
    assert find_undone(actions) == {2, 3, 5}
    assert find_undone(actions[:3]) == set()
    assert returns([(seat, text) for _, seat, text in actions]) == {4: 1, 6: 4}
    assert returns([(0, "a"), (0, "b"), (None, "step back to 0"), (None, "step back to 2")]) == {3: 0, 4: 0}


@pytest.mark.parametrize(
    "text", ["step back to 1 for seat x", "step back to 1 for seat ", "step back to ²", "step back to 123456789"]
)
def test_what_is_no_step_back_is_refused(text):
    assert step_back_of(None, text) is None
    assert step_back_of(0, "step back to 1") is None
    game = played(1, 5, seeded)
    for refused in (text, "step back to 1 for seat 7"):
        with pytest.raises(IllegalAction):
            game.act(None, refused)
    assert game.number == 5


def test_a_verdict_places_everybody_once():
    for text in ("adjudicate drawn", "adjudicate for seat 1"):
        rng = Random(4)
        _, game = dealt(rng.randrange(9))
        game.act(0, "concede")
        if game.decision is None:
            continue
        game.act(None, text)
        places = [seat for together in game.result.places for seat in together]
        assert sorted(places) == list(range(len(game.ships)))
        assert game.result.winner == (1 if text.endswith("1") else None)
