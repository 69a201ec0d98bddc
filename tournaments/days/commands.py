"""Reading commands from a form: one, or several of Control's, a line each, of which all are given or none."""

from __future__ import annotations

from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from tournaments.days.blanks import fill_blanks
from tournaments.days.models import LONGEST_COMMAND

MOST_COMMANDS = 60
"""More than the players of a hall, whom Control may move all at once."""


def read_commands(fields: Fields, *, may_be_several: bool) -> list[str]:
    """Return the commands of a form with their blanks filled. Raises malformed."""
    lines = fields.any_text("text").replace("\r\n", "\n").split("\n") if may_be_several else []
    if len(lines) < 2:
        return [fill_blanks(fields.text("text", LONGEST_COMMAND), fields)]
    if len(lines) > MOST_COMMANDS:
        raise DomainError("malformed", f"At most {MOST_COMMANDS} commands are given at once.")
    return [fill_blanks(Fields(text=line).text("text", LONGEST_COMMAND), fields) for line in lines]
