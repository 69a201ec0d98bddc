"""Luck taken out of imagined games: rolls to leave that are reckoned, and dice that show their other side."""

from random import Random

import pytest

from incursions.engine import SEED_BYTES
from incursions.engine.events import Event
from incursions.games.incursions.bots.admiral import Search
from incursions.games.incursions.bots.captain import CaptainBot
from incursions.games.incursions.bots.imagined import TO_LEAVE, Fate, ImaginedDice, chance_of_doubles
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.events.movement import Moved, WormholeRolled
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded

SEED = bytes(range(SEED_BYTES))


@pytest.mark.parametrize(("count", "chance"), [(1, 0), (2, 1 / 6), (3, 4 / 9), (6, 1 - 720 / 46656), (7, 1)])
def test_the_chance_of_doubles(count, chance):
    assert chance_of_doubles(count) == pytest.approx(chance)


def test_a_roll_to_leave_shows_no_doubles_and_is_otherwise_fair():
    dice = ImaginedDice(SEED)
    thrown = [tuple(dice.roll(TO_LEAVE, 2)) for _ in range(6000)]
    assert set(thrown) == {(a, b) for a in range(1, 7) for b in range(1, 7) if a != b}
    assert max(map(thrown.count, set(thrown))) < 2 * min(map(thrown.count, set(thrown)))
    assert dice.rolled == [face for throw in thrown for face in throw]


def test_more_dice_than_faces_are_thrown_as_they_fall():
    assert len(ImaginedDice(SEED).roll(TO_LEAVE, 7)) == 7


def test_of_two_games_of_a_pair_every_die_shows_both_sides():
    dice, opposite = ImaginedDice(SEED), ImaginedDice(SEED, opposite=True)
    for strand in ("attack", TO_LEAVE, "evasion"):
        for here, there in zip(dice.roll(strand, 3), opposite.roll(strand, 3), strict=True):
            assert here + there == 7
    assert [a + b for a, b in zip(dice.rolled, opposite.rolled, strict=True)] == [7] * 9


def test_a_copy_goes_on_as_the_original():
    dice = ImaginedDice(SEED, opposite=True)
    dice.roll("attack", 2)
    assert dice.copy().roll("attack", 5) == dice.roll("attack", 5)


def rolled(seat: int, count: int = 2) -> Event:
    return Event(WormholeRolled, {"seat": seat, "at": [0, 1], "dice": [1] * count, "doubles": False})


def test_what_rolls_to_leave_come_to():
    fate = Fate(0)
    fate.note([rolled(0), Event(Moved, {}), rolled(1)])
    fate.note([rolled(0)])
    assert fate.won == pytest.approx(1 / 6 + 25 / 36 / 6)
    assert fate.open == pytest.approx(125 / 216)
    assert fate.value(1.0) + Fate(0).value(0.0) == pytest.approx(fate.won + fate.open)


@pytest.mark.parametrize("start", [dealt, seeded])
def test_fates_of_all_seats_add_up(start):
    rolls = 0
    for number in range(4):
        rng, game = start(number)
        game.dice = ImaginedDice(rng.randbytes(SEED_BYTES))
        fates, bot = [Fate(ship.seat) for ship in game.ships], CaptainBot()
        while (question := game.decision) is not None and game.number < 600:
            events = game.play(bot.answer(game, question, rng).text)
            rolls += sum(event.kind_class is WormholeRolled for event in events)
            for fate in fates:
                fate.note(events)
        assert sum(fate.won for fate in fates) + fates[0].open == pytest.approx(1)
    assert rolls


def test_the_second_game_of_a_pair_differs_in_its_dice_alone():
    _, game = dealt(0)
    search = Search(game, game.decision, Random(5), CaptainBot())
    here, there, next_one = (search.imagine(number) for number in (0, 1, 2))
    assert looks(here) != looks(next_one)
    assert looks(here) == looks(there)
    assert [a + b for a, b in zip(here.dice.roll("attack", 4), there.dice.roll("attack", 4), strict=True)] == [7] * 4


def looks(game: Game) -> dict:
    """Return the whole state but for the dice."""
    return {key: value for key, value in game.to_data().items() if key != "dice"}
