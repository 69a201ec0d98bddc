"""All that the house keeps of a user, as plain data for that user alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Model

from cards.decks.models import Deck
from incursions.accounts.models import ApiToken
from incursions.accounts.privacy import ASPECTS
from tournaments.chat.models import ChatMessage, MutedPerson, MutedRoom, TableManners
from tournaments.flights.models import Flight
from tournaments.match_files.models import MatchFile
from tournaments.models import CasualBooster, CollectedPiece, Match, Rating, Seat, SeatRecord
from tournaments.organizing.models import Appointment, Entry, LogLine, Penalty
from tournaments.patches.models import Patch
from tournaments.profiles.badges import awards_of
from tournaments.profiles.history import with_matches
from tournaments.quick.models import Seeker
from tournaments.reports.models import Report
from tournaments.series.models import Series
from tournaments.spectators.models import HandShown
from tournaments.staff.models import StaffAct

if TYPE_CHECKING:
    from datetime import datetime

    from incursions.accounts.models import User

FORMAT = "incursions-player-1"


class Kept(NamedTuple):
    """Rows that belong to a user, written to the file by their columns."""

    model: type[Model]
    whose: str
    columns: tuple[str, ...]


KEPT: dict[str, Kept] = {
    "email_addresses": Kept(EmailAddress, "user", ("email", "verified", "primary")),
    "tokens": Kept(ApiToken, "user", ("name", "beginning", "created_at", "used_at")),
    "two_factor": Kept(Authenticator, "user", ("type", "created_at", "last_used_at")),
    "chat": Kept(ChatMessage, "author", ("match__public_id", "room", "number", "text", "at", "hidden_why")),
    "chat_choices": Kept(TableManners, "user", ("hears_spectators", "is_named_watching")),
    "muted_players": Kept(MutedPerson, "by", ("person__username", "at")),
    "muted_rooms": Kept(MutedRoom, "by", ("match__public_id", "room")),
    "reports": Kept(
        Report,
        "by",
        (
            *("public_id", "match__public_id", "seat", "moment", "kind", "message", "quoted", "state", "answer"),
            *("created_at", "closed_at"),
        ),
    ),
    "hands_shown": Kept(HandShown, "by", ("seat__match__public_id", "after", "unit")),
    "acts_as_staff": Kept(StaffAct, "by", ("match__public_id", "kind", "words", "reason", "at")),
    "acts_as_organizer": Kept(LogLine, "by", ("tournament__public_id", "number", "role", "words", "reason", "at")),
    "penalties_given": Kept(Penalty, "by", ("entry__tournament__public_id", "entry__number", "kind", "reason", "at")),
    "penalties": Kept(Penalty, "entry__user", ("entry__tournament__public_id", "round_number", "kind", "reason", "at")),
    "hosted": Kept(Match, "host", ("public_id", "created_at")),
    "searches": Kept(Seeker, "user", ("mode", "seats", "clocks", "rated", "starter", "deck_content", "since")),
    "test_flights": Kept(
        Flight, "by", ("public_id", "name", "content", "opponents", "games", "outcomes", "state", "created_at")
    ),
    "match_files": Kept(MatchFile, "by", ("public_id", "name", "actions", "created_at", "kept_until")),
    "tournaments": Kept(
        Entry,
        "user",
        (
            *("tournament__public_id", "number", "called", "state", "entered_at", "no_shows", "reason"),
            *("starter", "deck_content", "pool"),
        ),
    ),
    "staff_of": Kept(Appointment, "user", ("tournament__public_id", "role")),
    "series": Kept(Series, "owner", ("public_id", "name", "created_at")),
    "patches": Kept(Patch, "user", ("public_id", "kind", "title", "race", "ship", "place", "reason", "at")),
}


def own_data(user: User) -> dict[str, Any]:
    """Return everything the database keeps of the user, without the password and the secrets of tokens.

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
        **{name: _rows(kept, user) for name, kept in KEPT.items()},
    }


def _rows(kept: Kept, user: User) -> list[dict[str, Any]]:
    """Return the user's rows of a model, the oldest first; times come as datetimes."""
    rows = kept.model._default_manager.filter(**{kept.whose: user}).order_by("pk").values(*kept.columns)
    return [{_key(name): value for name, value in row.items()} for row in rows]


def _key(column: str) -> str:
    """Return the name of a column in the file: of a row that it leads to, the name of that row."""
    return column.split("__")[-2] if "__" in column else column


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
