"""Composition of a warp: Warp cards, and how far power, cards and a command lead (rules 8.1, 8.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.questions import Question
from incursions.games.incursions.rules.plays.commands import attaches
from incursions.games.incursions.rules.printed.pieces import printed_fact
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import in_hand, why_not_usable
from incursions.games.incursions.rules.state.phrases import AND_CARD
from incursions.games.incursions.rules.state.seats import warp_reach
from incursions.games.incursions.rules.systems.power import cost_to_leave

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.printed.pieces import GameCard
    from incursions.games.incursions.rules.state.seats import Ship

PLAYED, ATTACHED = "played", "attached"


def _lengthens(effect: Effect) -> bool:
    of_this_warp = effect.until in (None, "this maneuver")
    return effect.verb == "modify" and effect.fields["of"] == "warp" and "by" in effect.fields and of_this_warp


def hexes_added(card: GameCard, trigger: str) -> int:
    """Return how many hexes farther a warp goes that the card is played in, or attached to."""
    effects = card.effects.by_trigger.get(trigger, ())
    added: int = sum(effect.fields["by"] for effect in effects if _lengthens(effect))
    return added


@printed_fact
def warp_hexes(card: GameCard) -> int:
    """Return the hexes that a Warp card adds; 0 for other cards, commands among them (rules 8.1, 13.6)."""
    return 0 if card.nature == "Command" else hexes_added(card, PLAYED)


def other_effects(card: GameCard) -> list[int]:
    """Return the numbers of a Warp card's effects other than lengthening the warp."""
    return [effect.number for effect in card.effects.by_trigger.get(PLAYED, ()) if not _lengthens(effect)]


KIND = "warp"


def free_reach(game: Game, ship: Ship) -> int:
    """Return how far a warp goes without power and cards, with the command that is ready for it (rules 13.6)."""
    for number in game.players[ship.seat].commands:
        command = game.cards[number].card
        if attaches(command, KIND, (KIND,)):
            return warp_reach(ship, 0) + hexes_added(command, ATTACHED)
    return warp_reach(ship, 0)


def usable_cards(game: Game, ship: Ship) -> list[int]:
    """Return the Warp cards in hand that can be used (rules 8.1, 13.5)."""
    found = in_hand(game, ship.seat, warp_hexes)
    return [number for number in found if why_not_usable(game, ship.seat, number) is None]


def most_cards(game: Game, ship: Ship) -> int:
    """Return how many hexes all usable Warp cards together add."""
    if not in_hand(game, ship.seat, warp_hexes):
        return 0
    return sum(warp_hexes(game.cards[number].card) for number in usable_cards(game, ship))


def options_to(game: Game, ship: Ship) -> list[str]:
    """Return a phrase for each hex in range and each amount of power that can reach it; cards cover the rest."""
    free, by_cards, price = free_reach(game, ship), most_cards(game, ship), cost_to_leave(game, ship, KIND)
    power = ship.available(KIND) - price
    rings = game.chart.rings(ship.at, free + power + by_cards)
    options: list[str] = []
    for steps in range(1, len(rings)):
        ways = phrases.WARP_TO[_powers(steps - free, power, by_cards, price)]
        for at in rings[steps]:
            for way in ways:
                options.append(way[at])  # noqa: PERF401  a comprehension for each ring costs more than its hexes
    return options


def _powers(steps: int, power: int, by_cards: int, price: int) -> slice:
    """Return the slice of power amounts with which cards can cover the rest of `steps` hexes beyond the free reach."""
    needed = max(0, steps)
    least = needed - by_cards if needed > by_cards else 0
    most = needed if needed < power else power  # noqa: FURB136  `min` takes as long as ten comparisons
    return slice(price + least, price + most + 1)


def left_to_cover(game: Game, ship: Ship, said: tuple[str, ...]) -> int:
    """Return the hexes of the warp that neither drive nor power nor the cards named so far cover."""
    steps = game.chart.steps(ship.at, phrases.hex_said(said[1]))
    assert steps is not None
    flown = free_reach(game, ship) + phrases.parse_option(said[1]).amount - cost_to_leave(game, ship, KIND)
    return steps - flown - sum(warp_hexes(game.cards[number].card) for number in cards_played(game, ship, said))


def needs_card(game: Game, ship: Ship, said: tuple[str, ...]) -> bool:
    """Return True if the warp takes another Warp card; no hex is offered that needs one if there is none."""
    return bool(in_hand(game, ship.seat, warp_hexes)) and left_to_cover(game, ship, said) > 0


def card_stage(game: Game, ship: Ship, said: tuple[str, ...]) -> Question | None:
    """Ask for the next Warp card as long as the distance needs one, else return None."""
    if not needs_card(game, ship, said):
        return None
    played = cards_played(game, ship, said)
    left = [number for number in usable_cards(game, ship) if number not in played]
    flown = [warp_hexes(game.cards[number].card) for number in played]
    needed = left_to_cover(game, ship, said[:2])
    serving = (
        number
        for number in left
        if _leads_there(game, needed, [*flown, warp_hexes(game.cards[number].card)], [n for n in left if n != number])
    )
    options = list(dict.fromkeys(AND_CARD + game.cards[number].card.title for number in serving))
    return Question(ship.seat, "one", "card", options, None, "With which Warp card?", "8.1", said)


def _leads_there(game: Game, needed: int, flown: list[int], left: list[int]) -> bool:
    """Return True if other cards can complete these ones with none to spare (rules 8.7)."""
    sums = {(sum(flown), min(flown))}
    for number in left:
        hexes = warp_hexes(game.cards[number].card)
        sums |= {(total + hexes, min(least, hexes)) for total, least in sums}
    return any(total >= needed > total - least for total, least in sums)


def cards_played(game: Game, ship: Ship, said: tuple[str, ...]) -> tuple[int, ...]:
    """Return the cards in hand that the phrases name; of several of one title the first."""
    if len(said) < 3:
        return ()
    left = usable_cards(game, ship)
    played = []
    for phrase in said[2:]:
        number = next(each for each in left if AND_CARD + game.cards[each].card.title == phrase)
        left.remove(number)
        played.append(number)
    return tuple(played)
