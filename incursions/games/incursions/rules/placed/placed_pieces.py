"""Pieces in hexes and destroyed ships: placement, destruction, rewards, escape craft, remains (rules 17, 19)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, Final

from incursions.engine.frames import Choice, Frame, frame_class
from incursions.engine.hexes import Hex
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.gathering import own_power_cards, refresh_all, refresh_without
from incursions.games.incursions.rules.effects.in_force import Situation, hold, list_triggered
from incursions.games.incursions.rules.events.attacks import Destroyed, Eliminated, Escaped, PieceDestroyed
from incursions.games.incursions.rules.events.cards import PieceGone, Rewarded
from incursions.games.incursions.rules.events.cards import Placed as PiecePlaced
from incursions.games.incursions.rules.events.turns import PieceRepaired
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import PUBLIC, announce_card, in_turn_order
from incursions.games.incursions.rules.plays.card_moves import draw, find_in_hand, leave, put_away, release
from incursions.games.incursions.rules.plays.resolution import Resolution, put_up, set_off
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import (
    ANY_TIME,
    DENIZEN,
    MINE,
    OUTPOST,
    OWNED_BODIES,
    PLATFORM,
    SHUTTLE,
    USUAL_REPAIR,
    GameCard,
    ShipCard,
    System,
    numbers,
)
from incursions.games.incursions.rules.state.board import Placed
from incursions.games.incursions.rules.state.cards_in_play import Refused, lines_for, own_captain, why_not_usable
from incursions.games.incursions.rules.state.game_state import START_HEX, GameState
from incursions.games.incursions.rules.state.phrases import PLAY, Line, text_after_verb
from incursions.games.incursions.rules.state.refs import GO_ON, Pick, Ref, piece_ref, seat_ref, word_ref
from incursions.games.incursions.rules.state.seats import DESTROYED, OUT_OF_PLAY, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.bodies import (
    USUAL_SPEED,
    is_shuttle,
    most_points,
    shuttle_body,
    weapon_in,
)

ONE_FOR_EACH_PLAYER = (OUTPOST, PLATFORM)
POWER_TURNED_UP, CARDS_DRAWN = 2, 3  # rewards for destroying a piece (rules 18.4)
POWER, CARDS = word_ref("power"), word_ref("cards")
LEFT: Final = "left"  # the key in an escape craft's definition for the title of the lost ship
ROLE = "escape craft"
FALLEN, OFFERED, DECLINED = range(3)
WHEN_DESTROYED = "destroyed"  # the trigger of effects when the own ship falls


def why_not_place(game: GameState, seat: int, kind: str, at: Hex) -> Refused | None:
    """Return the rule and the reason why the player may not place such a piece there, or None (rules 5.8, 17.12)."""
    if at == START_HEX:
        return "5.8", "Nothing can be placed in the start hex: only ships stop there"
    if kind == MINE and at in game.board.placed.mined:
        return "17.2", "A mine lies there already, and a hex holds one"
    if kind in ONE_FOR_EACH_PLAYER:
        for other in game.board.placed.get_owned(seat).pieces:
            if other.at == at and other.kind in ONE_FOR_EACH_PLAYER:
                return (
                    "17.12",
                    f"You have {other.title} there already: one outpost or platform for each player in a hex",
                )
    return None


def place_body(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Place an outpost or a platform in the hex of its player's ship, if it may be there (rules 17.12).

    A shuttle that is played is tabled; it is placed by a maneuver of its own (rules 17.8).
    """
    kind: str = effect.fields["piece"]
    at = game.ships[frame.user].at
    assert isinstance(frame.source, int)
    if kind != SHUTTLE and why_not_place(game, frame.user, kind, at) is None:
        release(game, frame.source)
        _place(game, frame.user, frame.source, kind, at, effect.fields["life_points"])


