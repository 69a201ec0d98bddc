"""Pages for accounts alone: what a guest does not have is had by signing up."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

View = Callable[..., HttpResponse]


def for_accounts(view: View) -> View:
    """A guest is led to where an account is made: it keeps the matches and decks of the guest."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            messages.info(request, "Guests have neither password nor e-mail address. Sign up to have both.")
            return redirect("account_signup")
        return view(request, *args, **named)

    return guarded
