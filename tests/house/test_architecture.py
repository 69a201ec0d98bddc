"""docs/architecture.md can be read in ten minutes, and names only files and folders that exist."""

import re
from pathlib import Path

from django.conf import settings

PAGE = settings.ROOT / "docs" / "architecture.md"
MOST_LINES = 250
FOLDERS = ("docs", "fixtures", "incursions", "cards", "tournaments", "script", "static", "templates", "tests")
NAMED = re.compile(r"`([\w./-]+/[\w./-]*|[\w-]+\.py)`|\]\(([\w./-]+)(?:#[\w-]+)?\)")


def list_paths() -> list[str]:
    """Return the path of every file and folder of the checkout, with a slash at both ends of each part."""
    found: list[Path] = [settings.ROOT / "manage.py"]
    for folder in FOLDERS:
        found += [settings.ROOT / folder, *(settings.ROOT / folder).rglob("*")]
    return [f"/{path.relative_to(settings.ROOT)}/" for path in found]


def test_page_is_short() -> None:
    assert len(PAGE.read_text().splitlines()) <= MOST_LINES


def test_named_files_and_folders_exist() -> None:
    paths = list_paths()
    named = [quoted or f"docs/{linked}" for quoted, linked in NAMED.findall(PAGE.read_text())]
    places = [name for name in named if not name.startswith("/")]  # addresses of pages begin with a slash
    assert len(places) > 40
    assert [name for name in places if not any(path.endswith(f"/{name.strip('/')}/") for path in paths)] == []
