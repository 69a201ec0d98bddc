"""Pictures of pieces as files: what each is called, and how it is made when it is missing.

A name holds a digest of all that the picture is made from: the definition, the code that draws, and the fonts. So a
file under its name never changes, and after an edit or with another release it is another file.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from html import escape
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import PIL
from django.conf import settings
from PIL import Image

from cards.addresses import slug_of
from incursions import pictures
from incursions.pictures.faces import picture_of
from incursions.pictures.fonts import FACES, SUBSETS, font_file
from incursions.pictures.pillow_pen import cut_mask, master
from incursions.pictures.sizes import CARD_HEIGHT, CARD_WIDTH, TILE_HEIGHT, TILE_WIDTH
from incursions.pictures.svg_pen import svg
from incursions.rules.printed.pieces import Definition

SMALLER: Mapping[str, int] = {"large": 2, "small": 4}  # than the master
QUALITY = 88
PATIENCE_S = 15.0
"""How long a request waits for its turn to draw."""
SHOWN_PER_MM = {"large": 5.9, "small": 2.95}  # pixels of a page: half of those of the file, for fine screens
DRAWING = "drawing"
"""What is no file of pixels but the picture as SVG, as large as one likes."""
_NAME = re.compile(r"([a-z0-9-]{1,200})\.([0-9a-f]{16})\.(?:(small|large)\.webp|(drawing)\.svg)")
_drawing = Lock()


class PictureName(NamedTuple):
    """The name of a file, in its parts."""

    slug: str
    digest: str
    size: str

    def __str__(self) -> str:
        return f"{self.slug}.{self.digest}.{self.size}.{'svg' if self.size == DRAWING else 'webp'}"

    @property
    def file(self) -> Path:
        """Where the file is."""
        return Path(settings.PICTURES) / str(self)


class BusyError(Exception):
    """Others are drawing, and it has taken too long."""


def name_of(definition: Definition, size: str) -> PictureName:
    """The name of the present picture of a piece."""
    made_from = json.dumps(definition, sort_keys=True).encode() + drawn_by()
    return PictureName(slug_of(definition["title"]), blake2b(made_from, digest_size=8).hexdigest(), size)


def read_name(text: str) -> PictureName | None:
    """The parts of a name that somebody asks for; None if no picture is called so."""
    match = _NAME.fullmatch(text)
    return None if match is None else PictureName(match[1], match[2], match[3] or match[4])


def shown_size(definition: Definition, size: str) -> tuple[int, int]:
    """Width and height on a page, in its pixels."""
    width, height = (TILE_WIDTH, TILE_HEIGHT) if "hex_points" in definition else (CARD_WIDTH, CARD_HEIGHT)
    return round(width * SHOWN_PER_MM[size]), round(height * SHOWN_PER_MM[size])


def picture_file(definition: Definition, size: str) -> bytes:
    """The picture as WebP, drawn now if it is missing.

    One is drawn at a time, so that a page full of missing pictures takes the time of one thread of this process and no
    more. Raises `BusyError` when the wait for it is too long.
    """
    name = name_of(definition, size)
    found = _read(name.file)
    if found is not None:
        return found
    if not _drawing.acquire(timeout=PATIENCE_S):
        raise BusyError
    try:
        return _read(name.file) or make_pictures(definition)[size]
    finally:
        _drawing.release()


def make_pictures(definition: Definition) -> dict[str, bytes]:
    """Draw a piece once, and write it in all its sizes."""
    picture = picture_of(definition)
    image = master(picture)
    image.putalpha(cut_mask(picture, image.size))
    made = {size: _webp(image.reduce(smaller)) for size, smaller in SMALLER.items()}
    for size, data in made.items():
        _write(name_of(definition, size).file, data)
    return made


def drawing(definition: Definition, style_sheet: str) -> str:
    """The picture as SVG, for a page of its own; `style_sheet` is where it finds its typefaces."""
    return f'<?xml-stylesheet href="{escape(style_sheet)}"?>\n{svg(picture_of(definition))}'


def is_made(definition: Definition) -> bool:
    """Whether the piece has its pictures in all sizes."""
    return all(name_of(definition, size).file.is_file() for size in SMALLER)


def _webp(image: Image.Image) -> bytes:
    data = BytesIO()
    image.save(data, "WEBP", quality=QUALITY, method=4)
    return data.getvalue()


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def _write(file: Path, data: bytes) -> None:
    """All at once: whoever reads the file meanwhile, or writes the same, meets it whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".", delete=False) as begun:
        begun.write(data)
    Path(begun.name).replace(file)


@cache
def drawn_by() -> bytes:
    """A digest of the code that draws and of the fonts."""
    digest = blake2b(PIL.__version__.encode())
    sources = Path(pictures.__file__).parent.rglob("*.py")
    fonts = (font_file(face, subset) for face in FACES for subset in SUBSETS)
    for file in [*sorted(sources), *fonts, Path(__file__)]:
        digest.update(file.read_bytes())
    return digest.digest()
