"""Taking back at the table: what is free, what the others are asked, what ends a request, what is refused."""

import json
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.games.incursions.rules.tables import laid
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play, reach, version_for
from tests.tournaments.matches.windows import play_until
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.deadlines import reconcile_matches, sweep_deadlines
from tournaments.matches.export import export_match
from tournaments.matches.life import concede_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.moves import choose_preset
from tournaments.matches.table_rows import table_for
from tournaments.matches.taking_back.models import STAYS_OPEN, TakeBack, TakeBackState
from tournaments.matches.taking_back.requests import (
    AGREE,
    DECLINE,
    HEAR,
    NEVER,
    WITHDRAW,
    Moment,
    end_late_requests,
    find_last_decision,
)
from tournaments.matches.taking_back.requests import answer_take_back as answer
from tournaments.matches.taking_back.requests import ask_to_take_back as ask
from tournaments.matches.verification import first_difference


def want(match: Match, player: User, *, key: str = "", now=NOON) -> str:
    key = key or f"back-{TakeBack.objects.count()}"
    return ask(match.public_id, player, version=version_for(match, player), key=key, now=now).code


def say(match: Match, player: User, said: str, *, now=NOON) -> str:
    match.refresh_from_db()
    return answer(match.public_id, player, request=match.take_back_id or 0, said=said, now=now).code


def refused(match: Match, act, *args, **named) -> DomainError:
    before = everything(match)
    with pytest.raises(DomainError) as refusal:
        act(match, *args, **named)
    assert everything(match) == before
    return refusal.value


def game_of(match: Match):
    return table_for(Match.objects.get(pk=match.pk), None).game


def explore(match: Match, player: User, *, now=NOON) -> None:
    options = game_of(match).decision.options
    play(match, player, next(option for option in options if option.startswith("explore")), now=now)


def test_decision_after_which_nobody_learned_anything_is_taken_back_at_once(duel):
    match, players = duel
    seat = asked(match)
    before = game_of(match).view(seat)
    play(match, players[seat], "decline", now=later(seconds=30))
    bank = Seat.objects.get(match=match, index=seat).bank_ms
    assert want(match, players[seat], key="mine", now=later(seconds=31)) == "done"
    assert want(match, players[seat], key="mine", now=later(seconds=31)) == "repeated"
    said = [(action.seat, action.text) for action in match.actions.all()]
    assert said == [(seat, "decline"), (None, f"step back to 0 for seat {seat}")]
    assert game_of(match).view(seat) | {"number": 0} == before | {"number": 0}
    again = Seat.objects.get(match=match, index=seat)
    assert (asked(match), again.bank_ms <= bank, again.since) == (seat, True, later(seconds=31))
    assert refused(match, want, players[1 - seat], now=later(seconds=31)).code == "nothing_to_take_back"
    assert refused(match, want, players[seat], now=later(seconds=31)).code == "nothing_to_take_back"
    late = refused(match, lambda row: ask(row.public_id, players[seat], version=0, key="late", now=later(seconds=31)))
    assert (late.code, late.version) == ("table_moved_on", 2)


def test_stages_of_a_line_are_taken_back_as_one(duel):
    match, players = duel
    seat = asked(match)
    while not game_of(match).decision.said:
        options = game_of(match).decision.options
        composed = next((one for one in options if game_of(match).following(one) is not None), None)
        if composed is None:
            play(match, players[asked(match)], "decline")
            seat = asked(match)
        else:
            play(match, players[seat], composed)
    start = game_of(match).number - 1
    assert want(match, players[seat]) == "done"
    assert match.actions.last().text == f"step back to {start} for seat {seat}"
    assert not game_of(match).decision.said
    play(match, players[seat], "decline")
    assert want(match, players[seat]) == "done", "having taken back is no news"


