"""A captain's turn: the best idea in points of damage for its maneuver, and the cards of its hand (rules 6.6, 6.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter, itemgetter

from incursions.engine import Question
from incursions.games.incursions.bots.bot import Choice, decline, find_options
from incursions.games.incursions.bots.full.fighting import attacks
from incursions.games.incursions.bots.full.scene import Idea, Scene, card_worth
from incursions.games.incursions.bots.full.systems import pieces, relief, repairs, systems
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.full.voyaging import farther_worth, moves, stay_worth
from incursions.games.incursions.bots.situation import ShipView, find_ship
from incursions.games.incursions.rules.printed.pieces import GameCard
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.phrases import parse_option
from incursions.games.incursions.rules.verbs.verb import POWER

COMMAND = "Command"
ANY_TIME = "Play any time"
ORDER_WORTH = 2.0  # below this an order is kept
MANY_CARDS = 7  # from here on cards are there to be played
FULL_HAND_GAIN = 1.2  # for each card above that
ON_TABLE = 1.4  # equipment serves for the rest of the match


def cards(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield cards that take a maneuver, and what the cards on the table can do."""
    crowded = FULL_HAND_GAIN * max(0, len(table.view["hand"]) - MANY_CARDS)
    for option in find_options(decision, "table", "play", "use"):
        card = table.cards.get(option.title)
        if card is None:
            continue
        if option.verb == "table":
            value = card_worth(card, Scene(table)) * ON_TABLE + crowded
            yield Idea(value, option.text, f"{card.title} serves for the rest of the match", "table")
        elif option.verb == "use":
            value = Scene(table).weigh(card.effects, card.effects.by_trigger.get("maneuver", ()))
            yield Idea(value * 0.6, option.text, f"{card.title} can do more than lie there")
        elif card.nature != COMMAND and card.play_method != ANY_TIME:
            is_fired = card.nature == "Attack" and isinstance(card.definition.get("weapon"), dict)  # rules 10.17
            if not is_fired:
                yield _play(table, card, option.text, crowded)


def _play(table: Table, card: GameCard, option: str, crowded: float) -> Idea:
    """Return the idea of playing a card, at the ship at which it is worth most."""
    scenes = [Scene(table, ship) for ship in table.other_ships] or [Scene(table)]
    value, scene = max(((card_worth(card, scene), scene) for scene in scenes), key=itemgetter(0))
    value += crowded
    tests = next((effect for effect in card.effects if effect.verb == "espionage"), None)
    if tests is None or scene.target is None:
        return Idea(value, option, f"{card.title} is worth about {value:.0f} points now")
    works = f"{card.title} works on {scene.target['title']} in {scene.espionage_works(tests):.0%}"
    return Idea(value, option, works)


# --- orders -----------------------------------------------------------------------------------------------------------


def order_for(table: Table, decision: Question, idea: Idea) -> Choice | None:
    """Return the command to ready for the planned maneuver: the one that adds most, if none lies ready (rules 13.6)."""
    if table.player["commands"]:
        return None
    target = find_ship(table.other_ships, idea.target)
    best, most = None, ORDER_WORTH
    for option in find_options(decision, "play"):
        card = table.cards.get(option.title)
        if card is None or card.nature != COMMAND or card.play_method == ANY_TIME or not _attaches(card, idea):
            continue
        value = _order_worth(table, card, target) + (farther_worth(table, card) if idea.kind == "warp" else 0.0)
        if value > most:
            reason = f"an order for {idea.option}: {card.title} adds about {value:.0f} points"
            best, most = Choice(option.text, reason), value
    return best


def _attaches(card: GameCard, idea: Idea) -> bool:
    """Return True if the command goes with the planned maneuver."""
    words = str(card.definition.get("attaches_to", "none")).split(" or ")
    return (
        "any" in words or idea.kind in words or (idea.kind == "attack" and parse_option(idea.option).subject in words)
    )


def _order_worth(table: Table, card: GameCard, target: ShipView | None) -> float:
    """Return the worth of the command's effects, halved if it adds maneuvers and no power is left for them."""
    scene = Scene(table, target)
    value = sum(scene.weigh(card.effects, face.effects) for face in card.faces)
    is_powerless = not table.power and not table.player["aux"]
    return value / 2 if is_powerless and any(effect.verb == "maneuvers" for effect in card.effects) else value


def use_any_time(table: Table, decision: Question, *, pressed: bool) -> Choice | None:
    """Return a card for any time that gives power back, where power is wanted (rules 13.4.8)."""
    for option in find_options(decision, "play"):
        card = table.cards.get(option.title)
        if card is None or card.play_method != ANY_TIME:
            continue
        effects = card.effects.by_trigger.get("any_time", ())
        if any(effect.verb == "restore_aux" for effect in effects) and not table.player["aux"]:
            return Choice(option.text, "the AUX marker can be used once more")
        gain = sum(POWER * min(2, table.missing_power()) for effect in effects if effect.verb == "turn_up")
        if gain >= 2 * POWER and pressed:
            return Choice(option.text, f"two power are needed, and {table.power} are left")
    return None


def keep_worth(table: Table, card: GameCard) -> float:
    """Return the worth of a card of the hand, before it is discarded or given away."""
    if not table.usable(card):
        return 0.2
    alike = sum(other is card for other in table.hand)
    return max(0.5, card_worth(card, Scene(table))) + (4.0 if card.nature == "Defence" else 0.0) - 1.5 * (alike - 1)


Proposal = Callable[[Table, Question], Iterator[Idea]]
PROPOSALS: tuple[Proposal, ...] = (
    attacks,
    moves,
    repairs,
    relief,
    cards,
    systems,
    pieces,
)
POWER_MATTERS = ("attack", "warp")
WORTH_DOING = 0.3


def maneuver(table: Table, decision: Question) -> Choice:
    """Return a card that enters play for nothing, else the best idea, with more power or an order if one adds to it."""
    for option in find_options(decision, "table"):
        card = table.cards.get(option.title)
        if card is not None and card.is_tabled_when_drawn:
            return Choice(option.text, f"{card.title} enters play without a maneuver")
    is_event = not table.left and table.at in table.gates and stay_worth(table) > 0
    event, nothing = "the wormhole's event comes to a ship that stays", "nothing on offer is worth its price"
    passing = decline(decision, event if is_event else nothing)
    declined = Idea(WORTH_DOING, passing.text, passing.reason, "decline")
    best = max(chain([declined], ideas(table, decision)), key=attrgetter("value"))
    return _more_power(table, decision, best) or order_for(table, decision, best) or Choice(best.option, best.reason)


def ideas(table: Table, decision: Question) -> Iterator[Idea]:
    """Yield everything that is worth a thought, as it comes."""
    for propose in PROPOSALS:
        yield from propose(table, decision)


def _more_power(table: Table, decision: Question, best: Idea) -> Choice | None:
    """Return what turns power up at once where the plan lacks it: a card, else the AUX marker (rules 7.4)."""
    pressed = table.power <= 1 and best.kind in POWER_MATTERS
    found = use_any_time(table, decision, pressed=pressed)
    if found is not None:
        return found
    if phrases.AUX in decision and not table.power and best.kind == "attack" and best.value >= 4:
        return Choice(phrases.AUX, "an attack is on, and no power is left for it")
    return None
