"""Template tags for drawings, icons, clocks and rules."""

from functools import cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.rulebook import rule_address
from tournaments.tables import drawing
from tournaments.tables.open_tables import own_tables as tables_of

register = template.Library()


@register.simple_tag
@cache
def sprite() -> SafeString:
    """Render the symbols that icons refer to; once a page."""
    outlines = {race: drawing.emblem_outline(race) for race in drawing.RACES}
    return render_to_string("tables/sprite.svg", {"emblems": outlines, "hex_corners": drawing.HEX_CORNERS})


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """Return a symbol of the sprite as decoration; the text beside it says the same."""
    return format_html('<svg class="{}" aria-hidden="true"><use href="#{}"/></svg>', css, name)


@register.inclusion_tag("tables/own_tables.html", takes_context=True)
def own_tables(context: template.Context) -> dict[str, object]:
    """Render the bar to the viewer's tables and searches; empty, without a query, for anonymous visitors."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or not user.is_authenticated:
        return {"lines": []}
    return {"lines": tables_of(user, timezone.now(), without=request.path)}


@register.filter
def clock(milliseconds: int | None) -> str:
    """Return a remaining time as minutes and seconds: 12:06, 0:19."""
    if milliseconds is None:
        return ""
    minutes, seconds = divmod(max(int(milliseconds), 0) // 1000, 60)
    return f"{minutes}:{seconds:02}"


@register.filter
def rule_url(number: str) -> str:
    """Return the address of a rule in the rulebook."""
    return rule_address(number)


@register.simple_tag
def rule(number: str) -> Any:
    """Return a rule's number as a link to its text; "" for no number."""
    if not number:
        return ""
    return format_html('<a class="rule" href="{}">{}</a>', rule_url(number), number)
