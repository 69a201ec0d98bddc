"""Names that look alike although they are written with other letters (Unicode Technical Standard 39, section 4)."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache

from confusable_homoglyphs.confusables import confusables_data


def skeleton(name: str) -> str:
    """Return a text that is the same for all names that look like this one; upper and lower case are alike."""
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    replaced = "".join(_prototypes().get(letter, letter) for letter in letters)
    return unicodedata.normalize("NFD", replaced).casefold()


@cache
def _prototypes() -> dict[str, str]:
    """Return the text that stands for each character that can be taken for another.

    The data pairs the members of each class, in either order. A class with a sequence, such as "rn" for m, is
    represented by that sequence, because a name is read character by character.
    """
    neighbours: defaultdict[str, set[str]] = defaultdict(set)
    for text, others in confusables_data.items():
        for other in others:
            neighbours[text].add(other["c"])
            neighbours[other["c"]].add(text)
    found: dict[str, str] = {}
    for text in neighbours:
        if text not in found:
            members = _find_connected(text, neighbours)
            found |= dict.fromkeys(members, min(members, key=lambda each: (not each.isascii(), -len(each), each)))
    return {text: prototype for text, prototype in found.items() if len(text) == 1}


def _find_connected(text: str, neighbours: dict[str, set[str]]) -> set[str]:
    members, waiting = {text}, [text]
    while waiting:
        fresh = neighbours[waiting.pop()] - members
        members |= fresh
        waiting += fresh
    return members
