"""The state of a match: board, seats, map and lines, and the base of all kinds of maneuver."""
