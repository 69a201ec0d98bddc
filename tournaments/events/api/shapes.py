"""Shapes of the API of tournaments: JSON Schemas of the bodies of its requests, and serializers of its responses.

Both are documentation too. Services validate the values of a request.
"""

from __future__ import annotations

from functools import partial

from django.urls import reverse
from rest_framework import serializers

from incursions.kit.api.requests import Schema, a_text, an_object
from tournaments.events.enums import (
    DecksOpen,
    DeliveryState,
    EntryState,
    Kind,
    MessageForm,
    PenaltyKind,
    Role,
    RoundState,
    SitOutKind,
    Source,
    TournamentState,
)
from tournaments.events.files.restoration import MOST_ROWS
from tournaments.events.files.tournament_file import KEYS
from tournaments.events.formats import FORMATS
from tournaments.events.locked_tournament import Ability, Actor
from tournaments.events.models import (
    LONGEST_ADDRESS,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_SECRET,
    Entry,
    Table,
    Tournament,
    Webhook,
)
from tournaments.events.pairing import LARGEST_POD
from tournaments.events.plans import BOUNDS, BOUNDS_OF_FRACTIONS, BOUNDS_OF_PHASES, MOST_PHASES
from tournaments.events.tie_breaks import TIE_BREAKS
from tournaments.events.webhooks import SHORTEST_SECRET
from tournaments.matches.game_kinds import bot_titles, game_kinds, loadouts_of, tournament_terms

LONGEST_USER = 150

SEEN: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": 2**31 - 1,
    "description": "The version of the tournament that was seen; with an old one nothing is done",
}
FLAG: Schema = {"type": "boolean"}
USER = a_text(LONGEST_USER, "A user name")


def _one_of(words: list[str]) -> Schema:
    return {"type": "string", "enum": words}


def _integer(bounds: tuple[int, int], about: str = "") -> Schema:
    found: Schema = {"type": "integer", "minimum": bounds[0], "maximum": bounds[1]}
    return found | {"description": about} if about else found


PHASE = an_object(
    (),
    format=_one_of([*FORMATS]),
    **{name: _integer(bounds) for name, bounds in BOUNDS_OF_PHASES.items()},
    seats=_integer((2, LARGEST_POD), "At a table of pods"),
    third_place=FLAG,
    is_double=FLAG,
)
PLAN: dict[str, Schema] = {
    "name": a_text(LONGEST_NAME),
    "description": a_text(LONGEST_DESCRIPTION, least=0),
    "starts_at": {"type": ["string", "null"], "format": "date-time", "description": "With its zone; null: by hand"},
    "is_listed": FLAG,
    "kind": _one_of(Kind.values),
    "is_table_top": FLAG,
    "rated": FLAG,
    "decks_open": _one_of(DecksOpen.values),
    "is_automatic": FLAG,
    **{name: _integer(bounds) | {"type": "number"} for name, bounds in BOUNDS_OF_FRACTIONS.items()},
    **{term.name: _integer((term.least, term.most)) for term in tournament_terms()},
    **{name: _integer(bounds) for name, bounds in BOUNDS.items()},
    "capacity": {"type": ["integer", "null"], "minimum": BOUNDS["capacity"][0], "maximum": BOUNDS["capacity"][1]},
    "tie_breaks": {
        "type": "array",
        "minItems": 1,
        "maxItems": len(TIE_BREAKS),
        "uniqueItems": True,
        "items": _one_of([*TIE_BREAKS]),
    },
    "phases": {"type": "array", "minItems": 1, "maxItems": MOST_PHASES, "items": PHASE},
}
TOURNAMENT_MODES = list(dict.fromkeys(mode for kind in game_kinds().values() for mode in kind.tournament_kinds))
if len(game_kinds()) > 1:
    PLAN["game"] = _one_of([*game_kinds()])
if len(TOURNAMENT_MODES) > 1:
    PLAN["mode"] = _one_of(TOURNAMENT_MODES)


def _make_body(*needed: str, **properties: Schema) -> Schema:
    return an_object(needed, **properties, seen=SEEN)


