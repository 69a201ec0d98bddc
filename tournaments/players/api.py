"""The API of players and ratings: the same as on their pages, to the same people; and the shapes of its answers."""

from __future__ import annotations

from django.core.paginator import Page
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from incursions.accounts.models import User
from incursions.kit.api.answers import (
    PAGE_PARAMETERS,
    Choice,
    Day,
    Flag,
    Number,
    Shape,
    Text,
    Time,
    page_answer,
    page_of,
)
from incursions.kit.api.problems import ProblemError
from incursions.kit.api.requests import bad
from incursions.kit.api.views import ApiView, operation
from tournaments.matches.enums import Outcome
from tournaments.matches.game_kinds import mode_choices
from tournaments.players.models import Rating, SeatRecord
from tournaments.players.profile_page import (
    LONGEST_NAME,
    HistoryForm,
    Played,
    ProfilePage,
    describe_matches,
    find_player,
    history_of,
    with_tables,
)
from tournaments.players.skill import SHOWN, kind_called

FILTERS = {
    "mode": "The mode: basic, full or tournament",
    "result": "The result: won, drawn or lost",
    "opponent": "The name of somebody else at the table, whatever its case, or the strength of a bot",
}
KINDS = [kind.slug for kind in SHOWN]

Data = dict[str, object]


class NameShape(Shape):
    """Somebody at a table."""

    name = Text(help_text="As others see it")
    player = Text(
        source="user.username", allow_null=True, help_text="The name in addresses; null of a bot and of a former player"
    )
    bot = Text(help_text="The strength of a bot; empty of a person")


class RatingShape(Shape):
    """A rating in one kind of play."""

    kind = Text(source="kind.slug", help_text="As `/ratings/` takes it: `full-people`, `basic-bots`")
    rating = Number(source="shown")
    uncertainty = Number(source="skill.uncertainty", help_text="In the points of the rating")
    matches = Number()
    provisional = Flag(source="is_provisional", help_text="There were too few matches to go by it")


class LeaderShape(RatingShape):
    """A rating in a list of the best."""

    rank = Number()
    player = Text(help_text="The name in addresses")
    name = Text(help_text="As others see it")
    url = Text(help_text="The player's page")

    def to_representation(self, placed: tuple[int, Rating]) -> Data:
        """Return a rating with its rank."""
        rank, rating = placed
        user = rating.user
        assert user is not None, "lists of the best have users alone"
        named = {"player": user.username, "name": str(user), "url": user.get_absolute_url()}
        return {"rank": rank, **named, **RatingShape(rating).data}


class BadgeShape(Shape):
    """A badge that was earned."""

    badge = Text()
    title = Text()
    rule = Text(help_text="What it is given for")
    earned_at = Time()


class ResultShape(Shape):
    """Results in matches of one kind."""

    name = Text()
    matches = Number()
    won = Number()
    drawn = Number()
    lost = Number()
    url = Text(help_text="Of the deck, where there is one that you may find; else empty")


class PlayerShape(Shape):
    """A player. What is not shown to you is null."""

    player = Text(help_text="The name in addresses")
    name = Text(help_text="As others see it")
    url = Text(help_text="The player's page")
    guest = Flag()
    since = Day()
    ratings = RatingShape(many=True, allow_null=True)
    badges = BadgeShape(many=True, allow_null=True)
    by_mode = ResultShape(many=True, allow_null=True)
    by_race = ResultShape(many=True, allow_null=True)
    by_deck = ResultShape(many=True, allow_null=True)

    def to_representation(self, page: ProfilePage) -> Data:
        """Return a player, as far as the viewer of the page may see."""
        owner = page.owner
        badges = [
            {"badge": badge.slug, "title": badge.title, "rule": badge.rule, "earned_at": award.at}
            for badge, award in page.badges
            if award is not None
        ]
        return {
            "player": owner.username,
            "name": str(owner),
            "url": owner.get_absolute_url(),
            "guest": owner.is_guest,
            "since": owner.date_joined.date(),
            "ratings": RatingShape(page.ratings, many=True).data if page.shows_ratings else None,
            "badges": badges if page.shows_history else None,
            "by_mode": ResultShape(page.by_mode, many=True).data if page.shows_history else None,
            "by_race": ResultShape(page.by_race, many=True).data if page.shows_decks else None,
            "by_deck": ResultShape(page.by_deck, many=True).data if page.shows_decks else None,
        }


class DeckNameShape(Shape):
    """A deck that may be named to you."""

    name = Text()
    url = Text(source="get_absolute_url")


class PlayedShape(Shape):
    """A match of a player's."""

    match = Text(help_text="Its id: `/matches/ID`, `/matches/ID/replay`, `/matches/ID/export`")
    mode = Choice(choices=mode_choices())
    rated = Flag()
    struck = Flag(help_text="It counts for nothing")
    ended_at = Time()
    outcome = Choice(choices=Outcome.choices)
    place = Number()
    others = NameShape(many=True)
    ship = Text()
    race = Text()
    starter = Text(help_text="The title of a starter deck; empty in Basic, and where it is not shown")
    deck = DeckNameShape(allow_null=True)
    rating = Number(allow_null=True, help_text="After the match, where it moved one that you may see")
    change = Number(allow_null=True, help_text="By how much")

    def to_representation(self, played: Played) -> Data:
        """Return a match of a history."""
        line, deck = played.line, played.deck
        return {
            "match": line.record.match.public_id,
            "mode": line.record.mode,
            "rated": not line.record.is_casual,
            "struck": played.line.record.is_struck,
            "ended_at": line.ended_at,
            "outcome": line.outcome,
            "place": line.place,
            "others": NameShape(played.others, many=True).data,
            "ship": line.ship,
            "race": line.race,
            "starter": line.starter if played.deck_words else "",
            "deck": DeckNameShape(deck).data if deck else None,
            "rating": None if played.change is None else line.after.shown,
            "change": played.change,
        }


class Player(ApiView):
    """The resource of a player."""

    @operation("players_read", "Read a player", PlayerShape)
    def get(self, request: Request, name: str) -> ProfilePage:
        """Return the parts of the profile that the client may see."""
        return ProfilePage(_find_player_or_refuse(name), self.request.user)


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
        owner = _find_player_or_refuse(name)
        form = HistoryForm({name: self.asked.text(name, longest=LONGEST_NAME) for name in FILTERS})
        if not form.is_valid():
            field, errors = next(iter(form.errors.items()))
            raise bad(field, f"{field}: {errors[0]}")

        def write(lines: Page[SeatRecord]) -> list[dict[str, object]]:
            return PlayedShape(describe_matches(lines, owner, self.request.user), many=True).data

        lines = with_tables(form.apply_to(history_of(owner, self.request.user)))
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

        def write(page: Page[Rating]) -> list[dict[str, object]]:
            return LeaderShape(enumerate(page, page.start_index()), many=True).data

        return Response(page_answer(request, self.asked, leaders, write))


def _find_player_or_refuse(name: str) -> User:
    player = find_player(name)
    if player is None:
        raise ProblemError("no_such_player", "There is no such player.")
    return player
