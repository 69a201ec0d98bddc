"""The effects in force for a seat, recomputed when tables, hexes or lasting effects change (rules 2.10, 9.4, 14.2).

A quarter of all decisions lead to such a change. So the effects of a card or tile as it lies there are cached with what
is printed (`_select_lying`), and the effects of all cards are gathered again only when a card has moved
(`_list_sources`).

Officers and equipment aboard a shuttle serve it as they would serve a ship (rules 16.3, 17.7): "your ship" means the
shuttle, and effects on attacks and evasions apply to its own. Effects on the player, his cards and his officers apply
there too. A shuttle has no power, no shields and no systems but its own, so that effects on those do nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.effects.in_force import forces, holding, is_ship_meant
from incursions.games.incursions.rules.printed.effect import Effect, is_of_every_ship
from incursions.games.incursions.rules.printed.pieces import (
    BEFORE_TARGET,
    IN_HEX,
    MULTI,
    NO_BONUSES,
    OFFICER,
    SHUTTLE,
    STAYS_ON_TABLE,
    Bonuses,
    Face,
    TileCard,
    printed_fact,
    total,
)
from incursions.games.incursions.rules.printed.vocabulary import (
    AT_ITS_PIECE,
    LOOKED_UP,
    PRESENT,
    STANDING,
    WITH_ITS_PIECE,
)
from incursions.games.incursions.rules.state.board import Lasting, Placed, Source
from incursions.games.incursions.rules.state.cards_in_play import face_in_play, in_play, serving
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.state.seats import (
    NOTHING_IN_FORCE,
    OUT_OF_PLAY,
    POWER_CARDS,
    POWER_CARDS_OF_CRAFT,
    Force,
    Gathered,
    InForce,
    Player,
    Ship,
)

OF_ITS_PLAYER = frozenset(
    {"power_up", "turn_draw", "turn_end", "before_explore", "announced", "cancelled", "maneuver", "any_time"}
    | {"fate", "aimed_at", "espionage_passed", "espionage_failed", "assimilated", "destroys"}
)
"""Triggers of effects that apply to the player, wherever the card is."""
FIXED = frozenset({"ship", "captain", "owner"})
"""Conditions that only a refresh can change: pieces' races, captains and owners."""
CARD, LESSER, TILE, UNIQUE = range(4)  # weights of contradicting effects
_AT_ONCE = STANDING | LOOKED_UP  # triggers of effects that hold while their piece lies there
T = TypeVar("T")


def applies_to_player(game: GameState, effect: Effect) -> bool:
    """Return True if the effect applies to the player, False if to the ship or shuttle that carries the card."""
    return game.verbs[effect.verb].is_of_player(effect) if effect.passive else effect.trigger in OF_ITS_PLAYER


def find_shuttle_with(game: GameState, card: Source) -> Placed | None:
    """Return the shuttle in a hex that carries the card, or None."""
    if isinstance(card, str) or SHUTTLE not in game.board.placed.kinds:
        return None
    for piece in game.board.placed.values():
        if piece.crew and card in piece.crew:
            return piece
    return None


def find_carried_cards(game: GameState, piece: Placed) -> Iterator[tuple[int, tuple[Effect, ...]]]:
    """Yield the face-up cards aboard a shuttle, each with its effects in play."""
    for number in piece.crew:
        if number not in game.board.face_down:
            yield number, in_play(game, number, *STAYS_ON_TABLE)


def carries_cards(game: GameState, ref: Ref) -> bool:
    """Return True if the piece carries a card."""
    piece = game.board.placed.get(ref[1])
    return piece is not None and bool(piece.crew)


def carried_by(game: GameState, ref: Ref) -> Iterator[tuple[int, int, Effect]]:
    """Yield the effects of cards aboard the attacking or struck shuttle on its attacks: card, player and effect."""
    piece = game.board.placed.get(ref[1]) if ref[0] == "piece" else None
    if piece is None or piece.owner is None:
        return
    for number, effects in find_carried_cards(game, piece):
        yield from ((number, piece.owner, effect) for effect in effects if not applies_to_player(game, effect))


