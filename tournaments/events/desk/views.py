"""The views of the desk. Each shows what its viewer may see, and performs acts by POST.

A tournament is planned on the page for a new one, or on the page of its settings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from incursions.accounts.models import User
from incursions.accounts.viewers import viewer_of
from incursions.kit.clients import see_other, wants_html
from incursions.kit.paging import NoSuchPageError, Rows, page_number, page_of
from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields, refusal_as_json
from tournaments.events.desk.act_fields import RequestFields
from tournaments.events.desk.acts import ACTS, MOST_BOTS_AT_ONCE, list_offered_forms, perform
from tournaments.events.desk.desk_page import Desk
from tournaments.events.desk.plan_form import PlanForms
from tournaments.events.desk.players_page import PlayerPage, player_lines
from tournaments.events.desk.round_page import RoundPage, TablePage
from tournaments.events.enums import Did, PenaltyKind, Role
from tournaments.events.files.downloads import CSV, csv_of
from tournaments.events.locked_tournament import ABILITIES, Ability, find_with_actor
from tournaments.events.models import LogLine, Penalty, Tournament
from tournaments.events.plans import Plan, change_tournament, clone_tournament, create_tournament, plan_of
from tournaments.events.presets import BLANK, Preset, find_preset, list_presets
from tournaments.matches.append_only import LONGEST_REASON
from tournaments.matches.game_kinds import game_kinds
from tournaments.tables.api import endpoint
from tournaments.tables.lobby_page import list_bots

DeskView = Callable[..., HttpResponse]
ON_A_PAGE = 50
COLUMNS = ("number", "at", "by", "role", "did", "words", "reason", "before", "after")
REARRANGES = ("add phase", "remove phase")


def log_page(tournament: Tournament, said: QueryDict) -> dict[str, object]:
    """Return the context of a page of the log, the newest lines first, with their data before and after as text."""
    kind, lines = said.get("kind", ""), tournament.log.order_by("-number")
    is_narrowed = kind in Did.values
    rows: Rows[LogLine] = Rows(lines.filter(did=kind) if is_narrowed else lines)
    try:
        page = page_of(rows, page_number(said.get("page", "1")), ON_A_PAGE)
    except NoSuchPageError as cause:
        return {"kinds": Did.choices, "kind": kind, "problem": str(cause)}
    told = [(line, _data_text(line.before), _data_text(line.after)) for line in page.items]
    asked = f"kind={kind}" if is_narrowed else ""
    return {"kinds": Did.choices, "kind": kind, "told": told, "page": page, "asked": asked}


def _data_text(data: Mapping[str, object] | None) -> str:
    """Return the data of a log line as text, a line for each name."""
    return "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in (data or {}).items())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Render the presets, then the form of a new tournament; by POST create it and open its desk."""
    user = viewer_of(request)
    if request.method == "POST":
        chosen = find_preset(request.POST.get("plan", "")) or BLANK
        words = "Created. Nobody but you sees it until you announce it."
        return submit_plan(
            request, partial(_plan_page, request, chosen), partial(create_tournament, cast("User", user)), words
        )
    start = _start_of(request, user)
    forms = None if start is None else PlanForms.of_plan(start.plan)
    return _plan_page(request, start, forms)


def _start_of(request: HttpRequest, user: User | None) -> Preset | None:
    """Return the preset or the tournament to copy, or None to show the choice. Raises Http404."""
    if (other := request.GET.get("from", "")) and user is not None:
        try:
            plan = clone_tournament(other, user)
        except DomainError:
            raise Http404("no such tournament of one's own") from None
        return BLANK._replace(title=f"Another {plan.name}", words="Everything is copied except the time.", plan=plan)
    return find_preset(request.GET.get("plan", ""))


