"""The banner of a tournament, for links on other sites."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from incursions.kit.banners import Banner, Shared, answer_with, share
from incursions.kit.words import format_count
from tournaments.events.locked_tournament import find_with_actor
from tournaments.events.models import Tournament
from tournaments.events.pages.record import phases_words, record_cache, with_version


@require_safe
def tournament(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the banner of a tournament; a draft, or none, gets the general one."""
    found = find_with_actor(public_id, None, with_version(Tournament.objects.all()))
    if found is None:
        return answer_with(request, None)
    row, _ = found
    record = record_cache.record(row)
    when = row.started_at or row.starts_at
    lines = (
        f"{when:%-d %B %Y}" if when else "",
        phases_words(record.phases),
        format_count(len(record.players), "player"),
    )
    return answer_with(request, Banner(row.name, tuple(filter(None, lines))), row.version)


def share_tournament(row: Tournament) -> Shared:
    """Return the facts of the pages of a tournament for other sites."""
    about = (
        row.description.strip().split("\n")[0][:200]
        or f"A tournament of {row.game_kind.title}: players, pairings, standings."
    )
    return share("tournament_banner", row.public_id, row.version, about, f"The tournament {row.name}")
