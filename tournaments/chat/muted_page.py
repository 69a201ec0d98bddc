"""The page of the people whom a user has muted."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.answers import viewer_of
from tournaments.chat.models import MutedPerson
from tournaments.chat.muting import unmute_person

LONGEST_NUMBER = 18


@never_cache
@require_http_methods(["GET", "POST"])
def muted(request: HttpRequest) -> HttpResponse:
    """Everybody whom the viewer has muted, guests' own ones too; by POST one of them is heard again."""
    user = viewer_of(request)
    if request.method == "POST":
        person = request.POST.get("person", "")
        if user is not None and person.isascii() and person.isdecimal() and len(person) <= LONGEST_NUMBER:
            unmute_person(user, int(person))
            messages.success(request, "You hear them again.")
        return redirect("tournaments:muted")
    people = MutedPerson.objects.filter(by=user).select_related("person") if user is not None else []
    return render(request, "account/muted.html", {"people": people})
