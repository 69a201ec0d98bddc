"""Tabled equipment (rules 16), removal of a card that lies before a player (13.4.5), recovery of an officer (14.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import hex_text
from incursions.engine.questions import Phrases
from incursions.games.incursions.rules.effects.gathering import refresh
from incursions.games.incursions.rules.events.attacks import CardDamaged
from incursions.games.incursions.rules.events.cards import Recovered, RecoveryAnnounced, RemovalAnnounced
from incursions.games.incursions.rules.events.cards import Removed as CardRemoved
from incursions.games.incursions.rules.events.turns import CardRepaired
from incursions.games.incursions.rules.placed.placed_pieces import remove_piece
from incursions.games.incursions.rules.plays.card_moves import HAND, TABLE, enter, leave, put_away, release, stood_in
from incursions.games.incursions.rules.plays.officers import is_member, turn_over
from incursions.games.incursions.rules.printed.effect import Removal
from incursions.games.incursions.rules.printed.pieces import BEFORE_TARGET, OFFICER, UNTIL_DESTROYED
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.cards_in_play import Refused, face_played, why_no_room
from incursions.games.incursions.rules.state.game_state import (
    Announced,
    GameState,
    Ground,
    ManeuverKind,
    OnePhraseKind,
    power_short,
)
from incursions.games.incursions.rules.state.phrases import Line, text_after_verb
from incursions.games.incursions.rules.state.refs import Ref, holder_of
from incursions.games.incursions.rules.state.seats import Before, Ship
from incursions.games.incursions.rules.state.shapes import Forecast

REMOVE = "remove "
REMOVAL = "removal"  # the system that the power of a removal is spent on
REPAIR = "repair"
RECOVER = "recover "


def printed_points(game: GameState, number: int) -> int | None:
    """Return the points that the card prints, or None if it prints none."""
    points: int | None = game.cards[number].definition.get("life_points")
    return points


def points_left(game: GameState, number: int) -> int:
    """Return the points that the card has left; 0 if it prints none."""
    return max(0, (printed_points(game, number) or 0) - game.board.damage.get(number, 0))


def damage_card(game: GameState, number: int, points: int) -> int:
    """Take damage off a tabled card; return how much of it the card absorbed.

    The card breaks when its points are used up; without printed points it breaks at any damage (rules 16.5).
    """
    seat = holder_of(game, number)
    if seat is None or points <= 0:
        return 0
    left = points_left(game, number)
    taken = min(points, left) if printed_points(game, number) is not None else points
    if left:
        game.board.damage[number] = game.board.damage.get(number, 0) + taken
        game.tell(CardDamaged, seat=seat, title=game.cards[number].title, points=[left, left - taken])
    if taken >= left and game.cards[number].play_method == UNTIL_DESTROYED:  # rules 16.2, 16.7
        leave(game, number)
        put_away(game, number)
    elif taken >= left and number not in game.board.face_down:
        turn_over(game, seat, number, down=True)
    return taken


def turn_up_whole(game: GameState, seat: int, number: int) -> None:
    """Turn the card face up by an effect, with all its points (rules 16.7)."""
    game.board.damage.pop(number, None)
    turn_over(game, seat, number, down=False)


def repairable_cards(game: GameState, seat: int) -> list[int]:
    """Return the seat's tabled cards that a Repair helps: damaged or face down, crew too (rules 12.1, 12.2, 14.6)."""
    board = game.board
    if not (board.face_down or board.damage):
        return []
    return [number for number in game.players[seat].in_play if number in board.face_down or number in board.damage]


def repair_card(game: GameState, seat: int, number: int, points: int) -> None:
    """Repair a tabled card: points come back, and a face-down card is turned up (rules 12.1, 12.2, 14.6)."""
    board, before = game.board, points_left(game, number)
    if number in board.damage:
        lacking = board.damage[number] - points
        board.damage[number] = lacking
        if lacking <= 0:
            del board.damage[number]
    if number in board.face_down:
        turn_over(game, seat, number, down=False)
    if not is_member(game, number):
        game.tell(CardRepaired, seat=seat, title=game.cards[number].title, points=[before, points_left(game, number)])


