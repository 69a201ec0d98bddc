"""What can be wrong with a deck or hexpile: a code, its parameters, the pieces concerned and the rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

Params = Mapping[str, int | str]

# Every code there is, in the order of reporting, with the rule that it is about. That there are no other pieces than
# those of the catalogue is no rule of its own: all of section 2, the pieces, says it.
RULES_BY_CODE = {
    "piece.unknown": "2",
    "ship.missing": "3.5",
    "ship.not_a_ship": "3.5",
    "captain.not_a_captain": "3.5",
    "stand_in.not_crew": "3.5",
    "stand_in.beside_captain": "3.8",
    "deck.captain": "3.9",
    "deck.not_a_card": "2.7",
    "deck.too_small": "3.1",
    "deck.too_many_copies": "3.2",
    "deck.rarity_over_limit": "3.3",
    "deck.card_unusable": "3.6",
    "hexpile.points_out_of_range": "4.1",
    "hexpile.no_wormhole": "4.2",
    "hexpile.too_many_copies": "4.3",
    "hexpile.unique_twice": "4.3",
    "hexpile.not_a_tile": "2.8",
    "hexpile.worthless_tile": "4.4",
    "pool.missing": "22.2",
    "pool.exceeded": "22.2",
    "pool.unknown_piece": "22.2",
}


class Severity(StrEnum):
    """An error blocks play; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


_WARNINGS = frozenset({"deck.card_unusable", "pool.unknown_piece"})


def severity_of(code: str) -> Severity:
    """Whether what the code tells blocks play."""
    return Severity.WARNING if code in _WARNINGS else Severity.ERROR


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. Texts are made from `code` and `params` where they are shown (`wording`), never kept."""

    code: str
    rule: str
    params: Params = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    def to_data(self) -> dict[str, object]:
        """Plain data for the page and the API."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "rule": self.rule,
            "params": dict(self.params),
            "pieces": list(self.pieces),
        }


def problem(code: str, params: Params | None = None, pieces: tuple[str, ...] = ()) -> Problem:
    """A problem of that code, with its rule and severity."""
    return Problem(code, RULES_BY_CODE[code], params or {}, pieces, severity_of(code))
