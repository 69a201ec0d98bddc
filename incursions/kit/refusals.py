"""Refusals of services, each with a stable code for clients and a sentence; and the codes of the API (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from incursions.kit.words import quote


class Code(NamedTuple):
    """An error code: its HTTP status, its title, and advice for the client."""

    status: int
    title: str
    about: str


CODES: Mapping[str, Code] = {
    "bad_request": Code(400, "The request cannot be read", "It breaks the rules of HTTP, or of this server."),
    "bad_json": Code(400, "The body is not JSON", "One value of JSON in UTF-8 is expected, without a key twice."),
    "malformed": Code(400, "A value is of another type", "`field` says which one."),
    "bad_parameter": Code(400, "A parameter cannot be read", "`field` names the parameter of the address."),
    "bad_query": Code(
        400,
        "The query cannot be read",
        "Nothing was searched. `fault` names the kind of fault, `place` the characters, `suggestion` what should stand "
        "there, and `corrected` the whole query as it was probably meant; both are null where nothing is near.",
    ),
    "not_signed_in": Code(401, "Nobody is signed in", "Send a token, or a session's cookie."),
    "bad_token": Code(401, "The token is not known", "It was mistyped or revoked, or its account is closed."),
    "csrf_failed": Code(403, "The CSRF token is missing", "With a session's cookie, send the header `X-CSRFToken`."),
    "not_yours": Code(403, "Only its owner may do this", "A copy would be yours."),
    "accounts_only": Code(403, "This is for accounts", "Guests sign up first."),
    "not_staff": Code(403, "Your role does not allow this", "The tournament's owner appoints its staff."),
    "not_shown": Code(403, "This is not shown yet", "`detail` says when it is."),
    "disqualified": Code(403, "You are disqualified", "From this tournament."),
    "not_entered": Code(403, "You have not entered", "Enter the tournament first."),
    "not_found": Code(404, "There is no such thing", "Or there is one that is not shown to you."),
    "no_such_address": Code(404, "There is nothing at this address", "Addresses end with a slash."),
    "no_such_piece": Code(404, "There is no such piece", "`suggestions` names pieces that may have been meant."),
    "no_such_player": Code(404, "There is no such player", "Names in addresses are user names."),
    "no_such_round": Code(404, "There is no such round", "Or it is not published."),
    "no_such_table": Code(404, "There is no such table", "In that round."),
    "no_such_deck": Code(404, "There is no such deck or fleet", "Of yours."),
    "no_such_page": Code(404, "There is no such page", "`last` is the last page."),
    "no_such_catalogue": Code(404, "The catalogue has another version now", "`current` leads to the present file."),
    "method_not_allowed": Code(405, "The method is not allowed here", "The header `Allow` lists those that are."),
    "not_acceptable": Code(406, "This media type is not available", "Answers are JSON."),
    "deleted": Code(409, "It is deleted", "Restore it first."),
    "moved_on": Code(409, "It was changed in the meantime", "Nothing was saved. `number` is its number now."),
    "nothing_to_undo": Code(409, "There is nothing to undo", "The draft is at its first step."),
    "nothing_to_redo": Code(409, "There is nothing to redo", "The draft is at its last step."),
    "unchanged": Code(409, "Nothing has changed", "The newest version has this content already."),
    "deleted_deck": Code(409, "The deck is deleted", "Restore it first."),
    "deck_needed": Code(409, "A deck or fleet is needed", "Hand in one that can be played here."),
    "tournament_moved_on": Code(
        409, "The tournament has moved on", "Nothing was done. `version` is its version now; look at it again."
    ),
    "wrong_state": Code(409, "That cannot be done now", "`detail` says why."),
    "agreed": Code(409, "Players have entered under these terms", "It stays once players can enter (rules 21.2)."),
    "too_late": Code(409, "It is too late for that", "`detail` says why."),
    "too_few": Code(409, "There are too few players", "At least two are needed."),
    "no_check_in": Code(409, "Check-in is not open yet", "`check_in_opens_at` says when."),
    "no_boosters": Code(409, "No boosters can be opened", "With the catalogue as it is (rules 22.3)."),
    "paused": Code(409, "It is paused already", "Resume it first."),
    "not_paused": Code(409, "It is not paused", "There is nothing to resume."),
    "not_as_seen": Code(412, "It has changed since it was read", "Nothing was changed. `If-Match` names another ETag."),
    "unreadable_file": Code(400, "The file cannot be read", "`detail` says where it fails."),
    "file_does_not_hold": Code(422, "The file is not valid", "Nothing was restored. `detail` says where it fails."),
    "file_too_large": Code(413, "The file is too large", "`detail` says how large it may be."),
    "too_large": Code(413, "The body is too large", "At most 3 MB are read."),
    "unsupported_media_type": Code(415, "The body is of another type", "Send `application/json`."),
    "invalid": Code(422, "A value is not allowed", "`field` says which one, `detail` what is allowed."),
    "too_many": Code(422, "There are too many", "`detail` says what of, and how many there may be."),
    "illegal_deck": Code(422, "It cannot be played here", "`problems` has each reason."),
    "unreadable": Code(422, "The text cannot be read", "`faults` has each line that cannot be read, with the reason."),
    "throttled": Code(429, "Too many requests", "The header `Retry-After` says for how many seconds to wait."),
    "failure": Code(500, "Something failed here", "It is logged. Trying again later may help."),
    "busy": Code(503, "Too much is being done at once", "Try again in a moment."),
    "cannot_save": Code(503, "Nothing can be saved", "The server’s disk is full. Try again later."),
}

_OTHERS: Mapping[int, tuple[str, ...]] = {
    403: (
        "not_your_room",
        "no_guests",
        "not_your_seat",
        "spectator",
        "unknown_reporter",
        "at_the_table",
        "not_host",
        "by_invitation",
        "turned_away",
        "seats_kept",
    ),
    404: ("no_pool",),
    409: (
        "hands_hidden",
        "too_many_muted",
        "table_moved_on",
        "key_used",
        "match_over",
        "not_started",
        "not_over",
        "at_a_tournament",
        "not_replayable",
        "not_away",
        "your_turn",
        "never_here",
        "has_grace",
        "rated",
        "already_started",
        "under_way",
        "no_opponents",
        "report_moved_on",
        "staff_moved_on",
        "no_such_move",
        "no_taking_back",
        "nothing_to_take_back",
        "take_back_too_far",
        "take_back_declined",
        "no_such_request",
        "seat_taken",
        "seats_taken",
        "terms_changed",
        "not_ready",
        "too_many_files",
        "too_many_series",
        "too_many_decks",
        "build_moved_on",
        "registered",
        "not_registered",
    ),
    422: (
        "unsayable",
        "illegal",
        "not_in_pool",
    ),
    429: (
        "too_fast",
        "too_many_reports",
        "too_many_take_backs",
    ),
    503: (
        "too_many",  # the server has no room for more
        "no_room_for_files",
    ),
}
STATUSES: Mapping[str, int] = {
    **{code: known.status for code, known in CODES.items()},
    **{code: status for status, codes in _OTHERS.items() for code in codes},
}
"""The statuses of all codes, those that no answer of the API has among them."""


class RefusalError(Exception):
    """A refused request: nothing has been changed. `code` is for clients, `message` a sentence for players."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class DomainError(RefusalError):
    """A refusal with its code. `rule` is the number of the rule that forbids it, if any."""

    def __init__(
        self, code: str, message: str, *, rule: str = "", version: int | None = None, **details: object
    ) -> None:
        super().__init__(code, message)
        self.rule = rule
        self.version = version
        self._details = details

    @property
    def details(self) -> dict[str, object]:
        """Further fields of the JSON answer, as plain data."""
        return self._details

    @property
    def status(self) -> int:
        """The HTTP status of this code."""
        return STATUSES[self.code]


