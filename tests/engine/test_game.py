"""The kernel: questions in stages, the log, saving, copying, stepping back and replaying."""

import json

import pytest

from incursions.engine import Event, EventKind, GameOver, IllegalAction, MissingLogError, NotYourQuestion, Question
from tests.engine.duel import CancelWindow, Duel, Whispered, duel


def state(game):
    return json.dumps(game.to_data())


def test_a_question_reads_like_its_options():
    question = duel().decision
    assert list(question) == ["name", "skip"]
    assert "skip" in question
    assert "fly" not in question
    assert len(question) == 2
    assert bool(question)
    assert repr(question) == "<Question 'naming' for seat 0: name, skip>"


def test_questions_and_events_compare_by_value():
    assert duel().decision == duel().decision
    assert duel().decision != duel(seed=1).decision.options
    assert Event(Whispered, {"seat": 1}) == Event(Whispered, {"seat": 1})
    assert Event(Whispered, {"seat": 1}) != Event(Whispered, {"seat": 1}, (0,))


def test_a_kind_of_event_needs_a_sentence():
    with pytest.raises(TypeError, match="Sneezed needs a sentence"):

        class Sneezed(EventKind):
            seat: int


def test_a_fact_that_cannot_be_an_attribute_is_declared_with_an_underscore():
    class WentOver(EventKind, about="moves"):
        sentence = "{kind} goes from {from}."
        kind_: str
        from_: int

    went = Event(WentOver, {"kind_": "frigate", "from_": 3})
    assert went.to_data() == {"kind": "went_over", "facts": {"kind": "frigate", "from": 3}}
    assert WentOver.about == "moves"


def test_an_option_opens_the_next_stage():
    game = duel()
    assert game.play("name") == []
    assert game.decision == Question(0, "amount", "number", ["one", "two", "three"], "one", "Which?", "", ("name",))
    assert game.asked == 1


def test_a_whole_line_is_one_action():
    game = duel(cancels=0)
    game.play("name three")
    assert game.points[0] in (3, 4)
    assert [entry.text for entry in game.log] == ["name three"]
    assert len(game.log[0].dice) == 1


def test_stages_left_unsaid_take_their_least():
    game = duel(cancels=0)
    game.play("name")
    game.play("two")
    game.play(" name   one ")
    assert [entry.text for entry in game.log] == ["name", "two", "name one"]
    assert game.latest == game.log[-1]
    assert duel().latest is None


def test_a_line_may_begin_anew_in_mid_stage():
    game = duel()
    game.play("name")
    game.play("skip")
    assert game.decision.seat == 1


def test_back_takes_back_one_stage_and_is_no_new_question():
    game = duel()
    assert "back" not in game.standing(0)
    game.play("name")
    assert game.standing(0) == ["back", "leave"]
    game.act(0, "back")
    assert game.decision.said == ()
    assert game.asked == 1


def test_least_is_that_of_the_whole_line():
    game = duel()
    assert game.least == "skip"
    game.play("name")
    assert game.least == "skip"


@pytest.mark.parametrize("text", ["", "name four", "name one two", "one", "skip name", "concede", "name oneone"])
def test_an_illegal_line_changes_nothing(text):
    game = duel()
    before = state(game)
    with pytest.raises(IllegalAction) as refused:
        game.play(text)
    assert refused.value.rule == "7.7"
    assert str(refused.value).endswith("cannot be done (7.7)")
    assert state(game) == before
    assert game.log == []


def test_another_seat_is_refused_as_such():
    game = duel()
    with pytest.raises(NotYourQuestion):
        game.act(1, "skip")
    assert game.question_for(1) is None
    assert game.question_for(0) is game.decision


def test_following_previews_stages_and_changes_nothing():
    game = duel()
    before = state(game)
    assert list(game.following("name")) == ["one", "two", "three"]
    assert game.following("name two") is None
    with pytest.raises(IllegalAction):
        game.following("name four")
    assert state(game) == before


def test_why_not_explains_without_raising():
    game = duel()
    assert game.why_not("name two") is None
    assert game.why_not("leave", 2) is None
    assert str(game.why_not("fly")) == "'fly' cannot be done (7.7)"


def test_a_game_that_is_over_asks_and_takes_nothing():
    game = duel(cancels=0)
    while game.decision:
        game.play("name three" if game.decision.seat == 0 else "skip")
    assert game.result.seat == 0
    assert game.standing(0) == []
    for act in (lambda: game.play("skip"), lambda: game.act(0, "skip"), lambda: game.act(None, "step back to 0")):
        with pytest.raises(GameOver):
            act()
    assert game.why_not("skip").reason == "The match is over"


