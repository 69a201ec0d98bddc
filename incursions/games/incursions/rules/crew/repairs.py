"""Repair, as a maneuver and as a defence: ships, tabled cards, pieces, cards to be removed (rules 11.4, 12.1-12.3)."""

from __future__ import annotations

from collections.abc import Sequence

from incursions.engine.frames import Frame, frame_class
from incursions.engine.hexes import Hex, distance, hex_text
from incursions.engine.questions import Option, Phrases, Question
from incursions.games.incursions.rules.crew.equipment import (
    cards_removed_by_repair,
    find_removal,
    repair_card,
    repairable_cards,
    take_away,
)
from incursions.games.incursions.rules.effects.gathering import source_place
from incursions.games.incursions.rules.effects.in_force import forces, once_a_title
from incursions.games.incursions.rules.events.turns import Repaired
from incursions.games.incursions.rules.placed.placed_pieces import repair_piece, repairable_pieces
from incursions.games.incursions.rules.plays.announcements import attaches
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import Announced, GameState, ManeuverKind
from incursions.games.incursions.rules.state.phrases import Line, find_amount, text_after_verb
from incursions.games.incursions.rules.state.refs import Pick, Ref, amount_ref, card_ref, name_of, piece_ref
from incursions.games.incursions.rules.state.seats import POINTS_PER_REPAIR_POWER, Force, Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.bodies import most_points
from incursions.games.incursions.rules.systems.power import cost
from incursions.games.incursions.rules.systems.weapons import apply_modifiers

BOTH = f"{phrases.HULL} and {phrases.SHIELDS}"  # the phrase of a Repair that a card allows to split
SPLIT = "split"
REPAIRABLE = "hull, shields, a damaged card on your table or a piece of yours in your hex"
PARTS = (phrases.HULL, phrases.SHIELDS, BOTH)


def added_points(game: GameState, ship: Ship) -> int:
    """Return what cards and pieces in force add to a Repair maneuver of the ship (rules 12.1)."""
    near = [force for force in forces(game, ship.seat, "repair") if _is_near(game, ship, force)]
    return sum(force.effect.fields.get("more", 0) for force in once_a_title(game, near))


def _is_near(game: GameState, ship: Ship, force: Force) -> bool:
    """Return True if the source of the effect is near enough to the ship for it."""
    within = force.effect.fields.get("within")
    return within is None or distance(source_place(game, force.source, ship.seat), ship.at) <= within


def _ready_effects(game: GameState, ship: Ship) -> list[Effect]:
    """Return the effects of the command that will go with a Repair (rules 13.6)."""
    cards = (game.cards[number] for number in game.players[ship.seat].commands)
    fitting = next((card for card in cards if attaches(card, "repair", ())), None)
    return [] if fitting is None else list(fitting.effects)


def may_split(game: GameState, ship: Ship) -> bool:
    """Return True if the points of a Repair may be split between hull and shields (rules 12.1)."""
    in_force = [force.effect for force in forces(game, ship.seat, "repair")]
    found = (*in_force, *_ready_effects(game, ship))
    return any(effect.verb == "repair" and effect.fields.get("order") == SPLIT for effect in found)


def targets(game: GameState, ship: Ship, *, maneuver: bool) -> dict[str, Ref]:
    """Return the damaged tabled cards and pieces by their phrases; for a maneuver also the cards that it removes."""
    cards, pieces = repairable_cards(game, ship.seat), repairable_pieces(game, ship.seat)
    refs = [*map(card_ref, cards), *map(piece_ref, pieces)] if cards or pieces else []
    if maneuver and game.players[ship.seat].before:
        most = points_of(game, ship, ship.available("repair") - price(game, ship))
        refs += [card_ref(card) for card, points in cards_removed_by_repair(game, ship.seat) if most >= points]
    names, named = [title_of(game, ref) for ref in refs], dict[str, Ref]()
    for place, (name, ref) in enumerate(zip(names, refs, strict=True)):
        count = names[:place].count(name)
        named[f"{name} #{count + 1}" if count else name] = ref
    return named


