"""The bench of checking decks: that it measures what it says, not how fast."""

from incursions.games.incursions.deck_files import Titles, read_deck
from incursions.games.incursions.rules.construction import FULL, evaluate
from support.bench import decks_figures, parse_arguments
from support.benches import decks


def test_the_decks_of_the_bench_have_25_cards_and_a_whole_hexpile(base_set, facts):
    titles = Titles(facts)
    contents = [read_deck(text, titles).content for text in decks.deck_texts(base_set)]
    assert [sum(content.cards.values()) for content in contents] == [25] * 8
    assert [evaluate(content, FULL, facts).problems for content in contents] == [()] * 8


def test_checking_is_measured_by_script_bench(monkeypatch):
    monkeypatch.setattr(decks, "ROUNDS", 1)
    monkeypatch.setattr(decks, "IMPORTS", 1)
    figures = decks_figures()
    assert list(figures) == ["decks.check_us", "decks.import_ms"]
    assert min(figures.values()) > 0
    assert parse_arguments(["--decks", "--json"]).decks
