"""Taking back with one key, by consent; and the staff, who pause the table and step it back."""

import re

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.tables import start_duel

SEED = 150


def test_player_takes_back_by_consent_and_staff_pause_the_table(visit, lay):
    duel = start_duel(visit(), visit())
    seat = duel.asked
    mover, other = duel.pages[seat], duel.pages[1 - seat]
    mover.locator("#prompt:not(.waiting)").wait_for()
    duel.decline()
    expect(mover.locator("#take-back-button")).to_be_visible()
    mover.keyboard.press("Shift+U")
    expect(mover.locator("#log .is-undone").first).to_be_visible()
    expect(other.locator("#log")).to_contain_text("takes back")
    duel.decline()
    duel.decline()
    duel.decline()
    expect(other.locator("#log")).to_contain_text("declines")
    up_to_date = re.compile(rf'"version":{duel.state()["version"]}\b')
    expect(mover.locator("#facts")).to_have_attribute("data-facts", up_to_date)
    mover.locator("#take-back-button").click()
    expect(mover.locator("#notes")).to_contain_text("You ask to take back")
    expect(other.locator("#notes")).to_contain_text("has answered since")
    assert violations(other) == []
    other.reload()
    other.get_by_role("button", name="Agree").click()
    expect(mover.locator("#notes")).not_to_contain_text("take back")
    assert duel.state()["take_back"] is None
    assert duel.asked == seat

    desk = visit(f"{duel.path}/staff", session=lay(SEED, is_staff=True).session)
    pause = desk.locator("form", has=desk.get_by_role("heading", name="Pause"))
    pause.get_by_label("Reason (shown to the players)").fill("The hall's lights went out.")
    pause.get_by_role("button", name="Pause").click()
    expect(desk.get_by_role("status").filter(has_text="Paused")).to_contain_text("Paused")
    assert [*violations(desk), *violations(desk, on_a_phone=True)] == []
    desk.reload()
    for page in (mover, other):
        expect(page.locator("#notes")).to_contain_text("The hall's lights went out.")
    assert violations(mover, on_a_phone=True) == []
    mover.reload()
    back = desk.locator("form", has=desk.get_by_role("heading", name="Resume the match"))
    back.get_by_label("Reason (shown to the players)").fill("The lights are back.")
    back.get_by_role("button", name="Resume").click()
    expect(mover.locator("#notes")).to_contain_text("The staff resumed the match")
    assert duel.decline() > 0
