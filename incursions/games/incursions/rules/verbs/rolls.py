"""Verbs of rolls and choices, and of officers and captains (rules 1, 9, 13.18, 14.3, 15)."""

from __future__ import annotations

from dataclasses import field

from incursions.engine.dice import chance_of_at_least
from incursions.engine.frames import frame_class
from incursions.engine.hexes import Hex, distance
from incursions.games.incursions.rules.crew.espionage import (
    BY_ATTACK,
    ESPIONAGE,
    EVENT,
    FAILED,
    MEMBER,
    MISSED,
    Espionage,
)
from incursions.games.incursions.rules.effects.gathering import start_lasting
from incursions.games.incursions.rules.effects.in_force import Situation, hold
from incursions.games.incursions.rules.events.attacks import Redirected
from incursions.games.incursions.rules.events.cards import Chosen, Seized
from incursions.games.incursions.rules.events.movement import TableRolled
from incursions.games.incursions.rules.hexes.leaving import ESCAPED, catch, come_to_wormhole, tell_caught
from incursions.games.incursions.rules.plays.card_moves import change_sides
from incursions.games.incursions.rules.plays.officers import (
    DECK,
    DISCARD,
    HEX,
    NON_SALVAGEABLE,
    Fate,
    why_not_taken,
)
from incursions.games.incursions.rules.plays.resolution import Resolution, Throw, candidates, seats_meant
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.effect import Effect, Effects, Option, Outcome, Written, is_of_every_ship
from incursions.games.incursions.rules.printed.schema import (
    COUNT,
    ESCAPE,
    ESCAPE_DICE,
    REACH,
    Dice,
    EffectError,
    Whole,
    Word,
    Words,
)
from incursions.games.incursions.rules.printed.vocabulary import MISSED as AFTER_A_MISS
from incursions.games.incursions.rules.printed.vocabulary import OPTIONS, OUTCOMES, REQUIREMENT, SHIPS, TABLED_CARDS
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.cards_in_play import why_no_room
from incursions.games.incursions.rules.state.game_state import START_HEX, GameState
from incursions.games.incursions.rules.state.refs import Ref, amount_ref, holder_of, seat_ref, word_ref
from incursions.games.incursions.rules.systems.cloaking import may_target
from incursions.games.incursions.rules.verbs.attacks import find_struck_seats
from incursions.games.incursions.rules.verbs.verb import CARD_KIND, THIS_ATTACK, Scene, Verb

FATES = {"deck": DECK, "discard pile": DISCARD, "non-salvageable pile": NON_SALVAGEABLE, "an explored hex": HEX}


class Displace(Verb):
    """The sending of officers, or of the captain, to a pile or into a hex (rules 14.3)."""

    name = "displace"
    does = "sends officers or the captain to a pile, or to a hex"
    fields = {"to": Word(FATES), "hexes": REACH, "number": COUNT}
    rules = ("14.3", "14.8")
    needs = (("to",),)
    strikes = (TABLED_CARDS,)
    loss = "lost officers"
    helps = -1
    harm = 9.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        asked, numbers = _pick_displaced(game, frame, effect)
        fate = FATES[effect.fields["to"]]
        fates: list[Fate] = []
        for nth, number in enumerate(numbers, start=asked):
            seat = holder_of(game, number)
            if seat is None:
                continue
            at = None
            if fate == HEX:
                at = _pick_hex_for(game, frame, effect, seat, nth)
                if at is None:
                    continue  # only the start hex is explored, where nobody can be tabled (rules 14.11)
            fates.append(Fate(seat, number, fate, at))
        game.stack += reversed(fates)


def _pick_displaced(game: GameState, frame: Resolution, effect: Effect) -> tuple[int, list[int]]:
    """Return how many questions were asked, and the numbers of the officers to displace: all of them, several, or one.

    Of "officers" their own player picks as many as the effect says, of "one officer" the user picks one.
    """
    refs = [ref for ref in candidates(game, frame, effect, "the target") if ref[0] == "card"]
    if effect.target == "every officer":
        return 0, [ref[1] for ref in refs]
    chosen: list[Ref] = []
    several = effect.target == "officers"
    count = effect.fields.get("number", 1) if several else 1
    if several and count >= len(refs):
        return 0, [ref[1] for ref in refs]
    seat = holder_of(game, refs[0][1]) if several and refs else None
    for nth in range(count):
        left = [ref for ref in refs if ref not in chosen]
        picked = frame.pick(game, left, "Which officer?", "14.3", seat=seat, nth=nth, topic="pick")
        if picked:
            chosen.append(picked)
    return count, [ref[1] for ref in chosen]


