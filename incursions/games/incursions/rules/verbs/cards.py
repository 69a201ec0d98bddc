"""Verbs that move cards between hands, decks and piles, look at them, cancel, turn or remove them (rules 6.8, 13)."""

from __future__ import annotations

from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.crew.equipment import leave_target, take_away, turn_up_whole
from incursions.games.incursions.rules.events.cards import (
    Arranged,
    Looked,
    LookedAt,
    PutBack,
    Returned,
    Took,
    TookCards,
)
from incursions.games.incursions.rules.placed.placed_pieces import remove_piece
from incursions.games.incursions.rules.plays import card_moves
from incursions.games.incursions.rules.plays.announcements import Announcement
from incursions.games.incursions.rules.plays.card_moves import release
from incursions.games.incursions.rules.plays.free_actions import PARTS, parts_reached
from incursions.games.incursions.rules.plays.officers import FACE_DOWN, Fate, is_member, turn_over
from incursions.games.incursions.rules.plays.resolution import (
    Resolution,
    candidates,
    pick_target,
    place_of,
    seats_meant,
)
from incursions.games.incursions.rules.printed.effect import Effect, Effects
from incursions.games.incursions.rules.printed.schema import ALL, COUNT, FLAG, Whole, Word, Words
from incursions.games.incursions.rules.printed.vocabulary import ANNOUNCED, PLACED_PIECES, SHIPS, TABLED_CARDS
from incursions.games.incursions.rules.state.cards_in_play import Refused, cards_like, is_of, pile_at, why_not_enter
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref, card_ref, holder_of, name_of
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.verbs.verb import CARD, CARD_KIND, Fields, Scene, Verb

HANDS = ("your hand", "target hand")
DECKS = ("your deck", "target deck")
HEXPILES = ("your hexpile", "target hexpile")
PILES = ("your discard pile", "target discard pile", "your non-salvageable pile", "target non-salvageable pile")
LOOKED_AT, CANCELLED, THIS_CARD = "cards looked at", "cancelled cards", "this card"
FROM_PLACE: Fields = {"from": Word((*HANDS, *DECKS, *PILES, LOOKED_AT)), "filter": CARD_KIND}
OPEN = ("discard pile",)  # public piles (rules 13.7)
SEARCHED = ("your discard pile", "your non-salvageable pile", "your deck", "target discard pile")
"""Places whose cards may be known: one of the kind to be taken must lie there."""
HEXPILE, BOTTOM = "hexpile", "bottom"


class Draw(Verb):
    """The drawing of cards (rules 6.8), or of some of the cards looked at."""

    name = "draw"
    does = "draws cards"
    fields = {"cards": COUNT, "from": Word(("your deck", LOOKED_AT))}
    rules = ("6.1", "6.8")
    needs = (("cards",),)
    helps = 1
    is_for_user = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        count = effect.fields["cards"]
        if effect.fields.get("from") == LOOKED_AT:
            _draw_looked_at(game, frame, count)
            return
        for seat in seats_meant(game, frame, effect, "you"):
            card_moves.draw(game, seat, count)

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        return float(min(effect.fields["cards"], scene.table.player["deck"]) * (4.0 if scene.on_tile else CARD))


def _draw_looked_at(game: GameState, frame: Resolution, count: int) -> None:
    deck = game.players[frame.user].deck
    looked = [number for number in frame.get_mark("cards", ()) if number in deck]
    picked = _pick_cards(game, frame, frame.user, looked, count, "Draw which card?", "draw ")
    for number in picked:
        deck.remove(number)
    card_moves.receive_drawn(game, frame.user, picked)


