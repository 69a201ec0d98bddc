import pytest
from django.test import Client

from tests.markup import read_page
from tests.tournaments.laid_matches import SEED, asked, lay_match, people, play


@pytest.fixture
def staff(catalogue, django_user_model) -> Client:
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("staff"))
    return client


@pytest.mark.parametrize("model", ["match", "seat", "action"])
def test_admin_shows_and_changes_nothing(staff, model):
    players = people(2)
    match = lay_match(players)
    play(match, players[asked(match)], "decline")
    row = {"match": match, "seat": match.seats.first(), "action": match.actions.first()}[model]
    assert staff.get(f"/admin/matches/{model}/").status_code == 200
    page = staff.get(f"/admin/matches/{model}/{row.pk}/change/")
    assert page.status_code == 200
    assert SEED.hex() not in read_page(page)
    for address in (f"{row.pk}/change/", f"{row.pk}/delete/", "add/"):
        assert staff.post(f"/admin/matches/{model}/{address}").status_code == 403
