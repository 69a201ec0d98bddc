"""Names for the links of what tournaments keep."""

from incursions.public_ids import random_name

PUBLIC_ID_LENGTH = 10


def new_public_id() -> str:
    """A name for links that cannot be guessed or misread (some 49 bits)."""
    return random_name(PUBLIC_ID_LENGTH)
