"""The bot of a vessel's team: it feeds, produces, repairs, trades with those who ask, fights, and jumps when told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from incursions.games.wolves.bots.hands import Panel, TeamHands
from incursions.games.wolves.rules.content.definitions import ACTION, ENGINEER, LEVELS, StationKind, Vessel
from incursions.games.wolves.rules.game import Game

ORDER_OF_GOODS = ("water", "food", "ore", "fuel", "materials")
"""What is made first: water before food before ore before fuel."""
ORDER_OF_REPAIRS = ("jump_drive", "storage_hold", "hangar")
TURNS_TO_LAST = 2
FOOD, WATER, FUEL, MATERIALS = "food", "water", "fuel", "materials"
COST_OF_REPAIRS = 3
"""The materials that a bot keeps while something is broken."""
JUMP = re.compile(r"jump ([0-9]{5}) (short|medium|long)")
NEED = re.compile(r"need ([0-9]+) (\w+)")
OFFER = re.compile(r"offer ([0-9]+) (\w+)")
READY = "ready"
MUSTER_DRIVE = "crew the Jump Drive at muster"
SUPPLIERS = {FOOD: "Shepherd", WATER: "Quellon", FUEL: "Refinery 124", MATERIALS: "Aegis"}
"""Whom the bots ask for what they lack."""
LENDER = "Aegis"
"""Whom they ask for an engineer, and who fetches one that is idle on `SPARE_ENGINEERS`."""
SPARE_ENGINEERS = "Training Workshop"
FETCHERS = {"ore": "Refinery 124", WATER: "Aegis", MATERIALS: "Aegis"}
"""Whom the bots offer what they have too much of: those who have a shuttle and no source."""


class TeamBot(TeamHands):
    """A team's bot. Its policy is the same for all vessels; what differs is what the panel holds."""

    def __init__(self, game: Game, rng: Random, vessel: Vessel) -> None:
        super().__init__(game, rng, vessel)
        self.seen = 0
        self.plan: tuple[str, str] | None = None
        self.asked: list[tuple[str, int, str]] = []
        self.offered: list[tuple[str, int, str]] = []

    def read_mail(self) -> None:
        """Read the notes that have come: where to jump, who needs what, who offers what."""
        for note in self.read_notes(self.seen):
            self.seen = max(self.seen, note["number"])
            writer, text = note["writer"], note["text"]
            if found := JUMP.fullmatch(text):
                self.plan = found.group(1), found.group(2)
            elif found := NEED.fullmatch(text):
                self.asked.append((self._team_of(writer), int(found.group(1)), found.group(2)))
            elif found := OFFER.fullmatch(text):
                self.offered.append((self._team_of(writer), int(found.group(1)), found.group(2)))

    def _team_of(self, seat: str) -> str:
        return next(name for name in self.game.content.fleet.vessels if seat.startswith(f"{name} "))

    def begin_turn(self) -> None:
        """Crew the drive if the fleet is to jump, at muster."""
        self.asked, self.offered = [], []
        if self.plan is None:
            return
        if self.order(MUSTER_DRIVE) or (self._man_drive() and self.order(MUSTER_DRIVE)):
            admiral = self.game.content.fleet.vessels["Aegis"].seats[0]
            if self.captain != admiral:
                self.order(f"write to {admiral}: {READY}")

    def _man_drive(self) -> bool:
        """Move crew to the Jump Drive from the station that makes least, as far as it asks for more."""
        panel = self.panel()
        if panel is None:
            return False
        drive = next(station for station in self.vessel.stations if station.kind == "jump_drive")
        sound = [counter for counter in panel["stations"][drive.title]["crew"] if not counter[2]]
        missing = sum(drive.needs.values()) - len(sound)
        spare = [title for title in reversed(self._list_producers()) if panel["stations"][title]["crew"]]
        moves = [
            (title, counter[0]) for title in spare for counter in panel["stations"][title]["crew"] if not counter[2]
        ]
        moved = [self.order(f"move {training} from {title} to {drive.title}") for title, training in moves[:missing]]
        return len(moved) == missing and all(moved)

    # The Action phase.

    def patrol(self) -> None:
        """Send the squadrons out: those of the Aegis to each quadrant, others to that of their vessel."""
        panel = self.panel()
        squadrons = [] if panel is None else [unit for unit in panel["units"] if unit["kind"] == "squadron"]
        if not squadrons or panel is None:
            return
        commander = next(seat for seat in self.vessel.seats if seat.endswith(("FWCO", "First Officer")))
        self.give(commander, "go to map")
        for number, unit in enumerate(squadrons, start=1):
            quadrant = panel["quadrant"] or (number - 1) % 4 + 1
            if unit["quadrant"] != quadrant:
                self.give(commander, f"{unit['name']} flies to quadrant {quadrant}")

    def work(self) -> None:
        """Repair, heal, produce, and ask for what is short."""
        panel = self.panel()
        if panel is None:
            return
        self.repair()
        if self.plan is None:
            self._send_back(panel)
        for title in self._list_producers():
            self.order(f"use {title}")
        self._care(panel)
        self._ask_and_offer()

    def repair(self) -> None:
        """Repair what is broken, as far as engineers and materials go."""
        panel = self.panel()
        for title in [] if panel is None else self._list_broken(panel):
            self.order(f"repair {title}")

    def _send_back(self, panel: Panel) -> None:
        """Send crew from the Jump Drive, and newcomers on the Bridge, to producing stations that have none."""
        idle = [
            (title, counter[0])
            for title, station in panel["stations"].items()
            if station["kind"] in ("jump_drive", "bridge")
            for counter in station["crew"]
        ]
        empty = [title for title in self._list_producers() if not panel["stations"][title]["crew"]]
        for (source, training), target in zip(idle, empty, strict=False):
            self.order(f"move {training} from {source} to {target}")

    def _kinds(self) -> Iterator[tuple[str, StationKind]]:
        for station in self.vessel.stations:
            yield station.title, self.game.content.stations[station.kind]

    def _list_producers(self) -> list[str]:
        """Return the producing stations in the order in which they are used."""
        made = [
            (min(ORDER_OF_GOODS.index(resource) for resource in kind.outputs), title)
            for title, kind in self._kinds()
            if kind.timing == ACTION and kind.outputs
        ]
        return [title for _, title in sorted(made)]

    def _list_broken(self, panel: Panel) -> list[str]:
        """Return the damaged stations: the drive first, then producers, then the rest."""
        broken = [(title, station["kind"]) for title, station in panel["stations"].items() if station["card"]]

        def rank(pair: tuple[str, str]) -> int:
            if pair[1] in ORDER_OF_REPAIRS:
                return ORDER_OF_REPAIRS.index(pair[1])
            return len(ORDER_OF_REPAIRS) + (not self.game.content.stations[pair[1]].outputs)

        return [title for title, _ in sorted(broken, key=rank)]

    def _care(self, panel: Panel) -> None:
        """Heal, disperse riots, and lend morale where a station does."""
        wounded = sum(counter[2] for station in panel["stations"].values() for counter in station["crew"])
        others = [name for name in self.game.content.fleet.vessels if name != self.vessel.name]
        for title, kind in self._kinds():
            verbs = [effect.verb for effect in kind.effects]
            if "heal" in verbs and wounded:
                self.order(f"heal {'crew and crew' if wounded > 1 else 'crew'} in {title}")
            elif "morale_roll" in verbs:
                count = sum(effect.whom == "other" for effect in kind.effects)
                names = " and ".join(self.rng.sample(others, count)) if count else ""
                self.order(f"use {title} for {names}" if names else f"use {title}")
        units = [
            unit["name"] for unit in panel["units"] if unit["kind"] != "squadron" and unit["status"] != "destroyed"
        ]
        rioting = [title for title, station in panel["stations"].items() if station["riot"] == "up"]
        for title, unit in zip(rioting, units, strict=False):
            self.order(f"disperse the riot on {title} with {unit}")

    def _ask_and_offer(self) -> None:
        """Ask suppliers for what two turns of Normal rations and a short jump take, and offer what is too much."""
        panel = self.panel()
        if panel is None:
            return
        normal = self.game.content.fleet.rations[self.vessel.rations]["normal"]
        repairs = COST_OF_REPAIRS if self._list_broken(panel) else 0
        wanted = {FOOD: 2 * normal, WATER: 2 * normal, FUEL: self.vessel.fuel["medium"], MATERIALS: repairs}
        for resource, supplier in SUPPLIERS.items():
            short = wanted[resource] - panel["hold"][resource]
            if short > 0 and supplier != self.vessel.name:
                self._write_to(supplier, f"need {short} {resource}")
        sound = [counter for station in panel["stations"].values() for counter in station["crew"] if not counter[2]]
        if self._list_broken(panel) and not any(counter[0] == ENGINEER for counter in sound):
            self._write_to(LENDER, f"need 1 {ENGINEER}")
        spare = panel["stations"].get(SPARE_ENGINEERS, {}).get("crew", ())
        if any(counter[0] == ENGINEER and not counter[1] and not counter[2] for counter in spare):
            self._write_to(LENDER, f"offer 1 {ENGINEER}")
        for resource, fetcher in FETCHERS.items():
            over = panel["hold"][resource] - max(1, wanted.get(resource, 1)) * (2 if resource == WATER else 1)
            if over > 0 and fetcher != self.vessel.name and not self.vessel.shuttles:
                self._write_to(fetcher, f"offer {over} {resource}")

    def _write_to(self, team: str, text: str) -> None:
        self.order(f"write to {self.game.content.fleet.vessels[team].seats[0]}: {text}")

    def trade(self) -> None:
        """Send surplus to those who asked, and fetch what was offered, with the own shuttles."""
        panel = self.panel()
        if panel is None or not self.vessel.shuttles:
            return
        shuttle = self.vessel.shuttles[0]
        normal = self.game.content.fleet.rations[self.vessel.rations]["normal"]
        hold = dict(panel["hold"])
        for team, number, resource in self.asked:
            if resource == ENGINEER:
                self._lend_engineer(shuttle, team)
                continue
            kept = {FOOD: normal, WATER: normal, FUEL: self.vessel.fuel["medium"]}.get(resource, 0)
            spare = hold.get(resource, 0) - kept
            sent = min(number, spare)
            if sent > 0 and self._carry(shuttle, self.vessel.name, team, sent, resource):
                hold[resource] -= sent

    def fetch(self) -> Iterator[str]:
        """Fetch what was offered: yield each vessel whose team has to give leave, then bring the goods home."""
        if not self.vessel.shuttles or self.panel() is None:
            return
        shuttle = self.vessel.shuttles[-1]
        for team, number, resource in self.offered:
            cargo = f"{ENGINEER} of {SPARE_ENGINEERS}" if resource == ENGINEER else f"{number} {resource}"
            unloaded = f"{ENGINEER} to Bridge" if resource == ENGINEER else cargo
            if self.order(f"fly {shuttle} to {team}") and self.order(f"load {cargo} into {shuttle}"):
                yield team
                self.order(f"fly {shuttle} to {self.vessel.name}")
                self.order(f"unload {unloaded} from {shuttle}")
        self.order(f"fly {shuttle} to {self.vessel.name}")

    def _carry(self, shuttle: str, home: str, team: str, number: int, resource: str) -> bool:
        loaded = self.order(f"load {number} {resource} into {shuttle}")
        flown = loaded and self.order(f"fly {shuttle} to {team}")
        unloaded = flown and self.order(f"unload {number} {resource} from {shuttle}")
        self.order(f"fly {shuttle} to {home}")
        if loaded and not unloaded:
            self.order(f"unload {number} {resource} from {shuttle}")
        return unloaded

    def _lend_engineer(self, shuttle: str, team: str) -> None:
        """Bring an unused engineer to a vessel that has none."""
        panel = self.panel()
        titles = (
            []
            if panel is None
            else [
                title
                for title, station in panel["stations"].items()
                if any(counter[0] == ENGINEER and not counter[1] and not counter[2] for counter in station["crew"])
            ]
        )
        if titles and self.order(f"load {ENGINEER} of {titles[0]} into {shuttle}"):
            self.order(f"fly {shuttle} to {team}")
            self.order(f"unload {ENGINEER} to Bridge from {shuttle}")
            self.order(f"fly {shuttle} to {self.vessel.name}")

    def answer_requests(self) -> None:
        """Give leave for what was offered."""
        for offer in self.look()["own"]["offers"]:
            if offer["to"] == self.vessel.name:
                self.order(f"accept {offer['name']}")

    def jump(self) -> None:
        """Set the coordinates, and raise the sign when the Aegis has."""
        if self.plan is None:
            return
        digits, distance = self.plan
        self.order(f"set coordinates {digits} for a {distance} jump")
        if self.look()["vessels"]["Aegis"]["sign"]:
            self.order("raise the Jump sign")

    # The Team phase.

    def supply(self) -> None:
        """Feed at the highest level that lasts two turns with what is made, at most Normal."""
        panel = self.panel()
        if panel is None:
            return
        costs = self.game.content.fleet.rations[self.vessel.rations]
        for resource in (FOOD, WATER):
            made = sum(kind.outputs.get(resource, 0) - kind.inputs.get(resource, 0) for _, kind in self._kinds())
            lasting = panel["hold"][resource] + (TURNS_TO_LAST - 1) * max(0, made)
            level = self._find_level(costs, lasting, panel["hold"][resource])
            self.order(f"supply {resource} at {level}")

    def _find_level(self, costs: Panel, lasting: int, held: int) -> str:
        levels = [level for level in reversed(LEVELS[1:]) if costs[level] <= min(held, costs["normal"])]
        fitting = [level for level in levels if costs[level] * TURNS_TO_LAST <= lasting]
        modest = [level for level in levels if costs[level] <= costs["low"]]
        return next(iter(fitting or modest), LEVELS[0])

    def roll(self) -> None:
        """Roll for morale and for a riot."""
        self.order("roll morale")
        self.order("roll for riot")
        self.plan = None

    # Attacks.

    def fight(self) -> None:
        """Act with every unit: squadrons fly to where the most Wolves are and attack, batteries fire, guards fight."""
        party = self.game.content.fleet.map_party
        seats = [seat for seat in party if seat in self.vessel.seats]
        for seat in seats:
            self.give(seat, "report to the map")
            self._command(seat)
        panel = self.panel()
        if panel is not None and panel["parties"]:
            for unit in panel["units"]:
                if unit["kind"] != "squadron" and unit["status"] != "destroyed":
                    self.order(f"{unit['name']} fights the boarders")

    def _command(self, seat: str) -> None:
        view = self.game.view(seat)
        attack, panel = view["attack"], view["panels"].get(self.vessel.name)
        if attack is None or panel is None:
            return
        wolves = {int(quadrant): units for quadrant, units in attack["wolves"].items()}
        if not wolves:
            return
        worst = max(
            wolves, key=lambda quadrant: sum(wolves[quadrant][kind] for kind in ("fighters", "boarding", "ships"))
        )
        for unit in panel["units"]:
            if unit["kind"] == "squadron" and unit["status"] != "destroyed":
                is_there = unit["quadrant"] in wolves
                self.give(
                    seat,
                    f"{unit['name']} attacks boarding first"
                    if is_there
                    else f"{unit['name']} flies to quadrant {worst}",
                )
        for station in self.vessel.stations:
            if station.kind == "battery":
                self.give(seat, f"{station.title} fires at quadrant {panel['quadrant'] or worst}")


