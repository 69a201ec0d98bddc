"""Context processor that hides flash messages from polling requests, so that the next page load shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.http import HttpRequest

ONLY_LOOKS = "Only-Looks"
"""The header with which scripts say so."""


def leave_messages(request: HttpRequest) -> dict[str, object]:
    """Return no messages for a polling request, because each is shown once, on the page that the viewer opens next."""
    return {"messages": ()} if ONLY_LOOKS in request.headers else {}
