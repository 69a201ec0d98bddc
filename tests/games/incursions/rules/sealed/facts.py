"""The facts of the base set's pieces."""

from pathlib import Path

from incursions.games.incursions.rules.catalogue_check import examine, facts_of_sets

FIXTURES = Path(__file__).parents[5] / "fixtures"
PIECES = examine(FIXTURES)
FACTS = facts_of_sets(PIECES.pieces, PIECES.sets)
