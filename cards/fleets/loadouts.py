"""Fleets as loadouts: a seat brings a ready-made fleet, or a copy of a player's own (rules T3.7).

A loadout is `{"starter": TITLE}` or `{"fleet": ID, "content": FLEET}`: the public id of a row, None without one, and
the fleet as plain data. A match that has started keeps the fleets in its set-up, and the id alone at the seat. A fleet
that could not be played then gave way to a ready-made one: `{"starter": TITLE, "fleet": ID}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse

from cards.api.deck_shapes import TITLE
from cards.deck_pages.listing import ProblemLine
from cards.fleets.models import OwnFleet
from incursions.games.loadouts import Loadout, LoadoutRefusedError, Loadouts, SeatPlayed, SitePage
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    PEOPLE,
    Fleet,
    FleetLimits,
    FleetShip,
    FleetVerdict,
    Problem,
    ReadyFleet,
    choose_ready_fleet,
    count_points,
    judge_fleet,
    read_fleet,
)
from incursions.kit.api.requests import Schema
from incursions.kit.refusals import DomainError

OWN = "deck:"  # prefix of an own fleet's name in a field for starters, as forms have it for decks
LONGEST_TITLE = 60
LONGEST_ID = 24
MOST_OFFERED = 100


class OfferedFleet(NamedTuple):
    """A ready-made fleet in the lists of forms, which name a deck's race, ship, captain and plan."""

    title: str
    race: str
    ship: str
    captain: str
    plan: str
    style: str = ""


class OfferedOwn(NamedTuple):
    """An own fleet to choose from; forms call it a deck. `is_legal` at the table in question, True if there is none."""

    deck: OwnFleet
    is_legal: bool


class FleetRefusedError(LoadoutRefusedError):
    """The refusal of an own fleet. An illegal one is attached, with its verdict and the limits that it was held to."""

    template = "tables/deck_refused.html"
    fields = ("starter",)

    def __init__(self, code: str, message: str, *, deck: OwnFleet | None = None, limits: FleetLimits | None = None):
        self.deck = deck
        self.verdict = None if deck is None or limits is None else judge(deck.fleet, limits)
        self.limits = limits
        super().__init__(code, message, rule=self.verdict.errors[0].rule if self.verdict else "")

    @property
    def mend(self) -> str:
        """The address where the fleet is changed."""
        return "" if self.deck is None else self.deck.get_absolute_url()

    @property
    def details(self) -> dict[str, object]:
        """Every problem, as data."""
        return {"problems": [problem._asdict() for problem in self.verdict.errors] if self.verdict else []}

    @property
    def shown_verdict(self) -> ShownVerdict | None:
        return None if self.deck is None or self.limits is None else show_row(self.deck, self.limits)

    def make_page_context(self, viewer: Any) -> dict[str, Any]:
        """Return the problems, and the fleets to choose another one from."""
        lines = [] if self.verdict is None else list_problem_lines(self.verdict)
        return {"problems": lines} | FLEETS.make_form_context(viewer, self.limits)


class ShownVerdict(NamedTuple):
    """A verdict on a fleet at a table, for pages. `mend` is the address where it is changed, "" if there is none."""

    name: str
    is_legal: bool
    limit: str
    problems: list[ProblemLine]
    mend: str


def list_problem_lines(verdict: FleetVerdict) -> list[ProblemLine]:
    """Return the errors and warnings of a verdict as pages show them."""
    return [_line(problem, is_error=True) for problem in verdict.errors] + [
        _line(problem, is_error=False) for problem in verdict.warnings
    ]


def _line(problem: Problem, *, is_error: bool) -> ProblemLine:
    return ProblemLine(problem.code, is_error, problem.sentence, problem.rule, [])


def find_ready_fleets(limits: FleetLimits | None) -> dict[str, ReadyFleet]:
    """Return the ready-made fleets within the limits, by title; none where seats bring nothing."""
    if limits is None:
        return {}
    return {title: ready for title, ready in read_catalogue().fleets.items() if ready.points <= limits.points}


