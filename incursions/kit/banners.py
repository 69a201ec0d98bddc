"""Banners: the pictures that other sites show with a link to a page, drawn on request and cached on disk.

A banner shows what a stranger may see of the page, so that anybody may cache it. A page that is hidden from strangers
gets the general banner, as a missing page does, so that the two cannot be told apart.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import NamedTuple
from urllib.parse import urlencode

import PIL
import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from incursions.kit import icons
from incursions.kit.addresses import address
from incursions.kit.icons import BRASS, SEA, draw_brand

WIDTH, HEIGHT = 1200, 630
MARGIN = 70
PICTURE_BOX = (560, 530)
"""The largest width and height of a picture at the right, in pixels."""
TITLE_SIZE, LEAST_TITLE, LINE_SIZE = 76, 40, 34
MOST_TITLE_LINES = 3
LEADING = 1.2
"""The distance between lines, in heights of letters."""
PAPER, SOFT = "#f4eedf", "#b9c4c9"
LONGEST_TEXT = 90
SERIF, SANS = ("spectral", "600-normal"), ("ibm-plex-sans-condensed", "500-normal")
PATIENCE_S = 5.0
"""Seconds that a request waits for the lock. A process draws one banner at a time."""
ASK_AGAIN_S = 5
MOST_KEPT, DROPPED_AT_ONCE = 1000, 100
"""The most banners on disk, and how many of the oldest are deleted at once."""
FOR_EVER, A_WHILE = "public, max-age=31536000, immutable", "public, max-age=300"
_drawing = Lock()
log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Banner:
    """A banner: a title with lines below it, and perhaps a picture beside them.

    `draw` returns the picture, which is fitted into `PICTURE_BOX`; `key` is another for another picture.
    """

    title: str
    lines: tuple[str, ...] = ()
    key: tuple[object, ...] = ()
    draw: Callable[[], Image.Image] | None = None

    @property
    def file(self) -> Path:
        """The path of its file, named by a hash of its contents and of the code that draws it."""
        made_from = repr((self.title, self.lines, self.key)).encode() + _hash_drawing_code()
        return Path(settings.DATA_DIR) / "banners" / f"{blake2b(made_from, digest_size=12).hexdigest()}.png"


GENERAL = Banner("Incursions", ("A house of games in the browser", "Play people or bots, without an account"))
"""The banner of pages without their own."""


class Shared(NamedTuple):
    """The facts that other sites show with a link to a page. `alt` describes its banner, at the address `image`."""

    description: str
    image: str
    alt: str
    kind: str = "website"


def share(view: str, name: str, version: object, description: str, alt: str, kind: str = "website") -> Shared:
    """Return the facts of a page; its banner is that of a view, at a version."""
    return Shared(description, f"{address(view, name)}?{urlencode({'v': version})}", alt, kind)


def answer_with(request: HttpRequest, banner: Banner | None, version: object = "") -> HttpResponse:
    """Respond with a banner, the general one for None. Browsers may keep the present version for ever."""
    try:
        data = read_or_draw(banner or GENERAL)
    except TimeoutError:
        return HttpResponse("Banners are being drawn.", status=503, headers={"Retry-After": str(ASK_AGAIN_S)})
    is_present = banner is not None and request.GET.get("v") == str(version)
    return HttpResponse(data, content_type="image/png", headers={"Cache-Control": FOR_EVER if is_present else A_WHILE})


@require_safe
def general(request: HttpRequest) -> HttpResponse:
    """Send the general banner."""
    return answer_with(request, None)


def read_or_draw(banner: Banner) -> bytes:
    """Return the banner as PNG from its file, else draw it. Raises TimeoutError if the lock is not free in time."""
    file = banner.file
    if file.is_file():
        return file.read_bytes()
    if not _drawing.acquire(timeout=PATIENCE_S):
        raise TimeoutError
    try:
        data = file.read_bytes() if file.is_file() else render(banner)
        _keep(file, data)
    finally:
        _drawing.release()
    return data


def _keep(file: Path, data: bytes) -> None:
    """Write the file atomically, and delete the oldest if there are too many. Log an error if the disk is full."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".", delete=False) as begun:
            begun.write(data)
        Path(begun.name).replace(file)
        kept = list(file.parent.iterdir())
        if len(kept) > MOST_KEPT:
            for old in sorted(kept, key=lambda each: each.stat().st_mtime)[:DROPPED_AT_ONCE]:
                old.unlink(missing_ok=True)
    except OSError as cause:
        log.error("banner_not_kept", cause=str(cause))


