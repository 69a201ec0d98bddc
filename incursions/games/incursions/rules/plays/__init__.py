"""Playing cards, the windows in which others answer, and actions without a maneuver (rules 6.6, 13)."""
