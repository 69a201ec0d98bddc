"""Whatever breaks, the match goes on: nothing lost, nothing doubled, and the page catches up by itself and says so.

The processes that are killed here are those of the instance that all tests share; its supervisor starts them again.
No other test may use it meanwhile.
"""

import resource
import time

import pytest
from playwright.sync_api import Page, expect

from support.killing import REDIS, WEB, WORKER, kill, processes_of
from tests.browser.axe import violations
from tests.browser.moves import click, wait_to_be_asked, whole_lines
from tests.browser.tables import Duel, said, start_duel
from tests.sampling import is_long

AGAINST_A_BOT = {"seats": 2, "bots": 1, "pace_s": 0}
PATIENCE_S = 60
MOVES_AT_ONCE, MOST_MOVES = 4, 40
LEAST = ("decline", "take the hit")
AWAY_S = 10 if is_long() else 3
"""Chromium takes a fifth of a processor while its network is cut."""
LOOK_EVERY_MS = 100
"""Without it, the driver looks at a page in each frame that it draws, and keeps it drawing."""
AT_ONCE_S = 2.0
"""A page that compares does so every five seconds: of four moves in a row, one comes late in 39 of 40 cases."""
LARGEST_FILE = 4096
"""Bytes: a web server that may write no further into any file cannot write to the database."""
HANDSHAKE_FAILED = "Error during WebSocket handshake"
"""Part of the browser's message when a page connects again while Redis or the web server is away."""
RECORD_FRAMES = """
window.sentFrames = [];
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (frame) { sentFrames.push(String(frame)); return send.call(this, frame); };
"""
"""Script that records what a page sends by sockets. The driver's own events may be lost while nobody waits for them."""

pytestmark = pytest.mark.alone


def shown(page: Page) -> int:
    """Return the version that the page shows."""
    return page.evaluate("JSON.parse(document.getElementById('facts').dataset.facts).version")


def catches_up(page: Page, version: int) -> None:
    shows = "version => JSON.parse(document.getElementById('facts').dataset.facts).version >= version"
    page.wait_for_function(shows, arg=version, polling=LOOK_EVERY_MS)


def wait_for_process(instance, name: bytes) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not processes_of(instance.environment["DATA_DIR"], name):
        assert time.monotonic() < give_up, "the process does not come back"
        time.sleep(0.2)


def says_that_it_is_back(page: Page) -> None:
    expect(page.locator("#connection")).to_have_count(0)
    expect(page.locator("#announce")).to_contain_text("Connected again.")


def moves_told(page: Page) -> list[int]:
    """Return the numbers of the moves in the log of the page."""
    return page.locator("#log-lines a").evaluate_all("links => links.map(link => Number(link.textContent))")


@pytest.mark.long
def test_match_outlives_a_line_that_breaks_and_servers_that_are_killed(visit, instance, tolerated):
    tolerated.append(HANDSHAKE_FAILED)
    host, friend = visit(), visit()
    friend.add_init_script(RECORD_FRAMES)
    duel = start_duel(host, friend, minutes=60)
    # A page that misses a move tells of it when it is back, in place of that it is back.
    catches_up(host, duel.decline())
    lose_the_network(duel, host, friend)
    check_that_pages_only_answer_pings(friend)
    leave_and_come_back(duel, host, friend)
    version = kill_the_web_server(duel, instance)
    version = kill_redis(duel, instance, version)
    version = play_until_moves_come_at_once(duel, version)
    numbers = moves_told(host)
    assert sorted(numbers) == sorted(set(numbers))
    assert numbers[-1] <= version


def lose_the_network(duel: Duel, host: Page, friend: Page) -> None:
    """Cut a page off for some seconds: it says so, and comes back to where the table is."""
    host.context.set_offline(True)
    expect(host.locator("#connection")).to_contain_text("Your clock runs on")
    state = said(friend, "GET", f"{duel.path}/state")
    time.sleep(AWAY_S)
    host.context.set_offline(False)
    says_that_it_is_back(host)
    assert said(friend, "GET", f"{duel.path}/state")["version"] == state["version"]
    catches_up(friend, duel.decline())


def check_that_pages_only_answer_pings(page: Page) -> None:
    """Wait for a frame that the page sends: none is anything but the answer to a ping."""
    page.wait_for_function("() => sentFrames.length > 0", polling=LOOK_EVERY_MS, timeout=1000 * PATIENCE_S)
    assert page.evaluate("sentFrames.every(frame => frame.startsWith('pong '))")


