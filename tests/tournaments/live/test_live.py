import itertools
import json
import random
import re

import pytest
from celery import current_app
from django.db import IntegrityError

from incursions.accounts.models import User
from incursions.accounts.viewers import SocketViewer
from incursions.games.incursions.rules import Game
from incursions.kit.refusals import DomainError
from tests.sampling import sample
from tests.tournaments.laid_matches import NOON, SEED, asked, everything, later, lay_match, people, play, play_on, reach
from tournaments.live import pushes
from tournaments.matches.life import concede_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Action, Match
from tournaments.matches.moves import Answer, Move, play_move
from tournaments.matches.table_rows import game_of, game_shelf, read_revision, row_shelf, table_for
from tournaments.tables.consumers import draw

pytestmark = pytest.mark.both_databases


def refused(match, player, move):
    """Return the refusal of a move, asserting that it changed nothing."""
    before = everything(match)
    with pytest.raises(DomainError) as refusal:
        play_move(match.public_id, player, move, now=NOON)
    assert everything(match) == before
    return refusal.value


def test_move_is_applied_logged_and_stored(duel):
    match, players = duel
    seat = asked(match)
    assert play(match, players[seat], "decline", key="mine") == Answer("applied", 1)
    match.refresh_from_db()
    action = match.actions.get()
    assert (action.number, action.seat, action.text, action.key) == (1, seat, "decline", "mine")
    assert action.events[0]["kind"] == "declined"
    assert Game.from_data(match.state_data, match.setup).number == match.version == 1


def test_same_key_answers_as_it_did_and_plays_once(duel):
    match, players = duel
    seat = asked(match)
    move = Move(0, "decline", "mine")
    assert play_move(match.public_id, players[seat], move, now=NOON).code == "applied"
    before = everything(match)
    assert play_move(match.public_id, players[seat], move, now=NOON) == Answer("repeated", 1)
    assert everything(match) == before


def test_same_key_of_another_seat_is_another_move(duel):
    match, players = duel
    first = asked(match)
    while asked(match) == first:
        play(match, players[first], "decline")
    key = match.actions.filter(seat=first).first().key
    assert play(match, players[1 - first], "decline", key=key).code == "applied"


def test_key_of_the_last_move_is_repeated_after_the_end(duel):
    match, players = duel
    move = Move(0, "concede", "last")
    answers = [play_move(match.public_id, players[0], move, now=NOON).code for _ in range(2)]
    assert answers == ["applied", "repeated"]
    assert Match.objects.get(pk=match.pk).is_over


def test_stale_version_is_refused(duel):
    match, players = duel
    seat = asked(match)
    play(match, players[seat], "decline")
    refusal = refused(match, players[asked(match)], Move(0, "decline", "late"))
    assert (refusal.code, refusal.status, refusal.version) == ("table_moved_on", 409, 1)


def test_version_that_is_yet_to_come_is_refused(duel):
    match, players = duel
    assert refused(match, players[asked(match)], Move(7, "decline", "early")).code == "table_moved_on"


@pytest.mark.parametrize("text", ["win the game", "fire phasers at seat 0", "DECLINE", "time", "forfeit seat 1"])
def test_unknown_or_illegal_option_is_refused_with_a_reason(duel, text):
    match, players = duel
    refusal = refused(match, players[asked(match)], Move(0, text, "key"))
    assert (refusal.code, refusal.status, refusal.version) == ("illegal", 422, 0)
    assert refusal.message


def test_refusal_carries_the_rule(duel):
    match, players = duel
    refusal = refused(match, players[asked(match)], Move(0, "warp to 9,9", "key"))
    assert (refusal.code, bool(refusal.rule)) == ("illegal", True)


def test_move_of_the_seat_that_is_not_asked_is_refused(duel):
    match, players = duel
    refusal = refused(match, players[1 - asked(match)], Move(0, "decline", "key"))
    assert (refusal.code, refusal.status) == ("not_your_seat", 403)


