"""Fleets of Talon that players bring to open battles: rows of users, changes of them, and all fleets as loadouts."""
