"""Explanations, made on demand: forecasts of options, and for every line that a player might try, why it is refused."""

from __future__ import annotations

from collections.abc import Callable

from incursions.engine.errors import Advice, Reason, Refusal
from incursions.engine.questions import Phrases, read_line, tidy, whole_line
from incursions.engine.standing import CLEAR_STOP, CONCEDE, SET_STOP, TIME_UP
from incursions.games.incursions.rules.attacks.attack import is_attacked
from incursions.games.incursions.rules.attacks.defence_cards import ONE_DEFENCE
from incursions.games.incursions.rules.attacks.gunnery import find_reach, find_ships_within
from incursions.games.incursions.rules.crew.repairs import parts_damaged, price, read_repair, why_not_repair
from incursions.games.incursions.rules.maneuvers.maneuver import Maneuver, answered_by, wrong_moment
from incursions.games.incursions.rules.maneuvers.pieces import NOT_WITH_A_SHIP
from incursions.games.incursions.rules.maneuvers.tractor import TractorEvasion
from incursions.games.incursions.rules.plays import announcements, free_actions, stops
from incursions.games.incursions.rules.plays.card_moves import hand_limit
from incursions.games.incursions.rules.printed.pieces import ANY_TIME
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState, power_short, power_short_of_line, why_no_tile
from incursions.games.incursions.rules.state.phrases import (
    Line,
    first_word,
    parse_line,
    parse_option,
    text_after_verb,
    text_of,
)
from incursions.games.incursions.rules.state.refs import GO_ON
from incursions.games.incursions.rules.state.seats import CONCEDED, POINTS_PER_DIVERTED_POWER, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.power import (
    DEFENDING_SYSTEMS,
    diversion,
    diversions_left,
    maneuvering_systems,
)

Forecaster = Callable[[GameState, Phrases], Forecast]
Explainer = Callable[[GameState, Ship, Line], Refused | None]
BEYOND_BASIC = frozenset(
    {phrases.LAY_MINE, "set off", "tractor", phrases.BREAK_FREE, "sweep", phrases.CLOAK, "keep", "drop", "assimilate"}
    | {"divert", phrases.AUX, "play", "use", "table", "discard", "remove", "recover", "place", "move", "take back"}
    | {"attack with", "dominate", phrases.ESCAPE, "spend", SET_STOP, CLEAR_STOP}
)
_COMPLETE = frozenset({TIME_UP, phrases.AUX, phrases.TAKE_THE_HIT, phrases.DECLINE, GO_ON})
_NAMING = frozenset({"keep", "drop", "discard", "choose"})
"""Verbs that say everything alone, and verbs that say nothing alone."""
ONLY_AT_POWER_UP = ("7.2", "Power for a running system is turned down again at your power-up, at no other moment")


def forecast(game: GameState, text: str) -> Forecast:
    """Return the forecast of an option or a line, {} for any other text.

    The beginning of a line has the forecast of its least completion.
    """
    question = game.decision
    if question is None:
        return {}
    choice = game.stack[-1]
    said = read_line(choice, game, tidy(text))  # type: ignore[arg-type]  # the top of the stack asked
    if said is not None and choice.stage(game, said) is not None:  # type: ignore[attr-defined]
        said = whole_line(choice, game, said, "")  # type: ignore[arg-type]
    if said is None:
        return {}
    ship = game.ships[question.seat]
    found = free_actions.forecast(game, ship, said)
    if found is not None:
        return found
    if isinstance(choice, Maneuver):
        kind = choice.find_kind(game, ship, said)
        return (kind.forecast(game, ship, said) if kind is not None else {}) or {"power": 0}
    own: Forecaster | None = getattr(choice, "forecast", None)
    return {} if own is None else own(game, said)