def refresh_with(game: GameState, seat: int, number: int) -> None:
    """Refresh the seat, or all seats for a card that reaches every ship, after the card entered, left or was turned."""
    if game.cards[number].effects.reaches_all:
        refresh_all(game)
    else:
        refresh(game, seat)


def refresh_all(game: GameState) -> None:
    """Recompute the effects in force for every seat."""
    tables = _list_shared_state(game)
    for player in game.players:
        _refresh_player(game, player, tables)


def refresh(game: GameState, seat: int) -> None:
    """Recompute the effects in force for the seat (rules 2.10, 9.4, 14.2)."""
    _refresh_player(game, game.players[seat], _list_shared_state(game))


def refresh_hex(game: GameState, seat: int) -> None:
    """Recompute the effects for the seat after its ship came to rest in a hex (rules 9.4), while no card moved."""
    player = game.players[seat]
    assert player.table is not None
    _apply_effects(game, player, player.table)


def refresh_without(game: GameState, piece: Placed) -> None:
    """Recompute the effects for every seat after this piece left its hex."""
    if piece.card is not None or piece.crew:
        refresh_all(game)
    else:
        for player in game.players:
            refresh_hex(game, player.seat)


def _refresh_player(game: GameState, player: Player, tables: list[Any]) -> None:
    """Recompute the effects of the cards if any of them has moved, then apply all effects in force."""
    sources, table = _list_sources(game, player, tables), player.table
    if table is None or table.sources != sources:
        forces = _sort_card_forces(game, [*_gather_from_tables(game, player), *_gather_from_pieces(game, player.seat)])
        table = player.table = Gathered(sources, forces, *_index_forces(game, forces), sum_bonuses(game, player))
    _apply_effects(game, player, table)


def _apply_effects(game: GameState, player: Player, table: Gathered) -> None:
    """Apply the effects of cards, hex and lasting effects to the player and his ship."""
    seat = player.seat
    ship = game.ships[seat]
    lasting = _gather_lasting(game, seat) if game.board.lasting else None
    if lasting:
        found = [*table.forces, *_gather_from_hex(game, seat), *lasting]
        # Of contradicting events the last counts: the weightier, then the younger (rules 9.7, 9.18).
        found.sort(key=lambda force: (_get_weight(game, force.source), force.moment))
        in_force, bonuses = _index_forces(game, found)
    else:
        in_force, bonuses = _add_tile(game, seat, table)
    player.in_force = in_force
    printed = table.printed
    if bonuses:
        lent = [
            _make_bonus(force.effect.fields["of"], force.effect.fields["by"]) for force in holding(game, seat, bonuses)
        ]
        printed = total([printed, *lent])
    ship.lend(printed)
    _settle(game, ship, in_force)


def _add_tile(game: GameState, seat: int, table: Gathered) -> tuple[InForce, tuple[Force, ...]]:
    """Return the index of the effects of the cards and of the tile of the ship's hex, which outweighs all cards."""
    title = game.map[game.ships[seat].at]
    lying = lying_on_tile(game.tiles[title])
    if not lying or not _is_stopped(game, seat):
        return table.in_force, table.bonuses
    found = table.by_tile.get(title)
    if found is None:
        of_tile = [Force(title, effect, seat) for effect in lying]
        found = table.by_tile[title] = _index_forces(game, of_tile, table.in_force, table.bonuses)
    return found


def _list_shared_state(game: GameState) -> list[Any]:
    """List the state that several seats share: face-down cards, cards before players, tables of far-reaching cards."""
    found: list[Any] = [*game.board.face_down]
    reaching = game.cards.reaching
    for player in game.players:
        found.append(None)
        if player.before:
            found += player.before
        if reaching:
            own = (player.captain, *player.captains, None, *player.tabled)
            if not reaching.isdisjoint(own):
                found += own
    return found


