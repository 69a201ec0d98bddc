"""Voyages: all play through, acts of the learner, the badge, and the rest of the match."""

import pytest
from django.conf import settings
from django.urls import reverse

from incursions.games.incursions.kind import KIND
from incursions.games.incursions.voyages import check_voyages
from tests.catalogue_rows import fixtures
from tournaments.matches.models import Match
from tournaments.players.models import Award
from tournaments.players.recording import record_match
from tournaments.voyages.models import VoyageProgress

FILES = sorted((settings.ROOT / "fixtures" / "voyages").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_is_legal_and_every_goal_holds(path):
    assert check_voyages(path, fixtures().pieces) == [None] * len(check_voyages(path, fixtures().pieces))


def test_badges_of_voyages_are_known():
    assert {voyage.badge for voyage in KIND.voyages.values()} <= {badge.slug for badge in KIND.records.badges}


def test_line_that_is_not_legal_is_told(tmp_path):
    told = FILES[0].read_text().replace("play: repair shields with 2 power", "play: repair shields with 9 power")
    (tmp_path / "wrong.yaml").write_text(told)
    (fault,) = check_voyages(tmp_path / "wrong.yaml", fixtures().pieces)
    assert "repair shields with 9 power" in fault


def step_of(client, slug="first"):
    return VoyageProgress.objects.get(voyage=slug, user_id=client.session["_auth_user_id"]).step


@pytest.mark.parametrize("voyage", KIND.voyages.values(), ids=list(KIND.voyages))
def test_voyage_is_played_with_plain_forms(client, catalogue, voyage):
    url = reverse("voyages:voyage", args=[voyage.slug])
    for number, step in enumerate(voyage.steps):
        html = client.get(url).content.decode()
        assert f"Step {number + 1} of" in html
        offered = [part.split('"')[0] for part in html.split('form="move" name="text" value="')[1:]]
        assert {*offered} == ({step.play} if step.play else set())
        client.post(url, {"step": number, "text": step.play})
    assert "You have finished" in client.get(url).content.decode()
    assert Award.objects.filter(badge=voyage.badge).count() == 1


def test_other_lines_are_refused_and_acts_move_the_step(client, catalogue):
    url = reverse("voyages:voyage", args=["first"])
    client.post(url, {"step": 0})
    client.post(url, {"step": 1})
    answer = client.post(url, {"step": 2, "text": "explore south"}, follow=True)
    assert "This step asks for another act" in answer.content.decode()
    assert step_of(client) == 2
    client.post(url, {"step": 2, "text": "explore north"})
    client.post(url, {"step": 2, "text": "explore north"})
    assert step_of(client) == 3
    client.post(url, {"step": 3, "act": "back"})
    assert step_of(client) == 2
    client.post(url, {"step": 2, "act": "skip"})
    assert step_of(client) == 3
    client.post(url, {"step": 3, "act": "again"})
    assert step_of(client) == 0


def test_progress_is_of_one_user(client, client_of_stranger, catalogue):
    url = reverse("voyages:voyage", args=["first"])
    client.post(url, {"step": 0})
    assert "Step 1 of" in client_of_stranger.get(url).content.decode()
    client_of_stranger.post(url, {"step": 0})
    client_of_stranger.post(url, {"step": 1})
    assert step_of(client) == 1


@pytest.fixture
def client_of_stranger():
    from django.test import Client

    return Client()


@pytest.mark.parametrize("slug", KIND.voyages)
def test_rest_of_the_match_is_free_and_counts_for_nothing(client, client_of_stranger, catalogue, slug):
    answer = client.post(reverse("voyages:rest", args=[slug]))
    match = Match.objects.get()
    assert answer.status_code == 303
    assert match.is_running
    assert match.is_private
    assert not match.rated
    assert client.get(match.get_absolute_url()).status_code == 200
    client_of_stranger.post(reverse("tables:join", args=[match.public_id]))
    assert match.seats.filter(user__isnull=False).count() == 1
    client.post(reverse("tables:concede", args=[match.public_id]))
    match.refresh_from_db()
    assert match.is_over
    assert not record_match(match.public_id)
    assert client.get(reverse("tables:export", args=[match.public_id])).status_code >= 400
    assert client.get(match.get_absolute_url()).status_code == 200
