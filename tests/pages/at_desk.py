"""Ways to a desk for tests of its pages: tournaments as far as they are wanted, browsers, what a form would send."""

import re
from html import unescape
from typing import Any

from django.test import Client

from incursions.accounts.models import User
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import plan
from tests.tournaments.laid_matches import SEED
from tournaments.events.entries import enter_for
from tournaments.events.enums import Role
from tournaments.events.models import Appointment, Entry, LogLine, Penalty, Place, Round, Table, Tournament
from tournaments.events.plans import PhasePlan, appoint, create_tournament, open_tournament
from tournaments.events.progress import advance, start_tournament
from tournaments.events.rounds import pair_round, publish_round


def browser(user: User | None = None, accept: str = "text/html") -> Client:
    client = Client(HTTP_ACCEPT=accept)
    if user is not None:
        client.force_login(user)
    return client


def desk_of(row: Tournament, page: str = "") -> str:
    return f"/tournaments/{row.public_id}/desk/{page}"


def shown(user: User | None, address: str, status: int = 200) -> str:
    answer = browser(user).get(address)
    assert answer.status_code == status
    return unescape(read_page(answer))


def act(user: User, row: Tournament, do: str, page: str = "", **said: Any) -> Any:
    return browser(user).post(desk_of(row, page), {"do": do, **said})


def told(user: User, row: Tournament, do: str, **said: Any) -> tuple[int, str]:
    """Send an act as a program does; return status and code."""
    answer = browser(user, "application/json").post(desk_of(row), {"do": do, **said}, content_type="application/json")
    return answer.status_code, answer.json()["code"]


def again(row: Tournament) -> Tournament:
    return Tournament.objects.get(pk=row.pk)


def announced(owner: User, *phases: PhasePlan, bots: int = 0, **named: Any) -> Tournament:
    row = create_tournament(owner, plan(*phases, is_automatic=False, **named), seed=SEED)
    open_tournament(row.public_id, owner)
    for _ in range(bots):
        enter_for(row.public_id, owner, bot="random")
    return again(row)


def paired(owner: User, *phases: PhasePlan, bots: int = 5, **named: Any) -> Tournament:
    row = announced(owner, *phases, bots=bots, **named)
    start_tournament(row.public_id, owner)
    pair_round(row.public_id, owner)
    return again(row)


def running(owner: User, *phases: PhasePlan, bots: int = 4, **named: Any) -> Tournament:
    """Its first round is played; no table was opened."""
    row = paired(owner, *phases, bots=bots, **named)
    publish_round(row.public_id, owner)
    advance(row.public_id, opener=lambda keys: None)
    return again(row)


def tables(row: Tournament) -> dict[int, list[int]]:
    """Who sits where in the last round."""
    held = (
        Table.objects.filter(round__tournament=row).exclude(round__state="undone").order_by("round__number", "number")
    )
    return {one.number: list(one.places.order_by("index").values_list("entry__number", flat=True)) for one in held}


def everything_of(row) -> list[Any]:
    """Every row of a tournament."""
    of = {"tournament": row}
    kinds = ((Entry, of), (Round, of), (Appointment, of), (LogLine, of), (Table, {"round__tournament": row}))
    found = [list(model.objects.filter(**where).order_by("pk").values()) for model, where in kinds]
    rows = (Place.objects, Penalty.objects, Tournament.objects)
    return [*found, *(list(each.order_by("pk").values()) for each in rows)]


def of_role(row: Tournament, owner: User, role: Role) -> User:
    """Somebody of the staff."""
    if role is Role.OWNER:
        return owner
    user = User.objects.create_user(role.value.replace(" ", "-"), password="secret word")
    appoint(row.public_id, owner, user, role)
    return user


def form_of(page: str) -> dict[str, str]:
    """Return the values in the form of a plan, as a browser would send them."""
    form = re.search(r'<form class="narrow stack".*?</form>', page, re.DOTALL)[0]
    found: dict[str, str] = {}
    for field in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]*)"', field)
        value = re.search(r'value="([^"]*)"', field)
        is_box = 'type="checkbox"' in field
        if name and (not is_box or "checked" in field):
            found[name[1]] = value[1] if value else "on" if is_box else ""
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        values = r'<option value="([^"]*)"'
        chosen = re.search(f"{values} selected", options) or re.search(values, options)
        found[name] = chosen[1]
    found |= dict(re.findall(r'<textarea name="([^"]*)"[^>]*>\s*(.*?)</textarea>', form, re.DOTALL))
    found.pop("csrfmiddlewaretoken", None)
    return {name: unescape(value) for name, value in found.items()}
