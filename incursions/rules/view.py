"""What a seat or a spectator may know of a match, as plain data. Everything hidden stays out here, and only here.

Hidden are the order of the piles, the dice still to come, the decks, and the hands of others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from incursions.engine.questions import Question
from incursions.rules.attack import Attack
from incursions.rules.hand import titles
from incursions.rules.maneuvers import ORDINALS
from incursions.rules.players import Player
from incursions.rules.ships import POWER_CARDS, Ship
from incursions.rules.turn import MANEUVER, STEP_NAMES

if TYPE_CHECKING:
    from incursions.rules.game import Game


def view(game: Game, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it; None is a spectator. The options are there only for the seat that is asked.

    `pile` counts the tiles that the seat explores from, for a spectator those of the seat whose turn it is.
    """
    question = game.decision
    beyond_basic = _cards_view(game, seat) if game.players else {}
    return {
        "mode": game.mode,
        "seat": seat,
        "number": game.number,
        "round": game.round,
        "round_limit": game.round_limit,
        "turn": _turn_view(game),
        "ships": [_ship_view(ship) for ship in game.ships],
        "map": [_tile_view(game, q, r, title) for (q, r), title in game.map.items()],
        "pile": len(game.pile_of(game.turn_seat if seat is None else seat)),
        "attack": _attack_view(game),
        "question": None if question is None else _question_view(question, seat),
        "options": list(question.options) if question is not None and question.seat == seat else [],
        "result": None if game.result is None else game.result.to_data(),
        **beyond_basic,
    }


def _cards_view(game: Game, seat: int | None) -> dict[str, Any]:
    """What all see of each player, the hand of the seat, and who brought the charted tiles (rules 4.6, 13.7)."""
    return {
        "players": [_player_view(game, player) for player in game.players],
        "hand": [] if seat is None else titles(game, game.players[seat].hand),
        "owners": [[q, r, owner] for (q, r), owner in game.owners.items()],
    }


def _player_view(game: Game, player: Player) -> dict[str, Any]:
    ship = game.ships[player.seat]
    captain = None if player.captain is None else game.cards[player.captain].card
    return {
        "seat": player.seat,
        "captain": None if captain is None else captain.title,
        "stand_in": captain is not None and not captain.is_captain,
        "aux": player.aux,
        "diverted": ship.diverted.copy(),
        "bonuses": ship.bonuses._asdict(),
        "hand": len(player.hand),
        "deck": len(player.deck),
        "pile": len(player.pile),
        "discard": titles(game, player.discard),
        "tabled": titles(game, player.tabled),
    }


def _turn_view(game: Game) -> dict[str, Any]:
    turn = game.turn
    made, left, step = 0, 0, "over"
    if turn is not None:
        made, left = turn.made, turn.left
        step = f"{ORDINALS[made]} maneuver" if turn.step == MANEUVER and made else STEP_NAMES[turn.step]
    whose = {"seat": game.turn_seat, "first": game.first, "number": game.turns}
    return whose | {"maneuver": made, "left": left, "step": step}


def _ship_view(ship: Ship) -> dict[str, Any]:
    card = ship.card
    return {
        "seat": ship.seat,
        "title": card.title,
        "race": card.race,
        "role": card.definition.get("role", ""),
        "hull": ship.hull,
        "hull_maximum": card.hull,
        "shields": ship.shields,
        "shields_maximum": ship.shields_maximum,
        "evasion": card.evasion + ship.bonuses.evasion,
        "at": list(ship.at),
        "power": ship.power,
        "power_cards": POWER_CARDS,
        "spent": ship.spent.copy(),
        "systems": card.definition["systems"],
        "out": None if ship.out is None else {"how": ship.out, "number": ship.out_at},
    }


def _tile_view(game: Game, q: int, r: int, title: str) -> dict[str, Any]:
    printed = game.tiles[title].definition
    return {
        "at": [q, r],
        "title": title,
        "kind": printed["kind"],
        "hex_points": printed["hex_points"],
        "text": printed["text"],
    }


def _attack_view(game: Game) -> dict[str, Any] | None:
    for frame in reversed(game.stack):
        if isinstance(frame, Attack):
            return frame.to_view()
    return None


def _question_view(question: Question, seat: int | None) -> dict[str, Any]:
    """Who is asked what. The phrases said so far are the asked seat's own until the line is announced."""
    return {
        "seat": question.seat,
        "kind": question.kind,
        "topic": question.topic,
        "title": question.title,
        "rule": question.rule,
        "said": list(question.said) if question.seat == seat else [],
    }
