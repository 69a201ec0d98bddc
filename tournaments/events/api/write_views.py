"""Resources of tournaments that change something: plans, players, rounds, acts of the staff, files and webhooks.

Each value of a plan is read with its type; those left out stay unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from incursions.accounts.models import User
from incursions.kit.api.requests import Body, an_object, bytes_of
from incursions.kit.api.views import operation
from incursions.kit.refusals import DomainError, FieldError
from tournaments.events.api import shapes
from tournaments.events.api.read_views import (
    ANY,
    SEEN,
    TournamentView,
    staff_answer,
    tournament_data,
    with_counts,
)
from tournaments.events.desk.act_fields import Act, Endpoint
from tournaments.events.desk.acts import LEFT, PLACES
from tournaments.events.entries import check_in, drop, enter, enter_for, submit_deck
from tournaments.events.enums import COMING, EntryState, Kind, MessageForm, TournamentState
from tournaments.events.files.downloads import FILES, file_answer
from tournaments.events.files.player_lists import Report, import_players
from tournaments.events.files.restoration import LARGEST_UPLOAD, check_may_restore, restore_upload
from tournaments.events.locked_tournament import Ability
from tournaments.events.models import Delivery, Entry, Round, Tournament, Webhook
from tournaments.events.plans import (
    MOST_PHASES,
    PhasePlan,
    Plan,
    appoint,
    change_tournament,
    create_tournament,
    dismiss,
    make_usual_plan,
    plan_of,
)
from tournaments.events.results import report_result
from tournaments.events.rounds import pair_round
from tournaments.events.webhooks import add_webhook, remove_webhook, send_test
from tournaments.matches.game_kinds import game_kinds, tournament_terms
from tournaments.players.profile_page import find_player

PLAN = tuple(one.name for one in fields(Plan) if one.name != "game_terms")
TERMS = tuple(term.name for term in tournament_terms())
OF_GAME = ("mode", "game_terms", "tie_breaks", "decks_open", "match_s", "bank_s", "free_s")
EARLIEST, LATEST = 2000, 2100
MOST = 2**31


def read_plan(body: Body, before: Plan) -> Plan:
    """Return the plan with the values of the body. Raises `FieldError` malformed for a value of another type."""
    given = _read_values(Plan, {name: body.get(name) for name in PLAN if name in body})
    if given.get("game", before.game) != before.game and given["game"] in game_kinds():
        # What belongs to the game before gives way to what is usual in the other one.
        usual = make_usual_plan(given["game"])
        before = replace(before, **{name: getattr(usual, name) for name in OF_GAME}, game=usual.game)
    elif given.get("mode", before.mode) != before.mode:
        before = replace(before, game_terms={})
    plan = replace(before, **given)
    numbers = {name: _read_value("int", body.get(name), name) for name in TERMS if name in body}
    return replace(plan, game_terms={**plan.game_terms, **numbers})


def _read_values(plan: type[Plan | PhasePlan], said: Mapping[str, object], where: str = "") -> dict[str, Any]:
    """Return the given values of a plan or a phase, each read as the type of its field."""
    return {
        one.name: _read_value(str(one.type), said[one.name], where + one.name)
        for one in fields(plan)
        if one.name in said
    }


def _read_value(declared: str, value: Any, field: str) -> Any:
    """Return a value as a field of this type has it; numbers are limited in size."""
    if declared in READERS:
        return READERS[declared](value, field)
    kinds, expected = PLAIN_TYPES[declared]
    if type(value) not in kinds or (type(value) in (int, float) and not abs(value) < MOST):
        raise FieldError.of_wrong_type(field, expected, value, field=field)
    return float(value) if float in kinds else value


def read_moment(value: Any, field: str) -> datetime | None:
    """Return a time from ISO 8601 with its zone; None for null. Raises `FieldError` malformed."""
    if value is None:
        return None
    expected = "a time with its zone, such as 2026-11-27T18:00:00+01:00"
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise FieldError.of_wrong_type(field, expected, value, field=field) from None
    if found.tzinfo is None or not EARLIEST < found.year < LATEST:
        raise FieldError.of_wrong_type(field, expected, value, field=field)
    return found.astimezone(UTC)


def _read_texts(value: Any, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise FieldError.of_wrong_type(field, "a list of texts", value, field=field)
    return tuple(value)


def _read_phases(value: Any, field: str) -> tuple[PhasePlan, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_PHASES:
        raise FieldError.of_wrong_type(field, f"a list of 1 to {MOST_PHASES} phases", value, field=field)
    return tuple(_read_phase(one, f"{field}/{number}") for number, one in enumerate(value, 1))


def _read_phase(value: Any, field: str) -> PhasePlan:
    FieldError.require_type(value, Mapping, field, "an object")
    known = [one.name for one in fields(PhasePlan)]
    strange = next((name for name in value if name not in known), None)
    if strange is not None:
        raise FieldError.of_wrong_type(field, f"nothing but {', '.join(known)}", strange, field=field)
    return PhasePlan(**_read_values(PhasePlan, value, f"{field}/"))


PLAIN_TYPES: Mapping[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "a text"),
    "bool": ((bool,), "true or false"),
    "int": ((int,), "a whole number"),
    "int | None": ((int, type(None)), "a whole number"),
    "float": ((int, float), "a number"),
}
"""The types of the values of a plan's field, and what is said of other values, by its declared type."""
READERS: Mapping[str, Callable[[Any, str], Any]] = {
    "datetime | None": read_moment,
    "tuple[str, ...]": _read_texts,
    "tuple[PhasePlan, ...]": _read_phases,
}
"""The readers of other fields of a plan, by their declared types."""