def test_what_brought_news_is_asked_of_the_others(duel):
    match, players = duel
    seat = asked(match)
    mover, other = players[seat], players[1 - seat]
    pile = game_of(match).pile
    explore(match, mover)
    assert want(match, mover) == "asked"
    row = TakeBack.objects.get()
    assert (row.seat, row.to, row.version, row.state) == (seat, 0, 1, TakeBackState.ASKED)
    assert "since" in row.why
    assert refused(match, want, mover).code == "take_back_declined"
    assert refused(match, say, mover, AGREE).code == "not_yours"
    assert refused(match, say, other, WITHDRAW).code == "not_yours"
    assert refused(match, say, User.objects.create_user("watcher"), AGREE).code == "spectator"
    assert say(match, other, DECLINE) == "declined"
    assert refused(match, say, other, AGREE).code == "no_such_request"
    assert want(match, mover) == "asked"
    assert say(match, other, AGREE) == "done"
    match.refresh_from_db()
    after = game_of(match)
    assert (match.take_back, len(after.map), sorted(after.pile)) == (None, 1, sorted(pile))
    (event,) = match.actions.last().events
    assert event == {"kind": "stepped_back", "facts": {"to": 0, "seat": seat, "shuffled": ["hexpile"]}}
    explore(match, mover)
    assert want(match, mover) == "asked"
    assert say(match, mover, WITHDRAW) == "withdrawn"
    limit = refused(match, want, mover)
    assert (limit.code, limit.status, limit.rule) == ("too_many_take_backs", 429, "21.10")
    concede_match(match.public_id, mover, now=NOON)
    match.refresh_from_db()
    assert first_difference(json.loads(json.dumps(export_match(match)))) is None


def test_request_ends_with_the_next_move_or_after_a_while_and_may_be_declined_for_good(duel):
    match, players = duel
    seat = asked(match)
    mover, other = players[seat], players[1 - seat]
    explore(match, mover)
    assert want(match, mover) == "asked"
    play(match, players[asked(match)], "decline")
    match.refresh_from_db()
    assert (match.take_back, TakeBack.objects.get().state) == (None, TakeBackState.ENDED)
    while asked(match) == seat:
        play(match, mover, "decline")
    play(match, other, "decline")
    assert want(match, mover) == "asked"
    assert end_late_requests(NOON + STAYS_OPEN - timedelta(seconds=1)) == 0
    assert refused(match, say, other, AGREE, now=NOON + STAYS_OPEN).code == "no_such_request"
    assert [end_late_requests(NOON + STAYS_OPEN) for _ in range(2)] == [1, 0]
    assert want(match, mover) == "asked"
    assert say(match, other, NEVER) == "declined"
    TakeBack.objects.all().delete()
    assert "declines all requests" in refused(match, want, mover).message
    assert say(match, other, HEAR) == "heard"
    assert want(match, mover) == "asked"


def test_bots_wait_while_a_person_is_asked(catalogue):
    players = people(2)
    match = lay_match(players, bots=("captain",), seed=bytes(31) + b"\x09")
    seat = None
    while seat is None or asked(match) != 2:
        if asked(match) == 2:
            play_bots(match.public_id, Match.objects.get(pk=match.pk).last_action, now=NOON)
        else:
            seat = asked(match)
            play(match, players[seat], "decline")
    play_bots(match.public_id, Match.objects.get(pk=match.pk).last_action, now=NOON)
    assert asked(match) == 2, "the bot has its second maneuver before it"
    assert want(match, players[seat]) == "asked"
    match.refresh_from_db()
    assert match.bot_due_at is None
    before = everything(match)
    assert play_bots(match.public_id, match.last_action, now=later(seconds=5)) == 0
    assert reconcile_matches(later(seconds=5)) == 0
    assert everything(match) == before
    assert say(match, players[1 - seat], DECLINE) == "declined"
    match.refresh_from_db()
    assert match.bot_due_at is not None


def test_bots_agree_where_the_match_is_not_rated(catalogue):
    (player,) = people(1)
    match = lay_match([player], bots=("captain",), seed=bytes(31) + b"\x09")
    while asked(match) == 1:
        play_bots(match.public_id, Match.objects.get(pk=match.pk).last_action, now=NOON)
    explore(match, player)
    Match.objects.filter(pk=match.pk).update(rated=True)
    assert refused(match, want, player).code == "take_back_declined"
    Match.objects.filter(pk=match.pk).update(mode="tournament")
    strict = refused(match, want, player)
    assert (strict.code, strict.rule) == ("no_taking_back", "21.10")
    Match.objects.filter(pk=match.pk).update(rated=False, mode="basic")
    assert want(match, player) == "done"


