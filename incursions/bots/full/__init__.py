"""How a captain plays Full and Tournament: what it weighs, in points of damage, and what it answers."""
