"""A query as typed, changed by a click: the rest stays as it was, and it means what it should."""

from random import Random

import pytest

from incursions.games.incursions.search.fields import FIELDS
from incursions.games.incursions.search.typed import TypedQuery
from tests.sampling import is_long

FACETS = [field for field in FIELDS if field.is_facet]


@pytest.fixture
def typed(index):
    return lambda text: TypedQuery(text, index.vocabulary)


@pytest.mark.parametrize(
    ("text", "field", "word", "changed"),
    [
        ("", "nature", "Attack", "nature:Attack"),
        ("  ", "nature", "Attack", "nature:Attack"),
        ("Red  ALERT", "nature", "Attack", "Red  ALERT nature:Attack"),
        ("phasers", "rarity", "Ultra Rare", 'phasers rarity:"Ultra Rare"'),
        ("phasers sort:rarity", "nature", "Attack", "phasers nature:Attack sort:rarity"),
        ('"a"sort:rarity', "nature", "Attack", '"a" nature:Attack sort:rarity'),
        ("sort:rarity", "nature", "Attack", "nature:Attack sort:rarity"),
        ("sort:rarity phasers", "nature", "Attack", "sort:rarity phasers nature:Attack"),
        ("a OR  b", "nature", "Attack", "(a OR  b) nature:Attack"),
        ("a sort:title b or c view:text", "nature", "Attack", "(a b or c) nature:Attack sort:title view:text"),
        ("(a or b)", "nature", "Attack", "(a or b) nature:Attack"),
        ("-nature:attack", "nature", "Crew", "-nature:attack nature:Crew"),
        ("nature!=attack", "nature", "Crew", "nature!=attack nature:Crew"),
        ("rarity>=rare", "rarity", "Common", "rarity>=rare rarity:Common"),
        # Another word of a field that has one already.
        ("n:att", "nature", "Crew", "n:att or nature:Crew"),
        ("n:att sort:title", "nature", "Crew", "n:att or nature:Crew sort:title"),
        ("n:att phasers", "nature", "Crew", "(n:att or nature:Crew) phasers"),
        ("phasers and n=att", "nature", "Crew", "phasers and (n=att or nature:Crew)"),
        ("n:att or n:def", "nature", "Crew", "n:att or n:def or nature:Crew"),
        ("x (n:att  or n:def)", "nature", "Crew", "x (n:att or n:def or nature:Crew)"),
        ("((n:att or n:def) or n:tac) x", "nature", "Crew", "(n:att or n:def or n:tac or nature:Crew) x"),
        ("(n:att x)", "nature", "Crew", "((n:att or nature:Crew) x)"),
        ("race:k*", "race", "Borg", "race:k* or race:Borg"),
        ("race:klingon race:borg", "race", "Romulan",
         "(race:klingon or race:Romulan) (race:borg or race:Romulan)"),
        # What holds for one alternative only is nobody's choice.
        ("n:att x or y", "nature", "Crew", "(n:att x or y) nature:Crew"),
        ("n:att or r:rare", "nature", "Crew", "(n:att or r:rare) nature:Crew"),
        ("-(n:att or n:def)", "nature", "Crew", "-(n:att or n:def) nature:Crew"),
    ],
)  # fmt: skip
def test_a_word_is_put_in(typed, text, field, word, changed):
    query = typed(text)
    assert query.with_word(field, word) == query.toggle(field, word) == changed
    assert word in typed(changed).words_of(field)
    assert typed(changed).with_word(field, word) == changed


@pytest.mark.parametrize(
    ("text", "field", "word", "changed"),
    [
        ("nature:attack", "nature", "Attack", ""),
        ("N:att phasers", "nature", "Attack", "phasers"),
        ("phasers  n:attack  'x", "nature", "Attack", "phasers 'x"),
        ("a and n:attack and b", "nature", "Attack", "a and b"),
        ("n:attack and b", "nature", "Attack", "b"),
        ("a and n:attack", "nature", "Attack", "a"),
        ("n:attack n:att x", "nature", "Attack", "x"),
        ("n:attack sort:title", "nature", "Attack", "sort:title"),
        ("sort:title n:attack x", "nature", "Attack", "sort:title x"),
        ("n:att or n:def", "nature", "Attack", "n:def"),
        ("n:att or n:att sort:title", "nature", "Attack", "sort:title"),
        ("(n:att or n:def) x", "nature", "Attack", "n:def x"),
        ("(n:att or n:def or n:crew) x", "nature", "Defence", "(n:att or n:crew) x"),
        ("((n:att)) x", "nature", "Attack", "x"),
        ("(x (n:att))", "nature", "Attack", "(x)"),
        ("(n:att or n:def) n:att", "nature", "Attack", "n:def"),
        ('x r:"ultra rare"', "rarity", "Ultra Rare", "x"),
        ("points:3 or points=2", "points", "3", "points=2"),
    ],
)
def test_a_word_is_taken_out(typed, text, field, word, changed):
    query = typed(text)
    assert query.without_word(field, word) == query.toggle(field, word) == changed
    assert word not in typed(changed).words_of(field)
    assert typed(changed).without_word(field, word) == changed


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("x", "x"),
        ("n:att or n:def sort:title", "sort:title"),
        ("(n:att or n:def) x", "x"),
        ("n:att n:def x view:text", "x view:text"),
        ("-n:att x", "-n:att x"),
    ],
)
def test_a_field_is_taken_out_with_all_its_words(typed, text, changed):
    assert typed(text).without_field("nature") == changed


