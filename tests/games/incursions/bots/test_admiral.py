"""The admiral: legal, on time, the same for the same chances, and blind to what its seat may not know."""

from random import Random

import pytest

from incursions.games.incursions.bots import AdmiralBot, CaptainBot, Choice, RandomBot
from incursions.games.incursions.bots.admiral import Search, choose
from incursions.games.incursions.rules import Game
from tests.fuzz.decks import dealt
from tests.fuzz.invariants import hidden_twin
from tests.fuzz.tables import seeded
from tests.games.incursions.bots.hidden_content import looks_at_hidden, other_content
from tests.sampling import sample

FEW = 4  # imagined games


def steps(game: Game, count: int, rng: Random) -> None:
    """Let captains and chance play on."""
    for _ in range(count):
        if game.decision is not None:
            bot = CaptainBot() if rng.random() < 0.7 else RandomBot()
            game.play(bot.answer(game, game.decision, rng).text)


@pytest.mark.parametrize("number", sample(range(8), 3))
def test_answers_are_legal_lines_with_a_reason(number):
    rng, game = dealt(number)
    admiral = AdmiralBot(iterations=FEW)
    for _ in range(6):
        steps(game, 5, rng)
        if game.decision is None:
            return
        choice = admiral.answer(game, game.decision, rng)
        assert choice.reason
        assert "\n" not in choice.reason
        seat, is_forced = game.decision.seat, len(game.decision.options) == 1
        game.play(choice.text)
        question = game.decision
        assert is_forced or question is None or question.seat != seat or not question.said


def test_basic_is_played_to_its_end():
    rng, game = seeded(0)
    bots = [AdmiralBot(iterations=2), *[CaptainBot()] * 5]
    while (question := game.decision) is not None:
        game.play(bots[question.seat].answer(game, question, rng).text)
    assert game.result is not None


def statistics(game: Game, number: int) -> tuple[Choice, dict[str, tuple[int, list[float]]]]:
    search = Search(game, game.decision, Random(number), CaptainBot())
    for _ in range(FEW):
        search.think(lambda: False)
    children = {text: (child.offered, child.values) for text, child in search.root.children.items()}
    return choose(search), children


@pytest.mark.parametrize("number", sample(range(8), 3))
def test_nothing_hidden_bears_on_choice_and_statistics(number):
    rng, game = dealt(number)
    for _ in range(3):
        steps(game, 7, rng)
        if game.decision is None:
            return
        if not looks_at_hidden(game):
            twin = other_content(game, game.decision.seat, rng)
            assert statistics(twin, number) == statistics(game, number)


@pytest.mark.parametrize("number", sample(range(5), 2))
def test_nothing_hidden_bears_on_choice_and_statistics_in_basic(number):
    rng, game = seeded(number)
    for _ in range(3):
        steps(game, 5, rng)
        if game.decision is None:
            return
        assert statistics(hidden_twin(game, rng), number) == statistics(game, number)


def test_a_single_option_needs_no_thought():
    rng, game = dealt(1)
    admiral = AdmiralBot(seconds=0, clock=pytest.fail)
    for _ in range(200):
        if game.decision is None:
            return
        if len(game.decision.options) == 1:
            assert admiral.answer(game, game.decision, rng).text == game.decision.options[0]
            return
        game.play(rng.choice(game.decision.options))


def test_without_time_it_answers_like_a_captain():
    rng, game = dealt(2)
    steps(game, 5, rng)
    answer = AdmiralBot(seconds=0).answer(game, game.decision, Random(1))
    assert answer.reason == "no time to think"
    assert game.why_not(answer.text) is None


def test_it_stops_within_a_step_when_its_time_is_up():
    class Clock:
        """Each look takes a millisecond; it counts those after the end."""

        def __init__(self) -> None:
            self.now = 0.0

        def __call__(self) -> float:
            self.now += 0.001
            return self.now

    rng, game = dealt(7)
    clock = Clock()
    AdmiralBot(seconds=0.05, clock=clock).answer(game, game.decision, rng)
    assert clock.now <= 0.001 + 0.05 + 2 * 0.001


def test_it_leaves_the_game_as_it_was():
    rng, game = dealt(4)
    before = game.to_data()
    AdmiralBot(iterations=FEW).answer(game, game.decision, rng)
    assert game.to_data() == before


def test_a_search_starts_from_what_a_captain_says_who_can_read_his_cards():
    captain, with_cards = CaptainBot(), 0
    for number in sample(range(6), 3):
        _, game = dealt(number)
        while (question := game.decision) is not None and game.number < 60:
            said = {captain.answer(game, question, Random(seed)).text for seed in range(4)}
            if len(question.options) > 1 and not question.said:
                assert Search(game, question, Random(1), captain).first in said
                with_cards += any(text.startswith(("play ", "table ")) for text in said)
            game.play(min(said))
    assert with_cards


def test_what_a_captain_ranks_high_is_tried_first():
    captain, ranked = CaptainBot(), 0
    for number in sample(range(4), 1):
        rng, game = dealt(number)
        while (question := game.decision) is not None and game.number < 40:
            order = captain.ranking(captain.look(game, question.seat), question)
            assert set(order) <= set(question.options)
            assert len(order) == len(set(order))
            if question.topic != "maneuver" or question.said:
                assert not order
            elif len(order) > 2:
                search = Search(game, question, Random(1), captain)
                for _ in range(12):
                    search.think(lambda: False)
                others = [option for option in order if option != search.first]
                tried = [text for text in search.root.children if text != search.first]
                assert tried[: len(others)] == others[: len(tried)]
                ranked += 1
            game.play(captain.answer(game, question, rng).text)
    assert ranked > 2


def test_basic_has_no_ranking():
    _, game = seeded(1)
    captain = CaptainBot()
    assert captain.ranking(captain.look(game, game.decision.seat), game.decision) == []
