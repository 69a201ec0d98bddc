"""Decks of small balance reports."""

DECKS = ["The Harvest", "First Blood", "Slow Certainty"]
