"""The API of tournaments: events, players, rounds, acts of the staff, and webhooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.core.paginator import Page
from django.db.models import Count, Q, QuerySet
from django.urls import path, reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.operations import operation
from cards.api.paging import PAGE_PARAMETERS, page_answer, page_of
from cards.api.requests import Body
from cards.api.sent import an_object
from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.api import sent, shapes
from tournaments.events.api.answers import tournament_data
from tournaments.events.api.plan_reading import PLAN, plan_from
from tournaments.events.api.reading import COMING, own_tournaments, rounds_with_counts
from tournaments.events.api.reading_views import ANY, FLAG, staff_answer
from tournaments.events.api.view import SEEN, TournamentView
from tournaments.events.desk.acts import ACTS, LEFT, PLACE, Act, Endpoint, numbers
from tournaments.events.entries import check_in, drop, enter, enter_for, submit_deck
from tournaments.events.enums import EntryState, Kind, MessageForm, TournamentState
from tournaments.events.locked_tournament import Ability
from tournaments.events.models import Delivery, Entry, Round, Tournament, Webhook
from tournaments.events.plans import Plan, appoint, change_tournament, create_tournament, dismiss, plan_of
from tournaments.events.results import report_result
from tournaments.events.rounds import pair_round
from tournaments.events.webhooks import add_webhook, remove_webhook, send_test
from tournaments.players.profiles.names import find_player
from tournaments.tables.seat_decks import OwnDeck, choose

if TYPE_CHECKING:
    from incursions.accounts.models import User

STATES = [state.value for state in TournamentState if state != TournamentState.DRAFT]


class Tournaments(TournamentView):
    """All tournaments."""

    @operation(
        "tournaments_list",
        "List tournaments, the newest first",
        shapes.TournamentSummaryShape,
        OpenApiParameter("state", {"type": "string", "enum": STATES}, description="Where it stands"),
        OpenApiParameter("kind", {"type": "string", "enum": Kind.values}),
        OpenApiParameter("mine", FLAG, description="Those you have entered or help to run, drafts included"),
        is_paged=True,
    )
    def get(self, request: Request) -> QuerySet[Tournament]:
        """A page of those that are announced."""
        mine = self.asked.flag("mine")
        if mine and not request.user.is_authenticated:
            raise exceptions.NotAuthenticated("Sign in, or send a token, to have tournaments of your own.")
        found = own_tournaments(request.user) if mine else Tournament.objects.listed()
        state = self.asked.one_of("state", [ANY, *STATES], ANY)
        kind = self.asked.one_of("kind", [ANY, *Kind.values], ANY)
        if state:
            found = found.filter(state=state)
        if kind:
            found = found.filter(kind=kind)
        coming = Count("entries", filter=Q(entries__state__in=COMING))
        return found.annotate(coming=coming).order_by("-created_at", "-pk")

    @operation("tournaments_create", "Prepare a tournament", shapes.TournamentShape, status=201, file=sent.CREATE)
    def post(self, request: Request) -> Response:
        """A draft, which its staff alone see until it is opened. What is left out has its usual value."""
        body = Body(request, *PLAN)
        body.text("name")
        row = create_tournament(request.user, plan_from(body, Plan()))
        where = reverse("tournaments_api:tournament", args=[row.public_id])
        return Response(tournament_data(self.find(row.public_id)), status=201, headers={"Location": where})


class OneTournament(TournamentView):
    """A tournament."""

    @operation("tournaments_read", "Read a tournament", shapes.TournamentShape)
    def get(self, request: Request, event: str) -> Response:
        """Return the plan, the state and the next deadline of a tournament."""
        return self.answer("tournament", event)

    @operation("tournaments_change", "Change the plan", shapes.TournamentShape, file=sent.CHANGE)
    def patch(self, request: Request, event: str) -> Response:
        """All that is said changes at once, or nothing. What players have agreed to stays."""
        body = Body(request, SEEN, *PLAN)

        def change() -> None:
            row = self.find_for_staff(event, Ability.CONFIGURE).tournament
            change_tournament(event, request.user, plan_from(body, plan_of(row)))

        self.perform(request, event, body, change)
        return self.answer("tournament", event)


class OneOfStaff(TournamentView):
    """A staff member."""

    @operation(
        "tournaments_appoint",
        "Appoint somebody, or let them be something else",
        shapes.StaffShape,
        body=sent.APPOINT,
    )
    def put(self, request: Request, body: Body, event: str, name: str) -> Response:
        """The owner appoints accounts by their user names."""
        role = body.text("role")
        self.perform(request, event, body, lambda: appoint(event, request.user, self._other(event, name), role))
        return staff_answer(self.find(event).tournament)

    @operation("tournaments_dismiss", "Dismiss somebody", shapes.StaffShape)
    def delete(self, request: Request, event: str, name: str) -> Response:
        """Remove a member of the staff. The last owner cannot be removed."""
        body = Body(request, SEEN)
        self.perform(request, event, body, lambda: dismiss(event, request.user, self._other(event, name)))
        return staff_answer(self.find(event).tournament)

    def _other(self, event: str, name: str) -> User:
        """Return the user of that name. Checks permission first, so that others do not learn which names exist."""
        self.find_for_staff(event, Ability.APPOINT)
        other = find_player(name)
        if other is None:
            raise DomainError("no_such_player", "There is no such player.")
        return other


PLAYER_STATES = EntryState.values


def _text(body: Body, key: str) -> str:
    """Return an optional text; "" if it is left out."""
    return body.text(key) if key in body else ""


class Entries(TournamentView):
    """The players."""

    @operation(
        "tournaments_players",
        "List the players",
        page_of(shapes.EntryShape),
        OpenApiParameter("state", {"type": "string", "enum": PLAYER_STATES}),
        *PAGE_PARAMETERS,
    )
    def get(self, request: Request, event: str) -> Response:
        """A page of all who have entered, by number, those who have left included."""
        seen = self.find(event)
        state = self.asked.one_of("state", [ANY, *PLAYER_STATES], ANY)
        found = Entry.objects.filter(tournament=seen.tournament).select_related("user").order_by("number")
        if state:
            found = found.filter(state=state)

        def write(page: Page[Entry]) -> list[dict[str, object]]:
            return shapes.EntryShape(page, many=True, context={"actor": seen.actor}).data

        return Response(page_answer(request, self.asked, found, write))

    @operation("tournaments_enter_for", "Enter somebody else", shapes.EntryShape, status=201, body=sent.ENTER_FOR)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """A user, a bot with a starter deck, or at table-top events a name."""
        called, bot, starter = (_text(body, key) for key in ("name", "bot", "starter"))
        user_name = _text(body, "user")

        def admit() -> Entry:
            self.find_for_staff(event, Ability.ADMIT)
            user = _user(user_name) if user_name else None
            return enter_for(event, request.user, user=user, called=called, bot=bot, starter=starter)

        return self.answer("player", event, self.perform(request, event, body, admit), 201)


def _user(name: str) -> User:
    user = find_player(name)
    if user is None:
        raise DomainError("no_such_player", "There is no such player.")
    return user


class Entered(TournamentView):
    """Entering."""

    @operation("tournaments_enter", "Enter", shapes.EntryShape, status=201, body=sent.ENTER)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Enter the tournament, with a deck or to bring one before the start.

        A player who has entered is left unchanged.
        """
        act = _with_deck(self, body, event, enter)
        return self.answer("player", event, self.perform(request, event, body, act), 201)


