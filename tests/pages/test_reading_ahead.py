"""What a fresh web process reads ahead: no page of a tournament compiles a template after it, or reads what is kept."""

import pytest
from django.template import engines
from django.template.loaders.cached import Loader

from incursions.kit.asgi_layers import prepare_in_background
from tests.markup import read_words
from tests.pages.tournaments import under_way
from tournaments.events.pages.page import compile_page_templates, read_tournaments

pytestmark = pytest.mark.usefixtures("nothing_kept")

PAGES = ("", "players/", "pairings/", "pairings/?by=name", "standings/", "projector")


def caches() -> list[Loader]:
    """Return the loaders that cache templates, below that of partials."""
    return [loader for partials in engines["django"].engine.template_loaders for loader in partials.loaders]


def compiled() -> set[str]:
    """Return the names of the templates that this process has compiled."""
    return {name for loader in caches() for name in loader.get_template_cache}


def test_templates_are_compiled_before_anybody_asks(owner, people, stranger, browser_of):
    row = under_way(owner, 3, 1, users=people[:1])
    for loader in caches():
        loader.reset()
    compile_page_templates()
    before = compiled()
    assert "events/pages/pairings.html" in before
    for browser in (stranger, browser_of(people[0])):
        for page in ("/tournaments/", *(f"{row.get_absolute_url()}{page}" for page in PAGES)):
            assert browser.get(page, headers={"Accept": "text/html"}).status_code == 200
    assert compiled() == before


@pytest.mark.parametrize("page", ["pairings/", "pairings/?by=name", "standings/"])
def test_tournament_under_way_is_read_before_anybody_asks(page, owner, stranger, django_assert_num_queries):
    row = under_way(owner, 4, 1)
    read_tournaments()
    with django_assert_num_queries(1):
        text = read_words(stranger.get(f"{row.get_absolute_url()}{page}"))
    assert "Random bot" in text


def test_what_cannot_be_read_ahead_stops_no_server(caplog):
    def fail() -> None:
        raise OSError("no disk")

    read = []
    prepare_in_background(fail, lambda: read.append("the next")).join()
    assert read == ["the next"]
    assert "not_read_ahead" in caplog.text
