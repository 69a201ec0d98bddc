"""Finds players by what others type and link."""

from __future__ import annotations

from incursions.accounts.models import User


def find_player(name: str) -> User | None:
    """The player of that user name. Those who were locked out have no page."""
    return User.objects.filter(username=name, is_active=True).first() if name.isprintable() else None
