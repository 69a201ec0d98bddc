"""Names for the links of what tournaments keep."""

from incursions.public_ids import random_name

PUBLIC_ID_LENGTH = 10
INVITATION_LENGTH = 22


def new_public_id() -> str:
    """A name for links that cannot be guessed or misread (some 49 bits)."""
    return random_name(PUBLIC_ID_LENGTH)


def new_invitation() -> str:
    """The part of a link that lets who has it sit at a private table: not to be guessed (some 108 bits)."""
    return random_name(INVITATION_LENGTH)
