"""Hex events, and all that strikes like one: each player may block it alone (rules 9.1-9.3, 9.13, 13.18)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import KW_ONLY
from typing import Any, ClassVar

from incursions.engine.frames import Choice, Frame, frame_class
from incursions.engine.hexes import Hex
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.in_force import Situation, hold, is_spared
from incursions.games.incursions.rules.events.movement import EventBlocked, Transported, WormholeRolled
from incursions.games.incursions.rules.placed.endings import leave
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import PUBLIC, CardPlay, announce_card, in_turn_order
from incursions.games.incursions.rules.plays.card_moves import find_in_hand
from incursions.games.incursions.rules.plays.resolution import Marks, Resolution, candidates, place_of, set_off
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import BEFORE_TARGET, GameCard, printed_fact
from incursions.games.incursions.rules.state.board import Source
from incursions.games.incursions.rules.state.cards_in_play import Refused, in_hand, lines_for, why_not_usable
from incursions.games.incursions.rules.state.game_state import START_HEX, GameState
from incursions.games.incursions.rules.state.phrases import PLAY, Line, text_after_verb
from incursions.games.incursions.rules.state.refs import GO_ON, Ref
from incursions.games.incursions.rules.state.seats import Ship

EXPLORE, WARP, MOVE, TOW, TRANSPORT, REMAIN = "explore", "warp", "move", "tow", "transport", "remain"
"""Reasons why a hex acts on a ship."""
EVENT = "event"
ON_STRIKE = "event_strikes"  # the trigger of effects that answer an event
SPARES = "spares"  # the field that names whom an effect spares
SUMMON = "summon"  # `spares` is then about the denizen's attacks (rules 18.2)


def stop(game: GameState, seat: int, how: str) -> None:
    """Let a hex act on a ship that has explored it, stopped in it, or been moved there (rules 9.1, 9.12)."""
    at = game.ships[seat].at
    if game.has_cards:
        arrival: Any = game.frames["Arrival"]
        game.stack.append(arrival(seat, at, how))
    else:
        game.stack.append(HexEvents(seat, at))


def remain(game: GameState, seat: int) -> None:
    """Let a hex act on a ship that is still there since its turn began (rules 9.3)."""
    stop(game, seat, REMAIN)


@frame_class
class HexEvents(Frame[GameState]):
    """The event of a hex in Basic, on arriving or at the end of the turn (rules 9.3, 20.2)."""

    seat: int
    at: Hex

    def advance(self, game: GameState) -> None:
        """Resolve the tile's event. In Basic only wormholes have one (rules 20.2)."""
        game.stack.pop()
        turn = game.turn
        if turn is not None and turn.seat == self.seat and turn.began_at == self.at:
            turn.event_taken = True
        if game.tile_at(self.at).is_wormhole:
            roll_to_leave(game, game.ships[self.seat])


def roll_to_leave(game: GameState, ship: Ship) -> None:
    """Roll 2D6 in a wormhole: doubles leave and win, any other result leads to the start hex (rules 1.1, 1.7, 20.5)."""
    dice = game.dice.roll("wormhole", 2)
    doubles = dice[0] == dice[1]
    game.tell(WormholeRolled, seat=ship.seat, at=list(ship.at), dice=dice, doubles=doubles)
    if doubles:
        leave(game, ship)
    else:
        ship.at = START_HEX  # its event comes too, but the start hex has none (rules 5.3, 8.9)
        game.tell(Transported, seat=ship.seat, at=list(START_HEX))


