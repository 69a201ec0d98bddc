"""The design language is held to: contrast, known names, and a page without inline style or script."""

import re
from pathlib import Path

import pytest

from incursions.games.incursions.search.query import VIEWS
from tournaments.voyages.progress import list_voyages

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static/css"
GAMES = ROOT / "incursions/games"
TEMPLATES = sorted([*(ROOT / "templates").rglob("*.html"), *GAMES.rglob("*.html")])
SHEETS = sorted(CSS.glob("*.css"))

SURFACES = ["page", "surface", "raised", "sunken"]
INKS = ["text", "text-soft", "text-faint", "brass", "act", "good", "warn", "bad", "info", "hull", "shield", "power"]
NATURES = ["command", "attack", "defence", "tactical", "crew"]
RACES = ["federation", "klingon", "romulan", "borg", "neutral"]
WASHES = ["act", "good", "warn", "bad", "info"]

TEXT = [(ink, surface) for ink in INKS for surface in SURFACES]
TEXT += [(f"{name}-ink", surface) for name in NATURES + RACES for surface in SURFACES]
TEXT += [(f"on-{name}", name) for name in NATURES + RACES]
TEXT += [("on-act", "act-fill"), ("on-brass", "brass-fill"), ("tile-text", "tile"), ("tile-soft", "tile")]
TEXT += [("act", "sea"), ("act", "tile"), ("text", "sea"), ("text-soft", "sea")]
TEXT += [(ink, f"{wash}-wash") for wash in WASHES for ink in (wash, "text", "text-soft")]
GRAPHIC = [("line-strong", surface) for surface in SURFACES] + [("danger", "tile")]
GRAPHIC += [("act-line", ground) for ground in ("sea", "tile", "surface")]
GRAPHIC += [("focus", ground) for ground in [*SURFACES, "tile", "sea"]]


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6})", block))


def themes() -> dict[str, dict[str, str]]:
    css = (CSS / "tokens.css").read_text()
    light = colours(css.split("@media")[0])
    system_dark = colours(re.search(r':not\(\[data-theme="light"\]\) \{(.*?)\n  \}', css, re.DOTALL)[1])
    chosen_dark = colours(re.search(r':root\[data-theme="dark"\] \{(.*?)\n\}', css, re.DOTALL)[1])
    return {"light": light, "system dark": {**light, **system_dark}, "chosen dark": {**light, **chosen_dark}}


def test_tokens_both_dark_blocks_agree():
    found = themes()
    assert found["system dark"] == found["chosen dark"]


@pytest.mark.parametrize("theme", ["light", "system dark"])
@pytest.mark.parametrize(("pairs", "needed"), [(TEXT, 4.5), (GRAPHIC, 3.0)], ids=["text", "graphics"])
def test_tokens_every_pair_has_contrast(theme, pairs, needed):
    values = themes()[theme]
    too_close = [(ink, ground) for ink, ground in pairs if ratio(values[ink], values[ground]) < needed]
    assert too_close == []


def test_styles_every_token_used_is_defined():
    defined = set(re.findall(r"(--[a-z0-9-]+)\s*:", "".join(sheet.read_text() for sheet in SHEETS)))
    scripts = "".join(script.read_text() for script in (ROOT / "static/js").glob("*.js"))
    measured = set(re.findall(r'setProperty\("(--[a-z0-9-]+)"', scripts))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", "".join(sheet.read_text() for sheet in SHEETS)))
    assert used - defined - measured == set()


def test_styles_every_class_is_used():
    """A class that no template, script or module names is dead."""
    sheets = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", "".join(sheet.read_text() for sheet in SHEETS), flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-z][a-z0-9-]*)", sheets))
    sources = [*TEMPLATES, *(ROOT / "templates").rglob("*.svg"), *(ROOT / "static/js").glob("*.js")]
    sources += (ROOT / "tournaments").rglob("*.py")
    sources += [
        *(GAMES / "incursions/bots/trials").glob("*.py"),
        *GAMES.glob("*/table/*.py"),
        *GAMES.glob("*/pages/*.py"),
    ]
    sources += (ROOT / "incursions/kit").glob("*.py")
    words = set(re.findall(r"[a-z][a-z0-9-]*", " ".join(source.read_text(encoding="utf-8") for source in sources)))
    made_of_parts = {*NATURES, *(f"{view}-of-pieces" for view in VIEWS)}
    made_of_parts |= {"g-hull", "g-shields", "kind-start", "kind-wormhole", "kind-open", "m-denizen"}
    made_of_parts |= {"day-projector", "day-seat", "is-taken", "is-unsent", "is-ships", "medical", "pilot", "science"}
    made_of_parts |= {"day-board", "day-council", "day-map", "day-news", "is-yay", "is-nay", "is-jump", "is-law"}
    made_of_parts |= {"is-pursuit", "is-fuel", "is-food", "is-water", "is-materials"}
    made_of_parts |= {f"risk-{odds}" for odds in range(7)} | {f"spaces-{size}" for size in range(2, 6)}
    places = {f"beside-{word}" for _, voyage in list_voyages().values() for word in voyage.places}
    assert classes - words - made_of_parts - places == set()
    assert places <= classes, "what a sentence is about has a frame"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_has_nothing_inline(template):
    """The content security policy lets nothing inline through (and htmx must not evaluate anything)."""
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|hx-on|javascript:|hx-vals='?js:", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