def test_nobody_takes_back_past_a_concession_nor_after_the_end_nor_in_a_pause(catalogue):
    players = people(3)
    match = lay_match(players)
    seat = asked(match)
    play(match, players[seat], "decline")
    concede_match(match.public_id, players[(seat + 1) % 3], now=NOON)
    far = refused(match, want, players[seat])
    assert (far.code, far.rule) == ("take_back_too_far", "21.10")
    Match.objects.filter(pk=match.pk).update(paused_at=NOON, paused_for="The lights went out.")
    assert refused(match, want, players[seat]).code == "paused"
    assert refused(match, play, players[asked(match)], "decline").code == "paused"
    assert sweep_deadlines(later(hours=3), queue=lambda *_: None) == 0
    Match.objects.filter(pk=match.pk).update(paused_at=None)
    concede_match(match.public_id, players[(seat + 2) % 3], now=NOON)
    assert refused(match, want, players[seat]).code == "match_over"


def test_free_seconds_of_a_decision_are_spent_once_however_often_it_comes_back(catalogue):
    players = people(2)
    match = lay_match(players, free_s=5, bank_s=60)
    seat = asked(match)
    moment = 0.0
    for _ in range(3):
        moment += 4.5
        play(match, players[seat], "decline", now=later(seconds=moment))
        assert want(match, players[seat], now=later(seconds=moment)) == "done"
    clock = Seat.objects.get(match=match, index=seat)
    assert (clock.free_ms, clock.bank_ms, clock.since) == (0, 60_000 - 8_500, later(seconds=13.5))
    play(match, players[seat], "decline", now=later(seconds=15.5))
    assert Seat.objects.get(match=match, index=seat).bank_ms == 60_000 - 10_500


def test_later_question_that_comes_back_has_only_what_was_left_of_its_free_seconds(catalogue):
    players = people(2)
    match = lay_match(players, free_s=5, bank_s=60)
    seat = asked(match)
    play(match, players[seat], "decline", now=later(seconds=1))
    if asked(match) != seat:
        pytest.skip("this seed gives the seat one decision")
    assert want(match, players[seat], now=later(seconds=5.5)) == "done"  # 4.5 s of the second question are spent
    play(match, players[seat], "decline", now=later(seconds=6))
    assert Seat.objects.get(match=match, index=seat).free_ms == 500


def test_clock_of_the_others_is_as_new_when_somebody_takes_back(catalogue):
    players = people(2)
    match = lay_match(players, free_s=5, bank_s=60)
    seat = asked(match)
    while asked(match) == seat:
        play(match, players[seat], "decline", now=NOON)
    assert want(match, players[seat], now=later(seconds=4)) == "done"
    play(match, players[seat], "decline", now=later(seconds=4))
    assert (asked(match), Seat.objects.get(match=match, index=1 - seat).free_ms) == (1 - seat, 5_000)


def test_open_request_waits_while_the_match_is_paused(duel):
    match, players = duel
    seat = asked(match)
    explore(match, players[seat])
    assert want(match, players[seat]) == "asked"
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, later(seconds=10))
        locked.halt("The lights went out.")
        locked.match.save(update_fields=["paused_at", "paused_for"])
        locked.save()
    assert end_late_requests(later(minutes=10)) == 0
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, later(minutes=10))
        locked.resume()
        locked.match.save(update_fields=["paused_at", "paused_for", "deadline_at"])
        locked.save()
    assert TakeBack.objects.get().ends_at == later(minutes=10) + STAYS_OPEN - timedelta(seconds=10)
    assert say(match, players[1 - seat], AGREE, now=later(minutes=10, seconds=30)) == "done"


@pytest.mark.parametrize("hears", [True, False])
def test_stand_in_does_not_consent_for_its_absent_player(duel, hears):
    match, players = duel
    seat = asked(match)
    match.seats.update(came_at=NOON)
    match.seats.filter(index=1 - seat).update(stand_in="captain", away_since=NOON, hears_take_backs=hears)
    explore(match, players[seat])
    if hears:
        assert want(match, players[seat]) == "asked"
        assert end_late_requests(NOON + STAYS_OPEN) == 1
        assert TakeBack.objects.get().state == TakeBackState.ENDED
    else:
        assert "declines all requests" in refused(match, want, players[seat]).message


def test_stop_of_another_player_ends_no_request(catalogue):
    players = people(3)
    match = lay_match(players, mode="full")
    seat = asked(match)
    third = players[(seat + 2) % 3]
    explore(match, players[seat])
    while asked(match) != (seat + 1) % 3:
        game = game_of(match)
        play(match, players[game.decision.seat], game.decision.least)
    assert want(match, players[seat]) == "asked"
    stop = next(one for one in game_of(match).standing(players.index(third)) if one.startswith("set stop"))
    play(match, third, stop)
    match.refresh_from_db()
    assert match.take_back.state == TakeBackState.ASKED
    assert say(match, players[(seat + 1) % 3], AGREE) == "asked"
    assert say(match, third, AGREE) == "done"


