"""The product's rulebook."""

from pathlib import Path

from incursions.games.incursions.rules.rulebook import read_rulebook

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "docs" / "rulebook"
BOOK = read_rulebook(FOLDER)
