"""The station view of a seat, phone first: a head with tabs, the panel, orders, map, mail, hand and more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES, describe_pursuit, list_quadrants, take_fitting, view_as
from incursions.games.wolves.pages.judging import Act, Blank, Field, Group, Judge
from incursions.games.wolves.pages.order_lists import Orders, sort_orders
from incursions.games.wolves.pages.station_briefing import describe_briefing
from incursions.games.wolves.pages.station_council import (
    PART_BYTES,
    describe_chamber,
    describe_news,
    has_chamber,
    list_prison,
)
from incursions.games.wolves.pages.station_hand import list_hand
from incursions.games.wolves.pages.station_head import (
    describe_bonds,
    describe_head,
    describe_phase,
    describe_shut_panels,
)
from incursions.games.wolves.pages.station_map import list_moves, list_places
from incursions.games.wolves.pages.station_news import list_news
from incursions.games.wolves.pages.station_orders import list_orders
from incursions.games.wolves.pages.station_panel import make_panel
from incursions.games.wolves.pages.station_waiting import list_duties
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.roles import MAIL_OFFICER
from incursions.games.wolves.rules.state import CLOSE, MAP, MEDIA, TEAM, VesselState

LATEST, LOG_BYTES, NEWS_BYTES = 40, 6_000, 4_000
"""The lines of the log that a station shows, their bytes, and those of the lines that are kept apart for its seat."""
MAIL_BYTES, MAIL_PAGE_BYTES = 4_000, 24_000
"""The bytes of the newest notes of a seat, and of its proposals, on its station, and on the page of its mail."""
LONGEST_NOTE = 400
WARNINGS = {
    "raise the Jump sign": "Control resolves all raised signs together. Who jumps alone is separated (W18.8).",
    "raise the Jump sign without coordinates": "You come out at a random empty point, away from the fleet (W18.9).",
    "declare an emergency jump": "No other station of yours is operated this turn, and jumping damages some (W19).",
}
"""The orders that are asked for twice, with what cannot be taken back."""


def draw_station(game: Game, seat: str, read_to: int = 0) -> Mapping[str, Markup]:
    """Return the parts of the station view of a seat; those are drawn whose contents have changed.

    `read_to` is the last entry that the seat has marked as read.
    """
    contexts = describe_parts(game, seat, read_to)
    return {name: TEMPLATES.draw_changed(f"station_{name}", seat, context) for name, context in contexts.items()}


def describe_parts(game: Game, seat: str, read_to: int = 0) -> dict[str, dict[str, Any]]:
    """Return the contents of each part of the station view of a seat, and no more than the part shows."""
    view, judge, team = view_as(game, seat), Judge(game, seat), find_team(seat, game.state.vessels)
    own, panels = view["own"], sorted(view["panels"].items(), key=lambda item: item[0] != team)
    places, for_you = list_places(judge, view, team), list_news(game, seat, read_to, LATEST)
    for_you = for_you._replace(lines=take_fitting(for_you.lines, NEWS_BYTES))
    contexts: dict[str, dict[str, Any]] = {
        "head": {**_describe_head(judge, view, team, places), "for_you": for_you},
        "panel": {
            "panel_shut": describe_shut_panels(view, seat, team),
            "panels": [make_panel(judge, name, seen, is_own=name == team) for name, seen in panels],
        },
        "orders": {"seat": seat, "orders": _list_own_orders(judge, view, team), "warnings": WARNINGS},
        "map": {**_describe_map(judge, view, team), "places": places},
        "mail": {"seat": seat, **_list_mail(judge, view, MAIL_BYTES)},
        "hand": {
            "hand": list_hand(judge, team, own),
            "destinations": view["panels"].get(team, {}).get("destinations", ()),
            "loyalty": own["loyalty"],
        },
    }
    if has_chamber(game, seat):
        contexts["council"] = {"seat": seat, "chamber": describe_chamber(judge, view, PART_BYTES)}
    if team == MEDIA:
        contexts["news"] = {"seat": seat, "news": describe_news(judge, view, PART_BYTES)}
    lines = take_fitting(game.read_latest(seat, LATEST), LOG_BYTES, lambda line: line[0])
    contexts["log"] = {"lines": lines, "for_you": for_you}
    contexts["briefing"] = {"briefing": describe_briefing(game.content.briefings, seat, team)}
    contexts["head"]["tabs"] = [name for name in contexts if name != "head"]
    return contexts


def _describe_head(judge: Judge, view: Mapping[str, Any], team: str, places: Sequence[Act | Blank]) -> dict[str, Any]:
    """Return the contents of the head besides the tabs and the news."""
    game, seat = judge.game, judge.seat
    return {
        "attack": view["attack"],
        "phase": view["phase"],
        "place": view["own"]["place"],
        "places": places,
        "duties": list_duties(view, seat, team, has_broadcast=game.state.has_broadcast),
        "bound": describe_bonds(game, view, seat, team),
        "head": describe_head(game, view, team),
        "report": _make_report(judge),
        "home": _find_way_home(judge, places, team),
        "now": describe_phase(view, team),
        "must_choose_bay": view["sickbay"].get(seat) == "",
        "seat": seat,
    }


def _describe_map(judge: Judge, view: Mapping[str, Any], team: str) -> dict[str, Any]:
    """Return the contents of the map besides the places."""
    vessel = judge.game.state.vessels.get(team)
    return {
        "seat": judge.seat,
        "team": team,
        "moves": list_moves(judge, vessel) if vessel is not None and _has_map(judge.game, vessel) else [],
        "pursuit": describe_pursuit(judge.game, view),
        "quadrants": list_quadrants(view),
        "view": {name: view[name] for name in ("pursuit", "separated", "vessels")},
        "warnings": WARNINGS,
    }


def draw_mail(game: Game, seat: str) -> Mapping[str, Markup]:
    """Return the parts of the page with all mail of a seat."""
    view, judge = view_as(game, seat), Judge(game, seat)
    mail = _list_mail(judge, view, MAIL_PAGE_BYTES)
    return {"mail": TEMPLATES.draw("station_mail", seat=seat, own_page=True, **mail)}


def _list_own_orders(judge: Judge, view: Mapping[str, Any], team: str) -> Orders:
    """Return the orders of a seat; a prisoner has those of the brig alone (rules W24.6)."""
    if judge.seat in view["brig"]:
        forms = [each for each in list_prison(judge) if isinstance(each, Blank)]
        return Orders([Group("prison", "In the brig (W24)", (), forms)] if forms else [])
    seen = view["panels"].get(team)
    return Orders() if seen is None else sort_orders(judge, team, list_orders(judge, team, seen, view["own"]))


def _has_map(game: Game, vessel: VesselState) -> bool:
    """Return True if a vessel is on the fleet map, or in an attack elsewhere (rules W18.12)."""
    is_near = vessel.point == game.state.fleet_at or game.find_frozen(vessel.name) is not None
    return is_near and not vessel.is_destroyed


def _make_report(judge: Judge) -> Act | None:
    """Return the order that brings one of the map party to the map in an attack (rules W15.3)."""
    state = judge.game.state
    is_awaited = judge.seat in judge.game.content.fleet.map_party and state.places[judge.seat] != MAP
    if state.attack is None or not is_awaited:
        return None
    return judge.act("report to the map", "Report to the map")


def _find_way_home(judge: Judge, places: Sequence[Act | Blank], team: str) -> Act | Blank | None:
    """Return the order that brings a player to the own table in the Team phase (rules W2.7)."""
    if judge.game.state.phase not in (TEAM, CLOSE):
        return None
    return next((way for way in places if way.text == f"go to {team}" and way.is_legal), None)


def _list_mail(judge: Judge, view: Mapping[str, Any], most: int) -> dict[str, Any]:
    """Return the newest notes and proposals, in so many bytes each, and the forms (rules W23.2, W26.1).

    Open proposals come first, with the answers to Control's terms.
    """
    own = view["own"]
    notes = take_fitting(own["notes"][::-1], most, lambda note: str(note["text"]))
    by_need = sorted(own["proposals"], key=lambda proposal: (proposal["is_done"], -proposal["number"]))
    proposals = take_fitting(by_need, most, lambda proposal: f"{proposal['text']} {proposal['answer']}")
    seats = judge.list_other_players()
    note = [Field("player", "To", seats), Field("words", "Note", longest=LONGEST_NOTE)]
    example = f"write to {seats[0][0]}: -"
    answers = {
        proposal["number"]: [
            judge.act(f"accept proposal {proposal['number']}", "Accept"),
            judge.act(f"decline proposal {proposal['number']}", "Decline"),
        ]
        for proposal in proposals
        if proposal["answer"] and not proposal["is_done"]
    }
    return {
        "notes": notes,
        "officer": MAIL_OFFICER if judge.seat in judge.game.seats_of(FLAGSHIP) and judge.seat != MAIL_OFFICER else "",
        "proposals": proposals,
        "older": len(own["notes"]) - len(notes),
        "older_proposals": len(own["proposals"]) - len(proposals),
        "note": judge.blank("write to {player}: {words}", "Write", note, example),
        "propose": judge.blank("propose: {words}", "Propose", [Field("words", "Proposal", longest=LONGEST_NOTE)]),
        "answers": answers,
    }
