"""Fleets as loadouts: a seat brings a ready-made fleet, or a copy of a player's own (rules T3.7).

Their shape is that of `row_loadouts`, with `fleet` as the key and the fleet as plain data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse

from cards.deck_pages.listing import ProblemLine
from cards.decks.abilities import Viewer
from cards.fleets.judging import (
    find_first_problem,
    find_ready_fleets,
    judge,
    list_problem_data,
    list_problem_lines,
)
from cards.fleets.models import OwnFleet
from cards.row_loadouts import MOST_OFFERED, Offered, RowLoadouts, list_form_fields, make_api_fields, title_of
from incursions.games.loadouts import Loadout, SeatPlayed, SitePage
from incursions.games.talon.battle_setups import FLEET_WORDS, alternate_sides, choose_fleet, has_room, read_catalogue
from incursions.games.talon.rules.fleets import (
    PEOPLE,
    Fleet,
    FleetLimits,
    FleetShip,
    FleetVerdict,
    ReadyFleet,
    count_points,
    read_fleet,
)
from incursions.kit.api.requests import Schema
from incursions.kit.refusals import DomainError

LONGEST_ID = 24
MOST_BOTS = 1


class OfferedFleet(NamedTuple):
    """A ready-made fleet in the lists of forms, which name a deck's race, ship, captain and plan."""

    title: str
    race: str
    ship: str
    captain: str
    plan: str
    style: str = ""


def find_copy(loadout: Loadout | None) -> Fleet | None:
    """Return the copy of an own fleet, or None if the loadout holds none."""
    return read_fleet(loadout["content"]) if loadout is not None and "content" in loadout else None


def find_fleet(loadout: Loadout | None) -> Fleet | None:
    """Return the fleet of a loadout: the copy, or the ready-made one, if there is one of that title."""
    ready = read_catalogue().fleets.get(title_of(loadout))
    return find_copy(loadout) if ready is None else ready.fleet


def deal_sides(told: Sequence[str | None], firm: Sequence[bool]) -> list[str]:
    """Return the side of each seat, which alternate: as the fleets tell, else the first seat is Terran.

    Where two seats tell the same side, a `firm` one keeps it, or else the first.
    """
    for seat in sorted(range(len(told)), key=lambda seat: (not firm[seat], seat)):
        side = told[seat]
        if side is not None:
            return alternate_sides(len(told), seat, side)
    return alternate_sides(len(told))


