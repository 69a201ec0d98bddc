"""Movement, and what hexes do to ships (rules 8, 9)."""
