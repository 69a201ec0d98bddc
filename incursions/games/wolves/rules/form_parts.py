"""The parts of a command's form: exact words and blanks, with each optional part in or out."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import NamedTuple

_PARTS = re.compile(r"\{([^}]*)\}|([^{}]+)")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_CHOICE = re.compile(r", | or ")


class Part(NamedTuple):
    """Exact words, or a blank with its name; `words` are those of a blank that lists them: "yay, nay or abstain"."""

    text: str
    blank: str = ""
    words: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def list_variants(form: str) -> tuple[tuple[Part, ...], ...]:
    """Return the parts of a form for each way to put its optional parts in or leave them out."""
    pieces = _OPTIONAL.split(form)
    ways = [(piece,) if number % 2 == 0 else ("", piece) for number, piece in enumerate(pieces)]
    return tuple(_split("".join(way)) for way in product(*ways))


def _split(form: str) -> tuple[Part, ...]:
    """Return the parts of a form without optional ones. The second blank of a name gets a 2, as in orders."""
    parts: list[Part] = []
    seen: dict[str, int] = {}
    for blank, words in _PARTS.findall(form):
        if words:
            parts.append(Part(words))
            continue
        choice = tuple(_CHOICE.split(blank))
        name = "word" if len(choice) > 1 else blank
        seen[name] = seen.get(name, 0) + 1
        group = name if seen[name] == 1 else f"{name}{seen[name]}"
        parts.append(Part("", group, choice if len(choice) > 1 else ()))
    return tuple(parts)
