"""Random orders for every seat of a day: forms of the content, with blanks filled mostly by what could be meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from incursions.games.wolves.rules.content.definitions import DISTANCES, LEVELS, RESOURCES, TRAININGS
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import Form, index_forms
from incursions.games.wolves.rules.state import CLOCK, CONTROL, MAP, WOLF_UNITS

RARE = {"end_event": 0.02, "last_turn": 0.02, "undo": 0.2, "pass_time": 0.1}
"""The commands that would end or turn back a day too often, with the share of them that is given."""
OWN = 0.8
"""The share of names that are the own vessel's."""
WORDS = ("A law", "repeal: A law", "amend: A law -> B law", "decision: go", "hello")
ANSWERS = ("yes", "no", "costs 1 materials", "costs 1 materials and works on 4 or more", "works on 3 or more")
TROOPS = ("2 fighters and 1 boarding in quadrant 3; 1 ships in quadrant 4", "1 ships in quadrant 1", "nothing at all")


class OrderMaker:
    """Makes random orders of a day's seats."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game = game
        self.rng = rng
        self.forms = index_forms(game.content.commands).forms
        self.seats = [*game.state.places, *[CONTROL] * 10, CLOCK]
        self.seat, self.vessel = "", ""

    def make(self) -> tuple[str, str]:
        """Return a seat and an order."""
        rng = self.rng
        self.seat = rng.choice(self.seats)
        vessels = list(self.game.state.vessels)
        own = next((name for name in vessels if self.seat.startswith(f"{name} ")), "")
        self.vessel = own if own and rng.random() < OWN else rng.choice(vessels)
        form = rng.choice(self.forms)
        while rng.random() > RARE.get(form.command, 1):
            form = rng.choice(self.forms)
        text = self._fill(form)
        is_overruling = self.seat == CONTROL and rng.random() < 0.1
        return self.seat, f"{text} overruling because of a test" if is_overruling else text

    def _fill(self, form: Form) -> str:
        text = re.sub(r"\[([^\]]*)\]", lambda part: part.group(1) if self.rng.random() < 0.5 else "", form.text)
        return re.sub(r"\{([^}]*)\}", lambda blank: self._fill_blank(blank.group(1)), text)

    def _fill_blank(self, name: str) -> str:
        words = re.split(r", | or ", name)
        if len(words) > 1:
            return self.rng.choice(words)
        fill = self._fillers().get(name)
        return fill() if fill is not None and self.rng.random() < 0.97 else "something else"

    def _fillers(self) -> dict[str, Callable[[], str]]:
        rng, state, content = self.rng, self.game.state, self.game.content
        choose, vessels, units, seats = rng.choice, list(state.vessels), list(state.units), list(state.places)
        offers = [offer.name for offer in state.offers] + [
            f"swap with {choose(vessels)}",
            f"proposal {rng.randint(1, 4)}",
        ]
        goods = f"{rng.randint(0, 9)} {choose(RESOURCES)}"
        cards = state.hands.get(self.seat) or list(content.cards)
        digits = [place.coordinates for place in content.destinations.values()]
        wanted = [answer for choice in state.choices for answer in choice.answers]
        figures = (*RESOURCES, "morale", "squadrons", "quadrant", "loyalty", "place", "seat FAS", "pursuit")
        return {
            "station": self._station,
            "vessel": lambda: choose(vessels),
            "n": lambda: str(choose((0, 1, 2, 3, 4, -1, 9, 50, max(0, self.game.number - rng.randint(1, 6))))),
            "crew": lambda: choose((choose(TRAININGS), self._crew())),
            "resource": lambda: choose(("food", "water", "fuel")),
            "level": lambda: choose(LEVELS),
            "cargo": lambda: choose((goods, self._crew(), choose(units), "pilot to Bridge")),
            "shuttle": lambda: choose(list(state.shuttles)),
            "unit": lambda: choose(units),
            "squadron": lambda: choose(units),
            "battery": lambda: choose(("Weapon Battery", "Weapon Battery 1")),
            "aim": lambda: choose(WOLF_UNITS),
            "player": lambda: choose(seats),
            "role": lambda: choose(seats),
            "place": lambda: choose([*vessels, MAP]),
            "phase": lambda: choose(("action", "team", "close", "turn")),
            "card": lambda: choose(cards),
            "target": lambda: choose((choose(vessels), self._station(), self._crew(), choose(units), "quadrant 2")),
            "offer": lambda: choose(offers),
            "digits": lambda: choose((choose(digits), "12", "00000", "99999")),
            "distance": lambda: choose(DISTANCES),
            "patient": lambda: choose(("crew", "crew and crew", f"crew of {self._station()}", choose(units))),
            "seat": lambda: choose(list(state.council)),
            "text": lambda: choose(WORDS),
            "reason": lambda: "a test",
            "what": lambda: choose((*figures, f"talk to {choose(seats)}", f"{self.vessel} using {self._station()}")),
            "whom": lambda: choose([*vessels, *seats, "fleet", "council"]),
            "value": lambda: choose(("0", "3", "5", "11", "-2", MAP, choose(seats))),
            "request": lambda: str(rng.randint(1, 5)),
            "answer": lambda: choose([*ANSWERS, *wanted]),
            "units": lambda: choose(TROOPS),
        }

    def _station(self) -> str:
        title = self.rng.choice(list(self.game.state.vessels[self.vessel].stations))
        return title if self.rng.random() < OWN else f"{title} of {self.vessel}"

    def _crew(self) -> str:
        return f"{self.rng.choice(TRAININGS)} of {self._station()}"
