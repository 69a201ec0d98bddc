"""Replace what a bot cannot see, or notice that it looks."""

from random import Random

from incursions.games.incursions.bots.imagined import house_pieces
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.plays.card_moves import open_hands
from incursions.games.incursions.rules.plays.resolution import Resolution
from incursions.games.incursions.rules.printed.pieces import Cards
from incursions.games.incursions.rules.state.setup import FULL
from tests.fuzz.invariants import dealt_twin


def other_content(game: Game, seat: int, rng: Random) -> Game:
    """Return the same table to the seat, with other cards, tiles and orders where it may not know them."""
    twin = dealt_twin(game, rng, seat)
    open_to = {seat, *open_hands(game, seat)}
    cards = list(twin.cards)
    known = tuple(house_pieces().cards.values())
    for player in twin.players:
        hidden = [*player.deck, *player.non_salvageable, *([] if player.seat in open_to else player.hand)]
        for number in hidden if player.seat != seat else ():
            if twin.cards.owners[number] != seat:  # its own deck the seat knows, whoever has taken a card of it
                cards[number] = rng.choice(known)
        if player.seat != seat and twin.mode == FULL:
            player.pile = [rng.choice(list(house_pieces().tiles)) for _ in player.pile]
    twin.cards = Cards(cards, twin.cards.owners)
    return twin


def looks_at_hidden(game: Game) -> bool:
    """Is something under way that points at hidden cards or tiles? Twins cannot be made of such a moment."""
    looked = any(isinstance(frame, Resolution) and frame.marks for frame in game.stack)
    return looked or game.decision.topic == "arrange"
