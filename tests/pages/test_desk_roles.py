"""Who may do what at the desk of a tournament: each act and each page, by role."""

from html import unescape
from typing import Any

import pytest
from django.db import transaction

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from tests.markup import read_page
from tests.pages.at_desk import again, announced, browser, desk_of, everything_of, of_role, paired, running
from tests.sampling import sample
from tests.tournaments.events.organizing.tournaments import plan
from tournaments.events.desk.acts import ACTS
from tournaments.events.enums import Role, TournamentState
from tournaments.events.locked_tournament import ABILITIES, Ability
from tournaments.events.plans import create_tournament

pytestmark = pytest.mark.django_db


# What one needs for each act, said once more here: the services must agree with it.
NEEDS = {
    **dict.fromkeys(("announce", "cancel"), Ability.CONFIGURE),
    **dict.fromkeys(
        ("start", "end building", "pair", "publish", "undo", "swap", "break", "pair players"), Ability.PAIR
    ),
    **dict.fromkeys(("bye", "feature", "pause", "resume"), Ability.PAIR),
    **dict.fromkeys(("extend", "rule"), Ability.RULE),
    **dict.fromkeys(("enter user", "enter bots", "enter name", "check in", "drop", "reinstate"), Ability.ADMIT),
    "disqualify": Ability.DISQUALIFY,
    "deck checked": Ability.SEE_DECKS,
    "penalty": Ability.PENALISE,
    "fair play": Ability.DISQUALIFY,
    "rehearse": Ability.CONFIGURE,
    **dict.fromkeys(("appoint", "dismiss"), Ability.APPOINT),
}
EVERYTHING: dict[str, Any] = {
    "player": 1,
    "place": [1, 2],
    "round": 1,
    "table": 1,
    "minutes": 5,
    "reason": "It was agreed.",
    "count": 1,
    "bot": "random",
    "kind": "warning",
    "role": "judge",
}


@pytest.mark.parametrize("role", sample(Role, 1))
def test_each_role_does_at_the_desk_what_the_table_of_abilities_says(owner, role):
    row = running(owner)
    program = browser(of_role(row, owner, role), "application/json")
    other = User.objects.create_user("somebody", password="secret word")
    refused = set()
    for word in ACTS:
        name = other.username if word != "enter name" else "A name"
        before = everything_of(row)
        with transaction.atomic():
            said = EVERYTHING | {"name": name} | ({"player": [1, 2]} if word == "swap" else {})
            answer = program.post(desk_of(row), {"do": word, **said}, content_type="application/json")
            if answer.json()["code"] == "not_staff":
                assert (answer.status_code, everything_of(row)) == (403, before)
                refused.add(word)
            transaction.set_rollback(True)
    assert refused == {word for word, ability in NEEDS.items() if ability not in ABILITIES[role]}
    assert NEEDS.keys() == ACTS.keys()


PAGES = ("", "players", "players/1", "round", "rounds/1", "rounds/1/tables/1", "penalties", "staff")


@pytest.mark.parametrize("role", sample(Role, 1))
def test_pages_show_the_forms_of_what_the_role_may_do(owner, role):
    row = running(owner)
    client = browser(of_role(row, owner, role))
    for page in PAGES:
        answer = client.get(desk_of(row, page))
        assert answer.status_code == 200
        body = unescape(read_page(answer))
        offered = {word for word in ACTS if f'name="do" value="{word}"' in body}
        assert {word for word in offered if NEEDS[word] not in ABILITIES[role]} == set()
    allowed = {"log": Ability.SEE_LOG, "log.csv": Ability.SEE_LOG, "settings": Ability.CONFIGURE}
    for page, ability in (allowed | {"cancel": Ability.CONFIGURE}).items():
        assert client.get(desk_of(row, page)).status_code == (200 if ability in ABILITIES[role] else 403)


def test_owner_is_offered_every_act_somewhere(owner):
    offered: set[str] = set()
    client = browser(owner)
    for row in (
        create_tournament(owner, plan()),
        announced(owner, bots=2, is_table_top=True),
        paired(owner),
        running(owner),
    ):
        for page in (*PAGES, "cancel"):
            answer = client.get(desk_of(row, page))
            offered |= {word for word in ACTS if f'name="do" value="{word}"' in read_page(answer)}
    assert set(ACTS) - offered == {"end building", "resume", "reinstate"}  # each of a state of its own, below


def test_desk_is_not_there_for_others(owner):
    row = announced(owner, bots=2)
    other = User.objects.create_user("other", password="secret word")
    clients = [browser(user) for user in (other, create_guest())]
    for page in (*PAGES, "log", "settings", "cancel"):
        for client in clients:
            assert client.get(desk_of(row, page)).status_code == 404
            assert client.post(desk_of(row, page), {"do": "cancel", "reason": "Mine"}).status_code == 404
        answer = browser().get(desk_of(row, page))
        assert (answer.status_code, "/login/" in answer["Location"]) == (302, True)
    assert again(row).state == TournamentState.OPEN
