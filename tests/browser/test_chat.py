"""The chat of a table in real browsers: players and those who watch, keys, a lost connection, a phone."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.network import held_back

SEED = 71


def lines(page: Page, room: str = "table") -> list[str]:
    """Return the lines that the page shows of a room."""
    return [words.split(": ", 1)[1] for words in page.locator(f'[data-room="{room}"] .chat-line').all_inner_texts()]


def say(page: Page, words: str) -> None:
    """Say something with the keyboard alone."""
    page.keyboard.press("/")
    expect(page.locator("#chat-words")).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.locator("#chat-words")).to_have_value("")
    page.keyboard.press("Escape")


SAY_MANY_PHRASES = """() => Promise.all(Array.from({length: 8}, () => {
  const form = document.querySelector("[data-chat-phrases]");
  const body = new FormData(form);
  body.set("phrase", form.querySelector("[name=phrase]").value);
  body.set("key", crypto.randomUUID());
  return fetch(form.action, {method: "POST", body, headers: {Accept: "application/json"}});
}))"""


def say_too_much(page: Page, words: str) -> None:
    """Say words right after many phrases, until they are refused: on a slow machine a pause may let them through."""
    for _ in range(30):
        page.evaluate(SAY_MANY_PHRASES)
        page.locator("#chat-words").fill(words)
        with page.expect_response(re.compile("/chat$")) as answer:
            page.keyboard.press("Enter")
        if answer.value.status == 429:
            return
    pytest.fail("Nothing was refused.")


@pytest.mark.long
def test_two_players_talk_lose_nothing_and_are_not_heard_by_who_watches(visit, lay):
    table = lay(SEED)
    host = visit(table.path, session=table.session)
    host.locator("#chat-words").fill("anybody here?")
    host.keyboard.press("Enter")
    expect(host.locator(".chat-line")).to_have_count(1)
    host.locator("#chat-words").fill("half a sen")
    friend = visit(table.path)
    friend.get_by_role("button", name="Sit down").click()
    host.locator("#prompt").wait_for()
    expect(host.locator("#chat-words")).to_have_value("half a sen")  # the page became the table meanwhile
    host.locator("#chat-words").fill("")
    watcher = visit(table.path)

    # Keys: what is typed answers no question, and Escape leads back.
    friend.locator("#chat-title").click()
    expect(friend.locator(".chat-line")).to_have_count(1)
    host.locator("#prompt-title").focus()
    say(host, "1 2 3 abc 0")
    expect(host.locator("#prompt-title")).to_be_focused()
    expect(friend.locator(".chat-line")).to_have_count(2)
    assert json.loads(host.locator("#facts").get_attribute("data-facts"))["version"] == 0
    say(watcher, "<b>osprey</b>")
    expect(watcher.locator(".chat-line")).to_have_count(1)
    say(watcher, "once more, as a guest")
    expect(watcher.locator(".chat-line")).to_have_count(2)
    assert lines(watcher, "spectators") == ["<b>osprey</b>", "once more, as a guest"]

    # Offline: nothing is lost, nothing doubled.
    friend.context.set_offline(True)
    for number in range(3):
        say(host, f"while away {number}")
    friend.context.set_offline(False)
    heard = ["anybody here?", "1 2 3 abc 0", *(f"while away {number}" for number in range(3))]
    expect(friend.locator(".chat-line")).to_have_count(len(heard))
    friend.locator("#chat-words").fill("back again")
    friend.keyboard.press("Enter")
    expect(host.locator(".chat-line")).to_have_count(len(heard) + 1)
    friend.reload()
    expect(friend.locator(".chat-line")).to_have_count(len(heard) + 1)
    assert lines(host) == lines(friend) == [*heard, "back again"]
    assert lines(watcher) == []

    # Faster than anybody reads: told how long to wait, the words stay.
    say_too_much(host, "too much")
    expect(host.locator("#chat-status")).to_have_text(re.compile(r"Wait \d+ second"))
    expect(host.locator("#chat-words")).to_have_value("too much")

    found = violations(host) + violations(watcher)
    assert not found, "\n".join(found)


def test_what_is_typed_while_words_are_sent_stays(visit, lay):
    table = lay(SEED)
    page = visit(table.path, session=table.session)
    words, shown = page.locator("#chat-words"), page.locator(".chat-line")
    with held_back(page, "**/chat"):
        words.fill("Hello")
        words.press("Enter")
        words.press_sequentially(" And then")
    expect(shown).to_have_count(1)
    expect(words).to_have_value("And then")
    page.unroute_all()
    with held_back(page, "**/chat"):
        words.press("Enter")
        words.fill("something else")
    expect(shown).to_have_count(2)
    expect(words).to_have_value("something else")
    assert lines(page) == ["Hello", "And then"]


def test_phone_counts_what_is_unread(visit, lay):
    table = lay(SEED)
    host = visit(table.path, session=table.session)
    friend = visit(table.path, viewport={"width": 390, "height": 844})
    friend.get_by_role("button", name="Sit down").click()
    host.locator("#prompt").wait_for()
    friend.locator("#prompt").wait_for()
    host.locator("#chat-title").click()
    host.get_by_role("button", name="Hello, good luck!").click()
    badge = friend.locator(".sheet-tabs .chat-unread")
    expect(badge).to_contain_text("1")
    friend.get_by_role("link", name=re.compile("^Chat")).click()
    expect(friend.locator(".chat-text")).to_be_visible()
    expect(badge).to_be_hidden()
    found = violations(friend, on_a_phone=True)
    assert not found, "\n".join(found)
