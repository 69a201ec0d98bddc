"""The staff's pages of balance reports: the form, the list and the report."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue import current_starters
from incursions.accounts.viewers import for_staff
from tournaments.runs import background as runs
from tournaments.runs.background import HIGHEST_SEED
from tournaments.runs.models import MOST_REPORTS_AT_ONCE, BalanceReport

FEWEST_DECKS, MOST_DECKS = 2, 12
MOST_GAMES = 4000
USUAL_GAMES = 400
USUAL_SEATS = (2, 4)


class ReportForm(forms.Form):
    """The form of a balance report: decks, numbers of seats and games. Every starter deck can be chosen."""

    decks = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least two decks.",
            "invalid_choice": "The catalogue has no starter deck called “%(value)s”.",
        },
    )
    seats = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=lambda: [(number, f"{number} seats") for number in runs.get_trials().SEATS],
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one number of seats.",
            "invalid_choice": "A match has 2 to 6 seats, not “%(value)s”.",
        },
    )
    games = forms.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        error_messages={
            "required": f"Say how many games: 1 to {MOST_GAMES}.",
            "invalid": f"A number of games from 1 to {MOST_GAMES} was expected.",
            "min_value": "At least one game is played.",
            "max_value": f"At most {MOST_GAMES} games of each number of seats are played.",
        },
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=HIGHEST_SEED,
        error_messages={
            "required": "Say a seed, such as 1.",
            "invalid": "A whole number was expected as the seed.",
            "min_value": "A seed is 0 or more.",
            "max_value": f"A seed is at most {HIGHEST_SEED}.",
        },
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        starters = current_starters()
        usual = {"decks": list(starters)[:MOST_DECKS], "seats": list(USUAL_SEATS), "games": USUAL_GAMES, "seed": 1}
        super().__init__(*args, **{"initial": usual, **options})
        field = self.fields["decks"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(title, title) for title in starters]
        self.starters = starters

    def clean_decks(self) -> list[str]:
        """Validate the number of decks: at least two, and no more than a report can show."""
        titles: list[str] = self.cleaned_data["decks"]
        if not FEWEST_DECKS <= len(titles) <= MOST_DECKS:
            raise forms.ValidationError(f"Choose {FEWEST_DECKS} to {MOST_DECKS} decks, not {len(titles)}.")
        return titles

    def clean(self) -> dict[str, Any]:
        """Validate that there is a deck for each seat, and that not too many reports are under way."""
        found = super().clean() or {}
        decks, seats = found.get("decks"), found.get("seats")
        if decks and seats and max(seats) > len(decks):
            self.add_error("seats", f"{max(seats)} seats need {max(seats)} different decks, not {len(decks)}.")
        if not self.errors and BalanceReport.objects.running().count() >= MOST_REPORTS_AT_ONCE:
            raise forms.ValidationError(
                f"{MOST_REPORTS_AT_ONCE} reports are being made. Wait for one of them, or cancel one."
            )
        return found


ON_THE_LIST = 50


@never_cache
@require_http_methods(["GET", "POST"])
@for_staff
def reports(request: HttpRequest) -> HttpResponse:
    """Render all reports and the form for another; a POST request orders a report."""
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        report = BalanceReport.objects.start(
            by=request.user,  # type: ignore[arg-type]  # a member of the staff is known
            titles=asked["decks"], seats=asked["seats"], games=asked["games"], seed=asked["seed"],
        )  # fmt: skip
        return HttpResponseRedirect(report.get_absolute_url(), status=303)
    known = BalanceReport.objects.light().select_related("by")[:ON_THE_LIST]
    context = {"here": "balance", "form": form, "reports": known}
    return render(request, "runs/balance/reports.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
@for_staff
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a report as far as it is played; htmx asks for the part that changes alone."""
    found = get_object_or_404(BalanceReport.objects.select_related("by"), public_id=public_id)
    template = "runs/balance/report.html#report" if request.headers.get("HX-Request") else "runs/balance/report.html"
    report = found.report
    figures = runs.get_trials().describe_report(report, is_whole=not found.is_running)
    levels = [
        level._replace(plots=[mark_safe(plot) for plot in level.plots])  # noqa: S308 -- the game's own drawings, which escape their words
        for level in figures.levels
    ]
    failures = [reason for level in report.values() for reason in level["failures"]]
    page = {"targets": figures.targets, "failures": failures, "levels": levels}
    return render(request, template, {"here": "balance", "page": page, "report": found})


@never_cache
@require_safe
@for_staff
def as_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the report as `script/manage balance --json` prints it."""
    found = get_object_or_404(BalanceReport, public_id=public_id)
    name = f"balance-{found.public_id}.json"
    return JsonResponse(found.report, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@require_POST
@for_staff
def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play no more games for a report."""
    found = get_object_or_404(BalanceReport.objects.light(), public_id=public_id)
    if not runs.cancel(found):
        messages.info(request, "The report has ended already.")
    return HttpResponseRedirect(found.get_absolute_url(), status=303)