class ChangeFate(Verb):
    """The change of the fate of an officer or captain (rules 14.3).

    A hex is the user's choice; if none can be chosen, nothing changes (14.11).
    """

    name = "change_fate"
    does = "something else befalls the officer or captain; a hex is of the user's choice"
    fields = {"from": Words(words.FATES, "Fates"), "to": Word(words.NEW_FATES, "Fates"), "hexes": REACH}
    rules = ("14.3", "14.11")
    needs = (("to",),)
    triggers = frozenset({"fate"})
    strikes = (TABLED_CARDS,)
    value = 3.0
    is_for_user = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        fate = game.find_frame(Fate)
        if fate is None or fate.fate not in effect.fields.get("from", (fate.fate,)):
            return
        at = None
        if effect.fields["to"] == HEX:
            at = _pick_hex_for(game, frame, effect, fate.seat)
            if at is None:
                return
        fate.fate, fate.at = effect.fields["to"], at


def _pick_hex_for(game: GameState, frame: Resolution, effect: Effect, seat: int, nth: int = 0) -> Hex | None:
    """Return the hex in which a crew member of this seat is left, as the user of the effect chooses."""
    here, within = game.ships[seat].at, effect.fields.get("hexes")
    hexes = [at for at in game.map if at != START_HEX and (within is None or distance(here, at) <= within)]
    return frame.pick_hex(game, hexes, "Table him in which hex?", "14.11", nth=nth, topic="hex")


class Seize(Verb):
    """The taking of another player's tabled card into play on the user's side, if it may enter (rules 3.7, 15.9)."""

    name = "seize"
    does = "takes another player's tabled card into play on your side"
    fields = {"filter": CARD_KIND}
    rules = ("3.7", "15.9")
    strikes = (TABLED_CARDS,)
    helps = -1
    value = 14.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        refs = [ref for ref in candidates(game, frame, effect, "the target") if _may_seize(game, frame.user, ref)]
        picked = frame.pick(game, refs, "Take which card?", "15.9")
        if picked:
            number, holder = picked[1], holder_of(game, picked[1])
            to = change_sides(game, number, frame.user)
            game.tell(Seized, seat=frame.user, target=holder, title=game.cards[number].title, to=to)


def _may_seize(game: GameState, user: int, ref: Ref) -> bool:
    """Return True for another player's unguarded card for which the user has room."""
    if ref[0] != "card" or holder_of(game, ref[1]) in (None, user):
        return False
    return why_not_taken(game, user, ref[1]) is None and why_no_room(game, user, ref[1]) is None


CREW_VERBS = (Displace(), ChangeFate(), Seize())


ANYBODY = "one officer or captain"


class RollTable(Verb):
    """A roll on the table that the effect prints; the effects of the total follow (rules 9.11)."""

    name = "roll_table"
    does = "one roll, and what happens on each total. `dice` unsaid: one"
    fields = {"dice": Dice(), "table": OUTCOMES}
    rules = ("9.1", "9.11")
    needs = (("table",),)
    brings_roll = True

    def check_fields(self, fields: Written, trigger: str, path: str) -> None:
        """Raise `EffectError` unless the table has each total of the dice exactly once."""
        dice, bonus = fields.setdefault("dice", 1), fields.get("bonus", 0)
        least, most = dice + bonus, 6 * dice + bonus
        totals = [total for outcome in fields["table"] for total in range(outcome.least, outcome.most + 1)]
        if sorted(totals) != list(range(least, most + 1)):
            raise EffectError(f"{path}, table", f"each total from {least} to {most} was expected, once")

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if not frame.chosen:
            dice, bonus = effect.fields["dice"], effect.fields.get("bonus", 0)
            frame.wait_for(game, TableRoll(frame.user, dice, bonus, frame.source))
        total = frame.chosen[0][1]
        outcomes: tuple[Outcome, ...] = effect.fields["table"]
        frame.insert_effects(next(outcome.effects for outcome in outcomes if outcome.least <= total <= outcome.most))

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        dice = effect.fields.get("dice", 1)
        total = 0.0
        for outcome in effect.fields["table"]:
            chance = chance_of_at_least(dice, outcome.least) - chance_of_at_least(dice, outcome.most + 1)
            total += chance * scene.weigh(effects, (effects[n] for n in outcome.effects))
        return total


