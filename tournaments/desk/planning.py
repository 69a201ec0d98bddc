"""The pages on which a tournament is planned: the presets, the form for a new one, and for one that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.answers import viewer_of
from tournaments.desk.plan_form import PlanForms
from tournaments.errors import DomainError
from tournaments.organizing.creating import clone_tournament, create_tournament
from tournaments.organizing.plans import PLANS, Plan

if TYPE_CHECKING:
    from incursions.accounts.models import User

BLANK = "blank"
REARRANGES = ("add phase", "remove phase")


class Start(NamedTuple):
    """What a new tournament begins with."""

    key: str
    title: str
    words: str
    plan: Plan


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The presets, then the form for a tournament; by POST it is created, and its desk opens."""
    user = viewer_of(request)
    if request.method == "POST":
        return _created(request, user)
    start = _start_of(request, user)
    forms = None if start is None else PlanForms.of_plan(start.plan)
    return _page(request, start, forms)


def _start_of(request: HttpRequest, user: User | None) -> Start | None:
    """The preset or the tournament that is asked for; None for the choice of one. Raises Http404."""
    if (other := request.GET.get("from", "")) and user is not None:
        try:
            plan = clone_tournament(other, user)
        except DomainError:
            raise Http404("no such tournament of one's own") from None
        return Start(BLANK, f"Another {plan.name}", "All is as it was, but for the time.", plan)
    return start_named(request.GET.get("plan", ""))


def start_named(key: str) -> Start | None:
    """The preset of that name."""
    if key == BLANK:
        return Start(BLANK, "A tournament of your own", "You choose everything.", Plan())
    if key not in PLANS:
        return None
    title, words, plan = PLANS[key]
    return Start(key, title, words, plan)


def _created(request: HttpRequest, user: User | None) -> HttpResponse:
    start = start_named(request.POST.get("plan", "")) or start_named(BLANK)
    do = request.POST.get("do", "")
    if do.startswith(REARRANGES):
        return _page(request, start, PlanForms.rearranged(request.POST, do))
    forms = PlanForms.of_typed(request.POST)
    if user is None or user.is_guest:
        refusal = DomainError("accounts_only", "Tournaments are held by accounts. Sign up or sign in first.")
        return _page(request, start, forms.refused(refusal), refusal.status)
    if not forms.is_valid():
        return _page(request, start, forms, status=400)
    try:
        row = create_tournament(user, forms.plan())
    except DomainError as refusal:
        return _page(request, start, forms.refused(refusal), refusal.status)
    messages.success(request, "Created. Nobody but you sees it until you announce it.")
    return HttpResponseRedirect(reverse("desk:desk", args=[row.public_id]), status=303)


def _page(request: HttpRequest, start: Start | None, forms: PlanForms | None, status: int = 200) -> HttpResponse:
    user = viewer_of(request)
    details = {
        "here": "tournaments",
        "start": start,
        "forms": forms,
        "plans": [Start(key, *plan) for key, plan in PLANS.items()],
        "may_hold": user is not None and not user.is_guest,
    }
    return render(request, "desk/new.html", details, status=status)
