"""Verbs of ships, hexes and placed pieces (rules 6.2, 8, 12.7, 17, 18)."""

from __future__ import annotations

from collections.abc import Iterable

from incursions.engine.hexes import Hex, distance, reach
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import dice_and_bonus
from incursions.games.incursions.rules.effects.gathering import find_shuttle_with, source_place, start_lasting
from incursions.games.incursions.rules.events.cards import ManeuversAdded, Summoned
from incursions.games.incursions.rules.events.movement import PieceMoved
from incursions.games.incursions.rules.hexes.arrivals import attack_by_event, denizen_of
from incursions.games.incursions.rules.hexes.hex_events import MOVE, REMAIN
from incursions.games.incursions.rules.hexes.leaving import transport, why_not_leave
from incursions.games.incursions.rules.hexes.mines import go_off, put_mine
from incursions.games.incursions.rules.hexes.voyages import Exploration, Voyage, route, why_not_explore
from incursions.games.incursions.rules.placed.placed_pieces import place_body, why_not_place
from incursions.games.incursions.rules.plays.announcements import OR, in_turn_order, maneuver_of
from incursions.games.incursions.rules.plays.card_moves import is_held_by_frame, release
from incursions.games.incursions.rules.plays.resolution import (
    Resolution,
    candidates,
    choose_default_target,
    seats_meant,
)
from incursions.games.incursions.rules.printed import pieces
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.effect import Effect, Effects, Roll, Written
from incursions.games.incursions.rules.printed.pieces import PLAYED, numbers
from incursions.games.incursions.rules.printed.schema import (
    BODY,
    DAMAGE,
    DENIZEN,
    ESCAPE,
    FLAG,
    MINE,
    REACH,
    Whole,
    Word,
    Words,
    parse_printed_weapon,
)
from incursions.games.incursions.rules.printed.vocabulary import (
    PLACED_PIECES,
    SHIPS,
    TABLED_CARDS,
    TARGET_GROUPS,
    WITH_ITS_PIECE,
)
from incursions.games.incursions.rules.state.board import Placed, Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import START_HEX, GameState, power_short, why_no_tile
from incursions.games.incursions.rules.state.refs import Ref, seat_ref
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.systems import cloaking
from incursions.games.incursions.rules.systems.weapons import Gun
from incursions.games.incursions.rules.verbs.power import find_ships
from incursions.games.incursions.rules.verbs.verb import MANEUVER, YOURS, PowerUse, Scene, Verb, sign_of

NEXT_TURN = "his next turn"
YOUR_SHIP = "your ship"
MOVED_PIECES = tuple(TARGET_GROUPS[PLACED_PIECES])  # targets of `move` other than ships


class Maneuvers(Verb):
    """Maneuvers added to this turn, up to four in all, or taken from each target's next turn (rules 6.2, 6.9)."""

    name = "maneuvers"
    does = "maneuvers more this turn, at most four in all, or below 0 fewer in the next; `kind`: they must be that"
    fields = {"number": Whole(-3, 3), "kind": Words(words.ADDED, "Kinds of maneuver")}
    rules = ("6.2", "6.9", "13.16")
    needs = (("number",),)
    loss = "a lost maneuver"

    def duration(self, fields: Written, until: str | None) -> str | None:
        return NEXT_TURN if fields["number"] < 0 else until  # lost maneuvers are always lost in the next turn (6.2)

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        number = effect.fields["number"]
        if number < 0:
            for seat in seats_meant(game, frame, effect, "you"):
                start_lasting(game, frame.source, effect, frame.user, seat, until=NEXT_TURN)
            return
        turn = game.turn
        if turn is not None and turn.seat == frame.user:
            added = turn.add_maneuvers(number, OR.join(effect.fields.get("kind", ())))
            game.tell(ManeuversAdded, seat=frame.user, number=added, left=turn.left)

    def sign(self, effect: Effect) -> int:
        return sign_of(effect.fields["number"])

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        number = effect.fields["number"]
        return float(MANEUVER * (number if scene.is_mine(effect, unsaid=True) else -number))


class _Way(Verb):
    """A way more, which is good where nobody must take it."""

    brings_roll = True

    def sign(self, effect: Effect) -> int:
        return int(effect.optional)


