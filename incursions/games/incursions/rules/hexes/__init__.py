"""Movement, and the effects of hexes on ships (rules 8, 9)."""
