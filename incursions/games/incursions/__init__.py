"""Incursions: its rules, its bots, and what decks, searching, pictures and sheets need of it."""
