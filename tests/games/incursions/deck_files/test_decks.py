"""Decks good and bad in tests/decks: each is found to be what expected.yaml says, and every problem has its deck."""

import pytest
from django.conf import settings

from incursions.games.incursions.deck_files import read_deck, read_pool
from incursions.games.incursions.rules.construction import FORMATS, FULL, RULES_BY_CODE, SEALED, evaluate, severity_of
from incursions.games.incursions.rules.printed.pieces import facts_of
from incursions.games.incursions.rules.starters import load_starters
from tests.games.incursions.deck_files.example_decks import EXPECTED, FOLDER


def read(file, titles, reader=read_deck):
    found = reader(file.read_text(encoding="utf-8"), titles)
    assert found.faults == ()
    return found


def found_in(file, expected, facts, titles):
    """Return the problems of a deck of the folder."""
    options = expected.get("options", {})
    chosen = SEALED if "pool" in options else FORMATS[expected.get("format", FULL.name)]
    chosen = chosen.with_hex_points(options.get("points", 30), options.get("tolerance", 2))
    pool = read(FOLDER / "pools" / options["pool"], titles, read_pool).pool if "pool" in options else None
    known = {**facts, **{piece["title"]: facts_of(piece) for piece in expected.get("made_up", ())}}
    return evaluate(read(FOLDER / file, titles).content, chosen, known, pool=pool).problems


@pytest.mark.parametrize("file", EXPECTED)
def test_a_deck_has_the_problems_that_are_expected(file, facts, titles):
    expected = EXPECTED[file]
    problems = found_in(file, expected, facts, titles)
    assert [problem.code for problem in problems] == expected["codes"]
    assert [list(problem.pieces) for problem in problems] == expected.get("pieces", [])
    assert [problem.rule for problem in problems] == [RULES_BY_CODE[code] for code in expected["codes"]]
    assert [problem.severity for problem in problems] == [severity_of(code) for code in expected["codes"]]


def test_no_problem_lacks_a_deck_and_no_deck_is_left_out():
    assert {code for expected in EXPECTED.values() for code in expected["codes"]} == set(RULES_BY_CODE)
    assert set(EXPECTED) == {file.name for file in FOLDER.iterdir() if file.suffix in (".txt", ".json")}


def test_text_and_json_of_a_deck_are_the_same(titles):
    decks = [read(FOLDER / file, titles) for file in ("wreck-runners.txt", "wreck-runners.json", "usual-spellings.txt")]
    assert {(deck.name, deck.content.hash) for deck in decks} == {("Wreck Runners", decks[0].content.hash)}


def test_every_starter_deck_is_legal_without_a_warning(base_set, facts):
    starters = load_starters(settings.ROOT / "fixtures" / "starters.yaml", base_set)
    assert len(starters) == 8
    assert [evaluate(starter.content, FULL, facts).problems for starter in starters.values()] == [()] * 8
