"""The scene in which effects and cards are weighed: at whom, with what, how far, and which conditions hold there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from incursions.engine.hexes import distance
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.situation import ShipView, chance_to_evade, place, room_for_repair
from incursions.games.incursions.rules.printed.effect import Effect, Effects, Per
from incursions.games.incursions.rules.printed.pieces import RACES, GameCard
from incursions.games.incursions.rules.verbs.verb import BONUSES
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

MINE = (
    "you",
    "your ship",
    "one of your officers",
    "one of your tabled Equipment",
    "one of your tabled cards",
    "one of your pieces",
    "this card",
    "this piece",
)
AGAIN_AND_AGAIN = 2.5  # times that a burden strikes before it is removed
BURDENS = ("announced", "turn_end")  # what strikes again and again
USUAL_ESPIONAGE = 7  # Espionage Evasion where nothing is known of it


class Idea(NamedTuple):
    """An option that begins a line. `kind` is the kind of maneuver, as commands name it; `target` a seat."""

    value: float
    option: str
    reason: str
    kind: str = "card"
    target: int | None = None


class Scene:
    """A table and a target that effects are weighed at: the nearest other ship where none is given.

    `score` is that of an attack to be answered, `weapon` what strikes. `held`: the target is thought of as held by the
    own beam.
    """

    def __init__(
        self,
        table: Table,
        target: ShipView | None = None,
        *,
        score: float | None = None,
        weapon: str | None = None,
        on_tile: bool = False,
        owner: int | None = None,
        held: bool = False,
    ) -> None:
        self.table, self.score, self.weapon, self.on_tile, self.owner = table, score, weapon, on_tile, owner
        self.held = held
        self.target = target if target is not None else table.nearest
        self.far = 0 if self.target is None else distance(table.at, place(self.target))
        self.target_scale = 1.0 if self.target is None else table.scale(self.target)

    @property
    def target_hand(self) -> int:
        """The number of cards that the target holds."""
        return 0 if self.target is None else int(self.table.players[self.target["seat"]]["hand"])

    def room(self, order: str | None) -> float:
        """Return the points that a repair in that order can restore on the own ship, after the score has struck."""
        room = room_for_repair(self.table.me, int(self.score or 0))
        if order is not None and order in room:
            return float(room[order])
        return float((max if order in (None, "hull or shields") else sum)(room.values()))

    def is_mine(self, effect: Effect, *, unsaid: bool | None = None) -> bool:
        """Return True if it strikes the user's side: on a tile that is the ship that sets it off.

        `unsaid` is returned where no target is said.
        """
        if effect.target is None:
            return self.on_tile if unsaid is None else unsaid
        return effect.target in MINE or (self.on_tile and effect.target == "the ship that set it off")

    def count_struck(self, effect: Effect) -> tuple[float, float]:
        """Return the number of others that an effect strikes, and 1 if it strikes the own ship."""
        target = effect.target or ""
        if not target.startswith("every "):
            own = self.is_mine(effect)
            return (0.0, 0.0 if self._is_spared(effect) else 1.0) if own else (1.0, 0.0)
        within = effect.fields.get("within")
        others = [
            ship for ship in self.table.other_ships if within is None or distance(place(ship), self.table.at) <= within
        ]
        if "but the target" in target and self.target is not None:
            others = [ship for ship in others if ship["seat"] != self.target["seat"]]
        own = "other" not in target and not self._is_spared(effect)
        race = next((race for race in RACES if race in target), None)
        if race is not None:
            wanted = "non-" not in target
            others = [ship for ship in others if (self._race(ship["seat"], target) == race) is wanted]
            own = own and (self._race(self.table.seat, target) == race) is wanted
        return float(len(others)), float(own)

    def _race(self, seat: int, target: str) -> str | None:
        """Return the race that a target phrase is about: the captain's (None without one) or the ship's."""
        if "captain" not in target:
            return str(self.table.ships[seat]["race"])
        captain = self.table.captain_of(seat)
        return None if captain is None else captain.race

    def _is_spared(self, effect: Effect) -> bool:
        """Return True if the effect's text spares the own ship."""
        spared = effect.fields.get("spares")
        if spared is None:
            return False
        if spared.whose == "owner":
            return self.owner == self.table.seat
        return bool(self._race(self.table.seat, spared.whose) == spared.race)

    def count_per(self, per: Per | None) -> float:
        """Return the count that an amount "per" something is multiplied by; 1 without a "per", 0 for an unknown one."""
        if per is None:
            return 1.0
        me = self.table.me
        counts: dict[str, float] = {
            "hex of distance": self.far,
            "hull points missing": me["hull_maximum"] - me["hull"],
            "points of damage": 9.0,
            "power": 1.0,
        }
        return counts.get(per.of, 0.0) // per.full

    def espionage_works(self, effect: Effect) -> float:
        """Return the chance that the target fails its Espionage Evasion (rules 15.2)."""
        if self.target is None:
            return 0.0
        captain = self.table.captain_of(self.target["seat"])
        printed = None if captain is None else captain.espionage_evasion
        score = USUAL_ESPIONAGE if printed is None else printed
        score += int(self.target["bonuses"]["espionage_evasion"]) + self.table.helped_by
        return 1 - chance_to_evade(score)

    def weigh(self, effects: Effects, chosen: Iterable[Effect]) -> float:
        """Return the worth to the user of the `chosen` effects of a piece, times the chance that espionage works."""
        total, chance = 0.0, 1.0
        removal = effects.removal
        is_burden = removal is not None and removal.maneuver is not None  # it lies before a ship (13.4.5)
        for effect in chosen:
            if effect.verb == "espionage":
                chance *= self.espionage_works(effect)
            elif holds(effect, self):
                times = AGAIN_AND_AGAIN if is_burden and effect.trigger in BURDENS else 1.0
                total += chance * VERBS[effect.verb].worth(effect, self, effects) * times
        return total


