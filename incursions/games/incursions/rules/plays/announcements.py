"""Announcements: their cards and commands, the window in which they can be cancelled, cards at work (rules 13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY
from typing import Any

from incursions.engine.frames import Frame, frame_class
from incursions.engine.questions import Phrases
from incursions.games.incursions.rules.effects.gathering import end_lasting, refresh_all
from incursions.games.incursions.rules.effects.in_force import Situation, forces, hold, list_triggered
from incursions.games.incursions.rules.events.cards import (
    Cancelled,
    CardPlayed,
    CommandAttached,
    LaidBefore,
)
from incursions.games.incursions.rules.plays import card_moves
from incursions.games.incursions.rules.plays.card_moves import LyingCard, held_by, is_held_by_frame, release
from incursions.games.incursions.rules.plays.resolution import Marks, Resolution, put_up, replace_mark
from incursions.games.incursions.rules.printed.pieces import (
    ANY_TIME,
    BEFORE_TARGET,
    FOR_THE_ROUND,
    STAYS_ON_TABLE,
    Face,
    GameCard,
    printed_fact,
)
from incursions.games.incursions.rules.state.board import Lasting
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    play_as,
    why_no_room,
    why_not_usable,
)
from incursions.games.incursions.rules.state.game_state import Announced, GameState, ManeuverKind, TurnState
from incursions.games.incursions.rules.state.phrases import PLAY, Line, parse_option
from incursions.games.incursions.rules.state.refs import Ref, seat_ref
from incursions.games.incursions.rules.state.seats import Before, Force
from incursions.games.incursions.rules.systems import cloaking

COMMAND_NATURE = "Command"
ANY, NONE = "any", "none"
TACTICAL = "tactical"
NOT_TACTICAL = ("attack", "assimilation")
OR = " or "
WITHOUT_A_CARD = "attack without a card"
ATTACK = "attack"
ATTACKS = (ATTACK, "assimilation")  # the maneuvers that are attacks (rules 10.1, 15.5)
WEAPON_CARDS = "weapon card"  # the word of the kind that plays weapon cards; no line begins with it
AS_EVENTS = ("Calamity", "Catastrophe")  # strike as events do (rules 13.18)
ANNOUNCED = "announced"  # the trigger of answers
PUBLIC = "public"  # the setting by which every holder of cards is asked in windows
MANEUVER, COMMAND, CARD = "maneuver", "command", "card"  # parts that can be cancelled (rules 13.13)
WINDOW, COMMANDED, ACT = range(3)
# Marks of a maneuver: by it its ship showed itself (rules 12.11), and moved over so many hexes.
BROKE_CLOAK, LENGTH = "broke cloak", "length"


@printed_fact
def attaches_to(card: GameCard) -> tuple[str, ...]:
    """Return what a command goes with: kinds of maneuver, ship weapons, any; () if it is played by itself."""
    words = card.words_in("attaches_to") or (ANY if card.nature == COMMAND_NATURE else NONE,)
    return () if card.play_method == ANY_TIME or words == (NONE,) else words


@printed_fact
def is_attached(card: GameCard) -> bool:
    """Return True for a command that goes with a maneuver."""
    return card.nature == COMMAND_NATURE and bool(attaches_to(card))


def attaches(card: GameCard, kind: str, said: Phrases) -> bool:
    """Return True if the command goes with a maneuver of this kind and line (rules 13.6)."""
    first = parse_option(said[0] if said else "")
    weapon = (first.subject or first.title) if first.verb == "fire" else None
    tactical = kind not in NOT_TACTICAL
    return any(word in (ANY, kind, weapon) or (word == TACTICAL and tactical) for word in attaches_to(card))


def speaks_of(game: GameState, seat: int, number: int, frame: Frame[Any]) -> bool:
    """Return True if the command applies to the announced maneuver by the conditions of its effects.

    A command that would change nothing in it waits for another maneuver (rules 13.6).
    """
    effects = game.cards[number].effects.by_trigger
    before = [*effects.get("attached", ()), *effects.get("scoring", ())]
    situation = Situation(number, seat, getattr(frame, "target", None), frame)
    return not before or any(hold(game, situation, effect.conditions) for effect in before)


def why_not_ready(game: GameState, seat: int, number: int) -> Refused | None:
    """Return the rule and the reason why this command cannot be readied at the question for a maneuver, or None."""
    card = game.cards[number]
    if found := why_not_usable(game, seat, number):
        return found
    for other in game.players[seat].commands:
        ready = game.cards[other]
        one, other_kinds = attaches_to(card), attaches_to(ready)
        if ANY in (*one, *other_kinds) or not _expand_kinds(one).isdisjoint(_expand_kinds(other_kinds)):
            return "13.6", f"{ready.title} lies ready for the same maneuver, and a maneuver takes one command"
    return why_no_room(game, seat, number) if card.play_method != "Use and discard" else None


def lines_to_lay(game: GameState, seat: int) -> dict[str, int]:
    """Return the commands of the hand that can be readied now, by their lines."""
    commands = in_hand(game, seat, is_attached)
    return lines_for(game, PLAY, commands, lambda number: why_not_ready(game, seat, number) is None)


def _expand_kinds(words: tuple[str, ...]) -> set[str]:
    """Return the words with those that "attack" and "tactical" include."""
    weapons = {"phasers", "disruptors", "torpedoes"}
    found = set(words)
    if "attack" in found:
        found |= weapons
    if TACTICAL in found:
        found |= {"warp", "explore", "repair", "tractor", "tachyon_sweep", "cloak", "card"}
    return found


def is_as_bound(must_be: str, kind: str, cards: tuple[int, ...]) -> bool:
    """Return True if a maneuver of this kind with these cards may use an added maneuver that is bound to `must_be`.

    An effect that adds a maneuver may bind it to kinds, such as "attack without a card" (`TurnState.extra`).
    """
    kinds = must_be.split(OR)
    if kind in ATTACKS and (ATTACK in kinds or (WITHOUT_A_CARD in kinds and not cards)):
        return True
    return kind in kinds


def count_bound(turn: TurnState, kind: str, cards: tuple[int, ...]) -> None:
    """Use up the first bound maneuver of the turn that the maneuver just announced fits, if any."""
    for must_be in turn.extra:
        if is_as_bound(must_be, kind, cards):
            place = turn.extra.index(must_be)
            turn.extra = turn.extra[:place] + turn.extra[place + 1 :]
            return


def bound_kinds(turn: TurnState | None, seat: int) -> tuple[str, ...]:
    """Return the kinds that the next maneuver must be one of if the seat has only bound ones left, else ()."""
    if turn is None or turn.seat != seat or len(turn.extra) <= turn.left:
        return ()
    return turn.extra


def may_be_kind(must_be: tuple[str, ...], kind: ManeuverKind) -> bool:
    """Return True if a maneuver of this kind is allowed, perhaps without a card."""
    cards = (0,) if WEAPON_CARDS in kind.words else ()
    return not must_be or any(is_as_bound(each, kind.name, cards) for each in must_be)


def must_be_without_card(turn: TurnState | None, seat: int) -> bool:
    """Return True if the next attack must be one without a card."""
    must_be = bound_kinds(turn, seat)
    return bool(must_be) and not any(is_as_bound(each, ATTACK, (0,)) for each in must_be)


def why_not_bound(turn: TurnState | None, seat: int, kind: str, line: Line) -> Refused | None:
    """Return the rule and the reason why the next maneuver cannot be of this kind, or None."""
    must_be = bound_kinds(turn, seat)
    named = f"the maneuver that you have left must be {OR.join(must_be)}"
    held = line[0].verb == "play" or any(option.subject == "card" and option.title for option in line)
    if must_be and not any(is_as_bound(each, kind, (0,) if held else ()) for each in must_be):
        return "6.2", named[0].upper() + named[1:]
    return None


def count_owed(game: GameState, seat: int) -> int:
    """Return the change in this turn's maneuvers by earlier effects, 0 or below."""
    found = forces(game, seat, "maneuvers")
    return sum(min(0, force.effect.fields["number"]) for force in found) if found else 0