class _OwnWay(_Way):
    """A way by which the user's ship leaves its hex."""

    is_for_user = True

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> Refused | None:
        """Return why a card cannot move the user's ship: it cannot leave its hex (rules 8.6, 8.12)."""
        return why_not_leave(game, ship) if effect.target in (None, YOUR_SHIP) else None


class Move(_OwnWay):
    """A move over explored hexes without power, maneuver or ships in tow, also of a piece (rules 8.12, 17.12)."""

    name = "move"
    does = "moves a ship or placed piece up to so many explored hexes, without power"
    fields = {"hexes": REACH, "no_event": FLAG}
    rules = ("8.1", "17.6")
    needs = (("hexes",),)
    strikes = (SHIPS, PLACED_PIECES)
    value = 1.5

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if effect.target in MOVED_PIECES or find_shuttle_with(game, frame.source) is not None:
            _move_piece(game, frame, effect)
            return
        ships = _list_ships(game, frame, effect, YOUR_SHIP)
        if not ships or why_not_leave(game, ships[0]) is not None:
            return
        ship = ships[0]
        within = reach(ship.at, effect.fields["hexes"], game.map)
        hexes = [at for at, steps in within.items() if steps]
        found = frame.pick_hex(game, hexes, "Move to which hex?", "8.12", topic="move to")
        if found is not None:
            path = tuple(route(game, ship, found))
            game.stack.append(Voyage(ship.seat, path, MOVE, no_event=effect.fields.get("no_event", False)))


def _list_ships(game: GameState, frame: Resolution, effect: Effect, unsaid: str) -> list[Ship]:
    """Return the ships among the targets of the effect, in turn order; of a choice, the picked one."""
    return [game.ships[seat] for seat in in_turn_order(game, seats_meant(game, frame, effect, unsaid))]


