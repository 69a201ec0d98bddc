"""Verbs of power cards, costs and numbers (rules 2.3, 7)."""

from __future__ import annotations

from incursions.engine.dice import AVERAGE_DIE
from incursions.games.incursions.rules.attacks.full_attack import FullAttack
from incursions.games.incursions.rules.attacks.targets import count_of
from incursions.games.incursions.rules.events.cards import TurnedUp
from incursions.games.incursions.rules.events.turns import AuxRestored, PowerLost
from incursions.games.incursions.rules.plays.resolution import Resolution, seats_meant
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.effect import Effect, Effects
from incursions.games.incursions.rules.printed.schema import ALL, COUNT, Whole, Word, Words
from incursions.games.incursions.rules.state.game_state import GameState
from incursions.games.incursions.rules.state.refs import Ref
from incursions.games.incursions.rules.state.seats import POINTS_PER_SHIELD_POWER, Ship
from incursions.games.incursions.rules.systems.weapons import THIS_WEAPON
from incursions.games.incursions.rules.verbs.verb import (
    BONUSES,
    CHANGE,
    PER,
    POWER,
    YOURS,
    PowerUse,
    Scene,
    Verb,
    harm,
    sign_of,
)

ON_SHIELDS = 2  # power cards that a turn's attacks usually meet on the shields
MODIFIED = {  # the worth of 1 more
    **BONUSES,
    "extra shields": 1.0,
    "phasers": 4.0,
    "disruptors": 4.0,
    "torpedoes": 3.0,
    "mines": 1.0,
    "phasers range": 4.0,
    "disruptors range": 4.0,
    "espionage_evasion": 1.0,
    "escape": 1.0,
    "shield power": 1.5,
    "hand_limit": 1.0,
}


class TurnUp(Verb):
    """The turning up of power cards, as AUX does: running systems stay on, cards out of play stay down (rules 7.11)."""

    name = "turn_up"
    does = "turns power cards up; with `per` so many for each, `plus` so many besides, at `most` so many in all"
    fields = {"power": Whole(1, 9, ALL), "per": PER, "plus": COUNT, "most": COUNT}
    rules = ("7.2", "7.7")
    needs = (("power",),)
    helps = 1
    is_for_user = True
    power_use = PowerUse.GIVES

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        fields = effect.fields
        for ship in find_ships(game, frame, effect):
            count = ship.turned_down
            if fields["power"] != ALL:
                asked = fields["power"] * _count(game, frame, effect) + fields.get("plus", 0)
                count = min(count, asked, fields.get("most", asked))
            turned = ship.turn_up(count)
            if turned:
                game.tell(TurnedUp, seat=ship.seat, turned_up=turned, power=ship.power)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        return game.ships[user].turned_down > 0

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        if effect.target is not None and scene.count_struck(effect)[1] == 0:
            return 0.0
        power, missing = effect.fields["power"], scene.table.missing_power()
        wanted = missing if power == ALL else int(power) * max(1.0, scene.count_per(effect.fields.get("per")))
        return POWER * min(wanted, missing)


class LosePower(Verb):
    """The turning down of face-up power cards, as far as there are enough (rules 7.8)."""

    name = "lose_power"
    does = "turns power cards down"
    fields = {"power": Whole(1, 9), "per": PER}
    rules = ("7.8",)
    needs = (("power",),)
    loss = "lost power"
    helps = -1
    power_use = PowerUse.COSTS_OTHERS

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        count = effect.fields["power"] * _count(game, frame, effect)
        for ship in find_ships(game, frame, effect):
            lost = ship.lose_power(count)
            if lost:
                game.tell(PowerLost, seat=ship.seat, power=lost)

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        target = scene.table.me if scene.is_mine(effect) else scene.target
        lost = min(effect.fields["power"], 0 if target is None else int(target["power"]))
        return harm(POWER * lost * scene.count_per(effect.fields.get("per")), effect, scene)


class LockPower(Verb):
    """Power cards out of play while it lasts (rules 7.8)."""

    name = "lock_power"
    does = "power cards are out of play while this lasts"
    fields = {"power": Whole(1, 4)}
    rules = ("7.8",)
    needs = (("power",),)
    passive = True
    helps = -1
    harm = 3 * POWER
    power_use = PowerUse.COSTS_OTHERS


class AddPower(Verb):
    """More power cards, or those kept in an escape craft (rules 2.3, 19.2)."""

    name = "add_power"
    does = "power cards more; or how many are `kept` in an escape craft"
    fields = {"power": Whole(1, 4), "kept": Whole(1, 9)}
    rules = ("2.3", "19.2")
    needs = (("power", "kept"),)
    passive = True
    is_bonus = True
    helps = 1
    value = 4 * POWER
    power_use = PowerUse.GIVES


