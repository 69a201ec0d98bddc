"""The sets of pieces, named by `sets.yaml`; without that file there is a single one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from incursions.games.incursions.rules.catalogue import CatalogueError, description_faults, is_there, read_list
from incursions.games.incursions.rules.plain_yaml import quote
from incursions.games.incursions.rules.printed.piece_fields import is_date

SETS_FILE = "sets.yaml"
LONGEST_CODE, LONGEST_TITLE = 20, 60


class CardSet(NamedTuple):
    """A set of pieces. `code` is its name in pieces; `released` is a date as text, or empty."""

    code: str
    title: str
    released: str = ""
    about: str = ""


THE_ONLY_SET = CardSet("base", "The base set")


def read_sets(folder: Path) -> tuple[dict[str, CardSet], list[CatalogueError]]:
    """Return the sets of a folder by code, and the faults. The first set is the default of pieces."""
    path = folder / SETS_FILE
    faults: list[CatalogueError] = []
    if not is_there(path):
        return {THE_ONLY_SET.code: THE_ONLY_SET}, faults
    found: dict[str, CardSet] = {}
    for described in read_list(path, "sets", faults):
        fields = CardSet._fields
        wrong = list(
            description_faults(described, path.name, "a set", "code and title", fields, fields[:2], _check_field)
        )
        if not wrong and described["code"] in found:
            wrong = [CatalogueError(path.name, described["title"], "code", "this code stands twice")]
        if not wrong:
            found[described["code"]] = CardSet(**described)
        faults += wrong
    if not found and not faults:
        faults.append(CatalogueError(path.name, "", "", "a set was expected"))
    return found or {THE_ONLY_SET.code: THE_ONLY_SET}, faults


def _check_field(field: str, value: Any) -> str | None:
    longest = {"code": LONGEST_CODE, "title": LONGEST_TITLE}
    if not isinstance(value, str) or not value.strip() or len(value) > longest.get(field, len(value)):
        most = f" of at most {longest[field]} characters" if field in longest else ""
        return f"a text{most} was expected, not {quote(value)}"
    if field == "code" and not value.replace("-", "").isalnum():
        return f"letters, digits and hyphens were expected, not {quote(value)}"
    return (
        f"a day such as 2026-11-22 was expected, not {value!r}" if field == "released" and not is_date(value) else None
    )
