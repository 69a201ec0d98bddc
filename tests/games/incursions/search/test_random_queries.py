"""Queries by chance: the index agrees with asking every piece, and every query is printed, read back and explained."""

from random import Random

import pytest

from incursions.games.incursions.search import explain_query
from incursions.games.incursions.search.parsing import MOST_TERMS
from incursions.games.incursions.search.query import LONGEST_QUERY
from tests.games.incursions.search.plain_search import plain_search, random_query
from tests.sampling import is_long, sample

QUERIES = 150 if is_long() else 60


@pytest.fixture(scope="module", params=sample([1, 2, 3], 1))
def queries(request, index):
    chance = Random(request.param)
    read = []
    while len(read) < QUERIES:
        text = random_query(index, chance)
        if len(text) <= LONGEST_QUERY / 2 and text.count('"') <= 2 * MOST_TERMS:  # each term has its quotes
            read.append(index.parse(text))
    return read


def by_title(pieces):
    return sorted(piece["title"] for piece in pieces)


def test_the_index_finds_what_asking_every_piece_finds(index, queries):
    sizes = set()
    for query in queries:
        found = index.answer(query).pieces
        assert by_title(found) == by_title(plain_search(index, query.condition)), str(query)
        sizes.add(len(found))
    assert len(sizes) > QUERIES / 5


def test_the_canonical_text_reads_back_as_the_same_query(index, queries):
    for query in queries:
        assert index.parse(str(query)) == query
        assert str(index.parse(str(query))) == str(query)


def test_no_two_queries_are_explained_alike(queries):
    explanations = {explain_query(query): str(query) for query in queries}
    assert "" not in explanations
    assert len(explanations) == len(set(queries))


def test_facets_add_up_with_what_is_found(index, queries):
    for query in queries:
        answer = index.answer(query)
        assert sum(answer.facets["kind"].values()) == len(answer.pieces)
        cards = [piece for piece in answer.pieces if "nature" in piece]
        assert sum(answer.facets["nature"].values()) == len(cards)
        assert sum(answer.facets["rarity"].values()) == len(cards)


def test_a_facet_counts_what_narrowing_the_query_by_it_finds(index, queries):
    for query in sample(queries[:20], 6):
        for field, counts in index.answer(query).facets.items():
            for word, count in counts.items():
                narrowed = f'({query}) {field}:"{word}"'
                assert count == len(index.search(narrowed).pieces)
