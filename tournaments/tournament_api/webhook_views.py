"""Webhooks for programs: what the owner sets, and what became of the messages."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.bodies import Body
from cards.api.paging import PAGE_PARAMETERS, PAGING, page_answer, page_of
from tournaments.errors import DomainError
from tournaments.organizing.roles import Ability
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.view import SEEN, TournamentView
from tournaments.webhooks.models import Delivery, Form, Webhook
from tournaments.webhooks.setting import add_webhook, remove_webhook, send_test


def webhook_data(row: Webhook, *, with_secret: bool = False) -> dict[str, Any]:
    """A webhook; its secret is told when it is made, and never again."""
    secret = row.secret if with_secret else None
    return {"number": row.number, "address": row.address, "form": row.form, "secret": secret}


def delivery_data(row: Delivery) -> dict[str, Any]:
    """A message, and what became of it."""
    plain = ("event", "at", "state", "tries", "tried_at", "next_try_at", "status", "answer")
    return {"delivery": str(row.key), **{name: getattr(row, name) for name in plain}}


class Webhooks(TournamentView):
    """The webhooks."""

    signed_in = ("POST",)
    refuses = {"GET": (403,)}

    @extend_schema(operation_id="tournaments_webhooks", summary="List the webhooks", responses=shapes.WebhooksShape)
    def get(self, request: Request, event: str) -> Response:
        """For the owner."""
        row = self.staffed(event, Ability.CONNECT).tournament
        found = Webhook.objects.filter(tournament=row).order_by("number")
        return Response({"webhooks": [webhook_data(one) for one in found]})

    @extend_schema(
        operation_id="tournaments_add_webhook",
        summary="Let an address be told",
        request=sent.WEBHOOK,
        responses={201: shapes.WebhookShape},
    )
    def post(self, request: Request, event: str) -> Response:
        """The answer has the secret, once."""
        body = Body(request, "address", "secret", "form", SEEN)
        address, secret = body.text("address"), body.text("secret") if "secret" in body else ""
        form = body.text("form") if "form" in body else Form.PLAIN
        made = self.acted(
            request, event, body, lambda: add_webhook(event, request.user, address, secret=secret, form=form)
        )
        return Response(webhook_data(made, with_secret=True), status=201)


class OneWebhook(TournamentView):
    """A webhook."""

    signed_in = ("DELETE",)

    @extend_schema(operation_id="tournaments_remove_webhook", summary="Tell it no more", responses={204: None})
    def delete(self, request: Request, event: str, number: int) -> Response:
        """What waits to be sent is not sent."""
        body = Body(request, SEEN)
        self.acted(request, event, body, lambda: remove_webhook(event, request.user, number))
        return Response(status=204)


class WebhookTests(TournamentView):
    """Tests."""

    signed_in = ("POST",)
    rate = "work"

    @extend_schema(
        operation_id="tournaments_test_webhook",
        summary="Send a test",
        request=sent.STEP,
        responses={202: shapes.DeliveryShape},
    )
    def post(self, request: Request, event: str, number: int) -> Response:
        """It is queued; the list of messages tells what became of it."""
        body = Body(request, SEEN)
        made = self.acted(request, event, body, lambda: send_test(event, request.user, number))
        return Response(delivery_data(made), status=202)


class Deliveries(TournamentView):
    """Messages."""

    parameters = {"GET": PAGING}
    refuses = {"GET": (403,)}

    @extend_schema(
        operation_id="tournaments_deliveries",
        summary="List the messages of a webhook, the newest first",
        parameters=PAGE_PARAMETERS,
        responses=page_of(shapes.DeliveryShape),
    )
    def get(self, request: Request, event: str, number: int) -> Response:
        """With what was answered, for the owner. They are kept for a month."""
        row = self.staffed(event, Ability.CONNECT).tournament
        hook = Webhook.objects.filter(tournament=row, number=number).first()
        if hook is None:
            raise DomainError("not_found", "There is no such webhook.")
        found = Delivery.objects.filter(webhook=hook).order_by("-pk")
        return Response(page_answer(request, self.asked, found, lambda page: [*map(delivery_data, page)]))
