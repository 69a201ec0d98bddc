"""The chat of a room: one channel for its players, and one for spectators.

Nothing of it enters the game or its log.
"""
