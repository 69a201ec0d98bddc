"""Picture files of pieces: their names, and how a missing one is drawn.

A name holds a digest of all that the picture is made from: the definition, the code that draws, and the fonts. So a
file under its name never changes, and after an edit or with another release it is another file.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from html import escape
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import PIL
import pypdfium2
import structlog
from django.conf import settings
from PIL import Image
from PIL.ExifTags import Base

from cards.catalogue import slug_of
from incursions.games.incursions import pictures, printing
from incursions.games.incursions.pictures.faces import art_picture_of, picture_of
from incursions.games.incursions.pictures.shapes import CARD_HEIGHT, CARD_WIDTH, TILE_HEIGHT, TILE_WIDTH
from incursions.games.incursions.pictures.svg_pen import svg
from incursions.games.incursions.pictures.text_layout import FACES, SUBSETS, font_file
from incursions.games.incursions.printing.document import PRINT_DPI, render_pixels
from incursions.games.incursions.rules.printed.pieces import Definition

SMALLER: Mapping[str, int] = {"large": 1, "small": 2}  # than print needs it
ART, ART_SMALLER = "art", 2
"""The format of the art without its frame, for tables, and how much smaller than print needs it."""
FILES = (*SMALLER, ART)
"""The formats that are files."""
QUALITY = 88
PATIENCE_S = 15.0
"""Seconds that a request waits for its turn to draw."""
SHOWN_PER_MM = {"large": 5.9, "small": 2.95}  # pixels of a page: half of those of the file, for fine screens
DRAWING = "drawing"
"""The format that is no file of pixels: SVG, of any size."""
_NAME = re.compile(r"([a-z0-9-]{1,400})\.([0-9a-f]{16})\.(?:(small|large|art)\.webp|(drawing)\.svg)")
BEGUN = ".begun"
"""The suffix of a file that is being written."""
INCH = 2  # of the units in which Exif measures
LONGEST_SLUG = 150  # of a file
_drawing = Lock()
log = structlog.get_logger(__name__)


class PictureName(NamedTuple):
    """The name of a file, in its parts."""

    slug: str
    digest: str
    size: str

    def __str__(self) -> str:
        return f"{self.slug}.{self.digest}.{self.size}.{'svg' if self.size == DRAWING else 'webp'}"

    @property
    def file(self) -> Path:
        """Return the path of the file. A long slug is cut in its name, because file names have a maximum length."""
        return Path(settings.PICTURES) / str(self._replace(slug=self.slug[:LONGEST_SLUG]))


class BusyError(Exception):
    """A timeout while waiting for other processes that draw pictures."""


def name_of(definition: Definition, size: str) -> PictureName:
    """Return the name of the current picture of a piece."""
    made_from = json.dumps(definition, sort_keys=True).encode() + drawn_by()
    return PictureName(slug_of(definition["title"]), blake2b(made_from, digest_size=8).hexdigest(), size)


def names_of(definition: Definition) -> dict[str, PictureName]:
    """Return the names of a piece's picture files, by size."""
    one = name_of(definition, next(iter(SMALLER)))
    return {size: one._replace(size=size) for size in FILES}


def read_name(text: str) -> PictureName | None:
    """Parse the name of a picture; None if it is malformed."""
    match = _NAME.fullmatch(text)
    return None if match is None else PictureName(match[1], match[2], match[3] or match[4])


def shown_size(definition: Definition, size: str) -> tuple[int, int]:
    """Return the width and height on a page, in CSS pixels."""
    width, height = (TILE_WIDTH, TILE_HEIGHT) if "hex_points" in definition else (CARD_WIDTH, CARD_HEIGHT)
    return round(width * SHOWN_PER_MM[size]), round(height * SHOWN_PER_MM[size])


def picture_file(definition: Definition, size: str) -> bytes:
    """Return the picture as a WebP file, drawn now if it is missing.

    One is drawn at a time, so that a page full of missing pictures takes the time of one thread of this process and no
    more. Raises `BusyError` when the wait for it is too long.
    """
    file = name_of(definition, size).file
    found = _read_whole_file(file)
    if found is not None:
        return found
    if not _drawing.acquire(timeout=PATIENCE_S):
        raise BusyError
    try:
        return _read_whole_file(file) or _drawn_now(definition)[size]
    finally:
        _drawing.release()


def make_pictures(definition: Definition) -> dict[str, bytes]:
    """Draw a piece once, and write it in all its sizes. Raises OSError where it cannot be written."""
    made = files_of(definition)
    _keep(definition, made)
    return made


def _drawn_now(definition: Definition) -> dict[str, bytes]:
    """Draw a piece for a waiting viewer, and return the file even if it cannot be stored, as on a full disk."""
    made = files_of(definition)
    try:
        _keep(definition, made)
    except OSError as cause:
        log.error("picture_not_kept", title=definition["title"], cause=str(cause))
    return made


def files_of(definition: Definition) -> dict[str, bytes]:
    """Render the picture and return it as WebP in all sizes."""
    image = render_pixels(picture_of(definition))
    made = {size: _webp(image.reduce(smaller), PRINT_DPI / smaller) for size, smaller in SMALLER.items()}
    art = render_pixels(art_picture_of(definition)).reduce(ART_SMALLER)
    return made | {ART: _webp(art, PRINT_DPI / ART_SMALLER)}


def _keep(definition: Definition, made: Mapping[str, bytes]) -> None:
    """Store a piece's pictures under their names."""
    names = names_of(definition)
    for size, data in made.items():
        _write(names[size].file, data)


def drawing(definition: Definition, style_sheet: str) -> str:
    """Return the picture as an SVG document; `style_sheet` is the address of its typefaces."""
    return f'<?xml-stylesheet href="{escape(style_sheet)}"?>\n{svg(picture_of(definition))}'


def are_made(names: Iterable[PictureName]) -> bool:
    """Return True if all these files are there."""
    return all(name.file.is_file() for name in names)


def _webp(image: Image.Image, dots_an_inch: float) -> bytes:
    """Return the picture as WebP, with a resolution that prints it at true size."""
    exif = Image.Exif()
    exif.update({Base.XResolution: dots_an_inch, Base.YResolution: dots_an_inch, Base.ResolutionUnit: INCH})
    data = BytesIO()
    image.save(data, "WEBP", quality=QUALITY, method=4, exif=exif)
    return data.getvalue()


def _read_whole_file(file: Path) -> bytes | None:
    """Return the file's bytes; None if it is missing or truncated, as after a crash of the machine."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    return data if data[:4] == b"RIFF" and int.from_bytes(data[4:8], "little") == len(data) - 8 else None


def _write(file: Path, data: bytes) -> None:
    """Write the file atomically, so that concurrent readers and writers only ever see it whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".", suffix=BEGUN, delete=False) as begun:
        try:
            begun.write(data)
            begun.flush()
            Path(begun.name).replace(file)
        except OSError:
            Path(begun.name).unlink()
            raise


@cache
def drawn_by() -> bytes:
    """Return a digest of the code that draws, of the libraries that render and compress, and of the fonts."""
    digest = blake2b(f"{PIL.__version__} {pypdfium2.PYPDFIUM_INFO}".encode())
    sources = [*Path(pictures.__file__).parent.rglob("*.py"), *Path(printing.__file__).parent.rglob("*.py")]
    fonts = (font_file(face, subset) for face in FACES for subset in SUBSETS)
    for file in [*sorted(sources), *fonts, Path(__file__)]:
        digest.update(file.read_bytes())
    return digest.digest()
