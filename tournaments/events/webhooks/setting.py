"""Manage the webhooks of a tournament: add or remove one, and send a test."""

from __future__ import annotations

import secrets

from django.db.models import Max

from tournaments.events.enums import Did, MessageForm
from tournaments.events.models import LONGEST_ADDRESS, LONGEST_SECRET, Delivery, Webhook
from tournaments.events.organizing.locked import LockedTournament, service
from tournaments.events.organizing.roles import Ability
from tournaments.events.webhooks.sending import TEST, UnreachableError, delivery, target_of
from tournaments.matches.errors import DomainError

MOST_WEBHOOKS, MOST_TESTS_WAITING, SHORTEST_SECRET = 5, 3, 16


@service(Ability.CONNECT)
def add_webhook(locked: LockedTournament, address: str, *, secret: str = "", form: str = MessageForm.PLAIN) -> Webhook:
    """Add a webhook for an address, with a generated secret if none is given.

    The log names the host alone: the rest of some addresses is a secret itself. Raises `DomainError`: not_found,
    not_staff, malformed, wrong_state.
    """
    host = _check_values(locked, address, secret, form)
    own = locked.tournament.webhooks.all()
    if own.count() >= MOST_WEBHOOKS:
        raise locked.make_refusal("wrong_state", f"A tournament has at most {MOST_WEBHOOKS} webhooks.")
    number = (own.aggregate(Max("number"))["number__max"] or 0) + 1
    made = Webhook.objects.create(
        tournament=locked.tournament,
        number=number,
        address=address,
        secret=secret or secrets.token_urlsafe(32),
        form=form,
    )
    locked.note(Did.CHANGED, f"Lets {host} be told", after={"webhook": number, "host": host})
    return made


def _check_values(locked: LockedTournament, address: str, secret: str, form: str) -> str:
    """Return the host of a valid address. Raises malformed."""
    if form not in MessageForm.values:
        raise locked.make_refusal("malformed", f"form is one of: {', '.join(MessageForm.values)}.")
    if secret and not (SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET and secret.isprintable()):
        raise locked.make_refusal("malformed", f"A secret has {SHORTEST_SECRET} to {LONGEST_SECRET} characters.")
    if len(address) > LONGEST_ADDRESS:
        raise locked.make_refusal("malformed", f"An address has at most {LONGEST_ADDRESS} characters.")
    try:
        return target_of(address).host
    except UnreachableError as fault:
        raise locked.make_refusal("malformed", f"Nothing can be sent there: {fault}.") from None


def _find_webhook(locked: LockedTournament, number: int) -> Webhook:
    """Return a webhook of the tournament. Raises `DomainError`: not_found."""
    found = locked.tournament.webhooks.filter(number=number).first()
    if found is None:
        raise DomainError("not_found", "There is no such webhook.", version=locked.tournament.version)
    return found


@service(Ability.CONNECT)
def remove_webhook(locked: LockedTournament, number: int) -> None:
    """Remove a webhook with its queued messages. Raises `DomainError`: not_found, not_staff."""
    found = _find_webhook(locked, number)
    host = target_of(found.address).host
    found.delete()
    locked.note(Did.CHANGED, f"Removed the webhook to {host}", after={"webhook": number, "host": ""})


@service(Ability.CONNECT)
def send_test(locked: LockedTournament, number: int) -> Delivery:
    """Queue a test message. Raises `DomainError`: not_found, not_staff, wrong_state."""
    found = _find_webhook(locked, number)
    waiting = Delivery.objects.filter(webhook=found, event=TEST, state="waiting").count()
    if waiting >= MOST_TESTS_WAITING:
        raise locked.make_refusal("wrong_state", "A test delivery is still pending. Check its result first.")
    row = delivery(found, locked.tournament, TEST, "A test: everything is well.", None, locked.now)
    row.save()
    return row
