"""The scenarios of Talon told to players: whole sentences, with names and words for what the files write in keys."""

import re
from pathlib import Path

import pytest

from incursions.games.talon.book import BOOK
from tests.markup import read_words
from tests.sampling import sample

ROOT = Path(__file__).parents[4]
OUTLINES = {outline.title: outline for outline in BOOK.list_examples(ROOT / BOOK.examples)}
KEYS = re.compile(r"[{}\[\]_]|\b(side|seat|refused|play|expect|until|then|given|talon_\w+|terran_\w+): ")


def tell(title):
    return BOOK.tell(ROOT, OUTLINES[title])


def list_sentences(story):
    steps = [sentence for step in story.steps for sentence in (step.chosen, *step.follows) if sentence]
    return [read_words(str(sentence)) for sentence in (*story.table, *steps, *story.end)]


@pytest.mark.parametrize("title", sample(sorted(OUTLINES), 40))
def test_every_scenario_is_told_in_whole_sentences(title):
    told = list_sentences(tell(title))
    assert told
    for sentence in told:
        assert not KEYS.search(sentence), sentence
        assert re.search(r"[.:”?!]( T\d+\.\d+)?$", sentence), sentence


def test_story_has_the_table_the_line_what_follows_and_the_refusal_with_its_rule():
    story = tell("Fire and launch do not pass a black hole, fire along its side does")
    assert [read_words(str(sentence)) for sentence in story.table] == [
        "Round 2, impulse C: Talon fires.",
        "Gauntlet, Talon BC: is at 0,0; faces east.",
        "Steadfast, Terran CA: is at 2,0; faces west.",
        "Lantern, Terran CA: is at 2,-1; faces west.",
        "The map has a black hole at 1,0.",
    ]
    first, *_, last = story.steps
    assert first.is_refused
    assert read_words(str(first.chosen)) == "Talon chooses “fire missiles of Gauntlet at Steadfast”."
    assert 'blocks the line. <span class="rule-number">T15.2</span>' in str(first.follows[-1])
    assert not last.is_refused
    assert read_words(str(last.follows[0])) == "Gauntlet launches missile 1 at Lantern. T15.1"
    assert [read_words(str(sentence)) for sentence in story.end] == ["Missile 1 aims at Lantern."]


def test_time_in_which_nobody_chooses_is_told_by_its_last_events():
    story = tell("A jump takes two more Power Phases")
    waiting = next(step for step in story.steps if "usual answers" in step.chosen)
    assert "until round 4, impulse F: Terran moves." in read_words(str(waiting.chosen))
    assert len(waiting.follows) <= 12


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Lines, arcs and pushes of the geometry contract", "The line from 0,0 to 3,-1 crosses 1,0; 2,-1."),
        (
            "Lines, arcs and pushes of the geometry contract",
            "Seen from 0,0 facing east, 2,-1 is on the border of the forward and left arcs.",
        ),
        (
            "Lines, arcs and pushes of the geometry contract",
            "A hole at 0,0 pulls a ship from 2,-1 to 1,-1 or 1,0.",
        ),
        ("A worm hole takes the ship out of the battle", "The worm hole is open to Talon."),
        ("Without an objective only fighters dock", "Tigers has docked with Ark."),
        ("Conceding takes the ships away, the foe wins", "Talon has won."),
        (
            "When a seat concedes in the middle of a forced choice, the next of its side answers",
            "Terran is a team: seat 1 with Vanguard; seat 2 with Linnet.",
        ),
        (
            "Gravity brings collisions at once, and the hole takes the nearest",
            (
                "In this order: the shift of Justice; the explosion of Justice; the shift of Sabre; the shift of "
                "Steadfast; a collision of Steadfast; a collision of Lantern; the shift of Lantern."
            ),
        ),
    ],
)
def test_facts_are_said_in_words(title, sentence):
    assert sentence in list_sentences(tell(title))


def test_scenario_that_changed_meanwhile_is_not_told():
    outline = next(iter(OUTLINES.values()))
    with pytest.raises(ValueError, match="has changed since it was listed"):
        BOOK.tell(ROOT, outline._replace(title="Another"))
