"""Drawing all that is missing: by command, by the staff's page, in tasks that may be stopped, lost or sent twice."""

import fcntl
import json
import os
import time
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from cards import checks, pictures_job
from cards.catalogue import known_piece
from cards.management.commands import render_pictures
from cards.pictures import BEGUN, FILES, are_made, name_of, names_of
from cards.tasks import draw_pictures, find_lost
from incursions.accounts.models import User
from tests.markup import read_page

pytestmark = pytest.mark.django_db
TITLES = ("Phasers", "Sol", "Crypt")
PAGE = "/cards/pictures/"


@pytest.fixture(autouse=True)
def three_pieces(db, settings, tmp_path, monkeypatch):
    """A catalogue of three, read before queries are counted, and a folder of its own; drawing is writing the files."""
    settings.PICTURES = tmp_path / "pictures"
    pieces = [known_piece(title) for title in TITLES]
    monkeypatch.setattr(pictures_job, "pictured_pieces", lambda: pieces)
    for module in (pictures_job, render_pictures):
        monkeypatch.setattr(module, "make_pictures", write)


def write(piece):
    for size in FILES:
        file = name_of(piece, size).file
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"drawn")


@pytest.fixture
def sent(monkeypatch):
    found = []
    monkeypatch.setattr(pictures_job, "queue", lambda: found.append(1))
    return found


@pytest.fixture
def staff(client):
    client.force_login(User.objects.create_user("painter", password="secret word", is_staff=True))
    return client


def made():
    return [title for title in TITLES if are_made(names_of(known_piece(title)).values())]


