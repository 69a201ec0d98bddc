"""Try what is refused: nothing changes."""

from collections.abc import Callable
from typing import Any

import pytest

from incursions.kit.refusals import DomainError
from tests.tournaments.events.organizing.tournaments import again
from tournaments.events.models import Entry, LogLine, Penalty, Place, Round, SitOut, Table, Tournament
from tournaments.matches.models import Match


def refusal_code(row: Tournament, act, *args, **named) -> str:
    """Return the code of a refusal, asserting that nothing changed."""
    before = (list(Entry.objects.values()), LogLine.objects.count(), again(row).version)
    with pytest.raises(DomainError) as refusal:
        act(row.public_id, *args, **named)
    assert (list(Entry.objects.values()), LogLine.objects.count(), again(row).version) == before
    return refusal.value.code


def everything(row: Tournament) -> list[Any]:
    """Every row that an act could change."""
    models = (Tournament, Entry, Round, Table, Place, SitOut, LogLine, Penalty)
    found = [list(model.objects.order_by("pk").values()) for model in models]
    return [*found, list(Match.objects.order_by("pk").values("state", "version", "staff_acts", "paused_at"))]


def refusal_message(row: Tournament, code: str, act: Callable[..., object], *said: Any, **named: Any) -> str:
    """Return the message of a refusal with that code, asserting that nothing changed."""
    before = everything(row)
    with pytest.raises(DomainError) as refusal:
        act(row.public_id, *said, **named)
    assert (refusal.value.code, everything(row)) == (code, before)
    return refusal.value.message