def judge(fleet: Fleet, limits: FleetLimits) -> FleetVerdict:
    """Return the verdict on a fleet by the classes of this installation."""
    return judge_fleet(fleet, limits, read_catalogue().definitions.classes)


def title_of(loadout: Loadout | None) -> str:
    """Return the title of the ready-made fleet that is played; "" for an own one, and for none."""
    return "" if loadout is None else loadout.get("starter", "")


def find_copy(loadout: Loadout | None) -> Fleet | None:
    """Return the copy of an own fleet, or None if the loadout holds none."""
    return read_fleet(loadout["content"]) if loadout is not None and "content" in loadout else None


def find_fleet(loadout: Loadout | None) -> Fleet | None:
    """Return the fleet of a loadout: the copy, or the ready-made one, if there is one of that title."""
    ready = read_catalogue().fleets.get(title_of(loadout))
    return find_copy(loadout) if ready is None else ready.fleet


def show_row(row: OwnFleet, limits: FleetLimits) -> ShownVerdict:
    """Return the verdict on a user's fleet at these limits, as pages show it."""
    verdict = judge(row.fleet, limits)
    mend = "" if verdict.is_legal else row.get_absolute_url()
    return ShownVerdict(row.name, verdict.is_legal, limits.words, list_problem_lines(verdict), mend)


def find_own_row(name: str, viewer: Any) -> OwnFleet | None:
    """Return the viewer's own fleet with that name in its address, or None."""
    is_name = name.isascii() and name.isalnum() and len(name) <= LONGEST_ID
    return OwnFleet.objects.own(viewer).filter(public_id=name).first() if is_name else None


def find_first_problem(verdict: FleetVerdict) -> str:
    """Return the first error of a fleet as a sentence, or "" for a legal one."""
    return next((problem.sentence for problem in verdict.errors), "")


def deal_sides(told: Sequence[str | None], firm: Sequence[bool]) -> list[str]:
    """Return the side of each seat, which alternate: as the fleets tell, else the first seat is Terran.

    Where two seats tell the same side, a `firm` one keeps it, or else the first.
    """
    for seat in sorted(range(len(told)), key=lambda seat: (not firm[seat], seat)):
        side = told[seat]
        if side is not None:
            first = SIDES.index(side) + seat
            return [SIDES[(first + other) % len(SIDES)] for other in range(len(told))]
    return [SIDES[seat % len(SIDES)] for seat in range(len(told))]


