"""The rows of matches, tables, players and tournaments, whatever app they belong to."""

from django.apps import apps
from django.db.models import Model


def find_models() -> list[type[Model]]:
    """Return the models of every app inside `tournaments`."""
    inside = (each for each in apps.get_app_configs() if each.name.startswith("tournaments."))
    return [model for each in inside for model in each.get_models()]