def title_of(game: GameState, ref: Ref) -> str:
    """Return what a line calls the target: a card by its title, a piece with its hex."""
    return game.cards[ref[1]].title if ref[0] == "card" else name_of(game, ref)


def points_of(game: GameState, ship: Ship, power: int) -> int:
    """Return the points of a Repair maneuver with this power and the command that is ready for it (rules 13.6)."""
    ready = (effect for effect in _ready_effects(game, ship) if effect.verb == "repair")
    more: int = sum(effect.fields.get("more", 0) for effect in ready)
    return own_points(game, ship, power) + added_points(game, ship) + more


def own_points(game: GameState, ship: Ship, power: int) -> int:
    """Return the points of a Repair with this power, from the ship's system and bonuses (rules 12.1)."""
    added = ship.bonuses.repair + POINTS_PER_REPAIR_POWER * power
    return max(0, apply_modifiers(game, ship.seat, "repair", ship.card.repair, added))


def price(game: GameState, ship: Ship) -> int:
    """Return what a Repair maneuver costs in addition to the power for points (rules 7.3)."""
    return cost(game, ship.seat, "repair", 0)


def least_power(game: GameState, ship: Ship, what: str) -> int:
    """Return the least power that a Repair needs: enough points, if it removes a card (rules 13.4.5)."""
    if not game.players[ship.seat].before:
        return 0
    ref = targets(game, ship, maneuver=True).get(what)
    points = dict(cards_removed_by_repair(game, ship.seat))
    if ref is None or ref[0] != "card" or ref[1] not in points:
        return 0
    missing = points[ref[1]] - points_of(game, ship, 0)
    return max(0, -(-missing // POINTS_PER_REPAIR_POWER))


def repair_target(game: GameState, ship: Ship, ref: Ref, points: int) -> None:
    """Spend the points on a card or piece, or remove the card that they remove (rules 12.1, 12.2, 13.4.5)."""
    number: int = ref[1]
    if ref[0] == "piece":
        if number in game.board.placed:
            repair_piece(game, number, points)
    elif number in repairable_cards(game, ship.seat):
        repair_card(game, ship.seat, number, points)
    elif any(number == card and points >= least for card, least in cards_removed_by_repair(game, ship.seat)):
        take_away(game, ref)


def parts_damaged(ship: Ship) -> list[str]:
    """Return which of hull and shields lack points."""
    damaged = []
    if ship.hull < ship.card.hull:
        damaged.append(phrases.HULL)
    if ship.shields < ship.shields_maximum:
        damaged.append(phrases.SHIELDS)
    return damaged


def needs_repair(game: GameState, ship: Ship) -> bool:
    """Return True if a Repair maneuver can do something: hull, shields, a card or a piece lacks points (rules 12.1)."""
    damaged = ship.hull < ship.card.hull or ship.shields < ship.shields_maximum
    return damaged or bool(targets(game, ship, maneuver=True))


def defence_targets(game: GameState, ship: Ship, struck: Sequence[str]) -> list[str]:
    """Return what a defending ship can repair; `struck` are the parts that the attack may damage (rules 12.3)."""
    damaged = parts_damaged(ship)
    parts = [part for part in (phrases.HULL, phrases.SHIELDS) if part in damaged or part in struck]
    return [*parts, *targets(game, ship, maneuver=False)]


def defence_stage(game: GameState, ship: Ship, said: Phrases, struck: Sequence[str]) -> Question | None:
    """Ask what the defence repairs, then with how much power (rules 11.4)."""
    if len(said) == 1:
        return _ask_what(ship, said, defence_targets(game, ship, struck))
    return _ask_power(ship, said, phrases.WITH_POWER[: ship.available("repair") + 1])


def repair_stage(game: GameState, ship: Ship, said: Phrases) -> Question | None:
    """Ask what the maneuver repairs, then with how much power."""
    if len(said) == 1:
        options = parts_damaged(ship)
        both = [BOTH] if len(options) > 1 and may_split(game, ship) else []
        return _ask_what(ship, said, [*options, *both, *targets(game, ship, maneuver=True)])
    return _ask_power(ship, said, powers(game, ship, said[1]))


def _ask_what(ship: Ship, said: Phrases, options: list[str]) -> Question:
    least = options[0] if len(options) == 1 else None
    return Question(ship.seat, "one", "repair what", options, least, "Repair what?", "12.1", said)


def _ask_power(ship: Ship, said: Phrases, options: list[str]) -> Question | None:
    """Ask for the power; return None if it is chosen already."""
    if len(said) > 2:
        return None
    least = phrases.NO_POWER if phrases.NO_POWER in options else None
    return Question(ship.seat, "amount", "power", options, least, "How much power for repair?", "7.3", said)


def powers(game: GameState, ship: Ship, what: str) -> list[str]:
    """Return the phrases for the power of the maneuver; some repairs need a minimum (rules 7.3, 12.1)."""
    needed = least_power(game, ship, what)
    return phrases.WITH_POWER[needed : ship.available("repair") - price(game, ship) + 1]


def repair(game: GameState, ship: Ship, what: str, power: int) -> None:
    """Restore points of the named thing as a defence; the power is paid already (rules 11.4)."""
    points = own_points(game, ship, power)
    if what in (phrases.HULL, phrases.SHIELDS):
        restore(game, ship, what, points, power)
        return
    ref = targets(game, ship, maneuver=False).get(what)
    if ref is not None:
        repair_target(game, ship, ref, points)


def restore(game: GameState, ship: Ship, what: str, points: int, power: int = 0) -> None:
    """Restore points of hull or shields, up to the maximum (rules 12.3)."""
    before = ship.hull if what == phrases.HULL else ship.shields
    after = ship.repair(what, points)
    game.tell(Repaired, seat=ship.seat, what=what, points=after - before, before=before, after=after, power=power)


def shares(ship: Ship, points: int) -> list[Ref]:
    """Return the possible shares of the hull when a player splits the points between hull and shields."""
    to_hull, to_shields = ship.card.hull - ship.hull, ship.shields_maximum - ship.shields
    return [amount_ref(count) for count in range(max(0, min(points - to_shields, to_hull)), min(points, to_hull) + 1)]


class Repairing(ManeuverKind):
    """The maneuver that repairs (rules 12.1)."""

    name = "repair"
    words = ("repair",)
    does = "repairing"
    own_turn_only = False

    def options(self, game: GameState, ship: Ship) -> list[str]:
        """Return the phrase if something lacks points, or a Repair removes a card."""
        is_open = needs_repair(game, ship) and price(game, ship) <= ship.available("repair")
        return [phrases.REPAIR] if is_open else []

    def stage(self, game: GameState, ship: Ship, said: Phrases) -> Question | None:
        """Ask what to repair and with how much power."""
        return repair_stage(game, ship, said)

    def announce(self, game: GameState, ship: Ship, said: Phrases) -> Announced:
        """Pay for the repair and return its frame."""
        what, power = said[1], phrases.parse_option(said[2]).amount
        ref = None if what in PARTS else targets(game, ship, maneuver=True).get(what)
        ship.spend(power + price(game, ship), "repair")
        return Announced(RepairManeuver(ship.seat, what, power, ref))

    def forecast(self, game: GameState, ship: Ship, said: Phrases) -> Forecast:
        """Return the power, and the points before and after."""
        what, points = said[1], points_of(game, ship, phrases.parse_option(said[2]).amount)
        power = phrases.parse_option(said[2]).amount + price(game, ship)
        if what == phrases.HULL:
            return {"power": power, "hull": [ship.hull, min(ship.card.hull, ship.hull + points)]}
        if what == phrases.SHIELDS:
            return {"power": power, "shields": [ship.shields, min(ship.shields_maximum, ship.shields + points)]}
        return {"power": power, "points": points}


@frame_class
class RepairManeuver(Frame[GameState]):
    """An announced Repair; `ref` is the card or piece that it repairs, None for hull and shields."""

    seat: int
    what: str
    power: int
    ref: Ref | None

    def advance(self, game: GameState) -> None:
        """Repair; if the points can be split, ask first how."""
        ship = game.ships[self.seat]
        points = self._points(game)
        if self.what == BOTH:
            found = shares(ship, points)
            if len(found) > 1:
                title = f"How many of the {points} points for the hull?"
                game.stack.append(Pick(self.seat, tuple(found), title, "12.1", topic=SPLIT, kind="amount"))
                return
            self.take_pick(game, found[0])
            return
        game.stack.pop()
        if self.ref is not None:
            repair_target(game, ship, self.ref, points)
        elif self.what in (phrases.HULL, phrases.SHIELDS):
            restore(game, ship, self.what, points, self.power)

    def take_pick(self, game: GameState, ref: Ref) -> None:
        """Give the picked share of the points to the hull, the rest to the shields."""
        ship, points = game.ships[self.seat], self._points(game)
        game.stack.remove(self)
        restore(game, ship, phrases.HULL, ref[1], self.power)
        restore(game, ship, phrases.SHIELDS, points - ref[1])

    def _points(self, game: GameState) -> int:
        """Return the points of the repair with its power and the cards attached to it."""
        ship = game.ships[self.seat]
        return own_points(game, ship, self.power) + added_points(game, ship)


def read_repair(line: Line) -> tuple[Option, int]:
    """Return what a `repair` line names, and its power. A line that goes on names something that there is not."""
    power = find_amount(line, "power") if len(line) == 2 else None
    if len(line) == 1 or power is not None:
        return line[0], power or 0
    return Option(text_after_verb(line)), 0


def why_not_repair(game: GameState, ship: Ship, said: Option) -> Refused:
    """Return the rule and the reason why what is named, neither hull nor shields, cannot be repaired."""
    found = None
    if said.subject == BOTH:
        found = "12.1", "Repair either hull or shields, unless a card lets you split it"
        if may_split(game, ship):
            found = "12.3", "Hull and shields do not both lack points"
    elif said.title and said.place is not None:
        found = _why_not_piece(game, ship, said.title, said.place)
    elif said.text_after_verb in [game.cards[number].title for number in game.players[ship.seat].in_play]:
        found = "12.3", f"{said.text_after_verb} has all its points and lies face up"
    elif said.text_after_verb:
        found = _why_not_before(game, ship, said.text_after_verb)
    if found is None and not needs_repair(game, ship):
        return "12.3", "Nothing of yours needs repair"
    return found or ("12.1", f"A repair is of {REPAIRABLE}")


def _why_not_before(game: GameState, ship: Ship, title: str) -> Refused | None:
    """Return why no Repair removes the card of this title before the player, or only a better one (rules 13.4.5)."""
    for before in game.players[ship.seat].before:
        if game.cards[before.card].title == title:
            way = find_removal(game, before)
            if way is None or way.maneuver != "repair":
                return "13.4.5", f"No Repair removes {title}"
            return "13.4.5", f"{title} is removed by a Repair of {way.points} points or more: spend power on it"
    return None


def _why_not_piece(game: GameState, ship: Ship, title: str, at: Hex) -> Refused:
    """Return why the piece cannot be repaired: missing, not the player's, elsewhere, or whole."""
    there = [piece for piece in game.board.placed.values() if (piece.title, piece.at) == (title, at)]
    if not there:
        return "12.1", f"There is no {title} in {hex_text(at)}"
    piece = there[0]
    if piece.owner != ship.seat:
        return "12.1", f"{piece.title} is not yours"
    if piece.at != ship.at:
        return "12.1", f"{piece.title} is not in your hex, and a repair reaches no farther"
    most = most_points(game, piece)
    return "12.3", f"{piece.title} has no points" if most is None else f"{piece.title} has all its {most} points"