def test_copy_goes_on_apart():
    game = duel()
    game.play("name")
    twin = game.copy()
    assert state(twin) == state(game)
    twin.play("two")
    assert state(twin) != state(game)
    assert [entry.text for entry in twin.log] == ["name", "two"]
    assert [entry.text for entry in game.log] == ["name"]


def test_saved_state_asks_the_same_question_at_every_point():
    game = duel()
    for text in ["name", "two", "cancel", "pass", "cancel", "pass"]:
        game.play(text)
        again = Duel.from_data(json.loads(state(game)), game.setup)
        assert state(again) == state(game)
        assert again.decision == game.decision


def test_state_does_not_grow_with_the_log():
    game = duel()
    sizes = set()
    for _ in range(40):
        game.play("skip")
        sizes.add(len(state(game)) - len(str(game.number)) - len(str(game.asked)))
    assert len(sizes) == 1


def test_events_know_their_audience():
    game = duel(cancels=0)
    named, whispered = game.play("name one")
    assert named.is_for(None)
    assert whispered.is_for(0)
    assert not whispered.is_for(1)
    assert not whispered.is_for(None)
    assert whispered.to_data() == {"kind": "whispered", "facts": {"seat": 0}, "audience": [0]}


def test_replay_gives_the_same_state():
    game = duel()
    for text in ["name two", "pass", "cancel", "pass", "pass", "pass", "pass", "skip"]:
        game.play(text)
    again = Duel.replay(game.setup, game.dice.seed, [(entry.seat, entry.text) for entry in game.log])
    assert state(again) == state(game)


def test_options_are_listed_when_they_are_looked_at(monkeypatch):
    game = duel()
    for text in ["name", "two", "pass", "cancel"]:
        game.play(text)
    listed, stage = [], CancelWindow.stage
    monkeypatch.setattr(CancelWindow, "stage", lambda *frame_game_said: listed.append(1) or stage(*frame_game_said))
    twin = game.copy()
    assert not listed
    assert twin.decision.options == game.decision.options
    assert len(listed) == 2
    assert game.decision is game.decision


def test_a_replay_refuses_what_was_no_option():
    for text in ["cancel", "name four", "two", "back"]:
        with pytest.raises(IllegalAction):
            Duel.replay(duel().setup, bytes(32), [(0, "skip"), (1, text)])


class TestStepBack:
    def played(self):
        game = duel(cancels=0)
        for _ in range(3):
            game.play("name one")
        return game

    def test_it_returns_to_the_state_after_that_action(self):
        game = self.played()
        earlier = Duel.replay(game.setup, game.dice.seed, [(0, "name one")])
        assert [event.kind for event in game.act(None, "step back to 1")] == ["stepped_back"]
        assert game.points == earlier.points
        assert game.decision == earlier.decision
        assert game.number == 4

    def test_no_result_seen_is_thrown_again(self):
        seen, again = [], []
        for seed in range(30):
            game = duel(cancels=0, seed=seed)
            game.play("name one")
            seen.append(game.log[-1].dice)
            game.act(None, "step back to 0")
            game.play("name one")
            again.append(game.log[-1].dice)
        assert seen != again

    def test_what_was_undone_stays_in_the_log_and_replays(self):
        game = self.played()
        game.act(None, "step back to 2")
        game.play("name two")
        game.act(None, "step back to 4")
        game.play("name three")
        assert len(game.log) == 7
        again = Duel.replay(game.setup, game.dice.seed, [(entry.seat, entry.text) for entry in game.log])
        assert state(again) == state(game)
        assert [entry.dice for entry in again.log] == [entry.dice for entry in game.log]

    def test_it_is_offered_for_every_earlier_action(self):
        assert self.played().standing(None) == ["step back to 0", "step back to 1", "step back to 2"]

    @pytest.mark.parametrize("text", ["step back to 3", "step back to -1", "step back to x", "step back to "])
    def test_elsewhere_it_is_refused(self, text):
        game = self.played()
        with pytest.raises(IllegalAction):
            game.act(None, text)
        assert game.number == 3

    def test_it_needs_the_log(self):
        game = self.played()
        bare = Duel.from_data(game.to_data(), game.setup)
        with pytest.raises(MissingLogError):
            bare.act(None, "step back to 1")
        whole = Duel.from_data(game.to_data(), game.setup, game.log)
        whole.act(None, "step back to 1")
        game.act(None, "step back to 1")
        assert state(whole) == state(game)