def submit_plan(
    request: HttpRequest,
    show: Callable[[PlanForms, int], HttpResponse],
    save: Callable[[Plan], Tournament],
    words: str,
    before: Plan | None = None,
) -> HttpResponse:
    """Save the submitted plan and redirect to the desk with these words, or render its form again.

    The form is rendered again to add or remove a phase, with errors, or with a refusal of `save`. `before` is the
    earlier plan, if any.
    """
    do = request.POST.get("do", "")
    if do.startswith(REARRANGES):
        return show(PlanForms.rearrange(request.POST, do), 200)
    forms = PlanForms.of_typed(request.POST)
    user = viewer_of(request)
    try:
        if user is None or user.is_guest:
            raise DomainError("accounts_only", "Sign in to create a tournament.")
        if not forms.is_valid():
            return show(forms, 400)
        row = save(forms.plan(before))
    except DomainError as refusal:
        forms.refusal = refusal.message
        return show(forms, refusal.status)
    messages.success(request, words)
    return see_other("desk:desk", row.public_id)


def _plan_page(request: HttpRequest, start: Preset | None, forms: PlanForms | None, status: int = 200) -> HttpResponse:
    """Render the page that plans a tournament, or the choice of plans if there are no forms yet."""
    user = viewer_of(request)
    details = {
        "here": "tournaments",
        "start": start,
        "forms": forms,
        "games": [(kind, list_presets(kind.name)) for kind in game_kinds().values()],
        "may_hold": user is not None and not user.is_guest,
    }
    return render(request, "events/desk/new.html", details, status=status)


def _desk_of(request: HttpRequest, public_id: str) -> Desk:
    """Return the desk for the user. Raises Http404 for users who are not staff, as if it did not exist."""
    found = find_with_actor(public_id, request.user)
    if found is None or not found[1].is_staff:
        raise Http404("no such desk")
    return Desk(*found)


def at_desk(view: DeskView) -> DeskView:
    """Decorate a page of the desk: require sign-in, and perform an act by POST."""

    @wraps(view)
    def handle(request: HttpRequest, public_id: str, **address: Any) -> HttpResponse:
        if viewer_of(request) is None:
            return redirect_to_login(request.get_full_path())
        desk = _desk_of(request, public_id)
        if request.method == "POST":
            return _perform_act(request, desk, view, address)
        tag = f'"{desk.version}"'
        if request.headers.get("If-None-Match") == tag:
            return HttpResponseNotModified(headers={"ETag": tag})
        response = view(request, desk, **address)
        response.headers["ETag"] = tag
        return response

    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(endpoint(handle)))


def _perform_act(request: HttpRequest, desk: Desk, view: DeskView, address: dict[str, object]) -> HttpResponse:
    """Perform the act of the form. After a refusal, render the page again with the typed values."""
    public_id, user = desk.tournament.public_id, cast("User", request.user)
    try:
        words = perform(public_id, user, RequestFields(request))
    except DomainError as refusal:
        if not wants_html(request):
            return refusal_as_json(refusal)
        again = _desk_of(request, public_id)
        again.refusal, again.typed = refusal, request.POST
        response = view(request, again, **address)
        response.status_code = refusal.status
        return response
    now = desk.tournament.log.order_by("-number").first()
    if not wants_html(request):
        version = desk.tournament.version if now is None else now.number
        return JsonResponse({"code": "done", "message": "", "rule": "", "version": version})
    if now is not None and now.by_id == user.pk:
        messages.success(request, f"{words or now.words}.")
    return see_other(_next_address(request, desk))


def _next_address(request: HttpRequest, desk: Desk) -> str:
    """Return the address to redirect to: the same page, or a page that still exists after the act."""
    word, public_id = request.POST.get("do", ""), desk.tournament.public_id
    if word == "pair":
        return reverse("desk:round", args=[public_id])
    if word in ("break", "cancel"):
        return reverse("desk:round" if word == "break" else "desk:desk", args=[public_id])
    return request.get_full_path()


def _render(request: HttpRequest, desk: Desk, page: str, status: int = 200, **details: Any) -> HttpResponse:
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
    return render(request, f"events/desk/{page}.html", shown | details, status=status)


def _require_ability(desk: Desk, ability: Ability) -> None:
    """Raise PermissionDenied for staff without the ability."""
    if not desk.actor.may(ability):
        raise PermissionDenied(f"You may not {ability} here.")


