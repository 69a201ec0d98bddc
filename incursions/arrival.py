"""ASGI middleware that records when a request was complete. Time before a view runs is not charged to the player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

Scope = MutableMapping[str, object]
Receive = Callable[[], Awaitable[Mapping[str, object]]]
Pages = Callable[[Any, Any, Any], Awaitable[None]]
ARRIVED_AT = "arrived_at"


def noting_arrival(pages: Pages) -> Pages:
    """Wrap the pages: record when each request was complete. A slow upload is not our work."""

    async def answer(scope: Scope, receive: Receive, send: Any) -> None:
        async def noting() -> Mapping[str, object]:
            message = await receive()
            if not message.get("more_body"):
                scope.setdefault(ARRIVED_AT, timezone.now())
            return message

        await pages(scope, noting, send)

    return answer


def arrival_of(request: HttpRequest) -> datetime | None:
    """Return the time at which the request was complete; None if it was not recorded."""
    scope: Scope = getattr(request, "scope", {})
    arrived_at = scope.get(ARRIVED_AT)
    return arrived_at if isinstance(arrived_at, datetime) else None