CREATE_BODY = an_object(("name",), **PLAN)
CHANGE_BODY = _make_body(**PLAN)
STEP_BODY = _make_body()
LOADOUTS = [loadouts_of(game) for game in game_kinds()]
OWN_FIELDS = [each.own_field for each in LOADOUTS if each.own_field]
DECK: dict[str, Schema] = {name: schema for each in LOADOUTS for name, schema in each.api_fields.items()}
BOT_DECK: dict[str, Schema] = {name: schema for each in LOADOUTS for name, schema in each.api_bot_fields.items()}
ENTER_BODY = _make_body(**DECK)
HAND_IN_BODY = an_object((), **DECK, seen=SEEN) | {"minProperties": 1}
ENTER_FOR_BODY = _make_body(
    user=USER,
    name=a_text(LONGEST_NAME, "At table-top events: a player without an account"),
    bot=_one_of([*bot_titles()]),
    **BOT_DECK,
) | {"minProperties": 1}
APPOINT_BODY = _make_body("role", role=_one_of(Role.values))
IMPORT_BODY = _make_body(
    "text",
    text=a_text(1_000_000, "CSV; columns user, name, bot and starter, or one alone"),
    enter=FLAG | {"description": "Enter them; else it is only tried"},
    leave_bad=FLAG | {"description": "Leave out lines that cannot be taken"},
)
ROWS: Schema = {"type": "array", "maxItems": MOST_ROWS, "items": {"type": "object"}}
RESTORE_BODY = an_object(
    KEYS,
    **dict.fromkeys(KEYS, ROWS)
    | {
        "format": _one_of([kind.tournament_format for kind in game_kinds().values()]),
        "id": {"description": "Kept where it is free"},
        "tournament": {"type": "object"},
        "stock": {"type": ["object", "null"]},
    },
)
"""The schema of the file of a tournament. docs/tournaments.md describes its parts."""
WEBHOOK_BODY = _make_body(
    "address",
    address=a_text(LONGEST_ADDRESS, "https:// or http://, and the name of a host"),
    secret=a_text(LONGEST_SECRET, "By which messages are signed; one is made if it is left out")
    | {"minLength": SHORTEST_SECRET},
    form=_one_of(MessageForm.values),
)


Data = dict[str, object]
Text, Number, Flag, Time = (
    serializers.CharField,
    serializers.IntegerField,
    serializers.BooleanField,
    serializers.DateTimeField,
)
TextOrEmpty = partial(Text, allow_blank=True)
NumberOrNull, TimeOrNull = partial(Number, allow_null=True), partial(Time, allow_null=True)


def _words(words: list[str], about: str = "", **more: object) -> serializers.CharField:
    told = ", ".join(f"`{word}`" for word in words if word)
    return Text(help_text=f"{about}: {told}" if about else f"One of {told}", **more)


def _numbers(**more: object) -> serializers.ListField:
    return serializers.ListField(child=Number(), **more)


class TournamentSummaryShape(serializers.Serializer):
    """A tournament in a list."""

    id = Text(source="public_id", help_text="Its id in addresses")
    name = Text()
    state = _words(TournamentState.values)
    kind = _words(Kind.values)
    starts_at = TimeOrNull()
    is_table_top = Flag()
    rated = Flag()
    capacity = NumberOrNull()
    players = Number(source="coming", help_text="How many have a place, or play")
    url = Text(source="get_absolute_url", help_text="Its page")
    api = Text(source="public_id", help_text="Its address here")

    def to_representation(self, row: Tournament) -> Data:
        """Return a tournament with its addresses."""
        return super().to_representation(row) | {"api": reverse("tournaments_api:tournament", args=[row.public_id])}


class PhaseOfPlanShape(serializers.Serializer):
    """A part of a tournament with one format."""

    number = Number()
    format = _words([*FORMATS])
    rounds = Number(help_text="0: as many as the field needs")
    cut_to = Number(help_text="So many advance to it; 0: everybody")
    seats = Number()
    match_s = Number(help_text="0: as all others")
    third_place = Flag()
    is_double = Flag()
    has_begun = Flag()
    seeds = _numbers(help_text="Numbers of the players who began it, the best first")


