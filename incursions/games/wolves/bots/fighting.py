"""A team in an attack: squadrons, batteries, guards, and marines who help where guards are few (rules W15, W16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.games.wolves.bots.hands import Panel
from incursions.games.wolves.bots.notes import BOARDED
from incursions.games.wolves.bots.stations import StationBot, list_guards, list_squadrons
from incursions.games.wolves.rules.content.definitions import COMBAT, FLAGSHIP, PILOT, QUADRANTS
from incursions.games.wolves.rules.roles import SQUADRON_COMMAND

SQUADRON, DESTROYED = "squadron", "destroyed"
KINDS_OF_WOLVES = ("fighters", "boarding", "ships")


def count_wolves(attack: Mapping[str, Any]) -> dict[int, int]:
    """Return the number of Wolf units in each quadrant that has some."""
    there = {int(quadrant): units for quadrant, units in attack["wolves"].items()}
    return {quadrant: sum(units[kind] for kind in KINDS_OF_WOLVES) for quadrant, units in there.items()}


class FightingBot(StationBot):
    """A team that fights what is in reach."""

    boarded: list[str]
    """The vessels whose captains have asked for marines in this attack."""

    def list_flying(self, panel: Panel) -> list[Panel]:
        """Return the own squadrons that have a sound pilot, whole ones first."""
        mine = list_squadrons(panel, self.vessel.name)
        hangars = [each for each in panel["stations"].values() if each["kind"] == "hangar" and not each["card"]]
        pilots = sum(each[0] == PILOT and not each[2] for hangar in hangars for each in hangar["crew"])
        return mine[:pilots]

    def patrol(self) -> None:
        """Send the squadrons out: those of the Aegis to each quadrant, others to those with the least."""
        panel = self.panel()
        squadrons = [] if panel is None else self.list_flying(panel)
        commanders = [seat for seat in self.vessel.seats if seat.endswith(SQUADRON_COMMAND)]
        if not squadrons or panel is None or not commanders:
            return
        places = {unit["name"]: number for number, unit in enumerate(squadrons)}
        away = [unit for unit in squadrons if unit["quadrant"] == 0]
        if away and self.game.view(self.captain)["places"][commanders[0]] != "map":
            self.give(commanders[0], "go to map")
        for unit in away:
            quadrant = QUADRANTS[(places[unit["name"]] + panel["quadrant"]) % len(QUADRANTS)]
            self.give(commanders[0], f"{unit['name']} flies to quadrant {quadrant}")

    def fight(self) -> None:
        """Act with every unit: squadrons attack or fly to where the most Wolves are, batteries fire, guards fight."""
        view = self.look()
        panel = view["panels"].get(self.vessel.name)
        if panel is None or view["attack"] is None:
            return
        for seat in self.game.content.fleet.map_party:
            if seat in self.vessel.seats:
                if view["places"][seat] != "map":
                    self.give(seat, "report to the map")
                self._command_units(seat)
        if panel["parties"]:
            self._fight_boarders(panel)

    def _fight_boarders(self, panel: Panel) -> None:
        guards = list_guards(panel, self.vessel.name)
        for unit in guards:
            self.order(f"{unit['name']} fights the boarders")
        if len(guards) <= panel["parties"] and self.vessel.name != FLAGSHIP:
            self.write_to(FLAGSHIP, BOARDED)

    def _command_units(self, seat: str) -> None:
        panel = self.game.view(seat)["panels"].get(self.vessel.name)
        if panel is None:
            return
        for unit in self.list_flying(panel) if seat.endswith(SQUADRON_COMMAND) else ():
            wolves = self._count_wolves(seat)
            if not wolves:
                return
            worst = max(wolves, key=lambda quadrant: wolves[quadrant])
            is_there = unit["quadrant"] in wolves
            deed = "attacks boarding first" if is_there else f"flies to quadrant {worst}"
            self.give(seat, f"{unit['name']} {deed}")
        for station in self.vessel.stations:
            wolves = self._count_wolves(seat)
            reached = {panel["quadrant"]} & set(wolves) if panel["quadrant"] else set(wolves)
            if self.game.content.stations[station.kind].timing == COMBAT and reached and not seat.endswith("FWCO"):
                target = max(reached, key=lambda quadrant: wolves[quadrant])
                self.give(seat, f"{station.title} fires at quadrant {target}")

    def _count_wolves(self, seat: str) -> dict[int, int]:
        attack = self.game.view(seat)["attack"]
        return {} if attack is None else count_wolves(attack)

    # Marines.

    def send_help(self) -> None:
        """Send an on-foot unit with each shuttle at home to a vessel that has asked, if one can be spared."""
        panel = self.panel()
        if panel is None or panel["parties"]:
            return
        guards = [unit["name"] for unit in list_guards(panel, self.vessel.name)]
        docked = [each["name"] for each in panel["shuttles"] if each["at"] == self.vessel.name]
        for vessel in dict.fromkeys(self.boarded):
            if guards and docked and self.order(f"{guards[0]} goes to {vessel} by {docked[0]}"):
                del guards[0], docked[0]
                self.boarded = [each for each in self.boarded if each != vessel]
        for unit in panel["units"]:
            if unit["kind"] != SQUADRON and unit["home"] == self.vessel.name != unit["aboard"]:
                self.order(f"{unit['name']} fights the boarders")

    def recall(self) -> None:
        """Bring home on-foot units that have been sent to other vessels."""
        panel = self.panel()
        if panel is None or not self.vessel.shuttles:
            return
        alive = [unit for unit in panel["units"] if unit["kind"] != SQUADRON and unit["status"] != DESTROYED]
        away = [unit for unit in alive if unit["home"] == self.vessel.name != unit["aboard"]]
        for unit in away:
            shuttle = self.vessel.shuttles[0]
            self.order(f"fly {shuttle} to {unit['aboard']}")
            self.order(f"load {unit['name']} into {shuttle}")
            self.order(f"fly {shuttle} to {self.vessel.name}")
            self.order(f"unload {unit['name']} from {shuttle}")
