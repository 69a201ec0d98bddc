"""The API of players and ratings: the same as on their pages, to the same people."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.operations import operation
from cards.api.paging import PAGE_PARAMETERS, page_answer, page_of
from cards.api.parameters import bad
from cards.api.problems import ProblemError
from cards.api.view import ApiView
from incursions.accounts.models import User
from tournaments.models import Rating, SeatRecord
from tournaments.profiles.api_shapes import LeaderShape, PlayedShape, PlayerShape
from tournaments.profiles.history import LONGEST_NAME, HistoryForm, history_of, played, with_tables
from tournaments.profiles.profile_page import ProfilePage
from tournaments.profiles.reading import find_player
from tournaments.ratings.kinds import SHOWN, kind_called

FILTERS = {
    "mode": "The mode: basic, full or tournament",
    "result": "What came of it: won, drawn or lost",
    "opponent": "The name of somebody else at the table, whatever its case, or the strength of a bot",
}
KINDS = [kind.slug for kind in SHOWN]


class Player(ApiView):
    """One player."""

    @operation("players_read", "Read a player", PlayerShape)
    def get(self, request: Request, name: str) -> ProfilePage:
        """As much of the player as is shown to whoever asks."""
        return ProfilePage(_found(name), self.viewer)


class Matches(ApiView):
    """The matches of a player."""

    @operation(
        "players_matches",
        "List the matches of a player, the last ended first",
        page_of(PlayedShape),
        *(OpenApiParameter(name, str, description=about) for name, about in FILTERS.items()),
        *PAGE_PARAMETERS,
    )
    def get(self, request: Request, name: str) -> Response:
        """A page of those that are shown to whoever asks, and asked for."""
        owner = _found(name)
        form = HistoryForm({name: self.asked.text(name, longest=LONGEST_NAME) for name in FILTERS})
        if not form.is_valid():
            field, errors = next(iter(form.errors.items()))
            raise bad(field, f"{field}: {errors[0]}")

        def write(lines: Page[SeatRecord]) -> list[dict[str, Any]]:
            return PlayedShape(played(lines, owner, self.viewer), many=True).data

        lines = with_tables(form.narrowed(history_of(owner, self.viewer)))
        return Response(page_answer(request, self.asked, lines, write))


class Ratings(ApiView):
    """Lists of the best."""

    @operation(
        "ratings_list",
        "List the best of those who chose to be listed",
        page_of(LeaderShape),
        OpenApiParameter("kind", str, enum=KINDS, description=f"{KINDS[2]} unless said"),
        *PAGE_PARAMETERS,
    )
    def get(self, request: Request) -> Response:
        """A page of them, for one kind of play."""
        kind = kind_called(self.asked.one_of("kind", KINDS, KINDS[2]))
        assert kind is not None, "every slug of the list is one"
        leaders = Rating.objects.leaders(kind).select_related("user")

        def write(page: Page[Rating]) -> list[dict[str, Any]]:
            return LeaderShape(enumerate(page, page.start_index()), many=True).data

        return Response(page_answer(request, self.asked, leaders, write))


def _found(name: str) -> User:
    player = find_player(name)
    if player is None:
        raise ProblemError("no_such_player", "There is no such player.")
    return player
