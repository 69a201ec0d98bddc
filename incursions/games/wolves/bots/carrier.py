"""The carrier: the team whose shuttle shares out what the fleet has, by what captains have written to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from incursions.games.wolves.bots.hands import Panel
from incursions.games.wolves.bots.notes import COMFORT_WORDS, Report, pass_on_report, write_report
from incursions.games.wolves.bots.stations import (
    HEALS,
    StationBot,
    count_ready,
    list_ready,
)
from incursions.games.wolves.rules.content.definitions import COMBAT, ENGINEER, PILOT, RESOURCES, UNTRAINED, DamageCard

FOOD, WATER, FUEL, MATERIALS = "food", "water", "fuel", "materials"
CARRIERS = ("Aegis", "Quellon", "Dione", "Shepherd", "Refinery 124")
"""The vessels that share out goods, by preference: a captain reports to the first that is with the own vessel."""
COMFORTERS = ("Star Alpha", "Dione")
"""The vessels with stations and cards that lift the morale of others."""
COMFORTED = 6
"""The number of vessels that a carrier names to comforters."""
SHUTTLE_BAY = "shuttle_bay"
WOUNDED = "wounded"
MOST_NAMED = 5
"""The crew that a report names, at most: notes are short."""
STOCK_OF_MATERIALS = 1
"""The materials that a vessel needs without damage."""
OF, TO_BRIDGE = " of ", " to Bridge"


class Move(NamedTuple):
    """Cargo that goes from one vessel to another. Crew has the station on which it stands as `source`."""

    giver: str
    taker: str
    number: int
    what: str
    source: str = ""


def share(total: int, needs: Mapping[str, int]) -> dict[str, int]:
    """Return the share of each vessel: in proportion to its need, whole, nothing left over."""
    sum_of_needs = sum(needs.values())
    if not sum_of_needs:
        return {}
    shares = {name: total * need // sum_of_needs for name, need in needs.items()}
    rest = total - sum(shares.values())
    by_loss = sorted(needs, key=lambda name: (total * needs[name] % sum_of_needs, needs[name]), reverse=True)
    for name in by_loss[:rest]:
        shares[name] += 1
    return shares


def plan_goods(reports: Mapping[str, Report]) -> Iterator[Move]:
    """Yield the moves of resources after which each vessel has its share of what the fleet has."""
    for resource in RESOURCES:
        have = {name: report.have.get(resource, 0) for name, report in reports.items()}
        needs = {name: report.need.get(resource, 0) for name, report in reports.items()}
        shares = share(sum(have.values()), needs)
        over = {name: have[name] - shares[name] for name in shares if have[name] > shares[name]}
        short = {name: shares[name] - have[name] for name in shares if have[name] < shares[name]}
        yield from _match(over, short, resource)


def _match(over: dict[str, int], short: dict[str, int], what: str) -> Iterator[Move]:
    """Yield the moves from those who have too much to those who have too little, the largest first."""
    while over and short:
        giver, taker = max(over, key=lambda name: over[name]), max(short, key=lambda name: short[name])
        number = min(over[giver], short[taker])
        yield Move(giver, taker, number, what)
        for side, name in ((over, giver), (short, taker)):
            side[name] -= number
            if not side[name]:
                del side[name]


def plan_crew(reports: Mapping[str, Report]) -> Iterator[Move]:
    """Yield the moves of spare crew to where it lacks, and of wounded crew to free beds."""
    beds = [name for name, report in reports.items() for _ in range(report.lack.get(WOUNDED, 0))]
    hurt = [(name, source) for name, report in reports.items() for source in report.wounded]
    for (giver, source), taker in zip(hurt, beds, strict=False):
        yield Move(giver, taker, 1, source.partition(OF)[0], source)
    spare = [(name, source) for name, report in reports.items() for source in report.spare]
    for taker, report in sorted(reports.items(), key=lambda pair: sum(pair[1].lack.values())):
        for training, number in report.lack.items():
            fitting = [pair for pair in spare if pair[1].startswith(training) and pair[0] != taker]
            for giver, source in fitting[:number]:
                spare.remove((giver, source))
                yield Move(giver, taker, 1, training, source)


class CarrierBot(StationBot):
    """A team that reports what it has and lacks and, if it has a shuttle, shares out what others have reported."""

    plan: tuple[str, str] | None
    reports: dict[str, Report]
    asked_of: frozenset[str] = frozenset()
    """The cargo that this captain has offered, and lets go."""

    # The report.

    def make_report(self) -> Report | None:
        """Return what the team tells the carrier."""
        panel = self.panel()
        if panel is None:
            return None
        spare, lack = self._count_crew(panel)
        beds, hurt = self.count_beds(), list(self._list_wounded())
        if beds > len(hurt):
            lack[WOUNDED] = beds - len(hurt)
        return Report(
            have={resource: panel["hold"][resource] for resource in RESOURCES},
            need=self.count_needs(panel),
            spare=tuple(spare[:MOST_NAMED]),
            wounded=() if beds else tuple(hurt[:MOST_NAMED]),
            lack=lack,
            morale=panel["morale"],
        )

    def count_needs(self, panel: Panel) -> dict[str, int]:
        """Return what a turn takes: Normal rations, inputs, a jump, and materials for repairs and squadrons."""
        normal = self.game.content.fleet.rations[self.vessel.rations]["normal"]
        inputs = self.count_inputs()
        cards = self._list_damage(panel)
        return {
            FOOD: normal,
            WATER: normal + inputs[WATER],
            "ore": inputs["ore"],
            FUEL: self.vessel.fuel[self.plan[1] if self.plan else "medium"],
            MATERIALS: STOCK_OF_MATERIALS + sum(card.materials for card in cards) + self.count_fleet_materials(panel),
        }

    def _list_damage(self, panel: Panel) -> list[DamageCard]:
        return [self.game.content.damage[panel["stations"][title]["card"]] for title in self.list_broken(panel)]

    def _count_crew(self, panel: Panel) -> tuple[list[str], dict[str, int]]:
        """Return the ready crew that no repair and no station waits for, and the crew that is missing by training."""
        pending = [job for job in self.list_jobs() if self.is_open(panel, job)]
        kept = {
            PILOT: sum(1 for _, training in list_ready(panel) if training == PILOT) + self.count_missing_pilots(panel),
            ENGINEER: sum(card.engineers for card in self._list_damage(panel)),
            UNTRAINED: sum(self._count_places(panel, job) for job in pending),
        }
        spare = []
        for title, training in list_ready(panel):
            is_busy = training != PILOT and (title in pending or self.find_kind(title).timing == COMBAT)
            if training not in kept or is_busy:
                continue
            if kept[training] > 0:
                kept[training] -= 1
            else:
                spare.append(f"{training}{OF}{title}")
        return spare, {training: number for training, number in kept.items() if number > 0}

    def _count_places(self, panel: Panel, job: str) -> int:
        """Return how many counters a station still lacks."""
        needs = self.find_needs(job).items()
        return sum(max(0, number - count_ready(panel, job, training)) for training, number in needs)

    def count_inputs(self) -> dict[str, int]:
        """Return what one use of each own station takes, by resource."""
        kinds = [kind for _, kind in self.list_kinds() if kind.outputs]
        return {resource: sum(kind.inputs.get(resource, 0) for kind in kinds) for resource in RESOURCES}

    def count_beds(self) -> int:
        """Return how many can be healed aboard in a turn by the medical crew there is."""
        panel = self.panel()
        if panel is None:
            return 0
        beds = [
            effect.number
            for title, kind in self.list_kinds()
            for effect in kind.effects
            if effect.verb == HEALS and not panel["stations"][title]["card"] and not panel["stations"][title]["riot"]
        ]
        medics = sum(
            counter[0] == "medical" and not counter[2]
            for station in panel["stations"].values()
            for counter in station["crew"]
        )
        return sum(beds[:medics])

    def _list_wounded(self) -> Iterator[str]:
        """Yield the wounded crew that a shuttle can load: where sound crew of its training stands too it would go."""
        panel = self.panel()
        for title, station in {} if panel is None else panel["stations"].items():
            for counter in station["crew"]:
                alike = [each for each in station["crew"] if each[0] == counter[0]]
                if counter[2] and not counter[1] and all(each[2] and not each[1] for each in alike):
                    yield f"{counter[0]}{OF}{title}"

    def list_carriers(self) -> Sequence[str]:
        """Return to whom captains report: the first of these that is with them."""
        return CARRIERS

    def report(self) -> None:
        """Write to the carrier, or keep the report if the own team is it."""
        report = self.make_report()
        if report is None:
            return
        self.asked_of = frozenset((*report.spare, *report.wounded))
        together = {self.vessel.name, *self.list_others()}
        carrier = next((name for name in self.list_carriers() if name in together), "")
        if carrier == self.vessel.name:
            self.reports[carrier] = report
        elif carrier:
            self.write_to(carrier, write_report(report))

    # Shuttles.

    def _find_flying(self) -> str:
        """Return an own shuttle that can fly now; "" if there is none (rules W10.6, W10.7)."""
        panel = self.panel()
        if panel is None:
            return ""
        bays = [each for each in panel["stations"].values() if each["kind"] == SHUTTLE_BAY]
        together = {self.vessel.name, *self.list_others()}
        is_open = any(not bay["card"] and not bay["riot"] for bay in bays)
        own = [
            each["name"] for each in panel["shuttles"] if each["owner"] == self.vessel.name and each["at"] in together
        ]
        return own[0] if own and is_open else ""

    def pass_on(self) -> bool:
        """Write what captains have reported to the next carrier if the own shuttles do not fly, and return True."""
        carriers, others = list(self.list_carriers()), self.list_others()
        if not self.reports or self.vessel.name not in carriers or self._find_flying():
            return False
        later = carriers[carriers.index(self.vessel.name) + 1 :]
        carrier = next((name for name in later if name in others), "")
        own = self.make_report()
        reports = self.reports if own is None else {**self.reports, self.vessel.name: own}
        for name, report in reports.items() if carrier else ():
            if name != carrier:
                self.write_to(carrier, pass_on_report(name, report))
        return bool(carrier)

    def trade(self) -> Iterator[str]:
        """Share out what the reports name: yield each vessel whose team has to give leave for what is loaded."""
        shuttle, own = self._find_flying(), self.make_report()
        if not shuttle or not self.reports or own is None:
            return
        self.reports[self.vessel.name] = own
        moves = [*plan_goods(self.reports), *plan_crew(self.reports)]
        for giver in dict.fromkeys(move.giver for move in moves):
            if self.order(f"fly {shuttle} to {giver}"):
                yield from self._collect(shuttle, giver, [move for move in moves if move.giver == giver])
        self._deliver(shuttle, moves)
        self.order(f"fly {shuttle} to {self.vessel.name}")
        self._empty(shuttle)
        self.comfort()

    def _collect(self, shuttle: str, giver: str, moves: list[Move]) -> Iterator[str]:
        """Load all cargo of a vessel. Of two requests of one name the second takes the place of the first."""
        asked: set[str] = set()
        for cargo in _sum_cargo(moves):
            if cargo in asked:
                yield giver
                asked.clear()
            self.order(f"load {cargo} into {shuttle}")
            asked.add(cargo)
        if giver != self.vessel.name:
            yield giver

    def _deliver(self, shuttle: str, moves: list[Move]) -> None:
        """Unload what has been loaded where it was to go."""
        docked = self._find_shuttle(shuttle)
        goods = dict(docked["goods"]) if docked else {}
        crew = [counter[0] for counter in docked["crew"]] if docked else []
        for taker in dict.fromkeys(move.taker for move in moves):
            there = []
            for move in moves:
                number = min(move.number, goods.get(move.what, crew.count(move.what)))
                if move.taker == taker and number:
                    there.append(move._replace(number=number, source=""))
                    if move.what in goods:
                        goods[move.what] -= number
                    else:
                        crew.remove(move.what)
            if there and self.order(f"fly {shuttle} to {taker}"):
                for cargo in _sum_cargo(there):
                    self.order(f"unload {cargo} from {shuttle}")

    def _find_shuttle(self, shuttle: str) -> Panel | None:
        panel = self.panel()
        return None if panel is None else next((each for each in panel["shuttles"] if each["name"] == shuttle), None)

    def _empty(self, shuttle: str) -> None:
        """Unload at home what could be unloaded nowhere else."""
        docked = self._find_shuttle(shuttle)
        for resource, number in docked["goods"].items() if docked else ():
            self.order(f"unload {number} {resource} from {shuttle}")
        for counter in docked["crew"] if docked else ():
            self.order(f"unload {counter[0]}{TO_BRIDGE} from {shuttle}")

    def comfort(self) -> None:
        """Tell those who lift the morale of others whose is lowest."""
        known = {name: report.morale for name, report in self.reports.items() if report.have}
        worst = sorted(known, key=lambda name: known[name])[:COMFORTED]
        for name in COMFORTERS:
            if name in self.reports and len(worst) > 1:
                self.write_to(name, f"{COMFORT_WORDS} {', '.join(worst)}")

    def answer_requests(self) -> None:
        """Give leave for what was offered, and for goods as long as half of what the vessel needs is left."""
        report = self.make_report()
        for offer in self.look()["own"]["offers"]:
            if report is None or offer["to"] != self.vessel.name:
                continue
            cargo = offer["name"].removesuffix(" leaving")
            number, _, what = cargo.partition(" ")
            is_surplus = what in report.have and report.have[what] - int(number) >= report.need[what] // 2
            if cargo in self.asked_of or is_surplus:
                self.order(f"accept {offer['name']}")


def _sum_cargo(moves: Iterable[Move]) -> Iterator[str]:
    """Yield the cargo of moves as orders name it: goods in one amount, crew one by one."""
    moves = list(moves)
    for resource in RESOURCES:
        number = sum(move.number for move in moves if move.what == resource)
        if number:
            yield f"{number} {resource}"
    for move in moves:
        if move.what not in RESOURCES:
            yield move.source or f"{move.what}{TO_BRIDGE}"