class PlanShape(serializers.Serializer):
    """The plan of a tournament. Lengths are in seconds."""

    is_listed = Flag()
    is_automatic = Flag(help_text="Pairs and publishes the next round by itself")
    decks_open = _words(DecksOpen.values)
    tie_breaks = serializers.ListField(child=_words([*TIE_BREAKS]))
    phases = PhaseOfPlanShape(many=True)

    def get_fields(self) -> dict[str, serializers.Field]:
        has_games = len(game_kinds()) > 1
        missing = {"default": None, "allow_null": True} if has_games else {}  # a term of another game
        terms = {term.name: Number(source=f"filled_terms.{term.name}", **missing) for term in tournament_terms()}
        numbers = terms | {name: Number(allow_null=name == "capacity") for name in BOUNDS}
        if has_games:
            numbers["game"] = Text()
        if len(TOURNAMENT_MODES) > 1:
            numbers["mode"] = Text(source="mode_kind.name", help_text="Of its matches")
        fractions = {name: serializers.FloatField() for name in BOUNDS_OF_FRACTIONS}
        return {**numbers, **super().get_fields(), **fractions}


class YouShape(serializers.Serializer):
    """The client's own role and place in a tournament."""

    role = _words(Role.values, "Empty for none; one of", source="actor.role", allow_blank=True)
    may = serializers.ListField(child=Text(), source="abilities", help_text="What the staff may do, in words")
    player = NumberOrNull(source="own.number", help_text="Your number among the players")


class TournamentShape(TournamentSummaryShape):
    """A tournament."""

    description = TextOrEmpty()
    version = Number(help_text="How many lines its log has: rises with every change")
    created_at = Time()
    started_at = TimeOrNull()
    ended_at = TimeOrNull()
    check_in_opens_at = TimeOrNull()
    builds_until = TimeOrNull()
    next_round_at = TimeOrNull()
    paused_at = TimeOrNull()
    paused_for = TextOrEmpty()
    commitment = Text(help_text="Of the seed (docs/tournaments.md)")
    round = NumberOrNull(help_text="The last round that you may see")
    decks_are_open = Flag(source="are_decks_open")
    seed = Text(source="published_seed", allow_null=True, help_text="Published when the tournament is over")
    plan = PlanShape(source="*")
    you = YouShape()


class EntryShape(serializers.Serializer):
    """A player of a tournament. What is not shown to you is null."""

    number = Number(help_text="By which all else names the player")
    name = Text()
    bot = TextOrEmpty(help_text="The strength of a bot; empty of a person")
    state = _words(EntryState.values)
    entered_at = Time()
    no_shows = Number()
    player = Text(source="user.username", allow_null=True, help_text="The user name; null of bots, and of names alone")
    has_deck = Flag(allow_null=True)
    deck_problem = TextOrEmpty(allow_null=True, help_text="What keeps the deck from being played")
    reason = TextOrEmpty(allow_null=True, help_text="Why the state is what it is, where a reason was given")

    def to_representation(self, entry: Entry) -> Data:
        """Return a player. What a deck lacks is for its player and for who looks decks through."""
        actor: Actor = self.context["view"].seen.actor
        told, own = super().to_representation(entry), entry.is_of(actor.user)
        if not own and not actor.is_staff:
            told |= {"has_deck": None, "reason": None}
        if not own and not actor.may(Ability.SEE_DECKS):
            told["deck_problem"] = None
        return told


class SeatedShape(serializers.Serializer):
    """A player at a table."""

    number = Number(source="entry.number")
    name = Text(source="entry.name")
    place = NumberOrNull(help_text="1 is the first; equal places are shared; all last: all have lost")
    left = NumberOrNull(help_text="What is left at the end, such as hull and shields")
    is_no_show = Flag()
    side = TextOrEmpty(default="", help_text="What the seat plays, where the seat decides it")


