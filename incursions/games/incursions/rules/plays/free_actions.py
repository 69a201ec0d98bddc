"""Free actions, which take no maneuver: cards for any time, ready commands, AUX, diverting (rules 6.6, 7.4, 13.14).

A card for any time can be played at every question put to its player and in every window. Its effects depend on the
moment: another's announcement, cancelled cards of its player, or neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.effects.in_force import (
    Situation,
    hold,
    is_used_up,
    list_triggered,
    select_starting_conditions,
)
from incursions.games.incursions.rules.events.cards import CardUsed, CommandReady
from incursions.games.incursions.rules.events.turns import AuxUsed
from incursions.games.incursions.rules.plays import announcements, card_moves
from incursions.games.incursions.rules.plays.announcements import (
    ANNOUNCED,
    Announcement,
    announce_card,
    is_for_any_time,
)
from incursions.games.incursions.rules.plays.resolution import Resolution, is_feasible, obstacle
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import Fact, GameCard, numbers, printed_fact
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    why_not_enter,
    why_not_usable,
)
from incursions.games.incursions.rules.state.game_state import GameState, Ground
from incursions.games.incursions.rules.state.phrases import AUX, PLAY, TABLE, parse_option
from incursions.games.incursions.rules.state.refs import Ref, seat_ref
from incursions.games.incursions.rules.state.seats import Force, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.power import divert, diverting_options, diverting_stage, is_divert

USE = "use "
AT = "at "
AT_ANY_TIME = ("any_time", "played")  # triggers that its player can use at any moment
CANCELLED = "cancelled"
CANCEL = "cancel"
PARTS = ("maneuver", "command")  # the parts that a cancel reaches by default (rules 13.13)
_IS_TABLED_WHEN_DRAWN: Fact = attrgetter("is_tabled_when_drawn")


class Moment(NamedTuple):
    """The moment that a card for any time can answer: another's announcement, or an own one with cancelled cards."""

    announcement: Announcement | None
    triggers: tuple[str, ...]


def any_time_options(game: GameState, seat: int) -> list[str]:
    """Return the plays without a maneuver that the seat can make now."""
    return list(_list_plays(game, seat))


def _list_plays(game: GameState, seat: int) -> dict[str, int | Force]:
    """Return the plays without a maneuver by their lines: cards of the hand, and effects in play that can cancel."""
    besides, answers = in_hand(game, seat, is_played_besides), ANNOUNCED in game.players[seat].in_force.by_trigger
    found: dict[str, int | Force] = {}
    if game.ships[seat].out is not None or not (besides or answers):
        return found
    cards = [number for number in besides if is_for_any_time(game.cards[number])]
    if len(cards) < len(besides) and asks_for_maneuver(game, seat):  # the others are commands
        found.update(announcements.lines_to_lay(game, seat))
    if cards or answers:
        moment = moment_of(game, seat)
        found.update(lines_for(game, PLAY, cards, lambda number: why_not_any_time(game, seat, number, moment) is None))
        for force in [] if moment.announcement is None else cancelling(game, seat, moment.announcement):
            found.setdefault(USE + game.piece(force.source).title, force)
    return found


def _find_play(game: GameState, seat: int, phrase: str) -> int | Force | None:
    """Return the card or the effect of a play without a maneuver, or None for another line.

    The hand alone rules out most plays of a card.
    """
    option = parse_option(phrase)
    besides = card_moves.titles(game, in_hand(game, seat, is_played_besides)) if option.verb == "play" else []
    return _list_plays(game, seat).get(phrase) if option.verb == "use" or option.title in besides else None


def offers_any_time(game: GameState, seat: int, phrase: str) -> bool:
    """Return True if the phrase is one of `any_time_options`."""
    return _find_play(game, seat, phrase) is not None


@printed_fact
def is_played_besides(card: GameCard) -> bool:
    """Return True if the card can be played without a maneuver."""
    return is_for_any_time(card) or announcements.is_attached(card)


def any_time_stage(game: GameState, seat: int, said: Phrases) -> Question | None:
    """Ask which part to cancel; None if a play without a maneuver is complete, or the line is another."""
    play, moment = _find_play(game, seat, said[0]), moment_of(game, seat)
    if play is None or moment.announcement is None or len(said) > 1:
        return None
    effects = (play.effect,) if isinstance(play, Force) else coming(game, seat, play, moment)
    cancels = [effect for effect in effects if effect.verb == CANCEL]
    options = [AT + part for part in parts_reached(game, cancels[0], moment.announcement)] if cancels else []
    if not options:
        return None
    least = options[0] if len(options) == 1 else None
    return Question(seat, "one", "cancel", options, least, "Cancel what?", "13.14", said)


