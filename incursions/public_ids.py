"""Names for what has a link of its own: nobody can guess them, and nobody misreads them."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no sign that looks like another


def random_name(length: int) -> str:
    """Return a random name of so many signs, each worth some five bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