class AdmiralBot(TeamBot):
    """The bot of the Aegis: it chooses where the fleet goes, tells the captains, and jumps when all are ready."""

    def choose_jump(self) -> None:
        """Choose the nearest destination that the Aegis can pay for, and tell every captain (rules W18)."""
        panel = self.panel()
        if panel is None:
            return
        known = [self.game.content.destinations[card["title"]] for card in panel["destinations"]]
        payable = [place for place in known if self.vessel.fuel[place.distance] <= panel["hold"][FUEL]]
        payable.sort(key=lambda place: self.vessel.fuel[place.distance])
        if not payable:
            return
        place = payable[0]
        self.plan = place.coordinates, place.distance
        for vessel in self.game.content.fleet.vessels.values():
            if vessel.name != self.vessel.name:
                self.order(f"write to {vessel.seats[0]}: jump {place.coordinates} {place.distance}")

    def count_ready(self, since: int) -> int:
        """Return how many captains have written that they are ready, in notes with a number above `since`."""
        return sum(note["text"] == READY for note in self.read_notes(since))

    def lead_jump(self, ready: int) -> None:
        """Raise the sign if all vessels of the fleet are ready, or call the jump off."""
        view = self.look()
        fleet = [name for name, basics in view["vessels"].items() if not basics["is_destroyed"]]
        together = len(fleet) - len(view["separated"]) - 1
        if self.plan is None or ready < together:
            self.plan = None
            return
        digits, distance = self.plan
        if self.order(f"set coordinates {digits} for a {distance} jump"):
            self.order("raise the Jump sign")
