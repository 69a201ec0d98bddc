"""Scenarios: the rules as examples that a player reads and code plays."""
