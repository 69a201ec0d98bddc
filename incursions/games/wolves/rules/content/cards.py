"""Reading stations, damage cards, action cards, destinations and prompts from plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from incursions.games.data_checks import (
    Place,
    raise_faults,
    take_fields,
    take_flag,
    take_list,
    take_text,
    take_title,
    take_whole,
    take_wholes,
    take_word,
)
from incursions.games.data_entries import EntryReader
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
    Effects,
    Prompt,
    StationKind,
)
from incursions.games.wolves.rules.content.effects import Names, read_amounts, read_effects
from incursions.kit.words import quote

RESERVE = "reserve"
ONE_USE, RETAINED = "one use", "retained"
CARD_PHASES = ("muster", "action", "attack", "team", "close", "any")
"""When an action card is played (rules W21.4)."""
PROMPT_PHASES = ("action", "team")
LONGEST_TEXT, LONGEST_SENTENCES = 80, 400
MOST_NUMBER, MOST_REPAIR, MOST_CHOICES, DIE_FACES, DIGITS = 999, 9, 4, 6, 5


def read_station_kind(kind: str, data: Any, place: Place, names: Names) -> StationKind:
    """Return a kind of station (rules W11). Raises `DataError`."""
    entry = EntryReader(data, place, ("kind", "title", "timing"), ("crew", "in", "out", "effects", "text"))
    entry.read_field("kind", _take_kind_name)
    made = StationKind(
        kind,
        entry.read_field("title", take_title),
        entry.read_field("timing", take_word, TIMINGS),
        entry.read_field_or({}, "crew", read_amounts, (*TRAININGS, ANY_CREW)),
        entry.read_field_or({}, "in", read_amounts, RESOURCES),
        entry.read_field_or({}, "out", read_amounts, RESOURCES),
        entry.read_field_or((), "effects", read_effects, names),
        entry.read_field_or("", "text", take_text, LONGEST_SENTENCES),
    )
    return entry.finish(made)


def _take_kind_name(value: Any, place: Place) -> str:
    kind = take_text(value, place, LONGEST_TEXT)
    if not kind.replace("_", "").isalpha() or kind != kind.lower():
        raise place.fault("small letters and underscores were expected")
    return kind


def read_damage_card(title: str, data: Any, place: Place, names: Names) -> DamageCard:
    """Return a design of damage card (rules W12). Raises `DataError`."""
    needed = ("title", "kind", "instant", "ongoing", "repair")
    entry = EntryReader(data, place, needed, ("vessel", "still_works"))
    entry.read_field("title", take_title)
    still_outputs, still_effects = entry.read_field_or(({}, ()), "still_works", _read_rest, names)
    made = DamageCard(
        title,
        entry.read_field("kind", take_word, names.kinds),
        entry.read_field_or("", "vessel", take_word, names.vessels),
        entry.read_field("instant", read_effects, names),
        entry.read_field("ongoing", read_effects, names),
        *(entry.read_field("repair", _read_repair) or (0, 0)),
        still_outputs,
        still_effects,
    )
    return entry.finish(made)


def _read_repair(data: Any, place: Place) -> tuple[int, int]:
    """Return the engineers and materials that a repair takes (rules W12.7)."""
    entry = EntryReader(data, place, ("engineers", "materials"))
    return entry.finish(
        (
            entry.read_field("engineers", take_whole, 0, MOST_REPAIR),
            entry.read_field("materials", take_whole, 0, MOST_REPAIR),
        )
    )


def _read_rest(data: Any, place: Place, names: Names) -> tuple[Amounts, Effects]:
    """Return the outputs and effects that are left of a damaged station (rules W12.6)."""
    entry = EntryReader(data, place, (), ("out", "effects"))
    return entry.finish(
        (
            entry.read_field_or({}, "out", read_amounts, RESOURCES),
            entry.read_field_or((), "effects", read_effects, names),
        )
    )


def read_deck(
    vessel: str,
    data: Any,
    place: Place,
    designs: Collection[str],
    cards: Mapping[str, DamageCard],
    stations: Sequence[str] | None,
) -> Amounts:
    """Return the damage deck of a vessel: a card for each of its stations, kind by kind (rules W12.9).

    `designs` are the titles of all cards, `cards` the sound ones. `stations` are the kinds of its stations, None if
    they are faulty: then, as with a faulty card, nothing is counted.
    """
    deck = read_amounts(data, place, designs, least=1)
    known = {title: cards[title] for title in deck if title in cards}
    faults = [
        place.part(title).fault(f"this card is printed for {card.vessel} alone")
        for title, card in known.items()
        if card.vessel not in ("", vessel)
    ]
    raise_faults(faults)
    if stations is None or len(known) < len(deck):
        return deck
    for kind in dict.fromkeys((*stations, *(card.kind for card in known.values()))):
        held = sum(number for title, number in deck.items() if known[title].kind == kind)
        if held != stations.count(kind):
            wanted = f"{stations.count(kind)} cards of {kind} were expected, one a station (W12.9), not {held}"
            faults.append(place.fault(wanted))
    raise_faults(faults)
    return deck


def read_action_card(title: str, data: Any, place: Place, names: Names, teams: Collection[str]) -> ActionCard:
    """Return an action card (rules W21). Raises `DataError`."""
    needed = ("number", "title", "team", "kind", "when", "effects", "text")
    entry = EntryReader(data, place, needed, ("own", "give", "cost", "uses"))
    entry.read_field("title", take_title)
    made = ActionCard(
        entry.read_field("number", take_whole, 1, MOST_NUMBER),
        title,
        entry.read_field("team", take_word, (*teams, RESERVE)),
        entry.read_field("kind", take_word, (ONE_USE, RETAINED)) == RETAINED,
        entry.read_field("when", take_word, CARD_PHASES),
        entry.read_field_or(False, "own", take_flag),
        entry.read_field_or(False, "give", take_flag),
        entry.read_field_or({}, "cost", read_amounts, RESOURCES),
        entry.read_field_or("", "uses", take_word, names.kinds),
        entry.read_field("effects", read_effects, names),
        entry.read_field("text", take_text, LONGEST_SENTENCES),
    )
    return entry.finish(made)


def read_destination(title: str, data: Any, place: Place, names: Names) -> Destination:
    """Return a place to jump to (rules W18.1). Raises `DataError`."""
    needed = ("title", "distance", "coordinates", "benefit", "risk_text", "arrive")
    entry = EntryReader(data, place, needed, ("here", "risk"))
    entry.read_field("title", take_title)
    made = Destination(
        title,
        entry.read_field("distance", take_word, DISTANCES),
        entry.read_field("coordinates", _take_digits),
        entry.read_field("benefit", take_text, LONGEST_TEXT),
        entry.read_field("risk_text", take_text, LONGEST_TEXT),
        entry.read_field("arrive", read_effects, names),
        entry.read_field_or((), "here", read_effects, names),
        *entry.read_field_or(((), ()), "risk", _read_risk, names),
    )
    return entry.finish(made)


def _take_digits(value: Any, place: Place) -> str:
    """Return the coordinates of a destination (rules W18.1)."""
    if not (isinstance(value, str) and len(value) == DIGITS and value.isascii() and value.isdecimal()):
        raise place.fault(f"five digits were expected (W18.1), not {quote(value)}")
    return value


def _read_risk(data: Any, place: Place, names: Names) -> tuple[tuple[int, ...], Effects]:
    """Return the numbers of a D6 that bring a risk, and its effects (rules W18.10)."""
    entry = EntryReader(data, place, ("numbers", "effects"))
    return entry.finish(
        (entry.read_field("numbers", take_wholes, 1, DIE_FACES), entry.read_field("effects", read_effects, names))
    )


def read_prompt(title: str, data: Any, place: Place, vessels: Collection[str]) -> Prompt:
    """Return an event that Control may bring (rules W26.6). Raises `DataError`."""
    entry = EntryReader(data, place, ("number", "title", "when", "whom", "read", "suggest", "news"), ("ask",))
    entry.read_field("title", take_title)
    made = Prompt(
        entry.read_field("number", take_whole, 1, MOST_NUMBER),
        title,
        entry.read_field("when", take_word, PROMPT_PHASES),
        entry.read_field("whom", take_word, vessels),
        entry.read_field("read", take_text, LONGEST_SENTENCES),
        entry.read_field_or((), "ask", _read_choices),
        entry.read_field("suggest", take_text, LONGEST_SENTENCES),
        entry.read_field("news", take_text, LONGEST_SENTENCES),
    )
    return entry.finish(made)


def _read_choices(data: Any, place: Place) -> tuple[str, ...]:
    """Return the answers between which a vessel chooses."""
    where = place.part("choice")
    choices = take_list(take_fields(data, place, (), ("choice",)).get("choice", []), where, 0, MOST_CHOICES)
    return tuple(take_text(choice, where, LONGEST_TEXT) for choice in choices)
