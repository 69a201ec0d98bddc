"""Orders: carried out by another process as they are by this one."""

import subprocess

import pytest

from cards.decks.printing import PROGRAM
from incursions.games.incursions.printing.orders import Kind, Order, carry_out
from incursions.games.incursions.printing.proxies import Style, Which


@pytest.fixture
def order(definitions, starter):
    pieces = [definitions[title] for title in starter.pieces]
    return Order(Kind.PROXIES, "Обломки 🚀", starter, pieces, "letter", Which.HEXPILE, Style.PLAIN)


def test_order_is_the_same_when_it_is_read_again(order):
    assert Order.from_json(order.to_json()) == order


def test_another_process_makes_the_same_document(order):
    done = subprocess.run(PROGRAM, input=order.to_json(), capture_output=True, check=True)
    assert done.stdout == carry_out(order)
    assert done.stderr == b""
