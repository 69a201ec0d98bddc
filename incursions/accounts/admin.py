"""Accounts in the admin."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from incursions.accounts.models import ApiToken, User
from incursions.accounts.privacy import ASPECTS


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's own, with what a player has beyond it."""

    list_display = ("username", "display_name", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", *UserAdmin.list_filter)
    readonly_fields = ("is_guest",)
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Player"), {"fields": ("display_name", "is_guest")}),
        (_("Privacy"), {"fields": (*ASPECTS, "is_listed")}),
    )


class MadeByUsers:
    """Rows that their users alone make; nobody changes them."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_add_permission


@admin.register(ApiToken)
class TokenAdmin(MadeByUsers, admin.ModelAdmin):
    """Tokens of all users, to look at and to revoke. Nobody makes one for somebody else."""

    list_display = ("name", "user", "beginning", "created_at", "used_at")
    list_select_related = ("user",)
    search_fields = ("name", "beginning", "user__username", "user__display_name")
    exclude = ("digest",)


admin.site.unregister(Authenticator)  # which would show secrets


@admin.register(Authenticator)
class AuthenticatorAdmin(MadeByUsers, admin.ModelAdmin):
    """Second factors and passkeys of all users, to look at, and to delete for who has lost the own ones."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "user__display_name")
    exclude = ("data",)
