"""Effects carried out one after the other: what they aim at, what comes of them, and their rolls (rules 13.15)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import KW_ONLY
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, NoReturn

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.effects.gathering import find_shuttle_with, source_place
from incursions.games.incursions.rules.effects.in_force import (
    Situation,
    hold,
    is_ship_meant,
    is_spared,
    is_used_up,
    list_triggered,
    of_use,
    select_starting_conditions,
    use,
)
from incursions.games.incursions.rules.printed.effect import Condition, Effect
from incursions.games.incursions.rules.printed.pieces import (
    DENIZEN,
    MINE,
    OUTPOST,
    PLATFORM,
    SHUTTLE,
    STAYS_ON_TABLE,
    Face,
    printed_fact,
)
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import (
    NOTHING,
    Pick,
    Ref,
    card_ref,
    holder_of,
    piece_ref,
    seat_ref,
    word_ref,
)
from incursions.games.incursions.rules.state.seats import Force, Ship
from incursions.games.incursions.rules.systems.cloaking import may_target

LYING_BEFORE = ("one card tabled in front of you",)
NAMED_BEFOREHAND = (  # named when a card is played, and passed to its effects
    *LYING_BEFORE,
    "one officer",
    "one officer or captain",
    "one tabled Equipment",
    "one mine, outpost or platform",
    "one denizen or piece of another player",
)

AROUND_THE_TARGET = "every ship but the target"

Finder = Callable[[GameState, "Resolution", str], list[Ref]]
"""Returns the current targets of a phrase."""
_OFFICERS, _CAPTAINS, _EQUIPMENT = "officers", "captains", "Equipment"
_ON_TABLES = {  # the cards of a table that each phrase means
    "one officer": (_OFFICERS,),
    "one officer or captain": (_OFFICERS, _CAPTAINS),
    "officers": (_OFFICERS,),
    "every officer": (_OFFICERS,),
    "one tabled Equipment": (_EQUIPMENT,),
    "one of your officers": (_OFFICERS,),
    "one of your tabled Equipment": (_EQUIPMENT,),
    "one of your tabled cards": (_OFFICERS, _CAPTAINS, _EQUIPMENT),
}
ASKED_OF_USERS = frozenset(
    {"ship", "captain", "owner", "own_shields", "officers", "tabled", "aux", "turn", "here"}
)  # conditions that depend only on the card's player
HELD = "cards"  # in hand, without the card itself, which has left it
ANOTHER = ("another player", "another ship")
YES = word_ref("yes")
_OF_ONE_TEXT = attrgetter("source", "user", "target")
Marks = tuple[tuple[str, Any], ...]
"""Facts by their names, the newest last."""

THROW, ROLLED, READ = range(3)


def candidates(game: GameState, frame: Resolution, effect: Effect, unsaid: str) -> list[Ref]:
    """Return everything in reach that the effect's target phrase means now; `unsaid` is the default phrase."""
    phrase = effect.target or unsaid
    named = frame.get_mark("aimed")
    if named is not None and phrase in NAMED_BEFOREHAND:
        return [named] if place_of(game, named) is not None or phrase in LYING_BEFORE else []
    found: list[Ref] = []
    if phrase in _FINDERS:
        found = _FINDERS[phrase](game, frame, phrase)
    elif phrase.startswith("every ") and "ship" in phrase:
        found = _find_ships(game, frame, phrase)
    spared = frame.get_mark("spared", ())
    if spared or "spares" in effect.fields:
        found = [ref for ref in found if not _is_left_alone(game, frame, effect, ref, spared)]
    return found if effect.fields.get("within") is None else _filter_in_reach(game, frame, effect, found)


def _is_left_alone(game: GameState, frame: Resolution, effect: Effect, ref: Ref, spared: Container[int]) -> bool:
    """Return True for a ship whose player blocked the event, or that the text spares."""
    if ref[0] != "seat":
        return False
    seat, at = ref[1], frame.get_mark("at")
    return seat in spared or is_spared(game, seat, frame.source, effect, at=at)


def seats_meant(game: GameState, frame: Resolution, effect: Effect, unsaid: str) -> list[int]:
    """Return the seats among the targets of the effect."""
    return [ref[1] for ref in candidates(game, frame, effect, unsaid) if ref[0] == "seat"]