class Discard(Verb):
    """The discarding of cards of a hand, at random or as its player or the user chooses (rules 13.7)."""

    name = "discard"
    does = "discards from a hand (unsaid: your own): at random, or chosen by its player, or `by: you`"
    fields = {
        "cards": Whole(1, 20, ALL),
        "random": FLAG,
        "from": Word((*HANDS, LOOKED_AT)),
        "filter": CARD_KIND,
        "by": Word(("you",)),
    }
    rules = ("13.7",)
    needs = (("cards",),)
    is_price = True
    helps = -1

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        fields = effect.fields
        place = fields.get("from", "your hand")
        seat = frame.seat_at(game, place)
        if seat is None and place == LOOKED_AT:
            seat = frame.user
        if seat is None:
            return
        fitting = _find_cards(game, frame, place, fields.get("filter"))
        count = len(fitting) if fields["cards"] == "all" else min(fields["cards"], len(fitting))
        if fields.get("random"):
            picked = [fitting.pop(game.dice.draw_below("cards", len(fitting))) for _ in range(count)]
        elif count == len(fitting):
            picked = fitting
        else:
            chooser = frame.user if fields.get("by") == "you" else seat
            picked = _pick_cards(game, frame, chooser, fitting, count, "Discard which card?", "discard ")
        for number in picked:
            _lift(game, number)
            card_moves.lay_on_pile(game, seat, number)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        return bool(cards_like(game, user, target, effect.fields.get("from", "your hand"), None))

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        cards = effect.fields["cards"]
        number = 2 if cards == "all" else cards
        own = effect.fields.get("from", "your hand") == "your hand" and scene.is_mine(effect, unsaid=True)
        return -4.0 * number if own else 5.0 * min(number, scene.target_hand)


class Look(Verb):
    """A look at a hand, or at the top of a deck or hexpile. Only the looker sees (rules 13.11).

    A text without a target (of a tile or an officer) lets him choose the player; later effects are aimed at that player
    too.
    """

    name = "look"
    does = "looks at a hand, or at the top of a deck or hexpile"
    fields = {"at": Word((*HANDS, *DECKS, *PILES, *HEXPILES)), "cards": COUNT, "tiles": COUNT}
    rules = ("13.11",)
    needs = (("at",),)
    helps = 1
    value = 1.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        place = effect.fields["at"]
        if frame.seat_at(game, place) is None:
            frame.target = pick_target(game, frame, effect, "another player", "Look at whose?", "13.11")
        seat = frame.seat_at(game, place)
        if seat is None:
            return
        if place.endswith(HEXPILE):
            pile = game.pile_of(seat)
            titles = pile[len(pile) - min(effect.fields.get("tiles", 1), len(pile)) :][::-1]
            frame.mark("tiles", (seat, len(titles)))
        else:
            cards = pile_at(game, frame.user, seat, place)
            if not place.endswith("hand"):
                count = min(effect.fields.get("cards", len(cards)), len(cards))
                cards = cards[len(cards) - count :][::-1]
            frame.mark("cards", tuple(cards))
            titles = card_moves.titles(game, cards)
        facts = {"seat": frame.user, "target": seat, "at": place}
        game.tell(Looked, **facts, count=len(titles))
        game.tell_to((frame.user,), LookedAt, **facts, titles=titles)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        place = effect.fields["at"]
        if not place.endswith(HEXPILE):
            return bool(cards_like(game, user, target, place, None))
        seat = user if place.startswith("your") else target
        return seat is not None and bool(game.pile_of(seat))


class Arrange(Verb):
    """The putting back of what was looked at, in any order with the top first, or on the bottom (rules 13.11)."""

    name = "arrange"
    does = "puts back what was looked at"
    fields = {"at": Word((*DECKS, *HEXPILES)), "to": Word(("any order", BOTTOM))}
    rules = ("5.2", "5.5")
    value = 2.5

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        place, to = effect.fields.get("at", "your hexpile"), effect.fields.get("to", "any order")
        seat = frame.seat_at(game, place)
        if seat is None:
            return
        arrange = _arrange_tiles if place.endswith(HEXPILE) else _arrange_cards
        if arrange(game, frame, seat, to):
            game.tell(Arranged, seat=frame.user, target=seat, at=place, to=to)


def _arrange_cards(game: GameState, frame: Resolution, seat: int, to: str) -> bool:
    """Reorder the cards that were looked at and are still in the deck; return False if there are none."""
    deck = game.players[seat].deck
    looked = [number for number in frame.get_mark("cards", ()) if number in deck]
    if to == BOTTOM:
        kept = [number for number in deck if number not in looked]
        game.players[seat].deck = [*looked[::-1], *kept]
    else:
        order = _order(game, frame, [card_ref(number) for number in looked])
        deck[len(deck) - len(order) :] = [ref[1] for ref in reversed(order)]
    return bool(looked)


