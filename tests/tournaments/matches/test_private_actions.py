"""Stops and the stages of a line: their own seat is told of them, and nobody else (rules 13.14)."""

import pytest
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.viewers import SocketViewer
from tests.addresses import address_at_table
from tests.tournaments.laid_matches import NOON, later, lay_match, people, play, version_for
from tests.tournaments.matches.windows import is_window_with_a_choice, play_until, with_stages
from tournaments.live import pushes
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.holds import can_do_nothing
from tournaments.matches.models import Match
from tournaments.matches.moves import Move, play_move
from tournaments.matches.replays.tape import Tape, recording_of
from tournaments.matches.staff.acting import Order, act_as_staff
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_rows import game_of
from tournaments.matches.taking_back.models import TakeBack
from tournaments.matches.taking_back.requests import ask_to_take_back
from tournaments.tables.consumers import draw


@pytest.fixture
def table(catalogue):
    players = people(3)
    return lay_match(players, mode="full"), players


@pytest.fixture
def told(monkeypatch, django_capture_on_commit_callbacks):
    """Messages to the sockets of the match."""
    sent = []
    monkeypatch.setattr(pushes, "send_to_room", lambda _room, message: sent.append(message))
    return sent


def seen_by(match, user, clock):
    """Return what a viewer may read of the match at one moment: its state, its file and the picture of a socket."""
    client = Client(headers={"accept": "application/json"})
    if user is not None:
        client.force_login(user)
    clock.setattr("django.utils.timezone.now", lambda: later(seconds=5))
    clock.setattr("secrets.token_urlsafe", lambda _bytes: "key")
    read = [client.get(address_at_table(name, match.public_id)) for name in ("state", "export")]
    picture = draw(match.public_id, SocketViewer({"user": user}))
    return [answer.content for answer in read], picture.parts, picture.facts


def test_stop_shows_to_nobody_but_its_owner(table, monkeypatch):
    match, players = table
    seat = game_of(match).decision.seat
    setter = players[(seat + 1) % 3]
    others = [players[seat], None]
    before, version = [seen_by(match, user, monkeypatch) for user in others], version_for(match, setter)
    play_move(match.public_id, setter, Move(None, "set stop score"), now=NOON)
    assert [seen_by(match, user, monkeypatch) for user in others] == before
    assert version_for(match, setter) == version + 1
    assert seen_by(match, setter, monkeypatch)[0] != before[1][0]
    match.refresh_from_db()
    assert (match.version, match.last_action, match.actions.get().move) == (0, 1, 0)


def test_move_may_be_made_for_the_version_before_an_own_stop(table):
    match, players = table
    game = game_of(match)
    mover = players[game.decision.seat]
    seen = version_for(match, mover)
    for text in ("set stop score", "clear stop score"):
        play_move(match.public_id, mover, Move(None, text), now=NOON)
    assert play_move(match.public_id, mover, Move(seen, game.least), now=NOON).code == "applied"


def test_stages_show_to_nobody_else_and_a_line_counts_as_one_move(table, monkeypatch):
    match, players = table
    game = play_until(match, players, with_stages)
    mover = game.decision.seat
    text, others = with_stages(game), [players[(mover + 1) % 3], None]
    before, version = [seen_by(match, user, monkeypatch) for user in others], version_for(match, players[mover])
    moves = match.version
    play(match, players[mover], text)
    assert [seen_by(match, user, monkeypatch) for user in others] == before
    play(match, players[mover], "back")
    play(match, players[mover], text)
    assert [seen_by(match, user, monkeypatch) for user in others] == before
    assert version_for(match, players[mover]) == version + 3
    while game_of(match).decision.said:
        play(match, players[mover], game_of(match).decision.options[0])
        match.refresh_from_db()
    assert match.version == moves + 1
    assert [version_for(match, user) for user in others] == [version_for(match, None)] * 2
    tape = Tape(recording_of(match))
    assert tape.last == match.version
    assert tape.action(tape.last).text.startswith(f"{text} ")
    assert tape.position(tape.last).to_data() == game_of(match).to_data()
    assert tape.position(moves).decision.said == ()


def test_sockets_of_others_are_told_nothing(table, told, django_capture_on_commit_callbacks):
    match, players = table
    setter = players[(game_of(match).decision.seat + 1) % 3]
    with django_capture_on_commit_callbacks(execute=True):
        play_move(match.public_id, setter, Move(None, "set stop score"), now=NOON)
    assert told == [{"type": "room.changed.privately", "user": setter.pk}]


def test_stop_does_not_delay_the_hold(table):
    match, players = table
    game = play_until(match, players, lambda game: can_do_nothing(game) and game.decision.topic == "answer")
    due, asked = match.bot_due_at, game.decision.seat
    for text in ("set stop score", "clear stop score"):
        play_move(match.public_id, players[(asked + 1) % 3], Move(None, text), now=later(seconds=0.1))
    match.refresh_from_db()
    assert match.bot_due_at == due
    assert play_bots(match.public_id, match.last_action, now=due) > 0


def test_stages_neither_end_a_request_nor_change_what_is_free(table):
    match, players = table
    game = play_until(match, players, is_window_with_a_choice)
    asker = next(action.seat for action in match.actions.order_by("-number") if action.seat != game.decision.seat)
    outcome = ask_to_take_back(
        match.public_id, players[asker], version=version_for(match, players[asker]), key="k", now=NOON
    )
    assert outcome.code == "asked"
    play_move(match.public_id, players[asker], Move(None, "set stop score"), now=NOON)
    match.refresh_from_db()
    assert match.take_back == TakeBack.objects.get(state="asked")


def test_staff_step_back_to_the_number_of_a_move(table):
    match, players = table
    play_until(match, players, lambda game: game.number_for(None) >= 12 and not game.decision.said)
    assert match.last_action > match.version
    staff = User.objects.create_superuser("staff")
    order = Order(Kind.STEP_BACK, "A mistake", None, 6)
    act_as_staff(match.public_id, staff, order, seen=0, now=NOON)
    match.refresh_from_db()
    back = match.actions.last()
    moved = match.actions.get(move=6)
    assert (back.text, back.back_to) == (f"step back to {moved.number}", 6)
    [event] = [event for event in back.told_events if event["kind"] == "stepped_back"]
    assert event["facts"]["to"] == 6
    assert Match.objects.get(pk=match.pk).version == back.move
    log = draw(match.public_id, SocketViewer({"user": None})).parts
    assert any("as after move 6" in part for part in log.values())
