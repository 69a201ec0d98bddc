"""Whatever is typed is read, printed and read back, or refused with a place that lies in it."""

from random import Random

import pytest

from incursions.games.incursions.search import Query, QueryError, complete, explain_query
from tests.games.incursions.search.plain_search import random_query
from tests.sampling import is_long, sample

PIECES_OF_TEXT = [
    *"()\"'-*:=<>!“”’‘–− \t\u00a0\u200f\u00ad\ufeffaÄöＡ½ŉß٣",
    *("or", "and", "not", "ÖR", ">=", "!=", "<=", "sort:", "view:", "sort:-hull", "view:text", "nature:", "Attack"),
    *("hull>=", "30", "-1", "title=", "is:", "unique", "has:", "damage:", "2D6", "rarity<", "xtra rare", "crew", "\0"),
]
TYPED = 1500 if is_long() else 500


def soup(chance: Random) -> str:
    return "".join(chance.choices(PIECES_OF_TEXT, k=chance.randint(1, 12)))


def cut(index, chance: Random) -> str:
    """Return a query with a part left out, as when somebody is still typing."""
    text = random_query(index, chance, 2)
    start, end = sorted(chance.choices(range(len(text) + 1), k=2))
    return chance.choice([text[:start], text[:start] + text[end:]])


def read(index, text: str) -> Query | QueryError:
    try:
        return index.parse(text)
    except QueryError as error:
        return error


@pytest.mark.parametrize("seed", sample([1, 2], 1))
def test_whatever_is_typed_is_read_or_refused_in_its_place(index, seed):
    chance = Random(seed)
    refused = 0
    for number in range(TYPED):
        text = soup(chance) if number % 2 else cut(index, chance)
        query = read(index, text)
        if isinstance(query, QueryError):
            refused += 1
            assert 0 <= query.place.start < query.place.end <= len(text), repr(text)
            assert query.corrected != text, repr(text)
        else:
            assert index.parse(str(query)) == query, repr(text)
            assert explain_query(query)
    assert TYPED / 10 < refused < TYPED * 9 / 10


def test_following_the_suggestions_comes_to_an_end(index):
    chance = Random(3)
    for _ in range(TYPED):
        text: str | None = soup(chance)
        for _ in range(20):
            query = read(index, text)
            text = query.corrected if isinstance(query, QueryError) else None
            if text is None:
                break
        assert text is None


def test_completion_stays_inside_what_is_typed(index):
    chance = Random(4)
    for _ in range(TYPED):
        text = soup(chance)
        cursor = chance.randint(0, len(text))
        for offered in complete(text, cursor, index.vocabulary):
            assert 0 <= offered.place.start <= cursor <= offered.place.end <= len(text), (text, cursor)
