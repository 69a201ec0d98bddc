"""Pieces in hexes, destruction and escape, and endings of a match (rules 17-19)."""
