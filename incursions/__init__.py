"""Incursions: the Django project and, inside it, the game itself."""
