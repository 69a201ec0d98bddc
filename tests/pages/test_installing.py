"""The site as an installed app: manifest, icons, the colour of the browser's bars, service worker and offline page."""

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from incursions.kit.icons import SEA
from incursions.kit.installing import BACKGROUND, THEME_COLOUR
from tests.markup import read_page

TOKENS = (Path(settings.ROOT) / "static/css/tokens.css").read_text()
SURFACES = re.findall(r"--surface: (#[0-9a-f]{6})", TOKENS)[:2]


def read_manifest(browser) -> dict:
    answer = browser.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    return json.loads(answer.content)


def test_every_page_names_the_manifest_and_can_be_installed(stranger, db):
    page = read_page(stranger.get("/"))
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    told = read_manifest(stranger)
    assert (told["name"], told["start_url"], told["display"]) == ("Incursions", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        (f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")
    }


def test_icons_are_as_large_as_the_manifest_says(stranger, db):
    for icon in read_manifest(stranger)["icons"]:
        image = Image.open(BytesIO(stranger.get(icon["src"]).content))
        assert f"{image.width}x{image.height}" == icon["sizes"]


def test_maskable_icon_keeps_the_brand_within_the_safe_circle(stranger, db):
    image = Image.open(BytesIO(stranger.get("/icons/maskable-512.png").content)).convert("RGB")
    sea = tuple(int(SEA[at : at + 2], 16) for at in (1, 3, 5))
    outside = (
        image.getpixel((x, y))
        for x in range(0, 512, 4)
        for y in range(0, 512, 4)
        if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2
    )
    assert set(outside) == {sea}


@pytest.mark.parametrize(("theme", "colours"), [("", SURFACES), ("light", SURFACES[:1]), ("dark", SURFACES[1:])])
def test_colour_of_the_bars_follows_the_theme(theme, colours, stranger, db):
    if theme:
        stranger.cookies["theme"] = theme
    page = read_page(stranger.get("/"))
    assert re.findall(r'<meta name="theme-color"[^>]* content="(#[0-9a-f]{6})">', page) == colours


def test_manifest_has_the_colours_of_the_day():
    assert SURFACES[0] == THEME_COLOUR
    assert f"--page: {BACKGROUND};" in TOKENS


def test_offline_page_says_so_and_offers_to_try_again(stranger, db):
    page = read_page(stranger.get("/offline"))
    assert "<h1>You are offline</h1>" in page
    assert re.search(r'<a class="button primary" href="">Try again</a>', page)


def test_service_worker_keeps_the_offline_page_and_its_styles_alone(stranger, db):
    answer = stranger.get("/service-worker.js")
    worker = answer.content.decode()
    kept = json.loads(re.search(r"const KEPT = (\[.*\]);", worker)[1])
    assert answer.headers["Content-Type"] == "text/javascript"
    assert "no-cache" in answer.headers["Cache-Control"]
    assert kept[0] == "/offline"
    assert all(name.startswith("/static/css/") for name in kept[1:])
    assert "cache.put" not in worker
    page = read_page(stranger.get("/offline"))
    assert re.findall(r'<link rel="stylesheet" href="([^"]+)">', page) == kept[1:]


def test_policy_lets_the_site_have_a_worker_and_a_manifest(stranger, db):
    policy = stranger.get("/").headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