def _arrange_tiles(game: GameState, frame: Resolution, seat: int, to: str) -> bool:
    """Do the same with tiles, together with their owners if the pile is shared (rules 4.6)."""
    pile = game.pile_of(seat)
    count = min(frame.get_mark("tiles", (seat, 0))[1], len(pile))
    top = range(len(pile) - count, len(pile))
    rest = range(len(pile) - count)
    if to == BOTTOM:
        places = [*top, *rest]
    else:
        order = _order(game, frame, [("tile", place, pile[place]) for place in reversed(top)])
        places = [*rest, *(ref[1] for ref in reversed(order))]
    pile[:] = [pile[place] for place in places]
    if pile is game.pile and game.brought_by:
        game.brought_by[:] = [game.brought_by[place] for place in places]
    return bool(count)


def _order(game: GameState, frame: Resolution, refs: list[Ref]) -> list[Ref]:
    """Return the refs in the order that the looker picks, the top first."""
    order: list[Ref] = []
    for nth in range(len(refs)):
        left = [ref for ref in refs if ref not in order]
        alike = {name_of(game, ref): ref for ref in reversed(left)}
        shown = list(reversed(alike.values()))
        title = "Which comes next, from the top?"
        ref = frame.pick(game, shown, title, "13.11", nth=nth, topic="arrange", prefix="top ")
        if ref:
            order.append(ref)
    return order


class Take(Verb):
    """The taking of cards of a hand, a pile or the own deck into the user's hand (rules 13.7, 13.11)."""

    name = "take"
    does = "moves cards to the own hand, at random, from the `top`, or chosen; the own deck is then shuffled"
    fields = {**FROM_PLACE, "cards": COUNT, "random": FLAG, "top": FLAG}
    rules = ("13.7", "13.11")
    needs = (("from",), ("cards",))
    loss = "a lost card"
    helps = 1
    is_for_user = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        fields = effect.fields
        place = fields["from"]
        seat = frame.seat_at(game, place)
        fitting = _find_cards(game, frame, place, fields.get("filter"))
        count = min(fields["cards"], len(fitting))
        if fields.get("random"):
            picked = [fitting.pop(game.dice.draw_below("cards", len(fitting))) for _ in range(count)]
        elif fields.get("top"):
            picked = fitting[len(fitting) - count :][::-1]
        else:
            picked = _pick_cards(game, frame, frame.user, fitting, count, "Take which card?", "take ")
        for number in picked:
            _lift(game, number)
        if place in DECKS and seat is not None:
            game.dice.shuffle(f"deck {seat}", game.players[seat].deck)
        _move_to_hand(game, frame.user, picked, place, seat)
        if picked:
            frame.mark("card", card_ref(picked[-1]))

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        place, kind = effect.fields["from"], effect.fields.get("filter")
        return bool(cards_like(game, user, target, place, kind if place in SEARCHED else None))

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        cards, place = int(effect.fields["cards"]), effect.fields["from"]
        if place == "target discard pile":
            discarded = () if scene.target is None else scene.table.players[scene.target["seat"]]["discard"]
            return CARD * min(cards, len(discarded))
        if place == "target hand":  # one less there
            return (CARD + 5.0) * min(cards, scene.target_hand)
        return CARD * float(cards)


def _move_to_hand(game: GameState, user: int, picked: list[int], place: str, seat: int | None) -> None:
    """Put the picked cards into the hand and table those that are tabled when drawn (rules 13.4.3)."""
    if not picked:
        return
    titles = card_moves.titles(game, picked)
    is_open = place.endswith(OPEN)
    game.tell(Took, seat=user, from_=place, target=seat, count=len(picked), **({"titles": titles} if is_open else {}))
    if not is_open:
        who = (user,) if seat is None or seat == user else (user, seat)
        game.tell_to(who, TookCards, seat=user, titles=titles)
    game.players[user].hand += picked
    for number in picked:
        if card_moves.may_table(game, game.players[user], number):
            card_moves.table(game, user, number)