def test_move_of_a_spectator_is_refused(duel):
    match, _ = duel
    watcher = people(0) or type(match.host).objects.create_user("watcher")
    refusal = refused(match, watcher, Move(0, "decline", "key"))
    assert (refusal.code, refusal.status) == ("spectator", 403)
    assert refused(match, None, Move(0, "decline", "key")).code == "spectator"


def test_move_in_a_finished_match_is_refused(duel):
    match, players = duel
    concede_match(match.public_id, players[0], version=0, now=NOON)
    match.refresh_from_db()
    refusal = refused(match, players[1], Move(match.version, "decline", "key"))
    assert (refusal.code, refusal.status) == ("match_over", 409)


def test_move_at_an_address_without_a_match_is_refused(duel):
    _, players = duel
    with pytest.raises(DomainError) as refusal:
        play_move("nosuchtable", players[0], Move(0, "decline", "key"))
    assert (refusal.value.code, refusal.value.status) == ("not_found", 404)


def test_conceding_needs_no_version(duel):
    match, players = duel
    play(match, players[asked(match)], "decline")
    assert concede_match(match.public_id, players[0], now=NOON) == Answer("applied", 2)


def test_conceding_when_not_asked_ends_a_duel(duel):
    match, players = duel
    loser = 1 - asked(match)
    concede_match(match.public_id, players[loser], version=0, now=later(minutes=2))
    match.refresh_from_db()
    assert (match.state, match.result["ending"], match.result["winner"]) == ("over", "concession", 1 - loser)
    assert match.ended_at == later(minutes=2)
    assert list(match.seats.filter(runs_out_at__isnull=False)) == []
    assert match.published_seed == SEED.hex()


def test_whole_match_replays_byte_for_byte(catalogue):
    players = people(3)
    match = play_on(lay_match(players), players, 50, rng=random.Random(5))
    actions = match.actions.order_by("number")
    replayed = Game.replay(match.setup, SEED, actions.values_list("seat", "text"))
    assert json.dumps(replayed.to_data()) == json.dumps(match.state_data)
    assert [entry.dice for entry in replayed.log] == list(actions.values_list("dice", flat=True))


def test_refused_move_leaves_the_game_in_memory_alone(duel):
    match, players = duel
    play(match, players[asked(match)], "decline")
    match.refresh_from_db()
    before = game_of(match).to_data()
    with pytest.raises(DomainError):
        play(match, players[asked(match)], "warp to 9,9")
    assert game_of(match).to_data() == before


def test_game_in_memory_is_not_the_one_handed_out(duel):
    match, _ = duel
    game = game_of(match)
    game.play("decline")
    assert game_of(match).number == 0


def test_game_of_another_version_is_not_taken_from_memory(duel, django_capture_on_commit_callbacks):
    match, players = duel
    seat = asked(match)
    with django_capture_on_commit_callbacks(execute=True):
        play(match, players[seat], "decline")
    assert game_shelf.find(match.public_id, 0) is None
    assert table_for(Match.objects.get(pk=match.pk), None).game.number == 1


def test_move_that_the_database_refuses_is_not_kept_in_memory(duel):
    match, players = duel
    seat = asked(match)
    Action.objects.create(match=match, number=1, seat=None, text="in the way", at=NOON)
    with pytest.raises(IntegrityError):
        play(match, players[seat], "decline")
    match.refresh_from_db()
    assert (match.version, game_of(match).number) == (0, 0)


def test_table_for_a_seat_shows_its_own_options_and_a_spectator_none(duel):
    match, players = duel
    seat = asked(match)
    assert table_for(match, players[seat]).seat == seat
    assert table_for(match, None).seat is None
    assert table_for(match, players[seat]).game.view(seat)["options"]
    assert table_for(match, None).game.view(None)["options"] == []


def test_table_from_a_light_row_is_the_whole_table(duel):
    match, players = duel
    play(match, players[asked(match)], "decline")
    game_shelf.clear()
    table = table_for(Match.objects.light().get(pk=match.pk), None, now=NOON)
    assert table.game.number == table.match.version == 1


