"""Template tags for players: badges and linked names."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from incursions.books.links import link_rule
from tournaments.matches.fields import Sitting
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.models import Match

register = template.Library()


@register.simple_tag
def badge(slug: str) -> SafeString:
    """Render the picture of a badge."""
    return render_to_string(f"players/badges/{slug}.svg")


@register.simple_tag(name="rules_about")
def cite_all(subject: str) -> SafeString:
    """Return the rules of all games about a subject of `GameKind.cited_rules` as links, each after a space."""
    numbers = filter(None, (kind.find_rule(subject) for kind in game_kinds().values()))
    return format_html_join("", " {}", ((link_rule(number),) for number in numbers))


@register.filter(name="linked")
def link_player(seat: Sitting) -> SafeString:
    """Return the occupant's name, as a link to the page of a player."""
    if not seat.player_url:
        return format_html("<bdi>{}</bdi>", seat.name)
    return format_html('<a href="{}"><bdi>{}</bdi></a>', seat.player_url, seat.name)


@register.filter(name="who_sits")
def list_occupants(match: Match) -> SafeString:
    """Return the occupants of a table, each player's name a link; the match comes with its seats."""
    seats = [seat for seat in match.seats.all() if not (seat.is_free and match.is_open)]
    names = [link_player(seat) for seat in seats]
    return format_html_join(SafeString(", "), "{}", ((name,) for name in names))


@register.filter(name="signed")
def format_signed(number: int) -> str:
    """Return a change with its sign: +12, −7, ±0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"
