"""Maneuvers of pieces in hexes: moves, attacks, shuttles, and what dominates a denizen (rules 17.5-17.8, 18.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.engine.questions import Option, Phrases, Question
from incursions.games.incursions.rules.attacks.firing import (
    Order,
    announce,
    forecast_attack,
    read_shot,
    stage,
    weapon_options,
    why_not_added,
)
from incursions.games.incursions.rules.attacks.out_of_turn import gun_of
from incursions.games.incursions.rules.attacks.targets import distance_to
from incursions.games.incursions.rules.effects.gathering import refresh_all
from incursions.games.incursions.rules.events.attacks import Dominated
from incursions.games.incursions.rules.events.cards import TakenBack
from incursions.games.incursions.rules.events.movement import PieceMoved
from incursions.games.incursions.rules.hexes.arrivals import spares
from incursions.games.incursions.rules.maneuvers.maneuver import wrong_moment
from incursions.games.incursions.rules.placed.placed_pieces import is_whole, place_shuttle, why_not_place
from incursions.games.incursions.rules.plays.announcements import must_be_without_card
from incursions.games.incursions.rules.plays.card_moves import enter, find_in_hand, leave, titles
from incursions.games.incursions.rules.printed.pieces import DENIZEN, MINE, OFFICER, OWNED_BODIES, SHUTTLE, Weapon
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import (
    START_HEX,
    Announced,
    GameState,
    Ground,
    ManeuverKind,
    OnePhraseKind,
)
from incursions.games.incursions.rules.state.phrases import Line, hex_said, normalize_spelling, text_after_verb, text_of
from incursions.games.incursions.rules.state.refs import (
    Ref,
    card_ref,
    name_of,
    phrases_of,
    piece_ref,
    seat_ref,
    told_apart,
    word_ref,
)
from incursions.games.incursions.rules.state.seats import DESTROYED, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.bodies import body_of, is_shuttle, own_shuttles, speed_of, weapon_of
from incursions.games.incursions.rules.systems.weapons import MAY_ADD_ANYTHING, MAY_ADD_NOTHING

FEWEST_PLAYERS = 3  # minimum for dominating denizens (rules 18.5)
NOT_WITH_A_SHIP: Refused = ("18.5", "Only a player whose ship is gone can dominate a denizen or a shuttle of their own")
MOVE, ATTACK_WITH, AT, TO = "move ", "attack with ", "at ", "to "
PLACE, TAKE_BACK = "place ", "take back "


def commanded_pieces(game: GameState, seat: int) -> list[Placed]:
    """Return the pieces that the seat can spend maneuvers on: its own, or without a ship the one it dominates."""
    if game.ships[seat].out is not None:
        number = game.players[seat].dominates
        return [] if number is None else [game.board.placed[number]]
    own = game.board.placed.get_owned(seat).pieces
    return [piece for piece in own if piece.kind in OWNED_BODIES] if own else []


def lines_of(game: GameState, pieces: list[Placed], prefix: str) -> dict[str, Placed]:
    """Return these pieces by their phrases, which tell them apart from all other pieces in hexes."""
    return {prefix + told_apart(game, piece_ref(piece.number)): piece for piece in pieces}


def named_piece(game: GameState, name: str) -> Placed | None:
    """Return the piece in a hex that a line names, or None."""
    lines = lines_of(game, list(game.board.placed.values()), "")
    return lines.get(name) or lines.get(normalize_spelling(lines, name))


def find_commanded(game: GameState, seat: int, name: str) -> Placed | Refused:
    """Return the piece that a line names, or why the player may spend no maneuver on it."""
    piece, out = named_piece(game, name), game.ships[seat].out is not None
    rule = "18.8" if out else "17.5"
    if piece is None:
        return rule, f"There is no {name}: name a piece and its hex, such as Gun Platform in 1,0" if name else "Name it"
    if piece in commanded_pieces(game, seat):
        return piece
    if out:
        return rule, f"You dominate another piece, not {piece.title}"
    if piece.kind == DENIZEN:
        return "18.5", f"{piece.title} is a denizen: only a player whose ship is gone can dominate one"
    if piece.kind in (MINE, OFFICER):
        return rule, f"{piece.title} takes no maneuver"
    return rule, f"{piece.title} is not yours to command"


# Moving.


def places_for(game: GameState, piece: Placed) -> list[Hex]:
    """Return the hexes to which the piece can move in one maneuver, over charted hexes (rules 17.6, 18.5)."""
    speed = speed_of(game, piece)
    if not speed:
        return []
    return [at for at in game.chart.reach(piece.at, speed) if at != START_HEX]  # any number may be there (17.12)


def why_not_move(game: GameState, piece: Placed, at: Hex | None) -> Refused | None:
    """Return why the piece cannot move to the hex that a line names (None: to none), or None if it can."""
    if at in places_for(game, piece):
        return None
    rule = "18.5" if piece.kind == DENIZEN else "17.6"
    speed = speed_of(game, piece)
    if not speed:
        return rule, f"{piece.title} cannot move"
    if at is None:
        return rule, f"Name the hex, such as move {name_of(game, piece_ref(piece.number))} to 2,0"
    if at == START_HEX:
        return "5.8", "No piece stops in the start hex"
    if at == piece.at:
        return rule, f"{piece.title} is there already"
    if at not in game.map:
        return rule, f"No tile lies at {hex_text(at)}"
    far = "1 hex" if speed == 1 else f"{speed} hexes"
    return rule, f"{piece.title} goes {far} in a maneuver, over charted hexes"


# Attacking.


def aims_of(game: GameState, piece: Placed, seat: int) -> list[Ref]:
    """Return all targets that the piece may attack for the seat that commands it (rules 10.4, 17.5, 18.8)."""
    weapon = weapon_of(game, piece)
    if weapon is None:
        return []
    others = game.board.placed.of_kind(DENIZEN) if piece.kind != DENIZEN else game.board.placed.values()
    near: list[Ref] = [seat_ref(ship.seat) for ship in game.ships if distance(piece.at, ship.at) <= weapon.range]
    near += [piece_ref(other.number) for other in others if distance(piece.at, other.at) <= weapon.range]
    return [aim for aim in near if _why_not_target(game, piece, seat, aim) is None]


def _why_not_aim(game: GameState, piece: Placed, weapon: Weapon, seat: int, aim: Ref) -> Refused | None:
    """Return why the piece may not attack the target with its weapon for the seat; None if it may."""
    if found := _why_not_target(game, piece, seat, aim):
        return found
    far = distance_to(game, piece.at, aim)
    if far > weapon.range:
        reaches = "only its own hex" if weapon.range == 0 else f"{weapon.range} hexes" if weapon.range > 1 else "1 hex"
        return "17.5", f"{piece.title} reaches {reaches}; the target is {far} away"
    return None


def _why_not_target(game: GameState, piece: Placed, seat: int, aim: Ref) -> Refused | None:
    """Return why the piece may not attack the target at any distance, or None."""
    return _why_not_ship(game, piece, seat, aim[1]) if aim[0] == "seat" else _why_not_piece(game, piece, seat, aim[1])


def _why_not_ship(game: GameState, piece: Placed, seat: int, target: int) -> Refused | None:
    ship = game.ships[target]
    if target == seat:
        return "10.14", "You cannot target your own ship"
    if ship.out is not None:
        return "10.4", f"{ship.card.title} is out of the game"
    if ship.cloak is not None:
        return "12.12", f"{piece.title} does not see {ship.card.title}: it is cloaked"
    if piece.kind == DENIZEN and spares(game, piece, target):
        return "18.8", f"{piece.title} spares {ship.card.title}"
    return None


def _why_not_piece(game: GameState, piece: Placed, seat: int, number: int) -> Refused | None:
    """Return why the piece may not attack another piece, or None (rules 10.4, 17.3, 17.5).

    A placed piece attacks denizens and ships; a denizen attacks everything that has points.
    """
    other = game.board.placed[number]
    if number == piece.number or other.owner == seat:
        return "10.14", "You cannot target your own pieces"
    if other.kind == DENIZEN:
        return None
    if piece.kind != DENIZEN:
        return "17.5", "A placed piece can attack only ships and denizens"
    return None if other.kind in OWNED_BODIES else ("10.4", f"{other.title} cannot be attacked")


# Dominating.


def dominable(game: GameState, seat: int) -> list[Placed]:
    """Return the pieces that the player can dominate: free denizens, and its own shuttles (rules 17.7, 18.5, 18.8)."""
    if game.ships[seat].out != DESTROYED or len(game.ships) < FEWEST_PLAYERS:
        return []
    return [piece for piece in game.board.placed.values() if why_not_dominate(game, seat, piece) is None]


def why_not_dominate(game: GameState, seat: int, piece: Placed) -> Refused | None:
    """Return the rule and the reason why the player may not dominate this piece, or None."""
    if piece.kind == SHUTTLE:
        return None if piece.owner == seat else ("17.7", f"{piece.title} is another player's, not your own")
    if piece.kind != DENIZEN:
        return "18.5", f"{piece.title} is not a denizen"
    if body_of(game, piece).get("dominated") is False:
        return "18.5", f"{piece.title} cannot be dominated"
    if piece.dominated not in (None, seat):
        return "18.8", f"Another player dominates {piece.title}"
    return None


def dominate(game: GameState, seat: int, piece: Placed) -> None:
    """Let the player dominate this piece, and no other (rules 18.8)."""
    player = game.players[seat]
    if player.dominates is not None and player.dominates != piece.number:
        game.board.change(player.dominates, dominated=None)
    player.dominates = piece.number
    if piece.kind == DENIZEN:
        game.board.change(piece.number, dominated=seat)
    game.tell(Dominated, seat=seat, title=piece.title, at=list(piece.at))


class MovePiece(ManeuverKind):
    """The maneuver that moves a shuttle or a dominated denizen (rules 17.6, 18.5)."""

    name = "move"
    words = ("move",)
    does = "moving a piece"
    ground = Ground.MOVES

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return a phrase for every commanded piece that can move."""
        able = [piece for piece in commanded_pieces(game, ship.seat) if places_for(game, piece)]
        return list(lines_of(game, able, MOVE))

    def _find_piece(self, game: GameState, ship: Ship, phrase: str) -> Placed:
        return lines_of(game, commanded_pieces(game, ship.seat), MOVE)[phrase]

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for the hex to move to."""
        if len(said) > 1:
            return None
        piece = self._find_piece(game, ship, said[0])
        options = [TO + hex_text(at) for at in places_for(game, piece)]
        return Question(ship.seat, "hex", "move to", options, None, f"Move {piece.title} to which hex?", "17.6", said)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        piece = self._find_piece(game, ship, said[0])
        return Announced(PieceMoves(ship.seat, piece.number, hex_said(said[1])))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the piece cannot move: not the player's to command, or not to that hex."""
        piece = find_commanded(game, ship.seat, line[0].text_after_verb)
        if not isinstance(piece, Placed):
            return ("17.6", piece[1]) if piece[0] == "17.5" else piece
        return why_not_move(game, piece, line[1].place if len(line) > 1 and line[1].verb == "to" else None)

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every commanded piece."""
        return list(lines_of(game, commanded_pieces(game, ship.seat), MOVE))

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the distance, which costs no power."""
        return {"power": 0, "distance": distance(self._find_piece(game, ship, said[0]).at, hex_said(said[1]))}


