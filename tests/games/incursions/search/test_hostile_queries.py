"""What nobody types in good faith gets a clear refusal, at once: after no more steps than a query has a right to."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from incursions.games.incursions.search import QueryError, complete

LONG = 100_000
FEW_STEPS = 50_000  # calls of functions: some 10 ms


@contextmanager
def few_steps() -> Iterator[None]:
    """Fails if what is done in the block takes very many calls of functions, which no busy machine makes more."""
    made = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
    assert made < FEW_STEPS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a" * LONG, "query.too_long"),
        ('"' * LONG, "query.too_long"),
        ("(" * 10_000, "query.too_long"),
        (" ".join(["a"] * 1_000), "query.too_long"),
        (" " * LONG, "query.too_long"),
        ("a " * 500, "query.too_many_terms"),
        ("a:" * 400, "field.unknown"),
        ("(" * 999, "bracket.too_deep"),
        ("(" * 11 + "a" + ")" * 11, "bracket.too_deep"),
        ("-(" * 400, "bracket.too_deep"),
        ("-" * 1_000, "minus.twice"),
        ("not " * 200 + "a", "minus.twice"),
        (")" * 1_000, "bracket.not_open"),
        ("or " * 300, "term.missing"),
        ("hull:" + "9" * 900, "value.no_number"),
        ("damage:" + "9" * 900 + "D6", "value.no_number"),
        ("nature:" + "a" * 900, "value.unknown"),
        ("<" * 1_000, "field.missing"),
        ("a\0b", "query.control_character"),
        ("text:\x1b[31m", "query.control_character"),
        ("\ud800", "query.control_character"),
        ("red \ufffd alert", "query.unreadable"),
        ("\u202e\u200f\ufeff", "value.empty"),
        ("\u0301", "value.empty"),
        (" ".join(f"ee>={number}" for number in range(19)) + ' "' + "a" * 840 + '"', "query.too_long"),
    ],
)
def test_a_hostile_query_is_refused_at_once(index, text, code):
    with few_steps(), pytest.raises(QueryError) as refused:
        index.search(text)
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["*" * 1_000, "text:" + "a*" * 400, "title=" + "*e" * 400, "(" * 10 + "a" + ")" * 10])
def test_what_is_allowed_is_answered_at_once(index, text):
    with few_steps():
        index.search(text)


def test_marks_of_direction_change_nothing(index):
    assert index.parse("na\u200fture:\u202eattack") == index.parse("nature:attack")
    assert "\u202e" not in str(index.parse("\u202eevil"))


@pytest.mark.parametrize("text", ["a" * LONG, "(" * LONG, "\0", "a:" * 500, '"' * 999, " " * 999])
def test_completion_of_anything_is_quick(index, text):
    with few_steps():
        complete(text, len(text) // 2, index.vocabulary)
        complete(text, len(text) + 5, index.vocabulary)
        complete(text, -5, index.vocabulary)
