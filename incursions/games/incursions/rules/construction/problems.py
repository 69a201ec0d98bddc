"""The problems of decks and hexpiles: codes, their rules, and a sentence in a player's words for each."""

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
    """The severity of a problem: an error blocks play, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


_WARNINGS = frozenset({"deck.card_unusable", "pool.unknown_piece"})


def severity_of(code: str) -> Severity:
    """Return ERROR for a code that blocks play, else WARNING."""
    return Severity.WARNING if code in _WARNINGS else Severity.ERROR


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a content. Its sentence is made from `code` and `params` when it is shown, and never stored."""

    code: str
    rule: str
    params: Params = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    def to_data(self) -> dict[str, object]:
        """Return the problem as plain data for pages and the API."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "rule": self.rule,
            "params": dict(self.params),
            "pieces": list(self.pieces),
        }


def problem(code: str, pieces: tuple[str, ...] = (), **params: int | str) -> Problem:
    """Return a problem of that code with its rule and severity. By default it concerns the piece of its `title`."""
    if "title" in params:
        pieces = (str(params["title"]),)
    return Problem(code, RULES_BY_CODE[code], params, pieces, severity_of(code))


# In braces the parameters of the problem.
SENTENCES = {
    "piece.unknown": "There is no piece called “{title}”.",
    "ship.missing": "A ship is missing.",
    "ship.not_a_ship": "“{title}” is no ship.",
    "captain.not_a_captain": "“{title}” is no captain.",
    "stand_in.not_crew": "“{title}” is no crew member, so it cannot stand in for a captain.",
    "stand_in.beside_captain": "{stand_in} stands in for a captain, and {captain} is there: bring one of them.",
    "deck.captain": "“{title}” is a captain; captains stand outside the deck.",
    "deck.not_a_card": "“{title}” stands in the deck, and is a {kind}.",
    "deck.too_small": "The deck holds {cards} of at least {min} cards.",
    "deck.too_many_copies": "The deck holds {copies} copies of “{title}”; at most {max} are allowed.",
    "deck.rarity_over_limit": "{count} cards count as {rarity}; the limit is {max}.",
    "deck.card_unusable": "“{title}” is of no use to this ship and captain; it is for {usage}.",
    "hexpile.points_out_of_range": "The hexpile is worth {points} points; {min} to {max} are allowed.",
    "hexpile.no_wormhole": "The hexpile holds no wormhole.",
    "hexpile.too_many_copies": "The hexpile holds {copies} tiles “{title}”; at most {max} are allowed.",
    "hexpile.unique_twice": "The hexpile holds {copies} tiles “{title}”, whose event is unique; one is allowed.",
    "hexpile.not_a_tile": "“{title}” stands in the hexpile, and is a {kind}.",
    "hexpile.worthless_tile": "“{title}” is worth {points} points; a tile is worth at least 1.",
    "pool.missing": "There is no pool to build from.",
    "pool.exceeded": "The pool holds {opened} of “{title}”, and {used} are used.",
    "pool.unknown_piece": "The pool names “{title}”, and there is no such piece.",
}


def sentence(problem: Problem) -> str:
    """Return the problem in one sentence."""
    return SENTENCES[problem.code].format(**problem.params)
