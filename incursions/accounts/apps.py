"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The user model and what happens to guests."""

    name = "incursions.accounts"
    label = "accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        from incursions.accounts import sign_in  # noqa: F401 -- importing a module connects its receivers