@pytest.mark.parametrize("opponent_can_answer", [True, False])
def test_taking_back_out_of_an_open_window_is_asked_whatever_the_others_hold(catalogue, opponent_can_answer):
    def is_window(game):
        question, last = game.decision, game.latest
        is_of_another = last is not None and last.seat not in (None, question.seat)
        is_open = is_of_another and question.topic in game.window_topics and not question.said
        return is_open and (len(question.options) > 1) == opponent_can_answer

    players = people(2)
    match = lay_match(players, mode="full", free_s=60)
    play_until(match, players, is_window)
    assert want(match, players[match.actions.last().seat]) == "asked"


def test_pass_where_there_was_no_answer_is_no_decision():
    seats = {"ship": "Sol", "power": 2, "hand": ["Warp 2"]}, {"ship": "Ruk'tor"}
    game = laid(*seats, mode="full", windows="public", dice=[3])
    moments = [Moment(None, game.copy(), 0)]
    for seat, text in [(0, "decline"), (0, "decline"), (1, "fire disruptors at seat 0"), (0, "pass")]:
        assert text != "pass" or game.has_only_free_actions(seat)
        game.act(seat, text)
        moments.append(Moment(Action(seat=seat, text=text, number=game.number), game.copy(), game.number))
    assert find_last_decision(moments, 0) == 1
    assert find_last_decision(moments, 1) == 2


def test_choice_to_pass_a_turn_goes_back_with_the_game(catalogue):
    players = people(2)
    match = lay_match(players, mode="full")
    seat = asked(match)
    choose_preset(match.public_id, players[1 - seat], "pass", now=NOON)
    play(match, players[seat], "decline")
    assert want(match, players[seat]) == "done"
    assert Seat.objects.get(match=match, index=1 - seat).passes_turn == game_of(match).turns
    play(match, players[seat], "decline")
    choose_preset(match.public_id, players[1 - seat], "pass", now=NOON)
    assert want(match, players[seat]) == "done"
    assert Seat.objects.get(match=match, index=1 - seat).passes_turn is None


def test_pages_and_json(catalogue):
    players, now = people(2), timezone.now()
    match = lay_match(players, now=now)
    reach(match, 1, now=now)
    seat = asked(match)
    explore(match, players[seat], now=now)
    mover, other, watcher = (Client(headers={"accept": "text/html"}) for _ in range(3))
    mover.force_login(players[seat])
    other.force_login(players[1 - seat])
    table, back = match.get_absolute_url(), reverse("matches:take_back", args=[match.public_id])
    reply = reverse("matches:answer_take_back", args=[match.public_id])
    assert "take-back-button" in read_page(mover.get(table))
    preview = read_page(mover.get(back))
    assert "The others must agree" in preview
    assert "What would be undone" in preview
    assert watcher.get(back).status_code == 302
    version = Match.objects.get(pk=match.pk).version
    assert mover.post(back, {"version": version, "key": "k"}).status_code == 303
    pages = {name: read_page(client.get(table)) for name, client in (("m", mover), ("o", other), ("w", watcher))}
    assert "You ask to take back" in pages["m"]
    assert ["take-back-withdraw" in pages[name] for name in "mow"] == [True, False, False]
    assert ["asks to take back" in pages[name] for name in "mow"] == [False, True, True]
    assert ["take-back-agree" in pages[name] for name in "mow"] == [False, True, False]
    number = Match.objects.get(pk=match.pk).take_back_id
    assert other.post(reply, {"request": number, "said": "perhaps"}).status_code == 400
    client = Client()
    client.force_login(players[1 - seat])

    def agree():
        return client.post(reply, json.dumps({"request": number, "said": "agree"}), content_type="application/json")

    agreed, late = agree(), agree()
    assert (agreed.status_code, agreed.json()["code"]) == (200, "done")
    assert (late.status_code, late.json()["code"]) == (409, "no_such_request")
    log = read_page(other.get(table))
    assert "takes back: the table stands again as after move" in log
    assert "is-undone" in log
    assert mover.get(reverse("matches:replay_at", args=[match.public_id, 2])).status_code == 200
