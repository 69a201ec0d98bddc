"""docs/vocabulary.md is what the tables say, and what it shows can be read."""

import re
from pathlib import Path

import pytest
import yaml

from incursions.games.incursions.rules.catalogue import check_definition
from incursions.games.incursions.rules.piece_reading import read_effects
from incursions.games.incursions.rules.printed.vocabulary import CONDITIONS, LOOKED_UP, STANDING, TRIGGERS
from incursions.games.incursions.rules.rulebook import read_rulebook
from incursions.games.incursions.rules.verbs.vocabulary import VERBS
from incursions.games.incursions.rules.vocabulary_doc import EXAMPLES, vocabulary_page

ROOT = Path(__file__).parents[5]


def test_the_page_is_up_to_date():
    page = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    assert page == vocabulary_page(), "docs/vocabulary.md is old: run script/manage vocabulary_doc"


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_can_be_read(example):
    for piece in yaml.safe_load(EXAMPLES[example]):
        assert read_effects(check_definition(piece, "vocabulary.md"))


def test_every_rule_that_the_page_names_exists():
    rules = read_rulebook(ROOT / "docs" / "rulebook").rules
    named = re.findall(r"(?<![\d.])\d{1,2}(?:\.\d{1,2}){1,2}\b", vocabulary_page())
    assert set(named) <= set(rules)


def test_the_tables_agree_with_each_other():
    for verb in VERBS.values():
        assert verb.triggers is None or verb.triggers <= set(TRIGGERS)
        assert {name for names in verb.needs for name in names} <= set(verb.fields)
    assert set(TRIGGERS) >= STANDING | LOOKED_UP
    assert all(condition.holds and condition.value.says for condition in CONDITIONS.values())
