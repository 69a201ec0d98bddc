"""Why a bot acts: staff read it in the log, but not at a table at which they sit while it is played."""

import pytest
from django.urls import reverse

from incursions.accounts.models import User
from incursions.games.contract import GameKind
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, asked, lay_match, play
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.export import export_match
from tournaments.matches.life import concede_match
from tournaments.matches.log import LogText
from tournaments.matches.models import Action
from tournaments.matches.table_rows import table_for

SAID = "says “"


@pytest.fixture
def played(catalogue):
    """A match in which a captain has answered, and its host."""
    host = User.objects.create_user("host", password="secret word")
    match = lay_match([host], bots=("captain",), pace_s=0)
    while not match.actions.exclude(reason="").exists():
        if asked(match) == 0:
            play(match, host, least(match))
        else:
            play_bots(match.public_id, match.last_action, now=NOON)
        match.refresh_from_db()
    return match, host


def least(match) -> str:
    """Return the least option of the question that is open."""
    question = table_for(match, None).game.decision
    return question.least or question.options[0]


def pages_of(client, match) -> list[str]:
    """Return the match page and the replay as this client sees them."""
    addresses = [match.get_absolute_url(), reverse("matches:replay", args=[match.public_id])]
    return [read_page(client.get(address, follow=True)) for address in addresses]


def make_staff(user: User) -> User:
    user.is_staff = True
    user.save()
    return user


def test_bots_actions_have_a_reason_and_no_persons(played):
    match, _ = played
    assert not match.actions.filter(seat=0).exclude(reason="").exists()
    assert not match.actions.exclude(seat=0).filter(reason="").exists()


def test_staff_at_no_seat_read_the_reasons(played, browser_of):
    match, _ = played
    clerk = make_staff(User.objects.create_user("clerk", password="secret word"))
    assert all(SAID in page for page in pages_of(browser_of(clerk), match))


def test_reason_names_seats_and_hexes(played):
    match, _ = played
    sentences = match.kind.table.begin_log([{"seat": 0, "title": "Sol", "css": "sol"}], None, None)
    line = LogText(sentences).reason(3, 0, "warp to 0,0 with 1 power", "it is near", is_undone=False)
    assert "Sol</span> says “warp to Start Wormhole (0,0) with 1 power”: it is near." in line.html


def test_nobody_else_reads_them(played, browser_of, stranger):
    match, host = played
    for client in (browser_of(host), stranger):
        assert not any(SAID in page for page in pages_of(client, match))


def test_staff_at_the_table_read_them_when_it_is_over(played, browser_of):
    match, host = played
    make_staff(host)
    assert not any(SAID in page for page in pages_of(browser_of(host), match))
    concede_match(match.public_id, host, version=match.version, now=NOON)
    assert all(SAID in page for page in pages_of(browser_of(host), match))


def test_the_export_is_without_reasons(played):
    match, host = played
    concede_match(match.public_id, host, version=match.version, now=NOON)
    match.refresh_from_db()
    assert {name for action in export_match(match)["actions"] for name in action} == {"seat", "text", "dice"}


def test_a_long_reason_is_cut(played, monkeypatch):
    match, host = played
    longest = Action._meta.get_field("reason").max_length

    class Talker:
        def answer(self, game, question, rng):
            return question.least or question.options[0], "because " * longest

    monkeypatch.setattr(GameKind, "make_bot", lambda kind, name, seconds: Talker())
    while asked(match) == 0:
        play(match, host, least(match))
    match.refresh_from_db()
    play_bots(match.public_id, match.last_action, now=NOON)
    assert len(match.actions.exclude(seat=0).last().reason) == longest