STATES = [state.value for state in TournamentState if state != TournamentState.DRAFT]


class Tournaments(TournamentView):
    """All tournaments."""

    @operation(
        "tournaments_list",
        "List tournaments, the newest first",
        shapes.TournamentSummaryShape,
        OpenApiParameter("state", {"type": "string", "enum": STATES}, description="The state of the tournament"),
        OpenApiParameter("kind", {"type": "string", "enum": Kind.values}),
        OpenApiParameter("mine", shapes.FLAG, description="Those you have entered or help to run, drafts included"),
        is_paged=True,
    )
    def get(self, request: Request) -> QuerySet[Tournament]:
        """A page of those that are announced."""
        mine = self.asked.flag("mine")
        if mine and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have tournaments of your own.")
        found = Tournament.objects.of_user(request.user) if mine else Tournament.objects.listed()
        state = self.asked.one_of("state", [ANY, *STATES], ANY)
        kind = self.asked.one_of("kind", [ANY, *Kind.values], ANY)
        if state:
            found = found.filter(state=state)
        if kind:
            found = found.filter(kind=kind)
        coming = Count("entries", filter=Q(entries__state__in=COMING))
        return found.annotate(coming=coming).order_by("-created_at", "-pk")

    @operation(
        "tournaments_create", "Prepare a tournament", shapes.TournamentShape, status=201, file=shapes.CREATE_BODY
    )
    def post(self, request: Request) -> Response:
        """A draft, which its staff alone see until it is opened. What is left out has its usual value."""
        body = Body(request, *PLAN, *TERMS)
        body.text("name")
        row = create_tournament(request.user, read_plan(body, Plan()))
        where = reverse("tournaments_api:tournament", args=[row.public_id])
        return Response(tournament_data(self.find(row.public_id)), status=201, headers={"Location": where})


class OneTournament(TournamentView):
    """A tournament."""

    @operation("tournaments_read", "Read a tournament", shapes.TournamentShape)
    def get(self, request: Request, event: str) -> Response:
        """Return the plan, the state and the next deadline of a tournament."""
        return self.answer("tournament", event)

    @operation("tournaments_change", "Change the plan", shapes.TournamentShape, file=shapes.CHANGE_BODY)
    def patch(self, request: Request, event: str) -> Response:
        """All that is said changes at once, or nothing. What players have agreed to stays."""
        body = Body(request, SEEN, *PLAN, *TERMS)

        def change() -> None:
            row = self.find_for_staff(event, Ability.CONFIGURE).tournament
            change_tournament(event, request.user, read_plan(body, plan_of(row)))

        self.perform(event, body, change)
        return self.answer("tournament", event)