class TableShape(serializers.Serializer):
    """A table of a round."""

    number = Number()
    why = TextOrEmpty(help_text="Why these meet")
    bracket_match = NumberOrNull()
    is_featured = Flag()
    extension_s = Number()
    opened_at = TimeOrNull()
    source = _words(Source.values, "Where the result comes from, empty while there is none", allow_blank=True)
    result_at = TimeOrNull()
    ending = TextOrEmpty(help_text="How it was decided, in words")
    match = Text(
        source="match.public_id",
        allow_null=True,
        help_text="Its id: `/matches/ID`, `/matches/ID/replay`, `/matches/ID/export`",
    )
    players = SeatedShape(many=True, source="places", help_text="In the order of seats")

    def to_representation(self, table: Table) -> Data:
        """Return a table of that mode with its players, whose places are told when it is decided."""
        told = super().to_representation(table)
        sides = self.context["mode"].list_sides(len(told["players"]))
        for player, side in zip(told["players"], sides, strict=False):
            player["side"] = side
        if not table.is_decided:
            for player in told["players"]:
                player |= {"place": None, "left": None}
        return told


class SitOutShape(serializers.Serializer):
    """A player without a table in a round."""

    number = Number(source="entry.number")
    name = Text(source="entry.name")
    kind = _words(SitOutKind.values)
    why = TextOrEmpty()


class RoundSummaryShape(serializers.Serializer):
    """A round in a list."""

    number = Number()
    phase = Number(source="phase.number")
    in_phase = Number(help_text="Which round of its phase it is")
    format = _words([*FORMATS], source="phase.format")
    state = _words(RoundState.values)
    published_at = TimeOrNull()
    starts_at = TimeOrNull()
    began_at = TimeOrNull()
    ends_at = TimeOrNull()
    ended_at = TimeOrNull()
    tables = Number(source="table_count", help_text="How many there are")
    undecided = Number(source="undecided_count", help_text="How many of them have no result yet")


class RoundShape(RoundSummaryShape):
    """A round with its tables."""

    tables = TableShape(many=True)
    sit_outs = SitOutShape(many=True)
    warnings = serializers.ListField(child=Text(), help_text="What an organizer should know of the pairing")
    version = Number(help_text="Of the tournament")


class PartShape(serializers.Serializer):
    """A number that a tie-break is computed from."""

    number = NumberOrNull(source="player", help_text="Of which player; null of nobody in particular")
    value = serializers.FloatField()
    is_floor = Flag(help_text="It was raised to the least that counts")


class AccountShape(serializers.Serializer):
    """An explanation of a number: its rule and its parts."""

    how = Text()
    parts = PartShape(many=True)


class ComparedShape(serializers.Serializer):
    """A number that players are compared by; more is better."""

    by = _words([*TIE_BREAKS])
    value = serializers.FloatField()
    exact = Text(help_text="As a fraction")
    account = AccountShape(allow_null=True, help_text="With `accounts=true`")


class StandingShape(serializers.Serializer):
    """The standing of a player."""

    rank = Number()
    number = Number()
    name = Text()
    has_dropped = Flag()
    points = Number()
    wins = Number()
    draws = Number()
    losses = Number()
    byes = Number()
    compared = ComparedShape(many=True, help_text="In the order in which they decide")


class BracketSourceShape(serializers.Serializer):
    """The source of a player in a bracket."""

    of = Text(help_text="`seed`, `winner` or `loser`")
    number = Number(help_text="The seed, or the match that is won or lost")


class BracketMatchShape(serializers.Serializer):
    """A match of a bracket."""

    number = Number()
    part = Text(help_text="`winners`, `losers`, `third place` or `final`")
    round = Number()
    sources = BracketSourceShape(many=True)
    if_loses = NumberOrNull(help_text="Played only if the first side of that match loses it")
    players = serializers.ListField(child=NumberOrNull(), help_text="Null while that is not known")
    winner = NumberOrNull()
    played_in = NumberOrNull(help_text="The round of the tournament")
    table = NumberOrNull()


class BracketShape(serializers.Serializer):
    """The bracket of a phase."""

    phase = Number()
    format = _words([*FORMATS])
    seeds = _numbers(help_text="Numbers of the players, the best first")
    matches = BracketMatchShape(many=True)


