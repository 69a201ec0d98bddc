"""The only evaluator of decks and hexpiles: their faults and the rules that they break (rules 3, 4 and 22). Pure."""

from incursions.games.incursions.rules.construction.content import DeckContent
from incursions.games.incursions.rules.construction.evaluator import Verdict, by_rarity, evaluate, hex_points, wormholes
from incursions.games.incursions.rules.construction.facts import PieceFacts, facts_of, index_pieces
from incursions.games.incursions.rules.construction.formats import FORMATS, FULL, SEALED, TOURNAMENT, Format
from incursions.games.incursions.rules.construction.problems import (
    RULES_BY_CODE,
    SENTENCES,
    Problem,
    Severity,
    sentence,
    severity_of,
)

__all__ = [
    "FORMATS",
    "FULL",
    "RULES_BY_CODE",
    "SEALED",
    "SENTENCES",
    "TOURNAMENT",
    "DeckContent",
    "Format",
    "PieceFacts",
    "Problem",
    "Severity",
    "Verdict",
    "by_rarity",
    "evaluate",
    "facts_of",
    "hex_points",
    "index_pieces",
    "sentence",
    "severity_of",
    "wormholes",
]
