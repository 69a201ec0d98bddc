"""Fixes: after each that is offered its problem is gone. Tried on every deck of tests/decks."""

import pytest

from cards.decks.contents import content_of, data_of
from cards.decks.judging import apply_edits, fixes_of
from incursions.games.incursions.deck_files import Titles, read_deck, read_pool
from incursions.games.incursions.rules.construction import FORMATS, FULL, SEALED, evaluate
from incursions.games.incursions.rules.printed.pieces import facts_of
from tests.games.incursions.deck_files.example_decks import EXPECTED, FOLDER

LABELS = {
    "piece.unknown": [["Take Phased Array instead", "Take it out"]],
    "ship.not_a_ship": [["Move it to the hexpile", "Take it out"]],
    "captain.not_a_captain": [["Let it stand in", "Take it out"]],
    "stand_in.not_crew": [["Move it to the deck", "Take it out"]],
    "stand_in.beside_captain": [["Keep Aes Palamas", "Keep Elira"]],
    "deck.captain": [["Make it the captain", "Take it out"]],
    "deck.not_a_card": [["Make it the ship", "Take it out"], ["Move it to the hexpile", "Take it out"]],
    "deck.too_many_copies": [["Remove 99996"]],
    "deck.rarity_over_limit": [[], []],  # of several titles
    "deck.card_unusable": [["Take it out"]],
    "hexpile.too_many_copies": [["Remove 1"]],
    "hexpile.unique_twice": [["Remove 1"]],
    "hexpile.not_a_tile": [["Move it to the deck", "Take it out"]],
    "hexpile.worthless_tile": [["Take it out"]],
    "pool.exceeded": [["Remove 1"], ["Remove 1"], ["Remove 1"]],
}


@pytest.fixture(scope="session")
def titles(facts) -> Titles:
    return Titles(facts)


def judged(file, facts, titles):
    """Return a content of the folder, its facts, and a function that finds the problems of a content."""
    expected = EXPECTED[file]
    options = expected.get("options", {})
    chosen = SEALED if "pool" in options else FORMATS[expected.get("format", FULL.name)]
    chosen = chosen.with_hex_points(options.get("points", 30), options.get("tolerance", 2))
    pool = read_pool((FOLDER / "pools" / options["pool"]).read_text(), titles).pool if "pool" in options else None
    known = {**facts, **{piece["title"]: facts_of(piece) for piece in expected.get("made_up", ())}}
    content = read_deck((FOLDER / file).read_text(encoding="utf-8"), titles).content
    return content, known, lambda content: evaluate(content, chosen, known, pool=pool).problems


@pytest.mark.parametrize("file", EXPECTED)
def test_a_fix_takes_its_problem_away(file, facts, titles):
    content, known, problems_of = judged(file, facts, titles)
    problems = problems_of(content)
    for problem in problems:
        for fix in fixes_of(problem, content, known):
            after = apply_edits(content, fix.edits)
            assert content_of(data_of(after)) == after
            alike = [
                other for other in problems_of(after) if (other.code, other.pieces) == (problem.code, problem.pieces)
            ]
            assert alike == [], fix.label


@pytest.mark.parametrize("code", LABELS)
def test_fixes_are_offered_in_these_words(code, facts, titles):
    content, known, problems_of = judged(f"{code}.txt", facts, titles)
    offered = [[fix.label for fix in fixes_of(problem, content, known)] for problem in problems_of(content)]
    assert offered == LABELS[code]


def test_copies_above_the_limit_of_a_rarity_go_where_they_are_of_one_title(facts, titles):
    content, known, problems_of = judged("stand-in-twice.txt", facts, titles)
    (problem,) = problems_of(content)
    (fix,) = fixes_of(problem, content, known)
    assert (fix.label, apply_edits(content, fix.edits).cards.get("Scanner")) == ("Remove 1", None)


def test_nothing_is_offered_where_only_the_player_can_know(facts, titles):
    offered = set()
    for file in EXPECTED:
        content, known, problems_of = judged(file, facts, titles)
        offered |= {problem.code for problem in problems_of(content) if fixes_of(problem, content, known)}
    assert offered == set(LABELS)
