from datetime import timedelta

import pytest

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.kit.refusals import DomainError
from tests.tournaments.laid_matches import NOON, later
from tournaments.live.chat.messages import (
    Said,
    find_message,
    find_news,
    hide,
    let_guests_write,
    lines_of,
    load_facts,
    load_listener,
    mute_channel,
    mute_person,
    say,
    unmute_channel,
    unmute_person,
)
from tournaments.live.chat.rules import Listener
from tournaments.live.models import ChatMessage, MutedChannel, MutedPerson, TableManners
from tournaments.live.rooms import Room
from tournaments.matches.life import TableRules, concede_match, create_match
from tournaments.matches.models import Match
from tournaments.matches.staff.models import StaffAct

pytestmark = pytest.mark.both_databases


@pytest.fixture
def ben(db) -> User:
    return User.objects.create_user("ben", password="secret word")


def refusal(match: Match, user: User, text: str = "hello", **said) -> str:
    """Return the code with which a message is refused, asserting that nothing changed."""
    before = list(ChatMessage.objects.values())
    with pytest.raises(DomainError) as caught:
        say(match.room, user, Said(text, **said), now=NOON)
    assert list(ChatMessage.objects.values()) == before
    return caught.value.code


def test_players_and_those_who_watch_write_in_rooms_of_their_own(duel, ben):
    match, players = duel
    said = [say(match.room, user, Said("hello"), now=NOON) for user in (players[0], ben, players[1])]
    assert [(one.channel, one.number, one.seat) for one in said] == [
        ("table", 1, 0),
        ("spectators", 1, None),
        ("table", 2, 1),
    ]
    assert refusal(match, ben, channel="table") == "not_your_room"
    assert refusal(match, players[0], channel="spectators") == "not_your_room"
    assert refusal(match, ben, "\x07") == "unsayable"
    match.public_id = "nosuchtable"
    assert refusal(match, ben) == "not_found"


def test_open_table_is_for_those_who_sit_there(catalogue, ben):
    host = create_guest()
    match = create_match(host=host, rules=TableRules())
    assert say(match.room, host, Said("anybody?"), now=NOON).channel == "table"
    assert refusal(match, ben) == "not_your_room"


def test_guests_write_unless_the_host_says_no(duel, ben):
    match, players = duel
    guest = create_guest()
    say(match.room, guest, Said("hello"), now=NOON)
    with pytest.raises(DomainError, match="the host of the table"):
        let_guests_write(match.room, players[1], may=False)
    let_guests_write(match.room, players[0], may=False)
    assert refusal(match, guest) == "no_guests"
    say(match.room, ben, Said("I have an account"), now=NOON)


def test_one_person_writes_so_much_in_a_while_at_all_tables_together(duel, ben):
    match, players = duel
    for second in range(5):
        say(match.room, ben, Said(f"line {second}"), now=later(seconds=second))
    with pytest.raises(DomainError, match="Wait 6 seconds") as caught:
        say(match.room, ben, Said("six"), now=later(seconds=4))
    assert caught.value.details == {"wait_s": 6}
    say(match.room, players[0], Said("somebody else"), now=later(seconds=4))
    say(match.room, ben, Said("six"), now=later(seconds=10))


def test_same_key_says_it_once(duel, ben):
    match, players = duel
    first = say(match.room, ben, Said("hello", key="one"), now=NOON)
    assert say(match.room, ben, Said("hello", key="one"), now=NOON) == first
    assert say(match.room, players[0], Said("hello", key="one"), now=NOON) != first


@pytest.mark.parametrize("said_before", [0, 4])
def test_saying_something_costs_the_same_however_many_listen(duel, ben, said_before, django_assert_num_queries):
    match, _ = duel
    for number in range(said_before):
        say(match.room, ben, Said(f"line {number}"), now=NOON - timedelta(hours=1))
    say(match.room, ben, Said("the chat has its row"), now=NOON - timedelta(hours=2))
    with django_assert_num_queries(9):
        say(match.room, ben, Said("hello", key="key"), now=NOON)


