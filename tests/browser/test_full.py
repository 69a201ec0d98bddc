"""Full and Tournament in a browser: hand, windows, stages, stops; by key, by mouse and without scripts."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.instance import PHONE, Table
from tests.browser.moves import click, first, is_over, lines, move, press, version, wait_to_be_asked, whole_lines
from tests.browser.page_checks import assert_sound
from tests.sampling import sample

SEED = 150
MOVES = 14
MOST_MOVES = 90
PASSED_FOR_A_PLAYER = {"pass", "aux"}
"""A window with no other options is passed for the player."""
DENIZEN = "Crystal Entity"

OFFERED = """() => {
  const asked = document.querySelector("#prompt:not(.waiting):not([aria-busy]):has(#move-version)");
  const whole = asked?.querySelectorAll("[name=text]:not([data-stages])") ?? [];
  return document.querySelector(".places") ? null : [...whole].map(({ value }) => value);
}"""
"""Script that returns the whole lines of a page that is asked, none if it is not asked, null if the match is over."""


class Way(NamedTuple):
    """How somebody plays: what chooses a line, and in what kind of window."""

    choose: Callable[[Page, str], None]
    options: dict[str, Any] = {}


KEYS, MOUSE, THUMB = Way(press), Way(click), Way(click, {"viewport": PHONE, "has_touch": True})


@pytest.fixture(scope="module")
def table(lay: Callable[..., Table]) -> Table:
    """One table for the tests that leave the match as it is."""
    return lay(SEED, bots=1, mode="full")


def sensible(options: list[str], number: int) -> str:
    """Cards first, then shots and new hexes; windows are passed."""
    for line in ("pass", "take the hit"):
        if line in options:
            return line
    return first(options, "table", *(["play", "fire"] if number % 2 else []), "explore", "discard") or options[0]


def choices(page: Page) -> list[str]:
    """Return the lines of the next question with a choice, or none when the match is over."""
    while wait_to_be_asked(page):
        options = lines(page)
        if options and options != ["pass"]:
            return options
        page.wait_for_timeout(100)
    return []


def wait_for_a_maneuver(page: Page) -> None:
    """Pass whatever comes before the own turn."""
    while (options := choices(page)) and "decline" not in options:
        move(page, sensible(options, 0), click)


def test_cards_go_by_key_and_hexes_by_a_click_on_the_map(visit, lay):
    """A few moves against the bot; whole matches are played in Basic."""
    table = lay(SEED, bots=1, mode="full")
    page = visit(table.path, session=table.session)
    wanted = [("table", "play"), ("explore",)]
    for number in range(MOVES):
        if not wanted:
            break
        options = choices(page)
        whole = whole_lines(page)
        assert len(whole) == len(set(whole))
        line = first(options, *wanted[0])
        move(page, line or sensible(options, number), press if "play" in wanted[0] or not line else click_on_the_map)
        wanted = wanted[1:] if line else wanted
    assert not wanted
    expect(page.locator("#log-lines")).to_contain_text("Into the hand of")
    expect(page.locator("#log-lines")).not_to_contain_text("{")
    expect(page.locator("#hand .card")).not_to_have_count(0)


def click_on_the_map(page: Page, line: str) -> None:
    page.locator(f'#chart [name=text][value="{line}"]').click()


def fighting(options: list[str], number: int) -> str:
    """Choose a line: first a hex or two, then shots and any defence; a player who is out dominates if possible."""
    sought = "explore" if number < 2 else "fire"
    return (
        first(
            options, "dominate", "evade with 1", "evade", sought, "fire", "decline", "take the hit", "pass", "discard"
        )
        or options[0]
    )


def next_choice(pages: list[Page]) -> tuple[Page, list[str]] | None:
    """Whoever is asked, and what there is to choose. None when the match is over for everybody."""
    while True:
        offered = [page.evaluate(OFFERED) for page in pages]
        if offered == [None] * len(pages):
            return None
        for page, options in zip(pages, offered, strict=True):
            if set(options or ()) - PASSED_FOR_A_PLAYER:
                return page, options
        pages[0].wait_for_timeout(100)


@pytest.mark.long
@pytest.mark.parametrize(("seed", "ways"), sample([(1, (KEYS, THUMB)), (4, (MOUSE, MOUSE, MOUSE))], 1))
def test_match_of_people_is_fought_to_its_end(seed, ways, visit, lay):
    """Ships that do not hold long: both sides answer attacks, and of three the first to go dominates a denizen.

    Of two, one plays by the keyboard alone and the other on a phone.
    """
    seats = len(ways)
    table = lay(seed, seats=seats, mode="full", guests=seats - 1, hull=2, tile="" if seats == 2 else DENIZEN)
    sessions = (table.session, *table.others)
    pages = [visit(table.path, session=one, **way.options) for one, way in zip(sessions, ways, strict=True)]
    answered, begun = set(), []
    for _ in range(MOST_MOVES):
        found = next_choice(pages)
        if found is None:
            break
        page, options = found
        line = fighting(options, 2 if seats == 2 else begun.count("explore"))
        move(page, line, ways[pages.index(page)].choose)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        answered |= {pages.index(page)} if line.startswith(("evade", "take the hit")) else set()
        begun.append(line.partition(" ")[0])
    assert all(is_over(page) for page in pages)
    assert len(answered) >= 2
    assert seats == 2 or "dominate" in begun
    titles = [page.locator("#prompt-title").inner_text() for page in pages]
    assert titles.count("You won") == 1


def test_card_of_the_hand_is_played_from_the_hand_and_read_there(visit, lay):
    table = lay(SEED, bots=1, mode="full")
    page = visit(table.path, session=table.session)
    for _ in range(MOVES):
        wait_for_a_maneuver(page)
        played = page.locator("#hand .play")
        if played.count():
            break
        move(page, "decline", click)
    card = page.locator("#hand .card:has(.play)").first
    expect(card.locator(".card-text")).not_to_be_empty()
    before = version(page)
    choice = page.locator(f"#{played.first.get_attribute('data-opens')}")
    played.first.click()
    if choice.evaluate("element => element.tagName") == "DETAILS":
        expect(choice).to_have_attribute("open", "")
        choice.locator(".amount").first.click()
    page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()


def test_key_of_a_folded_row_opens_the_fold_and_says_why(visit, table):
    page = visit(table.path, session=table.session)
    wait_for_a_maneuver(page)
    folded = page.locator("#prompt .fold.refused [aria-disabled=true]").first
    expect(folded).to_be_hidden()
    page.wait_for_timeout(450)
    page.keyboard.press(folded.get_attribute("data-key"))
    expect(folded).to_be_visible()
    expect(page.locator("#announce")).to_have_text(folded.locator(".what").text_content())


def test_pointing_at_a_thing_lights_what_goes_with_it_or_says_why_nothing_does(visit, lay):
    table = lay(SEED, bots=1, mode="full")
    page = visit(table.path, session=table.session)
    usable = page.locator(".system.can-be-used")
    wait_for_a_maneuver(page)
    while not usable.count():
        move(page, first(lines(page), "explore", "decline"), click)
        wait_for_a_maneuver(page)
    before, aim = version(page), page.locator("#aim")
    usable.first.click()
    expect(page.locator("#prompt .option.is-dim").first).to_be_visible()
    expect(aim.locator("[data-aim-total]")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator("#prompt .is-dim")).to_have_count(0)
    page.locator("#system-evade").click()
    expect(aim.locator("li")).to_contain_text("attack")
    expect(aim.locator("li a").first).to_have_attribute("href", re.compile("/rules/11"))
    page.keyboard.press("Backspace")
    expect(aim).to_be_hidden()
    assert version(page) == before


def test_stages_lead_to_what_the_list_leaves_out(visit, table):
    page = visit(table.path, session=table.session)
    wait_for_a_maneuver(page)
    row = page.locator("details.option-set", has=page.locator("[data-stages]")).first
    opening = row.locator("[data-stages]").get_attribute("value")
    page.wait_for_timeout(450)
    page.keyboard.press(row.get_attribute("data-key"))
    page.keyboard.press("s")
    expect(page.locator(".said")).to_contain_text(re.split(r" (?=at|with|to)", opening)[0])
    page.wait_for_timeout(450)
    page.keyboard.press("Backspace")
    expect(page.locator(".said")).to_have_count(0)


def test_text_of_a_tabled_card_and_the_discard_pile_open_in_place(visit, table):
    page = visit(table.path, session=table.session)
    choices(page)
    tabled = page.locator(".ship.own .tabled .piece").first
    expect(tabled.locator("p")).to_be_hidden()
    tabled.locator("summary").click()
    expect(tabled.locator("p")).to_contain_text("captain")
    page.locator(".ship.own .discard summary").first.click()
    expect(page.locator(".ship.own .discard").first).to_have_attribute("open", "")


def test_stop_is_set_and_cleared(visit, table):
    page = visit(table.path, session=table.session)
    choices(page)
    for pressed in ("true", "false"):
        if page.locator("#hand .stops[open]").count() == 0:
            page.locator("#hand .stops summary").click()
        page.get_by_role("button", name=re.compile("after a score is rolled")).click()
        expect(page.locator(f'#hand .stops [aria-pressed="{pressed}"]:has-text("score")')).to_have_count(1)


def test_stop_of_another_changes_nothing_on_the_page(visit, lay):
    table = lay(SEED, mode="full")
    host, friend = visit(table.path, session=table.session), visit(table.path)
    friend.get_by_role("button", name="Sit down").click()
    for page in (host, friend):
        page.locator("#prompt").wait_for()
    me, other = (host, friend) if host.locator("#move-version").count() else (friend, host)
    me.locator(".ship.own .discard > summary").click()
    row = me.locator("#prompt details.option-set").first
    row.locator("summary").click()
    row.locator(".amount").first.focus()
    before, focused = version(me), me.evaluate("document.activeElement.id")
    other.locator("#stops > summary").click()
    other.get_by_role("button", name=re.compile("after a score is rolled")).click()
    expect(other.locator('#hand .stops [aria-pressed="true"]:has-text("score")')).to_have_count(1)
    assert version(me) == before
    for opened in (row, me.locator(".ship.own .discard")):
        expect(opened).to_have_attribute("open", "")
    assert me.evaluate("document.activeElement.id") == focused


def test_question_without_a_choice_passes_by_itself(visit, lay):
    table = lay(SEED, bots=1, mode="full")
    page = visit(table.path, session=table.session)
    while wait_to_be_asked(page) and lines(page) != ["pass"]:
        move(page, sensible(lines(page), 0), click)
    assert not is_over(page)
    before = page.locator("#move-version").get_attribute("value")
    page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()


def test_hand_is_a_region_of_the_keyboard(visit, table):
    page = visit(table.path, session=table.session)
    choices(page)
    page.wait_for_timeout(450)
    seen = []
    for _ in range(5):
        page.keyboard.press("]")
        seen.append(page.evaluate("document.activeElement.id"))
    assert seen == ["prompt-title", "map", "hand", "ships", "log"]


def test_forms_play_without_scripts(visit, lay):
    table = lay(SEED, bots=1, mode="tournament")
    page = visit(table.path, session=table.session, java_script_enabled=False)
    for number in range(3):
        page.locator("#prompt:not(.waiting)").wait_for()
        before = version(page)
        line = sensible(lines(page), number)
        row = page.locator("#prompt .option-set:not([open])", has=page.locator(f'[value="{line}"]'))
        if row.count():
            row.locator("summary").click()
        page.locator(f'#prompt [name=text][value="{line}"]').click()
        page.locator(f'#prompt:not(:has(#move-version[value="{before}"]))').wait_for()
    expect(page.locator("#log-lines a").first).to_be_visible()


def test_table_is_sound_and_never_scrolls_sideways(visit, lay):
    table = lay(SEED, seats=4, bots=3, mode="full")
    page = visit(table.path, session=table.session)
    wait_for_a_maneuver(page)
    assert_sound(page)
    for width in (1440, 1180, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_sound(visit(table.path))
    assert_sound(visit(f"{table.path}/replay", session=table.session))


def test_phone_has_a_sheet_for_the_hand(visit, table):
    page = visit(table.path, session=table.session, viewport=PHONE)
    choices(page)
    expect(page.locator("#hand")).to_be_hidden()
    page.get_by_role("link", name="Hand").click()
    expect(page.locator("#hand .card").first).to_be_visible()
    expect(page.locator("#prompt-title")).to_be_visible()
    page.get_by_role("link", name="Options").click()
    expect(page.locator("#hand")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_card_in_the_hand_of_a_phone_leads_to_the_amounts_it_goes_with(visit, lay):
    table = lay(SEED, mode="full", guests=1)
    host = visit(table.path, session=table.session)
    host.locator("#prompt").wait_for()
    asked = table.session if host.locator("#move-version").count() else table.others[0]
    for has_scripts in (True, False):
        page = visit(f"{table.path}#hand", session=asked, viewport=PHONE, java_script_enabled=has_scripts)
        leading = page.locator("#hand a.play").first
        row = page.locator(f"#{leading.get_attribute('data-opens')}")
        expect(row.locator(".amount").first).to_be_hidden()
        leading.click()
        expect(page.locator("#hand")).to_be_hidden()
        expect(row.locator(".with-card + .amounts .amount").first).to_be_in_viewport()


@pytest.mark.main_path
def test_table_with_decks_is_laid_by_its_form(visit):
    page = visit("/tables/new")
    page.get_by_label("Mode").select_option("full")
    page.get_by_label("Bots among them").select_option("1")
    page.get_by_label("Your deck", exact=True).select_option("The Harvest")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".ship.own h2")).to_have_text("Lattice 19")
    expect(page.locator(".ship.own .tabled")).to_contain_text("The Harvest Voice")


def test_deck_of_ones_own_is_played_from_its_page_without_scripts(visit, lay):
    table = lay(SEED)
    page = visit(f"{table.deck}?view=list", session=table.session, java_script_enabled=False)
    ship = page.locator(".facts dd a").first.inner_text()
    page.get_by_role("link", name="Play this deck").click()
    page.get_by_label("Bots among them").select_option("1")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".ship.own h2")).to_have_text(ship)
