"""Pictures of pieces over the web: their addresses, what is sent, and what is refused."""

import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.urls import reverse
from PIL import Image
from PIL.ExifTags import Base

from cards import pictures
from cards.catalogue import current_pieces, known_piece, pictured_pieces, url_of
from cards.picture_addresses import find_address
from cards.pictures import PictureName, are_made, name_of, names_of, picture_file, read_name
from incursions.games.incursions.rules.printed.piece_fields import LONGEST_TITLE
from incursions.games.incursions.rules.printed.pieces import START_TILE
from tests.markup import collapse_space

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.PICTURES = tmp_path / "pictures"


def address(title: str, size: str = "small") -> str:
    return reverse("cards:picture", args=[str(name_of(known_piece(title), size))])


def tag(title: str, size: str) -> str:
    return Template("{% load pictures %}{% piece_picture title size %}").render(Context({"title": title, "size": size}))


def test_start_tile_has_a_picture_and_no_page(client):
    assert START_TILE in pictured_pieces()
    answer = client.get(find_address(START_TILE, "art"))
    assert answer.status_code == 200
    assert Image.open(BytesIO(answer.content)).format == "WEBP"
    assert client.get(url_of(START_TILE["title"])).status_code == 404


@pytest.mark.parametrize(
    ("title", "size", "width", "height"),
    [
        ("Phasers", "small", 186, 260),
        ("Sol", "large", 372, 519),
        ("Crypt", "small", 260, 225),
        ("Crypt", "large", 519, 450),
    ],
)
def test_tag_names_an_image_without_words(title, size, width, height):
    shown = collapse_space(tag(title, size))
    assert f'src="{address(title, size)}" alt="" width="{width}" height="{height}" loading="lazy"' in shown


def test_tag_of_an_unknown_title_is_nothing():
    assert tag("<b>Nobody</b>", "small") == ""


def test_tags_of_a_page_ask_for_nothing(django_assert_num_queries):
    current_pieces()
    with django_assert_num_queries(0):
        for title in ("Phasers", "Sol", "Crypt"):
            tag(title, "small")


def test_picture_is_drawn_when_it_is_asked_for_and_kept(client):
    first = client.get(address("Phasers"))
    assert first.status_code == 200
    assert first["Content-Type"] == "image/webp"
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    assert first["X-Content-Type-Options"] == "nosniff"
    image = Image.open(BytesIO(first.content))
    assert (image.size, image.getexif()[Base.XResolution]) == ((372, 520), 150)
    assert are_made(names_of(known_piece("Phasers")).values())
    assert client.get(address("Phasers")).content == first.content


def test_drawing_is_svg_in_the_typefaces_of_the_pages(client):
    shown = Template("{% load pictures %}{% piece_drawing_url 'Phasers' %}{% piece_drawing_url 'Nobody' %}")
    path = shown.render(Context())
    assert path == address("Phasers", "drawing")
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert answer.content.decode().startswith('<?xml-stylesheet href="/static/css/fonts.css"?>\n<svg ')
    assert not Path(settings.PICTURES).exists()


def test_old_name_leads_to_the_present_one(client):
    old = str(name_of(known_piece("Phasers"), "large")._replace(digest="0" * 16))
    answer = client.get(reverse("cards:picture", args=[old]))
    assert answer.status_code == 302
    assert answer["Location"] == address("Phasers", "large")
    assert "immutable" not in answer.get("Cache-Control", "")


def test_longest_title_in_other_letters_has_a_file():
    piece = known_piece("Phasers") | {"title": "Ж" * LONGEST_TITLE}
    assert len(picture_file(piece, "small")) > 1000
    assert are_made(names_of(piece).values())
    assert read_name(str(name_of(piece, "small"))) == name_of(piece, "small")


def test_name_changes_with_the_piece():
    piece = known_piece("Phasers")
    assert name_of(piece, "small") == name_of(dict(reversed(piece.items())), "small")
    assert name_of(piece, "small") != name_of(piece | {"damage_dice": 3}, "small")


