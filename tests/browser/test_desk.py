"""An organizer holds a tournament from the desk, by keyboard, and on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.instance import PHONE
from tests.sampling import sample


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).press("Enter")


def planned(page: Page) -> None:
    """Plan a tournament of slow bots whose rounds the organizer looks at before they are published."""
    page.get_by_role("link", name="Swiss and top 8", exact=True).press("Enter")
    page.get_by_label("Name", exact=True).fill("Lantern Night")
    press(page, "Remove phase 2")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Lantern Night")
    page.get_by_label(re.compile("Rounds follow by themselves")).uncheck()
    page.get_by_text("Times", exact=True).click()
    page.get_by_label("From pairings to the start of the round").fill("0")
    page.get_by_label("Length of a match").fill("long")
    press(page, "Create the tournament")
    expect(page.get_by_text("Say how long in minutes")).to_be_visible()
    page.get_by_label("Length of a match").fill("30")
    page.get_by_label("Seconds a bot takes to answer").fill("30")
    press(page, "Create the tournament")


@pytest.mark.long
def test_organizer_holds_a_tournament_from_the_desk(visit, lay):
    page = visit("/tournaments/new", session=lay(1, is_staff=True).session)
    assert violations(page) == []
    planned(page)
    expect(page.get_by_role("heading", name="Next")).to_be_visible()
    address = page.url
    found = violations(page)
    press(page, "Announce it")
    page.get_by_role("link", name="Players", exact=True).last.press("Enter")
    page.get_by_label("How many").fill("5")
    page.get_by_label("Which").select_option("random")
    press(page, "Enter bots")
    expect(page.locator(".player-lines li")).to_have_count(5)
    found += [*violations(page), *violations(page, on_a_phone=True)]

    page.goto(address)
    press(page, "Start now")
    press(page, "Pair round 1")
    page.goto(f"{address}round")
    names = page.locator(".spots").first.locator("label").all_inner_texts()
    boxes = page.get_by_role("checkbox")
    boxes.nth(0).press("Space")
    boxes.nth(2).press("Space")
    found += [*violations(page), *violations(page, on_a_phone=True)]
    press(page, "Swap the two")
    expect(page.get_by_text("changed places in round 1")).to_be_visible()
    assert page.locator(".spots").first.locator("label").all_inner_texts() != names

    press(page, "Publish round 1")
    expect(page.get_by_text("Ends at")).to_be_visible()  # the page looks again by itself
    page.get_by_role("link", name="Table 1").press("Enter")
    found += [*violations(page), *violations(page, on_a_phone=True)]
    page.get_by_label("Result", exact=True).select_option(index=1)
    page.locator("#reason-rule").fill("Both agreed.")
    press(page, "Rule")
    expect(page.locator(".tag", has_text="won")).to_be_visible()

    page.goto(f"{address}round")
    page.get_by_text("Undo round 1").first.click()
    page.locator("#reason-undo").fill("The wrong tables.")
    press(page, "Undo round 1")
    expect(page.get_by_role("heading", name="No round yet")).to_be_visible()
    for each in sample(["log", "staff", "penalties", "settings", "cancel", "players/1"], 2):
        page.goto(f"{address}{each}")
        found += [*violations(page), *violations(page, on_a_phone=True)]
    assert found == []


@pytest.mark.long
def test_desk_tells_of_what_was_done_meanwhile_and_lets_be_what_is_written(visit, lay):
    session = lay(2, is_staff=True).session
    page = visit("/tournaments/new?plan=blank", session=session)
    page.get_by_label("Name", exact=True).fill("Lantern Night")
    press(page, "Create the tournament")
    press(page, "Announce it")
    other = visit(page.url.split("/", 3)[3].join(["/", ""]), session=session, viewport=PHONE)
    other.locator("#reason-pause").fill("The power is out")
    page.locator("#reason-pause").fill("Lunch.")
    press(page, "Pause all clocks")
    expect(page.get_by_text("Everything is paused")).to_be_visible()
    expect(other.get_by_text("Something has changed meanwhile.")).to_be_visible()
    expect(other.locator("#reason-pause")).to_have_value("The power is out")
    press(other, "Pause all clocks")
    expect(other.get_by_text("The tournament is paused already.")).to_be_visible()
    expect(other.locator("#reason-pause")).to_have_count(0)
    press(other, "Resume the tournament")
    expect(page.get_by_role("button", name="Start now")).to_be_visible()


def drop(page: Page) -> None:
    page.locator("#reason-drop").fill("Had to go.")
    page.get_by_role("button", name=re.compile("^Drop ")).press("Enter")
    expect(page.locator(".tag", has_text="dropped")).to_be_visible()


def asked(page: Page, address: str) -> list[str]:
    """Return a list that grows with each request of the page to that address."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.method) if request.url == address else None)
    return found


@pytest.mark.long
def test_desk_hears_of_what_was_done_and_redraws_around_what_is_written(visit, hold):
    held = hold(name="Half Written", bots=4, played=0, opens=False)
    page = visit(f"{held['path']}desk/penalties", session=held["owner"])
    requests = asked(page, page.url)
    other = visit(f"{held['path']}desk/penalties", session=held["owner"], viewport=PHONE)
    page.get_by_label("Player", exact=True).select_option("2")
    page.get_by_label("Why").fill("Came la")
    other.get_by_label("Player", exact=True).select_option("1")
    other.get_by_label("Why").fill("Shouted.")
    press(other, "Give the penalty")
    notice = page.get_by_text("Something has changed meanwhile.")
    expect(notice).to_be_visible()  # while the cursor is in the field nothing moves
    assert page.get_by_text("Shouted.").count() == 0
    page.get_by_label("Why").press_sequentially("te.")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Shouted.")).to_be_visible()
    expect(page.get_by_role("button", name="Give the penalty")).to_be_focused()
    expect(page.get_by_label("Player", exact=True)).to_have_value("2")
    expect(page.get_by_label("Why")).to_have_value("Came late.")
    assert requests == ["GET"]  # when it was told, and not before
    press(page, "Give the penalty")
    expect(other.get_by_text("Came late.")).to_be_visible()


@pytest.mark.long
def test_what_was_refused_stays_on_a_desk_that_is_drawn_anew(visit, hold):
    held = hold(name="Refused", bots=4, played=0, opens=False)
    page = visit(f"{held['path']}desk/players", session=held["owner"])
    page.get_by_label("Name of the account").fill("nobody of that name")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    other = visit(f"{held['path']}desk/players/3", session=held["owner"])
    drop(other)
    expect(page.locator("#player-3")).to_contain_text("dropped")
    expect(page.get_by_label("Name of the account")).to_have_value("nobody of that name")


@pytest.mark.long
def test_desk_without_a_line_asks_now_and_then(visit, hold, instance):
    held = hold(name="No Line", bots=4, played=0, opens=False)
    page = visit(session=held["owner"])
    page.route_web_socket(re.compile("/ws/tournaments/"), lambda line: line.close())
    page.goto(instance.url(f"{held['path']}desk/players"))
    other = visit(f"{held['path']}desk/players/3", session=held["owner"])
    drop(other)
    expect(page.locator("#player-3")).to_contain_text("dropped")
