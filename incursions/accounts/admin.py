"""Accounts in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from incursions.accounts.models import User


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Django's own, with what a player has beyond it."""

    list_display = ("username", "display_name", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", *UserAdmin.list_filter)
    readonly_fields = ("is_guest",)
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Player"), {"fields": ("display_name", "is_guest")}))