def leave_and_come_back(duel: Duel, host: Page, friend: Page) -> None:
    """Close a player's page: the other page says that the player is away, until the page is opened again."""
    path = host.url
    host.goto("about:blank")
    expect(friend.locator("#absences")).to_contain_text("of grace left")
    expect(friend.get_by_role("button", name="Claim the win")).to_be_hidden()
    assert violations(friend) == []
    host.goto(path)
    expect(friend.locator("#absences section")).to_have_count(0)
    assert duel.state()["seats"][0]["away_since"] is None


def kill_the_web_server(duel: Duel, instance) -> int:
    """Kill the web process: both pages come back by themselves, and no time was lost. Return the version then."""
    before = duel.state()["clocks"]["match_deadline"]
    kill(instance.environment["DATA_DIR"], WEB)
    for page in duel.pages:
        expect(page.locator("#connection")).to_be_visible()
    for page in duel.pages:
        says_that_it_is_back(page)
    assert duel.state()["clocks"]["match_deadline"] >= before
    version = duel.decline()
    for page in duel.pages:
        catches_up(page, version)
    return version


def kill_redis(duel: Duel, instance, version: int) -> int:
    """Kill Redis, make a move, and wait until Redis is back: the move stands, and both pages find it by comparing.

    Return the version after the move.
    """
    kill(instance.environment["DATA_DIR"], REDIS)
    seat, move = duel.asked, {"version": version, "text": "decline", "key": "while redis is away"}
    version = said(duel.pages[seat], "POST", f"{duel.path}/actions", move)["version"]
    for page in duel.pages:
        catches_up(page, version)
    assert said(duel.pages[seat], "POST", f"{duel.path}/actions", move)["code"] == "repeated"
    assert duel.state()["version"] == version
    wait_for_process(instance, REDIS)
    return version


def play_until_moves_come_at_once(duel: Duel, version: int) -> int:
    """Make moves until several in a row come at once, not only by comparing. Return the version then."""
    in_a_row = 0
    while in_a_row < MOVES_AT_ONCE:
        assert version < MOST_MOVES, "moves do not come at once"
        version, began = duel.decline(), time.monotonic()
        for page in duel.pages:
            catches_up(page, version)
        in_a_row = in_a_row + 1 if time.monotonic() - began < AT_ONCE_S else 0
    return version


def test_page_says_that_a_move_cannot_be_saved_on_a_full_disk(visit, instance):
    host, friend = visit(), visit()
    duel = start_duel(host, friend)
    page = duel.pages[duel.asked]
    catches_up(page, duel.state()["version"])
    wait_to_be_asked(page)
    servers = processes_of(instance.environment["DATA_DIR"], WEB)
    limits = {server: resource.prlimit(server, resource.RLIMIT_FSIZE) for server in servers}
    try:
        for server, (_, hard) in limits.items():
            resource.prlimit(server, resource.RLIMIT_FSIZE, (LARGEST_FILE, hard))
        before = shown(page)
        click(page, whole_lines(page)[0])
        expect(page.locator("#failure")).to_contain_text("Nothing can be saved at the moment")
        assert shown(page) == before
    finally:
        for server, limit in limits.items():
            resource.prlimit(server, resource.RLIMIT_FSIZE, limit)
    duel.decline()
    catches_up(page, before + 1)
    expect(page.locator("#failure")).to_have_count(0)


def start_against_a_bot(page, instance) -> str:
    """Start a match and return its path when the player is asked. A bot that begins may have won before: start anew."""
    while True:
        path = said(page, "POST", "/matches", AGAINST_A_BOT)["url"]
        page.goto(instance.url(path))
        if wait_to_be_asked(page):
            return path


@pytest.mark.long
def test_bots_answer_again_after_worker_and_redis_were_killed(visit, instance, tolerated):
    """A match each, and it may be over by what the bot answers: it has chances of its own."""
    tolerated.append(HANDSHAKE_FAILED)
    page = visit()
    for name in (WORKER, REDIS):
        path = start_against_a_bot(page, instance)
        before = shown(page)
        kill(instance.environment["DATA_DIR"], name)
        state = said(page, "GET", f"{path}/state")
        while state["decision"]["seat"] == 0:
            text = next((text for text in LEAST if text in state["options"]), state["options"][0])
            move = {"version": state["version"], "text": text, "key": f"key-{state['version']}"}
            said(page, "POST", f"{path}/actions", move)
            state = said(page, "GET", f"{path}/state")
        assert state["decision"]["seat"] == 1
        give_up = time.monotonic() + PATIENCE_S
        while state["decision"] and state["decision"]["seat"] == 1:
            assert time.monotonic() < give_up, "the bot does not answer"
            page.wait_for_timeout(500)
            state = said(page, "GET", f"{path}/state")
        catches_up(page, state["version"])
        assert wait_to_be_asked(page) is bool(state["decision"])
        assert shown(page) > before
