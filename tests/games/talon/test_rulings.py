"""Each ruling is a field of the setup, and takes effect when it is changed (rules T25.9)."""

import pytest

from incursions.games.talon.rules.examples import table
from incursions.games.talon.rules.examples.scenario_files import read_scenarios
from incursions.games.talon.rules.examples.scenarios import run_scenario
from incursions.games.talon.rules.setup import RULINGS
from tests.games.talon.battles import read_catalogue

FIRE = "at: {impulse: C, side: terran, step: fire}"
TALON_FIRE = "at: {impulse: C, side: talon, step: fire}"
MOVE = "at: {impulse: F, side: terran, step: movement}"
POWER = "at: {impulse: F, side: terran, step: power}"
ROWS = "at: {round: 2, step: power phase, side: terran}"
STEADFAST = "Steadfast: {class: terran_ca, at: [0, 0]}"
FAR = "Far: {class: talon_ff, at: [15, 0]}"
CASES = {
    "reinforcement": (
        2,
        (
            f"given: {{{FIRE}, ships: {{{STEADFAST}, Justice: {{class: talon_ca, at: [2, 0], facing: 3,"
            " reinforced: {forward: [A]}}}}"
        ),
        "dice: [5]",
        "steps: [{side: terran, play: fire left of Steadfast at Justice}]",
        "expect: {Justice: {shields: {forward: 7}, reinforced: {}}}",
    ),
    "collision_damage": (
        2,
        f"given: {{{MOVE}, ships: {{{STEADFAST}, Lantern: {{class: terran_ca, at: [1, 0], row: [2, 4, 2]}}}}}}",
        "dice: [6, 1, 1, 1, 6, 1, 1, 1]",
        "steps: [{side: terran, play: move Steadfast ahead}]",
        "expect: {Steadfast: {shields: {forward: 4}}, Lantern: {shields: {forward: 4}}}",
    ),
    "initiative": (
        "as_many_change",
        (
            "given: {at: {impulse: F, side: talon, step: power}, ships: {Steadfast: {class: terran_ca, at: [0, 0]},"
            " Justice: {class: talon_ca, at: [5, 0]}}}"
        ),
        (
            "steps: [{side: talon, play: defend initiative with Justice}, {until: {side: terran, step: power}},"
            " {side: terran, play: change initiative with Steadfast}, {until: {step: power phase}}]"
        ),
        "expect: {initiative: terran}",
    ),
    "passive_yellow": (
        2,
        f"given: {{{ROWS}, ships: {{Steadfast: {{class: terran_ca, at: [0, 0], charge: {{main: [2, 0]}}}}, {FAR}}}}}",
        "steps: [{until: {impulse: A}}]",
        "expect: {Steadfast: {charge: {main: [2, 2]}}}",
    ),
    "jump_phases": (
        1,
        (
            f"given: {{{ROWS}, ships: {{Steadfast: {{class: terran_ca, at: [0, 0], jump: announced in round 1}},"
            f" Lantern: {{class: terran_ca, at: [0, 5]}}, {FAR}}}}}"
        ),
        "steps: [{until: {impulse: A}}]",
        "expect: {Steadfast: {retreated: true}}",
    ),
    "map_span": (
        10,
        (
            f"given: {{{MOVE}, ships: {{Steadfast: {{class: terran_ca, at: [-8, 0], facing: 3}},"
            " Lantern: {class: terran_ca, at: [0, 0]}, Justice: {class: talon_ca, at: [4, 0]}}}"
        ),
        "steps: [{side: terran, play: move Steadfast ahead}]",
        "expect: {Steadfast: {retreated: true}}",
    ),
    "slip_counts": (
        False,
        f"given: {{{MOVE}, ships: {{Steadfast: {{class: terran_ca, at: [0, 0], wait: 2, slip: true}}}}}}",
        "steps: [{side: terran, play: slip Steadfast left}]",
        "expect: {Steadfast: {wait: 2, slip: false}}",
    ),
    "border_fires": (
        "side",
        f"given: {{{FIRE}, ships: {{{STEADFAST}, Justice: {{class: talon_ca, at: [1, 1], facing: 3}}}}}}",
        (
            "steps: [{side: terran, refused: T8.5, play: fire main of Steadfast at Justice},"
            " {side: terran, offers: [fire right of Steadfast at Justice]}]"
        ),
        "expect: {}",
    ),
    "border_shield": (
        "side",
        f"given: {{{FIRE}, ships: {{{STEADFAST}, Justice: {{class: talon_ca, at: [1, 1], facing: 3}}}}}}",
        "dice: [6]",
        "steps: [{side: terran, play: fire main of Steadfast at Justice}]",
        "expect: {Justice: {shields: {forward: 7, right: 0}}}",
    ),
    "same_hex_arc": (
        "forward",
        (
            f"given: {{{FIRE}, ships: {{{STEADFAST}, Mercy: {{class: talon_ca, at: [2, 0]}},"
            " Barb: {class: talon_ff, at: [2, 0], shields: {rear: 0}, marked: 2}}}"
        ),
        "dice: [2]",
        "steps: [{side: terran, play: fire left of Steadfast at Barb}]",
        "expect: {Barb: {destroyed: true}, Mercy: {shields: {forward: 6}}}",
    ),
    "spine_single_modifier": (
        -1,
        (
            f"given: {{{FIRE}, ships: {{{STEADFAST}, Justice: {{class: talon_ca, at: [2, -1], facing: 3}}}},"
            " terrain: {'1,0': asteroid}}"
        ),
        "dice: [2]",
        "steps: [{side: terran, play: fire main of Steadfast at Justice}]",
        "expect: {order: [roll 2 counts 1, miss Justice]}",
    ),
    "retarget_needs_line": (
        False,
        (
            "given: {at: {impulse: F, side: talon, step: power}, ships: {Viper: {class: talon_dd, at: [0, 0]},"
            " Guderian: {class: terran_ca, at: [3, 0]}, Lantern: {class: terran_ca, at: [-3, 0]}},"
            " missiles: {3: {at: [-5, 0], target: Lantern}}, terrain: {'1,0': planet}}"
        ),
        "steps: [{side: talon, play: retarget missile 3 to Guderian with Viper}]",
        "expect: {missile 3: {target: Guderian}}",
    ),
    "fusion_blocked": (
        False,
        (
            f"given: {{{TALON_FIRE}, ships: {{Eviscerator: {{class: talon_bb, at: [0, 0]}},"
            " Hidden: {class: terran_bb, at: [2, 0], facing: 3}, Clear: {class: terran_bb, at: [1, 1], facing: 3}},"
            " terrain: {'1,0': planet}}"
        ),
        "dice: [1]",
        "steps: [{side: talon, play: fire main of Eviscerator at Clear}, {side: terran, play: damage Hidden next}]",
        "expect: {Hidden: {shields: {forward: 4}}, Clear: {shields: {forward: 4}}}",
    ),
    "wmg_moves_bases": (
        False,
        (
            f"given: {{{FIRE}, ships: {{Vanguard: {{class: terran_bb, at: [0, 0]}},"
            " Fortress: {class: talon_base, at: [3, -1], facing: 3}}}"
        ),
        "dice: [6]",
        "steps: [{side: terran, play: fire main of Vanguard at Fortress}]",
        "expect: {Fortress: {at: [3, -1], marked: 3}}",
    ),
    "retreat_points": (
        1,
        f"given: {{{POWER}, ships: {{{STEADFAST}, {FAR}}}}}",
        "steps: [{side: terran, play: concede}]",
        "expect: {points: {talon: 115}}",
    ),
    "bands": (
        [1.02, 1.1, 1.2],
        (
            "given: {at: {round: 8, step: power phase, side: terran}, rounds: 8, points: {terran: 105, talon: 100},"
            f" ships: {{{STEADFAST}, {FAR}}}}}"
        ),
        "steps: [{until: over}]",
        "expect: {result: terran, degree: minor}",
    ),
    "last_ship_wins": (
        False,
        (
            f"given: {{{FIRE}, points: {{talon: 200}}, ships: {{{STEADFAST},"
            " Barb: {class: talon_ff, at: [2, 0], shields: {rear: 0}, marked: 2}}}"
        ),
        "dice: [2]",
        "steps: [{side: terran, play: fire left of Steadfast at Barb}]",
        "expect: {Barb: {destroyed: true}, result: talon, degree: decisive}",
    ),
}
OUTSIDE_PLAY = {"fleet_points"}
"""What fleets of one's own may cost (rules T3.7) is no matter of the battle."""


def play(tmp_path, lines):
    """Return what is wrong with the match of these lines, or None."""
    path = tmp_path / "some.yaml"
    path.write_text("scenarios:\n- title: Some\n  rules: [T25.9]\n" + "".join(f"  {line}\n" for line in lines))
    (scenario,) = read_scenarios(path, read_catalogue())
    return run_scenario(scenario, read_catalogue())


@pytest.mark.rule("T25.9")
@pytest.mark.parametrize("ruling", CASES)
def test_a_ruling_that_is_changed_takes_effect(tmp_path, monkeypatch, ruling):
    value, *lines = CASES[ruling]
    assert play(tmp_path, lines) is not None
    monkeypatch.setattr(table, "RULINGS", {**RULINGS, ruling: value})
    assert play(tmp_path, lines) is None


@pytest.mark.rule("T25.9")
def test_every_ruling_is_shown():
    assert {*CASES, *OUTSIDE_PLAY} == {*RULINGS}
