"""Flights from the first game to the last: what may fly, parts that end soon, and no game counted twice."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.catalogue import current_pieces, current_starters, new_token
from cards.decks.abilities import Visibility
from cards.decks.changes import save_draft
from cards.decks.contents import content_of
from cards.decks.errors import DeckError
from cards.models import Piece, StarterDeck
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.celery import app
from incursions.games.incursions.bots.trials import runs as trial_runs
from incursions.games.incursions.bots.trials.flights import Outcome, play_flight_game
from incursions.games.incursions.bots.trials.games import DeckSet
from incursions.kit.refusals import DomainError
from tests.tournaments.runs.flights.contents import ILLEGAL, LEGAL
from tournaments import tasks
from tournaments.runs import background as runs
from tournaments.runs import flights, models
from tournaments.runs.background import LOST_AFTER, RunState
from tournaments.runs.models import Flight, FlightField


def refusal_of(call, *arguments, **named) -> DomainError:
    with pytest.raises(DomainError) as refused:
        call(*arguments, **named)
    return refused.value


def played_games(flight: Flight) -> list[Outcome]:
    return [Outcome(*outcome) for outcome in flight.outcomes]


def put_down(flight: Flight) -> None:
    assert runs.cancel(flight)


@pytest.mark.both_databases
def test_flight_is_played_a_part_after_the_other(fly, play, sent):
    flight = fly()
    assert sent == [(flight.public_id, 0)]
    for played in range(3):
        assert flight.is_running
        assert play(flight, played)
        assert flight.played == played + 1
    assert (flight.state, flight.ended_at is not None) == ("finished", True)
    assert sent == [(flight.public_id, played) for played in range(3)]
    assert [game.failure for game in played_games(flight)] == [""] * 3


def test_flight_of_the_same_seed_is_flown_alike(fly, play):
    one = fly(seed=7)
    while one.is_running:
        play(one, one.played)
    other = fly(seed=7)
    while other.is_running:
        play(other, other.played)
    assert one.outcomes == other.outcomes
    field = DeckSet(tuple(current_starters().values()), current_pieces())
    content = content_of(LEGAL)
    assert played_games(one) == [play_flight_game(field, "Another name", content, 7, number) for number in range(3)]


@pytest.mark.both_databases
def test_flight_counts_no_game_twice(fly, play, sent):
    flight = fly()
    assert play(flight, 0)
    assert not play(flight, 0)
    assert not play(flight, 2)
    assert (flight.played, len(flight.outcomes), len(sent)) == (1, 1, 2)


@pytest.mark.both_databases
def test_flight_drops_games_that_another_worker_counted_first(fly, monkeypatch):
    flight = fly()
    play_out = trial_runs.fly

    def overtaken(*arguments):
        Flight.objects.filter(pk=flight.pk).update(played=1)
        return play_out(*arguments)

    monkeypatch.setattr(trial_runs, "fly", overtaken)
    assert not runs.play_on(Flight, flight.public_id, 0, goes_on=lambda: False)
    flight.refresh_from_db()
    assert (flight.played, flight.outcomes) == (1, [])


@pytest.mark.both_databases
def test_flight_lost_with_its_worker_flies_on(fly, play, sent):
    flight = fly()
    play(flight, 0)
    del sent[:]
    assert runs.queue_lost() == 0
    late = timezone.now() + LOST_AFTER + timedelta(seconds=1)
    assert runs.queue_lost(late) == 1
    assert runs.queue_lost(late) == 0
    assert sent == [(flight.public_id, 1)]
    while flight.is_running:
        play(flight, flight.played)
    assert runs.queue_lost(late + timedelta(days=1)) == 0


@pytest.mark.both_databases
def test_flight_cancelled_keeps_what_was_played(fly, play):
    flight = fly()
    play(flight, 0)
    assert runs.cancel(flight)
    assert not runs.cancel(flight)
    assert not play(flight, 1)
    assert (flight.state, flight.played, len(flight.outcomes)) == ("cancelled", 1, 1)


@pytest.mark.both_databases
def test_flight_cancelled_meanwhile_counts_nothing_more(fly, monkeypatch):
    flight = fly()
    play_out = trial_runs.fly

    def cancelled(*arguments):
        put_down(flight)
        return play_out(*arguments)

    monkeypatch.setattr(trial_runs, "fly", cancelled)
    assert not runs.play_on(Flight, flight.public_id, 0, goes_on=lambda: False)
    flight.refresh_from_db()
    assert (flight.state, flight.outcomes) == ("cancelled", [])


def test_flight_keeps_deck_and_pieces_as_they_were(fly, play, deck, owner):
    flight = fly(games=2)
    play(flight, 0)
    save_draft(deck, ILLEGAL, by=owner, number=deck.number)
    StarterDeck.objects.all().delete()
    Piece.objects.update(definition={})
    new_token()
    models._load_field.cache_clear()
    assert play(flight, 1)
    assert [game.failure for game in played_games(flight)] == [""] * 2
    assert (flight.content, flight.state) == (LEGAL, "finished")


def test_flight_outlives_its_deck(fly, play, deck):
    flight = fly(games=1)
    deck.delete()
    assert play(flight, 0)
    assert (flight.deck, flight.state) == (None, "finished")


def test_flights_share_a_field_until_the_catalogue_is_another(fly):
    for _ in range(2):
        put_down(fly())
    assert FlightField.objects.count() == 1
    FlightField.objects.update(created_at=timezone.now() - 2 * flights.FIELD_WAITS)
    new_token()
    fly()
    assert FlightField.objects.count() == 2
    Flight.objects.all().delete()
    new_token()
    fly()
    assert FlightField.objects.filter(flights=None).count() == 1, "the newer of the two may be about to be used"


def test_game_that_raises_is_told_of_and_does_not_stop_the_flight(fly, play, monkeypatch):
    flight = fly(games=2)
    with monkeypatch.context() as patched:
        patched.setattr("incursions.games.incursions.bots.captain.CaptainBot.answer", lambda *_: 1 / 0)
        assert play(flight, 0)
    assert play(flight, 1)
    failed, played = played_games(flight)
    assert failed == Outcome(0, failure=f"game 0 against {flight.opponents[0]}: ZeroDivisionError: division by zero")
    assert (played.failure, flight.state) == ("", "finished")


def test_illegal_deck_does_not_fly_and_hears_why(make, owner, fly):
    refusal = refusal_of(fly, make(content=ILLEGAL | {"deck": {"Fire": 5}}))
    assert (refusal.code, refusal.status, refusal.rule) == ("illegal", 422, "3.5")
    for said in ("A ship is missing. (rule 3.5)", "The deck holds 5 of at least 25 cards. (rule 3.1)", "5 copies"):
        assert said in refusal.message
    many = {f"Nobody {number}": 1 for number in range(30)}
    assert "And 25 more." in refusal_of(fly, make(content=LEGAL | {"deck": LEGAL["deck"] | many})).message
    assert not Flight.objects.exists()


def test_deck_with_warnings_alone_flies(make, fly):
    cards = {"Feedback Pulse": 1} | LEGAL["deck"]
    assert fly(make(content=LEGAL | {"deck": cards})).is_running


def test_deleted_deck_does_not_fly(make, fly):
    assert refusal_of(fly, make(content=LEGAL, is_deleted=True)).code == "deleted_deck"


@pytest.mark.both_databases
def test_user_has_one_flight_at_a_time(fly, make, other):
    first = fly()
    refusal = refusal_of(fly)
    assert (refusal.code, refusal.status) == ("under_way", 409)
    assert fly(make(content=LEGAL, by=other), by=other).is_running
    put_down(first)
    assert fly().is_running


def test_house_has_room_for_so_many(fly, make, other, monkeypatch):
    monkeypatch.setattr(flights, "MOST_AT_ONCE", 1)
    fly()
    refusal = refusal_of(fly, make(content=LEGAL, by=other), by=other)
    assert (refusal.code, refusal.status) == ("too_many", 503)


@pytest.mark.both_databases
def test_last_flights_of_a_user_are_kept(fly, make, other, monkeypatch):
    monkeypatch.setattr(flights, "MOST_KEPT", 2)
    begun = [fly(make(content=LEGAL, by=other), by=other)]
    for _ in range(3):
        begun.append(fly())
        put_down(begun[-1])
    assert set(Flight.objects.all()) == {begun[0], *begun[2:]}


def test_catalogue_without_starter_decks_has_nobody_to_fly_against(fly):
    StarterDeck.objects.all().delete()
    new_token()
    assert refusal_of(fly).code == "no_opponents"


@pytest.mark.parametrize("games", [0, 241])
def test_number_of_games_has_limits(fly, games):
    with pytest.raises(ValueError, match="1 to 240 games"):
        fly(games=games)


def test_others_fly_what_they_see_of_a_deck(make, fly, owner, other):
    deck = make(content=LEGAL, visibility=Visibility.UNLISTED)
    deck = save_draft(deck, ILLEGAL, by=owner, number=deck.number)
    assert fly(deck, by=other).content == LEGAL
    assert refusal_of(fly, deck).code == "illegal"


def test_private_deck_of_another_does_not_fly(deck, fly, other):
    with pytest.raises(DeckError) as refused:
        fly(deck, by=other)
    assert refused.value.code == "not_found"


@pytest.mark.both_databases
def test_flights_of_a_guest_go_into_the_account(make, fly, play, owner):
    guest = create_guest()
    of_guest = fly(make(content=LEGAL, by=guest), by=guest)
    own = fly()
    merge_guest(guest, account=owner)
    assert set(Flight.objects.own(owner)) == {of_guest, own}
    assert play(of_guest, 0)
    assert play(own, 0)


@pytest.mark.both_databases
def test_queries_of_a_part_are_the_same_early_and_late(fly, play, django_assert_num_queries):
    flight = fly()
    models._load_field(flight.field.token)
    for played in (0, 2):
        Flight.objects.update(played=played, outcomes=[Outcome(0)] * played)
        with django_assert_num_queries(4):  # read; then savepoint, write, release
            assert runs.play_on(Flight, flight.public_id, played, goes_on=lambda: False)


def test_tasks_play_and_find_what_was_lost(fly, sent, monkeypatch):
    flight = fly(games=1)
    monkeypatch.setattr(Flight, "seconds_at_once", 0.0)
    Flight.objects.update(touched_at=timezone.now() - 2 * LOST_AFTER)
    tasks.find_lost_games()
    assert sent == [(flight.public_id, 0)] * 2
    for _ in range(2):
        tasks.play_games("runs.Flight", flight.public_id, 0)
    flight.refresh_from_db()
    assert (flight.state, flight.played) == ("finished", 1)
    tasks.play_games("runs.Flight", "nosuchone", 0)


def test_games_are_played_where_no_table_waits_for_them():
    assert tasks.play_games.name == runs.PLAY_TASK
    assert app.amqp.router.route({}, runs.PLAY_TASK)["queue"].name == "balance"
    assert app.amqp.router.route({}, tasks.find_lost_games.name)["queue"].name == "celery"


@pytest.mark.both_databases
@pytest.mark.parametrize("wrong", [{"state": RunState.FINISHED}, {"games": 0}, {"games": 241}])
def test_rows_hold_together(fly, wrong):
    flight = fly()
    with pytest.raises(IntegrityError), transaction.atomic():
        Flight.objects.filter(pk=flight.pk).update(**wrong)
