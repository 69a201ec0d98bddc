from support.benches import pairing
from support.benches.pairing import ROUNDS_OF_STANDINGS, figures, position_of
from tournaments.events.standings import standings


def test_figures_are_of_rounds_that_are_as_good_as_those_of_the_other_program(monkeypatch):
    monkeypatch.setattr(pairing, "STANDINGS", 32)
    monkeypatch.setattr(pairing, "TIMES", 1)
    found = figures(sizes=(64,), pod_sizes=(32,))
    assert set(found) == {
        *(f"{name}.64_{of}" for name in ("pairing", "swisspair") for of in ("s", "gaps")),
        "pods.32_s",
        "pods.32_again",
        "standings.32_s",
    }
    assert found["pairing.64_gaps"] <= found["swisspair.64_gaps"]
    assert found["pods.32_again"] == 0


def test_field_is_that_of_the_rounds_played():
    entrants, rounds = position_of(20, ROUNDS_OF_STANDINGS)
    points = {one.player: one.score.points for one in standings(range(20), rounds)}
    assert points == {one.id: one.points for one in entrants}
