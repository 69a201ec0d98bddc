"""The view of a match for a seat or a spectator, as plain data: the only place that hides hidden information.

Hidden are the order of the piles, the dice still to come, the decks, and the hands of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, cast

from incursions.games.incursions.rules.attacks.attack import AttackFrame
from incursions.games.incursions.rules.crew.espionage import attempt_under_way
from incursions.games.incursions.rules.hexes.leaving import holds_on
from incursions.games.incursions.rules.maneuvers.maneuver import ORDINALS
from incursions.games.incursions.rules.maneuvers.turns import MANEUVER, STEP_NAMES
from incursions.games.incursions.rules.placed.placed_pieces import LEFT
from incursions.games.incursions.rules.plays.announcements import Announcement
from incursions.games.incursions.rules.plays.card_moves import hand_limit, open_hands, titles
from incursions.games.incursions.rules.plays.resolution import Resolution
from incursions.games.incursions.rules.printed.pieces import printed_fact
from incursions.games.incursions.rules.state.board import Lasting, Placed
from incursions.games.incursions.rules.state.phrases import NO_CARD
from incursions.games.incursions.rules.state.refs import Pick
from incursions.games.incursions.rules.state.seats import Player, Ship

if TYPE_CHECKING:
    from incursions.engine.standing import ResultData
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.pieces import GameCard, System, TileCard, Words


class PrintedTileView(TypedDict):
    """The printed facts of a tile."""

    title: str
    kind: str
    hex_points: int
    text: str


class TileView(PrintedTileView):
    """A charted tile."""

    at: list[int]


class TurnView(TypedDict):
    """The turn under way: its seat, the seat that began, its maneuver from 1, and the maneuvers left after it."""

    seat: int
    first: int
    number: int
    maneuver: int
    left: int
    step: str


class OutView(TypedDict):
    """The way in which a ship left the game, and the number of the public action."""

    how: str
    number: int


class ShipView(TypedDict):
    """A ship, or an escape craft; `left` is then the title of the ship that its crew left (19.2)."""

    seat: int
    title: str
    left: str | None
    race: str
    role: str
    hull: int
    hull_maximum: int
    shields: int
    shields_maximum: int
    evasion: int
    at: list[int]
    power: int
    power_cards: int
    spent: list[str]
    systems: dict[str, System]
    out: OutView | None


class CardView(TypedDict):
    """A card on the table: `down` if it lies face down, and the points left (rules 13.8, 16.5)."""

    title: str
    down: bool
    points: int | None


class CardBeforeView(CardView):
    """A card that lies before a player: the seat that uses it, and the word named with it (rules 13.4.5)."""

    by: int
    names: str | None


class PlayerView(TypedDict):
    """A player beyond Basic, with the numbers of the hidden cards. `caught` are pairs of escape number and dice."""

    seat: int
    captain: str | None
    stand_in: bool
    aux: bool
    diverted: dict[str, int]
    bonuses: dict[str, int]
    hand: int
    hand_limit: int
    deck: int
    pile: int
    discard: list[str]
    non_salvageable: int
    tabled: list[CardView]
    captains: list[CardView]
    captain_down: bool
    commands: list[str]
    before: list[CardBeforeView]
    dominates: int | None
    cloaked: bool
    cloak_power: int | None
    holds: list[int] | None
    caught: list[list[int]]
    swept: list[int]
    extra: int


class PrintedCardView(TypedDict):
    """The printed text of a card in the hand."""

    title: str
    nature: str
    type: str | None
    play_method: str
    attaches_to: Words | None
    text: str


class PieceView(TypedDict):
    """A piece in a hex; `fresh` if it came in this turn."""

    number: int
    kind: str
    title: str
    at: list[int]
    owner: int | None
    points: int | None
    dice: int
    bonus: int
    crew: list[str]
    dominated: int | None
    fresh: bool


class LastingView(TypedDict):
    """A lasting effect by the title of its piece."""

    title: str
    user: int
    target: int | None
    until: str


class HandView(TypedDict):
    """The hand of another seat that is open to the viewer."""

    seat: int
    hand: list[str]


class AnnouncementView(TypedDict):
    """An announcement that has not taken effect yet: its line and all that goes with it (rules 13.14)."""

    seat: int
    what: str
    line: str
    cards: list[str]
    command: str | None
    cancelled: list[str]


class DefenceView(TypedDict):
    """The answer of a target: its defence, the dice rolled and the score that they had to meet."""

    how: str
    dice: list[int]
    score: int


class AttackView(TypedDict):
    """The attack under way. Beyond Basic, `by` and `at` refer to attacker and target, which may be pieces or cards."""

    seat: int | None
    target: int | None
    weapon: str
    dice: list[int]
    bonus: int
    score: int
    power: int
    range: int
    shield_power: int
    defence: DefenceView | None
    by: NotRequired[list[Any]]
    at: NotRequired[list[Any]]
    at_title: NotRequired[str]


class EspionageView(TypedDict):
    """The espionage under way (rules 15.2); `seat` is None if a tile calls for it."""

    seat: int | None
    target: int
    against: str
    dice: list[int]
    score: int
    outcome: str | None


class QuestionView(TypedDict):
    """The open question; beyond Basic with the title of the piece whose text asks it."""

    seat: int
    kind: str
    topic: str
    title: str
    rule: str
    said: list[str]
    source: NotRequired[str | None]


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


def view(game: Game, seat: int | None) -> View:
    """Return the table as `seat` sees it; None is a spectator."""
    return cast("View", {name: part(game, seat) for name, part in _get_parts(game).items()})


class Glance(dict[str, object]):
    """A lazy view: each part is computed at its first lookup."""

    __slots__ = ("_about", "_game", "_parts")

    def __init__(self, parts: Mapping[str, Callable[[Game, Any], Any]], game: Game, about: object) -> None:
        super().__init__()
        self._parts, self._game, self._about = parts, game, about

    def __missing__(self, name: str) -> Any:
        part = self[name] = self._parts[name](self._game, self._about)
        return part


def glance(game: Game, seat: int) -> View:
    """Return a lazy `view` for the seat, with lazy parts for each player."""
    seen = Glance(_get_parts(game), game, seat)
    seen["players"] = [Glance(PARTS_OF_PLAYER, game, player) for player in game.players]
    return cast("View", seen)


def _view_map(game: Game, seat: int | None) -> list[TileView]:
    return [{"at": [q, r], **_view_printed_tile(game.tiles[title])} for (q, r), title in game.map.items()]


def _count_pile(game: Game, seat: int | None) -> int:
    """Return the size of the pile that the seat explores from; for a spectator, that of the seat whose turn it is."""
    return len(game.pile_of(game.turn_seat if seat is None else seat))


def _view_options(game: Game, seat: int | None) -> list[str]:
    """Return the options, only to the seat that is asked."""
    question = game.decision
    return list(question.options) if question is not None and question.seat == seat else []


def _view_hand(game: Game, seat: int | None) -> list[str]:
    return [] if seat is None else titles(game, game.players[seat].hand)


def _view_printed_hand(game: Game, seat: int | None) -> list[PrintedCardView]:
    """Return the printed texts of the hand, each title once."""
    hand = [] if seat is None else game.players[seat].hand
    cards = {card.title: card for card in (game.cards[number].card for number in hand)}
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


def _view_announcement(game: Game, frame: Announcement) -> AnnouncementView:
    """Return an announcement that has not taken effect yet: its line and all that goes with it (rules 13.14).

    The phrase for no card is left out, because the line has it only if the hand holds a card that would fit.
    """
    return {
        "seat": frame.seat,
        "what": frame.what,
        "line": " ".join(phrase for phrase in frame.said if phrase != NO_CARD),
        "cards": titles(game, frame.cards),
        "command": None if frame.command is None else game.cards[frame.command].card.title,
        "cancelled": list(frame.cancelled),
    }


def _view_open_hands(game: Game, seat: int | None) -> list[HandView]:
    """Return the hands of others that are open to the seat."""
    seen = () if seat is None else open_hands(game, seat)
    return [{"seat": other, "hand": titles(game, game.players[other].hand)} for other in seen]


def _view_placed(game: Game, piece: Placed) -> PieceView:
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


def _view_lasting(game: Game, lasting: Lasting) -> LastingView:
    title = game.piece(lasting.source).title
    return {"title": title, "user": lasting.user, "target": lasting.target, "until": lasting.until}


def _view_player(game: Game, player: Player) -> PlayerView:
    return cast("PlayerView", {name: part(game, player) for name, part in PARTS_OF_PLAYER.items()})


def _find_captain(game: Game, player: Player) -> GameCard | None:
    return None if player.captain is None else game.cards[player.captain].card


def _view_captain(game: Game, player: Player) -> str | None:
    captain = _find_captain(game, player)
    return None if captain is None else captain.title


def _has_stand_in(game: Game, player: Player) -> bool:
    captain = _find_captain(game, player)
    return captain is not None and not captain.is_captain


def view_cards_before(game: Game, player: Player) -> list[CardBeforeView]:
    """Return the cards that others laid before the player."""
    return [{**view_card(game, card.card), "by": card.user, "names": card.named} for card in player.before]


def _view_beam(game: Game, player: Player) -> list[int] | None:
    holds = game.ships[player.seat].holds
    return None if holds is None else list(holds)


def _view_caught(game: Game, player: Player) -> list[list[int]]:
    return [[held.number, held.dice] for held in holds_on(game, game.ships[player.seat])]


def view_card(game: Game, number: int) -> CardView:
    """Return a card on the table."""
    card, board = game.cards[number].card, game.board
    points = card.definition.get("life_points")
    if points is not None:
        points = max(0, points - board.damage.get(number, 0))
    return {"title": card.title, "down": number in board.face_down, "points": points}


def _view_turn(game: Game, seat: int | None) -> TurnView:
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
        "systems": card.definition["systems"],
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


def _view_attack(game: Game, seat: int | None) -> AttackView | None:
    for frame in reversed(game.stack):
        if isinstance(frame, AttackFrame):
            return _add_target_title(game, frame.to_view())
    return None


def _add_target_title(game: Game, attack: AttackView) -> AttackView:
    """Return the attack with the title of its target if that is a card on the table (rules 10.15)."""
    at = attack.get("at")
    return {**attack, "at_title": game.cards[at[1]].card.title} if at and at[0] == "card" else attack


def _view_espionage(game: Game, seat: int | None) -> EspionageView | None:
    """Return the espionage under way, which is public (rules 15.2)."""
    attempt = attempt_under_way(game)
    return None if attempt is None else attempt.to_view()


def _view_question(game: Game, seat: int | None) -> QuestionView | None:
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


def _find_asking_piece(game: Game) -> str | None:
    """Return the title of the piece whose text asks a player to pick."""
    below = game.stack[-2] if len(game.stack) > 1 and isinstance(game.stack[-1], Pick) else None
    return game.piece(below.source).title if isinstance(below, Resolution) else None


PARTS_OF_PLAYER: Mapping[str, Callable[[Game, Player], Any]] = {
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
    "caught": _view_caught,
    "swept": lambda game, player: list(game.ships[player.seat].swept),
    "extra": lambda game, player: game.ships[player.seat].extra,
}

Part = Callable[["Game", int | None], Any]

PARTS: Mapping[str, Part] = {
    "mode": lambda game, seat: game.mode,
    "seat": lambda game, seat: seat,
    "number": lambda game, seat: game.number_for(seat),
    "round": lambda game, seat: game.round,
    "round_limit": lambda game, seat: game.round_limit,
    "turn": _view_turn,
    "ships": lambda game, seat: [_view_ship(ship) for ship in game.ships],
    "map": _view_map,
    "pile": _count_pile,
    "attack": _view_attack,
    "question": _view_question,
    "options": _view_options,
    "result": lambda game, seat: None if game.result is None else game.result.to_data(),
}
# What all see of each player, the hand of the seat, and who brought the charted tiles (rules 4.6, 13.7).
PARTS_BEYOND_BASIC: Mapping[str, Part] = {
    **PARTS,
    "players": lambda game, seat: [_view_player(game, player) for player in game.players],
    "hand": _view_hand,
    "cards_in_hand": _view_printed_hand,
    "owners": lambda game, seat: [[q, r, owner] for (q, r), owner in game.owners.items()],
    "placed": lambda game, seat: [_view_placed(game, piece) for piece in game.board.placed.values()],
    "happened": lambda game, seat: game.board.happened.copy(),
    "espionage": _view_espionage,
    "lasting": lambda game, seat: [_view_lasting(game, lasting) for lasting in game.board.lasting],
    "stops": lambda game, seat: [] if seat is None else list(game.players[seat].stops),
    "open_hands": _view_open_hands,
    "announced": lambda game, seat: [_view_announcement(game, f) for f in game.stack if isinstance(f, Announcement)],
}


def _get_parts(game: Game) -> Mapping[str, Part]:
    """Return the parts of a view by their names. Basic has fewer."""
    return PARTS_BEYOND_BASIC if game.has_cards else PARTS
