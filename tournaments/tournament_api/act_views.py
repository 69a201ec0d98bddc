"""The endpoints of the desk's acts, one for each row with an endpoint in tournaments/desk/acts.py."""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.operations import operation
from cards.api.sent import an_object
from tournaments.desk.acts import ACTS, Act, Endpoint
from tournaments.organizing.models import Entry, Round
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.answers import entry_data, penalty_data, round_data, tournament_data
from tournaments.tournament_api.reading import Seen
from tournaments.tournament_api.view import SEEN, TournamentView

SHAPES = {
    "tournament": shapes.TournamentShape,
    "round": shapes.RoundShape,
    "player": shapes.EntryShape,
    "penalty": shapes.PenaltyShape,
}


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
            done = self.acted(request, event, body, lambda: act.perform(event, request.user, values))
            return Response(answer(endpoint.answer, self.found(event), done), status=endpoint.status)

    return ActView


def answer(kind: str, seen: Seen, done: Any) -> dict[str, Any] | None:
    """Return the answer of an endpoint: what an act returned, as it is now."""
    if kind == "penalty":
        return penalty_data(done)
    if kind == "player":
        return entry_data(Entry.objects.select_related("user").get(pk=done.pk), seen.actor)
    if kind == "round":
        return round_data(seen, done.number if isinstance(done, Round) else done.round.number)
    return tournament_data(seen)


act_urls = [
    path(f"tournaments/<event:event>/{each.path}", act_view(act, each).as_view(), name=each.operation)
    for act in ACTS.values()
    if (each := act.endpoint)
]
