"""Random identifiers for links."""

from incursions.public_ids import random_name

PUBLIC_ID_LENGTH = 10
INVITATION_LENGTH = 22


def new_public_id() -> str:
    """Return an identifier for links that cannot be guessed or misread (some 49 bits)."""
    return random_name(PUBLIC_ID_LENGTH)


def new_invitation() -> str:
    """Return the secret part of an invitation to a private table (some 108 bits)."""
    return random_name(INVITATION_LENGTH)