@frame_class
class TableRoll(Throw):
    """A roll on the table that an effect prints (rules 9.11). It passes the total to the resolution below."""

    bonus: int
    source: Source
    strand = "table"

    @property
    def total(self) -> int:
        """The total to look up."""
        return sum(self.dice) + self.bonus

    def tell(self, game: GameState) -> None:
        """Emit the roll with its player and total (rules 9.11)."""
        title = game.piece(self.source).title
        game.tell(TableRolled, seat=self.seat, title=title, dice=list(self.dice), total=self.total)

    def apply_result(self, game: GameState) -> None:
        """Pass the total to the resolution below."""
        game.stack[-1].take_pick(game, amount_ref(self.total))  # type: ignore[attr-defined]  # it put up the roll


class EspionageAttempt(Verb):
    """An attempt of espionage: later effects are dropped unless the target's roll fails (rules 15.2).

    Several targets roll one by one (rules 15.8).
    """

    name = "espionage"
    does = (
        "the target rolls Espionage Evasion; what follows in the list happens only when it fails. Unsaid, it is aimed "
        "at another player, or with `tests: member` at one officer or captain of his"
    )
    fields = {"tests": Word(("captain", MEMBER, "systems"))}
    rules = ("15.2", "15.7")
    needs = (("tests",),)
    strikes = (SHIPS, TABLED_CARDS)
    brings_roll = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        outcome = frame.get_mark("espionage")
        if outcome is not None:
            frame.mark("espionage", None)
            if outcome != FAILED:
                frame.stop()
            return
        if is_of_every_ship(effect):
            _push_each(game, frame, effect)
            return
        if frame.target is None and isinstance(frame.source, int):
            frame.target = _aim_at_anybody(game, frame, effect)
        member = None
        if effect.fields["tests"] == MEMBER:
            if frame.target is None or frame.target[0] != "card":
                aimed = _aim_at_member(game, frame, effect)
                if aimed is None:
                    frame.stop()
                    return
                frame.target = aimed
            member = frame.target[1]
        seat = _seat_aimed_at(game, frame)
        if seat is None:
            frame.stop()  # without a target nothing happens
            return
        frame.wait_for(game, _attempt(game, frame, seat, effect.fields["tests"], member))


def _attempt(game: GameState, frame: Resolution, seat: int, tests: str, member: int | None = None) -> Espionage:
    """Return the attempt on a seat; the attempt of a tile has no user (rules 15.8)."""
    if isinstance(frame.source, str):
        return Espionage(None, seat, tests, EVENT, member=member, source=frame.source)
    against = ESPIONAGE if game.cards[frame.source].type == ESPIONAGE else BY_ATTACK
    return Espionage(frame.user, seat, tests, against, member=member, source=frame.source)


def _seat_aimed_at(game: GameState, frame: Resolution) -> int | None:
    """Return the player aimed at, or the holder of the card aimed at; for a tile, the player who set it off (15.8)."""
    if frame.target is not None and frame.target[0] == "card":
        return frame.struck_seat(game)
    seat = frame.target_seat if isinstance(frame.source, int) else frame.user
    return seat if seat is not None and game.ships[seat].out is None else None


def _aim_at_anybody(game: GameState, frame: Resolution, effect: Effect) -> Ref | None:
    """Pick another player or a crew member if none was named on announcing; a cloak hides them (12.7)."""
    others = game.list_others(frame.user)
    seats = [seat_ref(ship.seat) for ship in others if may_target(game, frame.user, ship.seat, attack=False) is None]
    if effect.fields["tests"] != MEMBER:
        picked = frame.pick(game, seats, "Aimed at whom?", "15.2")
    else:
        found = [ref for seat in seats for ref in find_members(game, frame.source, frame.user, effect, seat)]
        picked = frame.pick(game, found, "Aim at whom?", "15.2")
    frame.chosen = ()
    return picked


def _aim_at_member(game: GameState, frame: Resolution, effect: Effect) -> Ref | None:
    """Pick an officer or captain of the player aimed at whom the effect may strike."""
    found = find_members(game, frame.source, frame.user, effect, seat_ref(_seat_aimed_at(game, frame) or 0))
    return frame.pick(game, found, "Aim at whom?", "15.2")