@pytest.mark.parametrize(
    ("text", "name", "value", "changed"),
    [
        ("", "view", "text", "view:text"),
        ("a  b", "view", "text", "a  b view:text"),
        ("view:list a sort:title", "view", "text", "a sort:title view:text"),
        ("a VIEW=list b or c", "view", "", "a b or c"),
        ("sort:title sort:-points a", "sort", "number", "a sort:number"),
        ("view:list", "view", "", ""),
    ],
)
def test_a_directive_is_exchanged(typed, text, name, value, changed):
    assert typed(text).with_directive(name, value) == changed


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("", []),
        ("a", [("a", "")]),
        ("a sort:title", [("a", "sort:title")]),
        ('a -"b c" n:att', [("a", '-"b c" n:att'), ('-"b c"', "a n:att"), ("n:att", 'a -"b c"')]),
        ("a or b", []),
        ("a b or c", [("a", "b or c"), ("b", "a or c")]),
        ("not a and b", [("not a", "b"), ("b", "not a")]),
        ("x (a b or c)", [("x", "(a b or c)"), ("(a b or c)", "x"), ("a", "x (b or c)"), ("b", "x (a or c)")]),
        ("x -(a b)", [("x", "-(a b)"), ("-(a b)", "x")]),
    ],
)
def test_a_query_without_each_of_its_terms(typed, text, shorter):
    assert typed(text).shorter() == shorter


@pytest.mark.parametrize(
    ("text", "has_room"),
    [
        ("", True),
        ("a " * 19, True),
        ("a " * 20, False),
        ("a " * 19 + "sort:title", False),
        ("(" * 9 + "a" + ")" * 9 + " or b", True),
        ("(" * 10 + "a" + ")" * 10 + " or b", False),
    ],
)
def test_a_query_has_room_for_a_word_more_while_one_more_can_be_read(index, typed, text, has_room):
    assert typed(text).has_room is has_room
    if has_room:
        assert index.search(typed(text).with_word("nature", "Attack"))


TERMS = ["phasers", '"red alert"', "-ship", "n:att", "nature:defence", "race:borg", "-race:borg", "rarity>=rare",
         "kind:card", 'r:"ultra rare"', "(n:att or n:def)", "(damage or n:att)", "(race:borg race:klingon)",
         "-(n:att or ship)", "((kind:card))", "points=2"]  # fmt: skip


def test_a_query_made_by_chance_means_what_it_should_after_any_click(index, typed):
    """A word put in narrows down to it or widens by it; taken out again it leaves the meaning that there was."""
    chance = Random(5)
    for _ in range(400 if is_long() else 120):
        joining = chance.choice([" ", " and ", " or "])
        text = joining.join(chance.sample(TERMS, chance.randint(1, 4))) + chance.choice(
            ["", " sort:title", " view:text"]
        )
        field = chance.choice(FACETS)
        word = chance.choice(list(index.search("").facets[field.name]))
        query = typed(text)
        if word in query.words_of(field.name):
            assert index.search(query.toggle(field.name, word)).query.sorts == index.parse(text).sorts
            continue
        others = found(index, query.without_field(field.name))
        having = found(index, f'{field.name}:"{word}"')
        expected = others & having | (found(index, text) if query.words_of(field.name) else set())
        clicked = query.toggle(field.name, word)
        assert found(index, clicked) == expected, (text, clicked)
        assert found(index, typed(clicked).toggle(field.name, word)) == found(index, text), (text, clicked)


def found(index, text):
    return {piece["title"] for piece in index.search(text).pieces}
