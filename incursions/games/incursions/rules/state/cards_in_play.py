"""Cards in play and in hand: what may enter (rules 3.3, 3.7, 3.10, 13.5), faces, and the kinds that texts name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from incursions.games.incursions.rules.construction import RARITY_LIMITS
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import MULTI, OFFICER, Face, Fact, GameCard, printed_fact
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.seats import Player

Refused = tuple[str, str]  # the rule, and the reason in a player's words
OFFICER_KIND, CAPTAIN_KIND, SHUTTLE_KIND, ANY = "officer", "captain", "shuttle", "any"
PILES = {"hand": "hand", "deck": "deck", "discard pile": "discard", "non-salvageable pile": "non_salvageable"}


def cards_in_play(game: GameState, seat: int) -> list[int]:
    """Return every card that the player controls: tabled, before a target, in a hex, aboard a shuttle (rules 3.10).

    An officer who was put into a hex is out of play (14.8).
    """
    found = game.players[seat].in_play.copy()
    for other in game.players:
        for before in other.before:
            if before.user == seat:
                found.append(before.card)
    for piece in game.board.placed.get_owned(seat).pieces:
        if piece.kind != OFFICER:
            if piece.card is not None:
                found.append(piece.card)
            found += piece.crew
    return found


def why_not_enter(game: GameState, seat: int, number: int) -> Refused | None:
    """Return the rule and the reason why the player may not put the card into play now, or None."""
    return why_not_usable(game, seat, number) or why_no_room(game, seat, number)


def why_not_usable(game: GameState, seat: int, number: int) -> Refused | None:
    """Return why the seat cannot use a card: its races lack the ship's and, except for equipment, captains' (13.5)."""
    card = game.cards[number]
    if card.usage is None or number in game.board.usable or card.usage & races_that_open(game, seat, card):
        return None
    rule, whose = ("16.4", "ship") if card.is_equipment else ("13.5", "ship or captain")
    return rule, f"{card.title} is only for a {whose} of {' or '.join(sorted(card.usage))}"


def races_that_open(game: GameState, seat: int, card: GameCard) -> set[str]:
    """Return the race of the ship and, except for equipment, of captains but no stand-in (rules 3.8, 13.5, 15.10)."""
    races = {game.ships[seat].card.race}
    if not card.is_equipment:
        player = game.players[seat]
        for number in (*own_captain(player), *player.captains):
            captain = game.cards[number]
            if captain.is_captain:
                races.add(captain.race)
    return races


def own_captain(player: Player) -> tuple[int, ...]:
    """Return the holder of the captain's place, if any."""
    return () if player.captain is None else (player.captain,)


def commanders(game: GameState, player: Player) -> tuple[int, ...]:
    """Return who counts as captain: the holder of the place, or the first assimilated captain if no captain holds it.

    A stand-in is crew among assimilated captains (rules 3.8, 15.6, 15.10).
    """
    own = own_captain(player)
    if not player.captains or (own and game.cards[own[0]].is_captain):
        return own
    return (*own, player.captains[0])


def serving(game: GameState, player: Player) -> tuple[int, ...]:
    """Return the cards that serve on the table: all but assimilated captains who do not command (rules 15.6)."""
    return (*commanders(game, player), *player.tabled)


def why_no_room(game: GameState, seat: int, number: int) -> Refused | None:
    """Return why there is no room: a position, the captain's place or a rarity is taken (rules 2.6, 3.3, 3.5, 3.7)."""
    card, player = game.cards[number], game.players[seat]
    if card.is_captain and player.captain is not None and game.cards.owners[number] == seat:
        return "3.5", f"{game.cards[player.captain].title} commands your ship: there is one captain"
    limited = _find_limited_rarities(card)
    if not card.is_crew and not limited:
        return None
    in_play = cards_in_play(game, seat)
    if number in in_play:
        in_play.remove(number)
    for other in in_play if card.is_crew else ():  # a stand-in holds the captain's place, not his own (3.8, 14.5, 14.7)
        officer = game.cards[other]
        if officer.is_crew and officer.position == card.position and other != player.captain:
            return "2.6", f"{officer.title} holds the position: {card.position}"
    for rarity in limited:
        most, count = RARITY_LIMITS[rarity], 0
        for other in in_play:
            count += rarity in game.cards[other].limits
        if count >= most:
            return "3.7", f"You have {most} in play that count as {rarity}, the maximum"
    return None