def _list_sources(game: GameState, player: Player, tables: list[Any]) -> list[Any]:
    """List the inputs of the gathered effects that can change: where every card lies.

    Comparing this list takes a tenth of the time of gathering, and after most refreshes it is unchanged; without the
    comparison a match makes 0.92 as many decisions per second. A Multi card changes its face only while it lies
    nowhere.
    """
    ship = game.ships[player.seat]
    captains, tabled = player.captains, player.tabled
    found: list[Any] = [ship.card, ship.craft, ship.out, tables, player.captain, *captains, None, *tabled, None]
    for piece in game.board.placed.get_owned(player.seat).pieces:
        if piece.card is not None:
            found += (piece.kind, piece.card, piece.crew)
    return found


def _index_forces(
    game: GameState, forces: Sequence[Force], before: InForce = NOTHING_IN_FORCE, bonuses: tuple[Force, ...] = ()
) -> tuple[InForce, tuple[Force, ...]]:
    """Index effects by verb if they are passive, else by trigger; return those that lend a bonus apart.

    They follow the effects that are indexed in `before`. Two tabled cards of one title lend their bonus once (rules
    16.6).
    """
    by_verb, by_trigger, by_word = before.by_verb.copy(), before.by_trigger.copy(), before.by_word.copy()
    folded: set[tuple[str, int]] = set()
    lending: list[Force] = []
    for force in forces:
        effect = force.effect
        is_lasting = force.begun and (effect.until is not None or game.verbs[effect.verb].passive)
        if not (effect.passive or is_lasting):
            by_trigger[effect.trigger] = (*by_trigger.get(effect.trigger, ()), force)
        elif effect.verb == "modify" and _is_bonus(effect):
            key = (game.piece(force.source).title, effect.number)
            if force.begun or key not in folded:
                lending.append(force)
            folded.add(key)
        else:
            by_verb[effect.verb] = (*by_verb.get(effect.verb, ()), force)
            for word in effect.words:
                by_word[effect.verb, word] = (*by_word.get((effect.verb, word), ()), force)
    return InForce(by_verb, by_trigger, by_word), (*bonuses, *lending)


@cache
def _make_bonus(of: str, by: int) -> Bonuses:
    return Bonuses(**{of: by})


def _settle(game: GameState, ship: Ship, in_force: InForce) -> None:
    """Set the ship's power cards, those held out of play, and a tile's extra shields (rules 2.3, 2.10, 7.8).

    Most ships have four power cards, none held out of play and no extra shields.
    """
    if ship.out is not None:
        return
    seat, power_cards, locked, extra = ship.seat, own_power_cards(game, ship), 0, 0
    if "add_power" in in_force.by_verb:
        power_cards += sum(force.effect.fields.get("power", 0) for force in forces(game, seat, "add_power"))
    if "lock_power" in in_force.by_verb:
        locked = sum(force.effect.fields["power"] for force in forces(game, seat, "lock_power"))
    if power_cards != ship.power_cards:
        ship.have_power_cards(power_cards)
    if locked or OUT_OF_PLAY in ship.spent:
        ship.hold_out_of_play(locked)
    if ("modify", "extra shields") in in_force.by_word:
        modifying = forces(game, seat, "modify", of="extra shields")
        extra = sum(force.effect.fields.get("by", 0) for force in modifying)
    if extra or ship.extra_from is not None:
        ship.have_extra(extra)


def own_power_cards(game: GameState, ship: Ship) -> int:
    """Return the number of power cards: four; for an escape craft two, or as printed (rules 2.3, 19.2)."""
    if ship.craft is None:
        return POWER_CARDS
    printed = (effect.fields.get("kept", 0) for effect in game.piece(ship.craft).effects if effect.verb == "add_power")
    return max(printed, default=0) or POWER_CARDS_OF_CRAFT


