"""The plan of the hall: a picture that Control puts up for everybody."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from incursions.kit.refusals import DomainError
from tournaments.days.models import Day, DayHallPlan

LARGEST_FILE = 8_000_000
"""The bytes of a file that may be uploaded: a photo of a phone."""
MOST_PIXELS = 30_000_000
SIDE = 1600
"""The pixels of the longer side of the picture that is kept."""
FORMATS = ("JPEG", "PNG", "WEBP")


def put_up_plan(day: Day, raw: bytes) -> None:
    """Keep a picture as the plan of the hall, in place of the one before. Raises file_too_large or malformed."""
    if len(raw) > LARGEST_FILE:
        raise DomainError("file_too_large", f"The picture has more than {LARGEST_FILE:,} bytes. Nothing was saved.")
    DayHallPlan.objects.update_or_create(day=day, defaults={"picture": make_jpeg(raw)})


def make_jpeg(raw: bytes) -> bytes:
    """Return a picture as a JPEG of at most `SIDE` pixels, upright, without notes of a camera. Raises malformed."""
    try:
        with Image.open(BytesIO(raw), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise DomainError("malformed", f"The picture has more than {MOST_PIXELS:,} pixels. Nothing was saved.")
            picture.thumbnail((2 * SIDE, 2 * SIDE))
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise DomainError("malformed", "This is no picture. Choose a JPEG, PNG or WebP. Nothing was saved.") from None
    upright.thumbnail((SIDE, SIDE))
    paper = Image.new("RGB", upright.size, "white")
    paper.paste(upright, mask=upright)
    out = BytesIO()
    paper.save(out, "JPEG", quality=85)
    return out.getvalue()


def find_plan_mark(day: Day) -> str:
    """Return a text that changes with the plan of the hall of a day; "" if none is put up."""
    changed_at = DayHallPlan.objects.filter(day=day).values_list("changed_at", flat=True).first()
    return "" if changed_at is None else f"{changed_at.timestamp():.6f}"
