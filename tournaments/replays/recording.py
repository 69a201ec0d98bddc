"""What a replay is made from, whether a match was played here or its file was brought: plain data, no rows."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from tournaments.models import Match


class Recorded(NamedTuple):
    """One action with what it threw and caused; `reason` is a bot's own, for staff.

    `move` is its number among the moves that all are told of, 0 for the stage of a line or a stop. In a file that
    was brought every action is a move.
    """

    number: int
    move: int
    seat: int | None
    text: str
    dice: list[int]
    events: list[dict[str, Any]]
    reason: str = ""


@dataclass(frozen=True)
class Recording:
    """Set-up, seed and actions, which are the whole match, with the events that they caused.

    `is_open_book`: the decks may be seen, and with them everything else. Until then whoever holds this must show no
    more of it than a `Knowledge` says.
    """

    setup: dict[str, Any]
    seed: bytes
    opening: list[dict[str, Any]]
    actions: tuple[Recorded, ...]
    is_open_book: bool


def recording_of(match: Match) -> Recording:
    """The recording of a match that has begun, up to its newest action."""
    assert match.setup is not None, "a match that has begun has a set-up"
    written = match.actions.filter(number__lte=match.last_action).order_by("number")
    actions = tuple(
        Recorded(each.number, each.move, each.seat, each.text, each.dice, each.told_events, each.reason)
        for each in written
    )
    return Recording(match.setup, bytes(match.seed), match.opening, actions, match.lies_open)