@frame_class
class PieceMoves(Frame[GameState]):
    """An announced move of a piece: nothing strikes it on its way, and its coming strikes nobody (rules 17.1)."""

    seat: int
    piece: int
    to: Hex

    def advance(self, game: GameState) -> None:
        """Move the piece; a shuttle acts on ships in its new hex from the next turn on."""
        game.stack.pop()
        piece = game.board.placed.get(self.piece)
        if piece is None:
            return
        laid = game.turns if piece.kind == SHUTTLE else piece.laid
        game.board.change(self.piece, at=self.to, laid=laid)
        game.tell(PieceMoved, seat=self.seat, title=piece.title, from_=list(piece.at), at=list(self.to))


class AttackWith(ManeuverKind):
    """The attack of a piece with a weapon; a shuttle can use a card in hand (rules 17.5, 17.7, 18.8)."""

    name = "attack"
    words = ("attack with",)
    does = "attacking"
    ground = Ground.COMMANDED

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return a phrase for every piece that has a target."""
        found = orders(game, ship.seat)
        return [option for order in found.values() for option in weapon_options(game, ship, order)] if found else []

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask for the target, and for a card."""
        return stage(game, ship, said, orders(game, ship.seat)[said[0]])

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Take the card from the hand and return the attack; it costs no power."""
        return Announced(*announce(game, ship, said, orders(game, ship.seat)[said[0]]))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the piece cannot attack: command, weapon, range, or what is added."""
        piece = find_commanded(game, ship.seat, line[0].text_after_verb)
        if not isinstance(piece, Placed):
            return piece
        weapon = weapon_of(game, piece)
        if weapon is None:
            return "17.5", f"{piece.title} has no weapon"
        aim = _find_aim(game, line[1]) if len(line) > 1 and line[1].verb == "at" else None
        if aim is None:
            return "17.5", f"Say at what, such as {ATTACK_WITH}{line[0].text_after_verb} at seat 1"
        return _why_not_aim(game, piece, weapon, ship.seat, aim) or _why_not_more(game, ship, piece, line[2:])

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every armed piece at each ship."""
        armed = [piece for piece in commanded_pieces(game, ship.seat) if weapon_of(game, piece) is not None]
        others = [other for other in game.ships if other.seat != ship.seat and other.out is None]
        lines = lines_of(game, armed, ATTACK_WITH)
        return [f"{line} {AT}seat {other.seat}" for line in lines for other in others]

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the odds of the score."""
        order = orders(game, ship.seat)[said[0]]
        return forecast_attack(game, ship, read_shot(game, ship, said, order), order, said)


