"""Colours of natures and races, and how colours are mixed. The page's tokens for the light of day, and art's own."""

from __future__ import annotations

import colorsys
from typing import NamedTuple

from incursions.games.incursions.pictures.shapes import Colour

PAPER, PAPER_SHADE, INK, INK_SOFT = "#f8f3e6", "#e9e0c8", "#1b2731", "#465159"
EDGE = "#15202a"
BRASS, BRASS_LIGHT, BRASS_DARK = "#b18b43", "#ecd9a4", "#73540f"
WHITE = "#ffffff"


class FrameColours(NamedTuple):
    """A frame and what is printed on it."""

    fill: Colour
    ink: Colour


class SkyColours(NamedTuple):
    """The colors of a sky, from the dark between the stars to the glow."""

    dark: Colour
    middle: Colour
    glow: Colour


FRAMES = {  # rules 13.1, and those of pieces that have no nature
    "Command": FrameColours("#24417f", WHITE),
    "Attack": FrameColours("#a3271f", WHITE),
    "Defence": FrameColours("#1f6a3d", WHITE),
    "Tactical": FrameColours("#9bd3ee", "#0a2430"),
    "Crew": FrameColours("#f0cd52", "#2a2204"),
    "captain": FrameColours("#73540f", WHITE),
    "ship": FrameColours("#3b4a54", WHITE),
    "tile": FrameColours("#1c2a36", WHITE),
}
SKIES = {
    "Command": SkyColours("#070d22", "#1b3270", "#6f93e8"),
    "Attack": SkyColours("#1a0706", "#6a1d17", "#ff8f63"),
    "Defence": SkyColours("#04140c", "#15502f", "#8fe0a6"),
    "Tactical": SkyColours("#06151f", "#1d5674", "#a6e0fa"),
    "Crew": SkyColours("#191204", "#5d4a16", "#f4d980"),
    "captain": SkyColours("#120c06", "#4d3a1c", "#e6c98a"),
    "ship": SkyColours("#070b14", "#233a52", "#a9c8e6"),
    "tile": SkyColours("#070d18", "#22344c", "#9fbfe0"),
}
TINTS = {
    "Federation": "#6ea6e6",
    "Klingon": "#e07a4c",
    "Romulan": "#97c46a",
    "Borg": "#b4c2ca",
    "neutral": "#dcb765",
}
RACE_FRAMES = {"Federation": "#35608f", "Klingon": "#8f3f22", "Romulan": "#4a6a2f", "Borg": "#4c5358"}


def mix(first: Colour, second: Colour, part: float) -> Colour:
    """Return a mixture of two colours; `part` is the share of the second."""
    pairs = zip(_parts(first), _parts(second), strict=True)
    return _write(*(a + (b - a) * part for a, b in pairs))


def lighten(colour: Colour, part: float) -> Colour:
    """Return the colour mixed with a share of white."""
    return mix(colour, WHITE, part)


def turn_hue(colour: Colour, degrees: float) -> Colour:
    """Return the colour with its hue turned."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(colour))
    return _write(*colorsys.hls_to_rgb((hue + degrees / 360) % 1, lightness, saturation))


def _parts(colour: Colour) -> tuple[float, float, float]:
    """Return red, green and blue of a colour, from 0 to 1."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _write(red: float, green: float, blue: float) -> Colour:
    return "#" + "".join(f"{round(255 * min(1, max(0, part))):02x}" for part in (red, green, blue))