@frame_class
class CardPlay(Resolution):
    """The effects of a played card, which lies with a frame below. `face` names that of a Multi card.

    `failed`: the event or attempt that it depends on failed, so that it does not stay in play. `begun`: an event's
    windows are done. Marks set beforehand: `power` spent on it, `names` the word named with it, `aimed` its target.
    """

    source: int
    face: str | None = None
    _: KW_ONLY
    failed: bool = False
    begun: bool = False

    def advance(self, game: GameState) -> None:
        """Strike as an event, if the card is one; carry out the effects; then settle the card."""
        if not self.begun:
            self.begun = True
            play_as(game, self.source, self.face)
            if game.cards[self.source].type in AS_EVENTS:
                strikes: Any = game.frames["CardStrikes"]
                game.stack.append(strikes.from_play(game, self))
                return
        if self.carry_out(game):
            game.stack.pop()
            if not self.failed:
                self._settle(game)

    def stop(self) -> None:
        """Drop the remaining effects and mark the card as failed, so that it does not stay in play."""
        Resolution.stop(self)
        self.failed = True

    def _settle(self, game: GameState) -> None:
        """Put the card into play if it stays, there is room and it was not moved; else leave it to be put away."""
        printed = self._find_printed_face(game)
        if printed.play_method in STAYS_ON_TABLE:
            if is_held_by_frame(game, self.source) and why_no_room(game, self.user, self.source) is None:
                release(game, self.source)
                card_moves.enter(game, self.user, self.source)
        elif printed.play_method == BEFORE_TARGET and is_held_by_frame(game, self.source):
            seat = self.struck_seat(game)
            if seat is not None and game.ships[seat].out is None:
                self._lay_before(game, seat)

    def _lay_before(self, game: GameState, seat: int) -> None:
        """Lay the card before another player until it is removed (rules 13.4.5)."""
        release(game, self.source)
        names = self.get_mark("names")
        game.players[seat].before.append(Before(self.source, self.user, names))
        refresh_all(game)
        title = game.cards[self.source].title
        game.tell(LaidBefore, seat=self.user, target=seat, title=title, names=names)

    def _find_printed_face(self, game: GameState) -> Face:
        faces = game.cards[self.source].faces
        return next((face for face in faces if face.name == self.face), faces[0])


