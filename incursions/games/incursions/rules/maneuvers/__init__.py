"""Turns, the question for a maneuver, and the kinds of maneuver that no other package has (rules 6)."""
