"""Control's desk: the attack board, what comes next, the inbox, vessels by trouble, and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from incursions.games.megagames import LoggedEntry
from incursions.games.wolves.pages.attack_board import describe_board
from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.pages.inbox import describe_inbox
from incursions.games.wolves.pages.next_steps import describe_next
from incursions.games.wolves.pages.vessel_panels import list_panels
from incursions.games.wolves.rules.game import Game


def draw_desk(game: Game, seat: str, entries: Sequence[LoggedEntry] = ()) -> Mapping[str, Markup]:
    """Return the parts of the desk for a seat of Control; `entries` are the newest of the log, the newest first."""
    board = describe_board(game)
    contexts = {
        "attack": {"board": board},
        "next": {**describe_next(game), "board": board},
        "inbox": describe_inbox(game),
        "vessels": {"panels": list_panels(game), "fleet_at": game.name_place(game.state.fleet_at)},
        "log": {"entries": entries, "struck": set(game.struck), "last": game.number},
    }
    return {name: TEMPLATES.draw(f"desk_{name}", **context) for name, context in contexts.items()}