class BracketsShape(serializers.Serializer):
    """All brackets that have begun."""

    brackets = BracketShape(many=True)


class FinalPlaceShape(serializers.Serializer):
    """A place of the end, and who shares it."""

    place = Number()
    players = _numbers()


class FinalPlacesShape(serializers.Serializer):
    """The final places. Empty until the tournament is over."""

    is_final = Flag()
    places = FinalPlaceShape(many=True)


class DeckOfPlayerShape(serializers.Serializer):
    """The deck of a player."""

    number = Number()
    name = Text()
    starter = TextOrEmpty(
        source="loadout_columns.starter",
        help_text="The title of a starter deck or ready-made fleet; empty for one's own",
    )
    content = serializers.DictField(
        source="own_content",
        allow_null=True,
        help_text="One's own as it was handed in (docs/decks.md)",
    )
    pool = serializers.DictField(allow_null=True, help_text="What the player opened, booster by booster")
    checked_by = TextOrEmpty(source="deck_checked_by")


class LogLineShape(serializers.Serializer):
    """A change of a tournament."""

    number = Number()
    at = Time()
    role = TextOrEmpty()
    did = Text()
    words = Text()
    reason = TextOrEmpty()
    before = serializers.JSONField(help_text="Null where nothing was there")
    after = serializers.JSONField(help_text="Null where nothing is left")
    by = TextOrEmpty(source="by_name", help_text="Empty for the server itself")


class PenaltyShape(serializers.Serializer):
    """A penalty."""

    number = Number(source="entry.number", help_text="Of the player")
    name = Text(source="entry.name")
    kind = _words(PenaltyKind.values)
    reason = Text()
    round = NumberOrNull(source="round_number")
    by = Text(source="by_name")
    at = Time()


class OfStaffShape(serializers.Serializer):
    """Somebody of the staff."""

    player = Text(source="user.username", help_text="The user name")
    name = Text(source="user")
    role = _words(Role.values)


class StaffShape(serializers.Serializer):
    """The staff of a tournament."""

    staff = OfStaffShape(many=True)


class ImportedLineShape(serializers.Serializer):
    """The result for a line of an imported file."""

    line = Number(help_text="In the file, from 1")
    text = TextOrEmpty()
    fault = TextOrEmpty(help_text="Why it cannot be taken; empty where it can")
    number = NumberOrNull(help_text="Of the player that was entered")
    is_double = Flag(help_text="The player is entered already, so the line enters nobody")


class ImportedShape(serializers.Serializer):
    """The result of importing a list of players."""

    entered = Flag(source="is_done")
    faults = Number()
    unused = serializers.ListField(child=Text(), help_text="The headings of columns that were left aside")
    lines = ImportedLineShape(many=True)


class RestoredShape(serializers.Serializer):
    """The result of restoring a tournament from its file."""

    tournament = TournamentShape()
    accounts = serializers.ListField(child=Text(), help_text="Players who are users here")
    names = serializers.ListField(child=Text(), help_text="Players who are names alone")


class WebhookShape(serializers.Serializer):
    """An address that is told."""

    number = Number()
    address = Text()
    form = _words(MessageForm.values)
    secret = Text(allow_null=True, help_text="Told when it is made, and never again")

    def to_representation(self, hook: Webhook) -> Data:
        """Return a webhook, with its secret where this is not one of a list."""
        told = super().to_representation(hook)
        return told if self.parent is None else told | {"secret": None}


class WebhooksShape(serializers.Serializer):
    """All of a tournament."""

    webhooks = WebhookShape(many=True)


class DeliveryShape(serializers.Serializer):
    """A message, and what became of it."""

    delivery = Text(source="key", help_text="The same each time it is sent")
    event = Text()
    at = Time()
    state = _words(DeliveryState.values)
    tries = Number()
    tried_at = TimeOrNull()
    next_try_at = TimeOrNull()
    status = NumberOrNull(help_text="Of the last answer; null where there was none")
    answer = TextOrEmpty(help_text="Its first words, or why there was none")