class OneOfStaff(TournamentView):
    """A staff member."""

    @operation(
        "tournaments_appoint",
        "Appoint somebody, or change their role",
        shapes.StaffShape,
        body=shapes.APPOINT_BODY,
    )
    def put(self, request: Request, body: Body, event: str, name: str) -> Response:
        """The owner appoints accounts by their user names."""
        role = body.text("role")
        self.perform(event, body, lambda: appoint(event, request.user, self._find_other_user(event, name), role))
        return staff_answer(self.find(event).tournament)

    @operation("tournaments_dismiss", "Dismiss somebody", shapes.StaffShape)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """Remove a member of the staff. The last owner cannot be removed."""
        body = Body(request, SEEN)
        self.perform(event, body, lambda: dismiss(event, request.user, self._find_other_user(event, name)))
        return staff_answer(self.find(event).tournament)

    def _find_other_user(self, event: str, name: str) -> User:
        """Return the user of that name. Checks permission first, so that others do not learn which names exist."""
        self.find_for_staff(event, Ability.APPOINT)
        return _find_user(name)


def _find_user(name: str) -> User:
    user = find_player(name)
    if user is None:
        raise DomainError("no_such_player", "There is no such player.")
    return user


PLAYER_STATES = EntryState.values


def _read_text(body: Body, key: str) -> str:
    """Return an optional text; "" if it is left out."""
    return body.text(key) if key in body else ""


class Entries(TournamentView):
    """The players."""

    @operation(
        "tournaments_players",
        "List the players",
        shapes.EntryShape,
        OpenApiParameter("state", {"type": "string", "enum": PLAYER_STATES}),
        is_paged=True,
    )
    def get(self, request: Request, event: str) -> QuerySet[Entry]:
        """A page of all who have entered, by number, those who have left included."""
        row = self.find(event).tournament
        state = self.asked.one_of("state", [ANY, *PLAYER_STATES], ANY)
        found = row.entries.select_related("user").order_by("number")
        return found.filter(state=state) if state else found

    @operation(
        "tournaments_enter_for", "Enter somebody else", shapes.EntryShape, status=201, body=shapes.ENTER_FOR_BODY
    )
    def post(self, request: Request, body: Body, event: str) -> Response:
        """A user, a bot with a starter deck, or at table-top events a name."""
        called, bot, starter = (_read_text(body, key) for key in ("name", "bot", "starter"))
        user_name = _read_text(body, "user")

        def admit() -> Entry:
            self.find_for_staff(event, Ability.ADMIT)
            user = _find_user(user_name) if user_name else None
            return enter_for(event, request.user, user=user, called=called, bot=bot, title=starter)

        return self.answer("player", event, self.perform(event, body, admit), 201)


class Entered(TournamentView):
    """Entering."""

    @operation("tournaments_enter", "Enter", shapes.EntryShape, status=201, body=shapes.ENTER_BODY)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Enter the tournament, with a deck or to bring one before the start.

        A player who has entered is left unchanged.
        """
        act = _with_deck(self, body, event, enter)
        return self.answer("player", event, self.perform(event, body, act), 201)


class Deck(TournamentView):
    """The own deck."""

    @operation("tournaments_hand_in", "Hand a deck in", shapes.EntryShape, body=shapes.HAND_IN_BODY)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Submit another deck, until the start. The deck is copied: later changes to it have no effect."""
        act = _with_deck(self, body, event, submit_deck)
        return self.answer("player", event, self.perform(event, body, act))


