"""The hand of a seat: action cards with what they may be played on, and destination cards (rules W18.1, W21).

What a card is played on elsewhere is listed as printed: nothing on a page depends on panels that the seat may not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from incursions.games.wolves.pages.judging import Act, Blank, Field, Judge
from incursions.games.wolves.pages.station_panel import ALONE_HERE, describe_amounts, list_group
from incursions.games.wolves.rules.content.definitions import QUADRANTS, UNTRAINED, ActionCard, Effect
from incursions.games.wolves.rules.initial_state import list_units
from incursions.games.wolves.rules.state import SQUADRON

OF_TARGETS = frozenset({"W21.6", "W21.3", "W9.6", "W21.5"})
"""The rules of refusals that another target may not have: they do not bar the card."""
STATIONS = frozenset({"output", "extra_use", "repair", "disperse"})
ONFOOT = frozenset({"mend_onfoot", "combat_bonus", "riot_bonus"})
ALONE = frozenset({"fleet_morale", "pursuit", "draw_destination", "reroll", "prevent_damage"})
WHEN = {"any": "any time", "attack": "in an attack", "action": "in the Action phase", "team": "in the Team phase"}
Options = list[tuple[str, str]]


class HandCard(NamedTuple):
    """A card of a hand, with the orders that play it and hand it over."""

    title: str
    text: str
    kind: str
    when: str
    cost: str
    has_served: bool
    play: Act | Blank
    pass_on: Blank | None


def list_hand(judge: Judge, team: str, own: Mapping[str, Any]) -> list[HandCard]:
    """Return the cards of a seat."""
    return [_make_card(judge, team, judge.game.content.cards[title]) for title in own["hand"]]


def _make_card(judge: Judge, team: str, card: ActionCard) -> HandCard:
    return HandCard(
        card.title,
        card.text,
        "retained, once a turn" if card.is_retained else "one use",
        WHEN.get(card.when, f"in the phase: {card.when}"),
        describe_amounts(card.cost),
        card.title in judge.game.state.used_cards,
        _make_play(judge, team, card),
        _make_handing(judge, team, card),
    )


def _make_play(judge: Judge, team: str, card: ActionCard) -> Act | Blank:
    """Return the order that plays a card: at once if it has no target, else with a choice of targets."""
    targets = list_targets(judge, team, card)
    if not list_reach(judge, team, card):
        return Act(f"play {card.title}", "Play", "W21.5", ALONE_HERE)
    if not targets:
        return judge.act(f"play {card.title}", "Play")
    fields = [Field("target", "on", targets)]
    return judge.blank(f"play {card.title} on {{target}}", "Play", fields, unseen=OF_TARGETS)


def list_targets(judge: Judge, team: str, card: ActionCard) -> Options:
    """Return what a card may be played on; nothing for one that needs no target."""
    vessels = list_reach(judge, team, card)
    for effect in card.effects:
        options = _list_for_verb(judge, vessels, card, effect)
        if options:
            return options
    verbs = {effect.verb for effect in card.effects}
    if verbs <= ALONE or (verbs == {"control"} and "vessel" not in card.text):
        return []
    return [(name, name) for name in vessels]


def list_reach(judge: Judge, team: str, card: ActionCard) -> list[str]:
    """Return the vessels that a card reaches, the own one first (rules W21.3, W21.5)."""
    game = judge.game
    if team not in game.state.vessels:
        return [vessel.name for vessel in game.fleet_vessels]
    if card.is_own:
        return [team]
    others = [name for name in list_group(judge, team) if name != team]
    return others if any(effect.whom == "other" for effect in card.effects) else [team, *others]


def _list_for_verb(judge: Judge, vessels: list[str], card: ActionCard, effect: Effect) -> Options:
    """Return the targets of a verb that names more than a vessel."""
    printed = [judge.game.content.fleet.vessels[name] for name in vessels]
    if effect.verb == "train":
        return _list_trainees(judge, vessels, is_own=card.is_own)
    if effect.verb in STATIONS:
        kinds = judge.game.content.stations
        stations = [(ship, each) for ship in printed for each in ship.stations]
        if effect.verb == "output":
            named = [pair for pair in stations if kinds[pair[1].kind].title in card.text]
            stations = [pair for pair in named if kinds[pair[1].kind].outputs]
        return [(name, name) for name in (f"{each.title} of {ship.name}" for ship, each in stations)]
    if effect.verb in ONFOOT or effect.verb == "mend_squadron":
        wants = effect.verb == "mend_squadron"
        units = [unit for ship in printed for unit in list_units(ship) if (unit.kind == SQUADRON) == wants]
        return [(unit.name, unit.name) for unit in units]
    if effect.verb == "add_crew":
        return [(f"Bridge of {name}", f"Bridge, {name}") for name in vessels]
    if effect.verb == "kill_wolf" and "boarding" not in card.text.lower():
        return [(f"quadrant {quadrant}", f"quadrant {quadrant}") for quadrant in QUADRANTS]
    return []


def _list_trainees(judge: Judge, vessels: list[str], *, is_own: bool) -> Options:
    """Return the stations whose untrained crew may be trained; aboard the own vessel only those that have some."""
    aboard = [(name, each) for name in vessels for each in judge.game.vessel(name).stations.values()]
    fitting = [
        (name, each)
        for name, each in aboard
        if is_own and any(counter.is_ready and counter.training == UNTRAINED for counter in each.crew)
    ]
    return [(f"{UNTRAINED} of {each.title} of {name}", f"{each.title}, {name}") for name, each in fitting or aboard]


def _make_handing(judge: Judge, team: str, card: ActionCard) -> Blank | None:
    """Return the order that hands a card over (rules W21.2)."""
    others = judge.list_other_players("" if card.may_be_given else team)
    if not others:
        return None
    return judge.blank(f"hand {card.title} over to {{player}}", "Hand over", [Field("player", "to", others)])
