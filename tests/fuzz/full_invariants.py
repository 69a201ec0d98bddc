"""What is true of every game of Full and Tournament besides: cards, limits, hands and who may know what."""

from collections import Counter

from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.construction import RARITY_LIMITS
from incursions.games.incursions.rules.game import held_by
from incursions.games.incursions.rules.plays.card_moves import hand_limit
from incursions.games.incursions.rules.state.seats import Player
from incursions.games.incursions.rules.state.setup import FULL

PRIVATE = {"drew_cards", "looked_at", "took_cards", "stops_set"}  # kinds of events that not everybody is told of


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
    craft = [ship.craft for ship in game.ships if ship.craft is not None]
    assert sorted([*everywhere, *craft, *board.gone]) == list(range(len(game.cards)))
    assert board.face_down | set(board.damage) <= {*everywhere}
    check_tiles(game)


def check_limits(game: Game, player: Player) -> None:
    """Check the limits of rarities that a player has in play, and of officers in a position (rules 2.6, 3.3, 3.10)."""
    controlled = [card.card for other in game.players for card in other.before if card.user == player.seat]
    controlled += [piece.card for piece in game.board.placed.values() if piece.owner == player.seat and piece.card]
    in_play = [game.cards[number] for number in (*player.in_play, *controlled)]
    counts = Counter(rarity for card in in_play for rarity in card.limits)
    assert all(counts[rarity] <= limit for rarity, limit in RARITY_LIMITS.items())
    tabled = [game.cards[number] for number in player.tabled]
    positions = [card.position for card in tabled if card.is_crew]
    assert len(set(positions)) == len(positions)


def check_tiles(game: Game) -> None:
    """Every tile lies on the map or in the pile of who brought it (rules 4.5, 4.6)."""
    laid = Counter((game.owners[at], title) for at, title in list(game.map.items())[1:])
    left = Counter(zip(game.brought_by, game.pile, strict=True))
    left += Counter((player.seat, title) for player in game.players for title in player.pile)
    left += Counter(game.board.gone_tiles)
    brought = Counter((seat, title) for seat, each in enumerate(game.setup["seats"]) for title in each["hexpile"])
    assert laid + left == brought


def check_hand_limit(game: Game) -> None:
    """When a turn has ended nobody whose turn it was holds more than his limit, but for what its last event gave him.

    He discards before the event at the end of the turn (rules 6.1, 6.4, 9.3).
    """
    drawn: Counter[int] = Counter()
    for event in game.events:
        if event.kind == "drew":
            drawn[event.facts["seat"]] += event.facts["count"]
        if event.kind == "turn_ended" and game.ships[event.facts["seat"]].out is None:
            seat = event.facts["seat"]
            assert len(game.players[seat].hand) <= hand_limit(game, seat) + drawn[seat]


def check_audiences(game: Game) -> None:
    """Which cards were drawn, or looked at, only those learn whose matter it is."""
    for event in game.events:
        assert (event.audience is not None) == (event.kind in PRIVATE)
