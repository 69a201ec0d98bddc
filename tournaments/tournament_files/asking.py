"""How pages of files answer: refusals as a page, or as JSON for programs; forms guarded against other sites."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tournaments.answers import wants_html
from tournaments.api import refusal_as_json
from tournaments.errors import DomainError
from tournaments.incoming import View, guard_forms


def answering(view: View) -> View:
    """Let a view raise `DomainError`, and guard its forms."""

    @never_cache
    @guard_forms
    @wraps(view)
    def answered(request: HttpRequest, **words: Any) -> HttpResponse:
        try:
            return view(request, **words)
        except DomainError as refusal:
            if not wants_html(request):
                return refusal_as_json(refusal)
            context = {"here": "tournaments", "refusal": refusal, "event": words.get("event", "")}
            return render(request, "event_files/refused.html", context, status=refusal.status)

    return answered