class SetCost(Verb):
    """A change of what something costs or gives (rules 7.3, 7.5, 7.9, 11.2)."""

    name = "set_cost"
    does = "changes what something costs `to` a number or `by` one, at `least` so much; or what it `gives`"
    fields = {
        "of": Words(words.COSTS, "Costs"),
        "by": Whole(-9, 9),
        "to": Whole(0, 9),
        "gives": Whole(1, 9),
        "least": Whole(0, 4),
    }
    rules = ("7.3", "7.5", "7.9", "11.2")
    needs = (("of",), ("by", "to", "gives"))
    passive = True
    is_bonus = True
    meanings = ("of", words.COSTS)

    def sign(self, effect: Effect) -> int:
        return -sign_of(effect.fields["by"]) if "by" in effect.fields else 1

    def power_uses(self, effect: Effect) -> tuple[PowerUse, ...]:
        fields = effect.fields
        if fields["of"] == (THIS_WEAPON,):
            return (PowerUse.NEEDS,) if fields.get("to", 0) or fields.get("by", 0) else ()
        if effect.target not in YOURS:
            return (PowerUse.COSTS_OTHERS,)
        return (PowerUse.GIVES,) if fields.get("by", 0) <= 0 else ()

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        if "gives" in effect.fields:
            return 1.0
        dearer = effect.fields.get("by", 1)
        return -2.0 * dearer if scene.is_mine(effect, unsaid=True) and dearer < 0 else 3.0


class RestoreAux(Verb):
    """The return of the used AUX marker (rules 7.4)."""

    name = "restore_aux"
    does = "gives the used AUX marker back"
    rules = ("7.4",)
    helps = 1
    value = 12.0
    power_use = PowerUse.GIVES

    def perform(self, game: GameState, frame: Resolution, effect: Effect) -> None:
        for ship in find_ships(game, frame, effect):
            if not game.players[ship.seat].aux:
                game.players[ship.seat].aux = True
                game.tell(AuxRestored, seat=ship.seat)

    def comes_to_something(
        self, game: GameState, user: int, effect: Effect, target: int | None, ref: Ref | None
    ) -> bool:
        return not game.players[user].aux


class Modify(Verb):
    """A change of a score, a bonus, a maximum or a limit (rules 2.10, 6.4, 9.4, 14.2)."""

    name = "modify"
    does = "changes a score, a bonus, a maximum or a limit `by` a number, or `to` it; damage by `dice` too"
    fields = {"of": Word(words.MODIFIED, "What is modified"), "by": CHANGE, "to": Whole(0, 99), "dice": Whole(-9, 9)}
    rules = ("2.10", "6.4", "9.4", "14.2")
    needs = (("of",), ("by", "to", "dice"))
    passive = True
    is_bonus = True
    meanings = ("of", words.MODIFIED)
    power_use = PowerUse.GIVES

    def is_of_player(self, effect: Effect) -> bool:
        return effect.target == "the target" or bool(effect.fields["of"] == "hand_limit")

    def sign(self, effect: Effect) -> int:
        fields = effect.fields
        return sign_of(fields.get("by", 0) or fields.get("dice", 0) or ("to" in fields))

    def power_uses(self, effect: Effect) -> tuple[PowerUse, ...]:
        return super().power_uses(effect) if effect.fields["of"] == "shield power" else ()  # each power does more

    def worth(self, effect: Effect, scene: Scene, effects: Effects) -> float:
        fields, table = effect.fields, scene.table
        if fields["of"] == "shield power" and "to" in fields:
            more = int(fields["to"]) - POINTS_PER_SHIELD_POWER
            return more * min(table.power, ON_SHIELDS) * table.own_scale if table.incoming else 0.0
        each = MODIFIED.get(fields["of"], 1.0)
        change = fields["by"] if "by" in fields else AVERAGE_DIE * fields["dice"] * 0.3 if "dice" in fields else 1
        if fields["of"] == "evasion" and effect.until is not None:
            each = 0.4 * each if table.incoming else 0.2
        if fields["of"] == "warp" and effect.until is not None:
            each = 0.5
        return each * change * (1.0 if scene.is_mine(effect, unsaid=True) else -1.0)


def find_ships(game: GameState, frame: Resolution, effect: Effect) -> list[Ship]:
    """Return the ships in the game among the targets of the effect, by default the user's own (rules 9.10)."""
    ships = [game.ships[seat] for seat in seats_meant(game, frame, effect, "you")]
    return [ship for ship in ships if ship.out is None]


def _count(game: GameState, frame: Resolution, effect: Effect) -> int:
    """Return the multiplier of the amount (the vocabulary's `per`)."""
    if "per" not in effect.fields:
        return 1
    return count_of(game, game.find_frame(FullAttack), effect, frame.user, frame.get_mark("power", 0))


POWER_VERBS = (TurnUp(), LosePower(), LockPower(), AddPower(), SetCost(), RestoreAux(), Modify())
