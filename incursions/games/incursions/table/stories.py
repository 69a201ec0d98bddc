"""Scenarios told to players: who stands where, what is chosen, what follows, and what is refused by which rule.

A scenario is played, and its events become the sentences of the log. What it describes or expects is said in the words
of the table, with ships for seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, ClassVar

from markupsafe import Markup

from incursions.engine.errors import IllegalAction, Refusal
from incursions.engine.events import Event
from incursions.engine.hexes import DIRECTIONS, Hex, hex_text
from incursions.games.books import Story, StoryStep, tell_events
from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.examples.expectations import as_hex, read_seat, rejoin_place, seat_number
from incursions.games.incursions.rules.examples.scenario_files import Scenario
from incursions.games.incursions.rules.examples.scenarios import Transcript, play_scenario
from incursions.games.incursions.rules.game import Game
from incursions.games.incursions.rules.state.setup import MODES
from incursions.games.incursions.table import wording
from incursions.games.incursions.table.log import ShipsLog, name_ships, rule, title
from incursions.kit.markup import escape, format_html, join_html
from incursions.kit.words import capitalise, format_count, join_names

START: Hex = (0, 0)
CARDS_AT = {
    "captain": "as captain",
    "stand_in": "as stand-in for a captain",
    "hand": "in hand",
    "deck": "on top of its deck",
    "discard": "in its discard pile",
    "non_salvageable": "in its non-salvageable pile",
    "tabled": "on its table",
    "captains": "beside its crew",
    "commands": "ready for a maneuver",
    "pile": "on top of its hexpile",
    "before": "before it",
}
"""The places of a seat's cards and tiles, in the order of a sentence."""
COUNTERS: Mapping[str, Callable[[Any], str]] = {
    "hull": lambda points: f"hull {points}",
    "shields": lambda points: f"shields {points}",
    "extra": lambda points: f"{points} extra shields",
    "power": lambda cards: f"{wording.power_words(cards)} ready",
    "power_cards": lambda cards: format_count(cards, "power card"),
    "spent": lambda uses: f"spent power on {join_names([str(use) for use in _as_list(uses)]) or 'nothing'}",
    "aux": lambda is_ready: "its AUX marker ready" if is_ready else "its AUX marker used",
}
"""What a ship has, in the order of a sentence."""


def tell_story(scenario: Scenario, catalogue: Catalogue) -> Story:
    """Play a scenario and tell it. Raises an error for one that does not hold."""
    transcript = Transcript()
    played = play_scenario(scenario, catalogue, transcript)
    _, game = next(played)
    teller = _Teller(game)
    table = tuple(teller.tell_table(scenario.described, catalogue))
    told, steps = len(transcript.events), []
    for step, _ in zip(scenario.described.get("steps") or [], played, strict=True):
        steps.append(teller.tell_step(step, transcript.events[told:], transcript.refusal))
        told = len(transcript.events)
    return Story(table, tuple(steps), tuple(teller.tell_facts(scenario.described.get("expect") or {})))


