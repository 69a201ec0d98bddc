"""Reading the effects of stations, cards, destinations and prompts from plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from incursions.games.data_checks import (
    NOTE,
    Faults,
    Place,
    raise_faults,
    take_list,
    take_mapping,
    take_text,
    take_whole,
    take_word,
)
from incursions.games.data_entries import EntryReader, noting, read_items
from incursions.games.wolves.rules.content.definitions import RESOURCES, TRAININGS, Amounts, Effect, Effects

NUMBER, AMOUNTS, TRAINING, WORD, WORDS, TEXT = "number", "resources", "training", "word", "words", "text"
VALUES = (NUMBER, AMOUNTS, TRAINING, WORD, WORDS, TEXT)
"""The kinds of values that stand after a verb."""
WHOM = ("own", "other", "any", "target", "fleet", "each")
MOST_EFFECTS, MOST_WORDS, LONGEST_WORDS, LONGEST_VERB = 12, 6, 300, 30
LOWEST, HIGHEST = -99, 99
"""The limits of the number after a verb."""
MOST_AMOUNT = 999


class Names(NamedTuple):
    """All that an effect may name: verbs with the kind of value of each, vessels, and kinds of stations."""

    verbs: Mapping[str, str]
    vessels: Collection[str]
    kinds: Collection[str]


def read_verb(verb: str, data: Any, place: Place) -> str:
    """Return the kind of value that stands after a verb of the vocabulary."""
    entry = EntryReader(data, place, ("verb", "value", "says"))
    entry.read_field("verb", take_text, LONGEST_VERB)
    if not verb.replace("_", "").isalpha():
        entry.faults.append(place.fault("letters and underscores were expected as a verb"))
    entry.read_field("says", take_text, LONGEST_WORDS)
    return entry.finish(entry.read_field("value", take_word, VALUES))


def read_effects(data: Any, place: Place, names: Names) -> Effects:
    """Return the effects of a list, each a verb with its value and with whom it concerns."""
    return tuple(read_items(take_list(data, place, 0, MOST_EFFECTS), place, _read_effect, names))


def _read_effect(data: Any, place: Place, names: Names) -> Effect:
    fields = dict(take_mapping(data, place, 4))
    fields.pop(NOTE, None)
    named = [key for key in fields if key not in ("whom", "to", "kind")]
    if len(named) != 1:
        raise place.fault(f"one verb with its value was expected, not {', '.join(named) or 'none'}")
    verb, where = named[0], place.part(named[0])
    if verb not in names.verbs:
        raise where.fault(f"there is no such verb; there are {', '.join(names.verbs)}")
    faults: Faults = []
    effect = Effect(verb)
    with noting(faults):
        effect = _read_value(verb, names.verbs[verb], fields[verb], where)
    if "whom" in fields and "to" in fields:
        faults.append(place.part("to").fault("either whom or to was expected, not both"))
    said = {"whom": "", "to": "", "kind": ""}
    for key, words in (("whom", WHOM), ("to", names.vessels), ("kind", names.kinds)):
        if key in fields:
            with noting(faults):
                said[key] = take_word(fields[key], place.part(key), words)
    raise_faults(faults)
    return effect._replace(whom=said["whom"], to=said["to"], kind=said["kind"])


def _read_value(verb: str, kind: str, value: Any, place: Place) -> Effect:
    """Return the effect of a verb with a value of its kind."""
    if kind == NUMBER:
        return Effect(verb, number=take_whole(value, place, LOWEST, HIGHEST))
    if kind == AMOUNTS:
        return Effect(verb, amounts=read_amounts(value, place, RESOURCES, least=1))
    if kind == TRAINING:
        return Effect(verb, words=(take_word(value, place, TRAININGS[1:]),))
    if kind == WORDS:
        listed = take_list(value, place, 2, MOST_WORDS)
        return Effect(verb, words=tuple(take_text(word, place, LONGEST_WORDS) for word in listed))
    return Effect(verb, words=(take_text(value, place, LONGEST_WORDS),))


def read_amounts(data: Any, place: Place, keys: Collection[str], least: int = 0, *, is_whole: bool = False) -> Amounts:
    """Return numbers by name, such as resources of a hold, each of at least so many.

    If that is more than 0 some must be there; if the table `is_whole`, all.
    """
    entry = EntryReader(data, place, keys) if is_whole else EntryReader(data, place, (), keys)
    if len(entry.fields) < least and not entry.faults:
        raise place.fault(f"some of {', '.join(keys)} were expected")
    return entry.finish({key: entry.read_field(key, take_whole, least, MOST_AMOUNT) for key in entry.fields})
