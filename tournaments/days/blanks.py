"""Commands with blanks, which the fields of a form fill: "deal {n} damage to Dione because {reason}"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from incursions.kit.refusals import DomainError
from tournaments.days.models import LONGEST_COMMAND

_OPTIONAL = re.compile(r"\[([^\[\]{}]*)\{([a-z]+)\}([^\[\]{}]*)\]")
_BLANK = re.compile(r"\{([a-z]+)\}")


def fill_blanks(text: str, fields: Mapping[str, str]) -> str:
    """Return a command with its blanks filled; what stands in [] goes if its blank is empty. Raises malformed.

    A blank for which there is no field stays as it is. Filled, the command is no longer than any other may be.
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

    filled = _BLANK.sub(fill, _OPTIONAL.sub(choose, text))
    if len(filled) > LONGEST_COMMAND:
        raise DomainError("malformed", f"An order has at most {LONGEST_COMMAND} characters. Say it in fewer words.")
    return filled