def _move_piece(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Move a piece over charted hexes to one where it could be placed (5.8, 17.12). A mine strikes ships there."""
    found = [ref for ref in candidates(game, frame, effect, "this piece") if ref[0] == "piece"]
    named = frame.pick(game, found, "Move which piece?", "17.6", topic="piece")
    piece = game.board.placed.get(named[1]) if named else None
    if piece is None:
        return
    within = reach(piece.at, effect.fields["hexes"], game.map)
    owner = piece.owner
    places = [
        at
        for at, steps in within.items()
        if steps and at != START_HEX and (owner is None or why_not_place(game, owner, piece.kind, at) is None)
    ]
    title = f"Move {piece.title} to which hex?"
    at = frame.pick_hex(game, places, title, "17.12", nth=1, topic="move to")
    if at is not None:
        _move_to(game, piece, at, frame.user)


def _move_to(game: GameState, piece: Placed, at: Hex, seat: int) -> None:
    """Move a piece, which stays the same event; a mine goes off at the ships that it meets (12.12, 17.11)."""
    game.tell(PieceMoved, seat=seat, title=piece.title, from_=list(piece.at), at=list(at))
    piece = game.board.change(piece.number, at=at)
    if piece.kind == pieces.MINE:
        met = [ship.seat for ship in game.ships if ship.at == at and ship.out is None and ship.cloak is None]
        struck = [each for each in met if each != piece.owner]
        if struck:
            go_off(game, piece, struck)


class Transport(_Way):
    """The setting of ships into the hex named, or into an explored one of the player's choice (rules 8.9)."""

    name = "transport"
    does = "sets a ship in a hex, whatever lies between"
    fields = {"to": Word(words.HEXES, "Hexes"), "hexes": REACH, "no_event": FLAG}
    rules = ("8.9",)
    needs = (("to",),)
    value = 0.5

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        ships = _list_ships(game, frame, effect, choose_default_target(frame))
        if not ships:
            return
        at: Hex | None = _find_named_hex(game, frame, effect)
        if at is None:
            ship, within = ships[0], effect.fields.get("hexes")
            explored = [at for at in game.map if at != ship.at and (within is None or distance(ship.at, at) <= within)]
            at = frame.pick_hex(game, explored, "Transport to which hex?", "8.9", topic="transport to")
            if at is None:
                return
        transport(game, ships, at, no_event=effect.fields.get("no_event", False))


def _find_named_hex(game: GameState, frame: Resolution, effect: Effect) -> Hex | None:
    where = effect.fields["to"]
    if where == "start hex":
        return START_HEX
    if where == "your hex":
        return game.ships[frame.user].at
    if where == "here":
        at: Hex | None = frame.get_mark("at")
        return source_place(game, frame.source, frame.user) if at is None else at
    return None


class Explore(_OwnWay):
    """An exploration within a maneuver (rules 8.3)."""

    name = "explore"
    does = "one exploration within this maneuver"
    rules = ("8.3",)
    value = 5.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        ship = game.ships[frame.user]
        if ship.out is None and why_not_explore(game, ship) is None:
            game.stack.append(Exploration(frame.user, ""))

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        return why_no_tile(game, game.ships[user]) is None


class Cloak(Verb):
    """The cloaking of a ship for the card's price, or the end of its cloak (rules 12.7)."""

    name = "cloak"
    does = (
        "the ship becomes cloaked (`up`, unsaid), for its printed power, `by` so much more, at `least` so much, or for "
        "`cost`; or its cloak ends (`down`)"
    )
    fields = {"to": Word(("up", "down")), "cost": Whole(0, 4), "by": Whole(-4, 4), "least": Whole(0, 4)}
    rules = ("12.7",)

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        for ship in find_ships(game, frame, effect):
            if _goes_down(effect):
                cloaking.drop(game, ship, cloaking.ENDED)
            elif cloaking.why_not_cloak(game, ship, frame.source) is None:
                _raise_cloak(game, frame, effect, ship)

    def end(self, game: GameState, source: Source) -> None:
        cloaking.end_with(game, source)

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> Refused | None:
        if _goes_down(effect):
            return None
        price = _find_price(game, effect, ship)
        if price is None:
            return "2.1", f"{ship.card.title} has no cloaking device"
        return cloaking.why_not_cloak(game, ship) or power_short(ship, "cloak", price, "That cloak")

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        return self.why_not(game, ship, effect)

    def sign(self, effect: Effect) -> int:
        return -1 if _goes_down(effect) else 1

    def power_uses(self, effect: Effect) -> tuple[PowerUse, ...]:
        """Return the uses of a cloak that is free, has a cost, or costs more or less than printed (rules 12.7)."""
        fields = effect.fields
        if effect.target not in YOURS or _goes_down(effect):
            return ()
        if fields.get("cost") == 0:
            return (PowerUse.GIVES,)
        return (PowerUse.GIVES, PowerUse.NEEDS) if fields.get("by", 0) < 0 else (PowerUse.NEEDS,)

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        return 0.0 if _goes_down(effect) else min(14.0, scene.table.incoming) * 0.7 * scene.table.own_scale


def _goes_down(effect: Effect) -> bool:
    """Return True if the effect ends the cloak."""
    return bool(effect.fields.get("to", "up") == "down")


def _raise_cloak(game: GameState, frame: Resolution, effect: Effect, ship: Ship) -> None:
    price = _find_price(game, effect, ship)
    if price is None or price > ship.available("cloak"):
        return
    ship.spend(price, "cloak")
    cloaking.go_up(game, ship, price, frame.source if effect.until else None)
    if effect.until not in WITH_ITS_PIECE:
        start_lasting(game, frame.source, effect, frame.user, None if ship.seat == frame.user else ship.seat)


def _find_price(game: GameState, effect: Effect, ship: Ship) -> int | None:
    """Return the price of a cloak by this effect: its own, or the ship's as changed; None without a device."""
    fields = effect.fields
    if "cost" in fields:
        return int(fields["cost"])
    usual = cloaking.cloak_cost(game, ship)
    if usual is None:
        return None
    least: int = min(usual, fields.get("least", 0))
    return max(least, usual + int(fields.get("by", 0)))


class Place(Verb):
    """The placing of a card into a hex as the piece that the effect names (rules 17.1)."""

    name = "place"
    does = (
        "puts the card in the hex (a tabled shuttle on `maneuver`). What is unsaid is as printed; a mine with "
        "`power_dice: 0` takes no power"
    )
    fields = {"piece": Word(words.PIECES, "Placed pieces"), **BODY, "damage": DAMAGE, "escape": ESCAPE}
    rules = ("17.1", "17.2", "17.6")
    needs = (("piece",),)
    triggers = frozenset({PLAYED, "maneuver"})
    strikes = (SHIPS, TABLED_CARDS, PLACED_PIECES)
    has_own_line = True
    main_rule_only = True

    def printed_fields(self, said: Written, piece: Written) -> Written:
        if said.get("piece") == pieces.MINE:
            return MINE.parse_value(piece["mine"], "mine") if "mine" in piece else {}
        bare = ("life_points", "evasion", "speed")
        return parse_printed_weapon(piece) | {
            name: BODY[name].parse_value(piece[name], name) for name in bare if name in piece
        }

    def required_fields(self, fields: Written) -> Iterable[tuple[str, ...]]:
        return (*self.needs, ("damage",) if fields.get("piece") == pieces.MINE else ("life_points",))

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if effect.trigger == PLAYED and not (isinstance(frame.source, int) and is_held_by_frame(game, frame.source)):
            return  # the card has been moved elsewhere
        put = _lay_mine if effect.fields["piece"] == pieces.MINE else place_body
        put(game, frame, effect)

    def why_not(self, game: GameState, ship: Ship, effect: Effect) -> Refused | None:
        """Return why the card may not enter the hex of its player's ship now (rules 5.8, 17.2, 17.12), or None."""
        return why_not_place(game, ship.seat, effect.fields["piece"], ship.at)

    def power_uses(self, effect: Effect) -> tuple[PowerUse, ...]:
        takes = effect.fields["piece"] == pieces.MINE and effect.fields.get("power_dice", 1)
        return (PowerUse.TAKES,) if takes else ()

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        at = scene.table.at
        busy = at in scene.table.holes or any(tuple(ship["at"]) == at for ship in scene.table.other_ships)
        return 8.0 if busy else 6.0  # where a ship will come


def _lay_mine(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Lay the card as a mine in the hex of its player's ship; power and bonuses add to it (rules 17.2)."""
    ship = game.ships[frame.user]
    assert isinstance(frame.source, int)
    if why_not_place(game, ship.seat, pieces.MINE, ship.at) is None:
        roll: Roll = effect.fields["damage"]
        gun = Gun("mines", roll.dice, roll.bonus, 0, power_dice=effect.fields.get("power_dice", 1))
        mine = FullAttack(frame.user, seat_ref(frame.user), gun, (seat_ref(frame.user),), frame.get_mark("power", 0))
        maneuver = maneuver_of(game, frame.user)
        if maneuver is not None and maneuver.command is not None:
            mine.add(maneuver.command, frame.user, numbers(game.cards[maneuver.command].effects.top))
        release(game, frame.source)
        put_mine(game, frame.user, ship.at, *dice_and_bonus(game, mine), frame.source)


class Summon(Verb):
    """The event of a denizen's tile: the denizen appears unless it lives, and attacks the ship (rules 18.1).

    A destroyed denizen returns only to a ship that enters, and some never return (rules 18.3, 18.7).
    """

    name = "summon"
    does = "puts the tile's denizen in the hex, unless it stands there; it attacks. What is unsaid is as printed"
    fields = {**BODY, "dominated": FLAG, "returns": FLAG}
    rules = ("18.1", "18.6", "18.7")
    triggers = frozenset({"event", "entered"})
    helps = -1

    def printed_fields(self, said: Written, piece: Written) -> Written:
        return DENIZEN.parse_value(piece["denizen"], "denizen") if "denizen" in piece else {}

    def required_fields(self, fields: Written) -> Iterable[tuple[str, ...]]:
        return (("life_points",), ("weapon",))

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        home = game.ships[frame.user].at
        piece = denizen_of(game, home)
        if piece is None:
            if home in game.board.slain and (frame.get_mark("how") == REMAIN or effect.fields.get("returns") is False):
                return
            title, points = str(frame.source), effect.fields["life_points"]
            game.board.slain.discard(home)
            new = Placed(0, pieces.DENIZEN, title, home, points=points, laid=game.turns, home=home)
            piece = game.board.put(new)
            game.tell(Summoned, title=title, at=list(home), points=points)
        if piece.at == home:
            attack_by_event(game, piece, frame.user)


MOVEMENT_VERBS = (Maneuvers(), Move(), Transport(), Explore(), Cloak(), Place(), Summon())
