"""Action cards: rules of thumb for which a team plays, on what and when (rules W21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.games.wolves.bots.hands import Panel
from incursions.games.wolves.bots.stations import StationBot, list_guards, list_ready, list_riots
from incursions.games.wolves.rules.content.definitions import LEVELS, UNTRAINED, ActionCard

LOW_MORALE = 5
"""The morale from which on a team plays cards that lift it."""
HIGH_PURSUIT = 4
MANY_BROKEN = 2
ENOUGH_ENGINEERS = 5


class CardBot(StationBot):
    """A team that plays its cards. Each verb of a card has a rule that names its target, or None to keep the card."""

    played: set[str]
    """The cards that have been tried this turn."""
    pleas: list[str]
    """The stations that other captains have asked to be repaired: "Storage Hold of Endeavour"."""

    def play_cards(self, *phases: str) -> None:
        """Play the cards of these phases that have a good target now; each serves once in a turn."""
        view = self.look()
        panel = view["panels"].get(self.vessel.name)
        for title in view["own"]["hand"]:
            card = self.game.content.cards[title]
            choose = TARGETS.get(card.effects[0].verb)
            if panel is None or card.when not in phases or choose is None or title in self.played:
                continue
            target = choose(self, card, panel)
            if target is not None and all(panel["hold"][each] > number for each, number in card.cost.items()):
                self.order(f"play {title}{target and f' on {target}'}")
                self.played.add(title)
                panel = self.panel()

    # Targets: "" plays the card without one, None keeps it.

    def find_output(self, card: ActionCard, panel: Panel) -> str | None:
        """Return a station of the kind that the card's text names, if it can be used now."""
        fitting = [
            title
            for title, kind in self.list_kinds()
            if kind.title in card.text and kind.outputs and self.is_open(panel, title) and self.has_inputs(panel, title)
        ]
        return next(iter(fitting), None)

    def find_pupil(self, card: ActionCard, panel: Panel) -> str | None:
        """Return untrained crew without work, as long as there are few engineers aboard."""
        engineers = sum(
            counter[0] == "engineer" for station in panel["stations"].values() for counter in station["crew"]
        )
        if card.uses != "engineering_school" or engineers >= ENOUGH_ENGINEERS:
            return None
        pending = {job for job in self.list_jobs() if self.is_open(panel, job)}
        idle = [title for title, training in list_ready(panel) if training == UNTRAINED and title not in pending]
        return next((f"{UNTRAINED} of {title}" for title in idle), None)

    def find_squadron(self, card: ActionCard, panel: Panel) -> str | None:
        """Return an own squadron that is damaged."""
        units = (unit for unit in panel["units"] if unit["home"] == self.vessel.name and unit["kind"] == "squadron")
        return next((unit["name"] for unit in units if unit["status"] == "damaged"), None)

    def find_hurt_guard(self, card: ActionCard, panel: Panel) -> str | None:
        """Return a damaged on-foot unit aboard."""
        guards = list_guards(panel, self.vessel.name)
        return next((unit["name"] for unit in guards if unit["status"] == "damaged"), None)

    def find_patient(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the own wounded crew."""
        is_hurt = any(counter[2] for station in panel["stations"].values() for counter in station["crew"])
        return f"crew of {self.vessel.name}" if is_hurt else None

    def find_repair(self, card: ActionCard, panel: Panel) -> str | None:
        """Return a station for which another captain has pleaded, else the first of several damaged stations."""
        if self.pleas:
            return self.pleas.pop()
        broken = self.list_broken(panel)
        return broken[0] if len(broken) >= MANY_BROKEN else None

    def find_cheap_repair(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the vessel of a captain who has pleaded, else the own one if something is broken."""
        pleading = [plea.rpartition(" of ")[2] for plea in self.pleas]
        return next(iter(pleading), self.vessel.name if self.list_broken(panel) else None)

    def find_own(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the own vessel."""
        return self.vessel.name

    def find_low_hold(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the own vessel if its hold has little of what the card brings."""
        amounts = card.effects[0].amounts
        return self.vessel.name if all(panel["hold"][each] < number for each, number in amounts.items()) else None

    def find_riot(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the own station with a riot."""
        return next(iter(list_riots(panel)), None)

    def find_comforted(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the vessel whose morale is lowest."""
        if card.effects[0].whom != "other":
            return None
        return next((name for name in self.comforted if name != self.vessel.name), None)

    def find_low_morale(self, card: ActionCard, panel: Panel) -> str | None:
        """Return "" when the own morale is low."""
        return "" if panel["morale"] <= LOW_MORALE else None

    def find_low_rations(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the own vessel if it serves less than Normal."""
        served = panel["supply"].get("food", LEVELS[0])
        return self.vessel.name if LEVELS.index(served) < LEVELS.index("normal") else None

    def find_pursuit(self, card: ActionCard, panel: Panel) -> str | None:
        """Return "" when the Wolves are near."""
        return "" if self.look()["pursuit"] >= HIGH_PURSUIT else None

    def find_counted(self, card: ActionCard, panel: Panel) -> str | None:
        """Return "" when as much damage is counted as the card takes away."""
        return "" if panel["counted"] >= card.effects[0].number else None

    def find_boarders(self, card: ActionCard, panel: Panel) -> str | None:
        """Return the own vessel if there are boarders aboard."""
        return self.vessel.name if panel["parties"] and "boarding" in card.text else None


Choose = Callable[[CardBot, ActionCard, Panel], str | None]
TARGETS: Mapping[str, Choose] = {
    "output": CardBot.find_output,
    "train": CardBot.find_pupil,
    "mend_squadron": CardBot.find_squadron,
    "mend_onfoot": CardBot.find_hurt_guard,
    "heal": CardBot.find_patient,
    "repair": CardBot.find_repair,
    "cheap_repair": CardBot.find_cheap_repair,
    "add_crew": CardBot.find_own,
    "gain": CardBot.find_low_hold,
    "disperse": CardBot.find_riot,
    "morale_roll": CardBot.find_comforted,
    "fleet_morale": CardBot.find_low_morale,
    "morale": CardBot.find_low_morale,
    "ration_level": CardBot.find_low_rations,
    "pursuit": CardBot.find_pursuit,
    "prevent_damage": CardBot.find_counted,
    "kill_wolf": CardBot.find_boarders,
}
"""The rules that choose the target of a card, by the verb of its first effect."""
