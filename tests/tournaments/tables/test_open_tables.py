"""What hosts and players do at a table that waits: settings, seats, order, invitations, who is ready."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from cards.loadouts import starters_for
from cards.storing import starters
from incursions.accounts.viewers import create_guest
from incursions.kit.refusals import DomainError
from tests.catalogue_rows import fill_catalogue
from tests.tournaments.laid_matches import everything, people
from tests.tournaments.tables.own_decks import chosen, deck_row_of, starter_of
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.seating import list_holdups
from tournaments.tables import open_tables

pytestmark = pytest.mark.both_databases


def lay(players, seats=3, **settings) -> Match:
    match = create_match(host=players[0], rules=TableRules(seats=seats, **settings))
    for player in players[1:]:
        join_match(match.public_id, player, invitation=None)
    return Match.objects.get(pk=match.pk)


def seated(match) -> list[str]:
    return [seat.bot or (seat.name if seat.user else "") for seat in match.seats.select_related("user")]


def refusal(call, *args, **named) -> str:
    with pytest.raises(DomainError) as refused:
        call(*args, **named)
    return refused.value.code


def test_whoever_sits_there_agrees_again_to_other_settings(db):
    players = people(2)
    match = lay(players, seats=3)
    changed = TableRules(mode="full", minutes=20, game_terms={"hex_points": 30})
    open_tables.change_settings(match.public_id, players[0], changed, seats=2)
    match.refresh_from_db()
    assert (match.state, match.mode, match.terms, len(seated(match))) == ("open", "full", 1, 2)
    assert [(one.seat, one.what) for one in list_holdups(match, match.seats.all())] == [(1, "agreement")]
    assert all(starter_of(seat) for seat in match.seats.all())
    assert refusal(open_tables.agree, match.public_id, players[1], terms=0) == "terms_changed"
    open_tables.agree(match.public_id, players[1], terms=1)
    match.refresh_from_db()
    assert match.is_running


def test_settings_that_change_no_game_ask_nobody_again(db):
    players = people(2)
    match = lay(players, seats=3)
    open_tables.change_settings(match.public_id, players[0], TableRules(is_private=True), seats=3)
    match.refresh_from_db()
    assert (match.terms, len(match.invitation), list_holdups(match, match.seats.all())) == (0, 22, [])


def test_deck_that_other_settings_do_not_allow_waits_for_another(db):
    host, friend = people(2)
    decks = list(starters().values())
    deck = create_deck(owner=friend, name="Mine", content=data_of(decks[0].content))
    match = lay([host], mode="full")
    join_match(match.public_id, friend, loadout=chosen(deck, friend))
    tight = TableRules(mode="full", game_terms={"hex_points": 90, "hex_tolerance": 0})
    assert starters_for(tight.limits) == {}
    open_tables.change_settings(match.public_id, host, tight, seats=2)
    match.refresh_from_db()
    assert {one.what for one in list_holdups(match, match.seats.all())} == {"deck"}
    assert deck_row_of(match.seats.get(index=1)) == deck
    assert refusal(open_tables.agree, match.public_id, friend) == "deck_needed"
    assert refusal(open_tables.set_ready, match.public_id, friend, is_ready=True) == "not_ready"
    assert refusal(join_match, match.public_id, friend, loadout={"starter": decks[1].title}) == "deck_needed"
    open_tables.change_settings(match.public_id, host, TableRules(mode="full"), seats=2)
    open_tables.agree(match.public_id, friend)
    match.refresh_from_db()
    assert (match.is_running, starter_of(match.seats.get(index=1))) == (True, "")


def test_limit_without_starter_decks_is_for_players_with_decks(db):
    [host] = people(1)
    tight = {"mode": "full", "game_terms": {"hex_points": 90, "hex_tolerance": 0}}
    assert refusal(create_match, host=host, rules=TableRules(**tight)) == "deck_needed"
    match = lay([host], mode="full")
    open_tables.change_settings(match.public_id, host, TableRules(**tight), seats=3)
    assert refusal(open_tables.seat_bot, match.public_id, host, 1, "captain") == "deck_needed"
    assert refusal(join_match, match.public_id, create_guest()) == "deck_needed"
    match.refresh_from_db()
    assert seated(match) == [str(host), "", ""]


def test_host_alone_rules_the_table(db):
    host, friend, stranger = people(3)
    match = lay([host, friend])
    before = everything(match)
    for call, args in (
        (open_tables.remove_player, (0,)),
        (open_tables.seat_bot, (2, "captain")),
        (open_tables.move_seat, (0, 1)),
        (open_tables.draw_seats, ()),
        (open_tables.start_now, ()),
        (open_tables.renew_invitation, ()),
    ):
        assert refusal(call, match.public_id, friend, *args) == "not_host"
        assert refusal(call, match.public_id, stranger, *args) == "spectator"
        assert refusal(call, match.public_id, None, *args) == "spectator"
        assert refusal(call, "nosuchtable", host, *args) == "not_found"
    assert refusal(open_tables.change_settings, match.public_id, friend, TableRules(), seats=3) == "not_host"
    assert refusal(open_tables.change_settings, match.public_id, host, TableRules(), seats=1) == "seats_taken"
    for call, args, code in (
        (open_tables.remove_player, (0,), "seat_taken"),
        (open_tables.remove_player, (2,), "malformed"),
        (open_tables.remove_player, (9,), "malformed"),
        (open_tables.seat_bot, (1, "captain"), "seat_taken"),
        (open_tables.seat_bot, (2, "nobody"), "malformed"),
        (open_tables.move_seat, (0, -1), "malformed"),
        (open_tables.start_now, (), "not_ready"),
        (open_tables.renew_invitation, (), "malformed"),
    ):
        assert refusal(call, match.public_id, host, *args) == code
    stale = {"revision": match.revision + 1}
    assert refusal(open_tables.remove_player, match.public_id, host, 1, **stale) == "table_moved_on"
    assert everything(match) == before


def test_removed_player_stays_away_and_others_may_come(db):
    host, rude, friend = people(3)
    match = lay([host, rude])
    open_tables.remove_player(match.public_id, host, 1)
    assert refusal(join_match, match.public_id, rude) == "turned_away"
    join_match(match.public_id, friend)
    assert seated(match) == [str(host), str(friend), ""]


def test_bots_come_and_go_and_the_last_seat_starts_the_match(db):
    [host] = people(1)
    match = lay([host], mode="full")
    open_tables.seat_bot(match.public_id, host, 1, "ensign", loadout={"starter": list(starters())[3]})
    open_tables.seat_bot(match.public_id, host, 1, "admiral")
    assert seated(match) == [str(host), "admiral", ""]
    open_tables.remove_player(match.public_id, host, 1)
    assert seated(match) == [str(host), "", ""]
    for index in (1, 2):
        open_tables.seat_bot(match.public_id, host, index, "captain")
    match.refresh_from_db()
    assert match.is_running
    assert refusal(open_tables.seat_bot, match.public_id, host, 1, "captain") == "already_started"


def test_order_is_the_hosts_or_the_lots(db):
    players = people(3)
    match = lay(players, seats=4)
    open_tables.move_seat(match.public_id, players[0], 0, 1)
    assert seated(match) == ["player-1", "player-0", "player-2", ""]
    open_tables.draw_seats(match.public_id, players[0])
    assert sorted(seated(match)) == ["", "player-0", "player-1", "player-2"]
    assert [seat.index for seat in match.seats.all()] == [0, 1, 2, 3]


def test_table_that_asks_begins_when_everybody_is_ready_or_the_host_says_so(db):
    host, friend = people(2)
    for by_host in (False, True):
        match = lay([host, friend], seats=2, asks_ready=True)
        assert match.is_open
        open_tables.set_ready(match.public_id, friend, is_ready=True)
        open_tables.set_ready(match.public_id, friend, is_ready=not by_host)
        if by_host:
            open_tables.start_now(match.public_id, host)
        else:
            open_tables.set_ready(match.public_id, host, is_ready=True)
        match.refresh_from_db()
        assert match.is_running


def test_host_who_leaves_hands_the_table_on_and_the_last_one_closes_it(db):
    host, friend = people(2)
    match = lay([host, friend])
    open_tables.leave_table(match.public_id, host)
    match.refresh_from_db()
    assert (match.host, seated(match)) == (friend, ["", "player-1", ""])
    assert open_tables.leave_table(match.public_id, friend) is None
    assert not Match.objects.filter(pk=match.pk).exists()


def test_private_table_is_for_whoever_has_its_latest_invitation(db):
    host, friend = people(2)
    match = lay([host], is_private=True)
    assert match not in Match.objects.open_tables()
    assert {
        refusal(join_match, match.public_id, friend, invitation=given) for given in ("", "x", match.invitation[1:])
    } == {"by_invitation"}
    open_tables.renew_invitation(match.public_id, host)
    assert refusal(join_match, match.public_id, friend, invitation=match.invitation) == "by_invitation"
    match.refresh_from_db()
    join_match(match.public_id, create_guest(), invitation=match.invitation)
    assert len([name for name in seated(match) if name]) == 2


def test_rated_table_is_for_accounts(db):
    host, guest = people(1)[0], create_guest()
    assert refusal(create_match, host=guest, rules=TableRules(rated=True)) == "accounts_only"
    match = lay([host], rated=True)
    assert refusal(join_match, match.public_id, guest) == "accounts_only"
    casual = lay([host, guest])
    assert (
        refusal(open_tables.change_settings, casual.public_id, host, TableRules(rated=True), seats=3) == "accounts_only"
    )


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_seat_one_gets_it():
    fill_catalogue()  # a test before may have emptied the database
    host, *others = people(3)
    match = lay([host], seats=2)

    def join(player) -> str:
        try:
            return join_match(match.public_id, player).state
        except DomainError as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(join, others)) == ["already_started", "running"]
    match.refresh_from_db()
    assert (match.is_running, len([name for name in seated(match) if name])) == (True, 2)