def orders(game: GameState, seat: int) -> dict[str, Order]:
    """Return the order of each piece that the seat commands, by the phrase that begins its line."""
    ship, pieces = game.ships[seat], commanded_pieces(game, seat)
    if not pieces:
        return {}
    aims = {piece.number: found for piece in pieces if (found := aims_of(game, piece, ship.seat))}
    if not aims:
        return {}
    orders, bare = {}, must_be_without_card(game.turn, ship.seat)
    striking = [piece for piece in pieces if piece.number in aims]
    for phrase, piece in lines_of(game, striking, ATTACK_WITH).items():
        gun = gun_of(game, piece)
        assert gun is not None
        may_add = MAY_ADD_ANYTHING if piece.kind == SHUTTLE and ship.out is None else MAY_ADD_NOTHING
        by, at = piece_ref(piece.number), tuple(aims[piece.number])
        orders[phrase] = Order({phrase: gun}, piece.at, by, at, may_add, bare)
    return orders


def _why_not_more(game: GameState, ship: Ship, piece: Placed, more: Line) -> Refused | None:
    """Return why the phrases after the target are refused: a shuttle takes a card, and no piece takes power."""
    if not more or text_of(more) in ("and no card", "with no card"):
        return None
    title = more[0].title
    if len(more) > 1 or more[0].subject != "card" or not title:
        return "17.7", f"{piece.title} has no power cards: no power is added to its attack"
    if piece.kind != SHUTTLE:
        return "17.7", f"Cards in your hand can be used with shuttles, not with {piece.title}"
    number, gun = find_in_hand(game, game.players[ship.seat], title), gun_of(game, piece)
    assert gun is not None
    return ("2.7", f"You have no {title} in your hand") if number is None else why_not_added(game, ship, number, gun)


