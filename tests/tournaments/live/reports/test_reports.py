"""Reports from the table: what they carry, who reads and answers them, and what is refused."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, later, lay_match, people, play
from tournaments.live.models import Report, ReportKind, ReportState
from tournaments.live.reports import (
    LONGEST_MESSAGE,
    MOST_IN_A_WHILE,
    close_report,
    file_report,
    give_back_report,
    take_report,
)
from tournaments.live.rooms import Room
from tournaments.matches.table_rows import table_for

pytestmark = pytest.mark.usefixtures("catalogue")


@pytest.fixture
def staff(db) -> User:
    return User.objects.create_user("quartermaster", password="secret word", is_staff=True)


def browser_of(user: User) -> Client:
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client


def refusal_of(act, *args, **named) -> str:
    with pytest.raises(DomainError) as refusal:
        act(*args, **named)
    return refusal.value.code


def test_report_carries_match_and_moment_and_is_answered_once(staff):
    players = people(2)
    match = lay_match(players)
    play(match, players[table_for(match, None).game.decision.seat], "decline")
    report = file_report(match.room, players[1], "  The dice look odd. ", now=NOON)
    assert (report.room, report.version, report.seat, report.kind) == (match.room, 1, 1, ReportKind.TABLE)
    assert (report.message, report.state) == ("The dice look odd.", ReportState.OPEN)
    assert report.moment.startswith("Round 1: ")
    assert file_report(match.room, players[1], "Earlier", version=0, now=NOON).version == 0
    assert file_report(match.room, players[1], "Not yet", version=99, now=NOON).version == 1

    other = User.objects.create_user("boatswain", is_staff=True)
    assert refusal_of(close_report, report, staff, "Too soon") == "report_moved_on"
    again = Report.objects.get(pk=report.pk)
    take_report(report, staff)
    assert refusal_of(take_report, again, other) == "report_moved_on"
    assert refusal_of(close_report, report, staff, "  ") == "malformed"
    give_back_report(report, staff)
    take_report(report, other)
    close_report(report, other, "They are fair: check the seal.", now=later(minutes=1))
    assert refusal_of(close_report, report, staff, "Differently") == "report_moved_on"
    report.refresh_from_db()
    assert (report.state, report.taken_by, report.answer) == (
        ReportState.CLOSED,
        other,
        "They are fair: check the seal.",
    )


def test_who_has_a_part_in_it_handles_no_report(staff):
    players = people(2)
    match = lay_match(players)
    User.objects.filter(pk__in=[player.pk for player in players]).update(is_staff=True)
    by_watcher = file_report(match.room, User.objects.create_user("watcher"), "Odd")
    of_chat = file_report(match.room, players[0], "Rude", quoted="You fool", about=staff)
    assert (of_chat.kind, of_chat.quoted, of_chat.about) == (ReportKind.CHAT, "You fool", staff)
    assert refusal_of(take_report, by_watcher, players[1]) == "at_the_table"
    assert refusal_of(take_report, of_chat, staff) == "at_the_table"
    assert not Report.objects.exclude(state=ReportState.OPEN).exists()


def test_refused_reports_leave_nothing(staff):
    match = lay_match(people(2))
    assert refusal_of(file_report, match.room, None, "Hello") == "unknown_reporter"
    assert refusal_of(file_report, Room("match", "nosuchtable"), staff, "Hello") == "not_found"
    for message in ("", " \n", "\x00", "x" * (LONGEST_MESSAGE + 1)):
        assert refusal_of(file_report, match.room, staff, message) == "malformed"
    assert not Report.objects.exists()
    for _ in range(MOST_IN_A_WHILE):
        file_report(match.room, staff, "Hello", now=NOON)
    assert refusal_of(file_report, match.room, staff, "Hello", now=later(minutes=59)) == "too_many_reports"
    assert file_report(match.room, staff, "Hello", now=NOON + timedelta(minutes=61))


def test_pages_from_the_table_to_the_answer(staff):
    guest = create_guest()
    other, watcher = people(2)
    match = lay_match([guest, other])
    address = reverse("live:report", args=[match.public_id])
    browser = browser_of(guest)
    assert address in read_page(browser.get(match.get_absolute_url()))
    assert 'name="version" value="0"' in read_page(browser.get(address))
    refused = browser.post(address, {"message": "x" * 1001, "version": "0"})
    assert (refused.status_code, "x" * 1001 in read_page(refused)) == (400, True)
    stranger = Client(headers={"accept": "text/html"})
    assert "Sign in to report" in read_page(stranger.get(address))

    filed = browser.post(address, {"message": "<b>Odd</b> dice", "version": "0"})
    report = Report.objects.get()
    assert (filed.status_code, filed["Location"]) == (303, report.get_absolute_url())
    assert "<b>Odd" not in read_page(browser.get(report.get_absolute_url()))
    assert report.public_id in read_page(browser.get(reverse("reports:own")))
    assert browser_of(watcher).get(report.get_absolute_url()).status_code == 404
    assert browser.post(report.get_absolute_url(), {"do": "take"}).status_code == 404

    desk = browser_of(staff)
    queue = reverse("reports:queue")
    assert report.public_id in read_page(desk.get(queue))
    for narrowed in ("?kind=chat", "?state=closed", "?state=taken&kind=table"):
        assert report.public_id not in read_page(desk.get(queue + narrowed))
    page = read_page(desk.get(report.get_absolute_url()))
    assert reverse("matches:replay_at", args=[match.public_id, 0]) in page
    assert desk.post(report.get_absolute_url(), {"do": "take"}).status_code == 303
    assert desk.post(report.get_absolute_url(), {"do": "take"}).status_code == 409
    assert desk.post(report.get_absolute_url(), {"do": "close", "answer": ""}).status_code == 400
    assert desk.post(report.get_absolute_url(), {"do": "close", "answer": "All is well."}).status_code == 303
    assert "All is well." in read_page(browser.get(report.get_absolute_url()))
    merge_guest(guest, account=watcher)
    assert "All is well." in read_page(browser_of(watcher).get(report.get_absolute_url()))


def test_report_as_json(staff):
    match = lay_match(people(2))
    client = Client()
    client.force_login(staff)
    address = reverse("live:report", args=[match.public_id])

    def post(body):
        return client.post(address, json.dumps(body), content_type="application/json")

    answer = post({"message": "Odd"})
    assert (answer.status_code, answer.json()["code"]) == (201, "reported")
    assert Report.objects.get().public_id == answer.json()["id"]
    for body in ({}, {"message": 5}, {"message": "Odd", "version": "x"}):
        refused = post(body)
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
    Report.objects.bulk_create(
        Report(
            room=match.room, by=staff, version=0, moment="-", message="-", created_at=Report.objects.get().created_at
        )
        for _ in range(MOST_IN_A_WHILE)
    )
    assert (post({"message": "Odd"}).status_code, post({"message": "Odd"}).json()["code"]) == (429, "too_many_reports")
