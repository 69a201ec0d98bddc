"""What becomes of a guest's decks when the guest turns out to have an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import receiver

from cards.decks.models import Deck
from incursions.accounts.signals import guest_merged

if TYPE_CHECKING:
    from incursions.accounts.models import User


@receiver(guest_merged)
def move_decks(guest: User, account: User, **_: Any) -> None:
    """Give all decks of the guest to the account, deleted ones too; even where that is more than it may make."""
    Deck.objects.filter(owner=guest).update(owner=account)
