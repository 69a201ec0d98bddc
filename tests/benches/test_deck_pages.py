"""The bench of deck pages: that it measures what it says, not how fast."""

import pytest

from cards.decks.contents import content_of
from cards.decks.judging import judge_all
from cards.decks.models import Deck
from support.bench import parse_arguments
from support.benches.deck_pages import figures


@pytest.mark.long
@pytest.mark.django_db
def test_pages_are_measured_with_decks_of_all_kinds():
    measured = figures(decks=16, owners=3, rounds=1)
    assert all(figure > 0 for figure in measured.values())
    assert {name.partition(".")[0] for name in measured} == {"deck_pages"}
    decks = list(Deck.objects.select_related("shown"))
    assert len(decks) == 16
    assert {deck.visibility for deck in decks} == {"public", "private"}
    assert {verdict.is_legal for verdict in judge_all(content_of(deck.draft) for deck in decks)} == {True, False}
    assert all(deck.shown.content == deck.draft for deck in decks)


def test_script_bench_measures_them_when_it_is_asked():
    assert parse_arguments(["--deck-pages"]).deck_pages
