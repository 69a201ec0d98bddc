"""Pages for the staff alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def for_staff(view: View) -> View:
    """Nobody else gets in: who is not signed in may do so, who is has come to the wrong page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.user.is_active and request.user.is_staff:
            return view(request, *args, **named)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied("This page is for the staff.")

    return guarded
