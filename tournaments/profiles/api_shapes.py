"""What the API says of players and ratings: the shapes of its answers, and so of their part of the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.enums import Mode, Outcome
from tournaments.models import Rating, SeatRecord
from tournaments.profiles.history import Played
from tournaments.profiles.profile_page import ProfilePage
from tournaments.profiles.results import Result


class NameShape(serializers.Serializer):
    """Somebody at a table."""

    name = serializers.CharField(help_text="As others see it")
    player = serializers.CharField(
        allow_null=True, help_text="The name in addresses; null of a bot and of a former player"
    )
    bot = serializers.CharField(help_text="The strength of a bot; empty of a person")


class RatingShape(serializers.Serializer):
    """A rating in one kind of play."""

    kind = serializers.CharField(help_text="As `/ratings/` takes it: `full-people`, `basic-bots`")
    rating = serializers.IntegerField()
    uncertainty = serializers.IntegerField(help_text="In the points of the rating")
    matches = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="There were too few matches to go by it")


class LeaderShape(RatingShape):
    """A rating in a list of the best."""

    rank = serializers.IntegerField()
    player = serializers.CharField(help_text="The name in addresses")
    name = serializers.CharField(help_text="As others see it")
    url = serializers.CharField(help_text="The player's page")


class BadgeShape(serializers.Serializer):
    """A badge that was earned."""

    badge = serializers.CharField()
    title = serializers.CharField()
    rule = serializers.CharField(help_text="What it is given for")
    earned_at = serializers.DateTimeField()


class ResultShape(serializers.Serializer):
    """What came of matches of one sort."""

    name = serializers.CharField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    url = serializers.CharField(help_text="Of the deck, where there is one that you may find; else empty")


class PlayerShape(serializers.Serializer):
    """A player. What is not shown to you is null."""

    player = serializers.CharField(help_text="The name in addresses")
    name = serializers.CharField(help_text="As others see it")
    url = serializers.CharField(help_text="The player's page")
    guest = serializers.BooleanField()
    since = serializers.DateField()
    ratings = RatingShape(many=True, allow_null=True)
    badges = BadgeShape(many=True, allow_null=True)
    by_mode = ResultShape(many=True, allow_null=True)
    by_race = ResultShape(many=True, allow_null=True)
    by_deck = ResultShape(many=True, allow_null=True)


class DeckNameShape(serializers.Serializer):
    """A deck that may be named to you."""

    name = serializers.CharField()
    url = serializers.CharField()


class PlayedShape(serializers.Serializer):
    """A match of a player's."""

    match = serializers.CharField(help_text="Its id: `/matches/ID`, `/matches/ID/replay`, `/matches/ID/export`")
    mode = serializers.ChoiceField(choices=Mode.choices)
    rated = serializers.BooleanField()
    struck = serializers.BooleanField(help_text="It counts for nothing")
    ended_at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    place = serializers.IntegerField()
    others = NameShape(many=True)
    ship = serializers.CharField()
    race = serializers.CharField()
    starter = serializers.CharField(help_text="The title of a starter deck; empty in Basic, and where it is not shown")
    deck = DeckNameShape(allow_null=True)
    rating = serializers.IntegerField(allow_null=True, help_text="After the match, where it moved one that you may see")
    change = serializers.IntegerField(allow_null=True, help_text="By how much")


def rating_data(rating: Rating) -> dict[str, Any]:
    """A rating as the API says it."""
    return {
        "kind": rating.kind.slug,
        "rating": rating.shown,
        "uncertainty": rating.skill.uncertainty,
        "matches": rating.matches,
        "provisional": rating.is_provisional,
    }


def leader_data(rating: Rating, rank: int) -> dict[str, Any]:
    """A rating in a list of the best."""
    user = rating.user
    assert user is not None, "lists of the best have users alone"
    named = {"player": user.username, "name": str(user), "url": user.get_absolute_url()}
    return {"rank": rank, **named, **rating_data(rating)}


def player_data(page: ProfilePage) -> dict[str, Any]:
    """A player, as far as the viewer of the page may see."""
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
        "ratings": [rating_data(rating) for rating in page.ratings] if page.shows_ratings else None,
        "badges": badges if page.shows_history else None,
        "by_mode": _results(page.by_mode) if page.shows_history else None,
        "by_race": _results(page.by_race) if page.shows_decks else None,
        "by_deck": _results(page.by_deck) if page.shows_decks else None,
    }


def played_data(played: Played) -> dict[str, Any]:
    """A match of a history."""
    line, deck = played.line, played.deck
    return {
        "match": line.record.match.public_id,
        "mode": line.record.mode,
        "rated": not line.record.is_casual,
        "struck": played.is_struck,
        "ended_at": line.ended_at,
        "outcome": line.outcome,
        "place": line.place,
        "others": [_name(other) for other in played.others],
        "ship": line.ship,
        "race": line.race,
        "starter": line.starter if played.deck_words else "",
        "deck": {"name": deck.name, "url": deck.get_absolute_url()} if deck else None,
        "rating": None if played.change is None else line.after.shown,
        "change": played.change,
    }


def _results(results: list[Result]) -> list[dict[str, Any]]:
    return [
        {name: getattr(result, name) for name in ("name", "matches", "won", "drawn", "lost", "url")}
        for result in results
    ]


def _name(line: SeatRecord) -> dict[str, Any]:
    return {"name": line.name, "player": line.user.username if line.user else None, "bot": line.bot}
