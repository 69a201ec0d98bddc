"""The log of a day on the desk and on its own pages: the newest entries first, older ones before a number, a search."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments.days.seated_client import enter
from tournaments.days import desk_log
from tournaments.days.day_page import find_day
from tournaments.days.desk_log import LONGEST_LOG, MOST_ENTRIES, MOST_OLDER, read_newest, read_page

LAST = 100
NUMBER = re.compile(r'<li value="(\d+)"')


@pytest.fixture
def long_day(day, give):
    """A day with a hundred entries, of which the tenth alone speaks of a song."""
    give("Control", "start the event")
    for number in range(2, LAST + 1):
        give("Control", f"announce to the room: {'A song' if number == 10 else 'Tea'}", number)
    return find_day(day.public_id)


def read(client, day, query=""):
    return client.get(reverse("days:show_log", args=[day.public_id]) + query).content.decode()


def test_desk_has_the_newest_entries_and_reads_new_ones_alone(long_day, give, django_assert_num_queries):
    newest = read_newest(long_day)
    assert [entry.number for entry in newest] == list(range(LAST, LAST - MOST_ENTRIES, -1))
    with django_assert_num_queries(0):
        assert read_newest(long_day) is newest
    give("Control", "announce to the room: Lunch", LAST + 1)
    later = read_newest(find_day(long_day.public_id))
    assert later[1:] == newest[:-1]
    assert later[0].text == "announce to the room: Lunch"
    assert read_newest(long_day) == newest
    desk_log._newest.clear()
    assert read_newest(find_day(long_day.public_id)) == later


def test_desk_has_fewer_entries_of_many_words(day, give):
    give("Control", "start the event")
    for number in range(2, 12):
        give("Control", f"announce to the room: {'la ' * 150}", number)
    newest = read_newest(find_day(day.public_id))
    assert 1 < len(newest) < 11
    assert sum(len(entry.text) + sum(map(len, entry.lines)) for entry in newest) <= LONGEST_LOG


def test_pages_of_the_log_hold_all_entries_once(long_day):
    before, found = LAST + 1, []
    while before:
        page = read_page(long_day, before, "")
        found += [entry.number for entry in page.entries]
        before = page.before
    assert found == list(range(LAST, 0, -1))


def test_log_is_searched_and_leads_back_and_on(client, long_day):
    enter(client, long_day, "Control 2")
    first = read(client, long_day)
    assert len(NUMBER.findall(first)) == MOST_OLDER
    assert f"?before={LAST - MOST_OLDER + 1}" in first
    assert "Newest entries" not in first
    older = read(client, long_day, f"?before={LAST - MOST_OLDER + 1}")
    assert NUMBER.findall(older)[0] == str(LAST - MOST_OLDER)
    assert "Newest entries" in older
    assert "Older entries" not in older
    assert NUMBER.findall(read(client, long_day, "?words=a+SONG")) == ["10"]
    assert "No entry holds these words" in read(client, long_day, "?words=nothing")
    assert 'href="preview?to=10"' in older


def test_log_is_for_control_alone(client, long_day):
    enter(client, long_day, "Dione Captain")
    assert client.get(reverse("days:show_log", args=[long_day.public_id])).status_code == 404


@pytest.mark.parametrize(
    "query", ["?before=0", "?before=x", "?before=99999999999", f"?words={'x' * 101}", "?words=%00"]
)
def test_bad_query_of_the_log_is_refused(client, day, query):
    enter(client, day, "Control 2")
    assert client.get(reverse("days:show_log", args=[day.public_id]) + query).status_code == 400
