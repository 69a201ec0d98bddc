"""The exhibition: two bots play on the front page while nobody else does, at a pace, and only while somebody looks."""

import re
from datetime import timedelta
from statistics import mean
from time import process_time

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.incursions.rules.events.cards import DrewCards
from tests.markup import read_page, read_words
from tournaments.matches.game_kinds import bot_titles, first_game, game_kinds
from tournaments.matches.life import TableRules, create_match
from tournaments.matches.models import Match
from tournaments.players.models import MatchRecord
from tournaments.tables import exhibition as module
from tournaments.tables.exhibition import GAME, MOST_LINES, PACE_S, REST_S, TURN, look_at_exhibition, shown_here

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture(autouse=True)
def nothing_shown():
    for key in (GAME, TURN):
        cache.delete(key)
    shown_here.clear()


@pytest.fixture
def browser() -> Client:
    return Client(HTTP_ACCEPT="text/html")


def look_later(now=None):
    """Look when the pace lets the next line be played."""
    cache.delete(TURN)
    return look_at_exhibition(now)


def play_to_its_end():
    for _ in range(2_000):
        shown = look_later()
        if shown.is_over:
            return shown
    pytest.fail("the exhibition has no end")


def test_two_different_bots_play_and_are_named():
    shown = look_at_exhibition()
    usual = bot_titles()[game_kinds()[first_game()].usual_bot]
    assert len({player.bot for player in shown.players}) == 2
    assert usual in {player.bot for player in shown.players}
    assert "Random bot" not in {player.bot for player in shown.players}


def test_line_is_played_no_sooner_than_the_pace_however_many_look():
    look_at_exhibition()
    first = cache.get(GAME)
    assert [look_at_exhibition().lines for _ in range(20)] == [first["lines"]] * 20
    assert cache.get(GAME) == first
    look_later()
    assert cache.get(GAME)["played"] == first["played"] + 1


def test_nothing_is_played_while_nobody_looks(monkeypatch):
    look_at_exhibition()
    cache.delete(TURN)
    before = cache.get(GAME)
    monkeypatch.setattr(module, "choose_moves", lambda *_, **__: pytest.fail("a line was played"))
    assert cache.get(GAME) == before


def test_exhibition_ends_rests_and_another_begins():
    over = play_to_its_end()
    game = cache.get(GAME)
    assert over.lines[0]
    assert len(over.lines) <= MOST_LINES
    assert look_later(game["over_at"] + timedelta(seconds=REST_S - 1)) == over
    assert not look_later(game["over_at"] + timedelta(seconds=REST_S)).is_over
    assert cache.get(GAME)["id"] != game["id"]


def test_games_of_the_house_take_turns():
    shown = []
    for _ in range(len(game_kinds()) + 1):
        shown.append(look_later().game.name)
        over = cache.get(GAME) | {"over_at": timezone.now() - timedelta(seconds=REST_S)}
        cache.set(GAME, over)
    assert shown == [*game_kinds(), first_game()]


@pytest.mark.parametrize("kind", game_kinds().values(), ids=lambda kind: kind.name)
def test_every_game_is_shown_with_its_map_and_log(kind, browser):
    cache.set(GAME, module._begin([kind]))
    cache.add(TURN, True)
    for _ in range(6):
        shown = look_later()
    assert shown.game == kind
    assert len({player.bot for player in shown.players}) == 2
    page = read_page(browser.get("/exhibition"))
    assert f"{kind.title} · " in page
    assert all(player.title in read_words(page) for player in shown.players)
    assert all(style in page for style in kind.table.styles)


def test_game_that_has_left_the_house_gives_way():
    look_at_exhibition()
    cache.set(GAME, cache.get(GAME) | {"game": "chess"})
    assert look_at_exhibition() is None
    assert look_later().game.name == first_game()


def test_exhibition_of_an_older_version_of_the_site_gives_way():
    look_at_exhibition()
    cache.set(GAME, {name: value for name, value in cache.get(GAME).items() if name != "game"})
    assert look_at_exhibition() is None
    assert look_later().game.name == first_game()


def test_exhibition_leaves_no_row():
    play_to_its_end()
    assert (Match.objects.count(), MatchRecord.objects.count(), User.objects.count()) == (0, 0, 0)


def test_exhibition_begun_under_other_rules_gives_way():
    look_at_exhibition()
    old = cache.get(GAME) | {"rules_version": 0}
    cache.set(GAME, old)
    look_later()
    assert cache.get(GAME)["id"] != old["id"]


def test_each_process_draws_the_same_exhibition():
    here = look_at_exhibition()
    shown_here.clear()
    assert look_at_exhibition() == here


def test_lines_tell_nothing_that_a_seat_alone_may_know():
    kind = game_kinds()[first_game()]
    look_at_exhibition()
    game = kind.game.from_data(cache.get(GAME)["state"], cache.get(GAME)["setup"])
    game.tell_to((0,), DrewCards, seat=0, titles=["Fire"])
    assert len(game.events) == 1
    assert module._write_lines(kind, game, game.events) == []


def test_front_page_shows_the_exhibition_when_nobody_plays(browser):
    page = read_page(browser.get("/"))
    shown = look_at_exhibition()
    assert '<span class="tag info">Exhibition</span>' in page
    assert all(player.title in read_words(page) and player.bot in page for player in shown.players)
    assert 'id="star-map"' in page
    assert 'href="/exhibition"' in page
    assert 'data-look="/playing"' in page
    assert not re.search(r'id="star-map".*?<button', page.partition("</svg>")[0])


def test_exhibition_shows_the_tiles_of_the_table_with_pictures_names_and_hints(browser):
    cache.set(GAME, module._begin([game_kinds()[first_game()]]))
    cache.add(TURN, True)
    tiles: list[str] = []
    while len(tiles) < 2:  # until somebody has explored
        look_later()
        page = read_page(browser.get("/exhibition"))
        tiles = re.findall(r'<g id="tile-.*?<text class="place"', page, re.DOTALL)
    for tile in tiles:
        assert re.search(r'<image href="/cards/pictures/[^"]+\.art\.webp"', tile)
        assert '<text class="name' in tile
        assert '<text class="hint' in tile


def test_match_of_people_takes_the_place_of_the_exhibition(browser):
    create_match(host=User.objects.create_user("one"), rules=TableRules(bots=("captain",)))
    for address in ("/", "/playing"):
        page = read_page(browser.get(address))
        assert "Exhibition" not in page
        assert "table-card" in page
    assert cache.get(GAME) is None


def test_private_match_does_not(browser):
    create_match(host=User.objects.create_user("one"), rules=TableRules(bots=("captain",), is_private=True))
    assert "Exhibition" in read_page(browser.get("/playing"))


def test_page_of_the_exhibition_has_the_whole_log(browser):
    for _ in range(12):
        shown = look_later()
    page, part = (read_page(browser.get("/exhibition", query)) for query in ({}, {"part": 1}))
    assert page.count("<li>") >= len(shown.lines) > 3
    assert part.strip().startswith("<section")
    assert "<html" not in part
    front = read_page(browser.get("/playing"))
    assert front.partition("exhibition-lines")[2].partition("</ol>")[0].count("<li>") == 3


def test_look_costs_one_query(browser, django_assert_num_queries):
    browser.get("/playing")
    with django_assert_num_queries(1):
        browser.get("/playing")


def test_looking_takes_less_than_two_percent_of_a_core(browser):
    browser.get("/playing")
    took = []
    for _ in range(40):
        cache.delete(TURN)
        began = process_time()
        browser.get("/playing")
        took.append(process_time() - began)
    assert mean(took) < 0.02 * PACE_S