def card_worth(card: GameCard, scene: Scene) -> float:
    """Return the worth of playing a card now, with the best of its faces."""
    return max((scene.weigh(card.effects, face.effects) for face in card.faces), default=0.0) + bonus_worth(card)


def bonus_worth(card: GameCard) -> float:
    """Return the worth of what a card adds to its ship for as long as it lies there."""
    return float(sum(worth * getattr(card.bonuses, name) for name, worth in BONUSES.items()))


def holds(effect: Effect, scene: Scene) -> bool:
    """Return True if all conditions hold, as far as can be seen; an unknown one is taken to hold."""
    for condition in effect.conditions:
        found = _find_true_words(condition.name, scene)
        if found is not None and not condition.admits(*found):
            return False
    return True


def _find_true_words(name: str, scene: Scene) -> tuple[Any, ...] | None:
    """Return the words that a condition of this name can be met by now; None if that is not known."""
    table, target = scene.table, scene.target
    match name:
        case "ship":
            return (table.me["race"],)
        case "captain":
            return None if table.captain is None else (table.captain.race,)
        case "own_shields":
            return ("above 0",) if table.me["shields"] else ("0",)
        case "target_shields" if target is not None:
            return ("above 0",) if target["shields"] else ("0",)
        case "target" if target is not None:
            return _of_target(table, target, held=scene.held)
        case "attack":
            return ("breaks your cloak",) if table.player["cloaked"] else ()
        case "weapon":
            return None if scene.weapon is None else (scene.weapon, "the same kind")
        case "aux":
            return ("unused",) if table.player["aux"] else ("used",)
        case "owner":
            return None if scene.owner is None else ("you" if scene.owner == table.seat else "another player",)
        case "cards":
            return tuple(range(len(table.view["hand"]) + 1))
        case "target_cards":
            return tuple(range(scene.target_hand + 1))
    return None


def _of_target(table: Table, target: ShipView, *, held: bool) -> tuple[str, ...]:
    """Return the words of the vocabulary that hold for the target ship; `held`: it will be held by the own beam."""
    words = ["ship"]
    holds_it = table.player["holds"]
    if held or (holds_it is not None and holds_it[0] == target["seat"]):
        words.append("held by your tractor beam")
    if target["hull"] < table.me["hull"]:
        words.append("fewer hull points left than you")
    if table.players[target["seat"]]["cloaked"]:
        words.append("cloaked")
    return tuple(words)
