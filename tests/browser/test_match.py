"""Whole matches through the page. The seeds were chosen because they make the matches short."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.moves import button, click, first, is_over, lines, move, press, version, wait_to_be_asked
from tests.sampling import sample

AGAINST_THE_BOT = 1465
HUNTED = 1416
"""The seed of a match in which the bot is dealt a ship that hunts the other."""
TWO_PLAYERS = 71
ASKED_FIRST = 150  # seat 0 has the first turn
MOST_MOVES = 60
MOST_MATCHES = 3
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def sensible_line(options: list[str], number: int) -> str:
    """Fight now and then, explore, defend by turns."""
    if "take the hit" in options:
        return (first(options, "evade with 1") if number % 2 else None) or "take the hit"
    shot = next((line for line in options if re.match(r"fire \w+ at seat 1 with 1 power", line)), None)
    return (shot if number % 3 == 0 else None) or first(options, "explore", "decline")


@pytest.mark.parametrize("options", sample([{}, PHONE], 1))
def test_rematch_shows_its_changed_settings_and_can_be_declined_by_keys(options, visit, lay):
    table = lay(TWO_PLAYERS, guests=1)
    host = visit(table.path, session=table.session, **options)
    guest = visit(table.path, session=table.others[0], **options)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("link", name="Concede").click()
    host.get_by_role("button", name="Concede").click()
    host.get_by_role("button", name="Rematch").click()
    expect(host.get_by_text("The free seats are kept for the players of the match before")).to_be_visible()
    assert_accessible(host)
    answer = host.context.request.post(
        f"{host.url}/settings", data={"minutes": 10}, headers={"Accept": "application/json"}
    )
    assert answer.status == 200
    guest.reload()
    expect(guest.get_by_text("The settings of the rematch have changed")).to_be_visible()
    expect(guest.get_by_role("button", name="Join the rematch")).to_be_visible()
    assert_accessible(guest)
    decline = guest.get_by_role("button", name="Decline")
    decline.focus()
    guest.keyboard.press("Enter")
    expect(host.get_by_text("The free seats are kept")).to_be_hidden()


@pytest.mark.main_path
@pytest.mark.parametrize(("how", "options"), sample([(press, {}), (click, PHONE)], 1))
def test_whole_match_against_the_bot(how, options, visit, lay):
    """Another one where the bot has not attacked: it has chances of its own."""
    for _ in range(MOST_MATCHES):
        table = lay(HUNTED, bots=1)
        page = visit(table.path, session=table.session, **options)
        played = []
        while wait_to_be_asked(page) and len(played) < MOST_MOVES:
            line = sensible_line(lines(page), len(played))
            move(page, line, how)
            played.append(line.split(" ")[0])
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        if {"take", "evade"} & set(played):
            break
    assert is_over(page)
    assert {"fire", "explore"} <= set(played)
    assert {"take", "evade"} & set(played)
    expect(page.locator("#prompt-title")).to_have_text(re.compile("You won|You lost|draw"))
    expect(page.locator("#prompt code").nth(1)).to_have_text(re.compile(r"^[0-9a-f]{64}$"))


def test_end_of_a_match_leads_to_verify_replay_and_rematch(visit, lay):
    table = lay(AGAINST_THE_BOT, bots=1)
    page = visit(table.path, session=table.session)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Concede").click()
    page.get_by_role("button", name="Concede").click()
    expect(page.locator("#prompt-title")).to_have_text("You lost")
    page.get_by_text("Seal and seed of the dice").click()
    page.get_by_role("link", name="Verify the dice").click()
    expect(page.get_by_text("Dice verified")).to_be_visible()
    page.go_back()
    expect(page.locator("#prompt-title")).to_have_text("You lost")
    assert_accessible(page)
    page.reload()
    page.locator("#prompt").get_by_role("link", name="Replay").click()
    page.locator("html.has-script").wait_for()
    page.keyboard.press("Home")
    expect(page.locator("#prompt-title")).to_have_text("The start")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#prompt-title")).to_contain_text("Move 1")
    page.wait_for_url(f"**{table.path}/replay/1")
    page.keyboard.press("End")
    expect(page.locator("#step-on")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="Attacks", exact=True).click()
    page.wait_for_url("**?log=attacks")
    expect(page.locator("#log-lines .turn").first).to_be_hidden()
    page.get_by_role("link", name="As watched").click()
    page.wait_for_url("**as=watched*")
    page.locator("html.has-script").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: not address.endswith(table.path))
    page.locator("#prompt").wait_for()


@pytest.mark.long
def test_two_browsers_play_each_other_and_one_reloads(visit, lay):
    table = lay(TWO_PLAYERS)
    host = visit(table.path, session=table.session)
    expect(host.get_by_label("Send this link")).to_have_value(re.compile(f"{table.path}$"))
    friend = visit(table.path)
    friend.get_by_role("button", name="Sit down").click()
    for page in (host, friend):
        page.locator("#prompt").wait_for()
    moves = 0
    while not is_over(host) and moves < MOST_MOVES:
        asked = next((page for page in (host, friend) if page.locator("#move-version").count()), None)
        if asked is None:
            host.wait_for_timeout(100)
            continue
        wait_to_be_asked(asked)
        other = friend if asked is host else host
        number = version(asked)
        move(asked, first(lines(asked), "explore", "decline"), click)
        moves += 1
        if moves == 5:
            other.reload()
        # The move reaches the other browser by itself.
        other.locator(f"#log-lines a >> text=/^{number + 1}$/").wait_for()
    assert {host.locator("#prompt-title").inner_text(), friend.locator("#prompt-title").inner_text()} & {"You won"}
    assert moves >= 6


def test_second_window_shows_the_same_and_a_late_move_is_told_kindly(visit, lay):
    table = lay(TWO_PLAYERS)
    host = visit(table.path, session=table.session)
    friend = visit(table.path)
    friend.get_by_role("button", name="Sit down").click()
    host.locator("#prompt").wait_for()
    asked = host if host.locator("#move-version").count() else friend
    if asked is friend:
        move(friend, "decline", click)
        move(friend, "decline", click)
    wait_to_be_asked(host)
    second = visit(table.path, session=table.session)
    second.context.set_offline(True)
    before = version(second)
    move(host, "decline", click)
    second.context.set_offline(False)
    # Whatever the window missed comes by itself when the connection is back.
    second.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()
    assert version(second) == version(host)


def test_reply_overtaken_by_a_push_does_not_turn_the_table_back(visit, lay):
    table = lay(ASKED_FIRST, bots=1)
    page = visit(table.path, session=table.session)
    wait_to_be_asked(page)
    waiting = []
    page.route("**/actions", lambda route: waiting.append((route, route.fetch())))
    before = version(page)
    button(page, first(lines(page), "explore")).click()
    page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()
    moved_on = page.locator("#facts").get_attribute("data-facts")
    route, reply = waiting.pop()
    older = reply.text().replace(f"&quot;version&quot;:{before + 1}", f"&quot;version&quot;:{before}")
    route.fulfill(response=reply, body=older)
    page.locator("#prompt:not([aria-busy])").wait_for()
    assert page.locator("#facts").get_attribute("data-facts") == moved_on


def test_refused_move_shows_the_rule_and_keeps_the_table(visit, lay):
    table = lay(ASKED_FIRST, bots=1)
    page = visit(table.path, session=table.session)
    wait_to_be_asked(page)
    page.locator('#prompt [name=text][value="decline"]').evaluate("button => { button.value = 'warp to 9,9'; }")
    page.locator('#prompt [name=text][value="warp to 9,9"]').click()
    expect(page.locator("#notice .rule")).to_be_visible()
    expect(page.locator('#prompt [name=text][value="decline"]')).to_be_visible()


def test_phone_tabs_show_one_sheet_at_a_time(visit, lay):
    table = lay(AGAINST_THE_BOT, bots=1)
    page = visit(table.path, session=table.session, **PHONE)
    wait_to_be_asked(page)
    expect(page.locator("#ships .ship").first).to_be_hidden()
    page.get_by_role("link", name="Ships").click()
    expect(page.locator("#ships .ship").first).to_be_visible()
    expect(page.locator("#prompt-title")).to_be_visible()
    page.get_by_role("link", name="Log").click()
    expect(page.locator("#log-lines")).to_be_visible()
    page.get_by_role("link", name="Options").click()
    expect(page.locator("#prompt .options").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
