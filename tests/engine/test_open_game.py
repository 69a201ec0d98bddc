"""The kernel of open games, with a game of its own: counters that seats add to, and a die."""

import pytest

from incursions.engine.errors import IllegalAction
from incursions.engine.events import EventKind
from incursions.engine.open_game import OpenGame
from incursions.engine.open_log import find_standing, find_undos, read_undo, read_undo_reason

SEED = bytes(32)


class Added(EventKind):
    """A seat has added a number."""

    sentence = "{number} is added."
    number: int


class Count:
    """A number, and the time of the last command."""

    def __init__(self, number=0, now=0):
        self.number, self.now = number, now

    def copy(self):
        return Count(self.number, self.now)

    def to_data(self):
        return {"number": self.number, "now": self.now}


class Counting(OpenGame):
    """A game with the commands "add N", "throw", "look" and undoing; it spoils its state before it refuses."""

    __slots__ = ()
    snapshot_every = 3
    undo_rule = "C1"

    def begin(self):
        self.state = Count()

    def load_state(self, data):
        self.state = Count(**data)

    def carry_out(self, seat, text, at):
        self.state.now = at
        target = read_undo(text)
        if target is not None:
            self.undo(target, text)
        elif text == "throw":
            self.state.number += self.dice.roll("throw", 1)[0]
        elif text.startswith("add "):
            self.state.number += int(text[4:])
            self.tell(Added, number=int(text[4:]))
        elif text == "wait":
            self.state.now += 60
        elif text != "look":
            self.state.number = self.dice.roll("throw", 1)[0] + 1000
            raise IllegalAction("W1", "No such command")
        return text != "look"


@pytest.fixture
def game():
    return Counting.start({}, SEED)


def replay(game):
    commands = [(entry.seat, entry.text, entry.at) for entry in game.log]
    return Counting.replay({}, SEED, commands)


def test_refusal_changes_nothing(game):
    game.act("A", "throw", 5)
    before, log = game.to_data(), list(game.log)
    with pytest.raises(IllegalAction):
        game.act("A", "nonsense", 9)
    assert (game.to_data(), game.log) == (before, log)


def test_request_is_answered_twice_as_the_first_time(game):
    events = game.act("A", "add 2", 1, "one")
    assert game.act("B", "add 2", 2, "one") is not None
    assert game.act("A", "add 2", 2, "one") == events
    assert (game.state.number, game.number) == (4, 2)
    for _ in range(2):
        with pytest.raises(IllegalAction, match="No such command"):
            game.act("A", "nonsense", 3, "two")


def test_answer_holds_the_events_of_its_own_entry(game):
    events = game.act("A", "add 2", 1, "one")
    game.act("B", "add 3", 1)
    assert [event.told for event in events] == [{"number": 2}]
    assert game.act("A", "add 2", 2, "one") == events
    game.act("A", "look", 2, "two")
    assert game.act("A", "look", 2, "two") == []


def test_answers_are_forgotten_a_minute_after_they_were_given(game):
    game.act("A", "add 2", 10, "one")
    game.act("A", "add 2", 20, "two")
    game.act("B", "wait", 20)
    game.forget_answers()
    game = Counting.from_data(game.to_data(), {})
    game.act("A", "add 2", 81, "one")
    assert game.state.number == 6
    assert game.act("A", "add 2", 81, "two") == []
    assert game.state.number == 6


def test_time_never_runs_back(game):
    game.act("A", "add 1", 9)
    game.act("A", "add 1", 3)
    assert (game.number, game.last_at) == (2, 9)


def test_looking_changes_nothing_that_a_replay_would_lack(game):
    game.act("A", "add 1", 9)
    before = game.to_data()
    game.act("A", "look", 12)
    assert game.to_data() == before == replay(game).to_data()


def test_undo_restores_and_undo_after_undo_brings_nothing_back(game):
    for number in (1, 2, 4, 8):
        game.act("A", f"add {number}", number)
    game.act("C", "undo to entry 2 because of a mistake", 20)
    assert (game.state.number, game.struck, game.last_at) == (3, [3, 4], 20)
    game.act("A", "add 16", 21)
    game.act("C", "undo to entry 1 because of another", 22)
    assert (game.state.number, game.struck) == (1, [2, 3, 4, 5, 6])
    assert replay(game).to_data() == game.to_data()


@pytest.mark.parametrize("target", [7, 99])
def test_undo_of_what_is_not_there_is_refused(game, target):
    game.act("A", "add 1", 1)
    with pytest.raises(IllegalAction) as refused:
        game.act("C", f"undo to entry {target} because of haste", 2)
    assert refused.value.rule == "C1"


