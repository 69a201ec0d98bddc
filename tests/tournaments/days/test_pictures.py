"""Parts of pages are drawn once for a revision, and shared by the devices of a seat."""

from __future__ import annotations

import pytest

from tournaments.days import day_page
from tournaments.days.day_page import draw_page, find_row


@pytest.fixture
def drawn_pages(monkeypatch):
    """The pages that were drawn anew."""
    pages, draw = [], day_page.draw_parts

    def record(day, page, seat):
        pages.append((page, seat))
        return draw(day, page, seat)

    monkeypatch.setattr(day_page, "draw_parts", record)
    return pages


def test_devices_of_a_seat_share_what_is_drawn(day, give, drawn_pages):
    give("Control", "start the event")
    day.refresh_from_db()
    seats = ("Dione Captain", "Dione Captain", "Lucas Captain", "Dione Captain")
    first, second, other, _ = [draw_page(day, "seat", seat).parts for seat in seats]
    assert first is second
    assert other != first
    assert drawn_pages == [("seat", "Dione Captain"), ("seat", "Lucas Captain")]


def test_page_is_drawn_again_after_a_command(day, give, drawn_pages):
    give("Control", "start the event")
    day.refresh_from_db()
    before = draw_page(day, "projector", "").parts
    give("Control", "announce to the room: All hands", 5)
    day.refresh_from_db()
    assert "All hands" in draw_page(day, "projector", "").parts["news"]
    assert "All hands" not in before["news"]
    assert len(drawn_pages) == 2


def test_station_is_drawn_again_only_if_something_that_it_shows_has_changed(day, give, drawn_pages):
    give("Control", "start the event")
    day.refresh_from_db()
    before = {seat: draw_page(day, "seat", seat).parts for seat in ("Dione Captain", "Lucas Captain")}
    drawn_pages.clear()
    give("Dione Chief Engineer", "use Water Plant", 5)
    day.refresh_from_db()
    after = {seat: draw_page(day, "seat", seat).parts for seat in before}
    assert drawn_pages == [("seat", "Dione Captain")]
    assert after["Lucas Captain"] is before["Lucas Captain"]


def test_row_of_an_announced_revision_is_read_once(day, give, django_assert_num_queries):
    give("Control", "start the event")
    day.refresh_from_db()
    with django_assert_num_queries(1):
        found = [find_row(day.public_id, day.revision) for _ in range(3)]
    assert {row.revision for row in found} == {day.revision}
    give("Control", "announce to the room: All hands", 5)
    assert find_row(day.public_id, day.revision + 1).revision == day.revision + 1
    with django_assert_num_queries(1):
        assert find_row(day.public_id, None).revision == day.revision + 1
