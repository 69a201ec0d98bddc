"""What is drawn from the seed of a tournament, each for its purpose, so that one draw tells nothing of another."""

from __future__ import annotations

from enum import StrEnum
from hashlib import blake2b

SEED_BYTES = 32


class Purpose(StrEnum):
    """What something is drawn for."""

    LOTS = "lots"
    PAIRING = "pairing"


def derived(seed: bytes, purpose: Purpose, *of: int) -> str:
    """A seed for one purpose, of these numbers, in hexadecimal: BLAKE2b of the words under the seed as its key.

    Whoever has the seed, once it is published, can work it out again.
    """
    words = " ".join([purpose, *map(str, of)])
    return blake2b(words.encode(), key=seed, digest_size=16).hexdigest()