def play_any_time(game: GameState, seat: int, said: Phrases) -> bool:
    """Make the play and return True, or return False if the line is another."""
    play, moment = _find_play(game, seat, said[0]), moment_of(game, seat)
    target = None if moment.announcement is None else seat_ref(moment.announcement.seat)
    if play is None:
        return False
    if isinstance(play, Force):
        _use(game, seat, play, target, parse_option(said[1]).subject)
    elif announcements.is_attached(game.cards[play]):
        game.players[seat].hand.remove(play)
        game.players[seat].commands.append(play)
        game.tell(CommandReady, seat=seat, title=game.cards[play].title)
    else:
        marks = (("part", parse_option(said[1]).subject),) if len(said) > 1 else ()
        announce_card(game, seat, play, numbers(coming(game, seat, play, moment)), target, marks, None, said)
    return True


def forecast(game: GameState, ship: Ship, said: Phrases) -> Forecast | None:
    """Return the forecast of a free action, or of tabling a card of the hand; None for another line (rules 7.11)."""
    phrase, option = said[0], parse_option(said[0])
    if phrase == AUX:
        return {"power": 0, "turned_up": ship.turned_down}
    if is_divert(phrase):
        return {"power": 0, "shields": [ship.shields, ship.shields - option.amount]}
    if option.verb == "table":
        number = card_moves.find_in_hand(game, game.players[ship.seat], option.title)
        if number is None:  # a card of a pile, tabled by an effect
            return None
        is_aboard = card_moves.shuttle_said(game, ship.seat, said) is not None  # it serves the shuttle alone (17.7)
        gained = 0 if is_aboard else card_moves.shields_lent(game, ship.seat, number)
        return {"power": 0, "shields": [ship.shields, ship.shields + gained]}
    play = _find_play(game, ship.seat, phrase)
    if play is None:
        return None
    if isinstance(play, Force) or announcements.is_attached(game.cards[play]):
        return {"power": 0}
    effects = coming(game, ship.seat, play, moment_of(game, ship.seat))
    turned = [effect.fields["power"] for effect in effects if effect.verb == "turn_up" and "per" not in effect.fields]
    if not turned:
        return {"power": 0}
    most = ship.turned_down
    return {"power": 0, "turned_up": min(most, sum(most if power == "all" else power for power in turned))}


def asks_for_maneuver(game: GameState, seat: int) -> bool:
    """Return True if the seat is asked for a maneuver of its turn, so that it can ready commands (rules 13.6)."""
    turn, top = game.turn, game.stack[-1] if game.stack else None
    return isinstance(top, game.frames["Maneuver"]) and turn is not None and turn.seat == seat


def moment_of(game: GameState, seat: int) -> Moment:
    """Return the moment for the seat: in a window the announcement with its triggers, elsewhere no announcement."""
    top = game.stack[-1] if game.stack else None
    if not isinstance(top, game.frames["AnnouncementWindow"]):
        return Moment(None, AT_ANY_TIME)
    announcement = game.stack[-2]
    assert isinstance(announcement, Announcement)  # it opened the window
    if announcement.seat != seat:
        return Moment(announcement, (*AT_ANY_TIME, ANNOUNCED))
    answers = (CANCELLED,) if announcement.cancelled_cards(game) else ()
    return Moment(announcement, (*AT_ANY_TIME, *answers))


def coming(game: GameState, seat: int, number: int, moment: Moment) -> tuple[Effect, ...]:
    """Return the effects of a card for any time that would come at this moment."""
    announcer = None if moment.announcement is None else moment.announcement.seat
    situation = Situation(number, seat, announcer, moment.announcement)
    return tuple(
        effect
        for effect in game.cards[number].faces[0].effects_on(*moment.triggers)
        if hold(game, situation, select_starting_conditions(effect))
        and not is_used_up(game, number, effect)
        and (effect.verb != CANCEL or parts_reached(game, effect, moment.announcement))
    )


def why_not_any_time(game: GameState, seat: int, number: int, moment: Moment) -> Refused | None:
    """Return the rule and the reason why the card cannot be played at this moment, or None."""
    card = game.cards[number]
    face = card.faces[0]
    if found := why_not_usable(game, seat, number):
        return found
    if not coming(game, seat, number, moment):
        if face.effects_on(ANNOUNCED, CANCELLED) and not face.effects_on(*moment.triggers):
            another = "what another player has announced"
            answered = another if face.effects_on(ANNOUNCED) else "the cancelling of your cards"
            return "13.9", f"{card.title} answers {answered}, and there is none now"
        return "13.15", f"{card.title} would do nothing now"
    announcer = None if moment.announcement is None else moment.announcement.seat
    if not is_feasible(game, seat, face, announcer, None, *moment.triggers):
        return "13.15", f"{card.title} would do nothing now"
    return obstacle(game, game.ships[seat], face, *moment.triggers)


