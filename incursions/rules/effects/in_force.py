"""Which effects are in force for a seat: of its table, of what lies before it, of its hex, and lasting ones.

They are found once after each change (`refresh`) and shared by copies of a game; whether their conditions hold is
looked at when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.engine.kept import kept_while_asked
from incursions.rules.board import OFFICER, Source
from incursions.rules.effects.aboard_shuttles import carried, says_of_its_player
from incursions.rules.effects.conditions import Situation, are_fixed, hold, is_spared, races_of_captains
from incursions.rules.effects.duration_table import WITH_ITS_PIECE
from incursions.rules.effects.effect import is_of_every_ship
from incursions.rules.effects.trigger_table import LOOKED_UP, PRESENT, STANDING
from incursions.rules.effects.verb_table import VERBS
from incursions.rules.plays.card_faces import BEFORE_TARGET, IN_HEX, STAYS_ON_TABLE, in_play
from incursions.rules.plays.in_play import serving
from incursions.rules.printed.cards import Bonuses, total
from incursions.rules.printed.words import RACES
from incursions.rules.ships import POWER_CARDS, POWER_CARDS_OF_CRAFT

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Condition, Effect
    from incursions.rules.game import Game
    from incursions.rules.players import Player
    from incursions.rules.printed.cards import GameCard
    from incursions.rules.ships import Ship


class Force(NamedTuple):
    """An effect in force: where it is printed, who uses it, and the seat that it is aimed at, if any.

    `begun`: it goes on since something set it off, and `note` is what was named then. `moment` tells the more recent.
    """

    source: Source
    effect: Effect
    user: int
    target: int | None = None
    begun: bool = False
    note: Any = None
    moment: int = 0


class InForce(NamedTuple):
    """What is in force for one seat: what is looked up, by verb; what something sets off, by trigger. Never changed."""

    by_verb: dict[str, tuple[Force, ...]]
    by_trigger: dict[str, tuple[Force, ...]]


ASKED_AGAIN = frozenset({"weapon", "target", "attack", "attacker"})
AT_ANY_TIME = "any_time"
NOTHING_IN_FORCE = InForce({}, {})
LENDING = frozenset(  # the verbs of bonuses: what they add, take off or halve they do once a title (rules 16.6)
    {
        "add_damage",
        "add_power",
        "add_range",
        "bypass_shields",
        "halve",
        "modify",
        "raise_shields",
        "reduce",
        "set_cost",
    }
)

CARD, LESSER, TILE, UNIQUE = range(4)  # what outweighs what


def refresh(game: Game, seat: int) -> None:
    """Find anew what captain, officers, cards, hex and lasting effects lend and do (rules 2.10, 9.4, 14.2)."""
    player, ship = game.players[seat], game.ships[seat]
    forces = sorted(_forces_of(game, player), key=lambda force: _weight(game, force))
    lent = [lent_by_table(game, player)]
    by_verb: dict[str, list[Force]] = {}
    by_trigger: dict[str, list[Force]] = {}
    folded: set[tuple[str, int]] = set()
    for force in forces:
        effect = force.effect
        if not (effect.passive or (force.begun and _is_looked_up(effect))):
            by_trigger.setdefault(effect.trigger, []).append(force)
        elif _is_bonus(effect) and are_fixed(effect.conditions):
            key = (game.piece(force.source).title, effect.number)
            holds = bears_on(force, seat) and is_so(game, force)
            if (force.begun or key not in folded) and holds and not is_spared(game, seat, force.source, effect):
                lent.append(Bonuses(**{effect.fields["of"]: effect.fields["by"]}))
            folded.add(key)  # two tabled cards of one title lend theirs once (rules 16.6)
        else:
            by_verb.setdefault(effect.verb, []).append(force)
    player.in_force = InForce(
        {verb: tuple(found) for verb, found in by_verb.items()},
        {trigger: tuple(found) for trigger, found in by_trigger.items()},
    )
    ship.lend(total(lent))
    _settle(game, ship)


def _settle(game: Game, ship: Ship) -> None:
    """As many power cards as effects say, those held down out of play, and a tile's shields (rules 2.3, 2.10, 7.8)."""
    if ship.out is not None:
        return
    seat = ship.seat
    added = sum(force.effect.fields.get("power", 0) for force in forces(game, seat, "add_power"))
    ship.have_power_cards(own_power_cards(game, ship) + added)
    ship.hold_out_of_play(sum(force.effect.fields["power"] for force in forces(game, seat, "lock_power")))
    modified = (force.effect.fields for force in forces(game, seat, "modify"))
    ship.have_extra(sum(fields.get("by", 0) for fields in modified if fields["of"] == "extra shields"))


