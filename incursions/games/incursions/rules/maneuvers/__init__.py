"""The question for a maneuver, the kinds of maneuver that no other package owns, and turns."""
