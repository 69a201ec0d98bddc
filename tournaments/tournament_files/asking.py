"""How pages of files answer: refusals as a page, or as JSON for programs; forms guarded against other sites."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from tournaments.answers import wants_html
from tournaments.api import refusal_as_json
from tournaments.errors import DomainError
from tournaments.incoming import is_json

View = Callable[..., HttpResponse]


def answering(view: View) -> View:
    """Let a view raise `DomainError`. Its JSON bodies need no token: no browser sends them from elsewhere."""

    @wraps(view)
    def answered(request: HttpRequest, **words: Any) -> HttpResponse:
        try:
            return view(request, **words)
        except DomainError as refusal:
            if not wants_html(request):
                return refusal_as_json(refusal)
            context = {"here": "tournaments", "refusal": refusal, "event": words.get("event", "")}
            return render(request, "event_files/refused.html", context, status=refusal.status)

    guarded = csrf_protect(answered)

    @csrf_exempt
    @never_cache
    @wraps(view)
    def choosing(request: HttpRequest, **words: Any) -> HttpResponse:
        return answered(request, **words) if is_json(request) else guarded(request, **words)

    return choosing
