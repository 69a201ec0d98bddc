"""Who hears what: the whole table of people, matches and rooms."""

import pytest

from tournaments.live.chat.messages import frame_for
from tournaments.live.chat.rules import (
    Channel,
    Listener,
    channels_for,
    hears,
    may_choose_spectators,
    own_channel,
)
from tournaments.live.rooms import RoomFacts

TABLE, WATCH = Channel.TABLE, Channel.SPECTATORS
PLAYER, CURIOUS = Listener(1), Listener(1, hears_spectators=True)
SPECTATOR, STRANGER, STAFF, STAFF_AT_THE_TABLE = (
    Listener(9),
    Listener(),
    Listener(8, is_staff=True),
    Listener(1, is_staff=True),
)


@pytest.mark.parametrize(
    ("listener", "open_table", "rated", "casual", "over"),
    [
        (PLAYER, [TABLE], [TABLE], [TABLE], [TABLE, WATCH]),
        (CURIOUS, [TABLE], [TABLE], [TABLE, WATCH], [TABLE, WATCH]),
        (STAFF_AT_THE_TABLE, [TABLE], [TABLE], [TABLE], [TABLE, WATCH]),
        (SPECTATOR, [], [WATCH], [WATCH], [WATCH]),
        (STRANGER, [], [WATCH], [WATCH], [WATCH]),
        (STAFF, [TABLE], [WATCH, TABLE], [WATCH, TABLE], [WATCH, TABLE]),
    ],
)
def test_channels_for(listener, open_table, rated, casual, over):
    audiences = [
        RoomFacts("open", True, {1: 0}),
        RoomFacts("running", True, {1: 0}),
        RoomFacts("running", False, {1: 0}),
        RoomFacts("over", True, {1: 0}),
    ]
    assert [channels_for(audience, listener) for audience in audiences] == [open_table, rated, casual, over]


@pytest.mark.parametrize(
    ("listener", "at_an_open_table", "later"),
    [(PLAYER, TABLE, TABLE), (SPECTATOR, None, WATCH), (STRANGER, None, WATCH), (STAFF, None, WATCH)],
)
def test_own_channel_is_the_one_to_write_in(listener, at_an_open_table, later):
    assert own_channel(RoomFacts("open", False, {1: 0}), listener) == at_an_open_table
    assert (
        own_channel(RoomFacts("running", False, {1: 0}), listener)
        == own_channel(RoomFacts("over", True, {1: 0}), listener)
        == later
    )


def test_muted_people_and_channels_are_not_heard():
    audience = RoomFacts("running", False, {1: 0, 2: 1})
    assert hears(audience, Listener(1), TABLE, 2)
    assert not hears(audience, Listener(1, muted_people=frozenset({2})), TABLE, 2)
    assert not hears(audience, Listener(1, muted_channels=frozenset({"table"})), TABLE, 2)
    assert not hears(audience, Listener(1), WATCH, 9)


def test_only_players_of_a_casual_match_under_way_choose():
    assert may_choose_spectators(RoomFacts("running", False, {1: 0}), PLAYER)
    audiences = [RoomFacts("running", True, {1: 0}), RoomFacts("over", False, {1: 0}), RoomFacts("open", False, {1: 0})]
    assert not any(may_choose_spectators(audience, PLAYER) for audience in audiences)
    assert not may_choose_spectators(RoomFacts("running", False, {1: 0}), SPECTATOR)


def test_frame_tells_nothing_to_who_may_not_hear_and_the_number_alone_of_muted_people():
    audience = {"state": "running", "rated": True, "players": [1, 2]}
    word = {"room": "table", "number": 3, "author": 2, "html": "<li>secret</li>", "hall": audience}
    assert frame_for(word, SPECTATOR) is frame_for(word, STRANGER) is None
    assert frame_for({**word, "room": "spectators", "author": 9}, CURIOUS) is None
    muting = Listener(1, muted_people=frozenset({2}))
    assert frame_for(word, muting) == {"chat": {"room": "table", "number": 3}}
    heard = {"room": "table", "number": 3, "html": "<li>secret</li>"}
    assert frame_for(word, PLAYER) == {"chat": {**heard, "own": False}}
    assert frame_for(word, Listener(2)) == {"chat": {**heard, "own": True}}
