"""The bots of teams: a team works, reports what it has and lacks, feeds, fights, and jumps when the Admiral says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from incursions.games.wolves.bots.cards import CardBot
from incursions.games.wolves.bots.carrier import FOOD, WATER, CarrierBot
from incursions.games.wolves.bots.fighting import FightingBot, count_wolves
from incursions.games.wolves.bots.hands import Panel
from incursions.games.wolves.bots.notes import (
    BOARDED,
    CANNOT_JUMP,
    COMFORT,
    JUMP,
    LIMIT,
    PLEA,
    Report,
    read_passed_on,
    read_report,
)
from incursions.games.wolves.rules.charts import CARD_FUEL
from incursions.games.wolves.rules.content.definitions import (
    DISTANCES,
    FLAGSHIP,
    JUMP_DRIVE,
    LEVELS,
    Amounts,
    Destination,
    Vessel,
)
from incursions.games.wolves.rules.game import Game

TREATED = 6
"""The morale up to which a team is fed better than Normal if there is enough."""
LEFT_OVER = 1
"""The food and water that Normal and better rations leave in the hold."""

NEEDED_TO_JUMP = (JUMP_DRIVE,)
HOLD = "storage_hold"
HELPERS = ("Lucas", "Icebreaker")
"""The vessels with cards that repair stations of others."""
FIRST_ROUND = "Fleet 1"
"""The round of an attack in which no vessel jumps."""
MANY_WOLVES = 3
"""The Wolf units on the map from which on a fleet leaves them if a jump is planned anyway."""
WORTH = (("long", 3), ("medium", 2), ("short", 2))
"""The pursuit from which on a jump of each distance is worth its fuel, the farthest first."""


class TeamBot(CarrierBot, FightingBot, CardBot):
    """A team's bot. Its policy is the same for all vessels; what differs is what the panel holds."""

    def __init__(self, game: Game, rng: Random, vessel: Vessel) -> None:
        super().__init__(game, rng, vessel)
        self.seen = 0
        self.plan: tuple[str, str] | None = None
        self.reports: dict[str, Report] = {}
        self.boarded: list[str] = []
        self.limits: dict[str, str] = {}
        self.pleas: list[str] = []
        self.played: set[str] = set()
        self.has_reported = self.has_pleaded = False

    def read_mail(self) -> None:
        """Read the notes that have come: where to jump, what others have and lack, and who asks for help."""
        for note in self.read_notes(self.seen):
            self.seen = max(self.seen, note["number"])
            text, team = note["text"], self._team_of(note["writer"])
            if found := JUMP.fullmatch(text):
                self.plan = found.group(1), found.group(2)
            elif found := COMFORT.fullmatch(text):
                self.comforted = found.group(1).split(", ")
            elif text == BOARDED:
                self.boarded.append(team)
            elif found := LIMIT.fullmatch(text):
                self.limits[team] = found.group(1) or ""
            elif found := PLEA.fullmatch(text):
                self.pleas.append(found.group(1))
            elif passed_on := read_passed_on(text):
                self.reports[passed_on[0]] = passed_on[1]
            elif team and (report := read_report(text)):
                self.reports[team] = report

    def _team_of(self, seat: str) -> str:
        return next((name for name in self.game.content.fleet.vessels if seat.startswith(f"{name} ")), "")

    # The Action phase.

    def begin_turn(self) -> None:
        """Crew the drive at muster if the fleet is to jump."""
        self.reports, self.boarded, self.pleas, self.played = {}, [], [], set()
        self.has_reported = self.has_pleaded = False
        if self.plan is not None:
            self.man_drive()

    def work(self) -> None:
        """Repair, heal, produce, calm riots, and report. Called again it uses what trade has brought."""
        self.repair()
        self.heal()
        self.play_cards("action", "any")
        self.man_hangar()
        self.produce()
        self.build()
        self.disperse()
        if not self.has_reported:
            self.has_reported = True
            self.report()

    def repair(self) -> None:
        """Repair what is broken, and ask for help if the hold stays shut."""
        super().repair()
        panel = self.panel()
        for title in [] if panel is None or self.has_pleaded else self.list_broken(panel):
            if self.find_kind(title).kind == HOLD and panel is not None:
                self.has_pleaded = True
                for helper in HELPERS:
                    self.write_to(helper, f"please repair {title} of {self.vessel.name}")

    def fetch(self) -> Iterator[str]:
        """Bring home on-foot units that have been sent away."""
        self.recall()
        yield from ()

    def jump(self) -> None:
        """Set the coordinates that the Admiral has named, and raise the sign."""
        if self.plan is None or self.panel() is None:
            return
        digits, distance = self.plan
        if self.order(f"set coordinates {digits} for a {distance} jump"):
            self.order("raise the Jump sign")

    def call_off(self) -> None:
        """Lower the sign if the Aegis does not jump, and forget the plan."""
        self.lower_sign()
        self.plan = None

    def lower_sign(self) -> None:
        """Lower the sign if that of the Aegis is down."""
        vessels = self.look()["vessels"]
        if vessels[self.vessel.name]["sign"] and not vessels[FLAGSHIP]["sign"]:
            self.order("lower the Jump sign")

    # The Team phase.

    def supply(self) -> None:
        """Feed at the highest level that leaves something, and better than Normal where morale is low."""
        panel = self.panel()
        if panel is None:
            return
        costs = self.game.content.fleet.rations[self.vessel.rations]
        for resource in (FOOD, WATER):
            kept = self.count_inputs()[resource]
            level = self._find_level(costs, panel["hold"][resource], kept, panel["morale"])
            self.order(f"supply {resource} at {level}")
        self.play_cards("team")

    def _find_level(self, costs: Amounts, held: int, kept: int, morale: int) -> str:
        """Return the level to serve of what is held; `kept` is for the stations of the next turn."""
        best = "increased" if morale <= TREATED else "normal"
        for level in reversed(LEVELS[1 : LEVELS.index(best) + 1]):
            is_modest = LEVELS.index(level) <= LEVELS.index("low")
            if costs[level] <= held - (0 if is_modest else kept + LEFT_OVER):
                return level
        return LEVELS[0]

    def roll(self) -> None:
        """Roll for morale and for a riot, and tell the Admiral if the vessel cannot jump."""
        self.order("roll morale")
        self.order("roll for riot")
        self.plan = None
        panel = self.panel()
        if panel is not None and self.vessel.name != FLAGSHIP and (limit := self._find_limit(panel)) != DISTANCES[-1]:
            self.write_to(FLAGSHIP, f"{CANNOT_JUMP} farther than {limit}" if limit else CANNOT_JUMP)

    def _find_limit(self, panel: Panel) -> str:
        """Return the farthest distance that the vessel can jump in the next turn; "" if it cannot jump."""
        stations = panel["stations"].values()
        if any(each["card"] or each["riot"] for each in stations if each["kind"] in NEEDED_TO_JUMP):
            return ""
        if not any(each["card"] or each["riot"] for each in stations if each["kind"] == HOLD):
            return DISTANCES[-1]
        payable = [each for each in DISTANCES if self.vessel.fuel[each] <= panel["hold"]["fuel"]]
        return payable[-1] if payable else ""

    # Attacks.

    def fight(self) -> None:
        """Act with every unit in a Fleet round."""
        self.read_mail()
        super().fight()
        if self.look()["attack"] is not None:
            self.play_cards("attack", "any")
            if self.vessel.shuttles:
                self.send_help()


