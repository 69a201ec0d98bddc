"""Mail for players who want it: their table when a round is published, their result when it is over.

A round is claimed before its mail is sent: of two workers one sends it, and one that dies meanwhile sends no second.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone

from incursions.kit.words import join_names
from tournaments.events.enums import CURRENT, RoundState, SitOutKind
from tournaments.events.models import Place, Round, SitOut

NEWEST = timedelta(minutes=15)
"""The age beyond which a round is not mailed about."""
WORDS_OF_SIT_OUT = {
    SitOutKind.BYE: "You have a bye: the round is won for you.",
    SitOutKind.WON: "The round is won for you without playing.",
    SitOutKind.LOST: "The round is lost for you without playing.",
}
log = structlog.get_logger(__name__)


def mail_rounds(now: datetime | None = None) -> int:
    """Send the mail that is due and return how many letters were sent. Errors of the mail server are logged."""
    moment = now or timezone.now()
    shown = Round.objects.filter(state__in=CURRENT, tables_mailed_at=None)
    over = Round.objects.filter(state=RoundState.OVER, results_mailed_at=None, ended_at__gt=moment - NEWEST)
    letters: list[EmailMessage] = []
    for each in shown.filter(published_at__gt=moment - NEWEST).select_related("tournament"):
        if Round.objects.filter(pk=each.pk, tables_mailed_at=None).update(tables_mailed_at=moment):
            letters += tables_of(each)
    for each in over.select_related("tournament"):
        if Round.objects.filter(pk=each.pk, results_mailed_at=None).update(results_mailed_at=moment):
            letters += results_of(each)
    if not letters:
        return 0
    try:
        with get_connection() as connection:
            return sum(bool(connection.send_messages([letter])) for letter in letters)
    except OSError as cause:
        log.warning("mail_not_sent", letters=len(letters), cause=str(cause))
        return 0


def tables_of(of: Round) -> Iterator[EmailMessage]:
    """Yield a letter with the table for each player who wants mail. Three queries."""
    for table in of.tables.with_places():
        places = table.places.all()
        for place in places:
            against = join_names([other.entry.name for other in places if other is not place])
            yield from _letter(of, place, f"table {table.number} against {against}")
    for out in of.sit_outs.filter(kind__in=WORDS_OF_SIT_OUT).select_related("entry__user"):
        yield from _letter(of, out, WORDS_OF_SIT_OUT[SitOutKind(out.kind)])


def results_of(of: Round) -> Iterator[EmailMessage]:
    """Yield a letter with the result for each player who wants mail. Two queries."""
    for table in of.tables.with_places():
        places = table.places.all()
        for place in places:
            words = f"you {place.outcome_among(places)} at table {table.number}. {table.ending}"
            yield from _letter(of, place, words.strip())


def _letter(of: Round, spot: Place | SitOut, words: str) -> Iterator[EmailMessage]:
    """Yield the letter if the player wants mail and has an address."""
    user = spot.entry.user
    if user is None or not user.mails_tournaments or not user.email or not user.is_active:
        return
    address = f"{settings.SITE_URL}{of.tournament.get_absolute_url()}"
    text = f"{words[:1].upper()}{words[1:]}\n\n{address}\n\nYou asked for this mail on your page “Who sees what”.\n"
    subject = f"{of.tournament.name}, round {of.number}: {words}"[:150]
    yield EmailMessage(" ".join(subject.split()), text, to=[user.email])