def place_shuttle(game: GameState, seat: int, number: int) -> None:
    """Move a tabled shuttle to the hex, with the points that it has left (rules 17.8)."""
    body = shuttle_body(game.cards[number])
    assert body is not None
    points = body["life_points"] - game.board.damage.get(number, 0)
    leave(game, number)
    _place(game, seat, number, SHUTTLE, game.ships[seat].at, points)


def _place(game: GameState, seat: int, number: int, kind: str, at: Hex, points: int) -> None:
    """Put a card of the seat into a hex as a piece of this kind."""
    title = game.cards[number].title
    game.board.put(Placed(0, kind, title, at, owner=seat, card=number, points=points, laid=game.turns))
    game.tell(PiecePlaced, seat=seat, title=title, kind_=kind, at=list(at), points=points)
    refresh_all(game)


def destroy_piece(game: GameState, number: int, by: int | None) -> None:
    """Destroy a piece without points, and reward the player who took the last of them (rules 17.4, 18.9).

    A player who is out of the game gets no reward (rules 18.8).
    """
    piece = game.board.placed[number]
    game.tell(PieceDestroyed, title=piece.title, at=list(piece.at), owner=piece.owner, by=by)
    remove_piece(game, number)
    if by is not None and game.ships[by].out is None:
        game.stack.append(Reward(by))
    if by is not None and piece.kind == DENIZEN:
        set_off(game, "destroys", by, piece_ref(number))


def remove_piece(game: GameState, number: int) -> Placed:
    """Remove a piece without reward; its cards go to their owners' discard piles (rules 13.12, 17.4, 17.7)."""
    board = game.board
    piece = board.take_away(number)
    if piece.kind == DENIZEN and piece.home is not None:
        board.slain.add(piece.home)
    for card in (*(() if piece.card is None else (piece.card,)), *piece.crew):
        put_away(game, card)
    for player in game.players:
        if player.dominates == number:
            player.dominates = None
    refresh_without(game, piece)
    return piece


def repairable_pieces(game: GameState, seat: int) -> list[int]:
    """Return the player's damaged pieces in the ship's hex, which a Repair can help (rules 12.1, 17.7)."""
    own, here = game.board.placed.get_owned(seat), game.ships[seat].at
    if own.kinds.isdisjoint(OWNED_BODIES):
        return []
    found = [piece for piece in own.pieces if piece.at == here and piece.kind in OWNED_BODIES]
    return [piece.number for piece in found if not is_whole(game, piece)]


def is_whole(game: GameState, piece: Placed) -> bool:
    """Return True if the piece has all its points (rules 17.6)."""
    most = most_points(game, piece)
    return most is None or piece.points is None or piece.points >= most


def repair_piece(game: GameState, number: int, points: int) -> None:
    """Give a piece points back, up to its printed number (rules 12.1, 12.3)."""
    piece = game.board.placed[number]
    before, most = piece.points or 0, most_points(game, piece) or 0
    after = min(most, before + points)
    game.board.change(number, points=after)
    game.tell(PieceRepaired, title=piece.title, at=list(piece.at), owner=piece.owner, points=[before, after])


@frame_class
class Reward(Frame[GameState]):
    """A reward that `seat` chooses. Both choices may fall short (rules 18.9)."""

    seat: int

    def advance(self, game: GameState) -> None:
        """Ask, unless the player is out by now."""
        if game.ships[self.seat].out is not None:
            game.stack.pop()
            return
        title = "Your reward: turn up two power cards, or draw three cards?"
        game.stack.append(Pick(self.seat, (POWER, CARDS), title, "18.4", topic="reward"))

    def take_pick(self, game: GameState, ref: Ref) -> None:
        """Grant the chosen reward."""
        game.stack.pop()
        if ref == POWER:
            count = game.ships[self.seat].turn_up(POWER_TURNED_UP)
            game.tell(Rewarded, seat=self.seat, turned_up=count)
            return
        count = min(CARDS_DRAWN, len(game.players[self.seat].deck))
        game.tell(Rewarded, seat=self.seat, drew=count)
        draw(game, self.seat, CARDS_DRAWN)