def sum_bonuses(game: GameState, player: Player, *more: int) -> Bonuses:
    """Return the sum of printed bonuses of face-up cards and of `more`. Two cards of one title count once (16.6)."""
    cards, down = game.cards, game.board.face_down
    lent: dict[str, Bonuses] = {}
    for number in (*serving(game, player), *more):
        card = cards[number]
        if card.bonuses is not NO_BONUSES and number not in down:
            lent[card.title] = card.bonuses
    return total(lent.values())


def _is_bonus(effect: Effect) -> bool:
    """Return True if the effect lends a bonus on conditions that change only with tabled cards and the ship's hex."""
    is_bonus = effect.fields["of"] in Bonuses._fields and "by" in effect.fields
    return is_bonus and all(condition.name in FIXED for condition in effect.conditions)


def _sort_card_forces(game: GameState, forces: list[Force]) -> list[Force]:
    """Sort effects of cards, which came before any event: those that place a piece weigh more and come last."""
    cards = game.cards
    light: list[Force] = []
    placing: list[Force] = []
    for force in forces:
        assert isinstance(force.source, int)
        (placing if cards[force.source].places_something else light).append(force)
    return light + placing


def _gather_lasting(game: GameState, seat: int) -> list[Force]:
    """Return the lasting effects of the player, or on the player."""
    return [
        Force(each.source, game.piece(each.source).effects[each.effect], *each[2:4], True, each.note, each.moment)
        for each in game.board.lasting
        if seat in (each.user, each.target)
    ]


def _gather_from_tables(game: GameState, player: Player) -> list[Force]:
    """Return the effects of the player's table, of far-reaching cards on any table, and of cards before players."""
    seat, down = player.seat, game.board.face_down
    found: list[Force] = []
    for number in serving(game, player):
        lying = _select_in_play(game, number, STAYS_ON_TABLE)
        if lying and number not in down:
            found += [Force(number, effect, seat) for effect in lying]
    if game.cards.reaching:
        found += _gather_far_reaching(game, seat)
    for other in game.players:
        for card, user, _ in other.before:
            if seat in (user, other.seat):
                lying = _select_in_play(game, card, (BEFORE_TARGET,))
                found += [Force(card, effect, user, other.seat) for effect in lying]
    return found


def _gather_far_reaching(game: GameState, seat: int) -> Iterator[Force]:
    """Yield the effects of cards on any table that apply to every ship, or to ships of a kind, including this one."""
    for player in game.players:
        for number in serving(game, player):
            if number in game.cards.reaching and number not in game.board.face_down:
                for effect in in_play(game, number, *STAYS_ON_TABLE):
                    every = effect.passive and is_of_every_ship(effect)
                    if every and is_ship_meant(game, effect.target or "", player.seat, seat):
                        yield Force(number, effect, player.seat, seat)


def _gather_from_pieces(game: GameState, seat: int) -> list[Force]:
    """Return the effects of placed pieces and of cards aboard shuttles for their player; not of a left officer (14.8).

    The shuttle that replaced the ship counts too (19.2).
    """
    found: list[Force] = []
    ship = game.ships[seat]
    for piece in game.board.placed.get_owned(seat).pieces:
        if piece.card is not None and piece.kind != OFFICER:
            found += [Force(piece.card, effect, seat) for effect in _select_in_play(game, piece.card, (IN_HEX,))]
            for number, effects in find_carried_cards(game, piece) if ship.out is None else ():
                said = _select_lying((each for each in effects if applies_to_player(game, each)), of_card=True)
                found += [Force(number, effect, seat) for effect in said]
    if ship.craft is not None:
        found += [Force(ship.craft, effect, seat) for effect in _select_in_play(game, ship.craft, STAYS_ON_TABLE)]
    return found


