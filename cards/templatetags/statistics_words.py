"""Numbers of decks in words."""

from django import template

from incursions.games.incursions.deck_statistics import WayOut, decimal

register = template.Library()
register.filter("decimal", decimal)


@register.filter
def asks(way: WayOut) -> str:
    """Return what a wormhole asks before the roll (rules 1.6)."""
    asked = way.requirement
    said = ["the denizen destroyed"] if asked.denizen else []
    said += [f"{asked.power} power"] if asked.power else []
    said += [f"{asked.cards} card{'' if asked.cards == 1 else 's'} discarded"] if asked.cards else []
    return "asks for " + ", ".join(said) if said else "asks for nothing but doubles"