def rendered(*arguments):
    out = StringIO()
    call_command("render_pictures", *arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_command_draws_what_is_missing_and_removes_what_is_old():
    assert rendered() == {"pieces": 3, "drawn": 3, "removed": 0, "missing": 0}
    name_of(known_piece("Sol"), "large").file.unlink()
    old = Path(settings.PICTURES) / "sol.0000000000000000.small.webp"
    left, begun = (old.with_name(f".{name}{BEGUN}") for name in ("left", "other"))
    for file in (old, left, begun):
        file.write_bytes(b"")
    os.utime(left, (time.time() - 61,) * 2)
    assert rendered() == {"pieces": 3, "drawn": 1, "removed": 2, "missing": 0}
    assert [file.exists() for file in (old, left, begun)] == [False, False, True]
    assert rendered()["drawn"] == 0


def test_command_that_is_stopped_goes_on_where_it_was(monkeypatch):
    def tired(piece):
        if piece["title"] == "Sol":
            raise KeyboardInterrupt
        write(piece)

    monkeypatch.setattr(render_pictures, "make_pictures", tired)
    with pytest.raises(CommandError, match="2 pieces have no picture yet") as stopped:
        rendered()
    assert (stopped.value.returncode, made()) == (130, ["Phasers"])
    monkeypatch.setattr(render_pictures, "make_pictures", write)
    assert rendered()["drawn"] == 2


def test_command_refuses_a_number_of_processes_that_makes_no_sense():
    with pytest.raises(CommandError, match="1 to 64 processes were expected, not 0"):
        rendered("--processes", "0")


def test_tasks_draw_some_at_a_time_until_all_is_drawn(sent):
    pictures_job.want_pictures()
    for number in (1, 2, 3):
        assert pictures_job.draw_some(seconds=0) == 1
        assert pictures_job.state() == (3, number, number < 3)
    assert len(sent) == 3  # by the staff, and twice by a task that left some


def test_a_piece_that_cannot_be_drawn_holds_up_no_other(sent, monkeypatch):
    def faulty(piece):
        if piece["title"] == "Phasers":
            raise ValueError("no such subject")
        write(piece)

    monkeypatch.setattr(pictures_job, "make_pictures", faulty)
    pictures_job.want_pictures()
    pictures_job.draw_some(seconds=60)
    assert made() == ["Sol", "Crypt"]
    assert pictures_job.state() == (3, 2, False)


def test_drawing_that_gets_nowhere_stops_and_the_page_says_why(staff, sent, monkeypatch):
    def full(piece):
        raise OSError(28, "No space left on device")

    for module in (pictures_job, render_pictures):
        monkeypatch.setattr(module, "make_pictures", full)
    pictures_job.want_pictures()
    assert pictures_job.draw_some(seconds=0) == 0
    assert (pictures_job.state().is_wanted, sent) == (False, [1])
    with pytest.raises(CommandError, match=r"Pictures could not be drawn: .* No space left on device"):
        rendered()
    monkeypatch.setattr(pictures_job.shutil, "disk_usage", lambda folder: SimpleNamespace(free=1_024_000))
    assert staff.post(PAGE).status_code == 303
    assert (pictures_job.state().is_wanted, sent) == (False, [1])
    assert "is full: 1,000 KB are left." in read_page(staff.get(PAGE))


def test_task_that_comes_unasked_or_twice_draws_nothing(sent):
    draw_pictures()
    assert (made(), sent) == ([], [])
    pictures_job.want_pictures()
    with (Path(settings.PICTURES) / "drawing.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert pictures_job.draw_some() == 0
    assert made() == []


def test_stopped_drawing_keeps_what_is_drawn(sent):
    pictures_job.want_pictures()
    pictures_job.draw_some(seconds=0)
    pictures_job.stop()
    assert pictures_job.draw_some() == 0
    assert (made(), pictures_job.state().is_wanted, len(sent)) == (["Phasers"], False, 2)


def a_minute_passes():
    wanted = Path(settings.PICTURES) / "wanted"
    os.utime(wanted, (time.time() - 61,) * 2)


def test_command_may_leave_it_to_the_worker(sent):
    assert rendered("--later") == {"pieces": 3, "drawn": 0, "removed": 0, "missing": 3}
    find_lost()
    assert (sent, made()) == ([], [])  # whoever has just started the product is left in peace
    a_minute_passes()
    find_lost()
    find_lost()
    assert sent == [1]
    draw_pictures()
    assert made() == list(TITLES)
    assert rendered("--later")["missing"] == 0
    assert not pictures_job.state().is_wanted


def test_drawing_whose_task_was_lost_goes_on(sent):
    pictures_job.want_pictures()
    pictures_job.draw_some(seconds=0)
    find_lost()
    assert len(sent) == 2
    a_minute_passes()
    find_lost()
    assert len(sent) == 3
    pictures_job.stop()
    find_lost()
    assert len(sent) == 3


def test_page_is_for_the_staff(client):
    assert client.get(PAGE)["Location"].startswith("/accounts/login/?next=/cards/pictures/")
    client.force_login(User.objects.create_user("deckhand", password="secret word"))
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE).status_code == 403
    assert f'href="{PAGE}"' not in read_page(client.get("/"))


def test_page_starts_shows_and_stops_drawing(staff, sent):
    assert f'href="{PAGE}"' in read_page(staff.get("/"))
    page = read_page(staff.get(PAGE))
    assert "0 of 3 pieces have their pictures" in page
    assert "Draw the missing ones" in page
    answer = staff.post(PAGE)
    assert (answer.status_code, answer["Location"], sent) == (303, reverse("cards:pictures"), [1])
    pictures_job.draw_some(seconds=0)
    part = read_page(staff.get(PAGE, headers={"HX-Request": "true"}))
    assert part.strip().startswith('<section class="panel" id="pictures">')
    assert "1 of 3" in part
    assert 'hx-trigger="every 2s"' in part
    assert staff.post(PAGE, {"stop": "1"}).status_code == 303
    assert "every 2s" not in read_page(staff.get(PAGE))


def test_drawing_is_wanted_though_redis_refuses_writes(staff, refusing_redis):
    assert staff.post(PAGE).status_code == 303
    assert pictures_job.state().is_wanted


def test_page_asks_the_same_number_of_queries_however_much_is_drawn(staff, django_assert_num_queries):
    for _ in range(2):
        with django_assert_num_queries(3):  # session, user, tables under way; the pieces are stood in for
            staff.get(PAGE)
        rendered()


def test_page_says_when_nothing_is_missing(staff):
    rendered()
    assert "None is missing." in read_page(staff.get(PAGE))


def test_posting_needs_the_token():
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(PAGE).status_code == 403


def test_check_names_the_missing_package(monkeypatch):
    assert [each for each in run_checks() if (each.id or "").startswith("cards.")] == []
    monkeypatch.setattr(checks, "missing_packages", lambda: ["@fontsource/spectral"])
    (missing,) = [each for each in run_checks() if each.id == "cards.E001"]
    assert "@fontsource/spectral is missing" in missing.msg


def test_check_wants_a_pillow_that_writes_webp(monkeypatch):
    monkeypatch.setattr(checks.features, "check", lambda name: name != "webp")
    assert "without webp" in next(each.msg for each in run_checks() if each.id == "cards.E002")
