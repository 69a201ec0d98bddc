"""Sample hands: the same for everybody, of the deck's own cards, and fair."""

from collections import Counter
from itertools import permutations

import pytest

from cards.storing import starters
from incursions.engine.dice import Dice
from incursions.games.incursions.deck_statistics import Shuffles
from incursions.games.incursions.rules.construction import DeckContent

STARTER = next(iter(starters().values())).content


def hand(content: DeckContent, seed: str, drawn: int = 5) -> tuple[str, ...]:
    return Shuffles(content, seed).deck(content.cards, drawn)


def test_same_seed_gives_the_same_hand_whatever_the_order_of_the_titles():
    turned = DeckContent(STARTER.ship, STARTER.captain, None, dict(reversed(STARTER.cards.items())), STARTER.hexpile)
    assert hand(STARTER, "tide") == hand(turned, "tide")


def test_hand_is_a_promise_kept_by_every_version():
    """Links with a seed are shared: what they lead to must not change."""
    assert hand(DeckContent(cards={"Fire": 2, "Phasers": 4, "Warp 2": 3}), "tide") == (
        "Warp 2",
        "Phasers",
        "Phasers",
        "Phasers",
        "Fire",
    )


def test_another_seed_or_another_deck_gives_another_order():
    other = DeckContent(STARTER.ship, STARTER.captain, None, STARTER.cards, {"Nova": 1})
    assert len({hand(STARTER, "tide", 20), hand(STARTER, "ebb", 20), hand(other, "tide", 20)}) == 3


def test_more_cards_begin_with_the_fewer():
    whole = hand(STARTER, "tide", 1000)
    assert Counter(whole) == Counter(STARTER.cards)
    for drawn in range(len(whole) + 1):
        assert hand(STARTER, "tide", drawn) == whole[:drawn]


def test_tiles_do_not_hang_on_the_cards_drawn():
    one, other = Shuffles(STARTER, "tide"), Shuffles(STARTER, "tide")
    one.deck(STARTER.cards, 9)
    assert one.hexpile(STARTER.hexpile, 4) == other.hexpile(STARTER.hexpile, 4)


class Counted(Dice):
    """A stream that says beforehand which number comes next."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        super().__init__(bytes(32))
        self._numbers = iter(numbers)

    def draw_below(self, strand: str, limit: int) -> int:
        number = next(self._numbers)
        assert 0 <= number < limit
        return number


@pytest.mark.parametrize("drawn", [1, 2, 4])
def test_every_hand_comes_of_as_many_streams(monkeypatch, drawn):
    """All numbers of the stream being equally likely, all orders are: each comes of exactly as many streams."""
    pile = {"a": 1, "b": 1, "c": 1, "d": 1}
    streams = [()]
    for limit in range(4, 4 - drawn, -1):
        streams = [(*stream, number) for stream in streams for number in range(limit)]
    found = Counter()
    for stream in streams:
        shuffles = Shuffles(DeckContent(cards=pile), "")
        shuffles._dice = Counted(stream)
        found[shuffles.deck(pile, drawn)] += 1
    assert set(found) == set(permutations(pile, drawn))
    assert set(found.values()) == {1}


def test_hand_is_drawn_as_the_engine_shuffles_and_draws():
    pile = [title for title in sorted(STARTER.cards) for _ in range(STARTER.cards[title])]
    shuffles = Shuffles(STARTER, "tide")
    shuffles._dice.copy().shuffle("deck", pile)
    assert shuffles.deck(STARTER.cards, 7) == tuple(reversed(pile[-7:]))
