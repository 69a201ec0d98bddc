"""The tie-breaks of the games on the shelf."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.events.standings import TieBreak, list_tie_breaks
from tournaments.matches.game_kinds import game_kinds


def tie_breaks_of(game: str) -> Mapping[str, TieBreak]:
    """Return the tie-breaks of tournaments of a game by key, in the usual order."""
    return list_tie_breaks(game_kinds()[game].results)


TIE_BREAKS: Mapping[str, TieBreak] = {key: each for game in game_kinds() for key, each in tie_breaks_of(game).items()}
"""The tie-breaks of all games by key. A figure of one key means the same in all."""