def _find_aim(game: GameState, at: Option) -> Ref | None:
    """Return the ship or piece that an option names, or None."""
    every: list[Ref] = [seat_ref(ship.seat) for ship in game.ships]
    return phrases_of(game, (*every, *map(piece_ref, game.board.placed))).get(at.text_after_verb)


def tabled_shuttles(game: GameState, seat: int) -> list[int]:
    """Return the player's tabled shuttles that lie face up (rules 13.8, 17.8)."""
    down = game.board.face_down
    tabled = game.players[seat].tabled
    return [number for number in tabled if game.cards[number].is_shuttle and number not in down]


class ShuttleKind(OnePhraseKind[Ref]):
    """A maneuver with a shuttle. It costs no power; only commands for any tactical maneuver attach to it."""

    name = "shuttle"

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        return {"power": 0}


def name_shuttles(game: GameState, refs: list[Ref], prefix: str) -> dict[str, Ref]:
    """Return these tabled cards and pieces by their lines: a card by its title alone. Equal ones are numbered."""
    named = (word_ref(game.cards[ref[1]].title) if ref[0] == "card" else ref for ref in refs)
    return dict(zip(phrases_of(game, named, prefix), refs, strict=True))


class PlaceShuttle(ShuttleKind):
    """The maneuver ``place TITLE``: a tabled shuttle goes into the hex (rules 17.8)."""

    words = ("place",)
    does = "placing a shuttle"
    ground = Ground.TABLED_SHUTTLE

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, Ref]]:
        """Return every tabled shuttle."""
        return name_shuttles(game, [*map(card_ref, tabled_shuttles(game, ship.seat))], PLACE).items()

    def why_not(self, game: GameState, ship: Ship, named: Ref) -> Refused | None:
        return why_not_place(game, ship.seat, SHUTTLE, ship.at)

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> Refused:
        """Return why the named card is no shuttle that can be placed."""
        title, player = text_after_verb(line), game.players[ship.seat]
        number = find_in_hand(game, player, title)
        if number is not None and is_shuttle(game, number):
            return "17.8", f"{title} is in your hand: table it first, then place it"
        if number is not None:
            return "17.6", f"{title} is not a shuttle: play it instead"
        if title in titles(game, (card for card in player.tabled if card in game.board.face_down)):
            return "13.8", f"{title} lies face down and cannot be used"
        return "17.6", f"You have no tabled shuttle {title}".rstrip()

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        return Announced(PlacingShuttle(ship.seat, self.lines(game, ship)[said[0]][1]))