def find_removal(game: GameState, before: Before) -> Removal | None:
    """Return how the card is removed, as its face prints if it is a Multi card; None if it cannot be."""
    card = game.cards[before.card]
    faces = (face_played(game, before.card), *card.faces)
    ways = (face.removal for face in faces if face.play_method == BEFORE_TARGET)
    return next((way for way in ways if way is not None), card.effects.removal)


def cards_removed_by_repair(game: GameState, seat: int) -> list[tuple[int, int]]:
    """Return the cards before a player that a Repair removes, each with the points that it takes (rules 13.4.5)."""
    ways = ((before.card, find_removal(game, before)) for before in game.players[seat].before)
    return [(card, way.points) for card, way in ways if way is not None and way.maneuver == REPAIR]


def take_away(game: GameState, ref: Ref) -> None:
    """Move a card from the table, or a piece from its hex, to its owner's discard pile (rules 13.12)."""
    if ref[0] == "piece":
        if ref[1] not in game.board.placed:  # another effect has removed it meanwhile
            return
        piece = remove_piece(game, ref[1])
        game.tell(CardRemoved, title=piece.title, at=list(piece.at))
        return
    number: int = ref[1]
    title = game.cards[number].title
    release(game, number)
    seat = leave(game, number)
    if seat is None:
        seat = leave_target(game, number)
    game.tell(CardRemoved, seat=seat, title=title)
    put_away(game, number)


def leave_target(game: GameState, number: int) -> int | None:
    """Take the card away from its target; return the target, or None if it lay before nobody."""
    for player in game.players:
        for before in player.before:
            if before.card == number:
                player.before.remove(before)
                game.board.forget(number)
                refresh(game, player.seat)
                refresh(game, before.user)
                return player.seat
    return None


class Removing(OnePhraseKind["tuple[int, Removal]"]):
    """The tactical maneuver that removes a card for power; some cards take a Repair instead (rules 13.4.5, 12.1)."""

    name = REMOVAL
    words = ("remove",)
    does = "removing a card"
    ground = Ground.BEFORE

    def candidates(self, game: GameState, ship: Ship) -> Iterable[tuple[str, tuple[int, Removal]]]:
        """Yield every card before the player, with its removal."""
        for before in game.players[ship.seat].before:
            yield REMOVE + game.cards[before.card].title, (before.card, find_removal(game, before) or Removal())

    def why_not(self, game: GameState, ship: Ship, named: tuple[int, Removal]) -> Refused | None:
        """Return why the card cannot be removed: not by this maneuver, or too little power; or None."""
        title, way = game.cards[named[0]].title, named[1]
        if way.maneuver is None:
            return "13.4.5", f"{title} is not removed by a maneuver"
        if way.maneuver == REPAIR:
            return "13.4.5", f"{title} is removed by a Repair of {way.points} points or more: repair {title}"
        return power_short(ship, REMOVAL, way.power, f"Removing {title}")

    def why_no_candidate(self, game: GameState, ship: Ship, line: Line) -> Refused:
        title = text_after_verb(line)
        return "13.4.5", f"No {title} lies before you" if title else "Say what to remove"

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Spend the power that the card prints."""
        card, way = self.lines(game, ship)[said[0]]
        ship.spend(way.power, REMOVAL)
        game.tell(RemovalAnnounced, seat=ship.seat, title=game.cards[card].title, power=way.power)
        return Announced(Removed(ship.seat, card))

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the cost of the removal."""
        return {"power": self.lines(game, ship)[said[0]][1].power}


@frame_class
class Removed(Frame[GameState]):
    """An announced removal of `card`."""

    seat: int
    card: int

    def advance(self, game: GameState) -> None:
        """Remove the card, if it still lies before the player."""
        game.stack.pop()
        if any(before.card == self.card for before in game.players[self.seat].before):
            take_away(game, ("card", self.card))