class ReturnCard(Verb):
    """The return of a card: the source, a cancelled one, or one of a hand or pile (rules 13.7, 13.9)."""

    name = "return_card"
    does = "puts a card back (unsaid: this card) into a hand or a deck: on top, on the bottom or shuffled in"
    fields = {
        "from": Word((*HANDS, *PILES, LOOKED_AT, CANCELLED, THIS_CARD)),
        "filter": CARD_KIND,
        "to": Word((*HANDS, *DECKS)),
        "cards": COUNT,
        "where": Word(("top", BOTTOM, "shuffled")),
    }
    rules = ("13.7",)
    needs = (("to",),)
    strikes = (SHIPS, TABLED_CARDS)
    value = 1.5
    is_for_user = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        fields = effect.fields
        place = fields.get("from", THIS_CARD)
        if place == THIS_CARD:
            is_ship_now = any(ship.craft == frame.source for ship in game.ships)  # rules 19.2
            found = [frame.source] if isinstance(frame.source, int) and not is_ship_now else []
        elif place == CANCELLED:
            announcement = game.find_frame(Announcement)
            found = [] if announcement is None else announcement.cancelled_cards(game)
        else:
            found = _find_cards(game, frame, place, None)
        kind = fields.get("filter")
        found = [number for number in found if is_of(game.cards[number], kind)]
        prefix = "choose " if place == CANCELLED else "return "
        count = fields.get("cards", 1)
        for number in _pick_cards(game, frame, frame.user, found, count, "Put which card back?", prefix):
            _put_back(game, frame, number, fields)


def _put_back(game: GameState, frame: Resolution, number: int, fields: dict[str, object]) -> None:
    """Put the card into the hand that the text names, or into its owner's deck (rules 13.12)."""
    place = str(fields["to"])
    owner = game.cards.owners[number]
    _lift(game, number)
    game.board.forget(number)
    if place.endswith("hand"):
        holder = frame.seat_at(game, place)
        seat = frame.user if holder is None else holder
        game.players[seat].hand.append(number)
        game.tell(Returned, seat=seat, title=game.cards[number].title, to=place)
        return
    deck = game.players[owner].deck
    where = str(fields.get("where", "shuffled"))
    deck.insert(0 if where == BOTTOM else len(deck), number)
    if where == "shuffled":
        game.dice.shuffle(f"deck {owner}", deck)
    game.tell(PutBack, seat=frame.user, owner=owner, where=where)


class Cancel(Verb):
    """The cancelling of the last announcement, in the part named if it still can be cancelled (rules 13.9, 13.13)."""

    name = "cancel"
    does = "cancels what was announced (unsaid: a maneuver or command)"
    fields = {"of": Words(("maneuver", "command", "card"))}
    rules = ("13.9", "13.13")
    triggers = frozenset({"announced", "any_time", "played"})
    strikes = (ANNOUNCED,)
    value = 10.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        announcement = game.find_frame(Announcement)
        parts = parts_reached(game, effect, announcement)
        part = frame.get_mark("part", PARTS[0])
        if announcement is not None and parts:
            announcement.cancel(game, part if part in parts else parts[0], frame.user)
        _use_up(game, frame)


def _use_up(game: GameState, frame: Resolution) -> None:
    """Discard a card that lies before a player until it is used (rules 13.4.5)."""
    source = frame.source
    lies = any(before.card == source for player in game.players for before in player.before)
    removal = game.piece(source).effects.removal
    if isinstance(source, int) and lies and removal is not None and removal.used:
        take_away(game, card_ref(source))


class TableNow(Verb):
    """The tabling of a card within the effect, if it may enter play (rules 6.7, 3.7)."""

    name = "table_now"
    does = "tables a card within this effect"
    fields = FROM_PLACE
    rules = ("6.7", "13.4.3")
    needs = (("from",),)
    is_price = True
    value = 4.0
    is_for_user = True

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        fields = effect.fields
        found = _find_cards(game, frame, fields["from"], fields.get("filter"))
        may = [number for number in found if why_not_enter(game, frame.user, number) is None]
        for number in _pick_cards(game, frame, frame.user, may, 1, "Table which card?", "table "):
            _lift(game, number)
            card_moves.enter(game, frame.user, number)
            frame.mark("card", card_ref(number))

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        found = cards_like(game, user, target, effect.fields["from"], effect.fields.get("filter"))
        return any(why_not_enter(game, user, number) is None for number in found)


