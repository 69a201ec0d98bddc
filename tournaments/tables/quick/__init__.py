"""Matchmaking by rating: players wait in a queue until others fit."""