def test_lines_come_without_those_of_muted_people_and_by_number(duel, ben):
    match, players = duel
    for index in range(6):
        say(match.room, players[index % 2], Said(f"line {index + 1}"), now=later(minutes=index))
    everything = lines_of(match.room, "table", Listener(), 6)
    assert [one.number for one in everything.messages] == [1, 2, 3, 4, 5, 6]
    mute_person(players[0], players[1])
    mute_person(players[0], players[1])
    muting = load_listener(players[0], match.room)
    heard = lines_of(match.room, "table", muting, 6, after=2)
    assert ([one.text for one in heard.messages], heard.last) == (["line 3", "line 5"], 6)
    unmute_person(players[0], players[1].pk)
    assert not load_listener(players[0], match.room).muted_people
    with pytest.raises(DomainError, match="yourself"):
        mute_person(players[0], players[0])


def test_news_tell_of_rooms_that_may_be_heard(duel, ben, django_assert_num_queries):
    match, players = duel
    say(match.room, players[0], Said("to the players"), now=NOON)
    say(match.room, ben, Said("to those who watch"), now=NOON)
    player, watcher = (load_listener(user, match.room) for user in (players[0], ben))
    assert find_news(match.room, player, {}) == {"table": 1}
    assert find_news(match.room, watcher, {}) == {"spectators": 1}
    with django_assert_num_queries(1):
        assert find_news(match.room, player, {"table": 1, "spectators": 1}) == {}
    assert find_news(Room("match", "nosuchtable"), player, {}) == {}
    concede_match(match.public_id, players[0], now=NOON)
    assert find_news(match.room, player, {"table": 1}) == {"spectators": 1}
    assert find_news(match.room, watcher, {"spectators": 1}) == {}


def test_muted_room_is_one_of_this_match(duel, ben):
    match, _ = duel
    mute_channel(ben, match.room, "spectators")
    assert load_listener(ben, match.room).muted_channels == {"spectators"}
    assert load_listener(ben, Room("match", "another")).muted_channels == set()
    unmute_channel(ben, match.room, "spectators")
    assert not MutedChannel.objects.exists()


def test_staff_hide_a_message_with_a_reason_but_not_at_their_own_table(duel, ben):
    match, players = duel
    message = say(match.room, players[0], Said("nasty"), now=NOON)
    User.objects.filter(pk__in=[ben.pk, players[1].pk]).update(is_staff=True)
    for staff in (ben, players[1]):
        staff.refresh_from_db()
    for nobody, why in ((players[0], "mine"), (players[1], "against me"), (ben, " ")):
        with pytest.raises(DomainError):
            hide(message, nobody, why)
    hide(message, ben, "an insult", now=NOON)
    hide(message, ben, "an insult, again", now=NOON)
    act = StaffAct.objects.get()
    assert (str(act), act.by, act.kind) == ("The staff hid message 1 of the players: an insult", ben, "hide message")
    kept = ChatMessage.objects.get()
    assert (kept.text, kept.hidden_by, kept.hidden_why, kept.hidden_at) == ("nasty", ben, "an insult", NOON)


def test_message_is_not_there_for_who_may_not_hear_it(duel, ben):
    match, players = duel
    say(match.room, players[0], Said("to the players"), now=NOON)
    message, facts, _ = find_message(match.room, "table", 1, players[1])
    assert (message.text, facts) == ("to the players", load_facts(match.room))
    for user in (ben, None):
        with pytest.raises(DomainError, match="no such message"):
            find_message(match.room, "table", 1, user)


def test_guest_who_signs_in_takes_the_chat_along(duel, ben):
    match, players = duel
    guest = create_guest()
    say(match.room, guest, Said("as a guest", key="one"), now=NOON)
    say(match.room, ben, Said("with an account", key="one"), now=NOON)
    mute_person(guest, players[0])
    mute_person(guest, ben)
    mute_person(ben, players[0])
    mute_person(players[1], guest)
    mute_channel(guest, match.room, "spectators")
    TableManners.objects.create(user=guest, hears_spectators=True)
    merge_guest(guest, account=ben)
    assert set(ChatMessage.objects.values_list("author__username", flat=True)) == {"ben"}
    muted = set(MutedPerson.objects.values_list("by__username", "person__username"))
    assert muted == {("ben", players[0].username), (players[1].username, "ben")}
    assert load_listener(ben, match.room).muted_channels == {"spectators"}
    assert ben.table_manners.hears_spectators


def test_deleted_account_leaves_its_words_without_its_name(duel, ben):
    match, _ = duel
    say(match.room, ben, Said("bye"), now=NOON)
    ben.delete()
    (message,) = lines_of(match.room, "spectators", Listener(), 1).messages
    assert (message.text, message.author) == ("bye", None)