def make_malformed_error(message: str) -> DomainError:
    """Return the refusal of a request whose fields or body do not fit."""
    return DomainError("malformed", message)


class FieldError(RefusalError):
    """A refusal with its code. `field` names the value that it is about, if any, such as "name" or "deck/Phasers".

    `members` are further members of the API's answer, as plain data.
    """

    def __init__(self, code: str, message: str, *, field: str = "", **members: Any) -> None:
        super().__init__(code, message)
        self.field = field
        self.members = ({"field": field} if field else {}) | members

    @classmethod
    def of_wrong_type(cls, what: str, expected: str, value: object, *, field: str) -> Self:
        """Return the error for a value of a wrong type. Lists and objects, which may be large, are named by kind."""
        kinds = {dict: "an object", list: "a list", tuple: "a list", bool: "true or false", type(None): "null"}
        found = kinds.get(type(value)) or quote(value)
        return cls("malformed", f"{what}: {expected} was expected, not {found}.", field=field)

    @classmethod
    def require_type(
        cls, value: Any, kinds: type | tuple[type, ...], what: str, expected: str, *, field: str | None = None
    ) -> Any:
        """Return the value if it is of one of these types; booleans are no numbers. Raises this error otherwise.

        `field` is what is refused, unless said the same as `what`.
        """
        if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is int):
            raise cls.of_wrong_type(what, expected, value, field=what if field is None else field)
        return value