class TurnOver(Verb):
    """The turning of a tabled card; turned up by an effect it has all its points (rules 13.8, 14.3, 16.7)."""

    name = "turn_over"
    does = "turns a tabled card down or up"
    fields = {"to": Word(("down", "up"))}
    rules = ("12.2", "13.8", "14.7")
    needs = (("to",),)
    strikes = (TABLED_CARDS,)
    loss = "a card face down"

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        down, face_down = effect.fields["to"] == "down", game.board.face_down
        cards = (ref for ref in candidates(game, frame, effect, "the target") if ref[0] == "card")
        refs = [ref for ref in cards if holder_of(game, ref[1]) is not None and (ref[1] in face_down) is not down]
        picked = frame.pick(game, refs, "Turn which card over?", "13.8")
        seat = holder_of(game, picked[1]) if picked else None
        if picked is None or seat is None:
            return
        number: int = picked[1]
        if not down:
            turn_up_whole(game, seat, number)
        elif is_member(game, number):
            game.stack.append(Fate(seat, number, FACE_DOWN))
        else:
            turn_over(game, seat, number, down=True)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        """Return True if the named card lies the other way."""
        if ref is None or ref[0] != "card":
            return True
        return bool((ref[1] in game.board.face_down) == (effect.fields["to"] == "up"))

    def sign(self, effect: Effect) -> int:
        return -1 if effect.fields["to"] == "down" else 1

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        if effect.fields["to"] == "up":
            return 4.0
        return -7.0 if (effect.target or "").startswith("one of your") else 7.0


class Remove(Verb):
    """The removal of a tabled or placed card without reward (rules 13.4.5, 17.4)."""

    name = "remove"
    does = "destroys or discards a tabled or placed card, without reward"
    rules = ("13.4.5", "17.4")
    strikes = (TABLED_CARDS, PLACED_PIECES)
    is_price = True
    loss = "a lost card"
    helps = -1
    value = 6.0

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        refs = [ref for ref in candidates(game, frame, effect, "the target") if ref[0] in ("card", "piece")]
        picked = frame.pick(game, refs, "Remove which card?", "13.4.5")
        if picked:
            frame.mark("place", place_of(game, picked))  # for later effects on its hex
            take_away(game, picked)

    def why_no_defence(
        self, game: GameState, attack: FullAttack, ship: Ship, number: int, effect: Effect
    ) -> Refused | None:
        if candidates(game, Resolution(number, ship.seat, ()), effect, "the target"):
            return None
        return "13.15", f"{game.cards[number].title} costs a piece of equipment, and you have none tabled"


def _find_cards(game: GameState, frame: Resolution, place: str, kind: str | None) -> list[int]:
    """Return the cards of a kind in a place; of cards looked at, those still in a hand, deck or pile."""
    if place != LOOKED_AT:
        return cards_like(game, frame.user, frame.struck_seat(game), place, kind)
    looked = [number for number in frame.get_mark("cards", ()) if _find_pile(game, number) is not None]
    return [number for number in looked if is_of(game.cards[number], kind)]


def _find_pile(game: GameState, number: int) -> list[int] | None:
    """Return the hand, deck or pile that holds the card, or None."""
    piles = (
        pile
        for player in game.players
        for pile in (player.hand, player.discard, player.non_salvageable, player.deck, player.commands)
    )
    return next((pile for pile in piles if number in pile), None)


def _lift(game: GameState, number: int) -> None:
    """Remove the card from where it lies: a frame, a table, a hex, a hand or a pile."""
    release(game, number)
    if card_moves.leave(game, number) is None and leave_target(game, number) is None:
        for piece in [piece for piece in game.board.placed.values() if piece.card == number]:
            remove_piece(game, piece.number)
    pile = _find_pile(game, number)
    if pile is not None:
        pile.remove(number)


def _pick_cards(
    game: GameState, frame: Resolution, seat: int, cards: list[int], count: int, title: str, prefix: str
) -> list[int]:
    """Return up to `count` cards, picked one by one; of several with one title the first."""
    picked: list[int] = []
    for nth in range(min(count, len(cards))):
        by_title = {game.cards[number].title: number for number in reversed(cards) if number not in picked}
        refs = map(card_ref, reversed(by_title.values()))
        ref = frame.pick(game, refs, title, "13.7", seat=seat, nth=nth, topic=prefix.strip(), prefix=prefix)
        if ref:
            picked.append(ref[1])
    return picked


CARD_VERBS = (Draw(), Discard(), Look(), Arrange(), Take(), ReturnCard(), Cancel(), TableNow(), TurnOver(), Remove())
