"""Titles are found as in search, and nothing is guessed."""

import pytest

from incursions.games.incursions.deck_files import Titles

KNOWN = ("Lu' Lingar", "Phasers", "Élan", "Wormhole 1", "Wormhole 10")


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("Lu' Lingar", "Lu' Lingar"),
        ("LU’ LINGAR", "Lu' Lingar"),
        ("lu lingar", "Lu' Lingar"),
        ("Lu'  Lingar", "Lu' Lingar"),
        ("elan", "Élan"),
        ("E\u0301lan", "Élan"),
        ("pha\u00adsers", "Phasers"),
        ("ｐｈａｓｅｒｓ", "Phasers"),
        ("wormhole 10", "Wormhole 10"),
    ],
)
def test_case_accents_and_apostrophes_never_matter(typed, title):
    assert Titles(KNOWN).find(typed) == title


@pytest.mark.parametrize("typed", ["", "Phaser", "Phaserss", "Wormhole", "Wormhole 1 0", "Phasers 2", "Lu-Lingar"])
def test_what_is_near_is_not_taken(typed):
    assert Titles(KNOWN).find(typed) is None


def test_of_titles_alike_only_the_exact_one_is_taken():
    titles = Titles(["Sol", "Söl"])
    assert [titles.find(typed) for typed in ("Sol", "Söl", "SOL")] == ["Sol", "Söl", None]
