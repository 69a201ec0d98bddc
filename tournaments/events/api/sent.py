"""JSON Schemas of request bodies, for the documentation. Services validate the values."""

from __future__ import annotations

from cards.api.sent import ID, TITLE, Schema, a_text, an_object
from tournaments.events.desk.acts import LEFT, PLACES
from tournaments.events.enums import DecksOpen, Kind, MessageForm, Role
from tournaments.events.files.restoring import MOST_ROWS
from tournaments.events.files.whole import FORMAT, KEYS
from tournaments.events.formats import FORMATS
from tournaments.events.models import LONGEST_ADDRESS, LONGEST_DESCRIPTION, LONGEST_NAME, LONGEST_SECRET
from tournaments.events.pairing import LARGEST_POD
from tournaments.events.plans import BOUNDS, BOUNDS_OF_FRACTIONS, BOUNDS_OF_PHASES, MOST_PHASES
from tournaments.events.standings import TIE_BREAKS
from tournaments.events.webhooks import SHORTEST_SECRET
from tournaments.matches.append_only import LONGEST_REASON
from tournaments.matches.enums import Bot

LONGEST_USER = 150

SEEN: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 2**31 - 1,
    "description": "The version of the tournament that was seen; with an old one nothing is done",
}
FLAG: Schema = {"type": "boolean"}
REASON = a_text(LONGEST_REASON, "It goes into the log")
USER = a_text(LONGEST_USER, "A user name")


def _words(words: list[str]) -> Schema:
    return {"type": "string", "enum": words}


def _number(bounds: tuple[int, int], about: str = "") -> Schema:
    found: Schema = {"type": "integer", "minimum": bounds[0], "maximum": bounds[1]}
    return found | {"description": about} if about else found


PHASE = an_object(
    (),
    format=_words([*FORMATS]),
    **{name: _number(bounds) for name, bounds in BOUNDS_OF_PHASES.items()},
    seats=_number((2, LARGEST_POD), "At a table of pods"),
    third_place=FLAG,
    is_double=FLAG,
)
PLAN: dict[str, Schema] = {
    "name": a_text(LONGEST_NAME),
    "description": a_text(LONGEST_DESCRIPTION, least=0),
    "starts_at": {"type": ["string", "null"], "format": "date-time", "description": "With its zone; null: by hand"},
    "is_listed": FLAG,
    "kind": _words(Kind.values),
    "is_table_top": FLAG,
    "rated": FLAG,
    "decks_open": _words(DecksOpen.values),
    "is_automatic": FLAG,
    **{name: _number(bounds) | {"type": "number"} for name, bounds in BOUNDS_OF_FRACTIONS.items()},
    **{name: _number(bounds) for name, bounds in BOUNDS.items()},
    "capacity": {"type": ["integer", "null"], "minimum": BOUNDS["capacity"][0], "maximum": BOUNDS["capacity"][1]},
    "tie_breaks": {
        "type": "array",
        "minItems": 1,
        "maxItems": len(TIE_BREAKS),
        "uniqueItems": True,
        "items": _words([*TIE_BREAKS]),
    },
    "phases": {"type": "array", "minItems": 1, "maxItems": MOST_PHASES, "items": PHASE},
}


def _body(*needed: str, **properties: Schema) -> Schema:
    return an_object(needed, **properties, seen=SEEN)


CREATE = an_object(("name",), **PLAN)
CHANGE = _body(**PLAN)
STEP = _body()
DECK: dict[str, Schema] = {
    "deck": ID | {"description": "The id of a deck of your own"},
    "starter": TITLE | {"description": "The title of a starter deck instead"},
}
ENTER = _body(**DECK)
HAND_IN = an_object((), **DECK, seen=SEEN) | {"minProperties": 1}
ENTER_FOR = an_object(
    user=USER,
    name=a_text(LONGEST_NAME, "At table-top events: a player without an account"),
    bot=_words([one for one in Bot.values if one]),
    starter=TITLE,
    seen=SEEN,
) | {"minProperties": 1}
APPOINT = _body("role", role=_words(Role.values))
REPORT = _body("places", **PLACES.properties, **LEFT.properties)
IMPORT = _body(
    "text",
    text=a_text(1_000_000, "CSV; columns user, name, bot and starter, or one alone"),
    enter=FLAG | {"description": "Enter them; else it is only tried"},
    leave_bad=FLAG | {"description": "Leave out lines that cannot be taken"},
)
ROWS: Schema = {"type": "array", "maxItems": MOST_ROWS, "items": {"type": "object"}}
RESTORE = an_object(
    KEYS,
    **dict.fromkeys(KEYS, ROWS)
    | {
        "format": _words([FORMAT]),
        "id": {"description": "Kept where it is free"},
        "tournament": {"type": "object"},
        "stock": {"type": ["object", "null"]},
    },
)
"""The schema of the file of a tournament. docs/tournaments.md describes its parts."""
WEBHOOK = _body(
    "address",
    address=a_text(LONGEST_ADDRESS, "https:// or http://, and the name of a host"),
    secret=a_text(LONGEST_SECRET, "By which messages are signed; one is made if it is left out")
    | {"minLength": SHORTEST_SECRET},
    form=_words(MessageForm.values),
)
