"""Set-ups for games of Full and Tournament: legal decks by chance, and heaps of any pieces that there are, by turns."""

from random import Random

from incursions.games.incursions.rules import SEED_BYTES, Game
from incursions.games.incursions.rules.printed.pieces import CREW
from incursions.games.incursions.rules.state.setup import FULL, TOURNAMENT, SeatSetup, Setup, full_setup
from tests.fuzz.legal_decks import legal_seats
from tests.games.incursions.rules.tables import CATALOGUE

LONG_EVERY, LONGER = 50, 4  # one game in so many goes on for so many times as long
ROUNDS = {2: 2, 3: 1, 4: 1, 5: 1, 6: 1}  # by seats: random players wander about, and all checks have to fit their time
SHORT_DECK, USUAL_DECK = 12, 30


def made_seat(rng: Random) -> SeatSetup:
    """Whatever there is, legal or not: a ship, a captain or a stand-in or none, and some cards and tiles."""
    crew = [title for title, card in CATALOGUE.cards.items() if card["nature"] == CREW]
    first = rng.choice(["captain", "captain", "stand_in", None])
    wormholes = [title for title, tile in CATALOGUE.tiles.items() if tile["kind"] == "wormhole"]
    return {
        "ship": rng.choice(list(CATALOGUE.ships)),
        "captain": rng.choice(list(CATALOGUE.captains)) if first == "captain" else None,
        "stand_in": rng.choice(crew) if first == "stand_in" else None,
        "deck": rng.choices(list(CATALOGUE.cards), k=rng.choice([SHORT_DECK, USUAL_DECK, USUAL_DECK])),
        "hexpile": [rng.choice(wormholes), *rng.choices(list(CATALOGUE.tiles), k=rng.randint(2, 14))],
    }


def made_setup(number: int) -> Setup:
    """Return the setup of the game of this number: 2 to 6 seats, both modes and both kinds of windows by turns."""
    rng = Random(f"decks {number}")
    seats = 2 + number % 5
    of_kind = (
        CATALOGUE.ships.values(),
        CATALOGUE.captains.values(),
        CATALOGUE.cards.values(),
        CATALOGUE.tiles.values(),
    )
    mode = FULL if number // 5 % 2 else TOURNAMENT
    windows = "public" if number // 10 % 2 else "able"
    rounds = ROUNDS[seats] * (LONGER if number % LONG_EVERY == 0 else 1)
    brought = rng.sample(legal_seats(), seats) if number % 2 else [made_seat(rng) for _ in range(seats)]
    return full_setup(brought, *of_kind, mode=mode, round_limit=rounds, windows=windows)


def dealt(number: int) -> tuple[Random, Game]:
    """Return the random numbers of the players and the game of this number, at its first question."""
    rng = Random(f"full game {number}")
    return rng, Game.start(made_setup(number), rng.randbytes(SEED_BYTES))
