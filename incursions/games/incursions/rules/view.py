"""The view of a match for a seat or a spectator, as plain data: the only place that hides hidden information.

Hidden are the order of the piles, the dice still to come, the decks, and the hands of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypedDict, cast

from incursions.engine.standing import ResultData
from incursions.games.incursions.rules.attacks.attack import AttackFrame
from incursions.games.incursions.rules.crew.espionage import Espionage
from incursions.games.incursions.rules.hexes.leaving import holds_on
from incursions.games.incursions.rules.maneuvers.maneuver import ORDINALS
from incursions.games.incursions.rules.maneuvers.turns import MANEUVER, STEP_NAMES
from incursions.games.incursions.rules.placed.placed_pieces import LEFT
from incursions.games.incursions.rules.plays.announcements import Announcement
from incursions.games.incursions.rules.plays.card_moves import hand_limit, open_hands, titles
from incursions.games.incursions.rules.plays.resolution import Resolution
from incursions.games.incursions.rules.printed.pieces import GameCard, TileCard, printed_fact
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.phrases import NO_CARD
from incursions.games.incursions.rules.state.refs import Pick
from incursions.games.incursions.rules.state.seats import Player, Ship
from incursions.games.incursions.rules.state.shapes import (
    AnnouncementView,
    AttackView,
    CardBeforeView,
    CardView,
    EspionageView,
    HandView,
    LastingView,
    PieceView,
    PlayerView,
    PrintedCardView,
    PrintedTileView,
    QuestionView,
    ShipView,
    TileView,
    TurnView,
)


class View(TypedDict):
    """The table as a seat, or a spectator (None), sees it. Basic has the fields before `players` alone.

    `number` is that of the last action told to the viewer; `pile` the size of the pile that the seat explores from.
    """

    mode: str
    seat: int | None
    number: int
    round: int
    round_limit: int
    turn: TurnView
    ships: list[ShipView]
    map: list[TileView]
    pile: int
    attack: AttackView | None
    question: QuestionView | None
    options: list[str]
    result: ResultData | None
    players: NotRequired[list[PlayerView]]
    hand: NotRequired[list[str]]
    cards_in_hand: NotRequired[list[PrintedCardView]]
    owners: NotRequired[list[list[int]]]
    placed: NotRequired[list[PieceView]]
    happened: NotRequired[list[str]]
    espionage: NotRequired[EspionageView | None]
    lasting: NotRequired[list[LastingView]]
    stops: NotRequired[list[str]]
    open_hands: NotRequired[list[HandView]]
    announced: NotRequired[list[AnnouncementView]]


def view(game: GameState, seat: int | None) -> View:
    """Return the table as `seat` sees it; None is a spectator."""
    return cast("View", {name: part(game, seat) for name, part in _get_parts(game).items()})


class Glance(dict[str, object]):
    """A lazy view: each part is computed at its first lookup."""

    __slots__ = ("_about", "_game", "_parts")

    def __init__(self, parts: Mapping[str, Callable[[GameState, Any], Any]], game: GameState, about: object) -> None:
        super().__init__()
        self._parts, self._game, self._about = parts, game, about

    def __missing__(self, name: str) -> Any:
        part = self[name] = self._parts[name](self._game, self._about)
        return part


def glance(game: GameState, seat: int) -> View:
    """Return a lazy `view` for the seat, with lazy parts for each player."""
    seen = Glance(_get_parts(game), game, seat)
    seen["players"] = [Glance(PARTS_OF_PLAYER, game, player) for player in game.players]
    return cast("View", seen)


def _view_options(game: GameState, seat: int | None) -> list[str]:
    """Return the options, only to the seat that is asked."""
    question = game.decision
    return list(question.options) if question is not None and question.seat == seat else []


def _view_printed_hand(game: GameState, seat: int | None) -> list[PrintedCardView]:
    """Return the printed texts of the hand, each title once."""
    hand = [] if seat is None else game.players[seat].hand
    cards = {card.title: card for card in (game.cards[number] for number in hand)}
    return [_view_printed_card(card).copy() for card in cards.values()]


@printed_fact
def _view_printed_card(card: GameCard) -> PrintedCardView:
    return {
        "title": card.title,
        "nature": card.nature,
        "type": card.type,
        "play_method": card.play_method,
        "attaches_to": card.definition.get("attaches_to"),
        "text": card.definition.get("text", ""),
    }


def _view_announcement(game: GameState, frame: Announcement) -> AnnouncementView:
    """Return an announcement that has not taken effect yet: its line and all that goes with it (rules 13.14).

    The phrase for no card is left out, because the line has it only if the hand holds a card that would fit.
    """
    return {
        "seat": frame.seat,
        "what": frame.what,
        "line": " ".join(phrase for phrase in frame.said if phrase != NO_CARD),
        "cards": titles(game, frame.cards),
        "command": None if frame.command is None else game.cards[frame.command].title,
        "cancelled": list(frame.cancelled),
    }


def _view_open_hands(game: GameState, seat: int | None) -> list[HandView]:
    """Return the hands of others that are open to the seat."""
    seen = () if seat is None else open_hands(game, seat)
    return [{"seat": other, "hand": titles(game, game.players[other].hand)} for other in seen]


def _view_placed(game: GameState, piece: Placed) -> PieceView:
    """Return a piece in a hex, all of which is public (rules 17)."""
    return {
        "number": piece.number,
        "kind": piece.kind,
        "title": piece.title,
        "at": list(piece.at),
        "owner": piece.owner,
        "points": piece.points,
        "dice": piece.dice,
        "bonus": piece.bonus,
        "crew": titles(game, piece.crew) if piece.crew else [],
        "dominated": piece.dominated,
        "fresh": piece.laid == game.turns,
    }


def _find_captain(game: GameState, player: Player) -> GameCard | None:
    return None if player.captain is None else game.cards[player.captain]


def _view_captain(game: GameState, player: Player) -> str | None:
    captain = _find_captain(game, player)
    return None if captain is None else captain.title


def _has_stand_in(game: GameState, player: Player) -> bool:
    captain = _find_captain(game, player)
    return captain is not None and not captain.is_captain


def view_cards_before(game: GameState, player: Player) -> list[CardBeforeView]:
    """Return the cards that others laid before the player."""
    return [{**view_card(game, card.card), "by": card.user, "names": card.named} for card in player.before]


def _view_beam(game: GameState, player: Player) -> list[int] | None:
    holds = game.ships[player.seat].holds
    return None if holds is None else list(holds)


def view_card(game: GameState, number: int) -> CardView:
    """Return a card on the table."""
    card, board = game.cards[number], game.board
    points = card.definition.get("life_points")
    if points is not None:
        points = max(0, points - board.damage.get(number, 0))
    return {"title": card.title, "down": number in board.face_down, "points": points}


def _view_turn(game: GameState, seat: int | None) -> TurnView:
    turn = game.turn
    made, left, step = 0, 0, "over"
    if turn is not None:
        made, left = turn.made, turn.left
        step = f"{ORDINALS[made]} maneuver" if turn.step == MANEUVER and made else STEP_NAMES[turn.step]
    return {
        "seat": game.turn_seat,
        "first": game.first,
        "number": game.turns,
        "maneuver": made,
        "left": left,
        "step": step,
    }


def _view_ship(ship: Ship) -> ShipView:
    card = ship.card
    return {
        "seat": ship.seat,
        "title": card.title,
        "left": card.definition.get(LEFT),
        "race": card.race,
        "role": card.definition.get("role", ""),
        "hull": ship.hull,
        "hull_maximum": card.hull,
        "shields": ship.shields,
        "shields_maximum": ship.shields_maximum,
        "evasion": card.evasion + ship.bonuses.evasion,
        "at": list(ship.at),
        "power": ship.power,
        "power_cards": ship.power_cards,
        "spent": ship.spent.copy(),
        "systems": card.systems,
        "out": None if ship.out is None else {"how": ship.out, "number": ship.out_at},
    }


@printed_fact
def _view_printed_tile(tile: TileCard) -> PrintedTileView:
    printed = tile.definition
    return {
        "title": tile.title,
        "kind": printed["kind"],
        "hex_points": printed["hex_points"],
        "text": printed["text"],
    }


def _view_attack(game: GameState, seat: int | None) -> AttackView | None:
    """Return the attack under way, with the title of its target if that is a card on the table (rules 10.15)."""
    frame = game.find_frame(AttackFrame)
    if frame is None:
        return None
    attack = frame.to_view()
    at = attack.get("at")
    return {**attack, "at_title": game.cards[at[1]].title} if at and at[0] == "card" else attack


def _view_espionage(game: GameState, seat: int | None) -> EspionageView | None:
    """Return the espionage under way, which is public (rules 15.2)."""
    attempt = game.find_frame(Espionage)
    return None if attempt is None else attempt.to_view()


def _view_question(game: GameState, seat: int | None) -> QuestionView | None:
    """Return the open question; beyond Basic, with the piece whose text asks it.

    The phrases said so far are visible only to the asked seat until the line is announced. Beyond Basic, so is the
    stage that they have led to, because it would tell of cards in hand.
    """
    question = game.decision
    if question is None:
        return None
    if game.has_cards and question.said and question.seat != seat:
        question = game.stack[-1].stage(game, ())  # type: ignore[attr-defined]  # the top of the stack asked
    view: QuestionView = {
        "seat": question.seat,
        "kind": question.kind,
        "topic": question.topic,
        "title": question.title,
        "rule": question.rule,
        "said": list(question.said) if question.seat == seat else [],
    }
    return {"source": _find_asking_piece(game), **view} if game.has_cards else view


def _find_asking_piece(game: GameState) -> str | None:
    """Return the title of the piece whose text asks a player to pick."""
    below = game.stack[-2] if len(game.stack) > 1 and isinstance(game.stack[-1], Pick) else None
    return game.piece(below.source).title if isinstance(below, Resolution) else None


PARTS_OF_PLAYER: Mapping[str, Callable[[GameState, Player], Any]] = {
    "seat": lambda game, player: player.seat,
    "captain": _view_captain,
    "stand_in": _has_stand_in,
    "aux": lambda game, player: player.aux,
    "diverted": lambda game, player: game.ships[player.seat].diverted.copy(),
    "bonuses": lambda game, player: game.ships[player.seat].bonuses._asdict(),
    "hand": lambda game, player: len(player.hand),
    "hand_limit": lambda game, player: hand_limit(game, player.seat),
    "deck": lambda game, player: len(player.deck),
    "pile": lambda game, player: len(player.pile),
    "discard": lambda game, player: titles(game, player.discard),
    "non_salvageable": lambda game, player: len(player.non_salvageable),
    "tabled": lambda game, player: [view_card(game, number) for number in player.tabled],
    "captains": lambda game, player: [view_card(game, number) for number in player.captains],
    "captain_down": lambda game, player: player.captain in game.board.face_down,
    "commands": lambda game, player: titles(game, player.commands),
    "before": view_cards_before,
    "dominates": lambda game, player: player.dominates,
    "cloaked": lambda game, player: game.ships[player.seat].cloak is not None,
    "cloak_power": lambda game, player: game.ships[player.seat].cloak,
    "holds": _view_beam,
    "caught": lambda game, player: [[held.number, held.dice] for held in holds_on(game, game.ships[player.seat])],
    "swept": lambda game, player: list(game.ships[player.seat].swept),
    "extra": lambda game, player: game.ships[player.seat].extra,
}

Part = Callable[[GameState, int | None], Any]

PARTS: Mapping[str, Part] = {
    "mode": lambda game, seat: game.mode,
    "seat": lambda game, seat: seat,
    "number": lambda game, seat: game.number_for(seat),
    "round": lambda game, seat: game.round,
    "round_limit": lambda game, seat: game.round_limit,
    "turn": _view_turn,
    "ships": lambda game, seat: [_view_ship(ship) for ship in game.ships],
    "map": lambda game, seat: [
        {"at": [q, r], **_view_printed_tile(game.tiles[title])} for (q, r), title in game.map.items()
    ],
    "pile": lambda game, seat: len(game.pile_of(game.turn_seat if seat is None else seat)),
    "attack": _view_attack,
    "question": _view_question,
    "options": _view_options,
    "result": lambda game, seat: None if game.result is None else game.result.to_data(),
}
# What all see of each player, the hand of the seat, and who brought the charted tiles (rules 4.6, 13.7).
PARTS_BEYOND_BASIC: Mapping[str, Part] = {
    **PARTS,
    "players": lambda game, seat: [
        {name: part(game, player) for name, part in PARTS_OF_PLAYER.items()} for player in game.players
    ],
    "hand": lambda game, seat: [] if seat is None else titles(game, game.players[seat].hand),
    "cards_in_hand": _view_printed_hand,
    "owners": lambda game, seat: [[q, r, owner] for (q, r), owner in game.owners.items()],
    "placed": lambda game, seat: [_view_placed(game, piece) for piece in game.board.placed.values()],
    "happened": lambda game, seat: game.board.happened.copy(),
    "espionage": _view_espionage,
    "lasting": lambda game, seat: [
        {"title": game.piece(each.source).title, "user": each.user, "target": each.target, "until": each.until}
        for each in game.board.lasting
    ],
    "stops": lambda game, seat: [] if seat is None else list(game.players[seat].stops),
    "open_hands": _view_open_hands,
    "announced": lambda game, seat: [_view_announcement(game, f) for f in game.stack if isinstance(f, Announcement)],
}


def _get_parts(game: GameState) -> Mapping[str, Part]:
    """Return the parts of a view by their names. Basic has fewer."""
    return PARTS_BEYOND_BASIC if game.has_cards else PARTS
