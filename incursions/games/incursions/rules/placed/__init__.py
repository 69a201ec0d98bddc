"""Pieces in hexes, denizens, destruction and escape (rules 17-19)."""
