"""What must be there before anything starts: the fonts that pictures are written in."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error
from PIL import features

from incursions.pictures.fonts import missing_packages


def check_fonts(**_: Any) -> list[CheckMessage]:
    """An error for each npm package of fonts that is missing, and for a Pillow that cannot write pictures."""
    missing: list[CheckMessage] = [
        Error(
            f"The npm package {package} is missing: pictures of pieces are written in it.",
            hint="Any of the scripts fetches it; by hand: npm ci --omit=dev.",
            id="cards.E001",
        )
        for package in missing_packages()
    ]
    lacking = [name for name in ("freetype2", "webp") if not features.check(name)]
    missing += [
        Error(
            f"Pillow was built without {name}, so it cannot draw pictures of pieces.",
            hint="The wheels of PyPI have it.",
            id="cards.E002",
        )
        for name in lacking
    ]
    return missing
