"""The orders of a seat for its vessel, grouped by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incursions.games.wolves.pages.judging import Act, Blank, Field, Group, Judge
from incursions.games.wolves.pages.station_panel import describe_repair, has_verb, list_group, list_patients
from incursions.games.wolves.rules.charts import CARD_FUEL
from incursions.games.wolves.rules.completions import OF_OTHER_HOLDS
from incursions.games.wolves.rules.content.definitions import DISTANCES, FLAGSHIP, RESOURCES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.jumps import find_fuel_cost, find_obstacle
from incursions.games.wolves.rules.morale import MORALE, list_modifiers
from incursions.games.wolves.rules.offers import name_to_answer
from incursions.games.wolves.rules.roles import find_council_table
from incursions.games.wolves.rules.state import CLOSE, MUSTER, TEAM, UP, VesselState
from incursions.games.wolves.rules.stations import HEALS

MOST_GOODS = 12
"""The most that is offered to load at once where the hold is not known; more is loaded in two steps."""
LONGEST_DIGITS = 5
MOST_BUTTONS = 4
"""The most orders of a sort that are buttons; more are a form with choices."""
OF_DRIVE = "W18.13"
"""The rule of refusals of the Jump sign that the state of the drive explains already."""
OF_OTHER_BRIDGES = ("W4.8", "W13.8", "W22.5")
"""The rules of refusals that hang on the bridge of a vessel that offers to swap."""
MODIFIER_NAMES = ("damage", "boarders", "food", "water", "news")
"""The first modifiers of a morale roll in the order of W4.3."""
Options = list[tuple[str, str]]


def list_orders(judge: Judge, name: str, seen: Mapping[str, Any], own: Mapping[str, Any]) -> list[Group]:
    """Return the orders of a seat of a vessel, by subject; those with nothing to say are left out."""
    vessel = judge.game.state.vessels[name]
    made = [
        _list_choices(judge, own),
        _list_offers(judge, own, name),
        _list_close(judge, vessel),
        _list_muster(judge, vessel, seen),
        _list_jump(judge, vessel),
        _list_repairs(judge, vessel),
        _list_riots(judge, vessel),
        _list_healing(judge, vessel),
        _list_crew(judge, vessel),
        *_list_shuttles(judge, vessel, seen),
        _list_vessel(judge, vessel),
        _list_aegis(judge, vessel),
        _list_stand_ins(judge, vessel),
    ]
    return [group for group in made if group.acts or group.forms or group.words]


def _pairs(names: list[str]) -> Options:
    return [(name, name) for name in names]


def _list_choices(judge: Judge, own: Mapping[str, Any]) -> Group:
    acts = [judge.act(f"choose {answer}", answer) for choice in own["choices"] for answer in choice["answers"]]
    return Group("choices", "Your choice (W26.11)", acts)


def _list_offers(judge: Judge, own: Mapping[str, Any], name: str) -> Group:
    """Return the answers to offers at both ends (rules W26.8)."""
    acts: list[Act] = []
    for offer in own["offers"]:
        if offer["by"] == name:
            acts.append(judge.act(f"withdraw {offer['name']}", f"Withdraw: {offer['name']}"))
            continue
        shown = name_to_answer(offer["name"], offer["by"])
        accept = judge.act(f"accept {shown}", f"Accept: {shown} (asked by {offer['maker']})")
        # Whether the other vessel can be steered is its secret: who accepts is told.
        accept = accept._replace(rule="", reason="") if accept.rule in OF_OTHER_BRIDGES else accept
        acts += [accept, judge.act(f"decline {shown}", f"Decline: {shown}")]
    return Group("offers", "Offers and requests (W26.8)", acts)


def _list_close(judge: Judge, vessel: VesselState) -> Group:
    """Return the rolls of the close with their working (rules W4.2, W22.1)."""
    if judge.game.state.phase not in (TEAM, CLOSE):
        return Group("close", "")
    words = f"Morale: {describe_roll(judge.game, vessel)}." if MORALE not in vessel.rolled else ""
    acts = [judge.act("roll morale", "Roll morale"), judge.act("roll for riot", "Roll for riot")]
    return Group("close", "The close (W2.9)", acts, words=words)


def describe_roll(game: Game, vessel: VesselState) -> str:
    """Return the morale roll to come with its modifiers in the order of W4.3: "a D6 -1 damage, +2 food"."""
    numbers, first = list_modifiers(game, vessel), len(MODIFIER_NAMES)
    named = [*zip(MODIFIER_NAMES, numbers[:first], strict=True), ("cards and damage cards", sum(numbers[first:]))]
    return "a D6 " + (", ".join(f"{number:+} {name}" for name, number in named if number) or "with no modifier")


def _list_muster(judge: Judge, vessel: VesselState, seen: Mapping[str, Any]) -> Group:
    """Return what is done at muster, or left for it in the Team phase (rules W2.3, W11.5, W19.1)."""
    phase, kinds = judge.game.state.phase, judge.game.content.stations
    if phase not in (MUSTER, TEAM, CLOSE):
        return Group("muster", "")
    titles = [station.title for station in vessel.stations.values() if kinds[station.kind].timing == MUSTER]
    acts = [judge.act(f"crew the {title} at muster", f"Crew the {title}") for title in titles]
    if phase == MUSTER:
        acts.append(judge.act("declare an emergency jump", "Declare an emergency jump"))
    left = [f"{seat} has left: crew the {title}." for seat, _, title in seen.get("muster_orders", ())]
    words = " ".join(left) if phase != MUSTER else ""
    return Group(
        "muster", "Muster (W2.3)" if phase == MUSTER else "Orders for the next muster (W2.3)", acts, words=words
    )


def _list_repairs(judge: Judge, vessel: VesselState) -> Group:
    acts = []
    for station in vessel.stations.values():
        card = judge.game.content.damage.get(station.card)
        if card is not None:
            label = f"Repair {station.title}: {describe_repair(card, vessel.cheap_repairs)}"
            acts.append(judge.act(f"repair {station.title}", label))
    return Group("repairs", "Repairs (W12.7)", acts)


def _list_riots(judge: Judge, vessel: VesselState) -> Group:
    riots = [station.title for station in vessel.stations.values() if station.riot == UP]
    units = [unit.name for unit in judge.game.state.onfoot_aboard(vessel.name)]
    acts = [
        judge.act(f"disperse the riot on {title} with {unit}", f"Disperse the riot on {title} with {unit}")
        for title in riots
        for unit in units
    ]
    words = "There is a riot, and no unit aboard to disperse it." if riots and not units else ""
    title, ready = "Riots: 1 harms the unit, 4 to 6 disperse (W22.7)", [act for act in acts if act.is_legal]
    if len(ready) <= MOST_BUTTONS:
        return Group("riots", title, acts, words=words)
    able = [unit for unit in units if any(act.text.endswith(f" with {unit}") for act in ready)]
    fields = [Field("station", "Riot on", _pairs(riots)), Field("unit", "with", _pairs(able))]
    return Group("riots", title, forms=[judge.blank("disperse the riot on {station} with {unit}", "Disperse", fields)])


def _list_healing(judge: Judge, vessel: VesselState) -> Group:
    """Return the sickbays with their patients (rules W9.7, W17.3)."""
    kinds = judge.game.content.stations
    bays = [each for each in vessel.stations.values() if has_verb(kinds[each.kind], HEALS)]
    patients = list_patients(judge, vessel)
    if not bays or not patients:
        return Group("healing", "")
    first = Field("first", "Heal", _pairs(patients))
    second = Field("second", "and", [("", "nobody else"), *_pairs(patients)], may_be_empty=True)
    forms = [
        judge.blank(f"heal {{first}}[ and {{second}}] in {bay.title}", f"Heal in {bay.title}", [first, second])
        for bay in bays
    ]
    return Group("healing", "Wounded (W9.7)", forms=forms)


def _list_movable(vessel: VesselState) -> list[tuple[str, str]]:
    """Return the sorts of crew that may be moved, as training and station (rules W9.5)."""
    pairs = [(each.training, station.title) for station, each in vessel.all_crew if not each.is_used]
    return list(dict.fromkeys(pairs))


def _list_crew(judge: Judge, vessel: VesselState) -> Group:
    movable = [(f"{training} from {title}", f"{training}, {title}") for training, title in _list_movable(vessel)]
    if not movable:
        return Group("crew", "Crew (W9.5)", words="All crew aboard have been used this turn.")
    crew, station = Field("crew", "Crew", movable), Field("station", "to", _pairs(list(vessel.stations)))
    return Group("crew", "Crew (W9.5)", forms=[judge.blank("move {crew} to {station}", "Move", [crew, station])])


def _list_shuttles(judge: Judge, vessel: VesselState, seen: Mapping[str, Any]) -> Iterator[Group]:
    for number, shuttle in enumerate(seen["shuttles"]):
        if shuttle["owner"] == vessel.name:
            yield _list_shuttle(judge, vessel, shuttle, f"shuttle{number}")


def _list_shuttle(judge: Judge, vessel: VesselState, shuttle: Mapping[str, Any], key: str) -> Group:
    """Return what a shuttle may do: fly, load and unload (rules W10)."""
    name, at = shuttle["name"], shuttle["at"]
    if not at:
        return Group(key, f"Shuttle {name}", words=f"{name} is lost (W10.6).")
    others = [other for other in list_group(judge, vessel.name) if other != at]
    forms = []
    if others:
        forms.append(judge.blank(f"fly {name} to {{vessel}}", "Fly", [Field("vessel", "Fly to", _pairs(others))]))
    forms += _list_loading(judge, vessel, name, at)
    forms += _list_unloading(judge, shuttle, at)
    held = [f"{amount} {resource}" for resource, amount in shuttle["goods"].items()]
    held += [f"{training} crew" for training, _, _ in shuttle["crew"]]
    words = f"At {at}, with {', '.join(held) or 'nothing'} aboard."
    return Group(key, f"Shuttle {name} (W10)", forms=forms, words=words)


def _list_loading(judge: Judge, vessel: VesselState, name: str, at: str) -> list[Blank]:
    """Return what a shuttle may load: goods, crew and units of its own vessel, or on request goods of another."""
    held = max(vessel.hold.values()) if at == vessel.name else MOST_GOODS
    amount = Field("n", "Load", least=1, most=max(1, held))
    goods = [resource for resource in RESOURCES if at != vessel.name or vessel.hold[resource]]
    forms = []
    if goods:
        fields = [amount, Field("resource", "of", _pairs(goods))]
        unseen = () if at == vessel.name else OF_OTHER_HOLDS
        forms.append(judge.blank(f"load {{n}} {{resource}} into {name}", "Load", fields, unseen=unseen))
    units = [unit.name for unit in judge.game.state.onfoot_aboard(at) if unit.home == vessel.name]
    cargo = _pairs(units)
    if at == vessel.name:
        cargo += [(f"{training} of {title}", f"{training}, {title}") for training, title in _list_movable(vessel)]
    if cargo:
        forms.append(judge.blank(f"load {{cargo}} into {name}", "Take aboard", [Field("cargo", "Take", cargo)]))
    return forms


def _list_unloading(judge: Judge, shuttle: Mapping[str, Any], at: str) -> list[Blank]:
    name, forms = shuttle["name"], []
    unseen = () if at == shuttle["owner"] else OF_OTHER_HOLDS
    goods = [(f"{amount} {resource}", f"{amount} {resource}") for resource, amount in shuttle["goods"].items()]
    units = [unit.name for unit in judge.game.state.units.values() if unit.aboard == name and unit.is_alive]
    if goods or units:
        cargo = Field("cargo", "Unload all", [*goods, *_pairs(units)])
        forms.append(judge.blank(f"unload {{cargo}} from {name}", "Unload", [cargo], unseen=unseen))
    if goods:
        most = max(shuttle["goods"].values())
        fields = [Field("n", "Unload", least=1, most=most), Field("resource", "of", _pairs(list(shuttle["goods"])))]
        forms.append(judge.blank(f"unload {{n}} {{resource}} from {name}", "Unload some", fields, unseen=unseen))
    if shuttle["crew"]:
        crew = _pairs(list(dict.fromkeys(training for training, _, _ in shuttle["crew"])))
        stations = _pairs([station.title for station in judge.game.content.fleet.vessels[at].stations])
        fields = [Field("crew", "Set down", crew), Field("station", f"on {at}", stations)]
        forms.append(judge.blank(f"unload {{crew}} to {{station}} from {name}", "Set down", fields))
    return forms


def _list_jump(judge: Judge, vessel: VesselState) -> Group:
    """Return coordinates and the sign (rules W18.6, W18.7)."""
    costs = [(each, f"{each}, {find_fuel_cost(judge.game, vessel, each)} fuel") for each in DISTANCES]
    digits = Field("digits", "Coordinates", longest=LONGEST_DIGITS)
    text = "set coordinates {digits} for a {distance} jump"
    fields = [digits, Field("distance", "paid for", costs)]
    forms = [judge.blank(text, "Set coordinates", fields, f"set coordinates 00000 for a {DISTANCES[0]} jump")]
    obstacle = find_obstacle(judge.game, vessel)
    if vessel.sign:
        acts = [judge.act("lower the Jump sign", "Lower the Jump sign")]
    else:
        acts = [
            judge.act("raise the Jump sign", "Raise the Jump sign"),
            judge.act("raise the Jump sign without coordinates", "Raise the sign without coordinates"),
        ]
    state = f"Set: {vessel.digits} for a {vessel.distance} jump. " if vessel.digits else "No coordinates are set. "
    state += f"No jump now: {obstacle} (W18.13)." if obstacle else "The drive is ready."
    acts = [act for act in acts if act.rule != OF_DRIVE]
    return Group("jump", "Jump (W18)", acts, forms, state)


def _list_vessel(judge: Judge, vessel: VesselState) -> Group:
    """Return docking, privacy and the damage deck (rules W10.5, W12.5, W20.2)."""
    docking = "open docking" if vessel.is_docking_closed else "close docking"
    hiding = "show the panel" if vessel.is_hidden else "hide the panel"
    texts = (docking, hiding, "read the damage deck")
    return Group("vessel", "Docking and privacy (W10.5, W20)", [judge.act(text, text.capitalize()) for text in texts])


def _list_aegis(judge: Judge, vessel: VesselState) -> Group:
    """Return the charts of the vessel that draws them, and the brig of the Aegis (rules W18.2, W24.7, W24.10)."""
    acts, forms, state = [], [], judge.game.state
    if vessel is judge.game.chart_vessel:
        acts.append(judge.act(f"draw a destination for {CARD_FUEL} fuel", f"Draw a destination for {CARD_FUEL} fuel"))
    if vessel.name == FLAGSHIP:
        table = find_council_table(state)
        for prisoner in state.brig:
            acts.append(judge.act(f"release {prisoner}", f"Release {prisoner}"))
            what = Field("what", f"{prisoner} may", [(f"go to {table}", "go to the council"), *_list_talks(judge)])
            forms.append(judge.blank(f"allow {prisoner} to {{what}}", "Allow", [what]))
    return Group("aegis", "Charts and brig (W18.2, W24)", acts, forms)


def _list_talks(judge: Judge) -> Options:
    return [(f"talk to {seat}", f"talk to {seat}") for seat in judge.game.seats_of(FLAGSHIP)]


def _list_stand_ins(judge: Judge, vessel: VesselState) -> Group:
    seats = list(judge.game.seats_of(vessel.name))
    if len(seats) < 2:
        return Group("stand", "")
    fields = [Field("player", "Who", _pairs(seats[1:] + seats[:1])), Field("role", "stands in for", _pairs(seats))]
    example = f"{seats[1]} stands in for {seats[0]}"
    form = judge.blank("{player} stands in for {role}", "Name", fields, example)
    now = [f"{whom} stands in for {who}." for who, whom in judge.game.state.stand_ins.items() if who in seats]
    return Group("stand", "Standing in (W3.14)", forms=[form], words=" ".join(now))