@printed_fact
def _find_limited_rarities(card: GameCard) -> tuple[str, ...]:
    """Return the rarities of the card whose number in play is limited (rules 3.3)."""
    return tuple(rarity for rarity in card.limits if rarity in RARITY_LIMITS)


def in_play(game: GameState, number: int, *methods: str) -> tuple[Effect, ...]:
    """Return the effects of a card in play by one of these play methods; for a Multi card, of that face."""
    face = face_in_play(game, number, methods)
    return game.cards[number].effects.top if face is None else face.effects


def face_in_play(game: GameState, number: int, methods: tuple[str, ...]) -> Face | None:
    """Return the face of a Multi card in play by one of these play methods; None for other cards."""
    card = game.cards[number]
    if card.play_method != MULTI:
        return None
    faces = (face_played(game, number), *card.faces)
    return next((face for face in faces if face.play_method in methods), None)


def play_as(game: GameState, number: int, name: str | None) -> None:
    """Record the face as which a Multi card is played, because two faces may lie in play alike (rules 13.4.9)."""
    names = [face.name for face in game.cards[number].faces]
    if len(names) > 1 and name in names:
        game.board.used[_make_key(number)] = names.index(name)


def face_played(game: GameState, number: int) -> Face:
    """Return the face as which a card was played last, or its only face."""
    return game.cards[number].faces[game.board.used.get(_make_key(number), 0)]


def _make_key(number: int) -> str:
    return f"{number} face"


def in_hand(game: GameState, seat: int, fact: Fact) -> list[int]:
    """Return the cards of the seat's hand for which the fact is true, in the order of the hand."""
    cards = game.cards
    return [number for number in game.players[seat].hand if fact(cards[number])]


def lines_for(game: GameState, prefix: str, numbers: Iterable[int], is_usable: Callable[[int], bool]) -> dict[str, int]:
    """Return the first usable card of each title, by prefix and title."""
    cards, found = game.cards, dict[str, int]()
    for number in numbers:
        line = prefix + cards[number].title
        if line not in found and is_usable(number):
            found[line] = number
    return found


def is_of(card: GameCard, kind: str | None) -> bool:
    """Return True for a card of that kind (see `kinds_of`); None means every card."""
    return kind is None or kind in kinds_of(card)


@printed_fact
def kinds_of(card: GameCard) -> tuple[str, ...]:
    """Return all kinds of a card: its nature and type, officer, captain, shuttle, and any."""
    named = ((card.is_crew, OFFICER_KIND), (card.is_captain, CAPTAIN_KIND), (card.is_shuttle, SHUTTLE_KIND))
    of_type = (card.type,) if card.type else ()
    return (ANY, card.nature, *of_type, *(kind for is_so, kind in named if is_so))


def pile_at(game: GameState, user: int, target: int | None, place: str) -> list[int]:
    """Return the cards of a place of the vocabulary, such as `target hand`, the top last; empty without an owner."""
    whose, _, name = place.partition(" ")
    seat = user if whose == "your" else target
    if seat is None or name not in PILES:
        return []
    pile: list[int] = getattr(game.players[seat], PILES[name])
    return pile


def cards_like(game: GameState, user: int, target: int | None, place: str, kind: str | None) -> list[int]:
    """Return the cards of a kind in a place."""
    return [number for number in pile_at(game, user, target, place) if is_of(game.cards[number], kind)]
