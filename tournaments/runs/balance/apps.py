"""The balance app."""

from django.apps import AppConfig


class BalanceConfig(AppConfig):
    """Reports on the balance of decks: by command, and for the staff on pages."""

    name = "tournaments.runs.balance"
    label = "balance"
    verbose_name = "Balance"
    default_auto_field = "django.db.models.BigAutoField"
