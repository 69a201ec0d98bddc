"""Fleets in the admin: seen by the staff, changed by nobody, taken out of sight and given back."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from cards.fleets.changes import change_fleet, create_fleet, delete_fleet
from cards.fleets.models import OwnFleet
from incursions.accounts.models import User
from incursions.games.talon.rules.fleets import Fleet
from tests.markup import read_page

pytestmark = pytest.mark.django_db
LIST = "/admin/cards/ownfleet/"


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("maren")


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("admiral"))
    return client


def make(owner: User, name: str) -> OwnFleet:
    row = create_fleet(owner=owner, name=name, fleet=Fleet("talon"))
    return change_fleet(row, by=owner, number=1, visibility="public")


def act(browser: Client, action: str, *fleets: OwnFleet) -> str:
    chosen = {"action": action, "_selected_action": [row.pk for row in fleets]}
    return read_page(browser.post(LIST, chosen, follow=True))


def test_fleets_are_shown_and_not_changed(browser, owner):
    row = make(owner, "A fleet")
    page = browser.get(f"{LIST}{row.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in read_page(page)
    for address in ("add/", f"{row.pk}/change/", f"{row.pk}/delete/"):
        assert browser.post(LIST + address).status_code == 403
    assert "A fleet" in read_page(browser.get(f"{LIST}?q=maren"))
    assert "A fleet" not in read_page(browser.get(f"{LIST}?q=nobody"))


def test_queries_of_the_list(browser, owner, django_assert_num_queries):
    for count in (1, 2, 3):
        make(owner, "A fleet")
        with django_assert_num_queries(7):
            assert len(browser.get(LIST).context["cl"].result_list) == count


def test_staff_withdraw_and_restore(browser, owner):
    shown, gone = make(owner, "Shown"), delete_fleet(make(owner, "Gone"), by=owner)
    assert "Shown: made private." in act(browser, "withdraw", shown)
    assert "Gone: Only the staff can hide a fleet." in act(browser, "withdraw", gone)
    assert "Gone: restored." in act(browser, "restore", gone)
    shown.refresh_from_db()
    gone.refresh_from_db()
    assert (shown.visibility, shown.number, gone.deleted_at) == ("private", 3, None)


def test_who_may_only_look_does_not_act(owner):
    staff = User.objects.create_user("clerk", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_ownfleet"))
    client, row = Client(), make(owner, "Shown")
    client.force_login(staff)
    act(client, "withdraw", row)
    row.refresh_from_db()
    assert row.visibility == "public"
