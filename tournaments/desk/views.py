"""The pages of a desk. Each shows what its viewer may see, and by POST does what is said, if that person may."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    HttpResponseRedirect,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.answers import viewer_of, wants_html
from tournaments.api import endpoint, refusal_as_json
from tournaments.desk.acts import MOST_BOTS_AT_ONCE, offered_forms, perform
from tournaments.desk.desk_page import Desk
from tournaments.desk.log_page import LogPage, log_as_csv
from tournaments.desk.plan_form import PlanForms
from tournaments.desk.planning import REARRANGES
from tournaments.desk.players_page import PlayerPage, player_lines
from tournaments.desk.round_page import RoundPage, TablePage
from tournaments.desk.said import Said
from tournaments.errors import DomainError
from tournaments.incoming import read_number
from tournaments.lobby_page import BOTS
from tournaments.organizing.creating import change_tournament
from tournaments.organizing.enums import PenaltyKind, Role
from tournaments.organizing.models import Appointment, LogLine, Penalty, Tournament
from tournaments.organizing.plans import plan_of
from tournaments.organizing.roles import ABILITIES, Ability, actor_for
from tournaments.reasons import LONGEST_REASON
from tournaments.seat_decks import starters_for

if TYPE_CHECKING:
    from incursions.accounts.models import User

DeskView = Callable[..., HttpResponse]


def _desk_of(request: HttpRequest, public_id: str) -> Desk:
    """The desk for whoever asks. Raises Http404 for all who are not of its staff: for them it is not there."""
    tournament = Tournament.objects.filter(public_id=public_id).first()
    actor = None if tournament is None else actor_for(tournament, request.user)
    if tournament is None or actor is None or not actor.is_staff:
        raise Http404("no such desk")
    return Desk(tournament, actor)


def at_desk(view: DeskView) -> DeskView:
    """A page of the desk: who is not signed in may do so, and by POST something is done before it is shown again."""

    @wraps(view)
    def guarded(request: HttpRequest, public_id: str, **address: Any) -> HttpResponse:
        if viewer_of(request) is None:
            return redirect_to_login(request.get_full_path())
        desk = _desk_of(request, public_id)
        if request.method == "POST":
            return _acted(request, desk, view, address)
        tag = f'"{desk.version}"'
        if request.headers.get("If-None-Match") == tag:
            return HttpResponseNotModified(headers={"ETag": tag})
        response = view(request, desk, **address)
        response.headers["ETag"] = tag
        return response

    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(endpoint(guarded)))


def _acted(request: HttpRequest, desk: Desk, view: DeskView, address: dict[str, Any]) -> HttpResponse:
    """Do what is said; the page again with what was typed where it is refused."""
    public_id, user = desk.tournament.public_id, cast("User", request.user)
    try:
        words = perform(public_id, user, Said(request))
    except DomainError as refusal:
        if not wants_html(request):
            return refusal_as_json(refusal)
        again = _desk_of(request, public_id)
        again.refusal, again.typed = refusal, request.POST
        response = view(request, again, **address)
        response.status_code = refusal.status
        return response
    now = LogLine.objects.filter(tournament=desk.tournament).order_by("-number").first()
    if not wants_html(request):
        version = desk.tournament.version if now is None else now.number
        return JsonResponse({"code": "done", "message": "", "rule": "", "version": version})
    if now is not None and now.by_id == user.pk:
        messages.success(request, f"{words or now.words}.")
    return HttpResponseRedirect(_after(request, desk), status=303)


def _after(request: HttpRequest, desk: Desk) -> str:
    """Where it goes on: where it was done, or at the desk for what has no page any more."""
    word, public_id = request.POST.get("do", ""), desk.tournament.public_id
    if word == "pair":
        return reverse("desk:round", args=[public_id])
    if word in ("break", "cancel"):
        return reverse("desk:round" if word == "break" else "desk:desk", args=[public_id])
    return request.get_full_path()


def _render(request: HttpRequest, desk: Desk, page: str, **details: Any) -> HttpResponse:
    shown = {
        "here": "tournaments",
        "desk": desk,
        "tournament": desk.tournament,
        "may": desk.may,
        "typed": desk.typed,
        "refusal": desk.refusal,
        "page_name": page,
        "longest": LONGEST_REASON,
    }
    return render(request, f"desk/{page}.html", shown | details)


def _needs(desk: Desk, ability: Ability) -> None:
    """Raise PermissionDenied for those of the staff whose business it is not."""
    if not desk.actor.may(ability):
        raise PermissionDenied(f"You may not {ability} here.")


@at_desk
def desk(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Where the tournament stands, and the next thing to do."""
    return _render(request, desk, "desk", offers=offered_forms(desk, desk, {}))