def is_his_own(game: GameState, seat: int, piece: Placed) -> bool:
    """Return True if the player was the last to command this crew member, or brought its card (rules 14.4)."""
    return seat == piece.owner or (piece.card is not None and game.cards.owners[piece.card] == seat)


def why_not_recover(game: GameState, ship: Ship, piece: Placed) -> Refused | None:
    """Return the rule and the reason why this ship cannot take the piece aboard now, or None."""
    if piece.at != ship.at:
        return "14.4", f"{piece.title} is in {hex_text(piece.at)}, and can be recovered only there"
    card = piece.card
    # An officer who stood in for the captain counts as one (rules 3.8).
    commands = card is not None and (game.cards[card].is_captain or stood_in(game, card))
    if commands and not is_his_own(game, ship.seat, piece):
        return "14.4", f"{piece.title} is a captain: only his own player recovers him"
    return None


class Recovering(ManeuverKind):
    """The tactical maneuver that recovers crew in the ship's hex."""

    name = "recovery"
    words = ("recover",)
    does = "recovering an officer"
    ground = Ground.OFFICER_IN_HEX

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return a phrase for each title among the crew that can be taken aboard here."""
        return list(self._list_lines(game, ship))

    def _list_lines(self, game: GameState, ship: Ship) -> dict[str, Placed]:
        """Return the crew that can be taken aboard here, by phrase; of two of one title the player's own."""
        found: dict[str, Placed] = {}
        here = [piece for piece in game.board.placed.of_kind(OFFICER) if why_not_recover(game, ship, piece) is None]
        for piece in here:
            known = found.setdefault(RECOVER + piece.title, piece)
            if is_his_own(game, ship.seat, piece) and not is_his_own(game, ship.seat, known):
                found[RECOVER + piece.title] = piece
        return found

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Announce the recovery, which costs only the maneuver."""
        piece = self._list_lines(game, ship)[said[0]]
        game.tell(RecoveryAnnounced, seat=ship.seat, title=piece.title)
        return Announced(Recovery(ship.seat, piece.number))

    def refusal(self, game: GameState, ship: Ship, line: Line) -> Refused | None:
        """Return why the named piece cannot be recovered: unknown, elsewhere, or another player's captain."""
        title = text_after_verb(line)
        named = [piece for piece in game.board.placed.of_kind(OFFICER) if piece.title == title]
        if not named:
            return "14.4", f"No {title} is tabled in a hex" if title else "Say whom to recover"
        return why_not_recover(game, ship, next((piece for piece in named if piece.at == ship.at), named[0]))

    def looked_for(self, game: GameState, ship: Ship) -> Sequence[str]:
        """Return a line for every piece of crew in a hex."""
        return list(dict.fromkeys(RECOVER + piece.title for piece in game.board.placed.of_kind(OFFICER)))


@frame_class
class Recovery(Frame[GameState]):
    """An announced recovery of the piece `number`."""

    seat: int
    number: int

    def advance(self, game: GameState) -> None:
        """Table the crew member if it is the player's own and there is room; else put it in hand (rules 14.8)."""
        game.stack.pop()
        piece = game.board.placed.get(self.number)
        if piece is None or piece.at != game.ships[self.seat].at or piece.card is None:
            return
        game.board.take_away(self.number)
        number, player = piece.card, game.players[self.seat]
        own = is_his_own(game, self.seat, piece)
        again = stood_in(game, number) and game.cards.owners[number] == self.seat and player.captain is None
        to = HAND
        if own and (again or why_no_room(game, self.seat, number) is None):
            to = TABLE
        game.tell(Recovered, seat=self.seat, title=piece.title, to=to)
        if to == TABLE:
            enter(game, self.seat, number, as_captain=again)
        else:
            player.hand.append(number)
