"""Movement, and what hexes, mines and denizens do to ships (rules 8, 9, 17, 18)."""
