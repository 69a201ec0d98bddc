"""The page of the people whom a user has muted, and of how the user likes to have it at tables."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from incursions.accounts.models import User
from tournaments.answers import viewer_of
from tournaments.chat.models import MutedPerson, TableManners
from tournaments.chat.muting import unmute_person

LONGEST_NUMBER = 18
MANNERS = ("hears_spectators", "is_named_watching")


@never_cache
@require_http_methods(["GET", "POST"])
def muted(request: HttpRequest) -> HttpResponse:
    """Everybody whom the viewer has muted, guests' own ones too; by POST one is heard again, or manners are kept."""
    user = viewer_of(request)
    if request.method == "POST":
        if user is not None:
            _change(request, user)
        return redirect("tournaments:muted")
    people = MutedPerson.objects.filter(by=user).select_related("person") if user is not None else []
    manners = TableManners.objects.filter(user=user).first() if user is not None else None
    return render(request, "account/muted.html", {"people": people, "manners": manners})


def _change(request: HttpRequest, user: User) -> None:
    """Do what a form of the page asks for, and tell what was done."""
    person = request.POST.get("person")
    if person is None:
        manners = {name: name in request.POST for name in MANNERS}
        TableManners.objects.update_or_create(user=user, defaults=manners)
        messages.success(request, "Kept. It holds from the next page of a table on.")
    elif person.isascii() and person.isdecimal() and len(person) <= LONGEST_NUMBER:
        unmute_person(user, int(person))
        messages.success(request, "You hear them again.")
    else:
        messages.warning(request, "Nobody is known by that number. Nothing was changed.")
