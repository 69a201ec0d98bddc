"""Scenarios as players read them: sentences about the table, what is chosen, what follows, what is refused."""

import re

import pytest

from incursions.engine.hexes import DIRECTIONS, distance, ring
from incursions.games.incursions.table.stories import _describe_way, tell_story
from tests.games.incursions.rules.house_scenarios import all_scenarios
from tests.games.incursions.rules.tables import CATALOGUE
from tests.markup import read_words
from tests.sampling import sample

FORM_OF_FILES = re.compile(r"[{}\[\]]|\b(seat|play|refused|expect|null|true|false): ?|\bNone\b|\bTrue\b|\bFalse\b")


def without_titles(said, scenario):
    """Return a sentence without the titles of pieces, such as "False Charts"."""
    own = [piece["title"] for piece in scenario.described.get("pieces") or []]
    for title in (*own, *(title for kind in CATALOGUE for title in kind)):
        said = said.replace(title, "")
    return said


def story_of(title):
    (found,) = (scenario for scenario in all_scenarios() if scenario.title == title)
    return tell_story(found, CATALOGUE)


def sentences_of(story):
    return [
        *map(read_words, story.table),
        *(read_words(part) for step in story.steps for part in (step.chosen, *step.follows)),
        *map(read_words, story.end),
    ]


@pytest.mark.parametrize("scenario", sample(all_scenarios(), 60), ids=lambda scenario: scenario.title)
def test_every_scenario_can_be_told_without_the_form_of_its_file(scenario):
    story = tell_story(scenario, CATALOGUE)
    assert len(story.table) > len(scenario.described["seats"])
    assert len(story.steps) == len(scenario.described.get("steps") or [])
    for step, told in zip(scenario.described.get("steps") or [], story.steps, strict=True):
        assert told.is_refused == ("refused" in step)
        if "refused" in step:
            assert any(f"({step['refused']})." in read_words(said) for said in told.follows)
    said = sentences_of(story)
    assert [each for each in said if FORM_OF_FILES.search(without_titles(each, scenario)) or not each.strip(" .;")] == [
        "" for step in story.steps if not step.chosen
    ]


def test_story_says_who_stands_where_with_what():
    story = story_of("A command is played before its maneuver, lies ready, and goes with it")
    assert [read_words(said) for said in story.table] == [
        "Full, round 1.",
        "Sol is in the start hex; has hull 20 and shields 20; has in hand Fire.",
        "Ruk'tor is in the start hex; has hull 20 and shields 20.",
        "Changed for this example: Sol, Ruk'tor, Fire.",
    ]


def test_story_says_what_is_played_what_follows_and_what_is_true_at_the_end():
    story = story_of("A command is played before its maneuver, lies ready, and goes with it")
    assert [read_words(step.chosen) for step in story.steps] == [
        "Sol chooses “play Fire”.",
        "",
        "Sol chooses “fire phasers at Ruk'tor”.",
        "Ruk'tor chooses “take the hit”.",
    ]
    assert "Ruk'tor: shields 20 → 7." in map(read_words, story.steps[3].follows)
    assert "Sol has in its discard pile Fire; has nothing ready for a maneuver." in map(read_words, story.end)
    looked = list(map(read_words, story.steps[1].follows))
    assert "It is the turn of Sol." in looked
    assert "1 maneuver left this turn." in looked


def test_story_names_a_charted_hex_by_its_tile():
    story = story_of("Torpedoes reach one hex more for each power spent on range")
    assert "Ruk'tor is in Open Space (4,0); has hull 20 and shields 20." in map(read_words, story.table)
    assert read_words(story.table[-2]).startswith("Charted: Open Space (1,0), 1 hex south-east of the start hex; ")


def test_story_tells_two_ships_of_one_title_apart_by_their_seats():
    story = story_of("Each face that lies before a player has its own way off the table")
    assert "Sol in seat 0 chooses “play Two Chains as heavy at Ruk'tor”." in sentences_of(story)
    assert "Sol in seat 2 has 3 power ready." in sentences_of(story)


@pytest.mark.parametrize("at", [at for radius in (1, 2, 3) for at in ring((0, 0), radius)])
def test_way_to_a_hex_is_a_shortest_one(at):
    q = r = steps = 0
    for count, name in re.findall(r"(\d+) hex(?:es)? ([\w-]+)", _describe_way(at)):
        along = DIRECTIONS[name]
        q, r, steps = q + int(count) * along[0], r + int(count) * along[1], steps + int(count)
    assert ((q, r), steps) == (at, distance(at, (0, 0)))