def own_power_cards(game: Game, ship: Ship) -> int:
    """Four; of an escape craft two, or as many as its card says (rules 2.3, 19.2)."""
    if ship.craft is None:
        return POWER_CARDS
    printed = (effect.fields.get("kept", 0) for effect in game.piece(ship.craft).effects if effect.verb == "add_power")
    return max(printed, default=0) or POWER_CARDS_OF_CRAFT


def refresh_with(game: Game, seat: int, number: int) -> None:
    """The same after a card came to the seat's table, left it or was turned over; some say something of every ship."""
    if game.cards[number].card.effects.reaches_all:
        refresh_all(game)
    else:
        refresh(game, seat)


def refresh_all(game: Game) -> None:
    """The same for every seat; in Basic there is nothing to find."""
    for player in game.players:
        refresh(game, player.seat)


def forces(game: Game, seat: int, verb: str, frame: Any = None) -> Sequence[Force]:
    """The effects of this verb in force that bear on the seat and whose conditions hold now.

    `frame` is what is under way, for conditions that ask about it: an attack, a maneuver.
    """
    if not game.players or verb not in game.players[seat].in_force.by_verb:
        return ()
    return _bearing_now(game, seat, verb) if frame is None else _bearing(game, seat, verb, frame)


def _bearing(game: Game, seat: int, verb: str, frame: Any) -> Sequence[Force]:
    now = holding(game, seat, game.players[seat].in_force.by_verb[verb], frame)
    return once_a_title(game, now) if verb in LENDING else now


@kept_while_asked
def _bearing_now(game: Game, seat: int, verb: str) -> Sequence[Force]:
    return _bearing(game, seat, verb, None)


def holding(game: Game, seat: int, found: Iterable[Force], frame: Any = None) -> list[Force]:
    """Those that bear on the seat and whose conditions hold now."""
    return [
        force
        for force in found
        if bears_on(force, seat) and is_so(game, force, frame) and not is_spared(game, seat, force.source, force.effect)
    ]


def once_a_title(game: Game, found: Sequence[Force]) -> Sequence[Force]:
    """The same, but two tabled cards of one title lend their bonuses once (rules 16.6)."""
    if len(found) < 2:
        return found
    lent: dict[Any, Force] = {}
    for place, force in enumerate(found):
        is_tabled = isinstance(force.source, int) and force.target is None and not force.begun
        lent.setdefault((game.piece(force.source).title, force.effect.number) if is_tabled else place, force)
    return list(lent.values())


def triggered(game: Game, seat: int, trigger: str, frame: Any = None) -> list[Force]:
    """The effects of the seat's own that the trigger sets off and whose conditions hold now."""
    if not game.players:
        return []
    found = game.players[seat].in_force.by_trigger.get(trigger, ())
    return [f for f in found if f.user == seat and hold(game, Situation.of(f, frame), f.effect.conditions)]


def asked_at_first(effect: Effect) -> tuple[Condition, ...]:
    """What must hold for an effect to come. One for any time that goes on asks of attacks when they come (13.14)."""
    if effect.trigger != AT_ANY_TIME or effect.until is None:
        return effect.conditions
    return tuple(condition for condition in effect.conditions if condition.name not in ASKED_AGAIN)


def is_so(game: Game, force: Force, frame: Any = None) -> bool:
    """Do its conditions hold? Of one that was set off only what it says of attacks is asked again and again."""
    conditions = force.effect.conditions
    if not conditions:
        return True
    if force.begun:
        conditions = tuple(condition for condition in conditions if condition.name in ASKED_AGAIN)
    return hold(game, Situation.of(force, frame), conditions)


def bears_on(force: Force, seat: int) -> bool:
    """Whom an effect in force binds or serves: of a card that lies before somebody that player, unless it says you."""
    if force.target is None or force.effect.target in ("you", "your ship"):
        return force.user == seat
    return force.target == seat


def lent_by_table(game: Game, player: Player, *more: int) -> Bonuses:
    """All printed bonuses of what lies face up, and of `more` cards. Two of one title lend theirs once (16.6)."""
    return total({card.title: card.bonuses for card in lending(game, player, *more)}.values())


def lending(game: Game, player: Player, *more: int) -> Iterator[GameCard]:
    """The face-up cards that lend bonuses; of assimilated captains the first, if there is no other (15.10)."""
    for number in (*serving(game, player), *more):
        if number not in game.board.face_down:
            yield game.cards[number].card


def _is_bonus(effect: Effect) -> bool:
    return effect.verb == "modify" and effect.fields["of"] in Bonuses._fields and "by" in effect.fields


