"""The bench of searches: that it measures what it says, not how fast."""

from incursions.games.incursions.search import SearchIndex
from support.bench import cards_figures, parse_arguments
from support.benches import cards
from support.benches.cards import made_up_catalogue


def test_a_made_up_catalogue_is_the_same_by_the_same_seed(base_set):
    made = made_up_catalogue(base_set, 500, seed=3)
    assert made == made_up_catalogue(base_set, 500, seed=3)
    assert made != made_up_catalogue(base_set, 500, seed=4)
    assert sum(map(len, made)) == 500
    assert min(map(len, made)) > 0


def test_the_queries_of_the_bench_find_all_few_and_many(base_set):
    for index in (SearchIndex(base_set), SearchIndex(made_up_catalogue(base_set, 500, cards.SEED))):
        sizes = [len(index.search(query).pieces) for query in cards.QUERIES]
        assert len(set(sizes)) > len(sizes) / 2
        assert max(sizes) == len(index.pieces)


def test_searching_is_measured_by_script_bench(monkeypatch):
    monkeypatch.setattr(cards, "ROUNDS", 1)
    monkeypatch.setattr(cards, "made_up_catalogue", lambda base, pieces, seed: base)
    figures = cards_figures()
    assert list(figures) == ["search.base_ms", "search.10000_ms"]
    assert all(figure > 0 for figure in figures.values())
    assert parse_arguments(["--cards", "--json"]).cards
