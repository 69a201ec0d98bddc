"""Free actions, which take no maneuver: cards for any time, ready commands, AUX, diverting (rules 6.6, 7.4, 13.14).

A card for any time can be played at every question put to its player and in every window. Its effects depend on the
moment: another's announcement, cancelled cards of its player, or neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from incursions.engine.questions import Question
from incursions.games.incursions.rules.effects.in_force import (
    Situation,
    hold,
    is_used_up,
    list_triggered,
    select_starting_conditions,
)
from incursions.games.incursions.rules.events.cards import CardUsed
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
from incursions.games.incursions.rules.printed.pieces import Face, GameCard, numbers, printed_fact
from incursions.games.incursions.rules.state.cards_in_play import (
    Refused,
    in_hand,
    lines_for,
    why_not_enter,
    why_not_usable,
)
from incursions.games.incursions.rules.state.game_state import GameState, Ground
from incursions.games.incursions.rules.state.phrases import AUX, PLAY, TABLE, parse_option
from incursions.games.incursions.rules.state.refs import seat_ref
from incursions.games.incursions.rules.state.seats import Force, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.power import divert, diverting_options, diverting_stage, is_divert

USE = "use "
AT = "at "
AT_ANY_TIME = ("any_time", "played")  # triggers that its player can use at any moment
CANCELLED = "cancelled"
CANCEL = "cancel"
PARTS = ("maneuver", "command")  # the parts that a cancel reaches by default (rules 13.13)


class Moment(NamedTuple):
    """The moment that a card for any time can answer: another's announcement, or an own one with cancelled cards."""

    announcement: Announcement | None
    triggers: tuple[str, ...]


def any_time_options(game: GameState, seat: int) -> list[str]:
    """Return the plays without a maneuver that the seat can make now."""
    if game.ships[seat].out is not None:
        return []
    if not in_hand(game, seat, is_played_besides) and ANNOUNCED not in game.players[seat].in_force.by_trigger:
        return []
    found: list[str] = []
    if in_hand(game, seat, announcements.is_attached) and asks_for_maneuver(game, seat):
        found += announcements.lines_to_lay(game, seat)
    if in_hand(game, seat, is_for_any_time) or ANNOUNCED in game.players[seat].in_force.by_trigger:
        moment = moment_of(game, seat)
        found += _list_lines(game, seat, moment)
        if moment.announcement is not None:
            found += [USE + game.piece(force.source).title for force in cancelling(game, seat, moment.announcement)]
    return list(dict.fromkeys(found)) if found else found


def offers_any_time(game: GameState, seat: int, phrase: str) -> bool:
    """Return True if the phrase is one of `options`. The hand alone rules out most plays of a card."""
    option = parse_option(phrase)
    if option.verb == "play":
        for number in in_hand(game, seat, is_played_besides):
            if game.cards[number].card.title == option.title:
                return phrase in any_time_options(game, seat)
        return False
    return option.verb == "use" and phrase in any_time_options(game, seat)


@printed_fact
def is_played_besides(card: GameCard) -> bool:
    """Return True if the card can be played without a maneuver."""
    return is_for_any_time(card) or announcements.is_attached(card)


def any_time_stage(game: GameState, seat: int, said: tuple[str, ...]) -> Question | None:
    """Return the question after the phrases of a play without a maneuver, or None if it is none or complete."""
    parts = _list_parts(game, seat, said[0])
    if not parts or len(said) > 1:
        return None
    options = [AT + part for part in parts]
    least = options[0] if len(options) == 1 else None
    return Question(seat, "one", "cancel", options, least, "Cancel what?", "13.14", said)


def play_any_time(game: GameState, seat: int, said: tuple[str, ...]) -> bool:
    """Make the play and return True, or return False if the line is another."""
    first = said[0]
    if not offers_any_time(game, seat, first):
        return False
    if parse_option(first).verb == "use":
        _use(game, seat, said)
        return True
    command = _find_command(game, seat, first)
    if command is not None:
        announcements.lay_ready(game, seat, command)
        return True
    moment = moment_of(game, seat)
    number, effects = _find_play(game, seat, first, moment)
    marks = (("part", parse_option(said[1]).subject),) if len(said) > 1 else ()
    target = None if moment.announcement is None else seat_ref(moment.announcement.seat)
    announce_card(game, seat, number, numbers(effects), target, marks, None, said)
    return True


