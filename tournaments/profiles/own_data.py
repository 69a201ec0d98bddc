"""All that the house keeps of a user, as plain data for that user alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cards.decks.models import Deck
from incursions.accounts.privacy import ASPECTS
from tournaments.models import CasualBooster, CollectedPiece, Rating, Seat, SeatRecord
from tournaments.profiles.badges import awards_of
from tournaments.profiles.history import with_matches

if TYPE_CHECKING:
    from datetime import datetime

    from incursions.accounts.models import User

FORMAT = "incursions-player-1"


def own_data(user: User) -> dict[str, Any]:
    """Everything: the account without its password, privacy, decks as they are now, matches, ratings, badges, boosters.

    What others did at the same tables is in the files of those matches, which `file` leads to.
    """
    return {
        "format": FORMAT,
        "account": {
            "name": user.username,
            "display_name": user.display_name,
            "email": user.email,
            "is_guest": user.is_guest,
            "joined_at": _moment(user.date_joined),
            "signed_in_at": _moment(user.last_login),
        },
        "privacy": {name: getattr(user, name) for name in (*ASPECTS, "mails_tournaments", "is_listed")},
        "decks": [_deck(deck) for deck in Deck.objects.filter(owner=user).prefetch_related("tags").order_by("pk")],
        "seats": [_seat(seat) for seat in _seats(user)],
        "results": [_line(line) for line in with_matches(SeatRecord.objects.of(user))],
        "ratings": [_rating(rating) for rating in Rating.objects.filter(user=user).order_by("pk")],
        "boosters": [_booster(one) for one in CasualBooster.objects.filter(run__user=user).select_related("run")],
        "collection": dict(CollectedPiece.objects.filter(user=user).values_list("title", "copies")),
        "badges": [{"badge": award.badge, "earned_at": _moment(award.at)} for award in awards_of(user)],
    }


def _seats(user: User) -> Any:
    columns = ("index", "starter", "match", "match__public_id", "match__mode", "match__state", "match__created_at")
    return Seat.objects.filter(user=user).select_related("match").only(*columns).order_by("match")


def _booster(booster: CasualBooster) -> dict[str, Any]:
    return {
        "run": booster.run.number,
        "number": booster.number,
        "given_at": _moment(booster.given_at),
        "opened_at": _moment(booster.opened_at),
        "content": booster.content,
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _deck(deck: Deck) -> dict[str, Any]:
    return {
        "id": deck.public_id,
        "name": deck.name,
        "visibility": deck.visibility,
        "tags": [tag.tag for tag in deck.tags.all()],
        "notes": deck.notes,
        "content": deck.draft,
        "deleted_at": _moment(deck.deleted_at),
    }


def _seat(seat: Seat) -> dict[str, Any]:
    match = seat.match
    return {
        "match": match.public_id,
        "mode": match.mode,
        "state": match.state,
        "seat": seat.index,
        "starter": seat.starter,
        "created_at": _moment(match.created_at),
        "file": f"{match.get_absolute_url()}/export",
    }


def _line(line: SeatRecord) -> dict[str, Any]:
    return {
        "match": line.record.match.public_id,
        "mode": line.record.mode,
        "with_bots": line.record.with_bots,
        "casual": line.record.is_casual,
        "struck": line.record.is_struck,
        "place": line.place,
        "outcome": line.outcome,
        "ship": line.ship,
        "race": line.race,
        "ended_at": _moment(line.ended_at),
        "before": list(line.before),
        "after": list(line.after),
    }


def _rating(rating: Rating) -> dict[str, Any]:
    return {
        **rating.kind._asdict(),
        "rating": rating.shown,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "matches": rating.matches,
    }
