"""Reports of pasted decks, and random titles to paste."""

import sys

from incursions.kit.words import refused_sign


def became(report):
    return [(line.status.value, line.title, line.copies) for line in report.lines]


def made_up_title(rng) -> str:
    """Return a title of any signs that a title may have; no paste takes it for another one."""
    signs = (chr(rng.choice((rng.randrange(33, 127), rng.randrange(33, sys.maxunicode)))) for _ in range(9))
    title = " ".join(["".join(sign for sign in signs if refused_sign(sign) is None), rng.choice(("", "[Deck]", "4 x"))])
    return title.strip()
