"""The pages of fleets. A change is a small form: htmx gets the picker alone, other browsers the whole page again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.deck_pages.edited_deck import is_htmx
from cards.deck_pages.page_frame import number_of, refusing, sent_number
from cards.decks.errors import DeckError
from cards.fleet_pages.picker import Picker
from cards.fleets.changes import (
    add_ship,
    change_fleet,
    create_fleet,
    delete_fleet,
    drop_ship,
    find_fleet_row,
    is_owner,
    name_ships,
)
from cards.fleets.loadouts import judge
from cards.fleets.models import LONGEST_NAME, OwnFleet
from incursions.accounts.viewers import current_user_or_guest
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.fleet_texts import FleetTextError, parse_fleet
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import MOST_BASES, MOST_POINTS, PEOPLE, USUAL_POINTS, Fleet, count_points

ADD, DROP, NAMES, LIMITS = "add ", "drop ", "names", "limits"
"""The words of the buttons of the picker; the first two are followed by a class."""


@require_safe
@refusing
def mine(request: HttpRequest) -> HttpResponse:
    """Show the viewer's fleets, the ready-made ones, and the forms in which a fleet is begun."""
    return _show_list(request)


def _show_list(request: HttpRequest, text: str = "", faults: tuple[object, ...] = ()) -> HttpResponse:
    classes = read_catalogue().definitions.classes
    rows = list(OwnFleet.objects.own(request.user))
    own = [(row, count_points(row.fleet, classes), judge(row.fleet, row.limits)) for row in rows]
    ready = [(each, count_points(each.fleet, classes)) for each in read_catalogue().fleets.values()]
    context = {"here": "fleets", "own": own, "ready": ready, "sides": PEOPLE.items(), "text": text, "faults": faults}
    return render(request, "fleets/mine.html", context, status=422 if faults else 200)


@require_POST
@refusing
def new(request: HttpRequest) -> HttpResponse:
    """Create a fleet: of a pasted `text`, of the ready-made one of a title, or an empty one of a side.

    An unknown player becomes a guest.
    """
    said, catalogue = request.POST, read_catalogue()
    name, points = f"Fleet of the {PEOPLE.get(said.get('side', ''), PEOPLE[SIDES[0]])}", USUAL_POINTS
    if "text" in said:
        try:
            fleet = parse_fleet(said["text"], catalogue.definitions.classes)
        except FleetTextError as fault:
            return _show_list(request, said["text"], fault.faults)
        name = f"Fleet of the {PEOPLE[fleet.side]}"
        spent = count_points(fleet, catalogue.definitions.classes)
        points = min(max(points, spent), MOST_POINTS)
    elif said.get("ready") in catalogue.fleets:
        ready = catalogue.fleets[said["ready"]]
        name, fleet, points = ready.title, ready.fleet, ready.points
    elif said.get("side") in SIDES:
        fleet = Fleet(said["side"])
    else:
        raise DeckError("invalid", "Choose a side, or a ready-made fleet.")
    made = create_fleet(owner=current_user_or_guest(request), name=name, fleet=fleet, points=points)
    return redirect(made)


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def fleet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a fleet, its owner with the picker; by POST change it. Whoever has the link may look."""
    row = find_fleet_row(public_id)
    if request.method == "POST":
        row = _change(request, row)
        if not is_htmx(request):
            return redirect(row)
    template = "fleets/picker.html" if is_htmx(request) else "fleets/fleet.html"
    context = {
        "here": "fleets",
        "page": Picker(row, is_owner(request.user, row)),
        "longest_name": LONGEST_NAME,
        "most_points": MOST_POINTS,
        "most_bases": MOST_BASES,
    }
    response = render(request, template, context)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _change(request: HttpRequest, row: OwnFleet) -> OwnFleet:
    """Return the fleet after the change that a button sent. Raises `DeckError`."""
    user, said, number = current_user_or_guest(request), request.POST, sent_number(request)
    done = said.get("do", NAMES)
    # All fields of the picker are in one form, so that a name that was typed is kept by every button.
    named = name_ships(row.fleet, said.getlist("ship"))
    title = said.get("name", row.name)
    for word, change in ((ADD, add_ship), (DROP, drop_ship)):
        if done.startswith(word):
            return change_fleet(
                row, by=user, number=number, name=title, fleet=change(named, _read_class(done.removeprefix(word), row))
            )
    if done not in (NAMES, LIMITS):
        raise DeckError("invalid", "There is no such change of a fleet.")
    points, bases = (number_of(said.get(field, ""), field) for field in ("points", "bases"))
    return change_fleet(row, by=user, number=number, name=title, fleet=named, points=points, bases=bases)


def _read_class(key: str, row: OwnFleet) -> str:
    printed = read_catalogue().definitions.classes.get(key)
    if printed is None or (printed.side != row.side and key not in {ship["class"] for ship in row.content}):
        raise DeckError("invalid", f"The {PEOPLE[row.side]} have no such class.")
    return key


@require_POST
@refusing
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Create a copy of a fleet for the viewer. An unknown player becomes a guest."""
    row = find_fleet_row(public_id)
    made = create_fleet(
        owner=current_user_or_guest(request), name=row.name, fleet=row.fleet, points=row.points, bases=row.bases
    )
    messages.success(request, f"{made.name}: this copy is yours.")
    return redirect(made)


@require_POST
@refusing
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a fleet of the viewer's."""
    row = find_fleet_row(public_id)
    delete_fleet(row, by=current_user_or_guest(request))
    messages.success(request, f"{row.name} is deleted.")
    return redirect("fleets:mine")
