"""docs/decks.md: its table is what the evaluator says, and its examples can be read."""

import re

from django.conf import settings

from incursions.games.incursions.deck_files import code_of, read_deck, read_pool
from incursions.games.incursions.deck_files.formats import LONGEST_NAME, LONGEST_TEXT, MOST_COPIES, MOST_LINES
from incursions.games.incursions.rules.construction import RULES_BY_CODE, SENTENCES, DeckContent, severity_of
from incursions.games.incursions.rules.rulebook import read_rulebook

PAGE = (settings.ROOT / "docs" / "decks.md").read_text(encoding="utf-8")


def said(code):
    """Return the sentence with its parameters in capitals."""
    return re.sub(r"{(\w+)}", lambda found: found[1].upper(), SENTENCES[code])


def test_the_table_is_what_the_evaluator_says():
    rows = re.findall(r"^\| `(\w+\.\w+)` \| (\w+) \| ([\d.]+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert rows == [(code, severity_of(code).value, rule, said(code)) for code, rule in RULES_BY_CODE.items()]


def test_each_rule_named_is_in_the_rulebook():
    numbers = set(read_rulebook(settings.ROOT / "docs" / "rulebook").rules)
    named = set(re.findall(r"\(rules (\d+\.\d+)\)", PAGE)) | {rule for rule in RULES_BY_CODE.values() if "." in rule}
    assert named <= numbers


def test_the_examples_are_one_deck_and_its_pool(titles):
    text, as_json, pool = re.findall(r"^```(?:json)?\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    decks = [read_deck(example, titles) for example in (text, as_json)]
    piles = {"Phasers": 4, "Red Alert": 2}, {"Wormhole 1": 1, "Mine Field": 3}
    assert [(deck.name, deck.content) for deck in decks] == [
        ("Wreck Runners", DeckContent("Sol", "Aes Palamas", None, *piles))
    ] * 2
    assert read_pool(pool, titles).pool == decks[0].content.pieces
    assert all(line.title for line in decks[0].lines)


def test_the_limits_are_those_of_the_code():
    for limit in (LONGEST_NAME, LONGEST_TEXT, MOST_COPIES, MOST_LINES):
        assert f"{limit:,}" in PAGE


def test_the_code_is_that_of_its_words(lexicon):
    (code,) = re.findall(r"`(INC1-\w+)`", PAGE)
    small = DeckContent("Sol", "Aes Palamas", None, {"Phasers": 4, "Fire": 7}, {"Wormhole 1": 1})
    assert code_of(small, lexicon.numbers) == code