def may_be_answered(game: GameState, seat: int) -> bool:
    """Return True if another player has something that could answer or be triggered, which is rare."""
    for player in game.players:
        if player.seat != seat:
            if ANNOUNCED in player.in_force.by_trigger or in_hand(game, player.seat, is_for_any_time):
                return True
            if game.windows == PUBLIC and player.hand:
                return True
    return False


@printed_fact
def is_for_any_time(card: GameCard) -> bool:
    """Return True if the card is played at any time (rules 13.14)."""
    return card.play_method == ANY_TIME


def announce(game: GameState, seat: int, kind: ManeuverKind, announced: Announced, said: Phrases) -> None:
    """Push the frames of a maneuver: its aftermath, its action, and on top its window."""
    name = kind.name
    command = ready_command(game, seat, name, announced.frame, said)
    if command is not None:
        game.tell(CommandAttached, seat=seat, title=game.cards[command].title)
    maneuvered = Maneuvered(seat, name, announced.cards, command, serving(game, seat))
    ship = game.ships[seat]
    if ship.cloak is not None and cloaking.reveal(game, ship, name, *(parse_option(first).verb for first in said[:1])):
        maneuvered.mark(BROKE_CLOAK, True)
    game.stack += [maneuvered, announced.frame]
    if command is not None or may_be_answered(game, seat):
        game.stack.append(Announcement(seat, MANEUVER, announced.cards, command, said))
    ship.lose_diverted()
    turn = game.turn
    if turn is not None and turn.seat == seat:
        turn.made_kinds = (*turn.made_kinds, name)
        if turn.extra:
            count_bound(turn, name, announced.cards)


def serving(game: GameState, seat: int) -> tuple[int, ...]:
    """Return the player's face-up cards in play; a later card serves from the next maneuver on (13.4.2)."""
    in_play, down = game.players[seat].in_play, game.board.face_down
    return tuple(in_play) if down.isdisjoint(in_play) else tuple([each for each in in_play if each not in down])


def ready_command(game: GameState, seat: int, kind: str, frame: Frame[GameState], said: Phrases) -> int | None:
    """Take the ready command that fits the maneuver and is announced with it, or return None (rules 13.6, 13.14)."""
    player = game.players[seat]
    for number in player.commands:
        if attaches(game.cards[number], kind, said) and speaks_of(game, seat, number, frame):
            player.commands.remove(number)
            return number
    return None


