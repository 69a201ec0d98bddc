"""Reading stations, damage cards, action cards, destinations and prompts from plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from incursions.games.data_checks import (
    Place,
    take_fields,
    take_flag,
    take_list,
    take_text,
    take_title,
    take_whole,
    take_wholes,
    take_word,
)
from incursions.games.wolves.rules.content.definitions import (
    ANY_CREW,
    DISTANCES,
    RESOURCES,
    TIMINGS,
    TRAININGS,
    ActionCard,
    Amounts,
    DamageCard,
    Destination,
    Fleet,
    Prompt,
    StationKind,
)
from incursions.games.wolves.rules.content.effects import Names, read_amounts, read_effects

RESERVE = "reserve"
ONE_USE, RETAINED = "one use", "retained"
CARD_PHASES = ("muster", "action", "attack", "team", "close", "any")
"""When an action card is played (rules W21.4)."""
PROMPT_PHASES = ("action", "team")
LONGEST_TEXT, LONGEST_SENTENCES = 80, 400
MOST_NUMBER, MOST_REPAIR, MOST_CHOICES, DIE_FACES, DIGITS = 999, 9, 4, 6, 5


def read_station_kind(kind: str, data: Any, place: Place, names: Names) -> StationKind:
    """Return a kind of station (rules W11). Raises `DataError`."""
    fields = take_fields(data, place, ("kind", "title", "timing"), ("crew", "in", "out", "effects", "text"))
    if not kind.replace("_", "").isalpha() or kind != kind.lower():
        raise place.part("kind").fault("small letters and underscores were expected")
    return StationKind(
        kind,
        take_title(fields["title"], place.part("title")),
        take_word(fields["timing"], place.part("timing"), TIMINGS),
        read_amounts(fields.get("crew", {}), place.part("crew"), (*TRAININGS, ANY_CREW)),
        read_amounts(fields.get("in", {}), place.part("in"), RESOURCES),
        read_amounts(fields.get("out", {}), place.part("out"), RESOURCES),
        read_effects(fields.get("effects", []), place.part("effects"), names),
        take_text(fields["text"], place.part("text"), LONGEST_SENTENCES) if "text" in fields else "",
    )


def read_damage_card(title: str, data: Any, place: Place, names: Names) -> DamageCard:
    """Return a design of damage card (rules W12). Raises `DataError`."""
    needed = ("title", "kind", "instant", "ongoing", "repair")
    fields = take_fields(data, place, needed, ("vessel", "still_works"))
    repair = take_fields(fields["repair"], place.part("repair"), ("engineers", "materials"))
    where = place.part("still_works")
    still = take_fields(fields.get("still_works", {}), where, (), ("out", "effects"))
    return DamageCard(
        take_title(title, place),
        take_word(fields["kind"], place.part("kind"), names.kinds),
        take_word(fields["vessel"], place.part("vessel"), names.vessels) if "vessel" in fields else "",
        read_effects(fields["instant"], place.part("instant"), names),
        read_effects(fields["ongoing"], place.part("ongoing"), names),
        take_whole(repair["engineers"], place.part("repair").part("engineers"), 0, MOST_REPAIR),
        take_whole(repair["materials"], place.part("repair").part("materials"), 0, MOST_REPAIR),
        read_amounts(still.get("out", {}), where.part("out"), RESOURCES),
        read_effects(still.get("effects", []), where.part("effects"), names),
    )


def read_deck(vessel: str, data: Any, place: Place, fleet: Fleet, cards: Mapping[str, DamageCard]) -> Amounts:
    """Return the damage deck of a vessel: a card for each of its stations, kind by kind (rules W12.9)."""
    deck = read_amounts(data, place, cards, least=1)
    wrong = next((title for title in deck if cards[title].vessel not in ("", vessel)), "")
    if wrong:
        raise place.part(wrong).fault(f"this card is printed for {cards[wrong].vessel} alone")
    stations = [station.kind for station in fleet.vessels[vessel].stations]
    for kind in dict.fromkeys((*stations, *(cards[title].kind for title in deck))):
        held = sum(number for title, number in deck.items() if cards[title].kind == kind)
        if held != stations.count(kind):
            raise place.fault(
                f"{stations.count(kind)} cards of {kind} were expected, one a station (W12.9), not {held}"
            )
    return deck


def read_action_card(title: str, data: Any, place: Place, names: Names, teams: Collection[str]) -> ActionCard:
    """Return an action card (rules W21). Raises `DataError`."""
    needed = ("number", "title", "team", "kind", "when", "effects", "text")
    fields = take_fields(data, place, needed, ("own", "give", "cost", "uses"))
    return ActionCard(
        take_whole(fields["number"], place.part("number"), 1, MOST_NUMBER),
        take_title(title, place),
        take_word(fields["team"], place.part("team"), (*teams, RESERVE)),
        take_word(fields["kind"], place.part("kind"), (ONE_USE, RETAINED)) == RETAINED,
        take_word(fields["when"], place.part("when"), CARD_PHASES),
        take_flag(fields.get("own", False), place.part("own")),
        take_flag(fields.get("give", False), place.part("give")),
        read_amounts(fields.get("cost", {}), place.part("cost"), RESOURCES),
        take_word(fields["uses"], place.part("uses"), names.kinds) if "uses" in fields else "",
        read_effects(fields["effects"], place.part("effects"), names),
        take_text(fields["text"], place.part("text"), LONGEST_SENTENCES),
    )


def read_destination(title: str, data: Any, place: Place, names: Names) -> Destination:
    """Return a place to jump to (rules W18.1). Raises `DataError`."""
    needed = ("title", "distance", "coordinates", "benefit", "risk_text", "arrive")
    fields = take_fields(data, place, needed, ("here", "risk"))
    digits = take_text(fields["coordinates"], place.part("coordinates"), DIGITS)
    if len(digits) != DIGITS or not (digits.isascii() and digits.isdecimal()):
        raise place.part("coordinates").fault("five digits were expected (W18.1)")
    where = place.part("risk")
    risk = take_fields(fields["risk"], where, ("numbers", "effects")) if "risk" in fields else {}
    return Destination(
        take_title(title, place),
        take_word(fields["distance"], place.part("distance"), DISTANCES),
        digits,
        take_text(fields["benefit"], place.part("benefit"), LONGEST_TEXT),
        take_text(fields["risk_text"], place.part("risk_text"), LONGEST_TEXT),
        read_effects(fields["arrive"], place.part("arrive"), names),
        read_effects(fields.get("here", []), place.part("here"), names),
        take_wholes(risk.get("numbers", []), where.part("numbers"), 1, DIE_FACES),
        read_effects(risk.get("effects", []), where.part("effects"), names),
    )


def read_prompt(title: str, data: Any, place: Place, vessels: Collection[str]) -> Prompt:
    """Return an event that Control may bring (rules W26.6). Raises `DataError`."""
    fields = take_fields(data, place, ("number", "title", "when", "whom", "read", "suggest", "news"), ("ask",))
    ask = take_fields(fields.get("ask", {}), place.part("ask"), (), ("choice",))
    choices = take_list(ask.get("choice", []), place.part("ask"), 0, MOST_CHOICES)
    return Prompt(
        take_whole(fields["number"], place.part("number"), 1, MOST_NUMBER),
        take_title(title, place),
        take_word(fields["when"], place.part("when"), PROMPT_PHASES),
        take_word(fields["whom"], place.part("whom"), vessels),
        take_text(fields["read"], place.part("read"), LONGEST_SENTENCES),
        tuple(take_text(choice, place.part("ask"), LONGEST_TEXT) for choice in choices),
        take_text(fields["suggest"], place.part("suggest"), LONGEST_SENTENCES),
        take_text(fields["news"], place.part("news"), LONGEST_SENTENCES),
    )
