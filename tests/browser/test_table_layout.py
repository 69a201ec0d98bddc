"""The table at the sizes of phones, tablets and screens: nothing covers the chart, and nothing jumps."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.instance import PHONE, Table
from tests.browser.moves import click, first, lines, move, version, wait_to_be_asked
from tests.sampling import sample

SEED = 150
TABLET = {"width": 820, "height": 1180}
LAPTOP = {"width": 1180, "height": 760}
DESKTOP = {"width": 1440, "height": 900}
LARGE = {"width": 2560, "height": 1440}
LEAST_CHART = 480
LEAST_LOG_LINES = 90

MAKE_LONG = """() => {
  const options = document.querySelector("#prompt .options");
  for (let number = 0; number < 60; number += 1) options.append(options.lastElementChild.cloneNode(true));
}"""

COVERING = """() => {
  const box = document.querySelector("#chart .map-view").getBoundingClientRect();
  const found = [];
  for (let across = 1; across < 20; across += 1)
    for (let down = 1; down < 20; down += 1) {
      const over = document.elementFromPoint(box.x + (box.width * across) / 20, box.y + (box.height * down) / 20);
      if (!over?.closest("#star-map")) found.push(over?.outerHTML.slice(0, 80));
    }
  return found;
}"""

EMPTY_HEXES = """() => [...document.querySelectorAll("#chart .reach")].map(({ id }) => id.slice(6))
  .filter((at) => !document.querySelector(`#tile-${at}.occupied`))"""


@pytest.fixture(scope="module")
def table(lay: Callable[..., Table]) -> Table:
    """A table in Full for all tests, which look at it at the same maneuver."""
    return lay(SEED, bots=1, mode="full")


@pytest.fixture
def at_maneuver(visit: Callable[..., Page], table: Table) -> Callable[..., Page]:
    """Open the table when at least three hexes are charted and the player is asked for a maneuver."""

    def open_table(viewport: dict[str, int], **options: Any) -> Page:
        page = visit(table.path, session=table.session, viewport=viewport, **options)
        while (offered := choices(page)) and ("decline" not in offered or page.locator("#chart .tile").count() < 3):
            move(page, sensible(offered), click)
        page.locator("#map:not(.is-telling, :has(.told))").wait_for()  # what happened before is told
        return page

    return open_table


def choices(page: Page) -> list[str]:
    """Return the lines of the next question with a choice, or none when the match is over."""
    while wait_to_be_asked(page):
        offered = lines(page)
        if offered and offered != ["pass"]:
            return offered
        page.wait_for_timeout(100)  # passed by itself
    return []


def sensible(offered: list[str]) -> str:
    """Choose a line that brings the match on."""
    return first(offered, "pass", "take the hit", "explore", "decline", "discard") or offered[0]


def box_of(located: Locator) -> FloatRect:
    """Return the box of an element that is drawn."""
    box = located.bounding_box()
    assert box
    return box


def right_of(box: FloatRect) -> float:
    """Return the right edge of a box."""
    return box["x"] + box["width"]


def bottom_of(box: FloatRect) -> float:
    """Return the lower edge of a box."""
    return box["y"] + box["height"]


def lies_within(inner: FloatRect, outer: FloatRect) -> bool:
    """Return True if no part of a box is outside of another, rounding aside."""
    starts = inner["x"] >= outer["x"] - 1 and inner["y"] >= outer["y"] - 1
    return starts and right_of(inner) <= right_of(outer) + 1 and bottom_of(inner) <= bottom_of(outer) + 1


def test_tablet_has_two_columns_with_a_wide_chart(at_maneuver):
    page = at_maneuver(TABLET)
    chart, prompt, ships = (box_of(page.locator(f"#{name}")) for name in ("chart", "prompt", "ships"))
    assert chart["width"] >= LEAST_CHART
    assert prompt["x"] >= right_of(chart)
    assert right_of(ships) <= prompt["x"]
    assert ships["y"] >= bottom_of(chart)


@pytest.mark.parametrize("viewport", sample([PHONE, TABLET, LAPTOP, DESKTOP, LARGE], 2), ids=lambda size: size["width"])
def test_line_of_the_chosen_aim_covers_no_hex_and_moves_nothing(viewport, at_maneuver):
    page = at_maneuver(viewport)
    before = box_of(page.locator("#chart"))
    page.locator("#prompt .option[data-total], #prompt .amount[data-total]").first.focus()
    aim = box_of(page.locator("#aim"))
    assert aim["y"] >= bottom_of(before)
    assert lies_within(aim, box_of(page.locator("#map")))
    assert box_of(page.locator("#chart")) == before


@pytest.mark.parametrize("viewport", sample([PHONE, TABLET, LAPTOP, DESKTOP, LARGE], 2), ids=lambda size: size["width"])
def test_nothing_lies_over_the_chart(viewport, at_maneuver):
    page = at_maneuver(viewport)
    tile = page.locator("#chart .tile").first
    tile.focus()
    assert tile.get_attribute("data-title") in page.locator("#map-here").inner_text()
    assert page.evaluate(COVERING) == []
    words = [page.locator("#map-here"), page.get_by_role("button", name="As text")]
    assert all(box_of(each)["y"] >= bottom_of(box_of(page.locator("#chart"))) for each in words)
    page.locator("#prompt-title").focus()
    page.mouse.move(viewport["width"] - 1, viewport["height"] - 1)
    assert box_of(page.locator("#chart .map-head"))["y"] >= bottom_of(box_of(page.locator("#chart .map-view"))) - 1


def test_tile_is_told_beside_the_line_so_far(at_maneuver):
    page = at_maneuver(TABLET)
    page.locator("#prompt .option[data-total], #prompt .amount[data-total]").first.focus()
    page.locator("#tile-0_0").hover(force=True)
    told, here = page.locator("#aim .aim-told"), page.locator("#map-here")
    expect(told).not_to_be_empty()
    expect(here).to_contain_text("Start Wormhole (0,0) no event")
    assert box_of(told)["y"] >= bottom_of(box_of(here)) - 1
    assert all(lies_within(box_of(each), box_of(page.locator(".map-foot"))) for each in (told, here))


def test_chart_as_text_opens_and_closes_by_the_keyboard(at_maneuver):
    page = at_maneuver(DESKTOP)
    page.get_by_role("button", name="As text").press("Enter")
    expect(page.get_by_role("list", name="The chart as text")).to_contain_text("Start Wormhole (0,0)")
    page.keyboard.press("Escape")
    expect(page.locator("#chart-text")).to_be_hidden()


def test_finger_is_told_what_a_tile_is_before_it_chooses_it(visit, lay):
    table = lay(SEED, bots=1)
    page = visit(table.path, session=table.session, viewport=PHONE, has_touch=True)
    while (offered := choices(page)) and not page.evaluate(EMPTY_HEXES):
        move(page, sensible(offered), click)
    at = page.evaluate(EMPTY_HEXES)[0]
    before, name, hex_button = version(page), page.locator(f"#tile-{at}"), page.locator(f"#reach-{at} .hex-button")
    hex_button.tap()
    told = f"{name.get_attribute('data-title')} ({name.get_attribute('data-at')})"
    expect(page.locator("#map-here")).to_contain_text(f"{told} {name.get_attribute('data-hint')}")
    expect(page.locator("#map-said")).to_contain_text(f"{told}, {name.get_attribute('data-hint')}")
    assert box_of(page.locator("#map-here"))["y"] >= bottom_of(box_of(page.locator("#chart")))
    assert version(page) == before
    hex_button.tap()
    page.wait_for_function(
        "before => JSON.parse(document.getElementById('facts').dataset.facts).version > before", arg=before
    )


def test_keys_tell_the_tile_that_they_lead_to_after_a_finger(visit, lay):
    table = lay(SEED, bots=1)
    page = visit(table.path, session=table.session, viewport=PHONE, has_touch=True)
    wait_to_be_asked(page)
    page.locator("#tile-0_0").tap()
    expect(page.locator("#map-here")).to_contain_text("Start Wormhole (0,0)")
    page.locator("#map").focus()
    page.keyboard.press("ArrowUp")  # from nowhere to the own ship's tile
    page.keyboard.press("ArrowUp")
    expect(page.locator("#map-here")).to_contain_text("Free side, north")


def test_click_on_a_tile_leaves_no_ring_round_it(visit, lay):
    table = lay(SEED, bots=1)
    page = visit(table.path, session=table.session, viewport=DESKTOP)
    box = box_of(page.locator("#tile-0_0"))
    page.mouse.click(box["x"] + box["width"] / 2 + 25, box["y"] + box["height"] - 8)
    expect(page.locator("#tile-0_0")).to_be_focused()
    expect(page.locator("#tile-0_0")).to_have_css("outline-style", "none")


@pytest.mark.parametrize("viewport", sample([TABLET, LAPTOP, DESKTOP, LARGE], 2), ids=lambda size: size["width"])
def test_log_keeps_its_height_below_a_long_prompt(viewport, at_maneuver):
    page = at_maneuver(viewport)
    page.evaluate(MAKE_LONG)
    prompt = page.locator("#prompt")
    assert prompt.evaluate("prompt => prompt.scrollHeight > prompt.clientHeight")
    assert box_of(page.locator("#log .log-scroller"))["height"] >= LEAST_LOG_LINES
    assert bottom_of(box_of(page.locator("#log"))) <= viewport["height"]


def test_prompt_stays_in_its_place_from_question_to_question(visit, lay):
    table = lay(SEED, bots=1, mode="full")
    page = visit(table.path, session=table.session, viewport=DESKTOP)
    tops, has_taking_back = set(), set()
    while len(has_taking_back) < 2 and (offered := choices(page)):
        tops.add(box_of(page.locator("#prompt"))["y"])
        has_taking_back.add(page.locator("#take-back-button").count())
        move(page, sensible(offered), click)
    assert len(tops) == 1


def test_phone_opens_with_all_charted_hexes_in_view(at_maneuver):
    page = at_maneuver(PHONE, has_touch=True)
    page.reload()
    page.locator("html.has-script").wait_for()
    chart = box_of(page.locator("#chart"))
    tiles = page.locator("#chart .tile .base").all()
    assert len(tiles) > 2
    assert all(lies_within(box_of(tile), chart) for tile in tiles)


def test_fit_shows_the_whole_chart_again_after_other_parts_were_drawn(at_maneuver):
    page = at_maneuver(DESKTOP)
    whole = page.locator("#star-map").get_attribute("viewBox")
    page.get_by_role("button", name="Zoom in").click()
    assert page.locator("#star-map").get_attribute("viewBox") != whole
    page.evaluate("document.dispatchEvent(new CustomEvent('htmx:after:swap'))")
    page.get_by_role("button", name="Zoom to fit").click()
    numbers = [
        [float(number) for number in box.split()] for box in (whole, page.locator("#star-map").get_attribute("viewBox"))
    ]
    assert numbers[0] == numbers[1]


def test_large_screen_is_used_from_edge_to_edge(at_maneuver):
    page = at_maneuver(LARGE)
    ships, prompt = box_of(page.locator("#ships")), box_of(page.locator("#prompt"))
    assert ships["x"] <= 20
    assert right_of(prompt) >= LARGE["width"] - 20
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 16