def ship_left(ship: Ship) -> str:
    """Return the title of the ship that the player began with, whatever the player flies now."""
    return ship.card.definition.get(LEFT, ship.card.title)


def lose_ship(game: GameState, ship: Ship, *, keeping: Iterable[int] = ()) -> None:
    """End cloak, beams and holds, and discard all tabled cards except those in `keeping`."""
    player = game.players[ship.seat]
    _end_systems(game, ship)
    kept = set(keeping)
    lost = [number for number in player.tabled if number not in kept]
    lost += [before.card for before in player.before]
    lost += [] if ship.craft is None else [ship.craft]
    player.tabled = [number for number in player.tabled if number in kept]
    player.before.clear()
    ship.craft = None
    for number in lost:
        put_away(game, number)


def _end_systems(game: GameState, ship: Ship) -> None:
    """End everything that runs on the ship, or that holds or sweeps it (rules 12.10, 19.5)."""
    ship.cloak, ship.holds, ship.swept, ship.caught, ship.extra = None, None, (), (), 0
    ship.cloak_from = ship.extra_from = None
    ship.lose_diverted()
    for other in game.ships:
        if other.holds is not None and other.holds[0] == ship.seat:
            other.holds = None
        other.swept = tuple(seat for seat in other.swept if seat != ship.seat)


def leave_the_game(game: GameState, ship: Ship, how: str, moment: int) -> None:
    """Eliminate a player: discard the table; hand, deck, own hexpile and cards before others go (rules 19.1, 19.7)."""
    player = game.players[ship.seat]
    ship.out, ship.out_at = how, moment
    ship.card = game.ship_cards[ship_left(ship)]
    lose_ship(game, ship)
    for number in (*own_captain(player), *player.captains, *player.commands):
        put_away(game, number)
    player.captain = None
    player.captains.clear()
    player.commands.clear()
    go = [*player.hand, *player.deck]
    player.hand.clear()
    player.deck.clear()
    for other in game.players:
        go += [before.card for before in other.before if before.user == ship.seat]
        other.before = [before for before in other.before if before.user != ship.seat]
    _discard_or_remove(game, ship.seat, go)
    game.board.gone_tiles += [(ship.seat, title) for title in player.pile]
    player.pile.clear()
    refresh_all(game)


def pieces_go(game: GameState, seat: int) -> None:
    """Remove the placed pieces of a player who concedes, with all who are aboard (rules 17.14)."""
    board = game.board
    for piece in [piece for piece in board.placed.values() if piece.owner == seat]:
        board.take_away(piece.number)
        _discard_or_remove(game, seat, [*([] if piece.card is None else [piece.card]), *piece.crew])
        game.tell(PieceGone, title=piece.title, at=list(piece.at), seat=seat)
    refresh_all(game)


def _discard_or_remove(game: GameState, seat: int, numbers: list[int]) -> None:
    """Remove cards that the player brought from the game; others' cards go to their discard piles (rules 13.12)."""
    for number in numbers:
        if game.cards.owners[number] == seat:
            game.board.forget(number)
            game.board.gone.append(number)
        else:
            put_away(game, number)


def escape_crafts(game: GameState, seat: int) -> dict[str, int]:
    """Return the shuttles in hand in which the player may escape, by their lines (rules 19.2, 16.4)."""
    shuttles = [number for number in game.players[seat].hand if game.cards[number].is_shuttle]
    return lines_for(game, PLAY, shuttles, lambda number: why_not_usable(game, seat, number) is None)


@lru_cache(maxsize=256)
def craft_card(card: GameCard, left: ShipCard) -> ShipCard:
    """Return a shuttle as a ship card of the destroyed ship's race, with hull and no shields (rules 9.19, 19.9)."""
    body = shuttle_body(card)
    assert body is not None
    weapon = weapon_in(card.title, body, shuttle=True)
    assert weapon is not None
    damage = f"{weapon.dice}D6" + (f"+{weapon.bonus}" if weapon.bonus else "")
    systems: dict[str, System] = {
        "warp": {"hexes": body.get("speed", USUAL_SPEED)},
        "repair": {"points": USUAL_REPAIR},
        card.title: {"damage": damage, "range": weapon.range},
    }
    craft = ShipCard(
        {
            "title": card.title,
            "role": ROLE,
            "race": left.race,
            "hull": body["life_points"],
            "shields": 0,
            "evasion": body.get("evasion", 0),
            "systems": systems,
            LEFT: left.title,
        }
    )
    craft.weapons[card.title] = weapon
    return craft


