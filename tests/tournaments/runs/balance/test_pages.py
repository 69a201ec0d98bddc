"""The staff's pages: who gets in, what may be asked for, what is shown while games are played and afterwards."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from incursions.accounts.models import User
from tests.markup import read_page
from tests.tournaments.runs.balance.decks import DECKS
from tournaments.runs.models import BalanceReport

LIST, PAGE, PART = 5, 4, 3
TOKEN = re.compile(r'value="[A-Za-z0-9]{64}"')
FORM = {"decks": DECKS, "seats": ["2", "3"], "games": "5", "seed": "7"}


@pytest.fixture
def browser(staff, client: Client) -> Client:
    client.force_login(staff)
    return client


def paths(report: BalanceReport) -> list[str]:
    named = [reverse(f"balance:{name}", args=[report.public_id]) for name in ("report", "json", "cancel")]
    return [reverse("balance:reports"), *named]


def test_pages_are_for_the_staff(ask, client):
    report = ask()
    for path in paths(report):
        ask_for = client.post if path.endswith("cancel") else client.get
        assert ask_for(path).status_code == 302
        assert ask_for(path)["Location"].startswith("/accounts/login/?next=/balance/")
    client.force_login(User.objects.create_user("deckhand", password="secret word"))
    for path in paths(report):
        ask_for = client.post if path.endswith("cancel") else client.get
        assert ask_for(path).status_code == 403
    assert client.post(reverse("balance:reports"), FORM).status_code == 403
    report.refresh_from_db()
    assert (BalanceReport.objects.count(), report.state) == (1, "running")


def test_bar_leads_the_staff_there_and_nobody_else(browser, client):
    assert reverse("balance:reports") in read_page(browser.get("/"))
    assert reverse("balance:reports") not in read_page(Client().get("/"))


def test_form_asks_for_a_report(browser, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(reverse("balance:reports"), FORM)
    report = BalanceReport.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, report.get_absolute_url())
    assert (report.titles, report.seats, report.games, report.seed) == (DECKS, [2, 3], 5, 7)
    assert (str(report.by), sent) == ("quartermaster", [(report.public_id, 0)])


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"decks": []}, "Choose at least two decks."),
        ({"decks": DECKS[:1]}, "Choose 2 to 12 decks, not 1."),
        ({"decks": [*DECKS, "Nobody"]}, "no starter deck called “Nobody”"),
        ({"seats": []}, "Choose at least one number of seats."),
        ({"seats": ["7"]}, "2 to 6 seats, not “7”"),
        ({"seats": ["x"]}, "2 to 6 seats, not “x”"),
        ({"seats": ["4"]}, "4 seats need 4 different decks, not 3."),
        ({"games": ""}, "Say how many games"),
        ({"games": "0"}, "At least one game is played."),
        ({"games": "4001"}, "At most 4000 games"),
        ({"games": "many"}, "A number of games from 1 to 4000 was expected."),
        ({"seed": "-1"}, "A seed is 0 or more."),
        ({"seed": "2147483648"}, "A seed is at most 2147483647."),
    ],
)
def test_form_says_what_is_wrong_and_keeps_the_rest(browser, asked, complaint):
    answer = browser.post(reverse("balance:reports"), FORM | asked)
    assert answer.status_code == 422
    assert complaint in read_page(answer)
    assert not BalanceReport.objects.exists()
    if "seed" not in asked:
        assert 'value="7"' in read_page(answer)


def test_form_makes_no_more_than_three_reports_at_once(browser, ask):
    for _ in range(3):
        ask()
    answer = browser.post(reverse("balance:reports"), FORM)
    assert answer.status_code == 422
    assert "3 reports are being made" in read_page(answer)


def test_page_shows_how_far_it_is_and_asks_again(browser, ask, play):
    report = ask()
    assert "The first games are being played" in read_page(browser.get(report.get_absolute_url()))
    play(report, 0)
    page = read_page(browser.get(report.get_absolute_url()))
    assert "1 of 3 games" in page
    assert 'hx-trigger="every 2s"' in page
    assert "Win rates at 2 seats" in page
    assert "<details" not in page
    part = read_page(browser.get(report.get_absolute_url(), headers={"HX-Request": "true"})).strip()
    assert part.startswith('<div id="report"')
    assert TOKEN.sub("", part) in TOKEN.sub("", page)


def test_page_of_a_finished_report_shows_everything_and_rests(browser, ask, play):
    report = ask(seats=[2, 3], games=1)
    play(report, 0)
    play(report, 1)
    page = read_page(browser.get(report.get_absolute_url()))
    assert "hx-trigger" not in page
    assert page.count('<svg class="plot"') == 10
    assert all(words in page for words in (*DECKS, "too few games", "finished", "Deck against deck", "Cards: "))
    assert " style=" not in page
    assert "<style" not in page


def test_json_is_what_the_command_prints(browser, ask, play):
    report = ask(games=1)
    play(report, 0)
    answer = browser.get(reverse("balance:json", args=[report.public_id]))
    assert json.loads(answer.content) == json.loads(json.dumps(report.report))
    assert answer["Content-Disposition"] == f'attachment; filename="balance-{report.public_id}.json"'


def test_cancel_ends_a_report_once(browser, ask):
    report = ask()
    path = reverse("balance:cancel", args=[report.public_id])
    assert browser.get(path).status_code == 405
    assert browser.post(path)["Location"] == report.get_absolute_url()
    report.refresh_from_db()
    assert report.state == "cancelled"
    assert "has ended already" in read_page(browser.post(path, follow=True))


def test_page_of_no_report_is_not_found(browser):
    assert browser.get("/balance/nosuchone").status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_list_queries(count, browser, ask, django_assert_num_queries):
    for _ in range(count):
        ask()
    with django_assert_num_queries(LIST):
        browser.get(reverse("balance:reports"))


@pytest.mark.parametrize("games", [1, 3])
def test_page_queries(games, browser, ask, play, django_assert_num_queries):
    report = ask(games=3)
    for played in range(games):
        play(report, played)
    with django_assert_num_queries(PAGE):
        browser.get(report.get_absolute_url())
    with django_assert_num_queries(PART):
        browser.get(report.get_absolute_url(), headers={"HX-Request": "true"})


def test_admin_lists_reports(admin_client, ask):
    report = ask()
    assert report.public_id in read_page(admin_client.get("/admin/runs/balancereport/"))
    page = admin_client.get(f"/admin/runs/balancereport/{report.pk}/change/")
    assert page.status_code == 200
    assert "deck_set" not in read_page(page)