def refusal(game: GameState, seat: int | None, text: str) -> Refusal:
    """Return why the seat cannot play `text` now. Assumes that it cannot."""
    titles = frozenset({*game.tiles, *game.cards.by_title})
    line = parse_line(text, titles)
    if seat is None:
        return Refusal(text, *_refuse_house(game, text, line))
    if not 0 <= seat < len(game.ships):
        return Refusal(text, "", f"There is no seat {seat}")
    ship = game.ships[seat]
    question = game.decision
    if ship.out is not None and (question is None or question.seat != seat or text == CONCEDE):
        how, rule = ("has conceded", "19.4") if ship.out == CONCEDED else ("is destroyed", "19.3")
        return Refusal(text, rule, f"{ship.card.title} {how}: its player is out of the game")
    if line[0].verb in (SET_STOP, CLEAR_STOP) and game.has_cards:
        return Refusal(text, *stops.refusal(line))
    if question is not None and question.seat != seat:
        asked = game.ships[question.seat].card.title
        reason = f"{asked}, seat {question.seat}, is asked now, not seat {seat}"
        return Refusal(text, "6.1", Reason(reason, f"{asked} is asked now, not you"))
    said = question.said if question is not None else ()
    explains = getattr(game.stack[-1], "refusal", None) if game.stack else None
    found = None if explains is None else explains(game, line)
    if found is not None:  # the question explains itself
        return Refusal(text, *found)
    begun = (option for phrase in said for option in parse_line(phrase, titles))
    for each in dict.fromkeys((line, (*begun, *line))):  # a line of its own, or the next phrase of one
        found = _refuse_beyond_basic(game, each) or _refuse_by_kind(game, ship, each)
        found = found or _refuse_by_verb(game, ship, each)
        if found is not None:
            return Refusal(text, *found)
    return Refusal(text, "", f"{text!r} is not an action here: choose one of the options")


def _refuse_house(game: GameState, text: str, line: Line) -> Refused:
    """Return why the house cannot do this: it answers for nobody, and a player who is out cannot forfeit (19.4)."""
    seat = line[0].seat
    if line[0].verb not in ("forfeit", "adjudicate for") or seat is None or len(line) > 1:
        return "", f"The house cannot {text!r} here"
    if seat >= len(game.ships):
        return "", f"There is no seat {seat}"
    return "19.4", f"{game.ships[seat].card.title} is out of the game already"


def _refuse_beyond_basic(game: GameState, line: Line) -> Refused | None:
    """Refuse what Basic does not know, in a game of Basic (rules 20.4)."""
    if game.has_cards or not (line[0].verb in BEYOND_BASIC or any(option.subject == "card" for option in line)):
        return None
    return (
        "20.4",
        "Basic knows only warping, exploring, phasers or disruptors, torpedoes, evading, shield power and repair",
    )


