"""The user model, and the names that look alike although they are written with other letters (UTS 39, section 4)."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache
from typing import Any, ClassVar

from confusable_homoglyphs.confusables import confusables_data
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models

from incursions.accounts.privacy import Privacy
from incursions.kit.addresses import address
from incursions.kit.caches import PreparedRead


def skeleton(name: str) -> str:
    """Return a text that is the same for all names that look like this one; upper and lower case are alike."""
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    replaced = "".join(_prototypes().get(letter, letter) for letter in letters)
    return unicodedata.normalize("NFD", replaced).casefold()


@cache
def _prototypes() -> dict[str, str]:
    """Return the text that stands for each character that can be taken for another.

    The data pairs the members of each class, in either order. A class with a sequence, such as "rn" for m, is
    represented by that sequence, because a name is read character by character.
    """
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for text, others in confusables_data.items():
        for other in others:
            neighbours[text].add(other["c"])
            neighbours[other["c"]].add(text)
    found: dict[str, str] = {}
    for text in neighbours:
        if text not in found:
            members = _find_connected(text, neighbours)
            found |= dict.fromkeys(members, min(members, key=lambda each: (not each.isascii(), -len(each), each)))
    return {text: prototype for text, prototype in found.items() if len(text) == 1}


def _find_connected(text: str, neighbours: dict[str, set[str]]) -> set[str]:
    members, waiting = {text}, [text]
    while waiting:
        fresh = neighbours[waiting.pop()] - members
        members |= fresh
        waiting += fresh
    return members


GUEST_NAME_PREFIX = "guest-"
"""Guests' user names begin like this, and nobody else's may."""
LONGEST_NAME = 30
"""The most characters of a name that somebody chooses now. Older names may be longer."""
LONGEST_TOKEN_NAME = 60


class Users(UserManager["User"]):
    """All users; the one of a key, whom every request asks for, is read by a query that is made once."""

    use_in_migrations = False

    def get(self, *conditions: Any, **values: Any) -> User:
        """Return the only user that matches. Raises `User.DoesNotExist`, `User.MultipleObjectsReturned`."""
        if conditions or values.keys() != {"pk"} or not isinstance(values["pk"], int):
            return super().get(*conditions, **values)
        found = USER.first(values["pk"])
        if found is None:
            raise User.DoesNotExist
        return found


class WindowChoice(models.TextChoices):
    """A choice of when a player is asked in windows (rules 13.10)."""

    ALWAYS = "always", "Always"
    ABLE = "able", "Whenever I can do something"
    ANSWER = "answer", "Only when I can answer"


class User(Privacy, AbstractUser):
    """A person who plays: with an account, or as a guest, who has no password and lives as long as the session."""

    is_guest = models.BooleanField(default=False)
    display_name = models.CharField(max_length=40, blank=True, help_text="What others see; else the user name")
    name_skeleton = models.CharField(
        max_length=500, blank=True, editable=False, db_index=True, help_text="The same for all names that look alike"
    )

    asked_in_windows = models.CharField(
        max_length=10,
        choices=WindowChoice.choices,
        default=WindowChoice.ANSWER,
        help_text="When you are asked whether you answer what others do",
    )
    seen_hints = models.JSONField(default=list, blank=True, help_text="First-time hints that are not shown any more")

    objects: ClassVar[Users] = Users()

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

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, with the skeleton of its name."""
        self.name_skeleton = skeleton(str(self))
        columns = kwargs.get("update_fields")
        if columns is not None and {"username", "display_name"} & set(columns):
            kwargs["update_fields"] = {*columns, "name_skeleton"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """Return the URL of the player's page."""
        return address("players:player", self.username)


USER = PreparedRead(lambda pk: User.objects.filter(pk=pk))


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
    """Return the name of a user as others see it."""
    return str(user)
