"""Random names for public links, which cannot be guessed and are hard to misread."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no sign that looks like another


def random_name(length: int) -> str:
    """Return a random name of so many signs, each worth some five bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
