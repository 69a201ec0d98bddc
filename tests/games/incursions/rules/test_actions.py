"""docs/actions.md is what the code says, and what it lists is all that can be said."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from incursions.engine.hexes import DIRECTIONS
from incursions.games.incursions.rules.actions import LINES, SYSTEMS, actions_page
from incursions.games.incursions.rules.rulebook import read_rulebook
from tests.fuzz.decks import dealt
from tests.games.incursions.rules.house_scenarios import all_scenarios
from tests.games.incursions.rules.tables import new_game

ROOT = Path(__file__).parents[4]


def said_in_scenarios():
    for scenario in all_scenarios():
        yield from (s["play"] for s in scenario.described.get("steps") or () if "play" in s and "refused" not in s)


SAID = sorted(set(said_in_scenarios()))


PLACEHOLDERS = {
    "DIRECTION": "|".join(DIRECTIONS),
    "Q,R": r"-?\d+,-?\d+(?: #\d+)?",
    "N": r"\d+",
    "SYSTEM": "|".join(SYSTEMS),
    "TITLE": ".+",
    "WEAPON": ".+",
    "FACE": ".+",
    "TARGET": r"seat \d+|.+ of seat \d+(?: #\d+)?|.+ in -?\d+,-?\d+(?: #\d+)?",
}


@cache
def pattern_of(form):
    words = re.sub(r" ?\[ ?", " [ ", form).replace("]", " ] ").split()
    return re.compile("".join(pattern_of_word(word) for word in words))


def pattern_of_word(word):
    if word in ("[", "]"):
        return "(?:" if word == "[" else ")?"
    return f" (?:{PLACEHOLDERS.get(word) or '|'.join(map(re.escape, word.split('|')))})"


def fits(line, text):
    """Whether the text is a line of this form."""
    return pattern_of(line.form).fullmatch(f" {text}") is not None


def spoken(line):
    """Return the line without the stages that may be left out."""
    return re.sub(r" (?:with|and) no (?:power|range|card)\b", "", line)


def test_the_page_is_up_to_date():
    page = (ROOT / "docs" / "actions.md").read_text(encoding="utf-8")
    assert page == actions_page(), "docs/actions.md is old: run script/manage actions_doc"


@pytest.mark.parametrize("line", [line for line in LINES if not line.form.startswith("step back")])
def test_each_line_is_played_in_some_scenario(line):
    assert any(fits(line, text) for text in SAID)


def test_stepping_back_is_taken():
    game = new_game()
    game.play("decline")
    for text in ("step back to 0", "step back to 0 for seat 1"):
        (line,) = [line for line in LINES if fits(line, text)]
        assert game.act(None, text)
        assert line.form == "step back to N [for seat N]"


def test_a_form_takes_nothing_else():
    by_form = {line.form: line for line in LINES}
    torpedoes = by_form["fire torpedoes at seat N [with N power] [with|and range N]"]
    assert fits(torpedoes, "fire torpedoes at seat 1 with 1 power and range 2")
    assert fits(torpedoes, "fire torpedoes at seat 1 with range 2")
    assert not fits(torpedoes, "fire torpedoes at seat 1 with range")
    assert not fits(torpedoes, "fire torpedoes")
    assert not fits(by_form["explore DIRECTION"], "explore up")


@pytest.mark.parametrize("seed", range(6))
def test_random_play_says_nothing_that_is_not_listed(seed):
    game, chance, line = new_game(3, seed), Random(seed), ""
    while game.decision is not None and game.number < 400:
        option = chance.choice(list(game.decision))
        line = " ".join([*game.decision.said, option])
        whole = game.following(option) is None
        if whole:
            assert any(fits(form, spoken(line)) for form in LINES), line
        game.play(option)


@pytest.mark.long
@pytest.mark.parametrize("number", range(6))
def test_random_play_beyond_basic_says_nothing_that_is_not_listed(number):
    chance, game = dealt(number)
    while game.decision is not None and game.number < 200:
        option = chance.choice(game.decision.options)
        line = " ".join([*game.decision.said, option])
        if game.following(option) is None:
            assert any(fits(form, spoken(line)) for form in LINES), line
        game.play(option)


def test_the_rules_of_every_line_are_in_the_rulebook():
    rules = read_rulebook(ROOT / "docs" / "rulebook").rules
    assert {number for line in LINES for number in line.rules} <= set(rules)
