"""Two people play a game that is not Incursions: from the form of a new table to the replay."""

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.instance import running_instance
from tests.browser.axe import violations
from tests.browser.contexts import ContextPool
from tests.browser.instance import Instance
from tests.browser.moves import click, lines, move, press, wait_to_be_asked
from tests.instances import environment_of_its_own, fill

GAMES = "incursions.games.incursions.kind.KIND,tests.games.duel.kind.KIND"
GOAL = 7
TURNS = [(0, "strike with 3", press), (1, "pass", click), (1, "strike with 1", click), (0, "parry 2", press)]
"""The moves of two turns, by seat, until seat 0 has won. Its player uses the keyboard, the other one the mouse."""


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    """An instance with the duel on its shelf, in place of the one that other tests share."""
    data: Path = tmp_path_factory.mktemp("duel")
    fill(data)
    environment = {**environment_of_its_own(), "GAMES": GAMES}
    with running_instance(data, environment=environment) as address:
        yield Instance(address, {**environment, "DATA_DIR": str(data)})


@pytest.fixture(scope="module")
def contexts(browser: Browser, instance: Instance) -> ContextPool:
    """Contexts for the pages of this instance."""
    return ContextPool(browser, instance)


def lay_table(page: Page) -> None:
    """Create an open table through the form, at which a duel goes to `GOAL` points."""
    page.get_by_role("link", name="Duel", exact=True).click()
    page.get_by_label("Mode").select_option("long")
    page.get_by_label("Points to win").fill(str(GOAL))
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator("#lobby")).to_contain_text("Long, 2 seats")


def play_to_the_end(pages: tuple[Page, Page]) -> None:
    for seat, line, how in cycle(TURNS):
        if not wait_to_be_asked(pages[seat]):
            return
        move(pages[seat], line, how)


@pytest.mark.long
def test_duel_is_played_in_two_browsers(visit):
    host, friend = visit("/tables/new"), visit("/matches")
    lay_table(host)
    friend.reload()
    friend.locator("#open-tables").get_by_role("link", name=re.compile("Guest")).click()
    friend.get_by_role("button", name="Sit down").click()

    assert wait_to_be_asked(host)
    assert lines(host) == ["strike with 1", "strike with 2", "strike with 3"]
    expect(friend.locator("#prompt")).to_contain_text("Seat 0 is asked")
    assert [*violations(host), *violations(friend, on_a_phone=True)] == []
    for page in (host, friend):  # the menus that this opened cover the buttons
        page.reload()

    play_to_the_end((host, friend))
    for page in (host, friend):
        expect(page.locator("#prompt")).to_contain_text("Seat 0 reached the goal.")
        expect(page.locator(".places li").first).to_contain_text("Seat 0")

    friend.locator("#prompt").get_by_role("link", name="Replay").click()
    expect(friend.locator("#log-lines")).to_contain_text("Seat 0 hides 3.")
    friend.locator("#step-first").click()
    expect(friend.locator("#step-number")).to_have_text("0")
    assert violations(friend) == []