class Deck(TournamentView):
    """The own deck."""

    @operation("tournaments_hand_in", "Hand a deck in", shapes.EntryShape, body=sent.HAND_IN)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Submit another deck, until the start. The deck is copied: later changes to it have no effect."""
        act = _with_deck(self, body, event, submit_deck)
        return self.answer("player", event, self.perform(request, event, body, act))


def _with_deck(view: TournamentView, body: Body, event: str, act: Callable[..., Entry]) -> Callable[[], Entry]:
    named, starter = _text(body, "deck"), _text(body, "starter")
    if named and starter:
        raise DomainError("malformed", "Bring one of the two: a deck of your own, or a starter deck.")

    def bring() -> Entry:
        row = view.find(event).tournament
        own: OwnDeck | None = choose(named, view.viewer, row.format)
        return act(event, view.request.user, own=own, starter=starter)

    return bring


class Rounds(TournamentView):
    """The rounds."""

    @operation("tournaments_rounds", "List the rounds", shapes.RoundSummaryShape, is_paged=True)
    def get(self, request: Request, event: str) -> QuerySet[Round]:
        """A page of those that hold, in their order. One that is not published is the staff's alone."""
        return rounds_with_counts(self.find(event).rounds())

    @operation("tournaments_pair", "Pair the next round", shapes.RoundShape, status=201, body=sent.STEP)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Pair the next round as a draft that only the staff see, or pair the draft again."""
        paired = self.perform(request, event, body, lambda: pair_round(event, request.user))
        return self.answer("round", event, paired, 201)


class Reported(TournamentView):
    """The players' claims of a table's result at a table-top event."""

    @operation("tournaments_report", "Report the result of your own table", shapes.RoundShape, body=sent.REPORT)
    def post(self, request: Request, body: Body, event: str) -> Response:
        """Report a result. It counts when another player of the table reports the same."""
        places = numbers(body, "places", PLACE)
        left = LEFT.from_body(body)
        table = self.perform(request, event, body, lambda: report_result(event, request.user, places, left))
        return self.answer("round", event, table)


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
            "Say that you are there",
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
            "Before the start the place goes to whoever waits first; later you are no longer paired.",
            "player",
        ),
    ),
)
"""The acts of players that take no value."""


def act_view(act: Act, endpoint: Endpoint) -> type[TournamentView]:
    """Return the view of an act: it reads the body, performs the act, and answers with what it changed."""
    fields = [field for field in act.fields if not field.address]
    properties = {key: schema for field in fields for key, schema in field.properties.items()}
    needed = tuple(key for field in fields if not field.is_optional for key in field.properties)
    schema = an_object(needed, **properties, **{SEEN: sent.SEEN})

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
            done = self.perform(request, event, body, lambda: act.perform(event, request.user, values))
            return self.answer(endpoint.answer, event, done, endpoint.status)

    return ActView


act_urls = [
    path(f"tournaments/<event:event>/{each.path}", act_view(act, each).as_view(), name=each.operation)
    for act in (*ACTS.values(), *OWN_ACTS)
    if (each := act.endpoint)
]


class Webhooks(TournamentView):
    """The webhooks."""

    @operation("tournaments_webhooks", "List the webhooks", shapes.WebhooksShape, refuses=(403,))
    def get(self, request: Request, event: str) -> dict[str, object]:
        """Return the webhooks of a tournament, for its owner."""
        row = self.find_for_staff(event, Ability.CONNECT).tournament
        return {"webhooks": Webhook.objects.filter(tournament=row).order_by("number")}

    @operation(
        "tournaments_add_webhook",
        "Let an address be told",
        shapes.WebhookShape,
        status=201,
        body=sent.WEBHOOK,
    )
    def post(self, request: Request, body: Body, event: str) -> Webhook:
        """The answer has the secret, once."""
        address, secret = body.text("address"), body.text("secret") if "secret" in body else ""
        form = body.text("form") if "form" in body else MessageForm.PLAIN
        return self.perform(
            request, event, body, lambda: add_webhook(event, request.user, address, secret=secret, form=form)
        )


class OneWebhook(TournamentView):
    """A webhook."""

    @operation("tournaments_remove_webhook", "Remove the webhook", None)
    def delete(self, request: Request, event: str, number: int) -> None:
        """Remove a webhook. Its pending messages are dropped."""
        body = Body(request, SEEN)
        self.perform(request, event, body, lambda: remove_webhook(event, request.user, number))


class WebhookTests(TournamentView):
    """Tests."""

    rate = "work"

    @operation("tournaments_test_webhook", "Send a test", shapes.DeliveryShape, status=202, body=sent.STEP)
    def post(self, request: Request, body: Body, event: str, number: int) -> Delivery:
        """Queue a test message. The list of messages shows its result."""
        return self.perform(request, event, body, lambda: send_test(event, request.user, number))


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
        hook = Webhook.objects.filter(tournament=row, number=number).first()
        if hook is None:
            raise DomainError("not_found", "There is no such webhook.")
        return Delivery.objects.filter(webhook=hook).order_by("-pk")
