"""The shapes of fleets and their verdicts: serializers of answers, and JSON Schemas of bodies for the documentation."""

from __future__ import annotations

from typing import Any

from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.fleets.judging import judge, list_problem_data
from cards.fleets.models import LONGEST_NAME, OwnFleet
from incursions.games.data_checks import LONGEST_NAME as LONGEST_SHIP_NAME
from incursions.games.talon.battle_setups import read_catalogue
from incursions.games.talon.class_roles import describe_arms, find_role
from incursions.games.talon.fleet_texts import LONGEST_TEXT
from incursions.games.talon.rules.battles import MOST_SHIPS
from incursions.games.talon.rules.definitions import SIDES, ShipClass
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_BASES,
    MOST_POINTS,
    USUAL_POINTS,
    Fleet,
    FleetLimits,
    ReadyFleet,
    count_points,
)
from incursions.kit.api.answers import Choice, Flag, ListOf, Number, Shape, Text, Time
from incursions.kit.api.requests import Schema, a_number, a_text, an_object

# Answers.


class ShipShape(Shape):
    """A ship of a fleet."""

    name = Text()

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; `class` is no name that Python allows."""
        return super().get_fields() | {"class": Text(help_text="The key of its class; it may be unknown")}


class FleetSummaryShape(Shape):
    """A fleet among others."""

    id = Text(help_text="Its name in addresses")
    url = Text(help_text="Its page")
    name = Text()
    owner = Text(help_text="As others see the name")
    visibility = Choice(choices=Visibility.choices)
    side = Choice(choices=SIDES)
    ships = Number(help_text="How many")
    spent = Number(help_text="What the ships cost together")
    points = Number(help_text="The points of the tables that it is meant for")
    bases = Number(help_text="The Bases that those tables allow")
    legal = Flag(help_text="At these limits (rules T3.7)")
    number = Number(
        allow_null=True, help_text="What a change of the fleet must name; null for all but its owner and the staff"
    )
    changed_at = Time()
    deleted_at = Time(allow_null=True)

    def to_representation(self, row: OwnFleet) -> dict[str, Any]:
        """Return a fleet as the viewer sees it."""
        verdict = judge(row.fleet, row.limits)
        knows_number = abilities.may_see_draft(self.context["view"].request.user, row)
        return {
            "id": row.public_id,
            "url": row.get_absolute_url(),
            "name": row.name,
            "owner": str(row.owner),
            "visibility": row.visibility,
            "side": row.side,
            "ships": len(row.content),
            "spent": verdict.spent,
            "points": row.points,
            "bases": row.bases,
            "legal": verdict.is_legal,
            "number": row.number if knows_number else None,
            "changed_at": row.changed_at,
            "deleted_at": row.deleted_at,
        }


class FleetContentShape(Shape):
    """The ships that a seat brings."""

    side = Choice(choices=SIDES)
    ships = ShipShape(many=True, help_text="In the order of options")


class FleetShape(FleetSummaryShape):
    """A fleet with its ships."""

    content = FleetContentShape()

    def to_representation(self, row: OwnFleet) -> dict[str, Any]:
        """Return a fleet with its ships."""
        return super().to_representation(row) | {"content": row.fleet.to_data()}


class FleetProblemShape(Shape):
    """A problem of a fleet, or a warning about it."""

    code = Text()
    severity = Choice(choices=("error", "warning"))
    rule = Text(help_text="The number of the rule that it is about")
    ships = ListOf(child=Text(), help_text="The names of the ships that it concerns")
    sentence = Text()


class FleetVerdictShape(Shape):
    """The verdict on a fleet at a table's limits (rules T3.7)."""

    content = FleetContentShape()
    points = Number(help_text="The limit that it was held to")
    bases = Number(help_text="The Bases that were allowed")
    legal = Flag(help_text="No problem is an error")
    spent = Number()
    left = Number(help_text="Below 0 for a fleet that costs too much")
    problems = FleetProblemShape(many=True)
    affordable = ListOf(child=Text(), help_text="The keys of classes of which one more could be added")


