"""Decks and hexpiles by chance that the evaluator finds nothing wrong with (rules 3, 4)."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random

from incursions.games.incursions.rules.construction import FULL, DeckContent, evaluate
from incursions.games.incursions.rules.printed.pieces import CREW, PieceFacts, index_pieces
from incursions.games.incursions.rules.state.setup import SeatSetup
from tests.games.incursions.rules.tables import CATALOGUE

MADE = 64  # decks, each of which is played in many games: making one takes as long as ten turns
FEWEST, MOST = 25, 32  # cards
COPIES = 4
GROWING = {"deck.too_small", "hexpile.points_out_of_range", "hexpile.no_wormhole"}  # what more pieces can mend


@cache
def legal_seats() -> tuple[SeatSetup, ...]:
    """Legal seats by chance, with captain, stand-in or neither by turns, and of every ship."""
    return tuple(_made(Random(f"legal deck {number}"), number) for number in range(MADE))


@cache
def facts() -> Mapping[str, PieceFacts]:
    """Return the evaluator's facts of each piece."""
    return index_pieces(piece for kind in CATALOGUE for piece in kind.values())


def _made(rng: Random, number: int) -> SeatSetup:
    ships = list(CATALOGUE.ships)
    crew = [title for title, card in CATALOGUE.cards.items() if card["nature"] == CREW]
    outside = {
        "ship": ships[number % len(ships)],
        "captain": rng.choice(list(CATALOGUE.captains)) if number % 4 < 2 else None,
        "stand_in": rng.choice(crew) if number % 4 == 2 else None,
    }
    cards = _gathered(rng, outside, "cards", [*CATALOGUE.cards] * COPIES, rng.randint(FEWEST, MOST))
    hexpile: Counter[str] = Counter()
    while evaluate(DeckContent(**outside, cards=cards, hexpile=hexpile), FULL, facts()).problems:
        hexpile = _gathered(rng, outside, "hexpile", [*CATALOGUE.tiles] * COPIES, rng.randint(6, 14))
    return outside | {"deck": list(cards.elements()), "hexpile": list(hexpile.elements())}


def _gathered(
    rng: Random, outside: Mapping[str, str | None], part: str, titles: list[str], number: int
) -> Counter[str]:
    """So many of the titles by chance, each of which leaves nothing wrong that more could not mend."""
    gathered: Counter[str] = Counter()
    for title in rng.sample(titles, len(titles)):
        if gathered.total() == number:
            break
        more = gathered + Counter([title])
        found = evaluate(DeckContent(**outside, **{part: more}), FULL, facts()).problems
        if {problem.code for problem in found} <= GROWING:
            gathered = more
    return gathered