def escape(game: GameState, ship: Ship, number: int) -> None:
    """Move the crew and some power cards to the craft, which is the player's ship from now on (rules 19.5).

    Of power cards it keeps face-up ones first, those out of play last.
    """
    player = game.players[ship.seat]
    crew = [each for each in player.tabled if game.cards[each].is_crew]
    lose_ship(game, ship, keeping=crew)
    player.hand.remove(number)
    card = game.cards[number]
    ship.card = craft_card(card, game.ship_cards[ship_left(ship)])
    ship.craft = number
    count = own_power_cards(game, ship)
    ship.power = min(ship.power, count)
    down = sorted(ship.spent, key=lambda system: system == OUT_OF_PLAY)
    ship.spent = down[: count - ship.power]
    ship.power_cards = ship.power + len(ship.spent)
    ship.hull, ship.shields = ship.card.hull, 0
    refresh_all(game)
    game.tell(Escaped, seat=ship.seat, title=card.title, hull=ship.hull, power=ship.power)


def fall(game: GameState, ship: Ship, by: int | None) -> None:
    """Put up the fall of a ship without points; ships destroyed by one blow fall together (rules 10.7, 19.6).

    A fall may trigger the fall of others: they leave the game at the same moment (rules 1.5, 21.7).
    """
    top = game.stack[-1]
    if not (isinstance(top, Falls) and top.step == FALLEN and not top.told):
        chain = next((frame.moment for frame in game.stack if isinstance(frame, Falls)), game.moment)
        top = Falls(by, chain)
        game.stack.append(top)
    top.pending = tuple(in_turn_order(game, {*top.pending, ship.seat}))


@frame_class
class Falls(Frame[GameState]):
    """The seats `pending` whose ships fell at one `moment`, in turn order from the active player (rules 19.6).

    `by` is the seat that destroyed them. `told`: the effects of the first fall have begun.
    """

    by: int | None
    moment: int
    pending: tuple[int, ...] = ()
    step: int = FALLEN
    told: bool = False
    seat_fields = ()

    def advance(self, game: GameState) -> None:
        """Handle each ship in turn: put up what its fall triggers, offer an escape, eliminate it (rules 19.3, 19.5)."""
        self.told = True
        if not self.pending:
            game.stack.pop()
            return
        ship = game.ships[self.pending[0]]
        if ship.out is not None or not ship.is_destroyed:
            self.pending, self.step = self.pending[1:], FALLEN
        elif self.step == FALLEN:
            self.step = OFFERED
            self._tell(game, ship)
        elif self.step == OFFERED and may_answer(game, ship.seat):
            game.stack.append(Escape(ship.seat))
        else:
            leave_the_game(game, ship, DESTROYED, self.moment)
            end_texts(game, ship.seat)
            game.tell(Eliminated, seat=ship.seat)

    def _tell(self, game: GameState, ship: Ship) -> None:
        """End what was happening to the ship, and put up what its fall triggers (rules 9.12, 18.9)."""
        game.tell(Destroyed, seat=ship.seat, by=self.by)
        game.stack[:] = [each for each in game.stack if not (hasattr(each, "ends_with") and each.ends_with(ship.seat))]
        if self.by is not None and self.by != ship.seat:
            set_off(game, "destroys", self.by, seat_ref(ship.seat))
        falling = list_triggered(game, ship.seat, WHEN_DESTROYED)
        found = [force for force in falling if not game.verbs[force.effect.verb].passive]
        put_up(game, found, None if self.by is None else seat_ref(self.by))


