"""Cards as they are played, the windows in which others answer, and what takes no maneuver (rules 6.6, 13)."""
