"""Privacy settings: the parts of a player that others may see, in one table that every page and answer asks.

The settings apply to the player's own pages and lists. The players at a table are known at that table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db import models

if TYPE_CHECKING:
    from incursions.accounts.models import User

    Viewer: TypeAlias = User | AnonymousUser

HISTORY: Final = "history_for"
DECKS: Final = "decks_for"
RATINGS: Final = "ratings_for"
ONLINE: Final = "online_for"
INVITING: Final = "inviting_for"
WATCHING: Final = "watching_for"
COLLECTION: Final = "collection_for"


class Audience(models.TextChoices):
    """An audience of a privacy setting."""

    EVERYBODY = "everybody", "Everybody"
    SIGNED_IN = "signed_in", "Players with an account"
    NOBODY = "nobody", "Nobody"


def _audience_field(audience: Audience, help_text: str) -> models.CharField[str, str]:
    return models.CharField(max_length=10, choices=Audience.choices, default=audience, help_text=help_text)


class Privacy(models.Model):
    """The columns of a user that say it. Without a word of the player nothing of it leaves the circle of players."""

    history_for = _audience_field(Audience.EVERYBODY, "Who sees the matches that you played, and your badges")
    decks_for = _audience_field(Audience.SIGNED_IN, "Who sees how you fared with each deck and race")
    ratings_for = _audience_field(Audience.EVERYBODY, "Who sees your ratings and how they moved")
    online_for = _audience_field(Audience.SIGNED_IN, "Who sees that you are playing now, and at which table")
    inviting_for = _audience_field(Audience.SIGNED_IN, "Who may invite you to a table")
    watching_for = _audience_field(Audience.EVERYBODY, "Who may watch while you play")
    collection_for = _audience_field(Audience.SIGNED_IN, "Who sees what you have collected from boosters")
    mails_tournaments = models.BooleanField(
        default=False, help_text="Mail me my table and my result in tournaments that I play in"
    )
    is_listed = models.BooleanField(default=False, help_text="Stand in the lists of the best, which everybody sees")

    class Meta:
        abstract = True


ASPECTS: Final = (HISTORY, DECKS, RATINGS, ONLINE, INVITING, WATCHING, COLLECTION)


def may(viewer: Viewer | None, aspect: str, owner: User) -> bool:
    """Return True if the viewer may see or do that. Owners and the staff always may; guests have no account."""
    audience: str = getattr(owner, aspect)
    if viewer is not None and viewer.pk is not None:
        if viewer.pk == owner.pk or (viewer.is_active and viewer.is_staff):
            return True
        if not getattr(viewer, "is_guest", False):
            return audience != Audience.NOBODY
    return audience == Audience.EVERYBODY