def _with_deck(view: TournamentView, body: Body, event: str, act: Callable[..., Entry]) -> Callable[[], Entry]:
    """Return a call of `act` with the loadout that the body names. Raises `DomainError` malformed for two."""
    owned = {field: text for field in shapes.OWN_FIELDS if (text := _read_text(body, field))}
    starter = _read_text(body, "starter")
    if len(owned) + bool(starter) > 1:
        raise DomainError("malformed", f"Send one alone: {', '.join(shapes.OWN_FIELDS)} or starter.")

    def bring() -> Entry:
        row = view.find(event).tournament
        if owned:
            field = row.loadouts.own_field
            if field not in owned:
                raise DomainError("malformed", f"{', '.join(owned)}: this is not what players bring here.")
            loadout = row.loadouts.choose(row.loadouts.name_owned(owned[field]), view.request.user, row.limits)
        else:
            loadout = row.loadouts.find_by_title(starter)
        return act(event, view.request.user, loadout=loadout)

    return bring


class Rounds(TournamentView):
    """The rounds."""

    @operation("tournaments_rounds", "List the rounds", shapes.RoundSummaryShape, is_paged=True)
    def get(self, request: Request, event: str) -> QuerySet[Round]:
        """A page of those that hold, in their order. One that is not published is the staff's alone."""
        return with_counts(self.find(event).rounds())

    @operation("tournaments_pair", "Pair the next round", shapes.RoundShape, status=201, body=shapes.STEP_BODY)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Pair the next round as a draft that only the staff see, or pair the draft again."""
        paired = self.perform(event, body, lambda: pair_round(event, request.user))
        return self.answer("round", event, paired, 201)


SHAPES = {
    "tournament": shapes.TournamentShape,
    "round": shapes.RoundShape,
    "player": shapes.EntryShape,
    "penalty": shapes.PenaltyShape,
}
OWN_ACTS = (
    Act(
        "check in",
        check_in,
        endpoint=Endpoint(
            "check-in/",
            "check_in",
            "Check in",
            "From the time on at which check-in opens.",
            "player",
        ),
    ),
    Act(
        "drop",
        drop,
        endpoint=Endpoint(
            "drop/",
            "drop",
            "Leave",
            "Before the start the place goes to the first player who waits; later you are no longer paired.",
            "player",
        ),
    ),
    Act(
        "report",
        report_result,
        (PLACES, LEFT),
        Endpoint(
            "report/",
            "report",
            "Report the result of your own table",
            "Report a result. It counts when another player of the table reports the same.",
            "round",
        ),
    ),
)
"""The acts of players at their own entries and tables."""


def act_view(act: Act, endpoint: Endpoint) -> type[TournamentView]:
    """Return the view of an act: it reads the body, performs the act, and answers with what it changed."""
    fields = [field for field in act.fields if not field.address]
    properties = {key: schema for field in fields for key, schema in field.properties.items()}
    needed = tuple(key for field in fields if not field.is_optional for key in field.properties)
    schema = an_object(needed, **properties, **{SEEN: shapes.SEEN})

    class ActView(TournamentView):
        @operation(
            f"tournaments_{endpoint.operation}",
            endpoint.summary,
            SHAPES[endpoint.answer],
            status=endpoint.status,
            body=schema,
            description=endpoint.description or f"{endpoint.summary}.",
        )
        def post(self, request: Request, body: Body, event: str, **address: int) -> Response:
            values = [address[field.address] if field.address else field.from_body(body) for field in act.fields]
            done = self.perform(event, body, lambda: act.perform(event, request.user, values))
            return self.answer(endpoint.answer, event, done, endpoint.status)

    return ActView


class Webhooks(TournamentView):
    """The webhooks."""

    @operation("tournaments_webhooks", "List the webhooks", shapes.WebhooksShape, refuses=(403,))
    def get(self, request: Request, event: str) -> dict[str, object]:
        """Return the webhooks of a tournament, for its owner."""
        row = self.find_for_staff(event, Ability.CONNECT).tournament
        return {"webhooks": row.webhooks.order_by("number")}

    @operation(
        "tournaments_add_webhook",
        "Create a webhook",
        shapes.WebhookShape,
        status=201,
        body=shapes.WEBHOOK_BODY,
    )
    def post(self, request: Request, body: Body, event: str) -> Webhook:
        """The answer has the secret, once."""
        address, secret = body.text("address"), _read_text(body, "secret")
        form = body.text("form") if "form" in body else MessageForm.PLAIN
        return self.perform(event, body, lambda: add_webhook(event, request.user, address, secret=secret, form=form))


class OneWebhook(TournamentView):
    """A webhook."""

    @operation("tournaments_remove_webhook", "Remove the webhook", None)
    def delete(self, request: Request, event: str, number: int) -> None:
        """Remove a webhook. Its pending messages are dropped."""
        body = Body(request, SEEN)
        self.perform(event, body, lambda: remove_webhook(event, request.user, number))


class WebhookTests(TournamentView):
    """Tests."""

    rate = "work"

    @operation("tournaments_test_webhook", "Send a test", shapes.DeliveryShape, status=202, body=shapes.STEP_BODY)
    def post(self, request: Request, body: Body, event: str, number: int) -> Delivery:
        """Queue a test message. The list of messages shows its result."""
        return self.perform(event, body, lambda: send_test(event, request.user, number))


class Deliveries(TournamentView):
    """Messages."""

    @operation(
        "tournaments_deliveries",
        "List the messages of a webhook, the newest first",
        shapes.DeliveryShape,
        is_paged=True,
        refuses=(403,),
    )
    def get(self, request: Request, event: str, number: int) -> QuerySet[Delivery]:
        """Return the messages of a webhook with their answers, for its owner. They are kept for a month."""
        row = self.find_for_staff(event, Ability.CONNECT).tournament
        hook = row.webhooks.filter(number=number).first()
        if hook is None:
            raise DomainError("not_found", "There is no such webhook.")
        return hook.deliveries.order_by("-pk")


NAMES = list(FILES)
ACCOUNTS = "Players and staff become the users of the same name; else all are names"


class Export(TournamentView):
    """Files."""

    @operation(
        "tournaments_export",
        "Download a file",
        {
            (200, file.content_type.partition(";")[0]): OpenApiResponse(
                OpenApiTypes.OBJECT if file.content_type == "application/json" else OpenApiTypes.STR
            )
            for file in FILES.values()
        },
        OpenApiParameter("file", {"type": "string", "enum": NAMES}, description=f"{NAMES[0]} unless said"),
        refuses=(403, 409),
    )
    def get(self, request: Request, event: str) -> HttpResponse:
        """Tables as CSV, results as TRF16, the date as iCalendar, and for the owner the whole when it is over."""
        name = self.asked.one_of("file", NAMES, NAMES[0])
        return file_answer(self.find(event), name)


class Import(TournamentView):
    """Lists of players."""

    rate = "work"

    @operation("tournaments_import", "Import players from CSV", shapes.ImportedShape, body=shapes.IMPORT_BODY)
    def post(self, request: Request, body: Body, event: str) -> Report:
        """A report for each line. With `enter` its players are entered, if none is bad or bad ones may be left out."""
        text, dry_run, leave_bad = body.text("text"), not body.flag("enter"), body.flag("leave_bad")

        def bring() -> Report:
            self.find_for_staff(event, Ability.ADMIT)
            return import_players(event, request.user, text, dry_run=dry_run, leave_bad=leave_bad)

        return self.perform(event, body, bring)


class Restore(TournamentView):
    """Whole tournaments."""

    rate = "work"

    @operation(
        "tournaments_restore",
        "Restore a tournament from its file",
        {201: shapes.RestoredShape},
        OpenApiParameter("accounts", bool, description=ACCOUNTS),
        file=shapes.RESTORE_BODY,
    )
    def post(self, request: Request) -> Response:
        """Restore a tournament from its file, for the staff of the site.

        Every match is replayed. If one does not give its log, nothing is restored.
        """
        check_may_restore(request.user)
        maps_users = self.asked.flag("accounts")
        found = restore_upload(bytes_of(request, LARGEST_UPLOAD), by=request.user, maps_users=maps_users)
        event = found.tournament.public_id
        told = {"tournament": tournament_data(self.find(event)), "accounts": found.accounts, "names": found.names}
        where = reverse("tournaments_api:tournament", args=[event])
        return Response(told, status=201, headers={"Location": where})