def find_members(game: GameState, source: Source, user: int, effect: Effect, target: Ref) -> list[Ref]:
    """Return the crew members of a player whom an effect may strike, checking its conditions for each."""
    refs = candidates(game, Resolution(source, user, (effect.number,), target), effect, ANYBODY)
    probes = ((ref, Resolution(source, user, (effect.number,), ref)) for ref in refs)
    return [ref for ref, probe in probes if hold(game, Situation(source, user, target[1], probe), effect.conditions)]


def _push_each(game: GameState, frame: Resolution, effect: Effect) -> None:
    """Push the pending effects once for each target, in turn order from the user (rules 15.8).

    A cloak hides its ship from a card (rules 12.7). From the event of a tile it was hidden before.
    """
    seats = seats_meant(game, frame, effect, "every other ship")
    if isinstance(frame.source, int):
        seats = [s for s in seats if s == frame.user or may_target(game, frame.user, s, attack=False) is None]
    seats.sort(key=lambda seat: (seat - frame.user) % len(game.ships))
    rest = frame.pending[1:]
    frame.stop()
    for seat in reversed(seats):
        game.stack.append(OneOfSeveral(frame.source, frame.user, rest, seat_ref(seat), tests=effect.fields["tests"]))


@frame_class
class OneOfSeveral(Resolution):
    """The part of one player in an espionage on several: the roll, then the pending effects (rules 15.8)."""

    tests: str = field(kw_only=True)

    def advance(self, game: GameState) -> None:
        """Start the roll; carry out the effects only if it fails."""
        if not self.tests:
            Resolution.advance(self, game)
            return
        outcome, seat = self.get_mark("espionage"), self.target_seat
        if outcome is None and seat is not None and game.ships[seat].out is None:
            game.stack.append(_attempt(game, self, seat, self.tests))
            return
        self.tests = ""
        if outcome != FAILED:
            self.pending = ()


def redirect_attempt(game: GameState, attempt: Espionage, frame: Resolution) -> None:
    """Swap user and target: the new user makes all choices; without a legal target the attempt misses (15.4)."""
    if attempt.user is None:
        return
    below = game.stack[game.stack.index(attempt) - 1]
    assert isinstance(below, Resolution)
    aimed: Ref | None = seat_ref(attempt.user)
    if attempt.tests == MEMBER:
        calls = game.piece(below.source).effects[below.pending[0]]
        found = find_members(game, below.source, attempt.target, calls, seat_ref(attempt.user))
        aimed = frame.pick(game, found, "Aim at whom?", "15.4")
    elif below.get_mark("names") is not None:
        weapons = map(word_ref, game.ships[attempt.user].card.weapons)
        picked = frame.pick(game, weapons, "Name which weapon?", "15.4")
        below.mark("names", picked and picked[1])
    _change_places(game, attempt, below, aimed)


def _change_places(game: GameState, attempt: Espionage, below: Resolution, aimed: Ref | None) -> None:
    """Swap the players of the attempt and of its resolution; without a target the attempt misses."""
    assert attempt.user is not None
    below.user, below.target = attempt.target, aimed or seat_ref(attempt.user)
    below.mark("aimed", aimed if aimed and aimed[0] == "card" else None)
    game.tell(Redirected, seat=attempt.target, target=attempt.user)
    attempt.change_places()
    if aimed is None:
        attempt.outcome = MISSED
    elif attempt.tests == MEMBER:
        attempt.member = aimed[1]


def begins_with_espionage(game: GameState, play: Resolution) -> bool:
    """Return True if the first effect of a card is an attempt of espionage on a known player."""
    first = game.piece(play.source).effects[play.pending[0]] if play.pending else None
    return first is not None and first.verb == "espionage" and _seat_aimed_at(game, play) is not None