def _forces_of(game: Game, player: Player) -> Iterator[Force]:
    seat, board = player.seat, game.board
    for number in serving(game, player):
        if number not in board.face_down:
            yield from _all(number, in_play(game, number, *STAYS_ON_TABLE), seat, None)
    yield from _of_every_ship(game, seat)
    for other in game.players:
        for card, user, _ in other.before:
            if seat in (user, other.seat):
                yield from _all(card, in_play(game, card, BEFORE_TARGET), user, other.seat)
    yield from _of_pieces(game, seat)
    craft = game.ships[seat].craft
    if craft is not None:  # the shuttle that is the ship now (rules 19.2)
        yield from _all(craft, in_play(game, craft, *STAYS_ON_TABLE), seat, None)
    if game.ships[seat].out is None and not _is_passing(game, seat):
        title = game.map[game.ships[seat].at]
        yield from _all(title, game.tiles[title].effects.top, seat, None, board.stopped.get(seat, 0))
    for lasting in board.lasting:
        if seat in (lasting.user, lasting.target):
            effect = game.piece(lasting.source).effects[lasting.effect]
            yield Force(lasting.source, effect, lasting.user, lasting.target, True, lasting.note, lasting.moment)


def _of_pieces(game: Game, seat: int) -> Iterator[Force]:
    """What pieces in hexes say for their player, and who is aboard a shuttle; not an officer put there (rules 14.8)."""
    for piece in game.board.placed.values():
        if piece.owner == seat and piece.card is not None and piece.kind != OFFICER:
            yield from _all(piece.card, in_play(game, piece.card, IN_HEX), seat, None)
            for number, effects in carried(game, piece) if game.ships[seat].out is None else ():
                yield from _all(number, filter(says_of_its_player, effects), seat, None)


def _of_every_ship(game: Game, seat: int) -> Iterator[Force]:
    """What cards on any table say of every ship, or of every ship of some kind, if this is one."""
    for player in game.players:
        for number in serving(game, player):
            card = game.cards[number].card
            if card.effects.reaches_all and number not in game.board.face_down:
                for effect in in_play(game, number, *STAYS_ON_TABLE):
                    if effect.passive and is_of_every_ship(effect) and _is_meant(game, effect, player.seat, seat):
                        yield Force(number, effect, player.seat, seat)


def _is_meant(game: Game, effect: Effect, user: int, seat: int) -> bool:
    """Does a phrase such as "every other ship" or "every non-Borg ship" mean the ship of this seat?"""
    phrase = effect.target or ""
    race = next((race for race in RACES if race in phrase), None)
    if race is None:
        return seat != user or "other" not in phrase
    races = races_of_captains(game, seat) if "captain" in phrase else {game.ships[seat].card.race}
    return bool(races) and (race in races) is ("non-" not in phrase)


def _is_passing(game: Game, seat: int) -> bool:
    """Does the ship only pass through its hex at this moment (rules 9.4)? Frames say so by `passing`."""
    return any(seat in getattr(frame, "passing", ()) for frame in game.stack)


def _is_looked_up(effect: Effect) -> bool:
    """Of effects that go on for a while: is it looked up, or does it wait for a trigger of its own?"""
    return VERBS[effect.verb].passive or effect.until is not None


def _weight(game: Game, force: Force) -> tuple[int, int]:
    """Of events that contradict each other the weightier wins: it is looked up last (rules 9.7, 9.18)."""
    return _rank(game, force.source), force.moment


def _rank(game: Game, source: Source) -> int:
    if isinstance(source, str):
        return UNIQUE if game.tiles[source].is_unique else TILE
    placed = any(effect.verb == "place" for effect in game.cards[source].card.effects)
    return LESSER if placed else CARD


def gives_way(game: Game, force: Force, event: Source) -> bool:
    """Does what is in force give way to this event, which comes now (rules 9.7, 9.18)? A card's text is no event."""
    rank = _rank(game, event)
    return rank != CARD and rank >= _rank(game, force.source)


def _is_in_force_at_once(effect: Effect) -> bool:
    """Does it hold as long as its piece lies there, or only begin when its trigger comes?"""
    return effect.trigger in STANDING or effect.trigger in LOOKED_UP


def _all(source: Source, effects: Iterable[Effect], user: int, target: int | None, moment: int = 0) -> Iterator[Force]:
    lying = (
        effect
        for effect in effects
        if (effect.until in WITH_ITS_PIECE or effect.trigger == PRESENT or not _is_in_force_at_once(effect))
        and not (isinstance(source, int) and effect.passive and is_of_every_ship(effect))
    )
    return (Force(source, effect, user, target, moment=moment) for effect in lying)
