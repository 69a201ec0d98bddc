"""The socket of a day's page, opened in a test."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from asgiref.testing import ApplicationCommunicator
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.live.sockets import PATIENCE_S, Socket
from tournaments.days.consumers import DayConsumer
from tournaments.days.models import Day


class DaySocket(Socket):
    """A socket of one page of a day, whose device holds the seats at `places`."""

    def __init__(self, day: Day, page: str, place: int, places: Collection[int] = ()) -> None:
        route = {"kwargs": {"public_id": day.public_id, "page": page, "place": place}}
        session = {"days": {day.public_id: list(places)}}
        scope = {"type": "websocket", "user": AnonymousUser(), "url_route": route, "session": session}
        scope |= {"headers": [(b"origin", b"http://192.168.1.5:8000")], "query_string": b""}
        ApplicationCommunicator.__init__(self, DayConsumer.as_asgi(), scope)

    async def hear_update(self) -> dict[str, Any]:
        """Return the next message: the revision, the clock, and the parts of the page that have changed."""
        return json.loads((await self.receive_output(timeout=PATIENCE_S))["text"])
