"""Try what is refused: nothing changes."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.organizing.tournaments import (
    again,
)
from tournaments.errors import DomainError
from tournaments.models import Match
from tournaments.organizing.models import Entry, LogLine, Penalty, Place, Round, SitOut, Table, Tournament


def refusal_code(row: Tournament, act, *args, **named) -> str:
    """The code of a refusal, after which everything is as it was."""
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
    """The words of a refusal with that code, by which nothing was changed."""
    before = everything(row)
    with pytest.raises(DomainError) as refusal:
        act(row.public_id, *said, **named)
    assert (refusal.value.code, everything(row)) == (code, before)
    return refusal.value.message
