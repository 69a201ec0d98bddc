"""Round robins by Berger's tables: everybody meets everybody once, and sits first about as often as second."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.entrants import PairingError

Duel = tuple[int, int]


def round_robin(players: Sequence[int], *, is_double: bool = False) -> list[list[Duel]]:
    """All rounds for these players in the order of their numbers; whoever is missing in a round has a bye.

    The one who sits first is named first. A double one is played again with seats changed. Raises `PairingError` if
    somebody is named twice.
    """
    if len(set(players)) != len(players):
        raise PairingError("A player is named twice.")
    size = len(players) + len(players) % 2
    rounds = [_berger_round(players, size, number) for number in range(size - 1)] if len(players) > 1 else []
    return rounds + [[(second, first) for first, second in each] for each in rounds] if is_double else rounds


def _berger_round(players: Sequence[int], size: int, number: int) -> list[Duel]:
    """One round: the last place stays where it is, all others go half the circle on."""
    last, turn = size - 1, size - 1
    start = number * (size // 2) % turn
    order = [(start + step) % turn for step in range(turn)]
    places = [(order[0], last) if number % 2 == 0 else (last, order[0])]
    places += [(order[step], order[turn - step]) for step in range(1, size // 2)]
    return [(players[first], players[second]) for first, second in places if max(first, second) < len(players)]