@at_desk
def desk(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Render the state of the tournament and the next thing to do."""
    may_step = desk.next is not None and ACTS[desk.next.do].is_for(desk.actor)
    return _render(request, desk, "desk", may_step=may_step, offers=list_offered_forms(desk, desk, {}))


@at_desk
def cancel(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Ask for confirmation and a reason, then cancel the tournament."""
    _require_ability(desk, Ability.CONFIGURE)
    return _render(request, desk, "cancel")


@at_desk
def players(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Render all players, and forms to add more."""
    row = desk.tournament
    starters = row.loadouts.list_offered(row.limits) if row.takes_loadouts else ()
    lines, most = player_lines(desk), MOST_BOTS_AT_ONCE
    return _render(
        request, desk, "players", lines=lines, bots=list_bots(row.game_kind), starters=starters, most_bots=most
    )


@at_desk
def player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Render one player: state, deck, penalties, and available acts."""
    page = PlayerPage(desk, number)
    offers = list_offered_forms(desk, page, {"player": number}, page.entry.name)
    return _render(request, desk, "player", player=page, entry=page.entry, kinds=_kinds(desk), offers=offers)


@at_desk
def round_page(request: HttpRequest, desk: Desk, number: int | None = None) -> HttpResponse:
    """Render a round: its draft, or the state of its tables."""
    return _render(request, desk, "round", round_page=RoundPage(desk, number))


@at_desk
def table(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Render one table, with forms to extend, rule on, feature or break it."""
    page = TablePage(desk, number, table)
    offers = list_offered_forms(desk, page, {"table": table})
    return _render(request, desk, "table", round_page=page, line=page.line, offers=offers)


@at_desk
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Render the penalties given, and a form to give one."""
    given = Penalty.objects.filter(entry__tournament=desk.tournament).select_related("entry__user").order_by("-at")
    return _render(request, desk, "penalties", given=given, kinds=_kinds(desk))


@at_desk
def staff(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Render the staff, and the abilities of each role."""
    appointed = desk.tournament.appointments.select_related("user")
    roles = [(role, ", ".join(ability for ability in Ability if ability in ABILITIES[role])) for role in Role]
    return _render(request, desk, "staff", appointed=appointed, roles=roles)


@at_desk
def log(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Render the log, newest lines first."""
    _require_ability(desk, Ability.SEE_LOG)
    return _render(request, desk, "log", log=log_page(desk.tournament, request.GET))


@never_cache
@require_safe
def log_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return every line of the log as CSV, oldest first."""
    if viewer_of(request) is None:
        return redirect_to_login(request.get_full_path())
    desk = _desk_of(request, public_id)
    _require_ability(desk, Ability.SEE_LOG)
    rows = (
        (
            line.number,
            line.at.isoformat(),
            line.by_name or "the server",
            line.role,
            line.did,
            line.words,
            line.reason,
            json.dumps(line.before, ensure_ascii=False),
            json.dumps(line.after, ensure_ascii=False),
        )
        for line in desk.tournament.log.order_by("number").iterator()
    )
    headers = {"Content-Disposition": f'attachment; filename="{public_id}-log.csv"'}
    return HttpResponse(csv_of(COLUMNS, rows), content_type=CSV, headers=headers)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Render the plan form of a tournament, or save it. Fields that players agreed to cannot change."""
    if viewer_of(request) is None:
        return redirect_to_login(request.get_full_path())
    desk = _desk_of(request, public_id)
    _require_ability(desk, Ability.CONFIGURE)
    before = plan_of(desk.tournament)
    if request.method == "POST":
        return submit_plan(
            request,
            lambda forms, status: _render(request, _desk_of(request, public_id), "settings", status, forms=forms),
            lambda plan: change_tournament(
                public_id, cast("User", request.user), plan, seen=Fields(request.POST.dict()).optional_number("seen")
            ),
            "Changed.",
            before,
        )
    return _render(request, desk, "settings", forms=PlanForms.of_plan(before))


def _kinds(desk: Desk) -> list[tuple[str, str]]:
    """Return the penalties that the viewer may give."""
    struck = PenaltyKind.DISQUALIFICATION
    return [(kind.value, kind.label) for kind in PenaltyKind if kind is not struck or desk.may["disqualify"]]
