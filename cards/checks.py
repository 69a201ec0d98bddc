"""System checks: the fonts of pictures are installed, and the rates of the API can be parsed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured
from PIL import features

from incursions.games.incursions.pictures.text_layout import missing_packages
from incursions.kit.api.views import rates_of


def check_fonts(**_: Any) -> list[CheckMessage]:
    """Return an error for each missing npm package of fonts, and for a Pillow that cannot write pictures."""
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


def check_rates(**_: Any) -> list[CheckMessage]:
    """Return an error for each rate of the API that cannot be parsed."""
    wrong: list[CheckMessage] = []
    for text in settings.API_RATES.values():
        try:
            rates_of(text)
        except ImproperlyConfigured as fault:
            wrong.append(Error(str(fault), hint="The variables are named in docs/operations.md.", id="cards.E003"))
    return wrong
