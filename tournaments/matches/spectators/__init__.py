"""Spectators of a match: their number and names, and delayed views of hands."""
