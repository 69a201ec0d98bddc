"""The banner of a player, for links on other sites: the name, and what the player shows to everybody."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from incursions.accounts.models import User
from incursions.accounts.privacy import HISTORY, may
from incursions.kit.banners import Banner, Shared, answer_with, share
from incursions.kit.words import format_count
from tournaments.players.models import Award
from tournaments.players.profile_page import find_player, history_of


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Send the banner of a player; nobody's gets the general one."""
    owner = find_player(name)
    if owner is None:
        return answer_with(request, None)
    lines = [f"{'A guest' if owner.is_guest else 'A player'} since {owner.date_joined:%B %Y}"]
    if may(None, HISTORY, owner):
        matches = history_of(owner, AnonymousUser()).count()
        badges = Award.objects.filter(user=owner).count()
        lines += [format_count(matches, "match", "matches")] if matches else []
        lines += [format_count(badges, "badge")] if badges else []
    return answer_with(request, Banner(str(owner), tuple(lines)), _version())


def share_player(owner: User) -> Shared:
    """Return the facts of the page of a player for other sites."""
    about = f"{owner} plays here: matches, ratings and badges."
    return share("player_banner", owner.username, _version(), about, f"The name of {owner}", kind="profile")


def _version() -> str:
    """Return the version of every player's banner: the day, because results come and go with many tables."""
    return f"{timezone.now():%Y%m%d}"
