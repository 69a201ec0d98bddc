"""The user model."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.db import models

GUEST_NAME_PREFIX = "guest-"
"""Guests' user names begin like this, and nobody else's may."""


class User(AbstractUser):
    """A person who plays: with an account, or as a guest, who has no password and lives as long as the session."""

    is_guest = models.BooleanField(default=False)
    display_name = models.CharField(max_length=40, blank=True, help_text="What others see; else the user name")

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                name="guest_has_no_password",
                condition=models.Q(is_guest=False) | models.Q(password__startswith=UNUSABLE_PASSWORD_PREFIX),
                violation_error_message="A guest has no password.",
            )
        ]

    def __str__(self) -> str:
        return self.display_name or self.username


def display_name(user: User) -> str:
    """How a user is called wherever others see it."""
    return str(user)
