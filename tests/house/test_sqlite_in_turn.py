import threading
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from django.db import connection, transaction
from django.db.utils import OperationalError

from incursions.kit.sqlite_in_turn.base import SharedTurns, Turns, between_transactions

PATIENCE_S = 10


def test_turn_goes_to_whoever_waited_longest():
    turns, order = Turns(), []
    assert turns.take(PATIENCE_S)

    def wait(number):
        assert turns.take(PATIENCE_S)
        order.append(number)
        turns.give_back()

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(5)]
    for number, thread in enumerate(threads):
        thread.start()
        while len(turns._waiting) <= number:
            pass
    turns.give_back()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert order == [0, 1, 2, 3, 4]


def test_whoever_loses_patience_leaves_the_row():
    turns = Turns()
    assert turns.take(PATIENCE_S)
    assert not turns.take(0.01)
    turns.give_back()
    assert turns.take(0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows")
def test_transactions_of_one_process_write_one_after_the_other_and_end_their_turns_however_they_end():
    def write(number):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("UPDATE django_migrations SET name = name")
                if number % 3 == 0:
                    raise KeyError(number)
        except KeyError:
            pass
        finally:
            connection.close()
        return number

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(write, range(40), timeout=PATIENCE_S)) == list(range(40))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows")
def test_transaction_that_finds_no_turn_is_refused_as_a_locked_database(monkeypatch):
    # All connections of the process share it.
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)

    def write():
        try:
            with transaction.atomic():
                pass
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as other, pytest.raises(OperationalError, match="locked"):
        other.submit(write).result(PATIENCE_S)


def test_turns_at_a_file_are_shared_by_all_who_have_it_open(tmp_path):
    one, other, third = (SharedTurns(str(tmp_path / "turns")) for _ in range(3))
    with ThreadPoolExecutor(1) as elsewhere:
        assert one.take(PATIENCE_S)
        waiting = elsewhere.submit(other.take, PATIENCE_S)
        assert not wait([waiting], timeout=0.05).done
        assert not other.take(0.01)  # somebody of the same process waits already
        one.give_back()
        assert waiting.result(PATIENCE_S)
        waiting = elsewhere.submit(third.take, PATIENCE_S)
        assert not wait([waiting], timeout=0.05).done
        other.give_back()
        assert waiting.result(PATIENCE_S)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows")
def test_work_between_transactions_waits_for_them_but_not_for_its_own():
    done = threading.Event()

    def work():
        with between_transactions(PATIENCE_S):
            done.set()

    with transaction.atomic():
        with between_transactions(PATIENCE_S):
            pass
        worker = threading.Thread(target=work)
        worker.start()
        assert not done.wait(0.05)
    assert done.wait(PATIENCE_S)
    worker.join()
