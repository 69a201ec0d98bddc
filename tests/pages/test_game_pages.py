"""The house of games: the shelf on the front page, the page of each game, and the lists that name games."""

from dataclasses import replace
from html import unescape
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image

from incursions.books.links import book_address
from incursions.games.presentations import TITLE_ALONE
from incursions.kit.banners import GENERAL, read_or_draw
from tests.markup import read_page, read_words
from tournaments.matches import game_kinds as shelf
from tournaments.matches.game_kinds import full_mode_titles, game_kinds, loadouts_of
from tournaments.matches.life import TableRules, create_match
from tournaments.matches.models import Match
from tournaments.tables import bot_games
from tournaments.tables.bot_games import find_picture_version
from tournaments.tables.game_page import PICTURE_SIZE, GamePage

KINDS = list(game_kinds().values())
OTHERS = KINDS[1:]
pytestmark = pytest.mark.usefixtures("catalogue")


def name_of(kind):
    return kind.name


@pytest.fixture
def lone_game(monkeypatch):
    """Put the first game alone on the shelf."""
    monkeypatch.setattr(shelf, "game_kinds", lambda: {KINDS[0].name: KINDS[0]})
    full_mode_titles.cache_clear()
    yield KINDS[0]
    full_mode_titles.cache_clear()


def test_front_page_has_the_first_game_large_and_each_other_game_on_its_shelf(stranger):
    page = unescape(read_page(stranger.get("/")))
    assert f"<h1>{KINDS[0].presentation.headline}</h1>" in page
    assert reverse("tables:game", args=[KINDS[0].name]) in page
    for kind in OTHERS:
        shown = page.partition(f'aria-labelledby="game-{kind.name}"')[2].partition("</article>")[0]
        assert kind.title in shown
        assert kind.presentation.summary in shown
        assert GamePage(kind).picture_url in shown
        assert f'name="game" value="{kind.name}"' in " ".join(shown.split())


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_play_now_starts_a_match_of_the_game_against_its_first_bot(kind, stranger):
    stranger.post(reverse("tables:play"), {"game": kind.name})
    match = Match.objects.get()
    assert (match.game, match.mode) == (kind.name, kind.modes[0].name)
    assert [seat.bot for seat in match.seats.order_by("index")] == ["", kind.bots[0].name]


def test_play_now_without_a_name_plays_the_first_game(stranger):
    stranger.post(reverse("tables:play"))
    assert Match.objects.get().game == KINDS[0].name


@pytest.mark.parametrize("path", ["/games/chess/", "/games/chess/picture.png"])
def test_game_that_is_not_in_the_house_has_no_page(path, stranger):
    assert stranger.get(path).status_code == 404


def test_game_that_is_not_in_the_house_cannot_be_played(stranger):
    assert stranger.post(reverse("tables:play"), {"game": "chess"}).status_code == 404
    assert not Match.objects.exists()


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_page_of_a_game_says_what_it_is_and_whose(kind, stranger):
    answer = stranger.get(reverse("tables:game", args=[kind.name]))
    words = unescape(read_words(read_page(answer)))
    for text in (kind.title, kind.presentation.summary, *kind.presentation.story, *kind.presentation.credit):
        assert text in words
    for mode in kind.modes:
        assert mode.title in words
        assert mode.goal in words
    for bot in kind.bots:
        assert bot.words in words
    for voyage in kind.voyages.values():
        assert voyage.title in words
    assert f'href="{book_address(kind)}"' in read_page(answer)
    for page in loadouts_of(kind.name).pages:
        assert f'<a href="{reverse(page.route)}">{page.title}</a>' in read_page(answer)


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_each_mode_on_the_page_can_be_played(kind, stranger):
    page = " ".join(read_page(stranger.get(reverse("tables:game", args=[kind.name]))).split())
    for mode in kind.modes:
        assert f'name="mode" value="{mode.name}"' in page
        sent = {"game": kind.name, "mode": mode.name, "bots": "1", "bot_1": kind.bots[0].name}
        assert stranger.post(reverse("tables:matches"), sent).status_code == 303
        assert Match.objects.latest("created_at").mode == mode.name


