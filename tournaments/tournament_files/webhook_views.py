"""The page of webhooks, for the owner of a tournament."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from incursions.accounts.models import User
from tournaments.answers import viewer_of
from tournaments.errors import DomainError
from tournaments.incoming import is_json, malformed, read_fields
from tournaments.organizing.roles import Ability
from tournaments.tournament_api.reading import Seen, find_tournament
from tournaments.tournament_files.asking import answering
from tournaments.webhooks.models import Delivery, Form, Webhook
from tournaments.webhooks.setting import SHORTEST_SECRET, add_webhook, remove_webhook, send_test

MOST_SHOWN = 50


def _owner(request: HttpRequest, event: str) -> tuple[Seen, User]:
    """The tournament, for whoever may connect other programs. Raises `DomainError`: not_found, not_staff."""
    user = viewer_of(request)
    seen = find_tournament(event, user)
    if user is None or not seen.actor.may(Ability.CONNECT):
        raise DomainError("not_staff", f"You may not {Ability.CONNECT} here.", version=seen.tournament.version)
    return seen, user


@require_http_methods(["GET", "POST"])
@answering
def webhooks(request: HttpRequest, event: str) -> HttpResponse:
    """Who is told, and what became of each message; and a form to add an address."""
    seen, user = _owner(request, event)
    if request.method == "POST":
        fields = read_fields(request) if is_json(request) else request.POST
        said = [fields.get(name, usual) for name, usual in (("address", ""), ("secret", ""), ("form", Form.PLAIN))]
        if not all(isinstance(one, str) for one in said):
            raise malformed("address, secret and form are texts.")
        made = add_webhook(event, user, said[0], secret=said[1], form=said[2])
        messages.success(request, f"Webhook {made.number} is told from now on. Its secret: {made.secret}")
        return redirect("event_files:webhooks", event=event)
    sent = Delivery.objects.filter(webhook__tournament=seen.tournament).select_related("webhook").order_by("-pk")
    context = {
        "here": "tournaments",
        "row": seen.tournament,
        "hooks": Webhook.objects.filter(tournament=seen.tournament).order_by("number"),
        "sent": sent[:MOST_SHOWN],
        "forms": Form.choices,
        "shortest": SHORTEST_SECRET,
    }
    return render(request, "event_files/webhooks.html", context)


@require_POST
@answering
def change_webhook(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Send a test, or tell it no more."""
    _, user = _owner(request, event)
    fields = read_fields(request) if is_json(request) else request.POST
    acts = {"test": send_test, "remove": remove_webhook}
    do = fields.get("do")
    if not isinstance(do, str) or do not in acts:
        raise malformed(f"do is one of: {', '.join(acts)}.")
    acts[do](event, user, number)
    return redirect("event_files:webhooks", event=event)
