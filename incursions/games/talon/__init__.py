"""Talon: a duel of squadrons on an open plane."""
