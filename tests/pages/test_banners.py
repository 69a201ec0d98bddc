"""What other sites show with a link: the facts in the head of each page, and the banners drawn for them."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image

from incursions.accounts.models import User
from incursions.games.incursions.table import chart, position_picture
from incursions.games.incursions.table.position_picture import digest_drawing
from incursions.kit import banners
from incursions.kit.banners import GENERAL, Banner, read_or_draw
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import announced, plan, with_bots
from tests.tournaments.laid_matches import NOON
from tournaments.events.plans import create_tournament
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.life import TableRules, create_match
from tournaments.matches.models import Match

FACT = re.compile(r'<meta (?:property|name)="((?:og|twitter):[a-z:_]+)" content="([^"]*)">')


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def read_facts(browser, path) -> dict[str, str]:
    return {name: unescape(value) for name, value in FACT.findall(read_page(browser.get(path)))}


def fetch(browser, path):
    answer = browser.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    return answer


def fetch_of(browser, page) -> tuple[bytes, str]:
    """Return the banner that a page names, and how it may be cached."""
    answer = fetch(browser, read_facts(browser, page)["og:image"].removeprefix(settings.SITE_URL))
    return answer.content, answer.headers["Cache-Control"]


@pytest.fixture
def general(stranger, db) -> bytes:
    return fetch(stranger, "/banner.png").content


@pytest.mark.parametrize("path", ["/", "/matches", "/cards/", "/rules/", "/ratings/", "/tournaments/", "/offline/no"])
def test_every_page_has_its_facts_and_the_general_banner(path, stranger, catalogue):
    answer = stranger.get(path)
    page = answer.content.decode()
    facts = {name: unescape(value) for name, value in FACT.findall(page)}
    title = unescape(re.search("<title>(.*?)</title>", page)[1])
    assert facts["og:title"] == facts["twitter:title"] == title
    assert title.endswith(" · Incursions")
    assert facts["og:url"] == settings.SITE_URL + ("/" if answer.status_code == 404 else path)
    assert facts["og:image"] == f"{settings.SITE_URL}/banner.png"
    assert (facts["og:image:width"], facts["og:image:height"]) == ("1200", "630")
    assert facts["twitter:card"] == "summary_large_image"
    assert facts["og:description"]
    assert facts["og:image:alt"]


def test_query_of_an_address_is_not_told_to_other_sites(stranger, catalogue):
    assert read_facts(stranger, "/cards/?q=secret")["og:url"] == f"{settings.SITE_URL}/cards/"


def test_banner_is_as_large_as_the_facts_say(general):
    assert Image.open(BytesIO(general)).size == (1200, 630)


def test_banner_of_a_match_shows_the_position_of_now(lay, play_on, stranger, general):
    match = lay(mode="basic")
    before, kept = fetch_of(stranger, match.get_absolute_url())
    assert "immutable" in kept
    after, _ = fetch_of(stranger, play_on(match, 6).get_absolute_url())
    assert len({before, after, general}) == 3


def test_page_of_a_player_at_the_table_names_the_banner_of_strangers(lay, people, browser_of, stranger):
    page = lay(mode="basic").get_absolute_url()
    assert read_facts(browser_of(people[0]), page)["og:image"] == read_facts(stranger, page)["og:image"]


def test_outdated_version_is_not_kept_for_ever(lay, stranger):
    address = reverse("match_banner", args=[lay(mode="basic").public_id])
    assert fetch(stranger, f"{address}?v=0").headers["Cache-Control"] == "public, max-age=300"


def test_match_banner_is_drawn_again_after_its_drawing_has_changed(lay, stranger, monkeypatch):
    page = lay(mode="basic").get_absolute_url()
    before = read_facts(stranger, page)["og:image"]
    fetch_of(stranger, page)
    drawn = list((settings.DATA_DIR / "banners").iterdir())
    digest_drawing.cache_clear()
    monkeypatch.setattr(position_picture, "__file__", chart.__file__)
    assert read_facts(stranger, page)["og:image"] != before
    assert fetch_of(stranger, page)[1].endswith("immutable")
    assert len(list((settings.DATA_DIR / "banners").iterdir())) == len(drawn) + 1
    digest_drawing.cache_clear()


@pytest.mark.parametrize("columns", [{"is_private": True}, {"is_lesson": True}])
def test_match_that_is_not_for_everybody_has_the_general_banner(columns, lay, stranger, people, browser_of, general):
    match = lay(mode="basic")
    Match.objects.filter(pk=match.pk).update(**columns)
    for browser in (stranger, browser_of(people[0])):
        present = f"{match.revision}-{digest_drawing()}"
        answer = fetch(browser, f"{reverse('match_banner', args=[match.public_id])}?v={present}")
        assert answer.content == general
        assert "immutable" not in answer.headers["Cache-Control"]


def test_match_that_a_player_hides_has_the_general_banner(lay, people, stranger, general):
    match = lay(mode="basic")
    User.objects.filter(pk=people[0].pk).update(watching_for="nobody")
    assert fetch(stranger, reverse("match_banner", args=[match.public_id])).content == general


def test_open_table_and_what_is_not_there_have_the_general_banner(stranger, catalogue, general):
    stranger.post(reverse("tables:matches"), {"mode": "basic", "seats": "2", "bots": "0"})
    opened = reverse("match_banner", args=[Match.objects.get().public_id])
    for address in (opened, "/banners/matches/none.png", "/banners/players/none.png", "/banners/pieces/none.png"):
        assert fetch(stranger, address).content == general


def test_banner_of_a_piece_has_its_picture(stranger, catalogue, general):
    data, kept = fetch_of(stranger, "/cards/phasers/")
    assert data != general
    assert "immutable" in kept


def test_banner_of_a_player_differs_and_the_page_says_that_it_is_a_profile(people, stranger, general):
    page = people[0].get_absolute_url()
    assert fetch_of(stranger, page)[0] != general
    assert read_facts(stranger, page)["og:type"] == "profile"


def test_banner_of_a_tournament_follows_its_version_and_a_draft_has_none(owner, stranger, general, nothing_kept):
    row = announced(owner)
    before, kept = fetch_of(stranger, row.get_absolute_url())
    after, _ = fetch_of(stranger, with_bots(row, owner, 3).get_absolute_url())
    draft = create_tournament(owner, plan(), now=NOON)
    assert len({before, after, general}) == 3
    assert "immutable" in kept
    assert fetch(stranger, reverse("tournament_banner", args=[draft.public_id])).content == general


def test_name_in_any_script_is_drawn(people, stranger, general):
    User.objects.filter(pk=people[0].pk).update(display_name='Ж"Ł漢 ' * 5)
    assert fetch_of(stranger, people[0].get_absolute_url())[0] != general


def test_banner_is_drawn_once():
    drawn = []
    banner = Banner("Twice asked", key=(1,), draw=lambda: drawn.append(1) or Image.new("RGB", (10, 10)))
    assert read_or_draw(banner) == read_or_draw(banner)
    assert drawn == [1]


def test_banners_on_disk_are_bounded(monkeypatch, tmp_path):
    monkeypatch.setattr(banners, "MOST_KEPT", 3)
    monkeypatch.setattr(banners, "DROPPED_AT_ONCE", 2)
    for number in range(6):
        read_or_draw(Banner("Kept", key=(number,)))
    assert len(list((tmp_path / "banners").iterdir())) <= 3


def test_whoever_waits_too_long_for_a_drawing_is_asked_to_come_back(monkeypatch, stranger, db):
    monkeypatch.setattr(banners, "PATIENCE_S", 0.01)
    with banners._drawing:
        answer = stranger.get("/banner.png")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_disk_that_cannot_be_written_costs_no_banner(tmp_path):
    (tmp_path / "banners").write_text("no folder")
    assert read_or_draw(GENERAL).startswith(b"\x89PNG")


def test_banner_of_a_match_of_every_game_shows_its_position(people, stranger, catalogue, general):
    for kind in game_kinds().values():
        match = create_match(host=people[0], rules=TableRules(game=kind.name, bots=(kind.usual_bot,)))
        data, kept = fetch_of(stranger, match.get_absolute_url())
        assert data != general
        assert kept.endswith("immutable")
        assert kind.title in read_facts(stranger, match.get_absolute_url())["og:description"]