def choose_default_target(frame: Resolution) -> str:
    """Return the default target phrase: for a tile the ship that set it off, for a card its target."""
    return "your ship" if isinstance(frame.source, str) else "the target"


def pick_target(game: GameState, frame: Resolution, effect: Effect, unsaid: str, title: str, rule: str) -> Ref | None:
    """Return the target, picked by the user among several, or None without any."""
    return frame.pick(game, candidates(game, frame, effect, unsaid), title, rule)


def place_of(game: GameState, ref: Ref) -> Hex | None:
    """Return the hex of a ship, a piece, a tabled card or a hex reference, or None."""
    if ref[0] == "seat":
        return game.ships[ref[1]].at
    if ref[0] == "piece":
        return game.board.placed[ref[1]].at if ref[1] in game.board.placed else None
    if ref[0] == "card":
        holder = holder_of(game, ref[1])
        return None if holder is None else game.ships[holder].at
    return (ref[1], ref[2]) if ref[0] == "hex" else None


def _filter_in_reach(game: GameState, frame: Resolution, effect: Effect, refs: list[Ref]) -> list[Ref]:
    """Return the references within the effect's range of the place from which it counts."""
    within = effect.fields["within"]
    here = _find_origin(game, frame, effect)
    places = ((ref, place_of(game, ref)) for ref in refs)
    return [ref for ref, place in places if place is not None and distance(here, place) <= within]


def _find_origin(game: GameState, frame: Resolution, effect: Effect) -> Hex:
    """Return the hex from which reach counts.

    It is the target's hex for ships around the target, a tile's own, the placed piece's, or else the user's ship's.
    """
    at: Hex | None = frame.get_mark("at")
    if effect.target == AROUND_THE_TARGET:
        struck = frame.get_mark("place")
        at = place_of(game, frame.target) if struck is None and frame.target is not None else struck
    return source_place(game, frame.source, frame.user) if at is None else at