def test_undo_to_a_struck_entry_is_refused_and_names_those_that_stand(game):
    for text in ("add 1", "add 2", "add 4", "undo to entry 1 because of a slip"):
        game.act("C", text, 1)
    before = game.to_data()
    with pytest.raises(IllegalAction, match=r"struck out by entry 4 .* Undo to entry 1, which stands"):
        game.act("C", "undo to entry 3 because of another", 2)
    assert game.to_data() == before
    game.act("A", "add 8", 3)
    with pytest.raises(IllegalAction, match="Undo to entry 1 or 4, which stand"):
        game.act("C", "undo to entry 2 because of another", 4)
    game.act("C", "undo to entry 4 because of another", 5)
    assert game.state.number == 1
    assert replay(game).to_data() == game.to_data()


def test_game_from_snapshots_and_from_data_plays_on_alike(game):
    for at in range(8):
        game.act("A", "throw", at)
    assert sorted(game.snapshots) == [0, 3, 6]
    twin = Counting.from_data(game.to_data(), {}, game.log)
    for each in (game, twin):
        each.act("C", "undo to entry 5 because of a slip", 10)
        each.act("A", "throw", 11)
    assert twin.to_data() == game.to_data() == replay(game).to_data()


@pytest.mark.parametrize("is_loaded", [False, True])
def test_game_is_recalled_as_it_stood_after_any_entry(game, is_loaded):
    stood = [game.to_data()]
    for text in ("throw", "throw", "add 2", "undo to entry 1 because of a slip", "throw", "add 1", "throw", "throw"):
        game.act("A", text, len(stood))
        stood.append(game.to_data())
    later = Counting.from_data(game.to_data(), {}, game.log) if is_loaded else game
    for number, data in enumerate(stood):
        earlier = later.recall(number)
        assert earlier.to_data() == data
        assert earlier.log == game.log[:number]
    assert game.to_data() == stood[-1]
    with pytest.raises(ValueError, match="no entry 9"):
        game.recall(9)


def test_copy_is_independent_and_why_not_changes_nothing(game):
    game.act("A", "throw", 1)
    before = game.to_data()
    game.copy().act("A", "throw", 2)
    assert game.why_not("A", "throw") is None
    assert game.why_not("A", "nonsense").rule == "W1"
    assert game.to_data() == before


def test_trial_of_an_undo_leaves_the_game_and_knows_no_dice_to_come():
    game = Counting.start({}, b"s" * 32)
    game.act("A", "add 1", 1)
    game.act("A", "add 2", 2)
    assert game.why_not("A", "undo to entry 1 because of a slip") is None
    assert game.why_not("A", "undo to entry 2 because of a slip").rule == "C1"
    assert (game.state.number, game.number) == (3, 2)
    assert game.copy_for_trials().dice.seed != game.dice.seed


def test_time_that_a_command_passes_is_passed_once_in_a_replay(game):
    game.act("A", "wait", 5)
    assert game.log[0].at == 5
    assert replay(game).to_data() == game.to_data()


def test_time_of_an_undo_stands_when_it_is_played_again(game):
    game.act("A", "add 1", 1)
    game.act("C", "undo to entry 0 because of haste", 50)
    game.act("A", "wait")
    game.act("A", "add 2")
    game.act("C", "undo to entry 3 because of haste", 200)
    assert [entry.at for entry in game.log] == [1, 50, 50, 110, 200]
    assert replay(game).to_data() == game.to_data()


def test_each_struck_entry_names_the_undo_that_struck_it_first(game):
    for text in ("add 1", "add 2", "undo to entry 1 because so", "add 3", "undo to entry 0 because so", "add 4"):
        game.act("a", text, 0)
    assert find_undos(game.log) == {2: 3, 1: 5, 3: 5, 4: 5}
    assert find_standing(game.log) == [0, 5, 6]
    assert find_undos(game.log, 1) == {2: 3, 3: 5, 4: 5}
    assert read_undo_reason("undo to entry 1 because it was so because of me") == "it was so because of me"


def test_entries_are_carried_out_again_without_a_copy_for_each(game, monkeypatch):
    for text in ("throw", "add 2", "wait", "undo to entry 1 because so", "throw"):
        game.act("a", text, 7)
    twin, copies = Counting.start({}, SEED), []
    copy = Count.copy
    monkeypatch.setattr(Count, "copy", lambda state: copies.append(state) or copy(state))
    for entry in game.log[:2]:
        twin.act_again(entry)
    assert not copies
    for entry in game.log[2:]:
        twin.act_again(entry)
    assert (twin.to_data(), twin.log, twin.told) == (game.to_data(), game.log, game.told)
