"""Template tags for drawings, icons, clocks and rules."""

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from markupsafe import Markup

from incursions.books.links import book_address, link_marked_rules, link_rule, rule_address
from incursions.books.shelf import list_shelf
from incursions.games.contract import GameKind
from incursions.games.loadouts import SitePage
from incursions.games.megagames import MegagameKind
from incursions.kit.markup import draw_icon, format_clock
from tournaments.matches.game_kinds import game_kinds, list_loadout_nouns, loadouts_of
from tournaments.tables.open_tables import own_tables as tables_of

register = template.Library()


@register.simple_tag
@cache
def sprite() -> SafeString:
    """Render the symbols that icons refer to; once a page."""
    symbols = Markup().join(kind.table.draw_symbols() for kind in game_kinds().values())
    return render_to_string("tables/sprite.svg", {"symbols": symbols})


@register.simple_tag
def list_games_with_pages() -> list[tuple[GameKind, tuple[SitePage, ...]]]:
    """Return the games that have pages about their pieces and what players bring, with these pages."""
    return [(kind, pages) for kind in game_kinds().values() if (pages := loadouts_of(kind.name).pages)]


@register.simple_tag
def list_megagames() -> list[MegagameKind]:
    """Return the megagames whose days are held here."""
    return [kind for kind in list_shelf() if isinstance(kind, MegagameKind)]


register.simple_tag(draw_icon, name="icon")
register.simple_tag(link_rule, name="rule")
register.filter("clock", format_clock)
register.filter("book_url", book_address)
register.filter("rule_url", rule_address)
register.filter("rule_links", link_marked_rules)


@register.simple_tag
def loadout_nouns(word: str = "and") -> str:
    """Return the nouns for what players bring in any game, as in "decks and fleets"."""
    return f" {word} ".join(f"{noun}s" for noun in list_loadout_nouns())


@register.simple_tag
def loadout_lists() -> list[tuple[str, str]]:
    """Return the nouns for what players own in each game, with the addresses of their lists."""
    every = [loadouts_of(game) for game in game_kinds()]
    return [(f"{each.words.name}s", address) for each in every if (address := each.find_list_address())]


@register.inclusion_tag("tables/own_tables.html", takes_context=True)
def own_tables(context: template.Context) -> dict[str, object]:
    """Render the bar to the viewer's tables and searches; empty, without a query, for anonymous visitors."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or not user.is_authenticated:
        return {"lines": []}
    return {"lines": tables_of(user, timezone.now(), without=request.path)}
