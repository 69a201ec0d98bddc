"""The pages of fleets. A change is a small form: htmx gets the picker alone, other browsers the whole page again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import NamedTuple, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.deck_pages.edited_deck import is_htmx
from cards.deck_pages.page_frame import number_of, refusing, sent_number
from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.errors import DeckError
from cards.decks.reading import TEXT, attachment
from cards.fleet_pages.picker import Picker
from cards.fleets.changes import (
    MOST_DELETED,
    change_fleet,
    copy_fleet,
    create_fleet,
    delete_fleet,
    find_fleet_row,
    renew_fleet_link,
    restore_fleet,
)
from cards.fleets.judging import judge
from cards.fleets.models import LONGEST_NAME, OwnFleet
from cards.fleets.picking import add_ship, drop_ship, name_ships
from cards.fleets.texts import read_name, read_text, write_text
from incursions.accounts.models import User
from incursions.accounts.viewers import current_user_or_guest
from incursions.games.data_checks import LONGEST_NAME as LONGEST_SHIP_NAME
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.fleet_texts import LONGEST_TEXT, FleetTextError, LineFault
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_BASES,
    MOST_POINTS,
    PEOPLE,
    USUAL_POINTS,
    Fleet,
    FleetVerdict,
    count_points,
)
from incursions.kit.paging import NoSuchPageError, Rows, page_number, page_of

ADD, DROP, NAMES, LIMITS, REPLACE = "add ", "drop ", "names", "limits", "text"
"""The words of the buttons of the picker; the first two are followed by a class."""
ON_A_PAGE = 25
CHOICES = (
    (Visibility.PRIVATE, "You alone", "Its address leads nobody else to it."),
    (Visibility.UNLISTED, "Everybody with the link", "It is in no list."),
    (Visibility.PUBLIC, "Everybody", "It is in the list of public fleets, under your name."),
)
"""The choices of who finds a fleet, with their explanations."""


class FleetLine(NamedTuple):
    """A fleet in a list, with its verdict at the limits that it is meant for."""

    row: OwnFleet
    verdict: FleetVerdict


@require_safe
@refusing
def mine(request: HttpRequest) -> HttpResponse:
    """Show the viewer's fleets, the ready-made ones, and the forms in which a fleet is begun."""
    return _show_list(request)


