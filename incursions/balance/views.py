"""The staff's pages of balance reports. Thin: find, ask the services, render."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from incursions.accounts.guards import for_staff
from incursions.balance.forms import ReportForm
from incursions.balance.models import BalanceReport
from incursions.balance.report_page import ReportPage
from tournaments import runs

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
    return render(request, "balance/reports.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
@for_staff
def report(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a report as far as it is played; htmx asks for the part that changes alone."""
    found = get_object_or_404(BalanceReport.objects.select_related("by"), public_id=public_id)
    template = "balance/report.html#report" if request.headers.get("HX-Request") else "balance/report.html"
    return render(request, template, {"here": "balance", "page": ReportPage(found), "report": found})


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
