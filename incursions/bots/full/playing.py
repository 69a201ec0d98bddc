"""Cards of the hand in the own turn: played by themselves, tabled, or given as orders (rules 6.6, 6.7)."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.bots.bot import Choice
from incursions.bots.full.conditions import Scene
from incursions.bots.full.ideas import Idea
from incursions.bots.full.table import Table
from incursions.bots.full.voyaging import farther_worth
from incursions.bots.full.worth import POWER, bonus_worth, card_worth, weigh
from incursions.bots.options import beginning
from incursions.bots.situation import ShipView
from incursions.engine import Question
from incursions.rules.printed.cards import GameCard

PLAY, TABLE, USE = "play ", "table ", "use "
COMMAND = "Command"
ANY_TIME = "Play any time"
FREE = "Table when drawn"
ORDER_WORTH = 2.0  # below this an order is kept
MANY_CARDS = 7  # from here on cards are there to be played
FULL_HAND_GAIN = 1.2  # for each card above that
ON_TABLE = 1.4  # equipment serves for the rest of the match


def free_cards(table: Table, decision: Question) -> Choice | None:
    """Officers and whatever else enters play without a maneuver."""
    for option in beginning(decision, TABLE):
        card = card_named(table, option, TABLE)
        if card is not None and card.is_tabled_when_drawn:
            return Choice(option, f"{card.title} enters play without a maneuver")
    return None


def cards(table: Table, decision: Question) -> Iterator[Idea]:
    """Cards that take a maneuver, and what the cards on the table can do."""
    crowded = FULL_HAND_GAIN * max(0, len(table.view["hand"]) - MANY_CARDS)
    for option in beginning(decision, TABLE, PLAY, USE):
        if option.startswith(TABLE):
            card = card_named(table, option, TABLE)
            if card is not None:
                value = card_worth(card, Scene(table)) * ON_TABLE + crowded
                yield Idea(value, option, f"{card.title} serves for the rest of the match", "table")
        elif option.startswith(PLAY):
            card = card_named(table, option, PLAY)
            if card is None or card.nature == COMMAND or card.play_method == ANY_TIME or is_weapon(card):
                continue
            yield Idea(*_played(table, card, option, crowded))
        else:
            card = card_named(table, option, USE)
            if card is not None:
                value = weigh(card.effects, card.effects.by_trigger.get("maneuver", ()), Scene(table))
                yield Idea(value * 0.6, option, f"{card.title} can do more than lie there")


def _played(table: Table, card: GameCard, option: str, crowded: float) -> tuple[float, str, str]:
    scene = Scene(table, aimed_best(table, card))
    value = card_worth(card, scene) + crowded
    tests = next((effect for effect in card.effects if effect.verb == "espionage"), None)
    if tests is not None and scene.target is not None:
        return value, option, f"{card.title} works on {scene.target['title']} in {scene.espionage_works(tests):.0%}"
    return value, option, f"{card.title} is worth about {value:.0f} points now"


def aimed_best(table: Table, card: GameCard) -> ShipView | None:
    """The ship at which a card is worth most."""
    if len(table.others) < 2:
        return table.nearest
    return max(table.others, key=lambda ship: card_worth(card, Scene(table, ship)))


def is_weapon(card: GameCard) -> bool:
    """Is the card fired rather than played (rules 10.17)?"""
    return card.nature == "Attack" and isinstance(card.definition.get("weapon"), dict)


def card_named(table: Table, option: str, prefix: str) -> GameCard | None:
    """The card that an option names after its prefix."""
    line = option.removeprefix(prefix)
    found = table.library.cards.get(line)
    if found is not None:
        return found
    fitting = [title for title in table.library.cards if f"{line} ".startswith(f"{title} ")]
    return table.library.cards[max(fitting, key=len)] if fitting else None


# --- orders -----------------------------------------------------------------------------------------------------------


def order_for(table: Table, decision: Question, idea: Idea) -> Choice | None:
    """The order that adds most to what is planned, if none lies ready (rules 13.6)."""
    if table.player["commands"]:
        return None
    target = next((ship for ship in table.others if ship["seat"] == idea.target), None)
    best, most = None, ORDER_WORTH
    for option in beginning(decision, PLAY):
        card = card_named(table, option, PLAY)
        if card is None or card.nature != COMMAND or card.play_method == ANY_TIME or not _attaches(card, idea):
            continue
        value = _order_worth(table, card, target) + (farther_worth(table, card) if idea.kind == "warp" else 0.0)
        if value > most:
            best, most = (
                Choice(option, f"an order for {idea.option}: {card.title} adds about {value:.0f} points"),
                value,
            )
    return best


def _attaches(card: GameCard, idea: Idea) -> bool:
    words = str(card.definition.get("attaches_to", "none")).split(" or ")
    return (
        "any" in words or idea.kind in words or (idea.kind == "attack" and idea.option.removeprefix("fire ") in words)
    )


def _order_worth(table: Table, card: GameCard, target: ShipView | None) -> float:
    """What the order is worth; power that it turns up counts only as far as it is missing."""
    scene = Scene(table, target)
    value = sum(weigh(card.effects, face.effects, scene) for face in card.faces)
    if any(effect.verb == "maneuvers" for effect in card.effects):
        return value if table.power or table.player["aux"] else value / 2
    return value


def use_any_time(table: Table, decision: Question, *, pressed: bool) -> Choice | None:
    """Cards for any time that give power back, where power is wanted (rules 13.4.8)."""
    for option in beginning(decision, PLAY):
        card = card_named(table, option, PLAY)
        if card is None or card.play_method != ANY_TIME:
            continue
        effects = card.effects.by_trigger.get("any_time", ())
        if any(effect.verb == "restore_aux" for effect in effects) and not table.player["aux"]:
            return Choice(option, "the AUX marker can be used once more")
        gain = sum(POWER * min(2, table.missing_power()) for effect in effects if effect.verb == "turn_up")
        if gain >= 2 * POWER and pressed:
            return Choice(option, f"two power are wanted, and {table.power} are left")
    return None


def keep_worth(table: Table, card: GameCard) -> float:
    """What a card of the hand may still be worth, before it is discarded or given away."""
    if not table.usable(card):
        return 0.2
    scene = Scene(table)
    value = max((weigh(card.effects, face.effects, scene) for face in card.faces), default=0.0) + bonus_worth(card)
    alike = sum(1 for other in table.hand if other is card)
    return max(0.5, value) + (4.0 if card.nature == "Defence" else 0.0) - 1.5 * (alike - 1)
