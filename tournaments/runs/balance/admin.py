"""Balance reports in the admin, where old ones can be deleted; they are asked for on their own pages."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from tournaments.runs.balance.models import BalanceReport


@admin.register(BalanceReport)
class BalanceReportAdmin(admin.ModelAdmin):
    """Reports, without their large columns."""

    list_display = ("public_id", "state", "played", "games", "by", "created_at", "ended_at")
    list_filter = ("state",)
    list_select_related = ("by",)
    exclude = ("deck_set", "tallies")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
