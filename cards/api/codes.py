"""Every error code of the API, with its status and meaning. The documents list this table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


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
    "not_yours": Code(403, "Only its owner may do this", "A copy of the deck would be yours."),
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
    "no_such_deck": Code(404, "There is no such deck", "Of yours."),
    "no_such_page": Code(404, "There is no such page", "`last` is the last page."),
    "no_such_catalogue": Code(404, "The catalogue has another version now", "`current` leads to the present file."),
    "method_not_allowed": Code(405, "The method is not allowed here", "The header `Allow` lists those that are."),
    "not_acceptable": Code(406, "No such form is to be had", "Answers are JSON."),
    "deleted": Code(409, "The deck is deleted", "Restore it first."),
    "moved_on": Code(409, "The deck was changed in the meantime", "Nothing was saved. `number` is its number now."),
    "nothing_to_undo": Code(409, "There is nothing to undo", "The draft is at its first step."),
    "nothing_to_redo": Code(409, "There is nothing to redo", "The draft is at its last step."),
    "unchanged": Code(409, "Nothing has changed", "The newest version has this content already."),
    "deleted_deck": Code(409, "The deck is deleted", "Restore it first."),
    "deck_needed": Code(409, "A deck is needed", "Hand in one that can be played here."),
    "tournament_moved_on": Code(
        409, "The tournament has moved on", "Nothing was done. `version` is its version now; look at it again."
    ),
    "wrong_state": Code(409, "That cannot be done now", "`detail` says why."),
    "agreed": Code(409, "Players have agreed to it", "It stays as it is since they could enter (rules 21.2)."),
    "too_late": Code(409, "It is too late for that", "`detail` says why."),
    "too_few": Code(409, "There are too few players", "Two at least have to be there."),
    "no_check_in": Code(409, "Nobody is asked to check in yet", "`check_in_opens_at` says when."),
    "no_boosters": Code(409, "No boosters can be opened", "With the catalogue as it is (rules 22.3)."),
    "paused": Code(409, "It is paused already", "Let it go on first."),
    "not_paused": Code(409, "It is not paused", "There is nothing to let go on."),
    "not_as_seen": Code(412, "It is not as it was seen", "Nothing was changed. `If-Match` names another ETag."),
    "unreadable_file": Code(400, "The file cannot be read", "`detail` says where it fails."),
    "file_does_not_hold": Code(422, "The file does not hold", "Nothing was restored. `detail` says where it fails."),
    "file_too_large": Code(413, "The file is too large", "`detail` says how large it may be."),
    "too_large": Code(413, "The body is too large", "At most 3 MB are read."),
    "unsupported_media_type": Code(415, "The body is of another type", "Send `application/json`."),
    "invalid": Code(422, "A value cannot be kept", "`field` says which one, `detail` what is allowed."),
    "too_many": Code(422, "There are too many", "`detail` says what of, and how many there may be."),
    "illegal_deck": Code(422, "The deck cannot be played here", "`problems` has each reason."),
    "unreadable": Code(422, "The deck cannot be read", "`faults` has each line that cannot be read, with the reason."),
    "throttled": Code(429, "Too many requests", "The header `Retry-After` says for how many seconds to wait."),
    "failure": Code(500, "Something failed here", "It is logged. Trying again later may help."),
    "busy": Code(503, "Too much is being done at once", "Try again in a moment."),
    "cannot_save": Code(503, "Nothing can be saved", "The server’s disk is full. Try again later."),
}