class ReadyFleetShape(Shape):
    """A ready-made fleet, which anybody may bring by its title."""

    title = Text()
    words = Text(help_text="How it fights")
    points = Number(help_text="The least points of a table that it can be brought to")
    spent = Number()
    content = FleetContentShape()

    def to_representation(self, ready: ReadyFleet) -> dict[str, Any]:
        """Return a ready-made fleet."""
        spent = count_points(ready.fleet, read_catalogue().definitions.classes)
        facts = {"title": ready.title, "words": ready.words, "points": ready.points, "spent": spent}
        return facts | {"content": ready.fleet.to_data()}


class ShipClassShape(Shape):
    """A class of ships, as far as fleets are chosen by it."""

    key = Text(help_text="What a ship of a fleet names it by")
    title = Text()
    side = Choice(choices=SIDES)
    kind = Text()
    points = Number(help_text="A squadron costs them once")
    role = Text(help_text="What it is good for, in few words")
    arms = Text(help_text="Its weapons with their numbers")
    hull = Number(help_text="Boxes; of a squadron, those of each fighter")
    shields = ListOf(child=Number(), help_text="Forward, right, rear, left")
    fighters = Number(help_text="How many fighters one piece is; 0 for ships")
    carries_fighters = Flag()

    def to_representation(self, printed: ShipClass) -> dict[str, Any]:
        """Return a class."""
        facts = {"key": printed.name, "role": find_role(printed), "arms": describe_arms(printed)}
        facts |= {name: getattr(printed, name) for name in ("title", "side", "kind", "points")}
        more = {"hull": len(printed.hull), "shields": [*printed.shields], "fighters": printed.squadron}
        return facts | more | {"carries_fighters": printed.carries_fighters}


def verdict_data(fleet: Fleet, limits: FleetLimits) -> dict[str, Any]:
    """Return the verdict on a fleet as data."""
    verdict = judge(fleet, limits)
    return {
        "content": fleet.to_data(),
        "points": limits.points,
        "bases": limits.bases,
        "legal": verdict.is_legal,
        "spent": verdict.spent,
        "left": verdict.left,
        "problems": list_problem_data(verdict),
        "affordable": [*verdict.affordable],
    }


# Bodies.

SHIP = an_object(("name", "class"), **{"name": a_text(LONGEST_SHIP_NAME), "class": a_text(LONGEST_SHIP_NAME)})
CONTENT = an_object(
    ("side", "ships"),
    side={"type": "string", "enum": [*SIDES]},
    ships={"type": "array", "maxItems": MOST_SHIPS, "items": SHIP},
)
TEXT = a_text(LONGEST_TEXT, "A line for each ship, such as `Talon CA: Reckoning` or `2 Talon DD`")
NUMBER = a_number(about="The number of the fleet that was seen; with an old one nothing is saved")
NAME = a_text(LONGEST_NAME)
POINTS = a_number(MOST_POINTS, f"The limit of the table; {USUAL_POINTS} unless said", least=FEWEST_POINTS)
BASES = a_number(MOST_BASES, "The Bases that the table allows", least=0)
VISIBILITY: Schema = {"type": "string", "enum": Visibility.values}
SOURCES = ("content", "text", "ready", "fleet")
READY = a_text(LONGEST_NAME, "The title of a ready-made fleet")
ID = a_text(24, "The id of a fleet", pattern="^[0-9a-z]+$")


def _with_one_of(sources: tuple[str, ...], body: Schema) -> Schema:
    return body | {"oneOf": [{"required": [key]} for key in sources]}


CREATE = _with_one_of(
    SOURCES[:3],
    an_object(
        (),
        name=NAME | {"description": "Else the one in the text, of the ready-made fleet, or after the side"},
        content=CONTENT,
        text=TEXT,
        ready=READY,
        points=POINTS,
        bases=BASES,
    ),
)
CHANGE = an_object(
    ("number",),
    number=NUMBER,
    name=NAME,
    content=CONTENT,
    text=TEXT,
    points=POINTS,
    bases=BASES,
    visibility=VISIBILITY,
)
STEP = an_object(("number",), number=NUMBER)
COPY = an_object(name=NAME)
CHECK = _with_one_of(
    SOURCES, an_object((), content=CONTENT, text=TEXT, ready=READY, fleet=ID, points=POINTS, bases=BASES)
)