def _refuse_by_kind(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Return the refusal of the kind of maneuver whose lines begin like this one, or None."""
    kind = game.kind_of.get(first_word(line[0].verb))
    if kind is None:
        return None
    wrong = wrong_moment(game, kind.does) if kind.own_turn_only else None
    asked = isinstance(game.stack[-1] if game.stack else None, Maneuver)
    if wrong is None and asked and line[0].verb != "play":  # a played card has a more precise reason
        wrong = announcements.why_not_bound(game.turn, ship.seat, kind.name, line)
    return wrong or kind.refusal(game, ship, line)


def _refuse_by_verb(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Return the refusal of the explainer for the line's verb, or None."""
    verb = line[0].verb
    if verb in (_COMPLETE if text_after_verb(line) else _NAMING):
        return None
    explain = _EXPLAINERS.get(verb)
    return None if explain is None else explain(game, ship, line)


def _refuse_seat(game: GameState, ship: Ship, line: Line) -> Refused:
    """Return why a seat cannot stop a match or concede for another player (rules 19.8, 21.3)."""
    if line[0].verb == TIME_UP:
        return "21.3", "Only the house can say that time is up"
    return "19.8", Advice("You can concede only for yourself", "concede")


def _refuse_aux(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Return why AUX cannot be used: it serves once in a game, if a card is face down (rules 7.4)."""
    if not game.players[ship.seat].aux:
        return "7.4", "Your AUX is used up: it can be used once in a game"
    if ship.spent:
        return "7.4", "AUX turns up nothing now: your cards that lie face down are out of play"
    return "7.4", "All your power cards are face up already"


def _refuse_divert(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Return why power cannot be diverted: wrong moment, amount or system (rules 7.5, 7.9, 11.8)."""
    topic = game.decision.topic if game.decision is not None else ""
    wanted = line[1].text_after_verb if len(line) > 1 and line[1].verb == "to" else None
    if topic == "discard":
        return "7.5", "Diverted power is for the maneuver that follows, and you have none left this turn"
    if topic == "shield power" or wanted == phrases.SHIELDS:
        return "7.5", "Diverted power cannot go to the shields"
    if topic == "power-up":
        return "7.9", "A system is kept with power cards; diverted power is for the maneuver that follows"
    if topic == "tractor beam" and wanted is not None:
        return "12.5", "Only an evasion answers a tractor beam: divert to evasion"
    return _refuse_diverted_points(game, ship, line[0].amount) or _refuse_diverted_system(game, ship, wanted)


def _refuse_diverted_points(game: GameState, ship: Ship, points: int) -> Refused | None:
    """Return why these points cannot be diverted: only whole fives, never the last points (rules 7.9); or None."""
    diverting_now = diversion(game, ship)
    each = diverting_now.points
    if points == 0 or points % each:
        whole = "fives" if each == POINTS_PER_DIVERTED_POWER else f"parts of {each}"
        return "7.9", f"Points are diverted in whole {whole}, such as divert {2 * each} to repair"
    most = each * diversions_left(ship, diverting_now)
    if points <= most:
        return None
    stays = "" if ship.hull else ", and the ship's last point stays"
    if most == 0:
        return "7.9", f"There is too little to divert: your shields have {ship.shields}{stays}"
    return "7.9", f"You can divert {most} points: your shields have {ship.shields}{stays}"


def _refuse_diverted_system(game: GameState, ship: Ship, wanted: str | None) -> Refused:
    """Return the systems that power can be diverted to, as a refusal (rules 7.5, 11.8)."""
    attacked = is_attacked(game)
    systems = DEFENDING_SYSTEMS if attacked else maneuvering_systems(game, ship)
    named = [phrases.SYSTEM_WORDS.get(name, name) for name in systems]
    if attacked and wanted is not None:
        return "11.8", f"Under attack power can go to {' or '.join(named)}, or to the shields"
    return "7.5", f"Power can be diverted to {', '.join(named)}"


def _refuse_discard(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Return why the card cannot be discarded: only at the discard step and from the hand (6.4), no officer (14.7)."""
    tabled = (game.cards[number] for number in game.players[ship.seat].tabled)
    title = text_after_verb(line)
    if any(card.is_crew and card.title == title for card in tabled):
        return "14.7", f"{title} is on the table: an officer in play cannot be discarded"
    if game.decision is not None and game.decision.topic != "discard":
        return "6.4", f"Cards are discarded at the end of your turn, down to {hand_limit(game, ship.seat)}"
    return "2.7", f"You have no {title} in your hand"


def _refuse_repair(game: GameState, ship: Ship, line: Line) -> Refused | None:
    what, power = read_repair(line)
    attacked = is_attacked(game)
    found = None if attacked else wrong_moment(game, "repairing")
    found = found or power_short(ship, "repair", power + (0 if attacked else price(game, ship)), "That repair")
    if found is not None:
        return found
    if what.subject not in (phrases.HULL, phrases.SHIELDS):
        if game.has_cards:
            return why_not_repair(game, ship, what)
        if not parts_damaged(ship):
            return "12.3", "Hull and shields have all their points"
        return "12.1", "Repair either hull or shields"
    if game.decision is not None and game.decision.topic == "shield power":
        return ONE_DEFENCE
    if what.subject in parts_damaged(ship):
        return None
    most = ship.card.hull if what.subject == phrases.HULL else ship.shields_maximum
    return "12.3", f"There is nothing to repair: your {what.subject} at {most} of {most}"


def _refuse_evade(game: GameState, ship: Ship, line: Line) -> Refused | None:
    if not is_attacked(game) and not isinstance(game.stack[-1], TractorEvasion):
        return answered_by(game) or ("11.2", "Evading answers an attack; nobody attacks you now")
    if game.decision is not None and game.decision.topic == "shield power":
        return ONE_DEFENCE
    if ship.available("evade") == 0 or not any(option.amount for option in line):
        return "11.2", "An evasion takes at least one power"
    return power_short_of_line(ship, line, "evade", "That evasion")


def _refuse_shield_power(game: GameState, ship: Ship, line: Line) -> Refused | None:
    if text_of(line) != f"add {line[0].amount} power to shields":
        return None
    if not is_attacked(game):
        return answered_by(game) or ("7.10", "Shield power answers attacks only")
    return power_short_of_line(ship, line, "shields") or ("7.1", "Adding to the shields takes at least one power")


def _refuse_choose(game: GameState, ship: Ship, line: Line) -> Refused | None:
    """Refuse something that cannot be chosen here, by the rule of the question."""
    question = game.decision
    if question is None or not any(parse_option(option).verb == "choose" for option in question):
        return None
    return question.rule, f"{text_after_verb(line)} cannot be chosen here: choose one of the options"


def _refuse_decline(game: GameState, ship: Ship, line: Line) -> Refused | None:
    return wrong_moment(game, "declining")


_EXPLAINERS: dict[str, Explainer] = {
    TIME_UP: _refuse_seat,
    "forfeit": _refuse_seat,
    "dominate": lambda game, ship, line: NOT_WITH_A_SHIP,
    phrases.AUX: _refuse_aux,
    "divert": _refuse_divert,
    "keep": lambda game, ship, line: ONLY_AT_POWER_UP,
    "drop": lambda game, ship, line: ONLY_AT_POWER_UP,
    "discard": _refuse_discard,
    phrases.REPAIR: _refuse_repair,
    "evade": _refuse_evade,
    "evade with": _refuse_evade,
    "add": _refuse_shield_power,
    phrases.TAKE_THE_HIT: lambda game, ship, line: None if is_attacked(game) else ("10.11", "Nobody attacks you now"),
    "choose": _refuse_choose,
    phrases.DECLINE: _refuse_decline,
    GO_ON: _refuse_decline,
}


def refusals(game: GameState, seat: int) -> list[Refusal]:
    """Return the actions that a player would look for in the open question and may not take, with rule and reason."""
    question = game.question_for(seat)
    if question is None:
        return []
    ship = game.ships[seat]
    if question.topic == "maneuver":
        tried = _list_expected_maneuvers(game, ship)
    elif question.topic == "defence":
        tried = [] if ship.power else ["evade with 1 power", "add 1 power to shields"]
    else:
        tried = []
    if game.has_cards:
        looked_for = [line for kind in game.kinds for line in kind.looked_for(game, ship)]
        tried += looked_for if question.topic == "maneuver" else []
        tried = [*tried, *_list_expected_free_actions(game, ship, question.topic)]
        own: Callable[[GameState], list[str]] | None = getattr(game.stack[-1], "looked_for", None)
        tried += own(game) if own is not None else []
    found = (game.why_not(text, seat) for text in dict.fromkeys(tried))
    return [refused for refused in found if refused is not None and refused.rule]


def _list_expected_maneuvers(game: GameState, ship: Ship) -> list[str]:
    """Return a line for each maneuver that a player may miss in this position."""
    tried = []
    if why_no_tile(game, ship) is not None:
        tried.append("explore north")
    if not game.chart.beside[ship.at]:
        tried.append(phrases.WARP)
    for name, phrase in phrases.FIRE.items():
        if name in ship.card.weapons:
            reachable = find_ships_within(game, ship, find_reach(ship, ship.card.weapons[name]))
            others = [other for other in find_ships_within(game, ship, 10_000) if other not in reachable]
            tried += [f"{phrase} at seat {other.seat}" for other in others]
    tried += [f"repair {what}" for what in (phrases.HULL, phrases.SHIELDS)]
    return tried


def _list_expected_free_actions(game: GameState, ship: Ship, topic: str) -> list[str]:
    """Return free actions that a player would look for: cards tabled or played without a maneuver, diverting, AUX."""
    cards = [game.cards[number] for number in game.players[ship.seat].hand]
    tried: list[str] = []
    if topic in ("maneuver", "discard"):
        tried += dict.fromkeys(phrases.TABLE + card.title for card in cards if card.is_tabled_when_drawn)
    if topic in ("maneuver", "defence"):
        tried.append(f"{phrases.DIVERT}{diversion(game, ship).points}")
    if topic in ("maneuver", "defence", "shield power", "discard"):
        tried.append(phrases.AUX)
    if topic != "maneuver":
        tried += dict.fromkeys(phrases.PLAY + card.title for card in cards if card.play_method == ANY_TIME)
    return tried
