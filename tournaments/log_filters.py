"""Filters of the log: attacks, movement, cards, or one seat.

A log line lists the words that it is about (`about`), and a filter is one of these words. The browser compares them,
or the server if there are no scripts.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.export import EventData
from tournaments.log_sentences import SEATS
from tournaments.wording import TitledShip

ALL = "all"
ATTACKS, MOVEMENT, CARDS = "attacks", "movement", "cards"
SUBJECTS: dict[str, frozenset[str]] = {
    ATTACKS: frozenset(
        [
            "attack_announced",
            "scored",
            "evasion_rolled",
            "shield_power",
            "reduced",
            "damaged",
            "missed",
            "destroyed",
            "escaped",
            "eliminated",
            "card_damaged",
            "piece_damaged",
            "piece_destroyed",
            "unharmed",
            "redirected",
            "dominated",
            "mine_announced",
            "mine_laid",
            "mine_spent",
            "mine_went_off",
        ]
    ),
    MOVEMENT: frozenset(
        [
            "explored",
            "warped",
            "moved",
            "transported",
            "wormhole_rolled",
            "wormhole_drawn",
            "requirement_met",
            "requirement_unmet",
            "hex_event",
            "event_scored",
            "event_reduced",
            "event_blocked",
            "events_avoided",
            "table_rolled",
            "caught",
            "escape_announced",
            "escape_rolled",
            "tractor_announced",
            "tractor_evaded",
            "held",
            "broke_free",
            "beam_ended",
            "cloaked",
            "uncloaked",
            "swept",
            "piece_moved",
        ]
    ),
    CARDS: frozenset(
        [
            "card_played",
            "card_used",
            "cancelled",
            "chosen",
            "command_attached",
            "command_ready",
            "discarded",
            "drew",
            "drew_cards",
            "laid_before",
            "looked",
            "looked_at",
            "arranged",
            "placed",
            "put_away",
            "put_back",
            "removal_announced",
            "removed",
            "returned",
            "tabled",
            "tabled_aboard",
            "tabling_announced",
            "taken_back",
            "took",
            "took_cards",
            "summoned",
            "piece_gone",
            "rewarded",
            "turned_up",
            "turned_over",
            "seized",
            "assimilated",
            "assimilation_announced",
            "displaced",
            "espionage_missed",
            "espionage_rolled",
            "espionage_unanswered",
            "recovered",
            "recovery_announced",
            "maneuvers_added",
        ]
    ),
}
OTHERS = frozenset(
    [
        "aux_restored",
        "aux_used",
        "card_repaired",
        "conceded",
        "declined",
        "diverted",
        "ended",
        "kept",
        "left",
        "piece_repaired",
        "power_lost",
        "powered_up",
        "repair_rolled",
        "repaired",
        "rerolled",
        "roll_off",
        "start_rolled",
        "started",
        "stepped_back",
        "stops_set",
        "time",
        "turn_began",
        "turn_ended",
    ]
)
"""Kinds of events without a subject: they appear only in the whole log and under their seat."""


@dataclass(frozen=True)
class Filter:
    """A filter of the log: the word in `about`, and the title that a player reads."""

    word: str
    title: str


def filters(ships: Iterable[TitledShip]) -> list[Filter]:
    """Return the filters for the log of these ships; the first one is the whole log."""
    named = [Filter(seat_word(ship["seat"]), ship["title"]) for ship in ships]
    return [
        Filter(ALL, "All"),
        Filter(ATTACKS, "Attacks"),
        Filter(MOVEMENT, "Movement"),
        Filter(CARDS, "Cards"),
        *named,
    ]


def seat_word(seat: int) -> str:
    """Return the filter word of a seat."""
    return f"seat-{seat}"


def find_subjects(event: EventData) -> list[str]:
    """Return the filter words of an event."""
    kind, facts = event["kind"], event["facts"]
    found = [subject for subject, kinds in SUBJECTS.items() if kind in kinds]
    seats = sorted({seat for name in SEATS if type(seat := facts.get(name)) is int})
    return found + [seat_word(seat) for seat in seats]
