"""What is free to take back, in real games beyond Basic: nobody has learned anything since (rules 21.10)."""

from collections import Counter
from types import SimpleNamespace

import pytest

from incursions.games.incursions.rules import Game
from tests.fuzz.decks import dealt
from tournaments.matches.taking_back.requests import moments, reach_of

NEWS = ("drew", "drew_cards", "explored", "looked", "looked_at", "discarded", "card_played", "evasion_rolled")


def row(number: int, seat: int | None, text: str, dice=(), events=()) -> SimpleNamespace:
    """Return an action as the rows of a match have it."""
    told = {"number": number, "move": number, "seat": seat, "text": text}
    return SimpleNamespace(**told, dice=list(dice), events=list(events), lapsed=False)


def recorded(number: int, count: int) -> tuple[Game, list[SimpleNamespace]]:
    """Play a game at random; return it and its actions."""
    rng, game = dealt(number)
    actions = []
    while len(actions) < count and game.decision is not None:
        seat, text = game.decision.seat, rng.choice(game.decision.options)
        events = [event.to_data() for event in game.act(seat, text)]
        actions.append(row(game.number, seat, text, game.latest.dice, events))
    return game, actions


@pytest.mark.parametrize("number", range(3))
def test_free_is_what_told_nobody_anything(number):
    game, actions = recorded(number, 60)
    reasons: Counter[str] = Counter()
    for count in range(8, len(actions), 3):
        past = moments(Game, game.setup, game.dice.seed, actions[:count])
        for seat in range(len(game.ships)):
            found = reach_of(past, seat)
            if found is None:
                continue
            since = actions[found.to : count]
            assert since[0].seat == seat
            reasons["answered" if "answered" in found.why else found.why] += 1
            if found.is_free:
                assert all(action.seat == seat and not action.dice for action in since)
                events = [event for action in since for event in action.events]
                assert not any(event["kind"] in NEWS or "audience" in event for event in events)
    assert reasons[""] > 2
    assert reasons["answered"] > 2


def test_steps_back_are_looked_through():
    game, actions = recorded(1, 12)
    past = moments(Game, game.setup, game.dice.seed, actions)
    seat = past[6].game.decision.seat
    after = moments(Game, game.setup, game.dice.seed, [*actions, row(13, None, f"step back to 6 for seat {seat}")])
    assert [moment.number for moment in after] == [0, 1, 2, 3, 4, 5, 6, 13]
    before, again = reach_of(past[:7], seat), reach_of(after, seat)
    assert (before and before.to) == (again and again.to)