def forecast_any_time(game: GameState, ship: Ship, phrase: str) -> Forecast | None:
    """Return the forecast of a play without a maneuver, or None for another line (rules 7.11)."""
    if not offers_any_time(game, ship.seat, phrase):
        return None
    if parse_option(phrase).verb == "use" or _find_command(game, ship.seat, phrase) is not None:
        return {"power": 0}
    _, effects = _find_play(game, ship.seat, phrase, moment_of(game, ship.seat))
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
        for effect in _get_face(game, number).effects_on(*moment.triggers)
        if hold(game, situation, select_starting_conditions(effect))
        and not is_used_up(game, number, effect)
        and (effect.verb != CANCEL or parts_reached(game, effect, moment.announcement))
    )


def why_not_any_time(game: GameState, seat: int, number: int, moment: Moment) -> Refused | None:
    """Return the rule and the reason why the card cannot be played at this moment, or None."""
    card, face = game.cards[number].card, _get_face(game, number)
    if found := why_not_usable(game, seat, number):
        return found
    if not coming(game, seat, number, moment):
        if face.effects_on(ANNOUNCED, CANCELLED) and not face.effects_on(*moment.triggers):
            return "13.9", f"{card.title} answers {_name_answered(face)}, and there is none now"
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


def _name_answered(face: Face) -> str:
    """Return in words what a card for any time answers."""
    return "what another player has announced" if face.effects_on(ANNOUNCED) else "the cancelling of your cards"


def _get_face(game: GameState, number: int) -> Face:
    return game.cards[number].card.faces[0]


def _find_command(game: GameState, seat: int, phrase: str) -> int | None:
    return announcements.lines_to_lay(game, seat).get(phrase) if asks_for_maneuver(game, seat) else None


def _find_play(game: GameState, seat: int, phrase: str, moment: Moment) -> tuple[int, tuple[Effect, ...]]:
    """Return the card that the phrase plays, and its effects at this moment."""
    number = _list_lines(game, seat, moment)[phrase]
    return number, coming(game, seat, number, moment)


def _list_lines(game: GameState, seat: int, moment: Moment) -> dict[str, int]:
    """Return the cards for any time that can be played at this moment, by their lines."""
    cards = in_hand(game, seat, is_for_any_time)
    return lines_for(game, PLAY, cards, lambda number: why_not_any_time(game, seat, number, moment) is None)


def _list_parts(game: GameState, seat: int, phrase: str) -> list[str]:
    """Return the parts that the line can cancel, which its next stage names."""
    if not offers_any_time(game, seat, phrase):
        return []
    moment = moment_of(game, seat)
    if moment.announcement is None:
        return []
    if parse_option(phrase).verb == "use":
        return parts_reached(game, _find_canceller(game, seat, phrase, moment.announcement).effect, moment.announcement)
    _, effects = _find_play(game, seat, phrase, moment)
    cancels = [effect for effect in effects if effect.verb == CANCEL]
    return parts_reached(game, cancels[0], moment.announcement) if cancels else []


def _find_canceller(game: GameState, seat: int, phrase: str, announcement: Announcement) -> Force:
    """Return the effect in force that the phrase ("use TITLE") cancels with. Raises StopIteration if there is none."""
    found = cancelling(game, seat, announcement)
    return next(force for force in found if USE + game.piece(force.source).title == phrase)


def _use(game: GameState, seat: int, said: tuple[str, ...]) -> None:
    """Cancel with a card on a table at once: using it is no card play and has no window (rules 13.13)."""
    announcement = moment_of(game, seat).announcement
    assert announcement is not None
    force = _find_canceller(game, seat, said[0], announcement)
    title = game.piece(force.source).title
    game.tell(CardUsed, seat=seat, title=title)
    resolution = Resolution(force.source, seat, (force.effect.number,), seat_ref(announcement.seat))
    resolution.mark("part", parse_option(said[1]).subject)
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


@printed_fact
def is_tabled_when_drawn(card: GameCard) -> bool:
    """Return True if the card enters play without a maneuver (rules 13.4.3)."""
    return card.is_tabled_when_drawn


def lines_to_table(game: GameState, seat: int) -> dict[str, int]:
    """Return the cards of the hand that can be tabled without a maneuver, by their lines (rules 6.6, 13.4.3)."""
    tabled = in_hand(game, seat, is_tabled_when_drawn)
    return lines_for(game, TABLE, tabled, lambda number: why_not_enter(game, seat, number) is None)


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


def stage(game: GameState, ship: Ship, said: tuple[str, ...], systems: Sequence[str]) -> Question | None:
    """Return the question after the phrases of a free action."""
    if is_divert(said[0]):
        return diverting_stage(ship.seat, said, systems)
    if parse_option(said[0]).verb == "table":
        return card_moves.place_stage(game, ship.seat, said)
    return any_time_stage(game, ship.seat, said)


def take(game: GameState, seat: int, said: tuple[str, ...]) -> bool:
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
