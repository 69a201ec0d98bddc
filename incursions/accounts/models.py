"""The user model."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.urls import reverse

from incursions.accounts.privacy import Privacy

GUEST_NAME_PREFIX = "guest-"
"""Guests' user names begin like this, and nobody else's may."""
LONGEST_TOKEN_NAME = 60


class User(Privacy, AbstractUser):
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

    def get_absolute_url(self) -> str:
        """The player's page."""
        return reverse("players:player", args=[self.username])


class ApiToken(models.Model):
    """A token with which a program acts for a user. Only its digest is kept, and how it begins, to tell it by."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=LONGEST_TOKEN_NAME)
    beginning = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, help_text="The hour in which it was used last")

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"


def display_name(user: User) -> str:
    """How a user is called wherever others see it."""
    return str(user)
