"""The chat of a table: one room for its players, and one for spectators.

Nothing of it enters the game or its log.
"""
