"""What scripts ask for again and again to show what is new: they look, and nothing is told to the viewer that way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest

ONLY_LOOKS = "Only-Looks"
"""The header with which scripts say so."""


def leave_messages(request: HttpRequest) -> dict[str, Any]:
    """No messages for who only looks: they are told once, by the page that the viewer opens, in whatever window."""
    return {"messages": ()} if ONLY_LOOKS in request.headers else {}