def cancelling(game: GameState, seat: int, announcement: Announcement) -> list[Force]:
    """Return the seat's effects in play that can cancel another's announcement (rules 13.9)."""
    if announcement.seat == seat:
        return []
    return [
        force
        for force in list_triggered(game, seat, ANNOUNCED, announcement)
        if force.effect.verb == CANCEL
        and force.target in (None, announcement.seat)
        and parts_reached(game, force.effect, announcement)
        and not is_used_up(game, force.source, force.effect)
    ]


def parts_reached(game: GameState, effect: Effect, announcement: Announcement | None) -> list[str]:
    """Return the parts of an announcement that the effect can cancel (rules 13.13, 13.14)."""
    if announcement is None:
        return []
    reached = effect.fields.get("of", PARTS)
    return [part for part in announcement.parts(game) if part in reached]


def _use(game: GameState, seat: int, force: Force, announcer: Ref | None, part: str) -> None:
    """Cancel with a card on a table at once: using it is no card play and has no window (rules 13.13)."""
    game.tell(CardUsed, seat=seat, title=game.piece(force.source).title)
    resolution = Resolution(force.source, seat, (force.effect.number,), announcer)
    resolution.mark("part", part)
    resolution.agreed = True
    game.stack.append(resolution)


def can_use_aux(game: GameState, ship: Ship) -> bool:
    """Return True if the marker is unused and there is a card that it would turn up (rules 7.4)."""
    return bool(ship.spent) and game.players[ship.seat].aux and ship.turned_down > 0


def aux_options(game: GameState, ship: Ship) -> list[str]:
    """Return AUX if it can be used."""
    return [AUX] if can_use_aux(game, ship) else []


def at_any_time(game: GameState, seat: int) -> list[str]:
    """Return the seat's options at any question and in any window: cards for any time, and AUX (rules 7.4, 13.14)."""
    return [*any_time_options(game, seat), *aux_options(game, game.ships[seat])]


def lines_to_table(game: GameState, seat: int, fact: Fact = _IS_TABLED_WHEN_DRAWN) -> dict[str, int]:
    """Return the cards of the hand with this fact that can be tabled now, by their lines.

    By default they are those that are tabled without a maneuver (rules 6.6, 13.4.3).
    """
    return lines_for(game, TABLE, in_hand(game, seat, fact), lambda number: why_not_enter(game, seat, number) is None)


def list_into(options: list[str], game: GameState, ship: Ship, there_is: int) -> None:
    """Append all free actions of a seat's own turn (rules 6.6) whose `Ground` is among `there_is`."""
    if there_is & Ground.TABLED_WHEN_DRAWN:
        options += lines_to_table(game, ship.seat)
    options += diverting_options(game, ship)
    if can_use_aux(game, ship):
        options.append(AUX)
    if there_is & Ground.ANY_TIME:
        options += any_time_options(game, ship.seat)
    elif there_is & Ground.COMMAND and ship.out is None:
        options += announcements.lines_to_lay(game, ship.seat)


def is_free_action(game: GameState, ship: Ship, first: str) -> bool:
    """Return True if the first phrase begins a free action."""
    return (
        first == AUX
        or is_divert(first)
        or offers_any_time(game, ship.seat, first)
        or (parse_option(first).verb == "table" and first in lines_to_table(game, ship.seat))
    )


def stage(game: GameState, ship: Ship, said: Phrases, systems: Sequence[str]) -> Question | None:
    """Return the question after the phrases of a free action."""
    if is_divert(said[0]):
        return diverting_stage(ship.seat, said, systems)
    if parse_option(said[0]).verb == "table":
        return card_moves.place_stage(game, ship.seat, said)
    return any_time_stage(game, ship.seat, said)


def take(game: GameState, seat: int, said: Phrases) -> bool:
    """Carry out a free action and return True, or return False for another line."""
    first = said[0]
    tabled = lines_to_table(game, seat).get(first) if parse_option(first).verb == "table" else None
    if first == AUX:
        _use_aux(game, seat)
    elif is_divert(first):
        divert(game, game.ships[seat], said)
    elif tabled is not None:
        game.players[seat].hand.remove(tabled)
        card_moves.put_into_play(game, seat, tabled, card_moves.shuttle_said(game, seat, said))
    else:
        return play_any_time(game, seat, said)
    return True


def _use_aux(game: GameState, seat: int) -> None:
    """Turn all power cards face up, once in a game (rules 7.4)."""
    ship = game.ships[seat]
    turned_up = ship.turned_down
    game.players[seat].aux = False
    ship.power_up()
    game.tell(AuxUsed, seat=seat, turned_up=turned_up, power=ship.power)