@frame_class
class EventStrikes(Frame[GameState]):
    """An event of `source` about to fall on the seats `struck`, in turn order from the active player (rules 9.13).

    First each player's cards in play may answer, then the hand; `asked` counts both steps for each seat. `spared` are
    the seats that blocked it, `reduced` points off its damage as pairs (seat, points). Then it falls.
    """

    source: Source
    user: int
    struck: tuple[int, ...]
    _: KW_ONLY
    asked: int = 0
    spared: tuple[int, ...] = ()
    reduced: tuple[tuple[int, int], ...] = ()
    weapon: ClassVar[str] = ""
    seat_fields = ()

    def advance(self, game: GameState) -> None:
        """Ask the next player who may answer, or let the event fall."""
        struck = self.struck
        while self.asked < 2 * len(struck):
            seat, in_hand = struck[self.asked // 2], self.asked % 2
            self.asked += 1
            if seat in self.spared or game.ships[seat].out is not None:
                continue
            if in_hand and EventWindow.is_entitled(game, seat, self):
                game.stack.append(EventWindow(seat))
                return
            if not in_hand and set_off(game, ON_STRIKE, seat, frame=self):
                return
        game.stack.pop()
        self.fall(game)

    def fall(self, game: GameState) -> None:
        """Strike the seats in `falls_on`."""
        raise NotImplementedError

    def title(self, game: GameState) -> str:
        """Return the title of what strikes."""
        return game.piece(self.source).title

    @property
    def falls_on(self) -> tuple[int, ...]:
        """The struck seats that have not blocked the event."""
        return tuple(seat for seat in self.struck if seat not in self.spared)

    def spare(self, game: GameState, seat: int) -> None:
        """Spare this seat the event (rules 9.14)."""
        self.spared = (*self.spared, seat)
        game.tell(EventBlocked, seat=seat, title=self.title(game))

    def reduce(self, seat: int, points: int) -> None:
        """Reduce the damage to this seat by `points`."""
        self.reduced = (*self.reduced, (seat, points))

    def answers(self, game: GameState, number: int) -> tuple[int, ...]:
        """Return the numbers of the effects of a card in hand that answer this event; none if it answers others."""
        card = game.cards[number]
        effects = card.effects.by_trigger.get(ON_STRIKE)
        if effects is None:
            return ()
        kinds = card.words_in("answers") or (EVENT,)
        if EVENT not in kinds and (not self.weapon or self.weapon not in kinds):
            return ()
        return tuple(effect.number for effect in effects)


@printed_fact
def answers_events(card: GameCard) -> bool:
    """Return True if the card answers events of any kind."""
    return ON_STRIKE in card.effects.by_trigger


class EventWindow(Choice[GameState]):
    """The question to one struck player whether to block the event (rules 9.13, 9.14). It is right above the event."""

    __slots__ = ()
    ANSWERED_BY: ClassVar = ("9.2", "Only a card that blocks or lessens events answers one: play it, or pass")
    seat_fields = ()

    @staticmethod
    def is_entitled(game: GameState, seat: int, strikes: EventStrikes) -> bool:
        """Return True if the player can answer, or with public windows holds any card (rules 13.10).

        With public windows a pause tells nothing about a hand.
        """
        if game.windows == PUBLIC:
            return bool(game.players[seat].hand)
        for number in in_hand(game, seat, answers_events):
            if strikes.answers(game, number) and why_not_answering(game, seat, number, strikes) is None:
                return True
        return False

    def advance(self, game: GameState) -> None:
        """Ask, unless the player has left the game or cannot answer any more."""
        strikes = self._strikes(game)
        gone = game.ships[self.seat].out is not None or self.seat in strikes.spared
        if gone or not self.is_entitled(game, self.seat, strikes):
            game.stack.remove(self)
            return
        super().advance(game)

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question: pass, or answer; any-time cards and AUX are offered too."""
        if said:
            return free_actions.any_time_stage(game, self.seat, said)
        options = [GO_ON, *dict.fromkeys((*self._lines(game), *free_actions.at_any_time(game, self.seat)))]
        title = f"{self._strikes(game).title(game)} strikes your ship"
        return Question(self.seat, "one", EVENT, options, GO_ON, title, "9.14")

    def perform(self, game: GameState, said: Phrases) -> None:
        """Let the event strike, or answer it; if the answer does not block it, the player is asked again."""
        if said[0] == GO_ON:
            game.stack.remove(self)
        elif not free_actions.take(game, self.seat, said):
            number = self._lines(game)[said[0]]
            announce_card(game, self.seat, number, self._strikes(game).answers(game, number), said=said)

    def refusal(self, game: GameState, line: Line) -> Refused | None:
        """Return the rule and the reason why a card does not answer this event, or None."""
        if line[0].verb != "play":
            return None
        number = find_in_hand(game, game.players[self.seat], text_after_verb(line))
        return None if number is None else why_not_answering(game, self.seat, number, self._strikes(game))

    def _lines(self, game: GameState) -> dict[str, int]:
        """Return the cards that answer the event, by their lines."""
        strikes, hand = self._strikes(game), game.players[self.seat].hand
        return lines_for(game, PLAY, hand, lambda number: why_not_answering(game, self.seat, number, strikes) is None)

    def _strikes(self, game: GameState) -> EventStrikes:
        """Return the frame of the event that the window is about."""
        strikes = game.find_frame(EventStrikes)
        assert strikes is not None
        return strikes


def why_not_answering(game: GameState, seat: int, number: int, strikes: EventStrikes) -> Refused | None:
    """Return the rule and the reason why a card in hand does not answer this event, or None."""
    effects = strikes.answers(game, number)
    card = game.cards[number]
    if not effects:
        return "9.2", f"{card.title} does not answer this event"
    if found := why_not_usable(game, seat, number):
        return found
    situation = Situation(number, seat, None, strikes)
    if not any(hold(game, situation, card.effects[effect].conditions) for effect in effects):
        return "13.15", f"{card.title} can do nothing against this event"
    return None


@frame_class
class EventFalls(EventStrikes):
    """An event that is made of effects; `target` and `marks` are passed to their resolution."""

    effects: tuple[int, ...]
    target: Ref | None
    marks: Marks

    def depends_on(self, seat: int) -> bool:
        """Return True for an event sent to the seat's ship alone: it does nothing then (rules 9.10)."""
        return seat == self.user and isinstance(self.source, str) and self.struck == (seat,)

    def hide(self, hidden: Iterable[int], reaches: Container[int]) -> None:
        """Spare the seats whose cloaks hide them, unless the text `reaches` them (rules 12.7)."""
        self.spared = tuple([seat for seat in hidden if seat not in reaches])
        self.struck = tuple([seat for seat in self.struck if seat not in self.spared])

    def fall(self, game: GameState) -> None:
        """Resolve the effects for the seats that have not blocked them."""
        frame = Resolution(self.source, self.user, self.effects, self.target, self._collect_marks())
        self._save(game, frame)
        game.stack.append(frame)

    def _save(self, game: GameState, frame: Resolution) -> None:
        """Drop the effects that would strike nobody any more."""
        effects = game.piece(self.source).effects
        for number in frame.pending:
            effect = effects[number]
            if (self.spared or SPARES in effect.fields) and not self._still_falls(game, frame, effect):
                frame.drop(number)

    def _collect_marks(self) -> Marks:
        """Return the marks of the event, with the seats that are spared and the damage that is reduced."""
        return (*self.marks, ("spared", self.spared), ("reduced", self.reduced))

    def _still_falls(self, game: GameState, frame: Resolution, effect: Effect) -> bool:
        """Return True if the effect still strikes somebody, or means nobody.

        A denizen is summoned even if nobody is left.
        """
        meant = seats_meant(game, frame, effect)
        left = [seat for seat in meant if seat not in self.spared] if self.spared else meant
        if effect.verb != SUMMON:
            left = _not_spared(game, frame, effect, left)
        return bool(left) or not meant


def _not_spared(game: GameState, frame: Resolution, effect: Effect, seats: list[int]) -> list[int]:
    """Return the seats that the effect's text does not spare."""
    at, left = frame.get_mark("at"), []
    for seat in seats:
        if not is_spared(game, seat, frame.source, effect, at=at):
            left.append(seat)  # noqa: PERF401  mostly there is one: a comprehension costs twice as much
    return left


def seats_meant(game: GameState, frame: Resolution, effect: Effect) -> list[int]:
    """Return the seats that an effect of an event would strike, whether or not its conditions hold."""
    phrase = effect.target or ""
    if phrase == "your ship":
        return [frame.user]
    if phrase.startswith("every ") and "ship" in phrase:
        return [ref[1] for ref in candidates(game, frame, effect, phrase)]
    if phrase in ("the target", "the visitor", "another player", "another ship"):
        found = candidates(game, frame, effect, phrase)
        return [ref[1] for ref in found if ref[0] == "seat"] if len(found) == 1 else []
    return [frame.user] if isinstance(frame.source, str) else _aimed_at(game, frame)


def _aimed_at(game: GameState, frame: Resolution) -> list[int]:
    """Return the seats that a card is aimed at: a player, or the owner of a piece, who may save it too (rules 9.14)."""
    aim = aim_of(frame)
    if aim is not None and aim[0] == "piece":
        piece = game.board.placed.get(aim[1])
        owner = None if piece is None else piece.owner
        return [] if owner is None or owner == frame.user or game.ships[owner].out is not None else [owner]
    return [] if frame.target_seat is None else [frame.target_seat]


def aim_of(frame: Resolution) -> Ref | None:
    """Return the target that the player named with the card, else the target of the frame, or None."""
    aimed: Ref | None = frame.get_mark("aimed")
    return frame.target if aimed is None else aimed


def seats_struck(
    game: GameState, source: Source, user: int, effects: Iterable[int], target: Ref | None, marks: Marks
) -> list[int]:
    """Return the seats that the event's effects strike now, in turn order, without those that its text spares."""
    frame = Resolution(source, user, (), target, marks)
    aim = aim_of(frame)
    if aim is not None:
        frame.mark("place", place_of(game, aim))  # for effects whose text names the hex of the target
    found: set[int] = set()
    printed = game.piece(source).effects
    for number in effects:
        effect = printed[number]
        conditions = effect.conditions
        if conditions and not hold(game, Situation(source, user, frame.target_seat, frame), conditions):
            continue
        meant = seats_meant(game, frame, effect)
        if SPARES in effect.fields:
            meant = _not_spared(game, frame, effect, meant)
        found.update(meant)
    return in_turn_order(game, found)


def strike_with(
    game: GameState,
    source: Source,
    user: int,
    effects: Sequence[int],
    struck: Iterable[int] | None = None,
    target: Ref | None = None,
    reaches: Container[int] = (),
    **marks: Any,
) -> None:
    """Put up an event made of these effects; with `struck` None it strikes the seats that they mean.

    Cloaked ships are struck only by Unique events (rules 12.7), and where the text `reaches` them: then its effects
    know that they are spared.
    """
    told = tuple(marks.items())
    seats = seats_struck(game, source, user, effects, target, told) if struck is None else list(struck)
    hidden = () if marks.get("unique") else hidden_by_cloak(game, user, source)
    frame = EventFalls(source, user, tuple(seats), tuple(effects), target, told)
    if hidden:
        frame.hide(hidden, reaches)
    game.stack.append(frame)


def hidden_by_cloak(game: GameState, user: int, source: Source) -> tuple[int, ...]:
    """Return the cloaked seats, without the user's own for a card; only Unique events reach them (rules 12.7)."""
    own = user if isinstance(source, int) else None
    hidden: tuple[int, ...] = ()
    for ship in game.ships:
        if ship.cloak is not None and ship.seat != own:
            hidden = (*hidden, ship.seat)
    return hidden


class CardStrikes(EventFalls):
    """A card as an event, right above its `CardPlay`, which carries out the effects that are not blocked."""

    __slots__ = ()

    def depends_on(self, seat: int) -> bool:
        """Return True if the seat played the card, whose strike is dropped with the play."""
        return seat == self.user

    @classmethod
    def from_play(cls, game: GameState, play: CardPlay) -> CardStrikes:
        """Return the event of this play with the seats that it strikes. A cloak hides from it (rules 12.7)."""
        seats = set(seats_struck(game, play.source, play.user, play.pending, play.target, play.marks))
        if game.cards[play.source].play_method == BEFORE_TARGET and play.target_seat is not None:
            seats.add(play.target_seat)
        hidden = hidden_by_cloak(game, play.user, play.source)
        struck = tuple(in_turn_order(game, seats - set(hidden)))
        frame = cls(play.source, play.user, struck, play.pending, play.target, play.marks)
        frame.spared = hidden
        return frame

    def fall(self, game: GameState) -> None:
        """Continue the card for those who have not blocked it; a card blocked by its target does not stay (9.22)."""
        play = game.stack[-1]
        assert isinstance(play, CardPlay)
        for name, value in self._collect_marks():
            play.mark(name, value)
        aim = aim_of(play)
        if aim is not None:
            play.mark("place", place_of(game, aim))  # ships there are struck even if the target is saved (9.14)
        self._save(game, play)
        if play.target_seat is not None and play.target_seat in self.spared:
            play.failed = True
