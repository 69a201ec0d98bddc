"""Numbers of decks in words."""

from fractions import Fraction

from django import template

from incursions.deck_statistics import WayOut
from incursions.deck_statistics import decimal as words_of

register = template.Library()


@register.filter
def decimal(number: Fraction) -> str:
    """A number with at most one decimal."""
    return words_of(number)


@register.filter
def asks(way: WayOut) -> str:
    """What a wormhole asks before the roll (rules 1.6)."""
    asked = way.requirement
    said = ["the denizen destroyed"] if asked.denizen else []
    said += [f"{asked.power} power"] if asked.power else []
    said += [f"{asked.cards} card{'' if asked.cards == 1 else 's'} discarded"] if asked.cards else []
    return "asks for " + ", ".join(said) if said else "asks for nothing but doubles"
