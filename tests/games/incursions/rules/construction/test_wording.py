"""Each problem is said in one sentence that tells what it found."""

import random
from string import Formatter

from incursions.games.incursions.rules.construction import RULES_BY_CODE, SEALED, SENTENCES, evaluate, sentence
from tests.games.incursions.rules.construction.contents import problems, random_content
from tests.games.incursions.rules.construction.pieces import CARDS, PIECES, deck


def test_every_code_has_its_sentence():
    assert list(SENTENCES) == list(RULES_BY_CODE)
    assert all(said.endswith(".") for said in SENTENCES.values())


def test_a_sentence_names_what_the_problem_carries():
    rng = random.Random(10)
    for _ in range(600):
        for found in evaluate(random_content(rng), SEALED, PIECES, pool={"Griffin": 1}).problems:
            named = {name for _, name, _, _ in Formatter().parse(SENTENCES[found.code]) if name}
            assert named == set(found.params)
            assert all(str(value) in sentence(found) for value in found.params.values())


def test_a_title_with_braces_is_said_as_it_stands():
    found = problems(deck(cards=CARDS | {"{title}{0}": 1}))
    assert [sentence(each) for each in found] == ["There is no piece called “{title}{0}”."]
