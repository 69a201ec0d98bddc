"""Refusals of services, each with a stable code for clients and a sentence for players."""

STATUSES = {
    "malformed": 400,
    "not_your_room": 403,
    "no_guests": 403,
    "hands_hidden": 409,
    "too_many_muted": 409,
    "unsayable": 422,
    "too_fast": 429,
    "unreadable_file": 400,
    "file_too_large": 413,
    "file_does_not_hold": 422,
    "not_your_seat": 403,
    "not_yours": 403,
    "spectator": 403,
    "not_shown": 403,
    "unknown_reporter": 403,
    "at_the_table": 403,
    "not_host": 403,
    "accounts_only": 403,
    "by_invitation": 403,
    "turned_away": 403,
    "seats_kept": 403,
    "not_found": 404,
    "no_such_deck": 404,
    "deleted_deck": 409,
    "table_moved_on": 409,
    "match_over": 409,
    "not_started": 409,
    "not_over": 409,
    "at_a_tournament": 409,
    "not_replayable": 409,
    "not_away": 409,
    "your_turn": 409,
    "never_here": 409,
    "has_grace": 409,
    "rated": 409,
    "already_started": 409,
    "under_way": 409,
    "no_opponents": 409,
    "report_moved_on": 409,
    "not_staff": 403,
    "staff_moved_on": 409,
    "paused": 409,
    "not_paused": 409,
    "no_such_move": 409,
    "no_taking_back": 409,
    "nothing_to_take_back": 409,
    "take_back_too_far": 409,
    "take_back_declined": 409,
    "no_such_request": 409,
    "seat_taken": 409,
    "seats_taken": 409,
    "terms_changed": 409,
    "not_ready": 409,
    "deck_needed": 409,
    "illegal": 422,
    "illegal_deck": 422,
    "too_many_reports": 429,
    "too_many_files": 409,
    "too_many_take_backs": 429,
    "too_many": 503,
    "no_room_for_files": 503,
    "tournament_moved_on": 409,
    "wrong_state": 409,
    "agreed": 409,
    "no_such_player": 404,
    "no_such_round": 404,
    "no_such_table": 404,
    "too_late": 409,
    "too_few": 409,
    "disqualified": 403,
    "not_entered": 403,
    "no_check_in": 409,
    "no_boosters": 409,
    "too_many_series": 409,
    "too_many_decks": 409,
    "no_pool": 404,
    "build_moved_on": 409,
    "registered": 409,
    "not_registered": 409,
    "nothing_to_undo": 409,
    "nothing_to_redo": 409,
    "not_in_pool": 422,
    "busy": 503,
}


class RefusalError(Exception):
    """A refused request: nothing has been changed. `message` is a sentence for players."""

    message: str


class DomainError(RefusalError):
    """A refusal with its code. `rule` is the number of the rule that forbids it, if any."""

    def __init__(self, code: str, message: str, *, rule: str = "", version: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.version = version

    @property
    def details(self) -> dict[str, object]:
        """Further fields of the JSON answer, as plain data."""
        return {}

    @property
    def status(self) -> int:
        """The HTTP status of this code."""
        return STATUSES[self.code]


def make_malformed_error(message: str) -> DomainError:
    """Return the refusal of a request whose fields or body do not fit."""
    return DomainError("malformed", message)
