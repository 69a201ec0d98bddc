"""Control's desk: the attack board, what comes next, the inbox, vessels by trouble, and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from incursions.games.megagames import CLOCK_SUBJECT, DeskFacts, LoggedEntry
from incursions.games.wolves.pages.attack_board import describe_board
from incursions.games.wolves.pages.drawing import TEMPLATES
from incursions.games.wolves.pages.inbox import describe_inbox
from incursions.games.wolves.pages.next_steps import describe_next
from incursions.games.wolves.pages.vessel_panels import list_assents, list_panels
from incursions.games.wolves.rules.control import FIGURES
from incursions.games.wolves.rules.game import Game

NO_FACTS = DeskFacts()


def draw_desk(
    game: Game, seat: str, entries: Sequence[LoggedEntry] = (), facts: DeskFacts = NO_FACTS
) -> Mapping[str, Markup]:
    """Return the parts of the desk for a seat of Control; `entries` are the newest of the log, the newest first."""
    board = describe_board(game)
    claims = facts.claims
    own = {subject for subject, claim in claims.items() if claim.seat == seat}
    shared = {"claims": claims, "seat": seat, "clock_claim": claims.get(CLOCK_SUBJECT)}
    contexts: dict[str, dict[str, Any]] = {
        "attack": {"board": board},
        "next": {**describe_next(game), "board": board},
        "inbox": {**describe_inbox(game, facts.now), "plans": facts.refused_plans, "silent": facts.silent_teams},
        "vessels": {
            "panels": list_panels(game, own),
            "fleet_at": game.name_place(game.state.fleet_at),
            "figures": tuple(FIGURES),
            "assents": list_assents(game),
        },
        "log": {"entries": entries, "struck": set(game.struck), "last": game.number},
    }
    return {name: TEMPLATES.draw(f"desk_{name}", **shared, **context) for name, context in contexts.items()}
