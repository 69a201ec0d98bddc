"""Stepping back: hidden orders are shuffled again, so that nothing seen since is of use (rules 21.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game


def shuffle_what_was_seen(game: Game, later: Game) -> list[str]:
    """Shuffle each deck and hexpile that is different in `later`, and return their names.

    Stops stay as they were set last, because setting one is no decision of the match (13.14).
    """
    shuffled = []
    for player, after in zip(game.players, later.players, strict=True):
        player.stops = after.stops
        for name, now, then in (
            (f"deck {player.seat}", player.deck, after.deck),
            (f"hexpile {player.seat}", player.pile, after.pile),
        ):
            if now != then:
                game.dice.shuffle(name, now)
                shuffled.append(name)
    if game.pile != later.pile:
        shuffle_shared_pile(game)
        shuffled.append("hexpile")
    return shuffled


def shuffle_shared_pile(game: Game) -> None:
    """Shuffle the shared pile, each tile with the seat that brought it (4.6)."""
    if not game.brought_by:
        shuffle_basic_pile(game)
        return
    mixed = list(zip(game.pile, game.brought_by, strict=True))
    game.dice.shuffle("hexpile", mixed)
    game.pile = [title for title, _ in mixed]
    game.brought_by = [seat for _, seat in mixed]


def shuffle_basic_pile(game: Game) -> None:
    """Shuffle the pile of Basic until no wormhole lies on top at the start (rules 20.6)."""
    is_start = len(game.map) == 1
    if is_start and all(game.tiles[title].is_wormhole for title in game.pile):
        return
    while True:
        game.dice.shuffle("pile", game.pile)
        if not is_start or not game.tiles[game.pile[-1]].is_wormhole:
            return
