"""The rulebook's page: read from the folder, numbers lead to rules."""

from tests.pages.conftest import positions
from tournaments.option_rows import rows_for
from tournaments.rulebook import read_rulebook


def known_numbers():
    return {rule.number for section in read_rulebook() for rule in section.rules}


def test_rulebook_has_the_rules_of_basic():
    assert {"1.1", "6.2", "8.3", "10.3", "11.1", "20.5", "21.9"} <= known_numbers()


def test_rulebook_rulings_are_told_apart():
    paragraphs = [part for section in read_rulebook() for rule in section.rules for part in rule.paragraphs]
    assert {part.is_ruling for part in paragraphs} == {True, False}
    assert not [part for part in paragraphs if "**" in part.html or part.html.startswith("Modes:")]


def test_rulebook_references_lead_to_rules():
    for section in read_rulebook():
        for rule in section.rules:
            for part in rule.paragraphs:
                for piece in part.html.split('href="#rule-')[1:]:
                    assert piece.split('"')[0].replace("-", ".") in known_numbers()


def test_rulebook_has_every_rule_that_a_question_or_refusal_names():
    known = known_numbers()
    for game in positions(3, every=9):
        named = {game.decision.rule} | {row.rule for row in rows_for(game, game.decision.seat) if row.is_refused}
        assert named <= known
