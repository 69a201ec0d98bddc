"""Resources of webhooks: the owner's settings, and the deliveries."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework.request import Request

from cards.api.bodies import Body
from cards.api.operations import operation
from tournaments.errors import DomainError
from tournaments.organizing.roles import Ability
from tournaments.tournament_api import sent, shapes
from tournaments.tournament_api.view import SEEN, TournamentView
from tournaments.webhooks.models import Delivery, Form, Webhook
from tournaments.webhooks.setting import add_webhook, remove_webhook, send_test


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
        form = body.text("form") if "form" in body else Form.PLAIN
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