def _show_list(request: HttpRequest, text: str = "", faults: tuple[LineFault, ...] = ()) -> HttpResponse:
    classes = read_catalogue().definitions.classes
    deleted = list(OwnFleet.objects.own_deleted(request.user))
    asked = request.GET.get("deleted")
    context = {
        "here": "fleets",
        "own": _judge_rows(OwnFleet.objects.own(request.user)),
        "deleted": deleted,
        "most_deleted": MOST_DELETED,
        "just_deleted": next((row for row in deleted if row.public_id == asked), None),
        "ready": [(each, count_points(each.fleet, classes)) for each in read_catalogue().fleets.values()],
        "sides": PEOPLE.items(),
        "text": text,
        "faults": faults,
        "longest_text": LONGEST_TEXT,
    }
    return render(request, "fleets/mine.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY if faults else 200)


def _judge_rows(rows: Iterable[OwnFleet]) -> list[FleetLine]:
    return [FleetLine(row, judge(row.fleet, row.limits)) for row in rows]


@require_safe
@refusing
def public(request: HttpRequest) -> HttpResponse:
    """Show the public fleets, the last changed first, equal for everybody."""
    side = request.GET.get("side", "")
    fleets = OwnFleet.objects.listed()
    if side in SIDES:
        fleets = fleets.filter(side=side)
    try:
        page = page_of(Rows[OwnFleet](fleets), page_number(request.GET.get("page", "1")), ON_A_PAGE)
    except NoSuchPageError as error:
        raise DeckError("not_found", str(error), field="page") from error
    asked = f"side={side}" if side in SIDES else ""
    context = {"here": "fleets", "page": page, "rows": _judge_rows(page.items), "sides": PEOPLE.items()}
    return render(request, "fleets/public.html", context | {"side": side, "asked": asked})


class NewFleet(NamedTuple):
    """A fleet to create: its name, its ships, and the points of the tables that it is meant for."""

    name: str
    fleet: Fleet
    points: int


@require_POST
@refusing
def new(request: HttpRequest) -> HttpResponse:
    """Create a fleet: of a pasted `text`, of the ready-made one of a title, or an empty one of a side.

    An unknown player becomes a guest.
    """
    try:
        made = _read_new(request.POST)
    except FleetTextError as fault:
        return _show_list(request, request.POST["text"], fault.faults)
    return redirect(create_fleet(owner=current_user_or_guest(request), **made._asdict()))


def _read_new(said: Mapping[str, str]) -> NewFleet:
    """Return the fleet that a form describes. Raises `FleetTextError` for its text, or `DeckError` invalid."""
    catalogue = read_catalogue()
    if "text" in said:
        fleet = read_text(said["text"])
        spent = count_points(fleet, catalogue.definitions.classes)
        return NewFleet(read_name(said["text"], fleet), fleet, min(max(USUAL_POINTS, spent), MOST_POINTS))
    ready = catalogue.fleets.get(said.get("ready", ""))
    if ready is not None:
        return NewFleet(ready.title, ready.fleet, ready.points)
    if said.get("side") not in SIDES:
        raise DeckError("invalid", "Choose a side, or a ready-made fleet.", field="side")
    fleet = Fleet(said["side"])
    return NewFleet(read_name("", fleet), fleet, USUAL_POINTS)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def fleet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a fleet, its owner with the picker; by POST change it."""
    row = find_fleet_row(public_id, request.user)
    if request.method != "POST":
        return _show_fleet(request, row)
    try:
        row = _change(request, row)
    except FleetTextError as fault:
        return _show_fleet(request, row, request.POST["text"], fault.faults)
    except DeckError as refusal:
        if not is_htmx(request):
            raise
        row.refresh_from_db()
        return _show_fleet(request, row, refusal=refusal)
    return _show_fleet(request, row) if is_htmx(request) else redirect(row)


def _show_fleet(
    request: HttpRequest,
    row: OwnFleet,
    text: str = "",
    faults: tuple[LineFault, ...] = (),
    refusal: DeckError | None = None,
) -> HttpResponse:
    """Render a fleet, or its picker alone for htmx. `faults` are those of a `text` that was not taken over."""
    page = Picker(row, request.user)
    context = {
        "here": "fleets",
        "page": page,
        "text": text or page.text,
        "faults": faults,
        "refusal": refusal,
        "choices": CHOICES,
        "longest_name": LONGEST_NAME,
        "longest_ship_name": LONGEST_SHIP_NAME,
        "longest_text": LONGEST_TEXT,
        "fewest_points": FEWEST_POINTS,
        "most_points": MOST_POINTS,
        "most_bases": MOST_BASES,
    }
    # htmx swaps no answer with the status of an error in, and the picker itself says what was wrong.
    status = HTTPStatus.UNPROCESSABLE_ENTITY if faults and not is_htmx(request) else HTTPStatus.OK
    template = "fleets/picker.html" if is_htmx(request) else "fleets/fleet.html"
    response = render(request, template, context, status=status)
    if not abilities.is_listed(row):
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def _change(request: HttpRequest, row: OwnFleet) -> OwnFleet:
    """Return the fleet after the change that a button sent. Raises `DeckError`, and `FleetTextError` for a text."""
    user, said, number = current_user_or_guest(request), request.POST, sent_number(request)
    done = said.get("do", NAMES)
    if done == REPLACE:
        return change_fleet(row, by=user, number=number, fleet=read_text(said.get("text", "")))
    # All fields of the picker are in one form, so that a name that was typed is kept by every button.
    named = name_ships(row.fleet, said.getlist("ship"))
    title = said.get("name", row.name)
    for word, change in ((ADD, add_ship), (DROP, drop_ship)):
        if done.startswith(word):
            changed = change(named, _read_class(done.removeprefix(word), row))
            return change_fleet(row, by=user, number=number, name=title, fleet=changed)
    if done not in (NAMES, LIMITS):
        raise DeckError("invalid", "There is no such change of a fleet.", field="do")
    points, bases = (number_of(said.get(field, ""), field) for field in ("points", "bases"))
    return change_fleet(row, by=user, number=number, name=title, fleet=named, points=points, bases=bases)


def _read_class(key: str, row: OwnFleet) -> str:
    printed = read_catalogue().definitions.classes.get(key)
    if key not in {ship["class"] for ship in row.content} and (printed is None or printed.side != row.side):
        raise DeckError("invalid", f"The {PEOPLE[row.side]} have no such class.", field="do")
    return key


@require_safe
@refusing
def text_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a fleet as a file that can be pasted again."""
    row = find_fleet_row(public_id, request.user)
    headers = {"Content-Disposition": attachment(row.name, ".txt"), "X-Robots-Tag": "noindex"}
    return HttpResponse(write_text(row.fleet, row.name), content_type=TEXT, headers=headers)


@require_POST
@refusing
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Create a copy of a fleet for the viewer. An unknown player becomes a guest."""
    row = find_fleet_row(public_id, request.user)
    made = copy_fleet(row, by=current_user_or_guest(request))
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect(made)


@require_POST
@refusing
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set who finds a fleet of the viewer's."""
    row = find_fleet_row(public_id, request.user)
    visibility = request.POST.get("visibility", "")
    row = change_fleet(row, by=_user(request), number=sent_number(request), visibility=visibility)
    words = {value: label.lower() for value, label, _ in CHOICES}[Visibility(row.visibility)]
    messages.success(request, f"Saved: {words} can find it now.")
    return redirect(f"{row.get_absolute_url()}#share")


@require_POST
@refusing
def renew(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a fleet of the viewer's another address."""
    row = find_fleet_row(public_id, request.user)
    row = renew_fleet_link(row, by=_user(request), number=sent_number(request))
    messages.success(request, "The link is renewed. The former one no longer works.")
    return redirect(f"{row.get_absolute_url()}#share")


@require_POST
@refusing
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a fleet of the viewer's; the list then offers to undo it."""
    gone = delete_fleet(find_fleet_row(public_id, request.user), by=_user(request))
    return redirect(f"{reverse('fleets:mine')}?{urlencode({'deleted': gone.public_id})}")


@require_POST
@refusing
def restore(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a deleted fleet back."""
    back = restore_fleet(find_fleet_row(public_id, request.user), by=_user(request))
    messages.success(request, f"{back.name} is restored.")
    return redirect(back)


def _user(request: HttpRequest) -> User:
    """Return the viewer, whom the service refuses unless the fleet is theirs."""
    return cast("User", request.user)
