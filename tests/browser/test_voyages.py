"""The first voyage, clicked through from the front page to the match that is left."""

from playwright.sync_api import expect

from incursions.games.incursions.kind import KIND


def test_first_voyage_is_clicked_through(visit):
    page = visit("/")
    page.get_by_role("link", name="Learn to play").click()
    page.get_by_role("link", name="Start").first.click()
    steps = KIND.voyages["first"].steps
    for number, step in enumerate(steps):
        expect(page.locator("#lesson")).to_contain_text(f"Step {number + 1} of {len(steps)}")
        if step.play:
            page.locator(f'#prompt button[value="{step.play}"]').click()
        else:
            page.get_by_role("button", name="Continue").click()
    expect(page.locator("#lesson")).to_contain_text("You have finished")
    page.get_by_role("button", name="Play the rest of the match").click()
    page.wait_for_url("**/matches/*")
    expect(page.locator("#prompt")).to_be_visible()
