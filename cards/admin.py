"""The catalogue in the admin: to be read. It is written by `load_catalogue` from the fixtures alone."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from cards.models import HexTile, Ship


class PieceAdmin(admin.ModelAdmin):
    """A list of pieces that nobody can change here."""

    search_fields = ("title",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Ship)
class ShipAdmin(PieceAdmin):
    """Ships."""

    list_display = ("number", "title", "race", "hull", "shields", "evasion")
    list_filter = ("race",)


@admin.register(HexTile)
class HexTileAdmin(PieceAdmin):
    """Hex tiles."""

    list_display = ("number", "title", "kind", "hex_points", "affinity")
    list_filter = ("kind",)