def _find_ships(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    struck = frame.get_mark("place")
    return [
        seat_ref(ship.seat)
        for ship in game.ships
        if ship.out is None
        and is_ship_meant(game, phrase, frame.user, ship.seat)
        and ("its hex" not in phrase or ship.at == struck)
        and ("but the target" not in phrase or ship.seat != frame.target_seat)
    ]


def _find_user(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    return [seat_ref(frame.user)] if game.ships[frame.user].out is None else []


def _find_own_ship(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the user's ship, or the shuttle that carries the source (rules 17.7)."""
    shuttle = find_shuttle_with(game, frame.source)
    return _find_user(game, frame, phrase) if shuttle is None else [piece_ref(shuttle.number)]


def _find_other_ships(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the ship aimed at, none if it is aimed at nothing, else every ship in play but the user's."""
    seat = frame.struck_seat(game)
    if seat is not None or frame.target == NOTHING:
        return [] if seat is None else [seat_ref(seat)]
    return [seat_ref(ship.seat) for ship in game.list_others(frame.user)]


def _find_on_table(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the card aimed at, or the cards that the phrase means on the table of the target or of the user."""
    own, meant = "your" in phrase, _ON_TABLES[phrase]
    if frame.target is not None and frame.target[0] == "card" and phrase.startswith("one ") and not own:
        return [frame.target]
    seat = frame.user if own else frame.struck_seat(game)
    if seat is None:
        if phrase != "every officer":
            return []
        seat = frame.user
    player = game.players[seat]
    found = [] if player.captain is None or _CAPTAINS not in meant else [player.captain]
    found += player.captains if _CAPTAINS in meant else []
    for number in player.tabled:
        card = game.cards[number]
        if (_OFFICERS in meant and card.is_crew) or (_EQUIPMENT in meant and card.is_equipment):
            found.append(number)
    hidden = game.board.face_down if phrase == "one tabled Equipment" else ()
    return [card_ref(number) for number in found if number not in hidden]


def list_pieces(game: GameState, user: int, phrase: str) -> list[Ref]:
    """Return the pieces that the phrase means to its user, by kind and owner."""
    found = []
    for piece in game.board.placed.values():
        body = piece.kind in (SHUTTLE, OUTPOST, PLATFORM)
        if phrase == "one of your pieces":
            is_meant = body and piece.owner == user
        elif phrase == "one mine, outpost or platform":
            is_meant = piece.kind in (MINE, OUTPOST, PLATFORM)
        else:
            is_meant = piece.kind == DENIZEN or (body and piece.owner != user)
        if is_meant:
            found.append(piece_ref(piece.number))
    return found


def _find_pieces(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    return list_pieces(game, frame.user, phrase)


def _find_this_piece(game: GameState, frame: Resolution, phrase: str) -> list[Ref]:
    """Return the placed card with the effect, or the shuttle that carries it."""
    source, placed = frame.source, game.board.placed.values()
    return [piece_ref(piece.number) for piece in placed if piece.card == source or source in piece.crew]


def _list_one(ref: Ref | None) -> list[Ref]:
    """Return the reference as a list, or an empty list for None."""
    return [] if ref is None else [ref]


_FINDERS: dict[str, Finder] = {
    "you": _find_user,
    "your ship": _find_own_ship,
    "the ship that set it off": lambda game, frame, phrase: (  # the ship of a tile's player, or struck by a mine (17.2)
        _find_user(game, frame, phrase) if isinstance(frame.source, str) else _list_one(frame.target)
    ),
    "the target": lambda game, frame, phrase: _list_one(frame.target),
    "the attacker": lambda game, frame, phrase: _list_one(frame.get_mark("attacker")),
    "the visitor": lambda game, frame, phrase: _list_one(frame.get_mark("visitor", frame.target)),  # also of a mine
    "another player": _find_other_ships,
    "another ship": _find_other_ships,
    "one card tabled in front of you": lambda game, frame, phrase: [
        card_ref(before.card) for before in game.players[frame.user].before
    ],
    "one denizen or piece of another player": _find_pieces,
    "one of your pieces": _find_pieces,
    "one mine, outpost or platform": _find_pieces,
    "this card": lambda game, frame, phrase: [card_ref(frame.source)] if isinstance(frame.source, int) else [],
    "this piece": _find_this_piece,
    "that piece": lambda game, frame, phrase: _list_one(frame.get_mark("piece")),
    "the card taken": lambda game, frame, phrase: _list_one(frame.get_mark("card")),
    **dict.fromkeys(_ON_TABLES, _find_on_table),
}


def is_feasible(game: GameState, user: int, face: Face, target: int | None, ref: Ref | None, *triggers: str) -> bool:
    """Return True if the first effect of the face would do something. Espionage is skipped, because it is rolled first.

    A card that stays in play serves later. For another's hidden cards only their number is used.
    """
    if face.play_method in STAYS_ON_TABLE:
        return True
    for effect in face.effects_on(*triggers) if triggers else face.played:
        if effect.verb != "espionage":
            return game.verbs[effect.verb].comes_to_something(game, user, effect, target, ref)
    return True


def may_come(game: GameState, user: int, number: int, face: Face) -> bool:
    """Return True if the conditions on the player hold for at least one effect of the played face.

    The card itself has left the hand when its effects come.
    """
    asking = _list_conditions(face)
    return not asking or any(_holds(game, user, number, asked) for asked in asking)


@printed_fact
def _list_conditions(face: Face) -> tuple[tuple[Condition, ...], ...]:
    """Return the conditions on the player of each played effect; () if one effect has none."""
    asking = tuple(
        tuple(
            condition for condition in effect.conditions if condition.name in ASKED_OF_USERS or condition.name == HELD
        )
        for effect in face.played
    )
    return asking if all(asking) else ()


def _holds(game: GameState, user: int, number: int, asked: tuple[Condition, ...]) -> bool:
    """Return True if the conditions of a card that is still in the hand hold; it does not count in the hand itself."""
    held = [condition.value for condition in asked if condition.name == HELD]
    if held and len(game.players[user].hand) <= max(held):
        return False
    return hold(game, Situation(number, user, None), (condition for condition in asked if condition.name != HELD))


def obstacle(game: GameState, ship: Ship, face: Face, *triggers: str) -> Refused | None:
    """Return why the first effect of a face cannot come about, if its verb has a check of its own, or None."""
    for effect in face.effects_on(*triggers) if triggers else face.played:
        return game.verbs[effect.verb].why_not(game, ship, effect)
    return None


def name_another(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Let the user choose another player if none was named on announcing.

    The chosen player is the target of the text from then on. Cloaked ships cannot be chosen (rules 12.7).
    """
    if frame.struck_seat(game) is not None or game.verbs[effect.verb].names_target:
        return
    found = candidates(game, frame, effect, "")
    seen = [ref for ref in found if may_target(game, frame.user, ref[1], attack=False) is None]
    picked = frame.pick(game, seen, "Aimed at whom?", "13.15")
    frame.chosen = ()
    frame.target = picked or NOTHING


class Waiting(Exception):  # noqa: N818 -- no fault: the effect waits for an answer
    """Raised after an effect has pushed a question or a roll that it needs."""


def replace_mark(marks: Marks, name: str, value: Any) -> Marks:
    """Return the marks with this one in place of any earlier one of its name."""
    return (*[mark for mark in marks if mark[0] != name], (name, value))


@frame_class
class Resolution(Frame[GameState]):
    """The effects `pending` of one piece, for the player `user`, aimed at `target`.

    `chosen` are the picks for the effect under way; `agreed`: its player wants an optional one. `marks` are facts for
    later effects of the text, as pairs (name, value), some of them given by the trigger.
    """

    source: Source
    user: int
    pending: tuple[int, ...]
    target: Ref | None = None
    marks: Marks = ()
    _: KW_ONLY
    chosen: tuple[Ref, ...] = ()
    agreed: bool = False
    seat_fields = ("user",)

    def advance(self, game: GameState) -> None:
        """Carry out the pending effects and leave the stack."""
        if self.carry_out(game):
            game.stack.pop()

    def carry_out(self, game: GameState) -> bool:
        """Carry out effects until one asks or triggers something. Return True if all are done."""
        effects, stack = game.piece(self.source).effects, game.stack
        while self.pending:
            self._carry_out(game, effects[self.pending[0]])
            if not stack or stack[-1] is not self:
                return False
        return True

    def _carry_out(self, game: GameState, effect: Effect) -> None:
        if not self.agreed:
            if (effect.conditions or effect.once is not None) and not self._is_due(game, effect):
                self.next()
                return
            if effect.optional and game.ships[self.user].out is not None:  # its player cannot choose it (rules 17.14)
                self.next()
                return
            if effect.optional:
                title = f"Use {game.piece(self.source).title}?"
                game.stack.append(Pick(self.user, (YES,), title, "13.8", topic="use", prefix="", may_pass=True))
                return
            self.agreed = True
        try:
            if effect.target in ANOTHER:
                name_another(game, self, effect)
            game.verbs[effect.verb].perform(game, self, effect)
        except Waiting:
            return
        if effect.once is not None:
            use(game, self.source, effect)
        self.next()

    def _is_due(self, game: GameState, effect: Effect) -> bool:
        """Return True if the effect's conditions hold now and it has not been used up."""
        if effect.conditions:
            situation = Situation(self.source, self.user, self.target_seat, self)
            if not hold(game, situation, select_starting_conditions(effect)):
                return False
        return effect.once is None or not is_used_up(game, self.source, effect)

    def next(self) -> None:
        """Continue with the effect after the current one."""
        self.pending = self.pending[1:]
        self.chosen = ()
        self.agreed = False

    def stop(self) -> None:
        """Drop all effects after the current one, because they depend on it."""
        self.pending = self.pending[:1]

    def drop(self, number: int) -> None:
        """Drop one effect."""
        self.pending = tuple([other for other in self.pending if other != number])

    def insert_effects(self, effects: Iterable[int]) -> None:
        """Insert these effects right after the current one."""
        self.pending = (self.pending[0], *effects, *self.pending[1:])

    def take_pick(self, game: GameState, ref: Ref) -> None:
        """Accept an answer: to the question whether to use the effect, or to a pick of the effect itself."""
        if self.agreed:
            self.chosen = (*self.chosen, ref)
        elif ref == NOTHING:
            self.next()
        else:
            self.agreed = True

    @property
    def target_seat(self) -> int | None:
        """The seat that is aimed at, or None."""
        return self.target[1] if self.target is not None and self.target[0] == "seat" else None

    def struck_seat(self, game: GameState) -> int | None:
        """Return the seat that is aimed at, or that holds the card aimed at, or None."""
        if self.target is not None and self.target[0] == "card":
            return holder_of(game, self.target[1])
        return self.target_seat

    def seat_at(self, game: GameState, place: str) -> int | None:
        """Return the owner of a hand, deck or pile such as `your hand`, or None."""
        return self.user if place.startswith("your") else self.struck_seat(game)

    def mark(self, name: str, value: Any) -> None:
        """Store a fact for the effects that follow."""
        self.marks = replace_mark(self.marks, name, value)

    def get_mark(self, name: str, default: Any = None) -> Any:
        """Return a stored fact."""
        for known, value in self.marks:
            if known == name:
                return value
        return default

    def pick(
        self,
        game: GameState,
        refs: Iterable[Ref],
        title: str,
        rule: str,
        *,
        seat: int | None = None,
        nth: int = 0,
        topic: str = "target",
        **how: Any,
    ) -> Ref | None:
        """Return the `nth` pick of a seat, by default the user; None if nothing was picked.

        Raises `Waiting` to ask for it. A single candidate is picked without asking.
        """
        if len(self.chosen) <= nth:
            found, chooser = tuple(refs), self.user if seat is None else seat
            if len(found) > 1 and game.ships[chooser].out is None:  # a player who is out chooses nothing (17.14)
                self.wait_for(game, Pick(chooser, found, title, rule, topic=topic, **how))
            self.chosen = (*self.chosen, found[0] if found else NOTHING)
        picked = self.chosen[nth]
        return None if picked == NOTHING else picked

    def pick_hex(
        self, game: GameState, hexes: Iterable[Hex], title: str, rule: str, *, topic: str, nth: int = 0
    ) -> Hex | None:
        """Return the user's `nth` pick as a hex, or None if nothing was picked. Raises `Waiting` to ask for it."""
        picked = self.pick(game, (("hex", *at) for at in hexes), title, rule, nth=nth, kind="hex", topic=topic)
        return (picked[1], picked[2]) if picked else None

    def wait_for(self, game: GameState, frame: Frame[GameState]) -> NoReturn:
        """Push a question or a roll and raise `Waiting`. The effect is carried out again after the answer."""
        game.stack.append(frame)
        raise Waiting

    def ends_with(self, seat: int) -> bool:
        """Return True for a tile's effects on the ship of this seat, which stop when it falls (rules 9.12)."""
        return seat == self.user and isinstance(self.source, str)


def set_off(
    game: GameState, trigger: str, seat: int, target: Ref | None = None, frame: Any = None, **marks: Any
) -> bool:
    """Push resolutions of the seat's effects that the trigger sets off, the oldest on top. Return True if any."""
    found = list_triggered(game, seat, trigger, frame)
    if not found:
        return False
    put_up(game, found, target, **marks)
    return True


def put_up(game: GameState, found: Sequence[Force], target: Ref | None = None, **marks: Any) -> None:
    """Push resolutions for these effects, the first on top. Consecutive effects of one text share a resolution."""
    if not found:
        return
    texts = [list(group) for _, group in groupby(found, _OF_ONE_TEXT)] if len(found) > 1 else [found]
    for group in reversed(texts):
        first = group[0]
        aimed = target if target is not None or first.target is None else ("seat", first.target)
        numbers = (first.effect.number,) if len(group) == 1 else tuple([force.effect.number for force in group])
        game.stack.append(Resolution(first.source, first.user, numbers, aimed, tuple(marks.items())))


@frame_class
class Throw(Frame[GameState]):
    """A roll of `count` dice by the player `seat`: thrown, perhaps rerolled by an effect (rules 10.5), then read.

    `is_damage`: its dice are damage dice of a weapon of the player.
    """

    seat: int
    count: int
    _: KW_ONLY
    dice: tuple[int, ...] = ()
    step: int = THROW
    is_damage: ClassVar[bool] = False
    strand: ClassVar[str] = "roll"

    def advance(self, game: GameState) -> None:
        """Throw the dice and put up rerolls; on the next call read the result."""
        self.step += 1
        if self.step == ROLLED:
            self.dice = tuple(game.dice.roll(self.strand, self.count)) if self.count else ()
            self.tell(game)
            put_up(game, of_use(self, list_triggered(game, self.seat, "rolled", self)))
        else:
            game.stack.pop()
            self.apply_result(game)

    def throw_again(self, game: GameState, which: list[int] | None = None) -> None:
        """Reroll these dice, or all if `which` is None; the new result stands."""
        self.dice = game.dice.roll_again(self.strand, self.dice, which)
        self.tell(game)

    def tell(self, game: GameState) -> None:
        """Emit the dice."""
        raise NotImplementedError

    def apply_result(self, game: GameState) -> None:
        """Carry out the result."""
        raise NotImplementedError
