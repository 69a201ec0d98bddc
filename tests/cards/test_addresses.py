"""Addresses of pieces: one for each title, and none that is another page's."""

import pytest

from cards.catalogue import FIXED, address_faults, slug_of, url_of
from cards.urls import urlpatterns
from incursions.games.incursions.rules.catalogue import Catalogue
from tests.catalogue_rows import fixtures


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Reinforce Shields", "reinforce-shields"),
        ("Ruk'tor", "ruktor"),
        ("RUK’TOR", "ruktor"),
        ("Krotha, Daughter of Vann", "krotha-daughter-of-vann"),
        ("Pirates!", "pirates"),
        ("  Émile --  Öst ", "emile-ost"),
        ("M6 / 7 & 8", "m6-7-8"),
        ("Help", "help-piece"),
        ("Море 2", "43c-43e-440-435-2"),
        ("!?", "21-3f"),
        ("../admin", "admin"),
    ],
)
def test_slug_of_a_title(title, slug):
    assert slug_of(title) == slug
    assert slug_of(slug) == slug


def test_url_of_a_title():
    assert url_of("Lu' Lingar") == "/cards/lu-lingar/"


def test_every_piece_of_the_base_set_has_an_address_of_its_own():
    titles = [title for kind in fixtures().pieces for title in kind]
    assert len({slug_of(title) for title in titles}) == len(titles)
    assert list(address_faults(fixtures().pieces)) == []


def test_no_title_takes_the_place_of_another_page():
    fixed = {str(each.pattern).split("/")[0] for each in urlpatterns} - {"", "<str:slug>"}
    assert {page for page in fixed if slug_of(page) == page} == set()
    assert all(slug_of(page) != page for page in FIXED)


def test_titles_of_one_address_are_refused():
    pieces = Catalogue(
        {"Ruk'tor": {"title": "Ruk'tor", "hull": 1}}, {"Ruktor": {"title": "Ruktor", "hex_points": 1}}, {}, {}
    )
    assert [str(fault) for fault in address_faults(pieces)] == [
        "hexes.yaml, Ruktor, title: a title with an address of its own was expected; ruktor is that of Ruk'tor"
    ]
