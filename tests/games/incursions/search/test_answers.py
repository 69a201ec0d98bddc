"""What an answer holds besides its pieces: facets, order, and the query as it was understood."""

from operator import eq, ge, gt, le, lt, ne

import pytest

from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.search import QueryError, SearchIndex
from incursions.games.incursions.search.index import FACETS
from incursions.games.incursions.search.query import Comparison, Query


def test_an_answer_holds_the_query_as_it_was_understood(index):
    assert index.search("N:Crew").query == Query(Comparison("nature", ":", "Crew"))


def test_an_empty_query_finds_every_piece_in_the_order_of_the_catalogue(base_set, index):
    found = [piece["title"] for piece in index.search("").pieces]
    assert found == [*base_set.ships, *base_set.captains, *base_set.cards, *base_set.tiles]


def test_facets_count_in_the_order_of_their_words(index):
    facets = index.search("").facets
    assert list(facets) == ["kind", "nature", "type", "rarity", "race", "method", "points", "set"]
    assert facets["kind"] == {"ship": 16, "captain": 12, "card": 182, "tile": 55}
    assert list(facets["nature"].items()) == [
        ("Command", 24),
        ("Attack", 36),
        ("Defence", 30),
        ("Tactical", 52),
        ("Crew", 40),
    ]
    assert list(facets["rarity"]) == ["Common", "Special", "Rare", "Xtra Rare", "Ultra Rare"]


def test_a_facet_names_words_that_nothing_found_has(index):
    facets = index.search("kind:ship").facets
    assert facets["nature"] == {"Command": 0, "Attack": 0, "Defence": 0, "Tactical": 0, "Crew": 0}
    assert facets["race"] == {"Federation": 4, "Klingon": 4, "Romulan": 4, "Borg": 4, "neutral": 0}


def test_an_empty_catalogue_can_be_searched():
    index = SearchIndex(Catalogue({}, {}, {}, {}))
    assert index.search("phasers or -nature:attack sort:hull").pieces == []
    with pytest.raises(QueryError, match="as no piece has one"):
        index.search("role:scout")


def test_a_facet_of_numbers_counts_in_their_order(index):
    points = index.search("").facets["points"]
    assert list(points) == sorted(points, key=int)
    assert sum(points.values()) == index.count(index.parse("kind:tile")) == 55


def test_a_query_counts_what_it_finds(index):
    assert index.count(index.parse("wormhole")) == len(index.search("wormhole").pieces) > 0


@pytest.mark.parametrize(
    ("compared", "holds"), [(">", gt), ("<", lt), (">=", ge), ("<=", le), (":", eq), ("=", eq), ("!=", ne)]
)
def test_numbers_of_a_piece_are_compared_with_one_another(index, compared, holds):
    having = [piece for piece in index.pieces if "hull" in piece and "shields" in piece]
    expected = [piece for piece in having if holds(piece["shields"], piece["hull"])]
    assert index.search(f"shield{compared}HULL").pieces == expected != []


def test_one_facet_alone_counts_as_the_answer_does(index):
    answer = index.search("phasers or kind:tile")
    assert {field.name: index.facet(field, answer.query) for field in FACETS} == answer.facets
    assert index.count(answer.query) == len(answer.pieces)