@pytest.mark.parametrize(
    "name",
    [
        "phasers.webp",
        "nobody.0123456789abcdef.small.webp",
        "phasers.0123456789abcdef.huge.webp",
        "phasers.0123456789ABCDEF.small.webp",
        "phasers.0123456789abcdef.small.svg",
        "phasers.0123456789abcdef.drawing.webp",
        "phasers.0123456789abcdef.small.webp\x00",
        "..%2f..%2fsecret_key",
        "..\\..\\secret_key",
        ".hidden",
        "a" * 5000,
    ],
)
def test_hostile_names_are_refused(client, name):
    assert client.get(f"/cards/pictures/{name}").status_code == 404
    assert not Path(settings.PICTURES).exists()


def test_names_are_read_as_they_are_written():
    name = PictureName("red-alert", "0123456789abcdef", "large")
    assert read_name(str(name)) == name
    assert read_name(f"{name}\n") is None
    assert read_name("../red-alert.0123456789abcdef.large.webp") is None


def test_only_one_draws_and_others_wait_for_it(monkeypatch):
    drawn = []
    draw = pictures.files_of
    monkeypatch.setattr(pictures, "files_of", lambda piece: drawn.append(piece) or draw(piece))
    piece = known_piece("Red Alert")
    with ThreadPoolExecutor(4) as pool:
        sent = list(pool.map(lambda size: picture_file(piece, size), ["small", "small", "large", "small"]))
    assert len(drawn) == 1
    assert sent[0] == sent[1] == sent[3] != sent[2]


def test_two_processes_that_draw_the_same_leave_it_whole():
    piece = known_piece("Red Alert")
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(pictures.make_pictures, [piece, piece])
    assert first == second
    assert name_of(piece, "small").file.read_bytes() == first["small"]
    assert len(list(Path(settings.PICTURES).iterdir())) == len(pictures.FILES)


@pytest.fixture(scope="module")
def files_of_phasers(django_db_setup, django_db_blocker) -> dict[str, bytes]:
    with django_db_blocker.unblock():
        return pictures.files_of(known_piece("Phasers"))


@pytest.fixture
def drawn_before(files_of_phasers, monkeypatch) -> list[dict]:
    """Give the files of Phasers without drawing them each time; the list of the pieces that were asked for."""
    asked = []
    monkeypatch.setattr(pictures, "files_of", lambda piece: asked.append(piece) or files_of_phasers)
    return asked


def test_half_a_file_is_drawn_anew(client, drawn_before):
    whole = client.get(address("Phasers")).content
    file = name_of(known_piece("Phasers"), "small").file
    for rest in (b"", whole[:7], whole[:-1]):
        file.write_bytes(rest)
        assert client.get(address("Phasers")).content == whole
        assert file.read_bytes() == whole
    assert drawn_before == [known_piece("Phasers")] * 4


def test_picture_that_cannot_be_kept_is_shown_all_the_same(client, monkeypatch, drawn_before):
    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    answer = client.get(address("Phasers"))
    assert (answer.status_code, Image.open(BytesIO(answer.content)).format) == (200, "WEBP")
    assert list(Path(settings.PICTURES).iterdir()) == []


def test_who_waits_too_long_is_told_to_come_again(client, monkeypatch):
    monkeypatch.setattr(pictures, "PATIENCE_S", 0.01)
    monkeypatch.setattr(pictures, "_drawing", held := threading.Lock())
    with held:
        answer = client.get(address("Phasers"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@pytest.mark.parametrize(("title", "size"), [("Crypt", (520, 450)), ("Phasers", (328, 159))])
def test_art_is_a_picture_without_the_frame(client, title, size):
    sent = client.get(find_address(known_piece(title), "art"))
    assert sent["Content-Type"] == "image/webp"
    assert Image.open(BytesIO(sent.content)).size == size
    assert len(sent.content) < 40_000