def socket_of(user: User | None) -> SocketViewer:
    return SocketViewer({"user": user})


AT_ANY_TABLE = pytest.mark.parametrize(
    ("mode", "seats", "actions"), sample(itertools.product(("basic", "full"), (2, 6), (5, 300)), 3)
)


@AT_ANY_TABLE
def test_move_costs_the_same_queries_at_any_table_and_time(catalogue, django_assert_num_queries, mode, seats, actions):
    players = people(seats)
    match = lay_match(players, mode=mode)
    reach(match, actions - 1)
    question = game_of(match).decision
    move = Move(actions - 1, question.least or "decline", "counted")
    # A savepoint and its release around: match, seats, key, actions, match, seats.
    with django_assert_num_queries(8):
        play_move(match.public_id, players[question.seat], move, now=NOON)


@AT_ANY_TABLE
def test_one_picture_costs_the_same_queries(catalogue, django_assert_num_queries, mode, seats, actions):
    players = people(seats)
    match = lay_match(players, mode=mode)
    reach(match, actions)
    draw(match.public_id, socket_of(players[0]))
    reach(match, actions + 1)
    revision = read_revision(match.public_id)
    # The viewer, who may watch, match, seats with their users, the game as another process played it, the last action.
    with django_assert_num_queries(6):
        draw(match.public_id, socket_of(players[0]), revision)
    # The revision where it is not told, for any other viewer and at any later time.
    with django_assert_num_queries(3):
        draw(match.public_id, socket_of(players[1]))
    with django_assert_num_queries(2 * seats + 1):
        for viewer in (*players, None):
            draw(match.public_id, socket_of(viewer), revision)


def test_picture_after_moves_that_were_not_drawn_shows_them_all(duel):
    match, players = duel
    reach(match, 3)
    drawn = draw(match.public_id, socket_of(players[0]))
    reach(match, 60)
    later = draw(match.public_id, socket_of(players[0])).parts["log"]
    row_shelf.clear()
    assert later == draw(match.public_id, socket_of(players[0])).parts["log"] != drawn.parts["log"]


def test_picture_leaves_out_the_parts_that_its_viewer_has(duel):
    match, players = duel
    before = draw(match.public_id, socket_of(None))
    seat = asked(match)
    play(match, players[seat], "decline", now=NOON)
    after = draw(match.public_id, socket_of(None))
    same = {name for name, part in after.parts.items() if before.parts[name] == part}
    assert same
    carried = set(re.findall('hx-target="#([^"]+)"', after.render_without(before.marks)))
    assert carried == {"prompt", "facts", *after.parts} - (same - {"prompt"})


def test_match_written_to_behind_the_back_of_a_move_refuses_it(duel, monkeypatch):
    match, players = duel
    seat = asked(match)
    original = LockedMatch.act

    def act_late(self, *arguments, **options):
        original(self, *arguments, **options)
        Match.objects.filter(pk=self.match.pk).update(last_action=9)

    monkeypatch.setattr(LockedMatch, "act", act_late)
    with pytest.raises(DomainError) as refusal:
        play(match, players[seat], "decline")
    assert refusal.value.code == "table_moved_on"
    match.refresh_from_db()
    assert (match.last_action, match.actions.count()) == (0, 0)


def test_move_is_accepted_while_redis_is_away(catalogue, monkeypatch, django_capture_on_commit_callbacks):
    def gone(*_: object, **__: object) -> None:
        raise ConnectionError("no Redis")

    monkeypatch.setattr(pushes, "get_channel_layer", gone)
    monkeypatch.setattr(current_app, "send_task", gone)
    [player] = people(1)
    match = lay_match([player], bots=("captain",))
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        while asked(match) == 0:
            assert play(match, player, "decline").code == "applied"
    assert callbacks
    match.refresh_from_db()
    assert match.bot_due_at is not None
