"""Examples told to players: every key has its words, and steps tell what follows or what refuses them."""

from pathlib import Path

import pytest

from incursions.games.outlines import list_outlines
from incursions.games.wolves import story_facts
from incursions.games.wolves.book import BOOK
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.examples.scenario_keys import ScenarioKeys
from incursions.games.wolves.stories import MOST_EVENTS, tell_story
from tests.games.wolves.days import ROOT, load_content
from tests.games.wolves.examples import read_examples
from tests.sampling import sample

CONTENT = load_content()
KEYS = ScenarioKeys(CONTENT)
TEAMS = {*CONTENT.fleet.vessels, "News Media"}
EXAMPLE = """
- title: Some
  rules: [W2.1]
  given:
    phase: muster
    places: {Dione Captain: map}
    motion: {text: Fuel is shared, votes: {FAS: yay}}
    attack: {round: Fleet 1, wolves: {4: {fighters: 1}}, at: {Dione squadron 1: 3}}
    Dione: {morale: 5, hold: {food: 4, water: 6}, mustered: true, damaged: {Bridge: Shattered Canopies}}
  dice: [4]
  steps:
  - {by: Control, do: end the attack}
  - {by: Dione Captain, do: begin team, refused: W26.4}
  - {by: Vulcan Warden, do: disperse the riot on Bridge with Vulcan security 1, refused: W22.7}
  expect: {frozen: false, separated: [], units: {Marine 1: whole}, Dione: {morale: 5}}
"""


def read_example(tmp_path: Path, text: str):
    path = tmp_path / "some.yaml"
    path.write_text(text, encoding="utf-8")
    (scenario,) = read_scenarios(path, CONTENT)
    return scenario


def test_every_key_of_examples_has_its_words():
    in_words = {*story_facts.GIVEN, "phase", "motion", "attack"}
    assert KEYS.list_given_checks().keys() - TEAMS == in_words
    assert KEYS.list_attack_checks().keys() == story_facts.ATTACK.keys()
    assert KEYS.list_expected_checks().keys() - TEAMS == story_facts.EXPECT.keys()
    for vessel in CONTENT.fleet.vessels.values():
        lines = KEYS.list_vessel_given_checks(vessel).keys() | KEYS.list_vessel_expected_checks(vessel).keys()
        assert lines == story_facts.VESSEL.keys()


def test_story_tells_the_moment_the_steps_and_the_end(tmp_path):
    text = EXAMPLE.replace("  dice: [4]\n", "")
    story = tell_story(read_example(tmp_path, text), CONTENT)
    assert list(story.table) == [
        "It is turn 2, in muster.",
        "Players elsewhere: Dione Captain (map).",
        "The motion “Fuel is shared” is open: FAS (yay).",
        (
            "The Wolves attack: round Fleet 1; Wolves by quadrant: 4 (fighters 1);"
            " squadrons by quadrant: Dione squadron 1: 3."
        ),
        "Dione: morale 5; hold: food 4, water 6; mustered: yes; damaged: Bridge (Shattered Canopies).",
    ]
    attack, refused, other = story.steps
    assert attack.chosen == "Control: “end the attack”."
    assert attack.follows[0] == "The attack is over."
    assert not attack.is_refused
    assert refused.is_refused
    (why,) = refused.follows
    assert why.unescape() == 'Refused: Only Control can do that. <span class="rule-number">W26.4</span>'
    assert other.follows[0].endswith('<span class="rule-number">W22.7</span>')
    assert list(story.end) == [
        "An attack is under way: no.",
        "Separated from the fleet: nothing.",
        "Units: Marine 1 (whole).",
        "Dione: morale 5.",
    ]


def test_story_that_does_not_hold_is_not_told(tmp_path):
    with pytest.raises(Exception, match="left over"):
        tell_story(read_example(tmp_path, EXAMPLE), CONTENT)


def test_texts_of_an_example_are_escaped(tmp_path):
    text = "- {title: Some, rules: [W2.1], given: {laws: [<b>]}, expect: {laws: [<b>]}}"
    story = tell_story(read_example(tmp_path, text), CONTENT)
    assert story.table[1] == story.end[0] == "Laws: &lt;b&gt;."


@pytest.mark.parametrize("scenario", sample(read_examples(), 40), ids=lambda scenario: scenario.title)
def test_every_example_can_be_told_in_few_sentences(scenario):
    story = tell_story(scenario, CONTENT)
    assert story.steps or story.end
    assert all(len(step.follows) <= MOST_EVENTS for step in story.steps)
    assert "{" not in "".join((*story.table, *story.end))


def test_example_that_has_changed_since_it_was_listed_is_not_told():
    outline = next(list_outlines(ROOT / BOOK.examples))
    assert BOOK.tell(ROOT, outline).steps
    with pytest.raises(ValueError, match="has changed"):
        BOOK.tell(ROOT, outline._replace(title="Another"))


def test_squadron_that_flies_is_said_to_go_and_not_to_roll(tmp_path):
    text = (
        "- title: Some\n  rules: [W16.1]\n  given: {attack: {round: Fleet 1, wolves: {4: {fighters: 1}}}}\n"
        "  steps: [{by: Dione First Officer, do: Dione squadron 1 flies to quadrant 1}]"
    )
    (step,) = tell_story(read_example(tmp_path, text), CONTENT).steps
    assert step.follows == ("Dione squadron 1 goes to quadrant 1.",)
