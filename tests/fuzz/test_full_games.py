"""Random games of Full and Tournament: the invariants of Basic, and those of cards, hands and own piles besides."""

from collections import Counter

import pytest

from incursions.rules import Game
from incursions.rules.construction.formats import RARITY_LIMITS
from incursions.rules.game import held_by
from incursions.rules.hand import hand_limit
from incursions.rules.players import Player
from incursions.rules.setup import FULL
from tests.fuzz.decks import dealt, made_setup
from tests.fuzz.invariants import check_answers, check_replayed, check_secrets_and_copies, check_table

GAMES = 200
CHUNKS = 10
ONE_IN = 60
ONE_IN_FOR_CARDS = 4


def check_cards(game: Game) -> None:
    """Every card is in one place, what is in play keeps its limits, and what was charted has its owner."""
    board = game.board
    everywhere = [number for frame in game.stack for number in held_by(frame)]
    for piece in board.placed.values():
        everywhere += [*piece.crew, *([] if piece.card is None else [piece.card])]
    for player in game.players:
        lying = [card.card for card in player.before]
        everywhere += [*player.in_play, *player.deck, *player.hand, *player.discard, *player.non_salvageable]
        everywhere += [*player.commands, *lying]
        check_limits(game, player)
        assert game.mode == FULL or not player.pile
    craft = [ship.craft for ship in game.ships if ship.craft is not None and ship.out is None]
    assert sorted([*everywhere, *craft]) == list(range(len(game.cards)))
    assert board.face_down | set(board.damage) <= {*everywhere}
    check_tiles(game)


def check_limits(game: Game, player: Player) -> None:
    """The rarities that a player has in play, and one officer in a position (rules 2.6, 3.3, 3.10)."""
    controlled = [card.card for other in game.players for card in other.before if card.user == player.seat]
    controlled += [piece.card for piece in game.board.placed.values() if piece.owner == player.seat and piece.card]
    in_play = [game.cards[number].card for number in (*player.in_play, *controlled)]
    counts = Counter(rarity for card in in_play for rarity in card.limits)
    assert all(counts[rarity] <= limit for rarity, limit in RARITY_LIMITS.items())
    tabled = [game.cards[number].card for number in player.tabled]
    positions = [card.position for card in tabled if card.is_crew]
    assert len(set(positions)) == len(positions)


def check_tiles(game: Game) -> None:
    """Every tile lies on the map or in the pile of who brought it (rules 4.5, 4.6)."""
    laid = Counter((game.owners[at], title) for at, title in list(game.map.items())[1:])
    left = Counter(zip(game.brought_by, game.pile, strict=True))
    left += Counter((player.seat, title) for player in game.players for title in player.pile)
    brought = Counter((seat, title) for seat, each in enumerate(game.setup["seats"]) for title in each["hexpile"])
    assert laid + left == brought


def check_hand_limit(game: Game) -> None:
    """When a turn has ended nobody whose turn it was holds more than ten (rules 6.4)."""
    for event in game.events:
        if event.kind == "turn_ended" and game.ships[event.facts["seat"]].out is None:
            assert len(game.players[event.facts["seat"]].hand) <= hand_limit(game, event.facts["seat"])


def check_audiences(game: Game) -> None:
    """Which cards were drawn only their player learns."""
    for event in game.events:
        if event.kind == "drew_cards":
            assert event.audience == (event.facts["seat"],)
        else:
            assert event.audience is None


def play_and_check(number: int) -> None:
    """Play the game of this number by chance, look at it at every question, and replay it."""
    rng, game = dealt(number)
    seed = game.dice.seed
    happened = [game.events]
    while game.decision is not None:
        check_table(game)
        if rng.randrange(ONE_IN_FOR_CARDS) == 0:
            check_cards(game)
        check_hand_limit(game)
        check_audiences(game)
        if rng.randrange(ONE_IN) == 0:
            check_secrets_and_copies(game, rng)
            if rng.randrange(2) == 0:
                check_answers(game, rng)
        happened.append(game.play(rng.choice(game.decision.options)))
    check_table(game)
    check_cards(game)
    check_replayed(game, made_setup(number), seed, happened)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_full_games(chunk):
    for number in range(chunk, GAMES, CHUNKS):
        play_and_check(number)
