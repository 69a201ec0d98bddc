"""Warp cards: cards that a warp may hold, several in one (rules 8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.printed.facts import printed_fact

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.printed.cards import GameCard

PLAYED, ATTACHED = "played", "attached"


def _lengthens(effect: Effect) -> bool:
    of_this_warp = effect.until in (None, "this maneuver")
    return effect.verb == "modify" and effect.fields["of"] == "warp" and "by" in effect.fields and of_this_warp


def hexes_added(card: GameCard, trigger: str) -> int:
    """How many hexes farther the card lets a warp go that it is played in, or attached to."""
    effects = card.effects.by_trigger.get(trigger, ())
    added: int = sum(effect.fields["by"] for effect in effects if _lengthens(effect))
    return added


@printed_fact
def warp_hexes(card: GameCard) -> int:
    """The hexes of a Warp card; 0 of any other, a command among them (rules 8.1, 13.6)."""
    return 0 if card.nature == "Command" else hexes_added(card, PLAYED)


def other_effects(card: GameCard) -> list[int]:
    """What a Warp card does besides lengthening the warp."""
    return [effect.number for effect in card.effects.by_trigger.get(PLAYED, ()) if not _lengthens(effect)]
