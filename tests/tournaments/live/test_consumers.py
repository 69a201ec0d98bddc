import asyncio
import re

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.db import transaction
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.privacy import Audience
from incursions.accounts.viewers import SessionStore
from tests.catalogue_rows import fill_catalogue
from tests.tournaments.laid_matches import asked, people, play, reach
from tests.tournaments.live.sockets import PATIENCE_S, Socket, in_database, open_socket, run, running_duel
from tournaments.live import consumers
from tournaments.live.consumers import ENDED, GONE
from tournaments.live.presence.attendance import attendances
from tournaments.matches import pushes
from tournaments.matches.life import TableRules, concede_match, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.rematches import rematch_match
from tournaments.matches.table_rows import read_revision
from tournaments.routing import websocket_urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)


def version_of(picture: str) -> int:
    """Return the version of the picture."""
    return int(re.search(r'"version":\s*([0-9]+)', picture)[1])


def test_socket_sends_the_whole_table_on_connecting():
    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket:
            picture = await socket.table()
            assert "<hx-partial" in picture
            assert version_of(picture) == 0
            assert await socket.receive_nothing()

    run(test)


def test_move_is_pushed_to_every_viewer_from_that_viewers_own_view():
    async def test():
        match, players = await running_duel()
        seat = await in_database(asked)(match)
        async with (
            open_socket(match, players[0]) as own,
            open_socket(match, players[1]) as other,
            open_socket(match) as watching,
        ):
            first = [await socket.table() for socket in (own, other, watching)]
            assert ['value="decline"' in picture for picture in first] == [seat == 0, seat == 1, False]
            await in_database(play)(match, players[seat], "decline", now=None)
            pushed = [await socket.table() for socket in (own, other, watching)]
            assert [version_of(picture) for picture in pushed] == [1, 1, 1]

    run(test)


def sign_out(browser, user):
    browser.logout()


def change_password(browser, user):
    user.set_password("another secret word")
    user.save()


def suspend(browser, user):
    User.objects.filter(pk=user.pk).update(is_active=False)


def delete_account(browser, user):
    user.delete()


@pytest.mark.parametrize("end", [sign_out, change_password, suspend, delete_account])
def test_socket_of_a_session_that_has_ended_shows_nothing_more(end):
    async def test():
        match, players = await running_duel()
        seat = await in_database(asked)(match)
        browser = Client()
        await in_database(browser.force_login)(players[1 - seat])
        session = SessionStore(browser.cookies["sessionid"].value)
        async with open_socket(match, players[1 - seat], session) as socket:
            await socket.table()
            await in_database(play)(match, players[seat], "decline", now=None)
            await socket.table()
            await in_database(end)(browser, players[1 - seat])
            await in_database(pushes.announce_revision)(match.room, 10_000, None)
            assert await socket.receive_output(timeout=PATIENCE_S) == {"type": "websocket.close", "code": ENDED}

    run(test)


def test_socket_notices_the_end_of_its_session_without_a_message(monkeypatch):
    monkeypatch.setattr(consumers, "COMPARE_EVERY_S", 0.05)

    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            await in_database(suspend)(None, players[0])
            assert await socket.receive_output(timeout=PATIENCE_S) == {"type": "websocket.close", "code": ENDED}

    run(test)


def test_socket_closes_when_a_player_lets_nobody_watch_any_more(monkeypatch):
    monkeypatch.setattr(consumers, "COMPARE_EVERY_S", 0.05)

    async def test():
        match, players = await running_duel()
        async with open_socket(match) as socket:
            await socket.table()
            await User.objects.filter(pk=players[0].pk).aupdate(watching_for=Audience.NOBODY)
            assert await socket.receive_output(timeout=PATIENCE_S) == {"type": "websocket.close", "code": GONE}

    run(test)


def test_joining_and_starting_is_pushed_to_those_who_wait():
    async def test():
        await in_database(fill_catalogue)()
        players = await in_database(people)(3)
        match = await in_database(create_match)(host=players[0], rules=TableRules(seats=3))
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            for player in players[1:]:
                await in_database(join_match)(match.public_id, player)
                assert await socket.table()

    run(test)


