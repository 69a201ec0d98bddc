"""Pages of the account that allauth does not have."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from incursions.accounts.forms import DeleteAccountForm
from incursions.accounts.models import User


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