def announce_card(
    game: GameState,
    seat: int,
    number: int,
    effects: tuple[int, ...],
    target: Ref | None = None,
    marks: Marks = (),
    face: str | None = None,
    said: Phrases = (),
) -> None:
    """Play a card of the hand by itself: open its window, then carry out these effects (rules 13.14)."""
    card = game.cards[number]
    game.players[seat].hand.remove(number)
    play = CardPlay(number, seat, effects, target, marks, face)
    game.tell(CardPlayed, seat=seat, title=card.title, face=face)
    game.stack += [LyingCard(seat, number), play, Announcement(seat, CARD, (number,), None, said)]


@frame_class
class Announcement(Frame[GameState]):
    """An announcement, right above the frame that would carry it out. `cancelled` names its cancelled parts.

    `what` is `MANEUVER` or `CARD`; `cards` are the cards in it, `command` the one that goes with it, `said` its line.
    """

    seat: int
    what: str
    cards: tuple[int, ...]
    command: int | None
    said: Phrases
    cancelled: tuple[str, ...] = ()
    step: int = WINDOW

    def advance(self, game: GameState) -> None:
        """Open the window, then carry out the command, then let the announced action begin."""
        if self.step == WINDOW:
            self.step = COMMANDED
            if may_be_answered(game, self.seat):
                window: Any = game.frames["AnnouncementWindow"]
                # The actor is last, and asked only after another's play.
                game.stack.append(window(tuple(seats_after(game, self.seat)), self.seat))
                self._set_off(game)
                return
        if self.step == COMMANDED:
            self.step = ACT
            if self.what in self.cancelled:
                game.stack.pop()
                game.stack.pop()
                return
            if self.command is not None and COMMAND not in self.cancelled:
                self._attach(game, self.command)
                if game.stack[-1] is not self:
                    return
        game.stack.pop()

    def parts(self, game: GameState) -> list[str]:
        """Return its parts that can still be cancelled (13.13, 13.14). A command played by itself is a command."""
        if self.what in self.cancelled:
            return []
        if self.what == CARD:
            return [COMMAND if game.cards[self.cards[0]].nature == COMMAND_NATURE else CARD]
        return [MANEUVER, COMMAND] if self.command is not None and COMMAND not in self.cancelled else [MANEUVER]

    def cancel(self, game: GameState, part: str, by: int) -> None:
        """Cancel a part. A maneuver takes its cards along; a cancelled command leaves its maneuver (rules 13.13)."""
        self.cancelled = (*self.cancelled, part if self.what == MANEUVER else CARD)
        whole = self.what in self.cancelled
        for frame in reversed(game.stack[: game.stack.index(self)]):
            if isinstance(frame, Maneuvered):
                frame.drop(whole=whole)
                break
            if isinstance(frame, LyingCard):
                break
        game.tell(Cancelled, seat=self.seat, what=part, by=by)

    def cancelled_cards(self, game: GameState) -> list[int]:
        """Return its player's cards that were cancelled and still lie there (rules 13.9)."""
        lost = [*self.cards, *([] if self.command is None else [self.command])] if self.what in self.cancelled else []
        if not lost and COMMAND in self.cancelled and self.command is not None:
            lost = [self.command]
        lying = {number for frame in game.stack for number in held_by(frame)}
        return [number for number in lost if number in lying]

    def _attach(self, game: GameState, command: int) -> None:
        """Carry out the command; one for the round is tabled (rules 13.6, 13.4.7)."""
        card = game.cards[command]
        if card.play_method == FOR_THE_ROUND:
            release(game, command)
            card_moves.enter(game, self.seat, command)
        effects = tuple([effect.number for effect in card.effects.by_trigger.get("attached", ())])
        if effects:
            announced: Any = game.stack[game.stack.index(self) - 1]
            target = announced.target if isinstance(announced, Resolution) else getattr(announced, "target_ref", None)
            game.stack.append(Resolution(command, self.seat, effects, target))

    def _set_off(self, game: GameState) -> None:
        """Trigger effects on announcements that others have in play, in turn order."""
        seats = len(game.ships)
        for step in range(seats - 1, 0, -1):
            seat = (self.seat + step) % seats
            found = [
                force
                for force in list_triggered(game, seat, "announced", self)
                if force.target in (None, self.seat) and force.effect.verb != "cancel"
            ]
            put_up(game, found, seat_ref(self.seat))