def test_match_that_does_not_exist_closes_with_4004():
    async def test():
        socket = Socket("nosuchtable")
        await socket.open()
        assert await socket.receive_output(timeout=PATIENCE_S) == {"type": "websocket.close", "code": 4004}

    run(test)


@pytest.mark.parametrize("path", ["/ws/other", "/ws/matches/", "/ws/matches/no%20table/"])
def test_address_of_no_table_closes_with_4004(path):
    async def test():
        socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), {"type": "websocket", "path": path})
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output(timeout=PATIENCE_S))["type"] == "websocket.accept"
        assert (await socket.receive_output(timeout=PATIENCE_S))["code"] == 4004

    run(test)


def test_picture_comes_without_the_channel_layer_by_comparing_with_the_row(monkeypatch):
    monkeypatch.setattr(consumers, "COMPARE_EVERY_S", 0.1)
    monkeypatch.setattr(pushes, "announce_revision", lambda *_, **__: None)

    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            seat = await in_database(asked)(match)
            await in_database(play)(match, players[seat], "decline", now=None)
            assert version_of(await socket.table()) == 1
            assert await socket.receive_nothing(timeout=0.4)

    run(test)


def test_word_of_a_revision_already_shown_draws_nothing():
    async def test():
        match, players = await running_duel()
        await in_database(reach)(match, 2)
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            shown = await in_database(read_revision)(match.public_id)
            for revision in range(shown + 1):
                message = {"type": "room.changed", "revision": revision, "by": None}
                await get_channel_layer().group_send(str(match.room), message)
            assert await socket.receive_nothing(timeout=0.5)

    run(test)


def test_change_that_can_wait_comes_with_the_next_move_or_after_a_moment(monkeypatch):
    monkeypatch.setattr(consumers, "CALM_S", 0.2)

    @in_database
    def watch(match, watching):
        match.refresh_from_db()
        match.watching = watching
        with transaction.atomic():
            pushes.show_change(match, columns=("watching",), can_wait=True)

    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            await watch(match, 3)
            assert "3 watch" in await socket.table()
            monkeypatch.setattr(consumers, "CALM_S", 60)
            await watch(match, 4)
            assert await socket.receive_nothing(timeout=0.3)
            await in_database(play)(match, players[await in_database(asked)(match)], "decline", now=None)
            assert "4 watch" in await socket.table()

    run(test)


def test_rematch_is_pushed_to_the_other_player():
    async def test():
        match, players = await running_duel()
        await in_database(concede_match)(match.public_id, players[0], version=0)
        async with open_socket(match, players[1]) as socket:
            await socket.table()
            await in_database(rematch_match)(match.public_id, players[0])
            assert await socket.table()

    run(test)


def test_socket_listens_to_nothing_and_closes_on_much():
    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            await socket.say('{"text": "decline"}')
            assert await socket.receive_nothing(timeout=0.3)
            assert (await in_database(Match.objects.get)(pk=match.pk)).version == 0
        socket = Socket(match.public_id)
        await socket.open()
        await socket.table()
        await socket.say("x" * 2000)
        assert (await socket.receive_output(timeout=PATIENCE_S))["code"] == 4009
        flooding = Socket(match.public_id)
        await flooding.open()
        await flooding.table()
        for _ in range(consumers.MOST_FRAMES + 1):
            await flooding.say("pong guessed")
        assert (await flooding.receive_output(timeout=PATIENCE_S))["code"] == 4009

    run(test)


def test_lag_of_a_line_is_measured_and_noted_of_whoever_is_known(monkeypatch):
    monkeypatch.setattr(consumers, "COMPARE_EVERY_S", 0.05)
    monkeypatch.setattr(consumers, "PING_EVERY_S", 0.05)
    measured = []
    monkeypatch.setattr(attendances, "record_lag", lambda *lag: measured.append(lag))

    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as own, open_socket(match) as watching:
            await own.table(), await watching.table()
            await asyncio.sleep(0.3)  # several pings, of which none but the newest counts
            while not watching.pings:
                await watching.hear()
            while not measured:
                await own.hear()
            assert {lag[:2] for lag in measured} == {(match.room, players[0].pk)}
            assert own.pings > len(measured)

    run(test)