def render(banner: Banner) -> bytes:
    """Draw the banner and return it as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), SEA)
    draw = ImageDraw.Draw(image)
    draw.rectangle((18, 18, WIDTH - 19, HEIGHT - 19), outline=BRASS, width=2)
    wide, high = PICTURE_BOX
    left = WIDTH - MARGIN // 2 - wide
    if banner.draw is not None:
        picture = banner.draw().convert("RGBA")
        picture.thumbnail(PICTURE_BOX, Image.Resampling.LANCZOS)
        image.paste(picture, (left + (wide - picture.width) // 2, (HEIGHT - picture.height) // 2), picture)
    else:
        large = Image.new("RGB", (high * 2, high * 2), SEA)
        draw_brand(large, 0, 0, high * 2)
        image.paste(large.reduce(2), (left + (wide - high) // 2, (HEIGHT - high) // 2))
    _write_texts(draw, banner, left - MARGIN - 20)
    return _to_png(image)


def _write_texts(draw: ImageDraw.ImageDraw, banner: Banner, room: int) -> None:
    """Write the title in the largest size that fits, the lines below it, and the name of the site at the bottom."""
    size, lines = _fit(banner.title, room)
    y = MARGIN + 20.0
    for line in lines:
        _write(draw, (MARGIN, y), line, SERIF, size, PAPER)
        y += size * LEADING
    y += 24
    for text in banner.lines:
        for line in _wrap(text, SANS, LINE_SIZE, room):
            _write(draw, (MARGIN, y), line, SANS, LINE_SIZE, SOFT)
            y += LINE_SIZE * LEADING
    if banner.title != GENERAL.title:
        _write(draw, (MARGIN, HEIGHT - MARGIN - LINE_SIZE), GENERAL.title, SERIF, LINE_SIZE, BRASS)


def _fit(text: str, room: int) -> tuple[int, list[str]]:
    """Return the largest size at which a title fits, with its lines. At the least size the title is cut."""
    for size in range(TITLE_SIZE, LEAST_TITLE, -4):
        lines = list(_wrap(text, SERIF, size, room))
        if len(lines) <= MOST_TITLE_LINES:
            return size, lines
    return LEAST_TITLE, list(_wrap(text, SERIF, LEAST_TITLE, room))[:MOST_TITLE_LINES]


def _wrap(text: str, face: tuple[str, str], size: int, room: int) -> Iterator[str]:
    """Yield lines of at most that width, broken between words, or within one that is wider than a line."""
    begun = ""
    for word in " ".join(text[:LONGEST_TEXT].split()).split(" "):
        longer = f"{begun} {word}".strip()
        if _measure(longer, face, size) <= room:
            begun = longer
            continue
        if begun:
            yield begun
        begun = ""
        for sign in word:
            if begun and _measure(begun + sign, face, size) > room:
                yield begun
                begun = ""
            begun += sign
    if begun:
        yield begun


def _measure(text: str, face: tuple[str, str], size: int) -> float:
    return sum(_font_for(sign, face, size).getlength(sign) for sign in text)


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, face: tuple[str, str], size: int, colour: str
) -> None:
    """Write a line letter by letter, because one font file may not have all letters of a name."""
    x, y = at
    for sign in text:
        font = _font_for(sign, face, size)
        draw.text((x, y + size), sign, colour, font, anchor="ls")
        x += font.getlength(sign)


LATIN = (0x0, 0x100), (0x2000, 0x2070), (0x20AC, 0x20AD), (0x2122, 0x2123)
CYRILLIC = ((0x400, 0x530),)


def _font_for(sign: str, face: tuple[str, str], size: int) -> ImageFont.FreeTypeFont:
    """Return the font with a letter. A letter that no font has is drawn as a box."""
    code = ord(sign)
    if any(first <= code < end for first, end in LATIN):
        return _load_font(face, "latin", size)
    if any(first <= code < end for first, end in CYRILLIC):
        return _load_font((SERIF[0], face[1] if face == SERIF else "400-normal"), "cyrillic", size)
    return _load_font(face, "latin-ext", size)


@cache
def _load_font(face: tuple[str, str], subset: str, size: int) -> ImageFont.FreeTypeFont:
    family, style = face
    file = Path(settings.NODE_MODULES) / "@fontsource" / family / "files" / f"{family}-{subset}-{style}.woff2"
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _to_png(image: Image.Image) -> bytes:
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


@cache
def _hash_drawing_code() -> bytes:
    """Return a hash of the code that draws banners, and of the version of Pillow."""
    sources = b"".join(Path(file).read_bytes() for file in (__file__, icons.__file__))
    return blake2b(PIL.__version__.encode() + sources).digest()
