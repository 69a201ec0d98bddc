"""Lessons: clicked and typed through, with the sentence of each step beside what it is about, and a deck looked at."""

import pytest
from playwright.sync_api import FloatRect, Page, expect

from incursions.games.incursions.kind import KIND
from incursions.games.talon.kind import KIND as TALON
from tests.browser.axe import violations
from tests.browser.instance import PHONE
from tests.sampling import sample

TABLET = {"width": 820, "height": 1180}
DESKTOP = {"width": 1440, "height": 900}
FARTHEST_PX = 40
"""The most between a sentence and what it is about: the head of the hand is as high as this."""
VOYAGES = {**KIND.voyages, **TALON.voyages}
PARTS = {"chart": "#map", "aim": "#map", "band": "#band", "prompt": "#prompt", "hand": ".hand", "log": "#log"}
PANELS = {"own": "#panel-0", "other": "#panel-1"}
HEADS = {place: f"{panel} > summary" for place, panel in PANELS.items()}
"""The heads of sheets, which may be longer than the window."""
ABOUT = {slug: {**PARTS, **panels} for kind, panels in ((KIND, PANELS), (TALON, HEADS)) for slug in kind.voyages}
CHARTED = {**dict.fromkeys(KIND.voyages, "#tile-0_0"), **dict.fromkeys(TALON.voyages, "#ship-0")}
"""The things on the chart by slug, by which its scale is judged."""
COVERED = """element => {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const found = document.elementFromPoint(x, y);
  return !element.contains(found) && !found?.contains(element);
}"""


def box_of(page: Page, selector: str) -> FloatRect:
    """Return the box of an element that is drawn."""
    box = page.locator(selector).bounding_box()
    assert box, selector
    return box


def distance(one: FloatRect, other: FloatRect) -> float:
    """Return how many pixels lie between two boxes; the more of both directions."""
    across = max(one["x"] - other["x"] - other["width"], other["x"] - one["x"] - one["width"])
    down = max(one["y"] - other["y"] - other["height"], other["y"] - one["y"] - one["height"])
    return max(across, down)


def assert_lesson_is_laid_out(page: Page, slug: str, beside: str) -> None:
    """Assert that the sentence, its subject and the option are in view, near one another, uncovered and readable."""
    window = page.viewport_size
    assert window
    lesson, about = box_of(page, "#lesson"), box_of(page, ABOUT[slug][beside])
    assert distance(lesson, about) <= FARTHEST_PX
    for box in (lesson, about):
        assert box["width"] >= 180
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= window["width"]
        assert box["y"] + box["height"] <= window["height"]
    if ABOUT[slug][beside] not in HEADS.values():  # an open sheet takes the room of a chart
        assert box_of(page, CHARTED[slug])["width"] >= 40
    for element in page.locator("#lesson-words, #lesson button:visible, #prompt button[name=text]:visible").all():
        assert not element.evaluate(COVERED), element.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]


def go_on(page: Page, text: str) -> None:
    """Take the step: press the option with this line, or Continue where there is none."""
    if text:
        page.locator(f'#prompt button[value="{text}"]').click()
    else:
        page.get_by_role("button", name="Continue").click()


@pytest.mark.parametrize(
    ("game", "slug"),
    [pytest.param("Incursions", "first", marks=pytest.mark.main_path), ("Talon", "talon-first-battle")],
)
def test_first_voyage_is_clicked_through(visit, game, slug):
    page = visit("/")
    page.get_by_role("link", name="Learn to play").click()
    page.locator(f'h2:text-is("{game}") ~ section').first.get_by_role("link", name="Start").click()
    steps = VOYAGES[slug].steps
    for number, step in enumerate(steps):
        expect(page.locator("#lesson")).to_contain_text(f"Step {number + 1} of {len(steps)}")
        go_on(page, step.play)
    expect(page.locator("#lesson")).to_contain_text("You have finished")
    page.get_by_role("button", name="Play the rest of the match").click()
    page.wait_for_url("**/matches/*")
    expect(page.locator("#prompt")).to_be_visible()


