"""Guards of views: pages for the staff alone, and pages for accounts alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def for_staff(view: View) -> View:
    """Let nobody but the staff into a view: strangers may sign in, others have come to the wrong page."""

    @wraps(view)
    def guard(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.user.is_active and request.user.is_staff:
            return view(request, *args, **named)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied("This page is for the staff.")

    return guard


def for_accounts(view: View) -> View:
    """Redirect guests from a view to the sign-up page, where their matches and decks become those of an account."""

    @wraps(view)
    def guard(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            messages.info(request, "Guests have neither password nor e-mail address. Sign up to have both.")
            return redirect("account_signup")
        return view(request, *args, **named)

    return guard