class FleetLoadouts(Loadouts):
    """The fleets of players, and the ready-made ones that anybody may play."""

    pages = (SitePage("Fleets", "fleets:mine", "fleets"),)
    fields = ("starter", "bot_starter_1")
    api_fields: ClassVar[Mapping[str, Schema]] = {
        "starter": TITLE | {"description": "The title of a starter deck or of a ready-made fleet"}
    }
    api_bot_fields: ClassVar[Mapping[str, Schema]] = {"starter": TITLE}

    def read_choice(self, fields: Mapping[str, Any]) -> Loadout | None:
        starters = fields.get("starters")
        first = starters[0] if isinstance(starters, list) and starters else fields.get("starter")
        return self._read_title(first, may_be_own=True)

    def read_bot_choice(self, fields: Mapping[str, Any], seat: int) -> Loadout | None:
        return self._read_title(fields.get("starter") or fields.get(f"bot_starter_{seat}"))

    def read_seats(self, fields: Mapping[str, Any], seats: int, bots: int) -> tuple[Loadout | None, ...]:
        given = fields.get("starters")
        if given is None:
            of_bots = [fields.get(f"bot_starter_{number}", "") for number in range(1, bots + 1)]
            given = [fields.get("starter", ""), *[""] * (seats - bots - 1), *of_bots]
        if not isinstance(given, list) or len(given) > seats:
            raise DomainError("malformed", "starters is a list of titles, one for each seat.")
        return tuple(self._read_title(title, may_be_own=seat == 0) for seat, title in enumerate(given))

    @staticmethod
    def _read_title(title: Any, *, may_be_own: bool = False) -> Loadout | None:
        """Return the loadout that a field names; an own fleet by its id alone, still without its content."""
        if title is None or title == "":
            return None
        if may_be_own and isinstance(title, str) and title.startswith(OWN):
            return {"fleet": title.removeprefix(OWN)}
        fleets = read_catalogue().fleets
        if not isinstance(title, str) or title not in fleets:
            raise DomainError("malformed", f"A ready-made fleet is one of: {', '.join(fleets)}.")
        return {"starter": title}

    def choose(self, named: Loadout | None, viewer: Any, limits: FleetLimits | None) -> Loadout | None:
        """Return the named loadout, an own fleet judged by the table's limits and copied (rules T3.7).

        Raises `FleetRefusedError`: no_such_deck for a fleet that is not the viewer's, illegal_deck.
        """
        if named is None or "fleet" not in named or "content" in named:
            return named
        if limits is None:
            return None
        row = find_own_row(named["fleet"], viewer)
        if row is None:
            raise FleetRefusedError("no_such_deck", "You have no such fleet. Choose another one.")
        verdict = judge(row.fleet, limits)
        if not verdict.is_legal:
            message = f"This fleet cannot be played: {find_first_problem(verdict)}"
            raise FleetRefusedError("illegal_deck", message, deck=row, limits=limits)
        return {"fleet": row.public_id, "content": row.fleet.to_data()}

    def check(self, chosen: Loadout | None, limits: FleetLimits | None) -> None:
        title = title_of(chosen)
        if title and limits is not None and title not in find_ready_fleets(limits):
            raise DomainError("deck_needed", f"“{title}” costs more than {limits.short_words}.", rule="T3.7")

    def check_known(self, chosen: Iterable[Loadout | None]) -> None:
        unknown = [title for one in chosen if (title := title_of(one)) and title not in read_catalogue().fleets]
        if unknown:
            raise ValueError(f"{', '.join(unknown)} are no ready-made fleets")

    def is_own(self, loadout: Loadout | None) -> bool:
        return loadout is not None and "starter" not in loadout

    def make_own(self, content: Any) -> Loadout:
        return {"fleet": None, "content": content}

    def find_own(self, loadout: Loadout | None) -> Any:
        return None if loadout is None else loadout.get("content")

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

    def list_offered(self, limits: FleetLimits | None) -> list[OfferedFleet]:
        return [_offer(ready) for ready in find_ready_fleets(limits).values()]

    def make_form_context(self, viewer: Any, limits: FleetLimits | None = None) -> dict[str, Any]:
        fleets = find_ready_fleets(limits) if limits is not None else read_catalogue().fleets
        rows = OwnFleet.objects.own(viewer)[:MOST_OFFERED]
        return {
            "own_decks": [OfferedOwn(row, limits is None or judge(row.fleet, limits).is_legal) for row in rows],
            "starters": [_offer(ready) for ready in fleets.values()],
            "plans_title": "The ready-made fleets",
            "builder": reverse("fleets:mine"),
        }

    def assign(self, chosen: Sequence[Loadout | None], limits: FleetLimits | None) -> list[Loadout | None]:
        """Return a fleet for every seat: its own, a ready-made one that the table allows, or one of the other side."""
        if limits is None:
            return [None] * len(chosen)
        ready, told = find_ready_fleets(limits), self._list_sides(chosen)
        sides = deal_sides(told, [self.is_own(one) for one in chosen])
        given: list[Loadout | None] = []
        for loadout, own_side, side in zip(chosen, told, sides, strict=True):
            keeps = loadout is not None and (self.is_own(loadout) or title_of(loadout) in ready)
            given.append(loadout if keeps else {"starter": self._choose_ready(own_side or side, limits)})
        return given

    @staticmethod
    def _list_sides(loadouts: Iterable[Loadout | None]) -> list[str | None]:
        return [None if (fleet := find_fleet(loadout)) is None else fleet.side for loadout in loadouts]

    @staticmethod
    def _choose_ready(side: str, limits: FleetLimits) -> str:
        return choose_ready_fleet(read_catalogue().fleets.values(), side, limits).title

    def judge(self, loadout: Loadout | None, limits: FleetLimits | None) -> FleetVerdict | None:
        fleet = find_copy(loadout)
        return None if fleet is None or limits is None else judge(fleet, limits)

    def show_verdict(self, loadout: Loadout | None, limits: FleetLimits | None) -> ShownVerdict | None:
        verdict = self.judge(loadout, limits)
        if verdict is None or limits is None:
            return None
        row = self.find_row(loadout)
        name, mend = ("Your fleet", "") if row is None else (row.name, row.get_absolute_url())
        lines = list_problem_lines(verdict)
        return ShownVerdict(name, verdict.is_legal, limits.words, lines, "" if verdict.is_legal else mend)

    def show_verdict_on_choice(
        self, query: Mapping[str, str], viewer: Any, limits: FleetLimits | None
    ) -> ShownVerdict | None:
        named = query.get("starter", "")
        row = find_own_row(named.removeprefix(OWN), viewer) if named.startswith(OWN) else None
        return None if row is None or limits is None else show_row(row, limits)

    def find_named(self, query: Mapping[str, str], viewer: Any) -> tuple[bool, OwnFleet | None]:
        named = query.get("deck", query.get("starter", "").partition(OWN)[2])
        return bool(named), find_own_row(named, viewer) if named else None

    def name_owned(self, name: str) -> Loadout:
        return {"fleet": name}

    def find_row(self, loadout: Loadout | None) -> OwnFleet | None:
        named = None if loadout is None else loadout.get("fleet")
        return None if named is None else OwnFleet.objects.filter(public_id=named).first()

    def bring(
        self, chosen: Sequence[Loadout | None], limits: FleetLimits | None
    ) -> list[tuple[Loadout | None, dict[str, Any] | None]]:
        """Return the loadout and the fleet of each seat, in the transaction that starts the match.

        Both sides are never of one faction (T1.6): of two fleets of one side a player's own stays, or else that of the
        first seat. The other one, and a fleet that is not legal, gives way to a ready-made fleet.
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
            of_row = {} if loadout is None or "fleet" not in loadout else {"fleet": loadout["fleet"]}
            if fleet is None or fleet.side != side:
                ready = choose_ready_fleet(read_catalogue().fleets.values(), side, limits)
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

    def find_by_title(self, title: str) -> Loadout | None:
        return {"starter": title} if title else None

    def find_title(self, loadout: Loadout | None) -> str:
        return title_of(loadout)

    def describe_to_owner(self, loadout: Loadout | None) -> str:
        if loadout is None:
            return ""
        return "a fleet of your own" if self.is_own(loadout) else f"“{title_of(loadout)}”"

    def find_replacement(self, loadout: Loadout | None) -> str:
        gave_way = loadout is not None and "starter" in loadout and "fleet" in loadout
        return title_of(loadout) if gave_way else ""

    def seat_data(self, loadout: Loadout | None) -> dict[str, object]:
        return {"starter": title_of(loadout), "own_deck": self.is_own(loadout)}

    def to_columns(self, loadout: Loadout | None, *, with_own: bool = True) -> dict[str, Any]:
        own = {"fleet_content": (loadout or {}).get("content")} if with_own else {}
        return {"starter": title_of(loadout), **own}

    def take_from_columns(self, columns: dict[str, Any], *, has_played: bool = False) -> Loadout | None:
        title, content = columns.pop("starter", ""), columns.pop("fleet_content", None)
        if not isinstance(title, str) or len(title) > LONGEST_TITLE or not title.isprintable():
            raise ValueError("starter: a title was expected")
        if content is not None:
            return self.make_own(read_fleet(content).to_data())
        return {"fleet": None} if has_played and not title else self.find_by_title(title)

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
