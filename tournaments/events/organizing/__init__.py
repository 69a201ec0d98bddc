"""Tournaments as their organizers run them: players, rounds, tables, and a log of every change. No pages."""
