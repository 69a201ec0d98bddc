"""Action cards that Control has changed keep to the rules, whatever phase they name."""

import shutil
from pathlib import Path

from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.examples.scenarios import run_scenario

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = """
- title: A card for any phase that brings something waits in an attack
  rules: [W15.4, W21.4]
  given: {attack: {round: Fleet 1, wolves: {1: {fighters: 1}}}, Quellon: {hand: {Captain: [Tanker Run]}}}
  steps:
    - {by: Quellon Captain, do: play Tanker Run on Dione, refused: W15.4}
    - {by: Control, do: end the attack}
    - {by: Quellon Captain, do: play Tanker Run on Dione}
  expect: {Dione: {hold: {water: 14}}, discards: [Tanker Run]}
"""


def test_card_for_any_phase_that_brings_something_waits_in_an_attack(tmp_path):
    shutil.copytree(ROOT / "fixtures/wolves", tmp_path / "fixtures/wolves")
    cards = tmp_path / "fixtures/wolves/actions.yaml"
    printed = "title: Tanker Run, team: Quellon, kind: one use, when: action"
    text = cards.read_text(encoding="utf-8")
    assert printed in text
    cards.write_text(text.replace(printed, printed.replace("action", "any")), encoding="utf-8")
    content, path = load(tmp_path), tmp_path / "example.yaml"
    path.write_text(EXAMPLE, encoding="utf-8")
    (scenario,) = read_scenarios(path, content)
    assert run_scenario(scenario, content) is None