@frame_class
class Maneuvered(Frame[GameState]):
    """The aftermath of a maneuver: its triggers come, and its cards go to their piles (rules 13.12).

    `dropped` are its cancelled cards, `cards` and `command` those in force. `serving` were in play before it; None if
    unknown. `marks` are facts of the maneuver for later effects, as pairs (name, value).
    """

    seat: int
    kind: str
    cards: tuple[int, ...]
    command: int | None
    serving: tuple[int, ...] | None = None
    dropped: tuple[int, ...] = ()
    marks: tuple[tuple[str, object], ...] = ()
    told: bool = False

    @property
    def played(self) -> tuple[int, ...]:
        """The cards and the command in force."""
        return self.cards if self.command is None else (*self.cards, self.command)

    def list_cards(self) -> tuple[int, ...]:
        """Return the cards that lie with the maneuver."""
        return (*self.played, *self.dropped)

    def let_go(self, number: int) -> None:
        """Forget a card that lies elsewhere from now on."""
        self.cards = tuple(card for card in self.cards if card != number)
        self.dropped = tuple(card for card in self.dropped if card != number)
        if self.command == number:
            self.command = None

    def mark(self, name: str, value: object) -> None:
        """Store a fact of the maneuver."""
        self.marks = replace_mark(self.marks, name, value)

    def drop(self, *, whole: bool) -> None:
        """Cancel the command, or the whole maneuver, which then has no aftermath either."""
        if whole:
            self.dropped, self.cards = (*self.cards, *self.dropped), ()
            self.told = True
        if self.command is not None:
            self.dropped = (*self.dropped, self.command)
            self.command = None

    def advance(self, game: GameState) -> None:
        """Run the triggers after the maneuver, then put its cards away and end the effects that lasted for it."""
        if not self.told:
            self.told = True
            found = self._find_aftermath(game)
            if found:
                put_up(game, found)
                return
        game.stack.pop()
        if self.cards or self.dropped or self.command is not None:
            for number in self.list_cards():
                card_moves.put_away(game, number)
        end_lasting(game, _ends_with_maneuver, self.seat)

    def _find_aftermath(self, game: GameState) -> list[Force]:
        """Return the triggered effects: of the player's cards in play, then of the maneuver's cards and command."""
        found = list_triggered(game, self.seat, "after_maneuver", self)
        if found and self.serving is not None:
            new = set(game.players[self.seat].in_play) - set(self.serving)
            found = [force for force in found if force.source not in new]
        return (
            [*found, *self.find_effects(game, "after_maneuver", self)]
            if self.cards or self.command is not None
            else found
        )

    def find_effects(self, game: GameState, trigger: str, frame: Frame[GameState] | None = None) -> list[Force]:
        """Return the effects of its cards and command on this trigger whose conditions hold."""
        found = [
            Force(number, effect, self.seat)
            for number in self.played
            for effect in game.cards[number].effects.by_trigger.get(trigger, ())
        ]
        return [force for force in found if hold(game, Situation.from_force(force, frame), force.effect.conditions)]


def _ends_with_maneuver(game: GameState, lasting: Lasting, seat: int) -> bool:
    """Return True if the lasting effect of this seat ends with the maneuver."""
    return lasting.until == "this maneuver" and lasting.user == seat


def maneuver_of(game: GameState, seat: int) -> Maneuvered | None:
    """Return the seat's maneuver under way, or None."""
    for frame in reversed(game.stack):
        if isinstance(frame, Maneuvered) and frame.seat == seat:
            return frame
    return None


def said_in_maneuver(game: GameState, seat: int, trigger: str) -> list[Force]:
    """Return the effects on this trigger of the cards and command in the seat's maneuver under way."""
    maneuver = maneuver_of(game, seat)
    if maneuver is None or (not maneuver.cards and maneuver.command is None):
        return []
    return maneuver.find_effects(game, trigger)


def seats_after(game: GameState, seat: int) -> list[int]:
    """Return the seats in the game in turn order, the given one last."""
    seats = len(game.ships)
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return [each for each in order if game.ships[each].out is None]


def in_turn_order(game: GameState, seats: Iterable[int]) -> list[int]:
    """Return the seats in turn order from the active player (rules 9.13)."""
    return sorted(seats, key=lambda seat: (seat - game.turn_seat) % len(game.ships))
