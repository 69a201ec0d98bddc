"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The user model and what happens to guests."""

    name = "incursions.accounts"
    label = "accounts"
    verbose_name = "Accounts"
