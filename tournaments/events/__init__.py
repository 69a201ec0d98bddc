"""Tournaments: organizing, pairing, standings, the desk, pages, API, files, sealed play, series and webhooks."""