def test_page_of_a_game_lists_its_tables_and_no_others(stranger, people):
    for kind in KINDS:
        create_match(host=people[0], rules=TableRules(game=kind.name, bots=(kind.usual_bot,)))
        create_match(host=people[0], rules=TableRules(game=kind.name))
    for kind in KINDS:
        addresses = {match.get_absolute_url(): match.game for match in Match.objects.all()}
        for path in (reverse("tables:game", args=[kind.name]), f"{reverse('tables:matches')}?game={kind.name}"):
            page = read_page(stranger.get(path))
            shown = {game for address, game in addresses.items() if f'href="{address}"' in page}
            assert shown == {kind.name}


def test_game_without_words_bots_lessons_and_picture_has_a_page(stranger, monkeypatch):
    bare = replace(OTHERS[0], presentation=TITLE_ALONE, bots=(), usual_bot="", load_voyages=tuple)
    bare.__dict__["table"] = replace(OTHERS[0].table, draw_position=None)
    monkeypatch.setitem(game_kinds(), bare.name, bare)
    address = reverse("tables:game", args=[bare.name])
    page = read_page(stranger.get(address))
    assert f"<h1>{bare.title}</h1>" in page
    assert "picture.png" not in page
    assert "Whose game it is" not in page
    assert stranger.get(f"{address}picture.png").status_code == 404
    assert stranger.get(f"/banners/games/{bare.name}.png").content == read_or_draw(GENERAL)
    assert stranger.post(reverse("tables:play"), {"game": bare.name}).status_code == 404


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_picture_of_a_game_is_a_position_that_browsers_may_keep(kind, stranger):
    answer = stranger.get(GamePage(kind).picture_url)
    assert answer.headers["Content-Type"] == "image/png"
    assert "immutable" in answer.headers["Cache-Control"]
    image = Image.open(BytesIO(answer.content))
    assert image.width == PICTURE_SIZE[0] or image.height == PICTURE_SIZE[1]
    bot_games.pictured_views.clear()
    bot_games.pictures.clear()
    again = stranger.get(f"/games/{kind.name}/picture.png?v=old")
    assert again.content == answer.content
    assert "immutable" not in again.headers["Cache-Control"]


def test_picture_is_drawn_once_by_a_process(stranger, monkeypatch):
    kind = OTHERS[0]
    first = stranger.get(GamePage(kind).picture_url).content
    monkeypatch.setattr(bot_games, "find_pictured_view", lambda _: pytest.fail("it was drawn again"))
    assert stranger.get(GamePage(kind).picture_url).content == first


def test_game_whose_position_cannot_be_laid_has_no_picture_and_the_general_banner(stranger, monkeypatch):
    def refuse(*_):
        raise ValueError("there are no pieces")

    bot_games.pictured_views.clear()
    bot_games.pictures.clear()
    monkeypatch.setattr(bot_games, "start_bot_game", refuse)
    assert stranger.get(f"/games/{KINDS[0].name}/picture.png").status_code == 404
    assert stranger.get(f"/banners/games/{KINDS[0].name}.png").content == read_or_draw(GENERAL)


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_page_of_a_game_names_its_banner_and_its_words(kind, stranger):
    page = unescape(read_page(stranger.get(reverse("tables:game", args=[kind.name]))))
    address = f"/banners/games/{kind.name}.png?v={find_picture_version(kind)}"
    assert f'<meta property="og:image" content="{settings.SITE_URL}{address}">' in page
    assert f'<meta name="description" content="{kind.presentation.summary}">' in page
    answer = stranger.get(address)
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert "immutable" in answer.headers["Cache-Control"]


def test_banner_of_no_game_is_the_general_one(stranger):
    assert stranger.get("/banners/games/chess.png").content == read_or_draw(GENERAL)


def test_bar_groups_the_pages_of_each_game(stranger):
    page = " ".join(read_page(stranger.get("/")).split())
    for kind in KINDS:
        group = page.partition(f'<span class="nav-game" role="group" aria-label="{kind.title}"')[2].partition(
            "</span>"
        )[0]
        assert all(page.title in group for page in loadouts_of(kind.name).pages)


def test_modes_are_named_with_their_game_only_in_a_house_of_several():
    assert full_mode_titles()["basic"] == "Incursions: Basic"


def test_modes_of_a_lone_game_are_named_alone(lone_game):
    assert full_mode_titles()["basic"] == "Basic"
