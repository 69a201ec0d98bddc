"""The endpoints of acts: one for each endpoint in tournaments/desk/acts.py, and players' own acts."""

from __future__ import annotations

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.operations import operation
from cards.api.sent import an_object
from tournaments.desk.acts import ACTS, Act, Endpoint
from tournaments.organizing.registering import check_in, drop
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.view import SEEN, TournamentView

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