class Choose(Verb):
    """The choice of one of the possible options by the user, or in a Dilemma by the target (rules 13.18)."""

    name = "choose"
    does = "one of the options: the user's choice (Multi), or the target's (Dilemma)"
    fields = {"who": Word(("you", "target")), "options": OPTIONS}
    rules = ("13.2", "13.4.9")
    needs = (("who",), ("options",))

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        struck = [frame.user] if effect.fields["who"] == "you" else seats_meant(game, frame, effect, "the target")
        seat = next(iter(struck), None)
        if seat is None or game.ships[seat].out is not None:
            return
        situation = Situation(frame.source, frame.user, seat if seat != frame.user else frame.target_seat, frame)
        open_to = [option for option in effect.fields["options"] if hold(game, situation, option.needs)]
        named: dict[Ref, Option] = {}
        for option in open_to:
            word = _name_option(game, frame, option)
            named[word_ref(word if word_ref(word) not in named else f"{word} #2")] = option
        title = f"{game.piece(frame.source).title}: which of the two?"
        ref = frame.pick(game, named, title, "13.18", seat=seat, topic="dilemma" if seat != frame.user else "choice")
        if ref:
            game.tell(Chosen, seat=seat, title=game.piece(frame.source).title, option=ref[1])
            if frame.target is None and seat != frame.user:
                frame.target = ("seat", seat)
            _begin_option(game, frame, effect, named[ref])

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        options = effect.fields["options"]
        values = [scene.weigh(effects, (effects[n] for n in option.effects)) for option in options]
        return (max if effect.fields["who"] == "you" else min)(values, default=0.0)


def _name_option(game: GameState, frame: Resolution, option: Option) -> str:
    """Return the name of an option in a line: its own, else the loss that its first effect is."""
    first = game.piece(frame.source).effects[option.effects[0]]
    return option.name or game.verbs[first.verb].name_loss(first)


def _begin_option(game: GameState, frame: Resolution, effect: Effect, option: Option) -> None:
    """Carry out the option's effects next; those with a trigger of their own wait for it during this attack."""
    printed = game.piece(frame.source).effects
    now = [number for number in option.effects if printed[number].trigger == effect.trigger]
    for number in option.effects:
        if number not in now:
            start_lasting(game, frame.source, printed[number], frame.user, frame.target_seat, until=THIS_ATTACK)
    frame.insert_effects(now)


class Catch(Verb):
    """A hold on ships until they escape, or for the duration of the text (rules 9.6)."""

    name = "catch"
    does = "the ship is caught until it escapes, by a roll of the number or less; unsaid, of two dice"
    fields = {"number": Whole(1, 30), "dice": Whole(1, 5)}
    rules = ("9.6", "9.15")
    needs = (("number",),)
    helps = -1
    harm = 6.0

    def printed_fields(self, said: Written, piece: Written) -> Written:
        held = piece if "escape" in piece else piece.get("mine", {})
        return {"number": ESCAPE.parse_value(held["escape"], "escape")} if "escape" in held else {}

    def check_fields(self, fields: Written, trigger: str, path: str) -> None:
        dice = fields.get("dice", ESCAPE_DICE)
        Whole(dice, 6 * dice).parse_value(fields["number"], f"{path}, number")

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        title = game.piece(frame.source).title
        for seat in find_struck_seats(game, frame, effect):
            if effect.until in (None, ESCAPED):
                catch(game, game.ships[seat], title, effect)
            else:
                start_lasting(game, frame.source, effect, frame.user, None if seat == frame.user else seat)
                tell_caught(game, seat, title, effect)


class LeaveRoll(Verb):
    """The event of a wormhole: the roll to leave, or a change of it (rules 1.1, 1.7)."""

    name = "leave_roll"
    does = (
        "the roll to leave: what it requires, its dice, which total or how many dice `alike` count as doubles, and "
        "what a miss brings (unsaid: transport to the start hex)"
    )
    fields = {
        "requirement": REQUIREMENT,
        "dice": Whole(2, 5),
        "total": Whole(2, 12),
        "alike": Whole(2, 5),
        "missed": AFTER_A_MISS,
    }
    rules = ("1.1", "1.6", "1.7")
    passive = True
    triggers = frozenset({"attached", "entered", "event", "leave_missed", "leave_rolled", "played"})

    def printed_fields(self, said: Written, piece: Written) -> Written:
        if "hex_points" not in piece or "requirement" not in piece:
            return {}
        return {"requirement": REQUIREMENT.parse_value(piece["requirement"], "requirement")}

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        if game.ships[frame.user].out is None:
            come_to_wormhole(game, frame.user, frame.source, effect)

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        if effect.fields.get("requirement") is not None or scene.on_tile:
            return 0.0
        return 15.0 if scene.table.gates else 8.0


ROLL_VERBS = (RollTable(), EspionageAttempt(), Choose(), Catch(), LeaveRoll())
