"""A team at its stations: moving crew to where it works, producing, repairing and healing (rules W9, W11, W12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from incursions.games.wolves.bots.hands import Panel, TeamHands
from incursions.games.wolves.rules.content.definitions import (
    ACTION,
    ANY_CREW,
    COMBAT,
    ENGINEER,
    JUMP_DRIVE,
    PILOT,
    UNTRAINED,
    StationKind,
)

ORDER_OF_GOODS = ("water", "food", "ore", "materials", "fuel")
"""The goods in the order in which they are made."""
ORDER_OF_REPAIRS = ("shuttle_bay", JUMP_DRIVE, "bridge", "storage_hold", "sickbay", "hangar", "battery")
"""The kinds of station that are repaired before those that produce."""
MATERIALS = "materials"
ENOUGH_MATERIALS = 3
"""The materials of its hold with which a team makes no more."""
MENDING = 2
"""The materials that mending a squadron takes."""
BUILDS, HEALS, MORALE_ROLL, OTHER = "build_squadron", "heal", "morale_roll", "other"
MUSTER_DRIVE = "crew the Jump Drive at muster"


def is_ready(counter: Sequence[object]) -> bool:
    """Return True if a counter of a panel can be used: neither used nor wounded."""
    return not counter[1] and not counter[2]


def count_ready(panel: Panel, title: str, training: str) -> int:
    """Return how many counters on a station are ready and serve where a training is asked for."""
    crew = panel["stations"][title]["crew"]
    return sum(is_ready(counter) and training in (ANY_CREW, counter[0]) for counter in crew)


def list_ready(panel: Panel) -> list[tuple[str, str]]:
    """Return the ready crew aboard: station and training of each counter."""
    stations = panel["stations"].items()
    return [(title, counter[0]) for title, station in stations for counter in station["crew"] if is_ready(counter)]


def list_riots(panel: Panel) -> list[str]:
    """Return the stations with a riot that has not been dispersed."""
    return [title for title, station in panel["stations"].items() if station["riot"] == "up"]


def list_guards(panel: Panel, vessel: str) -> list[Panel]:
    """Return the on-foot units aboard a vessel, whole ones first."""
    alive = [unit for unit in panel["units"] if unit["kind"] != "squadron" and unit["status"] != "destroyed"]
    return sorted((unit for unit in alive if unit["aboard"] == vessel), key=lambda unit: unit["status"] != "whole")


def list_squadrons(panel: Panel, vessel: str) -> list[Panel]:
    """Return the squadrons of a vessel that are not destroyed, whole ones first."""
    mine = [unit for unit in panel["units"] if unit["kind"] == "squadron" and unit["home"] == vessel]
    return sorted((unit for unit in mine if unit["status"] != "destroyed"), key=lambda unit: unit["status"] != "whole")


class StationBot(TeamHands):
    """A team that works at its stations. Crew is moved to the station that is used next."""

    comforted: Sequence[str] = ()
    """The vessels whose morale is lowest, the worst first, as the carrier has told."""

    def list_kinds(self) -> Iterator[tuple[str, StationKind]]:
        """Yield the own stations with their kinds."""
        for station in self.vessel.stations:
            yield station.title, self.game.content.stations[station.kind]

    def list_jobs(self) -> list[str]:
        """Return the stations that produce or lift morale, in the order in which they are used."""
        jobs = []
        for title, kind in self.list_kinds():
            if kind.timing == ACTION and kind.outputs:
                goods = min(ORDER_OF_GOODS.index(resource) for resource in kind.outputs)
                jobs.append((goods, sum(kind.inputs.values()) - sum(kind.outputs.values()), title))
            elif any(effect.verb == MORALE_ROLL for effect in kind.effects):
                jobs.append((len(ORDER_OF_GOODS), 0, title))
        return [title for _, _, title in sorted(jobs)]

    def find_kind(self, title: str) -> StationKind:
        """Return the kind of an own station."""
        return next(kind for each, kind in self.list_kinds() if each == title)

    def list_broken(self, panel: Panel) -> list[str]:
        """Return the damaged stations: first what all depends on, then producers, then the rest."""
        broken = [(title, station["kind"]) for title, station in panel["stations"].items() if station["card"]]

        def rank(pair: tuple[str, str]) -> int:
            if pair[1] in ORDER_OF_REPAIRS:
                return ORDER_OF_REPAIRS.index(pair[1])
            return len(ORDER_OF_REPAIRS) + (not self.game.content.stations[pair[1]].outputs)

        return [title for title, _ in sorted(broken, key=rank)]

    # Crew.

    def is_open(self, panel: Panel, title: str) -> bool:
        """Return True if a station can be used this turn once it has crew and inputs."""
        station = panel["stations"][title]
        card = self.game.content.damage.get(station["card"])
        is_sound = card is None or bool(card.still_outputs)
        return is_sound and not station["riot"] and station["uses"] < station["allowed"]

    def has_inputs(self, panel: Panel, title: str) -> bool:
        """Return True if the hold has what a use of the station takes."""
        return all(panel["hold"][resource] >= number for resource, number in self.find_kind(title).inputs.items())

    def find_needs(self, title: str) -> dict[str, int]:
        """Return the crew that a use of a station takes, by training."""
        return dict(next(station.needs for station in self.vessel.stations if station.title == title))

    def man(self, panel: Panel, title: str) -> bool:
        """Move crew to a station as far as it lacks some, and return True if it then has enough."""
        for training, number in self.find_needs(title).items():
            missing = number - count_ready(panel, title, training)
            moves = self._list_movable(panel, title, training)[: max(0, missing)]
            if len(moves) < missing:
                return False
            for source, trained in moves:
                self.order(f"move {trained} from {source} to {title}")
        return True

    def _list_movable(self, panel: Panel, title: str, training: str) -> list[tuple[str, str]]:
        """Return the ready crew that may leave its station for another: idle crew first, then that of later jobs."""
        jobs = [job for job in self.list_jobs() if self.is_open(panel, job)]
        later = jobs[jobs.index(title) + 1 :] if title in jobs else jobs
        fixed = {each for each, kind in self.list_kinds() if kind.timing == COMBAT} | (set(jobs) - set(later)) | {title}
        fitting = [
            pair
            for pair in list_ready(panel)
            if pair[0] not in fixed and training in (ANY_CREW, pair[1]) and pair[1] != PILOT
        ]
        order = ("", *reversed(later))
        fitting.sort(key=lambda pair: (order.index(pair[0]) if pair[0] in later else 0, self._rank_training(pair[1])))
        return fitting

    @staticmethod
    def _rank_training(training: str) -> int:
        return (training != UNTRAINED) + (training == ENGINEER)

    def man_drive(self) -> bool:
        """Crew the Jump Drive at muster (rules W11.5)."""
        panel = self.panel()
        drive = next(station.title for station in self.vessel.stations if station.kind == JUMP_DRIVE)
        return panel is not None and self.man(panel, drive) and self.order(MUSTER_DRIVE)

    # Work.

    def produce(self) -> None:
        """Use all stations that produce or lift morale, as far as crew and inputs go."""
        panel = self.panel()
        for title in self.list_jobs():
            if panel is None or not self.is_open(panel, title) or not self.has_inputs(panel, title):
                continue
            kind = self.find_kind(title)
            if MATERIALS in kind.outputs and panel["hold"][MATERIALS] > ENOUGH_MATERIALS:
                continue
            target = self._name_comforted(kind)
            if target is not None and self.man(panel, title):
                self.order(f"use {title}{target}")
                panel = self.panel()

    def _name_comforted(self, kind: StationKind) -> str | None:
        """Return the end of an order: the vessels whose morale a station lifts, or None if they are not known."""
        number = sum(effect.whom == OTHER for effect in kind.effects)
        if not number:
            return ""
        names = [name for name in self.comforted if name != self.vessel.name][:number]
        return f" for {' and '.join(names)}" if names else None

    def repair(self) -> None:
        """Repair what is broken, as far as engineers and materials go."""
        panel = self.panel()
        if panel is None:
            return
        engineers = sum(training == ENGINEER for _, training in list_ready(panel))
        materials = panel["hold"][MATERIALS]
        for title in self.list_broken(panel):
            card = self.game.content.damage[panel["stations"][title]["card"]]
            fits = engineers >= card.engineers and materials >= card.materials
            if fits and self.order(f"repair {title}"):
                engineers, materials = engineers - card.engineers, materials - card.materials

    def heal(self) -> None:
        """Heal on-foot units and wounded crew aboard in all sickbays that have medical crew."""
        for title, kind in self.list_kinds():
            beds = sum(effect.number for effect in kind.effects if effect.verb == HEALS)
            panel = self.panel() if beds else None
            if not beds or panel is None or not self.is_open(panel, title):
                continue
            patients = self._list_patients(panel)
            if patients and self.man(panel, title):
                self.order(f"heal {' and '.join(patients[:beds])} in {title}")

    def _list_patients(self, panel: Panel) -> list[str]:
        """Return who is healed aboard, as orders name them: pilots, then on-foot units, then other crew."""
        stations = panel["stations"].items()
        wounded = [(counter[0], title) for title, station in stations for counter in station["crew"] if counter[2]]
        pilots = [f"{training} of {title}" for training, title in wounded if training == PILOT]
        guards = [unit["name"] for unit in list_guards(panel, self.vessel.name) if unit["status"] == "damaged"]
        return [*pilots, *guards, *["crew"] * (len(wounded) - len(pilots))]

    # Squadrons.

    def count_missing_pilots(self, panel: Panel) -> int:
        """Return how many more pilots, sound or wounded, the own squadrons need than are aboard; negative for more."""
        crew = [counter for station in panel["stations"].values() for counter in station["crew"]]
        pilots: int = sum(counter[0] == PILOT for counter in crew)
        return len(list_squadrons(panel, self.vessel.name)) - pilots

    def count_fleet_materials(self, panel: Panel) -> int:
        """Return the materials that a shipyard takes for squadrons that are lost, and for one that is damaged."""
        squadrons = list_squadrons(panel, self.vessel.name)
        works = [kind for _, kind in self.list_kinds() if any(each.verb == BUILDS for each in kind.effects)]
        built = sum(kind.inputs[MATERIALS] for kind in works) if len(squadrons) < self.vessel.squadrons else 0
        is_mending = any(unit["status"] == "damaged" for unit in squadrons)
        return built + (MENDING if is_mending else 0)

    def man_hangar(self) -> None:
        """Send pilots who have come aboard to the hangar."""
        panel = self.panel()
        hangar = next((title for title, kind in self.list_kinds() if kind.kind == "hangar"), "")
        for source, training in list_ready(panel) if panel is not None and hangar else ():
            if training == PILOT and source != hangar:
                self.order(f"move {PILOT} from {source} to {hangar}")

    def build(self) -> None:
        """Build a squadron in the place of one that is lost."""
        for title, kind in self.list_kinds():
            panel = self.panel() if any(each.verb == BUILDS for each in kind.effects) else None
            if panel is None:
                continue
            is_missing = len(list_squadrons(panel, self.vessel.name)) < self.vessel.squadrons
            if is_missing and self.is_open(panel, title) and self.has_inputs(panel, title) and self.man(panel, title):
                self.order(f"use {title}")

    def disperse(self) -> None:
        """Send each unit aboard once against riots until they are dispersed (rules W22.7)."""
        panel = self.panel()
        guards = [] if panel is None else list_guards(panel, self.vessel.name)
        for unit in guards:
            panel = self.panel()
            riots = [] if panel is None else list_riots(panel)
            if riots:
                self.order(f"disperse the riot on {riots[0]} with {unit['name']}")