def end_texts(game: GameState, seat: int) -> None:
    """End the effects of a player who is out; placed pieces go on (rules 17.14, 19.7)."""
    placed = {piece.card for piece in game.board.placed.values()}
    game.stack[:] = [
        frame
        for frame in game.stack
        if not (isinstance(frame, Resolution) and frame.user == seat and frame.source not in placed)
    ]


def may_answer(game: GameState, seat: int) -> bool:
    """Return True if the player is asked: with public windows when holding any card (rules 13.10).

    With public windows a pause tells nothing about a hand.
    """
    if game.windows == PUBLIC:
        return bool(game.players[seat].hand)
    return bool(escape_crafts(game, seat)) or bool(last_plays(game, seat))


def last_plays(game: GameState, seat: int) -> dict[str, int]:
    """Return the any-time cards that can be played when the own ship falls, before it leaves or its player escapes."""
    return lines_for(game, PLAY, game.players[seat].hand, lambda number: _why_not_last(game, seat, number) is None)


def _why_not_last(game: GameState, seat: int, number: int) -> Refused | None:
    """Return why the card cannot be played as the ship falls, or None."""
    card = game.cards[number]
    effects = card.effects.by_trigger.get(WHEN_DESTROYED, ())
    if card.play_method != ANY_TIME or not effects:
        return "19.2", f"{card.title} is not a shuttle"
    if not any(hold(game, Situation(number, seat, None), effect.conditions) for effect in effects):
        return "13.15", f"{card.title} would do nothing now"
    return why_not_usable(game, seat, number)


class Escape(Choice[GameState]):
    """The last cards and the escape of a player whose ship falls (rules 19.2). It is right above `Falls`."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("19.2", "Your ship is destroyed: play a shuttle from your hand to escape in, or pass")

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question: cards that can be played, a pass, and free actions."""
        if said:
            return free_actions.any_time_stage(game, self.seat, said)
        crafts = escape_crafts(game, self.seat)
        plays = [*last_plays(game, self.seat), *crafts, GO_ON, *free_actions.any_time_options(game, self.seat)]
        power = free_actions.aux_options(game, game.ships[self.seat]) if crafts else []  # the craft keeps two cards
        options = list(dict.fromkeys((*plays, *power)))
        title = "Escape in a shuttle?" if crafts else "Your ship falls"
        return Question(self.seat, "one", "escape", options, GO_ON, title, "19.2")

    def perform(self, game: GameState, said: Phrases) -> None:
        """Escape in the craft, or be eliminated; after any other answer the player is asked again."""
        first, seat = said[0], self.seat
        last = last_plays(game, seat).get(first)
        craft = escape_crafts(game, seat).get(first)
        if last is None and craft is None and first != GO_ON:
            free_actions.take(game, seat, said)
            return
        game.stack.pop()
        falls = game.stack[-1]
        assert isinstance(falls, Falls)
        if last is not None:
            effects = game.cards[last].effects.by_trigger[WHEN_DESTROYED]
            announce_card(game, seat, last, numbers(effects), said=said)
        elif craft is not None:
            escape(game, game.ships[seat], craft)
        else:
            falls.step = DECLINED

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        """Return the hull of the craft."""
        craft = escape_crafts(game, self.seat).get(said[0])
        body = None if craft is None else shuttle_body(game.cards[craft])
        return {} if body is None else {"hull": [0, body["life_points"]]}

    def refusal(self, game: GameState, line: Line) -> Refused:
        """Return why a line does not save the player."""
        title = text_after_verb(line)
        if line[0].verb != "play" or not title:
            return self.ANSWERED_BY
        number = find_in_hand(game, game.players[self.seat], title)
        if number is None:
            return "19.2", f"You have no {title} in your hand: an escape craft is played from the hand"
        if is_shuttle(game, number):
            return why_not_usable(game, self.seat, number) or self.ANSWERED_BY
        return _why_not_last(game, self.seat, number) or self.ANSWERED_BY
