"""Random identifiers for links, which cannot be guessed and are hard to misread."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no sign that looks like another


def random_name(length: int) -> str:
    """Return a random name of so many signs, each worth some five bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


PUBLIC_ID_LENGTH = 10
INVITATION_LENGTH = 22


def new_public_id() -> str:
    """Return an identifier for links that cannot be guessed or misread (some 49 bits)."""
    return random_name(PUBLIC_ID_LENGTH)


def new_invitation() -> str:
    """Return the secret part of an invitation to a private table (some 108 bits)."""
    return random_name(INVITATION_LENGTH)
