"""First-time hints at tables: the choice of the one to show, and the hints that a player has seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from incursions.accounts.models import User
from incursions.games.contract import GameKind
from incursions.games.hints import OPTIONS, Hint
from incursions.kit.writing import update_row
from tournaments.matches.game_kinds import game_kinds

WINDOWS, BANK = "windows", "bank"
"""The first word of the use that is a choice of when to be asked, and the use of time from the bank."""


def make_key(kind: GameKind, hint: Hint) -> str:
    """Return the key of a hint among those of all games."""
    return f"{kind.name}:{hint.name}"


def list_places(kind: GameKind) -> list[str]:
    """Return the places that the hints of a game have, each once."""
    return sorted({OPTIONS, *(hint.place for hint in kind.table.hints)})


def choose_hint(kind: GameKind, scene: Any, seen: Iterable[str]) -> Hint | None:
    """Return the first unseen hint that applies to the scene, or None."""
    known = set(seen)
    return next((hint for hint in kind.table.hints if make_key(kind, hint) not in known and hint.applies(scene)), None)


def note_used(user: User | None, kind: GameKind, uses: Sequence[str]) -> None:
    """Store that the user has used what some hints explain. Does nothing for a bot, which has no user.

    `Hint.used_by` is searched in `uses`: the line that was played, and the kinds of the events that came of it.
    """
    patterns = [(make_key(kind, hint), hint.used_by) for hint in kind.table.hints if hint.used_by]
    used = [key for key, pattern in patterns if any(map(pattern.search, uses))]
    if user is not None and used:
        note_seen(user, used)


def note_seen(user: User, keys: Iterable[str]) -> None:
    """Add hints to those that the user has seen. Unknown keys are dropped, so that the list stays short."""
    all_keys = {make_key(kind, hint) for kind in game_kinds().values() for hint in kind.table.hints}
    seen = sorted({*user.seen_hints, *keys} & all_keys)
    if seen != user.seen_hints:
        update_row(user, seen_hints=seen)
