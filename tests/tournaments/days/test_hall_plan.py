"""The plan of the hall: Control puts it up and takes it down, everybody sees it, and briefings show it."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from tournaments.days.hall_plans import LARGEST_FILE, SIDE
from tournaments.days.models import DayHallPlan

PAGE = {"Accept": "text/html"}
TURNED = 0x0112, 6
"""The note of a camera that was held upright."""


@pytest.fixture
def control(client, host, day):
    client.force_login(host)
    return client


def make_picture(kind="PNG", size=(60, 30), mode="RGB", **options):
    out = BytesIO()
    Image.new(mode, size).save(out, kind, **options)
    return out.getvalue()


def put_up(client, day, raw):
    fields = {"picture": SimpleUploadedFile("hall.png", raw)}
    return client.post(reverse("days:hall_plan", args=[day.public_id]), fields, headers=PAGE)


def read_picture(client, day):
    answer = client.get(reverse("days:hall_picture", args=[day.public_id]))
    assert answer.headers["Content-Type"] == "image/jpeg"
    return Image.open(BytesIO(answer.content))


def test_everybody_sees_the_plan_that_control_put_up(control, day):
    address = reverse("days:hall_plan", args=[day.public_id])
    page = reverse("days:day", args=[day.public_id])
    anybody = Client()
    assert address not in anybody.get(page).content.decode()
    assert address in control.get(page).content.decode()
    assert put_up(control, day, make_picture()).url == address
    assert address in anybody.get(page).content.decode()
    shown = anybody.get(address).content.decode()
    assert reverse("days:hall_picture", args=[day.public_id]) in shown
    assert "Put up" not in shown
    assert read_picture(anybody, day).size == (60, 30)
    briefings = control.get(reverse("days:briefings", args=[day.public_id])).content.decode()
    assert reverse("days:hall_picture", args=[day.public_id]) in briefings


def test_plan_is_replaced_and_taken_down(control, day):
    put_up(control, day, make_picture())
    before = control.get(reverse("days:hall_plan", args=[day.public_id])).context["plan"]
    put_up(control, day, make_picture("WEBP", (20, 40), "RGBA"))
    assert control.get(reverse("days:hall_plan", args=[day.public_id])).context["plan"] != before
    assert read_picture(control, day).size == (20, 40)
    control.post(reverse("days:hall_plan", args=[day.public_id]), {"down": "true"}, headers=PAGE)
    assert control.get(reverse("days:hall_picture", args=[day.public_id])).status_code == 404
    assert not DayHallPlan.objects.exists()


def test_photo_is_kept_small_upright_and_without_what_the_camera_noted(control, day):
    notes = Image.Exif()
    notes[TURNED[0]] = TURNED[1]
    put_up(control, day, make_picture("JPEG", (2 * SIDE, SIDE), exif=notes))
    picture = read_picture(control, day)
    assert picture.size == (SIDE // 2, SIDE)
    assert not picture.getexif()


@pytest.mark.parametrize(
    ("raw", "status", "words"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 400, "This is no picture"),
        (make_picture()[:60], 400, "This is no picture"),
        (make_picture("GIF"), 400, "This is no picture"),
        (make_picture(size=(6000, 6000), mode="1"), 400, "more than 30,000,000 pixels"),
        (b"0" * (LARGEST_FILE + 1), 413, "more than 8,000,000 bytes"),
        (b"", 400, "This is no picture"),
    ],
)
def test_what_is_no_picture_is_refused_and_changes_nothing(control, day, raw, status, words):
    put_up(control, day, make_picture())
    answer = put_up(control, day, raw)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert read_picture(control, day).size == (60, 30)


def test_form_without_a_file_asks_for_one(control, day):
    answer = control.post(reverse("days:hall_plan", args=[day.public_id]), {}, headers=PAGE)
    assert answer.status_code == 400
    assert "Choose a picture." in answer.content.decode()


def test_only_control_puts_up_a_plan(client, day):
    assert put_up(client, day, make_picture()).status_code == 404
    assert not DayHallPlan.objects.exists()
