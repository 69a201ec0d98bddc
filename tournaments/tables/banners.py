"""The banners of games and matches, for links on other sites: positions as spectators see them."""

from __future__ import annotations

from functools import partial
from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from PIL import Image

from incursions.games.contract import GameKind
from incursions.games.tables import TableKind
from incursions.kit.banners import PICTURE_BOX, Banner, Shared, answer_with, share
from incursions.kit.words import join_names
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.models import Match
from tournaments.matches.table_rows import table_for
from tournaments.players.watching import is_shown
from tournaments.tables.bot_games import find_picture_version, find_pictured_view, has_picture, open_picture


@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the banner of a match. One that is private, open, a lesson or not shown to strangers has the general one."""
    found = Match.objects.light().filter(public_id=public_id).first()
    if found is None or found.is_private or found.is_open or found.is_lesson or not is_shown(public_id, None):
        return answer_with(request, None)
    table = table_for(found, None)
    looks = found.kind.table
    if table.game is None or looks.draw_position is None:
        return answer_with(request, None)
    view = table.game.view(None)
    titles, seen = looks.name_seats(view, ()), looks.glance(view)
    lines = (f"{found.full_mode_title} · {seen.when}", seen.stakes)
    title = join_names([seat["title"] for seat in titles])
    version = _version_of(table.match)
    banner = Banner(title, lines, (public_id, version), partial(_draw, looks, view))
    return answer_with(request, banner, version)


def share_match(found: Match) -> Shared:
    """Return the facts of the page of a match for other sites."""
    about = f"A match of {found.kind.title}: {found.mode_kind.words}"
    return share("match_banner", found.public_id, _version_of(found), about, "The map of a match with its ships")


@require_safe
def game(request: HttpRequest, name: str) -> HttpResponse:
    """Send the banner of a game; the general one if there is no such game, or none that can be pictured."""
    kind = game_kinds().get(name)
    if kind is None or not has_picture(kind):
        return answer_with(request, None)
    try:
        find_pictured_view(kind)
    except ValueError:
        return answer_with(request, None)
    version = find_picture_version(kind)
    lines = (kind.presentation.headline, describe_seats(kind.seat_counts))
    banner = Banner(kind.title, lines, (name, version), partial(open_picture, kind, *PICTURE_BOX))
    return answer_with(request, banner, version)


def share_game(kind: GameKind) -> Shared:
    """Return the facts of the page of a game for other sites."""
    about = kind.presentation.summary or f"Play {kind.title} in the browser."
    version = find_picture_version(kind) if has_picture(kind) else ""
    return share("game_banner", kind.name, version, about, f"A position of {kind.title}")


def describe_seats(counts: range) -> str:
    """Return the numbers of seats in words."""
    fewest, most = counts[0], counts[-1]
    return f"{most} players" if fewest == most else f"{fewest} to {most} players"


def _version_of(found: Match) -> str:
    """Return the version of the banner of a match: its revision, and a digest of the code that draws its position."""
    return f"{found.revision}-{found.kind.table.digest_drawing()}"


def _draw(looks: TableKind, view: object) -> Image.Image:
    """Return the position of a match."""
    assert looks.draw_position is not None, "asked for before"
    return Image.open(BytesIO(looks.draw_position(view, *PICTURE_BOX)))
