"""Voyages: matches that teach a game, step by step, and how far each user has come in them."""
