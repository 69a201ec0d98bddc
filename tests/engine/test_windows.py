"""The reaction window: order, passes in a row, reopening, nesting, and leaving in the middle."""

from tests.engine.duel import duel


def asked(game):
    return game.decision.seat, game.decision.topic


def test_others_are_asked_in_turn_and_all_passes_close():
    game = duel()
    game.play("name two")
    assert asked(game) == (1, "cancel")
    game.play("pass")
    assert asked(game) == (2, "cancel")
    game.play("pass")
    assert asked(game) == (1, "naming")
    assert game.points[0] >= 2


def test_seats_that_cannot_answer_are_not_asked():
    game = duel()
    game.cancels = [1, 0, 1]
    game.play("name two")
    assert asked(game) == (2, "cancel")


def test_nobody_entitled_closes_at_once():
    game = duel(cancels=0)
    game.play("name two")
    assert asked(game) == (1, "naming")


def test_a_play_opens_its_own_window_in_which_the_actor_is_asked():
    game = duel()
    game.play("name two")
    game.play("cancel")
    assert asked(game) == (2, "cancel")
    game.play("pass")
    assert asked(game) == (0, "cancel")


def test_a_cancel_can_itself_be_cancelled():
    game = duel()
    game.play("name three")
    game.play("cancel")
    game.play("cancel")
    for _ in range(3):  # seat 0, in the window on each cancel and in the one on its naming
        assert asked(game) == (0, "cancel")
        game.play("pass")
    assert asked(game) == (1, "naming")
    assert game.points[0] >= 3
    assert game.cancels == [1, 0, 0]


def test_a_cancel_that_stands_takes_effect():
    game = duel()
    game.play("name three")
    game.play("cancel")
    game.play("pass")
    game.play("pass")
    assert asked(game) == (2, "cancel")
    game.play("pass")
    assert asked(game) == (0, "cancel")
    game.play("pass")
    assert game.points == [0, 0, 0]


def test_a_play_makes_earlier_passes_void():
    game = duel(cancels=2)
    game.play("name three")
    game.play("pass")
    game.play("cancel")
    assert asked(game) == (0, "cancel")
    game.play("pass")
    assert asked(game) == (1, "cancel")
    game.play("pass")
    assert asked(game) == (0, "cancel"), "the window on the naming is open again, for the actor too"


def test_a_seat_that_leaves_takes_what_concerns_it_along():
    game = duel()
    game.play("name three")
    game.act(0, "leave")
    assert asked(game) == (1, "naming")
    assert game.points == [0, 0, 0]


def test_a_seat_that_leaves_beside_the_matter_changes_nothing_but_the_asking():
    game = duel()
    game.play("name three")
    game.act(2, "leave")
    assert asked(game) == (1, "cancel")
    game.play("pass")
    assert asked(game) == (1, "naming")