class _Teller:
    """Writes the sentences of one scenario, whose `game` goes on between them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        ships = name_ships(game.view(None))
        counts = Counter(ship["title"] for ship in ships)
        for ship in ships:
            if counts[ship["title"]] > 1:
                ship["title"] += f" in seat {ship['seat']}"
        self._log = ShipsLog(ships, view=game.view(None))

    # The table at the start.

    def tell_table(self, described: Mapping[str, Any], catalogue: Catalogue) -> Iterator[Markup]:
        """Yield sentences about the mode, the seats, the charted hexes, and the pieces that print something else."""
        yield escape(f"{capitalise(str(described.get('mode', MODES[0])))}, round {self._game.round}.")
        for seat, facts in enumerate(described["seats"]):
            ship = self._game.ships[seat]
            usual = {"at": hex_text(ship.at), "hull": ship.hull, "shields": ship.shields}
            yield self._tell_seat(seat, usual | {key: value for key, value in rejoin_place(facts).items() if value})
        yield from self.tell_facts({key: described.get(key) for key in ("map", "pile", "placed", "happened")})
        yield from self._tell_pieces(described, catalogue)

    def _tell_pieces(self, described: Mapping[str, Any], catalogue: Catalogue) -> Iterator[Markup]:
        """Yield sentences about the pieces of the scenario's own that it mentions."""
        told = {key: value for key, value in described.items() if key not in ("pieces", "title")}
        own = [piece["title"] for piece in described.get("pieces") or []]
        mentioned = [name for name in dict.fromkeys(own) if name in str(told)]
        known = [name for name in mentioned if any(name in kind for kind in catalogue)]
        made_up = [name for name in mentioned if name not in known]
        if known:
            yield format_html("Changed for this example: {}.", _list(map(title, known)))
        if made_up:
            yield format_html("Made for this example: {}.", _list(map(title, made_up)))

    # Steps.

    def tell_step(self, step: Mapping[str, Any], events: Iterable[Event], refusal: IllegalAction | None) -> StoryStep:
        """Return what a step chooses, the events or the refusal that follow, and what is true then."""
        expected = tuple(self.tell_facts(step.get("expect") or {}))
        if "play" not in step:
            return StoryStep(Markup(), expected)
        seat = read_seat(step["seat"])
        line = format_html("{} chooses “{}”.", self._log.ship(seat), self._name_hexes(self._name_seats(step["play"])))
        if refusal is None:
            return StoryStep(line, (*tell_events(self._log.write, events), *expected))
        reason = self._name_seats(Refusal(step["play"], refusal.rule, refusal.reason).cause).rstrip(".")
        refused = format_html("Refused: {} ({}).", self._name_hexes(reason), rule(refusal.rule))
        return StoryStep(line, (*tell_events(self._log.write, events), refused, *expected), is_refused=True)

    # What is true at a moment.

    def tell_facts(self, facts: Mapping[str, Any]) -> Iterator[Markup]:
        """Yield sentences about the table; what the events have told is left out."""
        for key, value in rejoin_place(dict(facts)).items():
            seat = seat_number(key)
            if seat is not None:
                yield self._tell_seat(seat, rejoin_place(value))
            elif key in self._OF_TABLE:
                yield from self._OF_TABLE[key](self, value)

    def _tell_seat(self, seat: int, facts: Mapping[str, Any]) -> Markup:
        """Return a sentence about a seat: where its ship is, its points, its cards, its running systems."""
        states = [said for key, tell in self._STATES.items() if key in facts and (said := tell(self, facts[key]))]
        counters = [tell(facts[key]) for key, tell in COUNTERS.items() if key in facts]
        cards = [self._list_cards(words, facts[key]) for key, words in CARDS_AT.items() if key in facts]
        clauses = [escape(join_names(states))] if states else []
        clauses += [escape(f"has {join_names(counters)}")] if counters else []
        return format_html("{} {}.", self._log.ship(seat), _list([*clauses, *cards], "; "))

    def _list_cards(self, where: str, cards: Any) -> Markup:
        """Return the cards of a place in words; a number says only how many."""
        if isinstance(cards, int):
            return escape(f"has {format_count(cards, 'card')} {where}")
        if not cards:
            return escape(f"has nothing {where}")
        alike = ((card, len(list(each))) for card, each in groupby(map(self._name_card, _as_list(cards))))
        named = (card if count == 1 else format_html("{} copies of {}", count, card) for card, count in alike)
        return format_html("has {} {}", where, _list(named))

    def _name_card(self, card: Any) -> Markup:
        named = title(_read_title(card))
        if not isinstance(card, Mapping):
            return named
        notes = ["face down"] if card.get("down") else []
        notes += [format_count(card["points"], "point")] if "points" in card else []
        notes += [f"of {self._titles[card['owner']]}"] if "owner" in card else []
        notes += [f"of {self._titles[card['by']]}"] if card.get("by") is not None else []
        notes += [f"naming {card['names']}"] if card.get("names") else []
        notes += [self._name_hex(card["at"])] if "at" in card else []
        return format_html("{} ({})", named, ", ".join(notes)) if notes else named

    def _join_ships(self, seats: Iterable[int]) -> str:
        return join_names([self._titles[seat] for seat in seats])

    @property
    def _titles(self) -> Mapping[int, str]:
        return self._log.titles

    def _name_seats(self, text: str) -> str:
        return wording.with_ships(text, self._titles)

    def _name_hexes(self, text: str) -> str:
        return wording.with_hexes(text, self._game.map)

    def _name_hex(self, place: Any) -> str:
        """Return a hex by its tile and coordinates, or, where none lies, by the way there from the start hex."""
        at = _read_hex(place)
        if at == START:
            return "in the start hex"
        tile = self._game.map.get(at)
        return (
            f"in {wording.name_hex(at, self._game.map)}"
            if tile
            else f"at {hex_text(at)}, {_describe_way(at)} of the start hex"
        )

    def _tell_holds(self, held: Any) -> str:
        if held is None:
            return "holds no ship in its tractor beam"
        seat: int = held["seat"] if isinstance(held, Mapping) else held
        return f"holds {self._titles[seat]} in its tractor beam"

    def _tell_caught(self, held: Any) -> str:
        numbers = [one.get("number") if isinstance(one, Mapping) else one for one in _as_list(held)]
        if not numbers:
            return "is caught by nothing"
        return f"is caught and escapes with {join_names([str(number) for number in numbers])} or less"

    def _tell_decision(self, facts: Any) -> Iterator[Markup]:
        """Yield who is asked what now, with the options if the facts name them."""
        question = self._game.decision
        if question is None:
            yield escape("The match is over.")
            return
        yield format_html("{} is asked: “{}”", self._log.ship(question.seat), self._name_seats(question.title))
        options = facts.get("options") if isinstance(facts, Mapping) else None
        if options:
            named = (format_html("“{}”", self._name_hexes(self._name_seats(str(each)))) for each in options)
            yield format_html("The options are {}.", _list(named))

    def _tell_map(self, facts: Any) -> Iterator[Markup]:
        """Yield a sentence about the charted hexes besides the start hex."""
        charted = []
        for place, tile in rejoin_place(facts or {}).items():
            at, named = _read_hex(place), title(_read_title(tile)) if tile else escape("nothing")
            if at != START:
                charted.append(format_html("{} ({}), {} of the start hex", named, hex_text(at), _describe_way(at)))
        if charted:
            yield format_html("Charted: {}.", _list(charted, "; "))

    def _tell_list(self, words: str, listed: Any) -> Iterator[Markup]:
        """Yield a sentence about a list of pieces, or their number; nothing for None."""
        if isinstance(listed, int):
            yield escape(f"{words}: {listed}.")
        elif listed is not None:
            yield format_html("{}: {}.", words, _list(map(self._name_card, listed), "; ") or "nothing")

    def _tell_turn(self, facts: Any) -> Iterator[Markup]:
        seat = facts.get("seat") if isinstance(facts, Mapping) else facts
        if isinstance(seat, int):
            yield format_html("It is the turn of {}.", self._log.ship(seat))
        if isinstance(facts, Mapping) and "left" in facts:
            yield format_html("{} left this turn.", capitalise(format_count(facts["left"], "maneuver")))

    _STATES: ClassVar[Mapping[str, Callable[[Any, Any], str]]] = {
        "out": lambda _, out: "is out of the game" if out else "is in the game",
        "at": lambda teller, place: f"is {teller._name_hex(place)}",
        "cloaked": lambda _, power: "is not cloaked" if power is None or power is False else "is cloaked",
        "holds": lambda teller, held: teller._tell_holds(held),
        "caught": lambda teller, held: teller._tell_caught(held),
        "sees": lambda teller, seats: f"sees {'the hand of ' if seats else 'no hand'}{teller._join_ships(seats)}",
    }
    _OF_TABLE: ClassVar[Mapping[str, Callable[[Any, Any], Iterator[Markup]]]] = {
        "decision": _tell_decision,
        "map": _tell_map,
        "placed": lambda teller, pieces: teller._tell_list("In hexes", pieces),
        "pile": lambda teller, tiles: teller._tell_list("On top of the pile", tiles),
        "happened": lambda teller, events: teller._tell_list("Unique events that have come", events),
        "round": lambda _, number: iter((format_html("It is round {}.", number),)),
        "turn": _tell_turn,
    }


