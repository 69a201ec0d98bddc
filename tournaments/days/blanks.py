"""Commands with blanks, which the fields of a form fill: "deal {n} damage to Dione because {reason}"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from incursions.kit.refusals import DomainError

_OPTIONAL = re.compile(r"\[([^\[\]{}]*)\{([a-z]+)\}([^\[\]{}]*)\]")
_BLANK = re.compile(r"\{([a-z]+)\}")


def fill_blanks(text: str, fields: Mapping[str, str]) -> str:
    """Return a command with its blanks filled; what stands in [] goes if its blank is empty. Raises malformed.

    A blank for which there is no field stays as it is.
    """

    def choose(found: re.Match[str]) -> str:
        before, name, after = found.groups()
        if name not in fields:
            return found.group()
        return f"{before}{{{name}}}{after}" if str(fields[name]).strip() else ""

    def fill(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in fields:
            return found.group()
        value = str(fields[name]).strip()
        if not value:
            raise DomainError("malformed", f"Fill in the field {name}.")
        if not value.isprintable():
            raise DomainError("malformed", f"The field {name} holds a character that cannot be printed.")
        return value

    return _BLANK.sub(fill, _OPTIONAL.sub(choose, text))