class FleetLoadouts(RowLoadouts):
    """The fleets of players, and the ready-made ones that anybody may play."""

    pages = (SitePage("Fleets", "fleets:mine", "fleets"),)
    words = FLEET_WORDS
    own_field = "fleet"
    column = "fleet_content"
    fields = list_form_fields(MOST_BOTS)
    api_fields: ClassVar[Mapping[str, Schema]] = make_api_fields(own_field, words)

    def find_list_address(self) -> str:
        return reverse("fleets:mine")

    def list_titles(self) -> Collection[str]:
        return read_catalogue().fleets

    def find_any_row(self, name: str) -> OwnFleet | None:
        return OwnFleet.objects.filter(public_id=name).first()

    def find_own_row(self, name: str, viewer: Viewer) -> OwnFleet | None:
        is_name = name.isascii() and name.isalnum() and len(name) <= LONGEST_ID
        return OwnFleet.objects.own(viewer).filter(public_id=name).first() if is_name else None

    def judge_row(self, row: OwnFleet, limits: FleetLimits) -> FleetVerdict:
        return judge(row.fleet, limits)

    def list_owned(self, viewer: Viewer, limits: FleetLimits | None = None) -> list[Offered]:
        return [
            Offered(row, f"{self.prefix}{row.public_id}", limits is None or judge(row.fleet, limits).is_legal)
            for row in OwnFleet.objects.own(viewer)[:MOST_OFFERED]
        ]

    def list_ready(self, limits: FleetLimits | None = None) -> list[OfferedFleet]:
        fleets = read_catalogue().fleets if limits is None else find_ready_fleets(limits)
        return [_offer(ready) for ready in fleets.values()]

    def list_problem_lines(self, verdict: FleetVerdict) -> list[ProblemLine]:
        return list_problem_lines(verdict)

    def list_problem_data(self, verdict: FleetVerdict) -> list[dict[str, Any]]:
        return list_problem_data(verdict)

    def find_mend_address(self, row: OwnFleet) -> str:
        return row.get_absolute_url()

    def check_content(self, content: Any) -> Any:
        return read_fleet(content).to_data()

    def make_form_context(self, viewer: Viewer, limits: FleetLimits | None = None) -> dict[str, Any]:
        more = {"plans_title": "The ready-made fleets", "builder": reverse("fleets:mine")}
        return super().make_form_context(viewer, limits) | more

    def choose(self, named: Loadout | None, viewer: Any, limits: FleetLimits | None) -> Loadout | None:
        """Return the named loadout, an own fleet judged by the table's limits and copied (rules T3.7).

        Raises `RowRefusedError`: no_such_deck for a fleet that is not the viewer's, illegal_deck.
        """
        if named is None or not self.names_row(named):
            return named
        if limits is None:
            return None
        row = self.find_own_row(named["fleet"], viewer)
        if row is None:
            raise self.refuse("no_such_deck", "You have no such fleet. Choose another one.")
        verdict = judge(row.fleet, limits)
        if not verdict.is_legal:
            message = f"This fleet cannot be played: {find_first_problem(verdict)}"
            rule = verdict.errors[0].rule
            raise self.refuse("illegal_deck", message, rule=rule, row=row, verdict=verdict, limits=limits)
        return {"fleet": row.public_id, "content": row.fleet.to_data()}

    def check(self, chosen: Loadout | None, limits: FleetLimits | None) -> None:
        title = title_of(chosen)
        if title and limits is not None and title not in find_ready_fleets(limits):
            is_known = title in read_catalogue().fleets
            why = f"“{title}” costs more than" if is_known else f"There is no ready-made fleet “{title}” for"
            raise DomainError("deck_needed", f"{why} {limits.short_words}.", rule="T3.7")

    def describe_content(self, loadout: Loadout | None) -> str:
        """Return the ready-made fleet, or side and points of an own one."""
        if title_of(loadout):
            return f"the fleet “{title_of(loadout)}”"
        fleet = find_copy(loadout)
        return "no fleet" if fleet is None else _describe(fleet)

    def find_ship(self, loadout: Loadout | None) -> SeatPlayed:
        fleet = find_fleet(loadout)
        return SeatPlayed("", "") if fleet is None else SeatPlayed(PEOPLE[fleet.side], PEOPLE[fleet.side])

    def render_content(self, loadout: Loadout | None) -> str:
        fleet = find_fleet(loadout)
        if fleet is None:
            return ""
        classes = read_catalogue().definitions.classes
        ships = [(ship.name, classes.get(ship.class_name)) for ship in fleet.ships]
        return render_to_string("fleets/listing.html", {"ships": ships, "spent": count_points(fleet, classes)})

    def render_problems(self, loadout: Loadout | None, limits: FleetLimits) -> str:
        verdict = self.judge(loadout, limits)
        lines = [] if verdict is None else list_problem_lines(verdict)
        return "" if verdict is None else render_to_string("decks/problems.html", {"problems": lines})

    def assign(self, chosen: Sequence[Loadout | None], limits: FleetLimits | None) -> list[Loadout | None]:
        """Return a fleet for every seat: its own, a ready-made one that the table allows, or one of the other side."""
        if limits is None:
            return [None] * len(chosen)
        ready, told = find_ready_fleets(limits), self._list_sides(chosen)
        sides = deal_sides(told, [self.is_own(one) for one in chosen])
        given: list[Loadout | None] = []
        for loadout, own_side, side in zip(chosen, told, sides, strict=True):
            keeps = loadout is not None and (self.is_own(loadout) or title_of(loadout) in ready)
            title = "" if keeps else choose_fleet(read_catalogue(), own_side or side, sides, limits).title
            given.append(loadout if keeps else {"starter": title})
        return given

    @staticmethod
    def _list_sides(loadouts: Iterable[Loadout | None]) -> list[str | None]:
        return [None if (fleet := find_fleet(loadout)) is None else fleet.side for loadout in loadouts]

    def judge(self, loadout: Loadout | None, limits: FleetLimits | None) -> FleetVerdict | None:
        fleet = find_copy(loadout)
        return None if fleet is None or limits is None else judge(fleet, limits)

    def bring(
        self, chosen: Sequence[Loadout | None], limits: FleetLimits | None
    ) -> list[tuple[Loadout | None, dict[str, Any] | None]]:
        """Return the loadout and the fleet of each seat, in the transaction that starts the match.

        Both sides are never of one faction (T1.6): of two fleets of one side a player's own stays, or else that of the
        first seat. The other one, a fleet that is not legal, and one that leaves its mate no room to deploy (T3.9) give
        way to a ready-made fleet.
        """
        if limits is None:
            return [(None, None) for _ in chosen]
        legal = [self._find_legal(loadout, limits) for loadout in chosen]
        told = [None if fleet is None else fleet.side for fleet in legal]
        sides = deal_sides(
            told, [self.is_own(one) and side is not None for one, side in zip(chosen, told, strict=True)]
        )
        brought: list[tuple[Loadout | None, dict[str, Any] | None]] = []
        for loadout, fleet, side in zip(chosen, legal, sides, strict=True):
            of_row = self.keep_row(loadout)
            if fleet is None or fleet.side != side or not has_room(read_catalogue(), fleet, sides):
                ready = choose_fleet(read_catalogue(), side, sides, limits)
                brought.append(({"starter": ready.title} | of_row, ready.fleet.to_data()))
            else:
                own = of_row if self.is_own(loadout) else {"starter": title_of(loadout)}
                brought.append((own, fleet.to_data()))
        return brought

    @staticmethod
    def _find_legal(loadout: Loadout | None, limits: FleetLimits) -> Fleet | None:
        fleet = find_fleet(loadout)
        return fleet if fleet is not None and judge(fleet, limits).is_legal else None

    def find_played(self, setup: Any, seat: int, loadout: Loadout | None) -> Loadout | None:
        if loadout is None or not self.is_own(loadout):
            return self.find_by_title(title_of(loadout))
        ships = [ship for ship in setup["ships"] if ship["seat"] == seat]
        fleet = Fleet(
            setup["seats"][seat]["side"], tuple(FleetShip(ship["name"], ship["ship_class"]) for ship in ships)
        )
        return {"fleet": loadout.get("fleet"), "content": fleet.to_data()}

    def describe(self, loadout: Loadout | None) -> str:
        """Return the ready-made fleet, or the side of an own one, by which others choose theirs."""
        if not self.is_own(loadout):
            return title_of(loadout) or "no fleet yet"
        fleet = find_copy(loadout)
        return "a fleet of its player’s own" if fleet is None else f"a {_name_side(fleet)} fleet of its player’s own"

    def find_problems(self, loadouts: Iterable[Loadout | None], limits: FleetLimits) -> list[str]:
        verdicts = [self.judge(loadout, limits) for loadout in loadouts]
        return ["" if verdict is None else find_first_problem(verdict) for verdict in verdicts]


def _offer(ready: ReadyFleet) -> OfferedFleet:
    spent = count_points(ready.fleet, read_catalogue().definitions.classes)
    ships = ", ".join(ship.name for ship in ready.fleet.ships)
    return OfferedFleet(ready.title, PEOPLE[ready.fleet.side], f"{spent} points", ships, ready.words)


def _name_side(fleet: Fleet) -> str:
    return fleet.side.capitalize()


def _describe(fleet: Fleet) -> str:
    return f"a {_name_side(fleet)} fleet of {count_points(fleet, read_catalogue().definitions.classes)} points"


FLEETS = FleetLoadouts()
