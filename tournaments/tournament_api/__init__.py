"""Tournaments for programs: read by everybody, changed by whoever may, below /api/v1/tournaments/."""