def _gather_from_hex(game: GameState, seat: int) -> list[Force]:
    """Return the effects of the tile on the ship that has stopped in its hex (rules 9.4)."""
    title = game.map[game.ships[seat].at]
    lying = lying_on_tile(game.tiles[title])
    if not lying or not _is_stopped(game, seat):
        return []
    moment = game.board.stopped.get(seat, 0)
    return [Force(title, effect, seat, moment=moment) for effect in lying]


def _is_stopped(game: GameState, seat: int) -> bool:
    """Return True if the ship is in its hex and not passing through (rules 9.4), which frames tell by `passing`."""
    if game.ships[seat].out is not None:
        return False
    for frame in game.stack:  # noqa: SIM110  a generator costs five times as much
        if seat in getattr(frame, "passing", ()):
            return False
    return True


def _select_in_play(game: GameState, number: int, methods: tuple[str, ...]) -> tuple[Effect, ...]:
    """Return the effects in force of a card in play by one of these play methods."""
    card = game.cards[number]
    face = card.faces[0] if card.play_method != MULTI else face_in_play(game, number, methods)
    return _select_lying(card.effects.top, of_card=True) if face is None else lying_of_face(face)


@printed_fact
def lying_of_face(face: Face) -> tuple[Effect, ...]:
    """Return the effects in force of a card in play as this face."""
    return _select_lying(face.effects, of_card=True)


@printed_fact
def lying_on_tile(tile: TileCard) -> tuple[Effect, ...]:
    """Return the effects in force in a hex with this tile."""
    return _select_lying(tile.effects.top, of_card=False)


def _select_lying(effects: Iterable[Effect], *, of_card: bool) -> tuple[Effect, ...]:
    """Return the effects that hold as long as their piece lies there, or wait there for a trigger.

    Effects of a card on every ship come from `_gather_far_reaching`. Effects that are looked up at their piece are left
    out.
    """
    return tuple(
        effect
        for effect in effects
        if (effect.until in WITH_ITS_PIECE or effect.trigger == PRESENT or effect.trigger not in _AT_ONCE)
        and (not (of_card and is_of_every_ship(effect)) if effect.passive else effect.trigger not in AT_ITS_PIECE)
    )


def _get_weight(game: GameState, source: Source) -> int:
    """Return the weight of a source's text against others that contradict it (rules 9.7, 9.18)."""
    if isinstance(source, str):
        return UNIQUE if game.tiles[source].is_unique else TILE
    return LESSER if game.cards[source].places_something else CARD


def gives_way(game: GameState, force: Force, event: Source) -> bool:
    """Return True if the effect yields to this event, which comes now (rules 9.7, 9.18). A card's text is no event."""
    rank = _get_weight(game, event)
    return rank != CARD and rank >= _get_weight(game, force.source)


def start_lasting(
    game: GameState, source: Source, effect: Effect, user: int, target: int | None, note: Any = None, until: str = ""
) -> None:
    """Start a lasting effect. `until` is its duration if the effect has none of its own."""
    duration = effect.until or until
    assert duration
    begins = game.board.next_moment()
    game.board.lasting.append(Lasting(source, effect.number, user, target, duration, game.turns, note, begins))
    refresh_all(game)


def end_lasting(game: GameState, ends: Callable[[GameState, Lasting, T], bool], whose: T) -> None:
    """End the lasting effects for which `ends` returns True, called with `whose`."""
    if not game.board.lasting:
        return
    ended = [lasting for lasting in game.board.lasting if ends(game, lasting, whose)]
    if ended:
        game.board.lasting = [lasting for lasting in game.board.lasting if lasting not in ended]
        refresh_all(game)
        for lasting in ended:
            game.verbs[game.piece(lasting.source).effects[lasting.effect].verb].end(game, lasting.source)


def source_place(game: GameState, source: Source, user: int) -> Hex:
    """Return the hex of the placed piece that prints the effect, else of the user's ship."""
    placed = (piece.at for piece in game.board.placed.values() if piece.card == source)
    return next(placed, game.ships[user].at)
