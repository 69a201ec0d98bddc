"""Pages of the account that allauth does not have: its deletion, and the tokens of its programs."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from incursions.accounts.models import User
from incursions.accounts.sign_in import DeleteAccountForm, TokenForm
from incursions.accounts.tokens import NewToken, TooManyTokensError, make_token, revoke_token


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account after a confirmation, with its decks; its matches stay, under "a former player"."""
    user = cast(User, request.user)
    form = DeleteAccountForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        logout(request)
        user.delete()
        messages.success(request, "Your account is deleted.")
        return redirect("/")
    return render(request, "account/delete.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """Show all tokens of an account. A POST makes one more, which this one answer shows, and no other ever."""
    user = _account(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    made: NewToken | None = None
    if form.is_valid():
        try:
            made = make_token(user, form.cleaned_data["name"])
        except TooManyTokensError as refused:
            form.add_error(None, str(refused))
    context = {"form": TokenForm() if made else form, "made": made, "tokens": user.tokens.all()}
    return render(request, "account/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token. Revoking it twice is no error."""
    if revoke_token(_account(request), pk):
        messages.success(request, "The token is revoked.")
    return redirect("accounts:tokens")


def _account(request: HttpRequest) -> User:
    """Return the account that is signed in. Raises `PermissionDenied` for a guest."""
    user = cast(User, request.user)
    if user.is_guest:
        raise PermissionDenied("Guests cannot have tokens. Sign up first: your decks and matches come along.")
    return user
