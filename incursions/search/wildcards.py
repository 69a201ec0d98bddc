"""A text to look for in which `*` stands for anything, compared part by part, so that none takes long."""

from __future__ import annotations

from typing import NamedTuple

from incursions.search.folding import fold

ANYTHING = "*"


class Pattern(NamedTuple):
    """The folded parts between the wildcards."""

    parts: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Pattern:
        """The pattern that a text is."""
        return cls(tuple(fold(text).split(ANYTHING)))

    @property
    def says_something(self) -> bool:
        """Is there anything to look for, be it a wildcard alone?"""
        return self.parts != ("",)

    @property
    def sought(self) -> tuple[str, ...]:
        """What must stand somewhere: every part that is not empty."""
        return tuple(filter(None, self.parts))

    def stands_in(self, folded: str) -> bool:
        """Does it stand anywhere in a folded text?"""
        reached = 0
        for part in self.parts:
            reached = folded.find(part, reached)
            if reached < 0:
                return False
            reached += len(part)
        return True

    def is_whole(self, folded: str) -> bool:
        """Is a folded text all of it?"""
        if len(self.parts) == 1:
            return folded == self.parts[0]
        first, *middle, last = self.parts
        if len(folded) < len(first) + len(last) or not folded.startswith(first) or not folded.endswith(last):
            return False
        return Pattern(tuple(middle)).stands_in(folded[len(first) : len(folded) - len(last)])