@at_desk
def cancel(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Asks once more, and why, before it is called off."""
    _needs(desk, Ability.CONFIGURE)
    return _render(request, desk, "cancel")


@at_desk
def players(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All players, and forms to enter more."""
    row = desk.tournament
    starters = starters_for(row.format).values() if not row.is_sealed else ()
    details = {"lines": player_lines(desk), "bots": BOTS, "starters": starters, "most_bots": MOST_BOTS_AT_ONCE}
    return _render(request, desk, "players", **details)


@at_desk
def player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """One player: state, deck, penalties, and what can be done about them."""
    page = PlayerPage(desk, number)
    offers = offered_forms(desk, page, {"player": number}, page.entry.name)
    return _render(request, desk, "player", player=page, entry=page.entry, kinds=_kinds(desk), offers=offers)


@at_desk
def round_page(request: HttpRequest, desk: Desk, number: int | None = None) -> HttpResponse:
    """A round: its draft to be arranged, or how its tables stand."""
    return _render(request, desk, "round", round_page=RoundPage(desk, number))


@at_desk
def table(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """One table: more time, a ruling, featured or not, broken."""
    page = TablePage(desk, number, table)
    offers = offered_forms(desk, page, {"table": table})
    return _render(request, desk, "table", round_page=page, line=page.table_line, offers=offers)


@at_desk
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What penalties there are, the form for one, and all that were given."""
    given = Penalty.objects.filter(entry__tournament=desk.tournament).select_related("entry__user").order_by("-at")
    return _render(request, desk, "penalties", given=given, kinds=_kinds(desk))


@at_desk
def staff(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who is of the staff, and what each role may do."""
    appointed = Appointment.objects.filter(tournament=desk.tournament).select_related("user")
    roles = [(role, ", ".join(ability for ability in Ability if ability in ABILITIES[role])) for role in Role]
    return _render(request, desk, "staff", appointed=appointed, roles=roles)


@at_desk
def log(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every change, the newest first."""
    _needs(desk, Ability.SEE_LOG)
    return _render(request, desk, "log", log=LogPage(desk.tournament, request.GET))


@never_cache
@require_safe
def log_file(request: HttpRequest, public_id: str) -> HttpResponse | StreamingHttpResponse:
    """Every change as CSV."""
    if viewer_of(request) is None:
        return redirect_to_login(request.get_full_path())
    desk = _desk_of(request, public_id)
    _needs(desk, Ability.SEE_LOG)
    headers = {"Content-Disposition": f'attachment; filename="{public_id}-log.csv"'}
    return StreamingHttpResponse(log_as_csv(desk.tournament), content_type="text/csv; charset=utf-8", headers=headers)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """The plan of a tournament, to be changed as far as nobody has agreed to it yet."""
    if viewer_of(request) is None:
        return redirect_to_login(request.get_full_path())
    desk = _desk_of(request, public_id)
    _needs(desk, Ability.CONFIGURE)
    if request.method != "POST":
        return _settings_page(request, desk, PlanForms.of_plan(plan_of(desk.tournament)))
    do = request.POST.get("do", "")
    if do.startswith(REARRANGES):
        return _settings_page(request, desk, PlanForms.rearranged(request.POST, do))
    forms = PlanForms.of_typed(request.POST)
    if not forms.is_valid():
        return _settings_page(request, desk, forms, 400)
    try:
        plan = forms.plan(plan_of(desk.tournament))
        change_tournament(public_id, cast("User", request.user), plan, seen=read_number(request.POST.dict(), "seen"))
    except DomainError as refusal:
        return _settings_page(request, _desk_of(request, public_id), forms.refused(refusal), refusal.status)
    messages.success(request, "Changed.")
    return HttpResponseRedirect(reverse("desk:desk", args=[public_id]), status=303)


def _settings_page(request: HttpRequest, desk: Desk, forms: PlanForms, status: int = 200) -> HttpResponse:
    response = _render(request, desk, "settings", forms=forms)
    response.status_code = status
    return response


def _kinds(desk: Desk) -> list[tuple[str, str]]:
    """The penalties that whoever looks may give."""
    struck = PenaltyKind.DISQUALIFICATION
    return [(kind.value, kind.label) for kind in PenaltyKind if kind is not struck or desk.may["disqualify"]]
