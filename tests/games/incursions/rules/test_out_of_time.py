"""The answer that a choice gets when it runs out of time (rules 21.9)."""

import pytest

from tests.games.incursions.rules.tables import laid


@pytest.mark.rule("21.9")
@pytest.mark.parametrize("said", [[], ["fire torpedoes"], ["fire torpedoes", "at seat 1", "with 2 power"]])
def test_a_maneuver_is_declined_however_far_its_line_has_come(said):
    game = laid()
    for phrase in said:
        game.play(phrase)
    assert game.least == "decline"
    game.play(game.least)
    assert game.ships[0].power == 4
    assert game.view(None)["turn"]["step"] == "second maneuver"


@pytest.mark.rule("21.9")
@pytest.mark.parametrize(
    "said", [[], ["repair"], ["repair", "hull"], ["evade with 1 power"], ["add 1 power to shields"]]
)
def test_a_defence_takes_the_hit_however_far_its_line_has_come(said):
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor", "hull": 10, "shields": 10}, dice=[1, 6, 6])
    game.play("fire torpedoes at seat 1")
    for phrase in said:
        game.play(phrase)
    assert game.least == "take the hit"
    game.play(game.least)
    assert game.decision.seat == 0