class TakeBack(ShuttleKind):
    """The maneuver ``take back TITLE [in Q,R]``: a whole shuttle, tabled or in the hex, goes to hand (rules 17.6)."""

    words = ("take back",)
    does = "taking a shuttle back"
    own_turn_only = False  # "take the hit" begins with the same word
    ground = Ground.SHUTTLE

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, Ref]]:
        """Return every shuttle of the player: tabled cards, then pieces in hexes."""
        pieces = (piece_ref(piece.number) for piece in own_shuttles(game, ship.seat))
        return name_shuttles(game, [*map(card_ref, tabled_shuttles(game, ship.seat)), *pieces], TAKE_BACK).items()

    def why_not(self, game: GameState, ship: Ship, named: Ref) -> Refused | None:
        """Return why the shuttle cannot be taken back: it is elsewhere, or damaged; or None."""
        if named[0] == "card":
            title, is_damaged = game.cards[named[1]].title, named[1] in game.board.damage
        else:
            piece = game.board.placed[named[1]]
            if piece.at != ship.at:
                return "17.6", f"{piece.title} is not in the hex of your ship"
            title, is_damaged = piece.title, not is_whole(game, piece)
        return ("17.6", f"{title} is damaged: only an undamaged shuttle goes back to hand") if is_damaged else None

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> Refused:
        return "17.6", "You have no such shuttle on your table or in a hex"

    def lines(self, game: GameState, ship: Ship) -> dict[str, Ref]:
        """Return every shuttle that can be taken back. Lines number equal ones among these alone."""
        refs = (ref for _, ref in self.candidates(game, ship))
        return name_shuttles(game, [ref for ref in refs if self.why_not(game, ship, ref) is None], TAKE_BACK)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        kind, number = self.lines(game, ship)[said[0]]
        return Announced(TakingBack(ship.seat, *((None, number) if kind == "card" else (number, None))))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the line is refused; None for "take the hit", which is no line of this kind."""
        if line[0].verb != "take back":
            return None
        return wrong_moment(game, self.does) or super().refusal(game, ship, line)


@frame_class
class PlacingShuttle(Frame[GameState]):
    """An announced placement of a tabled shuttle."""

    seat: int
    card: int

    def advance(self, game: GameState) -> None:
        """Place the shuttle, if it is still on the table."""
        game.stack.pop()
        if self.card in tabled_shuttles(game, self.seat):
            place_shuttle(game, self.seat, self.card)


@frame_class
class TakingBack(Frame[GameState]):
    """An announced return of a shuttle to hand: of a `piece` in the hex, or of a tabled `card`."""

    seat: int
    piece: int | None
    card: int | None

    def advance(self, game: GameState) -> None:
        """Move the shuttle to hand and its crew back aboard the ship (rules 17.7)."""
        game.stack.pop()
        crew: tuple[int, ...] = ()
        if self.piece is not None:
            piece = game.board.placed.get(self.piece)
            if piece is None or piece.card is None:
                return
            game.board.take_away(self.piece)
            number, crew = piece.card, piece.crew
        else:
            assert self.card is not None
            number = self.card
            if number not in game.players[self.seat].tabled:
                return
            leave(game, number)
        game.players[self.seat].hand.append(number)
        game.tell(TakenBack, seat=self.seat, title=game.cards[number].title)
        refresh_all(game)
        for each in crew:
            enter(game, self.seat, each)
