"""The pages of penalties, staff and log at the desk of a tournament."""

import csv
import io

import pytest

from incursions.accounts.models import User
from tests.markup import read_page
from tests.pages.at_desk import act, again, announced, browser, desk_of, of_role, running, shown
from tournaments.events.entries import drop
from tournaments.events.enums import Role
from tournaments.events.models import Appointment, Penalty

pytestmark = pytest.mark.django_db


def test_judge_gives_penalties_and_disqualifies_nobody(owner):
    row = running(owner)
    judge = of_role(row, owner, Role.JUDGE)
    page = shown(judge, desk_of(row, "penalties"))
    assert '<option value="disqualification"' not in page
    assert '<option value="disqualification"' in shown(owner, desk_of(row, "penalties"))
    act(judge, row, "penalty", "penalties", player="1", kind="slow play", reason="Twice warned.")
    answer = act(judge, row, "penalty", "penalties", player="1", kind="disqualification", reason="Angry.")
    assert answer.status_code == 403
    assert [(one.kind, one.by_name) for one in Penalty.objects.all()] == [("slow play", "judge")]
    assert "Twice warned." in shown(judge, desk_of(row, "penalties"))
    assert "1 penalty" in shown(judge, desk_of(row, "players"))


def test_staff_is_appointed_and_dismissed_and_one_owner_stays(owner):
    row = announced(owner)
    User.objects.create_user("ada", password="secret word")
    act(owner, row, "appoint", "staff", name="ada", role="head judge")
    assert Appointment.objects.get(user__username="ada").role == Role.HEAD_JUDGE
    answer = act(owner, row, "dismiss", "staff", name="organizer")
    assert (answer.status_code, Appointment.objects.count()) == (400, 2)
    act(owner, row, "dismiss", "staff", name="ada")
    assert Appointment.objects.get().user == owner
    refused = read_page(act(owner, row, "appoint", "staff", name="nobody", role="judge"))
    assert 'value="nobody"' in refused


def test_log_tells_every_change_by_kind_page_and_file(owner):
    row = announced(owner, bots=30)
    drop(row.public_id, owner, 3, reason="=1+1")
    page = shown(owner, desk_of(row, "log"))
    assert "Random bot 3 withdrew" in page
    assert "organizer, owner" in page
    assert 'href="?page=2"' in page
    entered = shown(owner, desk_of(row, "log?kind=entered"))
    assert "withdrew" not in entered
    assert "Random bot 30 entered" in entered
    assert "There is no page 9" in shown(owner, desk_of(row, "log?page=9"))
    answer = browser(owner).get(desk_of(row, "log.csv"))
    read = list(csv.reader(io.StringIO(answer.content.decode())))
    assert read[0] == ["number", "at", "by", "role", "did", "words", "reason", "before", "after"]
    assert [int(line[0]) for line in read[1:]] == list(range(1, again(row).version + 1))
    assert read[-1][6] == "'=1+1"