def test_roll_is_told_on_the_chart_before_the_sentence_about_it(visit):
    page = visit("/learn/first/", viewport=DESKTOP, reduced_motion="no-preference")
    voyage = KIND.voyages["first"]
    rolls = next(place for place, step in enumerate(voyage.steps) if step.play.startswith("explore north-east"))
    for step in voyage.steps[:rolls]:
        go_on(page, step.play)
    go_on(page, voyage.steps[rolls].play)
    words = page.locator("#lesson-words")
    expect(page.locator("#map .mark-die")).to_have_count(2)
    expect(words).to_have_css("opacity", "0")
    page.keyboard.press("Enter")
    expect(words).to_have_text(voyage.steps[rolls + 1].say)
    expect(words).to_have_css("opacity", "1")
    expect(page.locator("#map .mark-die")).to_have_count(0)


@pytest.mark.parametrize("slug", VOYAGES)
@pytest.mark.parametrize("viewport", sample([PHONE, TABLET, DESKTOP], 1), ids=lambda size: size["width"])
def test_sentence_stands_beside_what_it_is_about(visit, viewport, slug):
    page = visit(f"/learn/{slug}/", viewport=viewport)
    steps = VOYAGES[slug].steps
    for number, step in enumerate(steps):
        expect(page.locator("#lesson")).to_contain_text(f"Step {number + 1} of {len(steps)}")
        page.locator("html.has-script").wait_for()
        assert_lesson_is_laid_out(page, slug, step.beside)
        go_on(page, step.play)


@pytest.mark.parametrize("slug", ["first", "talon-first-battle"])
def test_lesson_is_played_with_the_keys_of_the_table(visit, slug):
    page = visit(f"/learn/{slug}/")
    steps = VOYAGES[slug].steps
    page.get_by_role("button", name="Continue").press("Enter")
    for number, step in enumerate(steps[1:9], start=1):
        expect(page.locator("#lesson")).to_contain_text(f"Step {number + 1} of {len(steps)}")
        expect(page.locator("#lesson")).to_be_focused()
        if not step.play:
            page.keyboard.press("Enter")
            continue
        row = page.locator(f'#prompt button[value="{step.play}"]')
        fold = page.locator("#prompt details.option-set[data-key]")
        for key in (*(each.get_attribute("data-key") for each in fold.all()), row.get_attribute("data-key")):
            page.keyboard.press(key)
    expect(page.locator("#lesson")).to_contain_text(f"Step 10 of {len(steps)}")
    expect(page.locator("#lesson")).to_be_focused()
    page.keyboard.press("]")
    assert page.evaluate("document.activeElement.id") == "prompt-title"
    page.keyboard.press("[")
    expect(page.locator("#lesson")).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keys-help")).to_be_visible()


def test_sentence_opens_the_sheet_and_the_arcs_that_it_is_about(visit):
    page = visit("/learn/talon-first-battle/")
    shown = {"own": 0, "other": 1, "aim": 0}
    for step in TALON.voyages["talon-first-battle"].steps:
        page.locator("html.has-script").wait_for()
        ship = shown.get(step.beside)
        expect(page.locator(".sheet[open]")).to_have_count(int(ship is not None))
        if ship is not None:
            expect(page.locator(f"#panel-{ship}[open]")).to_be_visible()
            expect(page.locator(f"#overlay-{ship}")).to_be_visible()
            expect(page.locator(f"#ship-{ship}.is-chosen")).to_have_count(1)
        expect(page.locator("#band[open]")).to_have_count(int(step.beside == "band"))
        go_on(page, step.play)


def test_deck_builder_leads_back_to_the_lesson(visit):
    page = visit("/learn/second/")
    steps = KIND.voyages["second"].steps
    for step in steps[: next(number for number, step in enumerate(steps) if step.starter)]:
        go_on(page, step.play)
    page.get_by_role("button", name="Open the deck").click()
    page.wait_for_url("**/decks/*/edit/")
    page.locator('#deck button[aria-label*="fewer" i], #deck .stepper button').first.click()
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Back to the second voyage").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#lesson")).to_contain_text("Elira")


@pytest.mark.parametrize("slug", VOYAGES)
def test_axe_finds_nothing_at_a_step(visit, slug):
    page = visit(f"/learn/{slug}/")
    for step in VOYAGES[slug].steps[:4]:
        go_on(page, step.play)
    found = [*violations(page), *violations(page, on_a_phone=True)]
    assert not found, "\n".join(found)