class AdmiralBot(TeamBot):
    """The bot of the Aegis: it chooses where the fleet goes, tells the captains, and jumps when all are ready."""

    fuel_of_fleet: int | None = None
    """The fuel of all captains by their last reports; None before the first."""

    def choose_jump(self) -> None:
        """Choose the farthest place on the charts that is worth its fuel, and tell the captains (rules W18)."""
        self.read_mail()
        panel, others = self.panel(), self.list_others()
        limits, self.limits = self.limits, {}
        if panel is None:
            return
        limits[self.vessel.name] = self._find_limit(panel)
        reach = min(DISTANCES.index(limit) if limit else -1 for limit in limits.values())
        place = self._find_place(self._list_worthwhile(DISTANCES[: reach + 1], others))
        if place is None and self._list_worthwhile(DISTANCES[: reach + 1], others, CARD_FUEL):
            self.order(f"draw a destination for {CARD_FUEL} fuel")
            place = self._find_place(self._list_worthwhile(DISTANCES[: reach + 1], others, CARD_FUEL))
        if place is not None:
            self.plan = place.coordinates, place.distance
            for name in others:
                self.write_to(name, f"jump {place.coordinates} {place.distance}")

    def _list_worthwhile(self, reached: Sequence[str], others: Iterable[str], spent: int = 0) -> list[str]:
        """Return the distances, the farthest first, that the Wolves are near enough for and that the fleet can pay."""
        pursuit, fleet = self.look()["pursuit"], self.game.content.fleet.vessels
        costs = {each: sum(fleet[name].fuel[each] for name in (self.vessel.name, *others)) for each in reached}
        return [
            each
            for each, worth in WORTH
            if each in reached
            and pursuit >= worth
            and (self.fuel_of_fleet is None or self.fuel_of_fleet >= costs[each] + spent)
        ]

    def _find_place(self, distances: Iterable[str]) -> Destination | None:
        """Return the place on the charts at the first of these distances that has one."""
        panel = self.panel()
        cards = [] if panel is None else panel["destinations"]
        known = [self.game.content.destinations[card["title"]] for card in cards]
        return next((place for each in distances for place in known if place.distance == each), None)

    def is_leaving_better(self) -> bool:
        """Return True if a jump is planned and many Wolves are left on the map: the fleet jumps out (rules W15.8)."""
        attack = self.look()["attack"]
        if self.plan is None or attack is None or attack["round"] == FIRST_ROUND:
            return False
        return sum(count_wolves(attack).values()) >= MANY_WOLVES

    def trade(self) -> Iterator[str]:
        """Share out what the fleet has, and note its fuel."""
        yield from super().trade()
        self.fuel_of_fleet = sum(report.have.get("fuel", 0) for report in self.reports.values())

    def lead_jump(self) -> None:
        """Raise the sign if all vessels of the fleet have."""
        others = self.list_others()
        vessels = self.look()["vessels"]
        if all(vessels[name]["sign"] for name in others):
            super().jump()

    def jump(self) -> None:
        """Leave the sign to `lead_jump`: the Aegis jumps last."""
