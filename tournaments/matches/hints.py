"""First-time hints at tables: which one a player is shown, and the hints that are not shown any more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from incursions.accounts.models import User
from incursions.games.contract import GameKind
from incursions.games.hints import OPTIONS, Hint
from incursions.kit.writing import update_row
from tournaments.matches.game_kinds import game_kinds

WINDOWS = "windows"
"""Choosing when to be asked is told to hints as a line that begins with this word."""


def key_of(kind: GameKind, hint: Hint) -> str:
    """Return the key of a hint among those of all games."""
    return f"{kind.name}:{hint.name}"


def list_places(kind: GameKind) -> list[str]:
    """Return the places that the hints of a game have, each once."""
    return sorted({OPTIONS, *(hint.place for hint in kind.table.hints)})


def choose_hint(kind: GameKind, scene: Any, seen: Iterable[str]) -> Hint | None:
    """Return the hint that a player is shown, one at a time; None if there is none for what can be seen now."""
    known = set(seen)
    return next((hint for hint in kind.table.hints if key_of(kind, hint) not in known and hint.applies(scene)), None)


def note_used(user: User | None, kind: GameKind, line: str) -> None:
    """Let the hints about what the line does be seen. Bots have no user."""
    used = [key_of(kind, hint) for hint in kind.table.hints if hint.used_by and hint.used_by.search(line)]
    if user is not None and used:
        note_seen(user, used)


def note_seen(user: User, keys: Iterable[str]) -> None:
    """Store hints that the user has used or dismissed. Keys of no hint are dropped, so the list stays short."""
    there_are = {key_of(kind, hint) for kind in game_kinds().values() for hint in kind.table.hints}
    seen = sorted({*user.seen_hints, *keys} & there_are)
    if seen != user.seen_hints:
        update_row(user, seen_hints=seen)
