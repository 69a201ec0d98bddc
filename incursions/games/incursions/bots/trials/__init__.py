"""Trials: many games that captains play to measure decks, the whole set of them or a single one, and their reports."""