def _as_list(said: Any) -> list[Any]:
    """Return a list as it is, one thing as a list, and nothing for None."""
    return said if isinstance(said, list) else [] if said is None else [said]


def _list(parts: Iterable[Markup], separator: str = ", ") -> Markup:
    return join_html(separator, "{}", ((part,) for part in parts))


def _read_title(piece: Any) -> str:
    """Return the title of a piece, written as its title or as fields; "a piece" for one without."""
    return str(piece.get("title", piece.get("kind", "a piece")) if isinstance(piece, Mapping) else piece)


def _read_hex(place: Any) -> Hex:
    q, r = as_hex(place) or START
    return q, r


def _describe_way(at: Hex) -> str:
    """Return the shortest way from the start hex in words: "2 hexes north and 1 hex north-east"."""
    steps = []
    names = list(DIRECTIONS)
    for place, one in enumerate(names):
        other = names[(place + 1) % len(names)]
        (q, r), (s, t) = DIRECTIONS[one], DIRECTIONS[other]
        # Every hex lies between two neighbouring directions, so it is so many steps of one and so many of the other.
        size = q * t - r * s
        along, beside = (at[0] * t - at[1] * s) // size, (q * at[1] - r * at[0]) // size
        if along > 0 and beside >= 0:
            steps = [(along, one), (beside, other)]
            break
    return " and ".join(f"{format_count(count, 'hex', 'hexes')} {name}" for count, name in steps if count)
