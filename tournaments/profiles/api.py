"""The API of players and ratings: the same as on their pages, to the same people."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.paging import PAGE_PARAMETERS, PAGING, page_answer, page_of
from cards.api.parameters import bad
from cards.api.problems import ProblemError
from cards.api.view import ApiView
from incursions.accounts.models import User
from tournaments.models import Rating, SeatRecord
from tournaments.profiles.api_shapes import (
    LeaderShape,
    PlayedShape,
    PlayerShape,
    leader_data,
    played_data,
    player_data,
)
from tournaments.profiles.history import LONGEST_NAME, HistoryForm, history_of, played, with_tables
from tournaments.profiles.profile_page import ProfilePage
from tournaments.profiles.reading import find_player
from tournaments.ratings.kinds import SHOWN, kind_called

FILTERS = {
    "mode": "The mode: basic, full or tournament",
    "result": "What came of it: won, drawn or lost",
    "opponent": "The name of somebody else at the table, whatever its case, or the strength of a bot",
}
FILTER_PARAMETERS = [OpenApiParameter(name, str, description=about) for name, about in FILTERS.items()]
KINDS = [kind.slug for kind in SHOWN]


class Player(ApiView):
    """One player."""

    @extend_schema(operation_id="players_read", summary="Read a player", responses=PlayerShape)
    def get(self, request: Request, name: str) -> Response:
        """As much of the player as is shown to whoever asks."""
        return Response(player_data(ProfilePage(_found(name), self.viewer)))


class Matches(ApiView):
    """The matches of a player."""

    parameters = {"GET": (*FILTERS, *PAGING)}

    @extend_schema(
        operation_id="players_matches",
        summary="List the matches of a player, the last ended first",
        parameters=[*FILTER_PARAMETERS, *PAGE_PARAMETERS],
        responses=page_of(PlayedShape),
    )
    def get(self, request: Request, name: str) -> Response:
        """A page of those that are shown to whoever asks, and asked for."""
        owner = _found(name)
        form = HistoryForm({name: self.asked.text(name, longest=LONGEST_NAME) for name in FILTERS})
        if not form.is_valid():
            field, errors = next(iter(form.errors.items()))
            raise bad(field, f"{field}: {errors[0]}")
        lines = with_tables(form.narrowed(history_of(owner, self.viewer)))

        def shaped(line: SeatRecord) -> dict[str, Any]:
            return played_data(played([line], owner, self.viewer)[0])

        return Response(page_answer(request, self.asked, lines, shaped))


class Ratings(ApiView):
    """Lists of the best."""

    parameters = {"GET": ("kind", *PAGING)}

    @extend_schema(
        operation_id="ratings_list",
        summary="List the best of those who chose to be listed",
        parameters=[OpenApiParameter("kind", str, enum=KINDS, description=f"{KINDS[2]} unless said"), *PAGE_PARAMETERS],
        responses=page_of(LeaderShape),
    )
    def get(self, request: Request) -> Response:
        """A page of them, for one kind of play."""
        kind = kind_called(self.asked.one_of("kind", KINDS, KINDS[2]))
        assert kind is not None, "every slug of the list is one"
        page = page_answer(request, self.asked, Rating.objects.leaders(kind).select_related("user"), _itself)
        size = self.asked.number("page_size", 50, most=500)
        first = (page["page"] - 1) * size + 1
        page["results"] = [leader_data(rating, first + place) for place, rating in enumerate(page["results"])]
        return Response(page)


def _itself(rating: Rating) -> Rating:
    return rating


def _found(name: str) -> User:
    player = find_player(name)
    if player is None:
        raise ProblemError("no_such_player", "There is no such player.")
    return player
