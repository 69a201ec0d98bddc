"""Export of all data stored about a user, as plain data for that user."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from cards.decks.models import Deck
from incursions.accounts.models import ApiToken, User
from incursions.accounts.own_rows import EXPORTED, Exported
from incursions.accounts.privacy import ASPECTS
from tournaments.live.models import ChatMessage, MutedChannel, MutedPerson, Report, TableManners
from tournaments.live.rooms import Room
from tournaments.matches.game_kinds import loadouts_of
from tournaments.matches.match_files.models import MatchFile
from tournaments.matches.models import Match, Seat
from tournaments.matches.spectators.models import HandShown
from tournaments.matches.staff.models import StaffAct
from tournaments.players.models import CasualBooster, CollectedPiece, Patch, Rating, SeatRecord
from tournaments.players.profile_page import with_matches
from tournaments.players.recording import awards_of
from tournaments.players.skill import Kind

FORMAT = "incursions-player-1"
OLD_NAMES = {"channel": "room"}


LOADOUT = "loadout"  # a column of the fields that the game's loadouts make of it
KEPT: dict[str, Exported] = {
    "email_addresses": Exported(EmailAddress, "user", ("email", "verified", "primary")),
    "tokens": Exported(ApiToken, "user", ("name", "beginning", "created_at", "used_at")),
    "two_factor": Exported(Authenticator, "user", ("type", "created_at", "last_used_at")),
    "chat": Exported(ChatMessage, "author", ("room", "channel", "number", "text", "at", "hidden_why")),
    "chat_choices": Exported(TableManners, "user", ("hears_spectators", "is_named_watching")),
    "muted_players": Exported(MutedPerson, "by", ("person__username", "at")),
    "muted_rooms": Exported(MutedChannel, "by", ("room", "channel")),
    "reports": Exported(
        Report,
        "by",
        (
            *("public_id", "room", "seat", "moment", "kind", "message", "quoted", "state", "answer"),
            *("created_at", "closed_at"),
        ),
    ),
    "hands_shown": Exported(HandShown, "by", ("seat__match__public_id", "after", "unit")),
    "acts_as_staff": Exported(StaffAct, "by", ("match__public_id", "kind", "words", "reason", "at")),
    "hosted": Exported(Match, "host", ("public_id", "created_at")),
    "match_files": Exported(MatchFile, "by", ("public_id", "name", "actions", "created_at", "kept_until")),
    "patches": Exported(Patch, "user", ("public_id", "kind", "title", "race", "ship", "place", "reason", "at")),
}


Fields = Mapping[str, str | Callable[[Any], Any]]
"""The source of each name in the file: the path of an attribute, or a function of the row."""
ACCOUNT: Fields = {
    "name": "username",
    "display_name": "display_name",
    "email": "email",
    "is_guest": "is_guest",
    "joined_at": "date_joined",
    "signed_in_at": "last_login",
    "asked_in_windows": "asked_in_windows",
    "seen_hints": "seen_hints",
}
DECK: Fields = {
    "id": "public_id",
    "name": "name",
    "visibility": "visibility",
    "tags": lambda deck: [tag.tag for tag in deck.tags.all()],
    "notes": "notes",
    "content": "draft",
    "deleted_at": "deleted_at",
}
SEAT: Fields = {
    "match": "match.public_id",
    "mode": "match.mode",
    "state": "match.state",
    "seat": "index",
    "starter": lambda seat: seat.match.loadouts.find_title(seat.loadout),
    "created_at": "match.created_at",
    "file": lambda seat: f"{seat.match.get_absolute_url()}/export",
}
RESULT: Fields = {
    "match": "record.match.public_id",
    "mode": "record.mode",
    "with_bots": "record.with_bots",
    "casual": "record.is_casual",
    "struck": "record.is_struck",
    "place": "place",
    "outcome": "outcome",
    "ship": "ship",
    "race": "race",
    "ended_at": "ended_at",
    "before": "before",
    "after": "after",
}
RATING: Fields = {
    **{name: name for name in Kind._fields},
    "rating": "shown",
    **{name: name for name in ("mu", "sigma", "matches")},
}
BOOSTER: Fields = {
    "run": "run.number",
    **{name: name for name in ("number", "given_at", "opened_at", "content")},
}


def exported_rows() -> dict[str, Exported]:
    """Return the rows that are exported by name: those listed here, and those that models of other apps register."""
    return KEPT | EXPORTED


def own_data(user: User) -> dict[str, object]:
    """Return all data stored about the user, without the password and token secrets.

    The actions of other players are in the files of the matches, which `file` links to.
    """
    boosters = CasualBooster.objects.filter(run__user=user).select_related("run")
    return {
        "format": FORMAT,
        "account": _record(user, ACCOUNT),
        "privacy": {name: getattr(user, name) for name in (*ASPECTS, "mails_tournaments", "is_listed")},
        "decks": _records(Deck.objects.filter(owner=user).prefetch_related("tags").order_by("pk"), DECK),
        "seats": _records(_seats(user), SEAT),
        "results": _records(with_matches(SeatRecord.objects.of_user(user)), RESULT),
        "ratings": _records(Rating.objects.filter(user=user).order_by("pk"), RATING),
        "boosters": _records(boosters, BOOSTER),
        "collection": dict(CollectedPiece.objects.filter(user=user).values_list("title", "copies")),
        "badges": _records(awards_of(user), {"badge": "badge", "earned_at": "at"}),
        **{name: _rows(exported, user) for name, exported in exported_rows().items()},
    }


def _records(rows: Iterable[Any], fields: Fields) -> list[dict[str, object]]:
    """Return the named fields of each row."""
    return [_record(row, fields) for row in rows]


def _record(row: Any, fields: Fields) -> dict[str, object]:
    """Return the fields of a row by their names in the file, times in ISO format."""
    values = {name: of(row) if callable(of) else attrgetter(of)(row) for name, of in fields.items()}
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()}


def _rows(exported: Exported, user: User) -> list[dict[str, object]]:
    """Return the user's rows of a model, oldest first, with times as datetimes."""
    wanted = (*exported.columns, exported.game) if exported.game else exported.columns
    found: list[dict[str, object]] = []
    for row in exported.model._default_manager.filter(**{exported.whose: user}).order_by("pk").values(*wanted):
        entries: dict[str, object] = {}
        for name in exported.columns:
            if name == LOADOUT:  # it has several entries
                entries |= loadouts_of(row[exported.game]).to_columns(row[name])
            else:
                entries |= [_entry(name, row[name])]
        found.append(entries)
    return found


def _entry(column: str, value: object) -> tuple[str, object]:
    """Return a column's name and value in the file. A foreign key column is named after its row, a room by its kind.

    The file has always called the channels of a chat rooms.
    """
    if isinstance(value, Room):
        return value.kind, value.public_id
    name = column.split("__")[-2] if "__" in column else column
    return OLD_NAMES.get(name, name), value


def _seats(user: User) -> Any:
    """Return the user's seats with what the file says of their matches."""
    of_match = [f"match__{name}" for name in ("game", "public_id", "mode", "state", "created_at")]
    return (
        Seat.objects.filter(user=user)
        .select_related("match")
        .only("index", "loadout", "match", *of_match)
        .order_by("match")
    )
