"""What happened is told on the chart: ways, dice and their verdict, then the way back, and the log behind them."""

from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.moves import button, first, lines, row_of

MISSES_AT_ONCE = 150  # seat 0 has the first turn, and its first roll to leave is no doubles
GATES = {"tile": "Wormhole 1", "guests": 1}
MOVING = {"reduced_motion": "no-preference"}
RECORD = """() => {
  window.frames_seen = [];
  const own = () => document.querySelector("#ship-0");
  const look = () => {
    const box = own()?.getBoundingClientRect();
    const verdict = document.querySelector("#map .mark-verdict");
    const lines = [...document.querySelectorAll("#log-lines li")];
    const line = lines.find((each) => each.textContent.includes("in the wormhole"));
    window.frames_seen.push({
      ship: box ? [box.x + box.width / 2, box.y + box.height / 2] : null,
      dice: [...document.querySelectorAll("#map .mark-die")].map((die) => Number(die.dataset.value)),
      verdict: verdict && getComputedStyle(verdict).opacity === "1" ? verdict.textContent : "",
      told: document.querySelector("#map .told")?.textContent.trim() ?? "",
      heard: Boolean(line),
      log: line ? getComputedStyle(line).opacity === "1" : false,
    });
    requestAnimationFrame(look);
  };
  look();
}"""

RECORD_MARKS = """() => {
  window.marks_seen = [];
  const look = () => {
    const words = document.querySelector("#map .mark-verdict")?.textContent;
    const isOpen = Boolean(document.querySelector("#prompt:has(.places) > :not(.is-coming)"));
    if (words && !isOpen && words !== window.marks_seen.at(-1)) window.marks_seen.push(words);
    requestAnimationFrame(look);
  };
  look();
}"""


def tile_middle(page: Page, tile: str) -> list[float]:
    """Return the middle of a tile on the screen, a little above which a ship stands."""
    box = page.locator(f"#tile-{tile} > polygon, #tile-{tile} > use").first.bounding_box()
    assert box
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def is_near(ship: list[float], middle: list[float]) -> bool:
    return all(abs(one - other) < 40 for one, other in zip(ship, middle, strict=True))


def explore(page: Page) -> str:
    """Explore, which ends in a wormhole of which the pile is made; return the id of the tile's element."""
    line = first(lines(page), "explore")
    assert line
    button(page, line).click()
    found = page.locator("#chart .tile.kind-wormhole").first
    found.wait_for()
    identity = found.get_attribute("id")
    assert identity
    return identity.removeprefix("tile-")


def first_place(frames: list[dict[str, Any]], name: str) -> int:
    """Return the place of the first frame in which something is seen."""
    return next(place for place, frame in enumerate(frames) if frame[name])


def test_roll_in_a_wormhole_is_told_in_order_and_the_ship_slides_back(visit, lay):
    table = lay(MISSES_AT_ONCE, **GATES)
    page = visit(table.path, session=table.session, **MOVING)
    page.evaluate(RECORD)
    tile = explore(page)
    expect(page.locator("#map .told")).to_contain_text("sent to the start hex")
    expect(page.locator("#map .told")).to_have_count(0)
    frames = page.evaluate("window.frames_seen")
    gate, start = tile_middle(page, tile), tile_middle(page, "0_0")
    dice, verdict, log = (first_place(frames, name) for name in ("dice", "verdict", "log"))
    assert len(frames[dice]["dice"]) == 2
    assert frames[verdict]["verdict"] == "No doubles"
    assert dice < verdict < log
    assert not any("doubles" in frame["told"] for frame in frames[:verdict])
    assert is_near(frames[dice]["ship"], gate)
    assert is_near(frames[verdict]["ship"], gate)
    back = [frame["ship"] for frame in frames[verdict:log]]
    assert is_near(back[-1], start)
    far = [abs(ship[0] - start[0]) + abs(ship[1] - start[1]) for ship in back]
    assert all(after <= before + 1 for before, after in pairwise(far)), "it never turns aside"
    assert first_place(frames, "heard") < dice, "a screen reader need not wait"


def test_key_ends_what_is_told(visit, lay):
    table = lay(MISSES_AT_ONCE, **GATES)
    page = visit(table.path, session=table.session, **MOVING)
    tile = explore(page)
    page.locator("#map .mark-die").first.wait_for()
    page.keyboard.press("Shift")
    expect(page.locator("#map .mark, #map .told, .is-coming")).to_have_count(0)
    ship = page.locator("#ship-0").bounding_box()
    assert ship
    assert is_near([ship["x"] + ship["width"] / 2, ship["y"] + ship["height"] / 2], tile_middle(page, "0_0")), tile


def test_with_reduced_motion_dice_and_verdict_stand_still(visit, lay):
    table = lay(MISSES_AT_ONCE, **GATES)
    page = visit(table.path, session=table.session)
    page.evaluate(RECORD)
    tile = explore(page)
    expect(page.locator("#map .mark-die")).to_have_count(2)
    expect(page.locator("#map .mark-verdict")).to_have_text("No doubles")
    expect(page.locator("#map .told")).to_contain_text("sent to the start hex")
    frames = page.evaluate("window.frames_seen")
    dice = first_place(frames, "dice")
    assert is_near(frames[dice]["ship"], tile_middle(page, "0_0")), tile
    assert frames[dice]["verdict"] == "No doubles"
    assert frames[dice]["log"]


def test_hit_and_end_of_a_ship_are_told_to_both_before_the_result(visit, lay):
    table = lay(MISSES_AT_ONCE, guests=1, hull=1)
    pages = [visit(table.path, session=session, **MOVING) for session in (table.session, table.others[0])]
    attacker, target = pages
    line = first(lines(attacker), "fire phasers at seat 1 with no power")
    row_of(attacker, line).locator("summary").click()
    button(attacker, line).click()
    expect(target.locator("#map .mark-verdict")).to_contain_text("Score")
    for page in pages:
        page.evaluate(RECORD_MARKS)
    button(target, "take the hit").click()
    for page in pages:
        page.locator("#prompt:has(.places) > :not(.is-coming)").first.wait_for()
        assert page.evaluate("window.marks_seen")[-2:] == ["Shields −2, hull −1", "Destroyed"]
        expect(page.locator("#ship-1")).to_have_count(0)
