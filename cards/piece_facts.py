"""The printed facts of a piece apart from title and text, as labelled rows; and its changes, fact by fact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from difflib import SequenceMatcher
from functools import partial
from typing import Any, NamedTuple, cast

from cards.models import CardSet, PieceChange
from cards.storing import limits_of, usage_in_words
from incursions.games.incursions.rules.construction import RARITY_LIMITS
from incursions.games.incursions.rules.printed.pieces import (
    PLAY_METHODS,
    RARITIES,
    USUAL_RANGE,
    WEAPON_SYSTEMS,
    Body,
    Definition,
    System,
)
from incursions.games.incursions.table.printed import bonus_words

NOTHING_TO_SAY = ("none", None)
TYPE_RULES = {
    "Calamity": ("13.18",),
    "Catastrophe": ("13.18",),
    "Dilemma": ("13.18",),
    "Equipment": ("16.1",),
    "Espionage": ("15.1", "15.4"),
}
ANSWER_RULES = {"event": "9.14", "espionage": "15.4"}
ATTACH_RULE = "13.6"
SYSTEMS = {
    "warp": ("Warp Drive", "8.1"),
    "phasers": ("Phasers", "10.3"),
    "disruptors": ("Disruptors", "10.3"),
    "torpedoes": ("Torpedoes", "10.3"),
    "mines": ("Mines", "17.2"),
    "repair": ("Repair", "12.1"),
    "tractor": ("Tractor Beam", "12.5"),
    "tachyon_sweep": ("Tachyon Sweep", "12.6"),
    "cloak": ("Cloaking Device", "12.7"),
    "assimilation": ("Assimilation", "15.5"),
}
TILE_KINDS = {
    "normal": ("Event when a ship stops", "9.1"),
    "denizen": ("Denizen", "18.1"),
    "unique": ("Unique event", "9.5"),
    "escape": ("Escape event", "9.6"),
    "wormhole": ("Wormhole", "1.1"),
    "modifier": ("While in this hex", "9.4"),
    "open": ("No event", "9.1"),
}
TESTED = {
    "captain": "The captain’s Espionage Evasion",
    "member": "The Espionage Evasion of whom it is aimed at",
    "systems": "The higher score of captain and crew",
}
# Printed beside the text, which says them too: only changes of them are told.
SAID_IN_THE_TEXT = (
    "alike", "again_dice", "backlash", "bonus", "bypass", "cards", "cloak", "cost", "crew", "damage_dice",
    "decloak_dice", "hand_limit", "hexes", "maneuvers", "max_power", "open_dice", "per_hex_dice", "per_hull_lost",
    "per_points", "power", "range", "range_bonus", "reduce", "reduce_dice", "repair", "reroll", "roll", "spread",
    "target_espionage_evasion", "tiles", "total",
)  # fmt: skip


class Fact(NamedTuple):
    """A row of facts. `ticks` is the graduation of a rarity, `icon` a symbol of the sprite."""

    label: str
    words: str
    rules: tuple[str, ...] = ()
    icon: str = ""
    ticks: int = 0


Phrases = Mapping[str, Callable[[Any], str]]


class Printed(NamedTuple):
    """A row that any piece has which prints the key; `say` words the value."""

    key: str
    label: str
    rules: tuple[str, ...]
    say: Callable[[Any], str] = str


def facts(definition: Definition) -> list[Fact]:
    """Return the rows of a piece of any kind, its kind first."""
    if "hull" in definition:
        return list(_of_ship(definition))
    if "hex_points" in definition:
        return list(_of_tile(definition))
    return [*_of_card(definition), *_of_person(definition), *_of_body(definition), *_of_use(definition)]


def amounts(definition: Definition) -> list[Fact]:
    """Return rows for the numbers that the text of the piece says again."""
    shown = {fact.label.lower() for fact in facts(definition)}
    named = [*SAID_IN_THE_TEXT, *({"evasion", "shields", "espionage_evasion"} & definition.keys())]
    rows = [Fact(_capitalize_name(name), str(definition.get(name))) for name in named if name in definition]
    return [row for row in rows if row.label.lower() not in shown] + list(_of_rolls(definition))


def weapon_words(weapon: Body) -> str:
    """Return a weapon as a player says it: "1D6+2 at range 3 for 1 power, 1 hex farther for each more"."""
    dice, farther = weapon.get("power_dice", 0), weapon.get("power_range", 0)
    each = [f"+{dice}D6"] if dice else []
    each += [f"+{hexes(farther)} of range"] if farther else []
    cost = f" for {weapon['power']} power" if weapon.get("power") else ""
    more = f", {' and '.join(each)} for each {'further ' if cost else ''}power" if each else ""
    return f"{weapon['damage']} {reach(weapon.get('range', 0))}{cost}{more}"


def reach(distance: int) -> str:
    """Return a distance in words: "in its own hex", "at range 2"."""
    return f"at range {distance}" if distance else "in its own hex"


def hexes(number: int) -> str:
    """Return a number of hexes in words."""
    return f"{number} hex" if number == 1 else f"{number} hexes"


def _moves(speed: int) -> str:
    """Return the speed of a piece in words: "moves 2 hexes"; "" for 0."""
    return f"moves {hexes(speed)}" if speed else ""


def _phrases(phrases: Phrases, printed: Mapping[str, object]) -> str:
    """Return the phrases of all keys that are printed, in the order of the phrases."""
    return ", ".join(filter(None, (say(printed[key]) for key, say in phrases.items() if key in printed)))


def _removal_words(removal: Mapping[str, object]) -> str:
    """Return in words how a card is removed from a table."""
    if removal.get("used"):
        return "when it is used"
    if "points" in removal:
        return f"with a Repair maneuver of {removal['points']} points or more"
    return f"with a tactical maneuver and {removal['power']} power"


def _either(words: str | list[str]) -> str:
    """Return a word of a definition, or several of which one will do."""
    return words if isinstance(words, str) else " or ".join(words)


REQUIREMENT: Phrases = {
    "denizen": "destroy the denizen".format,
    "power": "spend {} power".format,
    "cards": "discard {} cards".format,
}
MINE: Phrases = {"damage": str, "speed": _moves, "escape": "escape roll {} or less".format}
SYSTEM: Phrases = {"hexes": hexes, "points": "{} points".format, "power": "{} power".format, "range": reach}
TRACTOR: Phrases = {**SYSTEM, "power": "at least {} power".format}
REMOVAL = Printed("removal", "Removed", ("13.4.5",), _removal_words)
ESCAPE_ROLL = "{} or less on 2D6".format
OF_SHIPS = (
    Printed("role", "Role", ("2.1",), str.capitalize),
    Printed("hull", "Hull", ("10.6", "10.7")),
    Printed("shields", "Shields", ("10.6", "7.5")),
    Printed("evasion", "Evasion", ("11.2",)),
)
OF_TILES = (
    Printed("weapon", "Weapon", ("10.3",), weapon_words),
    Printed("escape", "Escape roll", ("9.6", "9.15"), ESCAPE_ROLL),
    REMOVAL,
)
OF_BODIES = (
    Printed("speed", "Moves", ("17.6",), hexes),
    Printed("mine", "Mine", ("17.2",), partial(_phrases, MINE)),
    Printed("escape", "Escape roll", ("9.6",), ESCAPE_ROLL),
)
OF_USES = (
    Printed("target", "Aimed at", ("10.18",), _either),
    Printed("tests", "Rolled against", ("15.2",), TESTED.__getitem__),
    REMOVAL,
)


def _find_facts(definition: Mapping[str, object], *rows: Printed) -> Iterator[Fact]:
    """Yield the rows for all keys that a definition has."""
    return (Fact(row.label, row.say(definition[row.key]), row.rules) for row in rows if row.key in definition)


def _of_ship(ship: Definition) -> Iterator[Fact]:
    yield Fact("Race", ship["race"], ("2.2",), icon=_emblem(ship["race"]))
    yield from _find_facts(ship, *OF_SHIPS)
    for name, (label, rule) in SYSTEMS.items():  # a database need not keep the order of the files
        if name in ship["systems"]:
            yield Fact(label, _system_words(name, ship["systems"][name]), (rule,))


def _system_words(name: str, printed: System) -> str:
    """Return a ship system as printed; values that it does not print follow the rules."""
    if name in WEAPON_SYSTEMS:
        reaches = printed.get("range", USUAL_RANGE.get(name, 0))
        return weapon_words({"damage": printed["damage"], "range": reaches, "power": printed.get("power", 0)})
    return _phrases(TRACTOR if name == "tractor" else SYSTEM, printed) or "aboard"


def _of_tile(tile: Definition) -> Iterator[Fact]:
    words, rule = TILE_KINDS[tile["kind"]]
    yield Fact("Kind", words, (rule, "9.11") if rule.startswith("9.") else (rule,))
    yield Fact("Hex points", str(tile["hex_points"]), ("4.1", "4.7"))
    affinity = tile.get("affinity")
    if isinstance(affinity, dict):
        for whose, race in affinity.items():
            yield Fact("Whose race counts", f"{race}, the {whose}’s", ("9.9",), icon=_emblem(race))
    if tile.get("spares") not in NOTHING_TO_SAY:
        yield Fact(
            "Spares",
            "its owner" if tile["spares"] == "owner" else tile["spares"],
            ("18.2",) if "denizen" in tile else ("9.8",),
        )
    yield from _find_facts(tile, Printed("requirement", "Requirement", ("1.6",), partial(_phrases, REQUIREMENT)))
    if "denizen" in tile:
        yield from _of_denizen(tile["denizen"])
    yield from _find_facts(tile, *OF_TILES)


def _of_denizen(denizen: Body) -> Iterator[Fact]:
    yield Fact("Life points", str(denizen["life_points"]), ("18.2",))
    yield Fact("Weapon", weapon_words({**denizen, "damage": denizen["weapon"]}), ("18.6",))
    yield from _find_facts(denizen, Printed("evasion", "Evasion", ("11.11",)))
    words = _moves(denizen.get("speed", 0)) or "stays where it is"
    yield Fact("Dominated", words if denizen.get("dominated", True) else "never", ("18.5",))
    if not denizen.get("returns", True):
        yield Fact("Once destroyed", "does not come back", ("18.3",))


def _of_card(card: Definition) -> Iterator[Fact]:
    """Yield the rows of a game card; none for a captain."""
    if "nature" not in card:
        return
    nature = card["nature"]
    yield Fact("Nature", nature, ("13.1",), icon=f"nature-{nature.lower()}")
    if "type" in card:
        yield Fact("Type", card["type"], ("13.2", *TYPE_RULES.get(card["type"], ())))
    yield _rarity(card)
    faces = [face["play_method"] for face in card.get("faces", ())]
    said = f"{card['play_method']}: {', or '.join(faces)}" if faces else card["play_method"]
    methods = dict.fromkeys((card["play_method"], *faces))
    yield Fact("Play method", said, tuple(f"13.4.{PLAY_METHODS.index(method) + 1}" for method in methods))
    usage = usage_in_words(card["usage"])
    yield Fact("Who may use it", "Any race" if usage == "any" else usage, ("13.5",))


def _rarity(card: Definition) -> Fact:
    """Return the rarity with its limit and with what else the card counts as."""
    rarity, counted = card["rarity"], limits_of(card)
    most = f", at most {RARITY_LIMITS[rarity]} in play" if rarity in RARITY_LIMITS else ""
    also = f", counts as {counted.replace(', ', ' and ')}" if counted != rarity else ""
    rules = ("3.3", "3.7") if counted == rarity else ("3.3", "3.4", "3.7")
    return Fact("Rarity", f"{rarity}{most}{also}", rules, ticks=RARITIES.index(rarity) + 1)


def _of_person(piece: Definition) -> Iterator[Fact]:
    """Yield the rows of captains and officers; other cards print bonuses alone."""
    yield from _find_facts(piece, Printed("position", "Position", ("14.1", "2.6")))
    if "race" in piece:
        role: tuple[str, ...] = ("2.6",) if "position" in piece else ("2.5", "3.5")
        yield Fact("Race", piece["race"].capitalize(), role, icon=_emblem(piece["race"]))
    bonuses = bonus_words(piece.get("bonuses", {}))
    if bonuses:
        rules = ("2.5", "14.2") + (("2.10",) if piece["bonuses"].get("shields") else ())
        yield Fact("Bonuses", bonuses, rules + (("15.3",) if piece["bonuses"].get("espionage_evasion") else ()))
    if "espionage_evasion" in piece and "race" in piece:
        yield Fact("Espionage Evasion", str(piece["espionage_evasion"]), ("15.2",))


def _of_body(card: Definition) -> Iterator[Fact]:
    """Yield points, weapon and the like of equipment, shuttles, platforms, mines."""
    placed = card.get("play_method") in ("Table until destroyed", "Table in hex")
    if "life_points" in card:
        yield Fact("Points", str(card["life_points"]), ("17.4",) if placed else ("16.5",))
    weapon = card.get("weapon")
    if isinstance(weapon, dict):
        prototype = card.get("type") == "Equipment"
        rule = "17.10" if placed else "10.8" if prototype else "10.17"
        yield Fact("Weapon", weapon_words(weapon), (rule,))
    if "life_points" in card and "evasion" in card:
        yield Fact("Evasion", str(card["evasion"]), ("11.11",))
    yield from _find_facts(card, *OF_BODIES)


def _of_use(card: Definition) -> Iterator[Fact]:
    """Yield the uses of a card: what it goes with, answers, and is aimed at."""
    attached = card.get("attaches_to")
    if attached in NOTHING_TO_SAY:
        yield from [Fact("Attached to", "nothing: it is played by itself", (ATTACH_RULE,))] if attached else []
    else:
        yield Fact("Attached to", "any maneuver" if attached == "any" else _either(attached), (ATTACH_RULE,))
    weapon = card.get("weapon")
    if weapon not in NOTHING_TO_SAY and not isinstance(weapon, dict):
        yield Fact("Goes with", "any weapon" if weapon == "any" else _either(weapon), ("10.17",))
    if "answers" in card:
        answered = _either(card["answers"])
        rules = (ANSWER_RULES.get(answered, "11.1"),) if answered != "any" else ("13.14",)
        yield Fact("Answers", "anything" if answered == "any" else answered, rules)
    yield from _find_facts(card, *OF_USES)


def _of_rolls(definition: Definition) -> Iterator[Fact]:
    """Yield the results of a printed table, and the numbers of each face of a Multi card."""
    for total, result in sorted(definition.get("table", {}).items(), key=lambda row: int(row[0].partition("-")[0])):
        yield Fact(f"Roll of {total}", str(result))
    for number, face in enumerate(definition.get("faces", ()), start=1):
        said = (
            f"{_capitalize_name(name).lower()} {_face_words(name, printed)}" for name, printed in sorted(face.items())
        )
        yield Fact(f"Face {number}", ", ".join(said))


def _face_words(name: str, printed: Any) -> object:
    """Return a field of a face of a Multi card, weapons and mines in words."""
    return weapon_words(cast("Body", printed)) if name in ("weapon", "mine") and isinstance(printed, dict) else printed


def _capitalize_name(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _emblem(race: str) -> str:
    """Return the name of the symbol of a race."""
    return f"emblem-{race.lower()}"


SAME, GONE, NEW = "same", "gone", "new"
MARKED = {SAME: "{}", GONE: "[-{}-]", NEW: "{{+{}+}}"}  # in plain text; HTML has elements
MOST_TOLD = 20
PRINTED_IN_WORDS = (("text", "Text"), ("flavour", "Flavour"))
# What tells one kind of piece from another; changes kept before figures were have none of it.
_TELLS_ITS_KIND = ("hull", "hex_points", "nature", "bonuses")
_WORDS = re.compile(r"\s+|\S+")


class Part(NamedTuple):
    """Words of a text that stayed (`same`), went (`gone`) or came (`new`)."""

    state: str
    text: str


class WordDiff(NamedTuple):
    """A printed text with its changes, the old and the new words together."""

    label: str
    parts: tuple[Part, ...]


class Figure(NamedTuple):
    """A printed figure before and after a change; empty if it was not printed."""

    label: str
    before: str
    after: str


class Entry(NamedTuple):
    """A change of a piece. `is_new`: the piece came into the catalogue, or came back."""

    at: datetime
    is_new: bool
    texts: tuple[WordDiff, ...] = ()
    figures: tuple[Figure, ...] = ()
    changed_play: bool = False
    changed_rulings: bool = False


class History(NamedTuple):
    """The last changes of a piece, the latest first, and since which day its text has stood so, if they tell.

    `has_more`: there were earlier ones.
    """

    entries: tuple[Entry, ...]
    since: date | None
    has_more: bool


def history_of(title: str, released: CardSet | None) -> History:
    """Return the history of the piece with this title, in one query."""
    changes = list(PieceChange.objects.filter(title=title)[: MOST_TOLD + 1])
    entries, has_more = tuple(map(entry, changes[:MOST_TOLD])), len(changes) > MOST_TOLD
    texts = [each.at.date() for each in entries if each.is_new or each.texts]
    first = released.released if released and not has_more else None
    return History(entries, texts[0] if texts else first, has_more)


def entry(change: PieceChange) -> Entry:
    """Return a change of a piece as pages show it."""
    before, after = change.before, change.after
    if not before:
        return Entry(change.at, is_new=True)
    return Entry(
        at=change.at,
        is_new=False,
        texts=tuple(_texts(before, after)),
        figures=tuple(changed_figures(before, after)),
        changed_play=before.get("effects") != after.get("effects"),
        changed_rulings=before.get("rulings") != after.get("rulings"),
    )


def in_a_line(change: PieceChange) -> str:
    """Return a change in few words, for a list."""
    said = entry(change)
    if said.is_new:
        return "added"
    parts = [
        f"{diff.label}: {''.join(MARKED[state].format(words) for state, words in diff.parts)}" for diff in said.texts
    ]
    parts += [f"{figure.label}: {figure.before or '—'} → {figure.after or '—'}" for figure in said.figures]
    parts += ["how it is played"] if said.changed_play else []
    parts += ["rulings"] if said.changed_rulings else []
    return "; ".join(parts)


def word_diff(before: str, after: str) -> Iterator[Part]:
    """Yield the words of both texts in one sequence, each part as long as possible."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield Part(SAME, "".join(old[start:end]))
            continue
        if end > start:
            yield Part(GONE, "".join(old[start:end]))
        if last > first:
            yield Part(NEW, "".join(new[first:last]))


def changed_figures(before: Definition, after: Definition) -> Iterator[Figure]:
    """Yield the rows that differ, in the order of the later version; then those that were removed."""
    old, new = _by_label(before), _by_label(after)
    for label in dict.fromkeys((*new, *old)):
        if old.get(label) != new.get(label):
            yield Figure(label, old.get(label, ""), new.get(label, ""))


def _texts(before: Definition, after: Definition) -> Iterator[WordDiff]:
    """Yield the printed texts that differ, word by word."""
    for name, label in PRINTED_IN_WORDS:
        old, new = str(before.get(name, "")), str(after.get(name, ""))
        if old != new:
            yield WordDiff(label, tuple(word_diff(old, new)))


def _by_label(definition: Definition) -> dict[str, str]:
    """Return what the piece prints, in words by label; {} for an older stored version, which has no figures."""
    if not any(name in definition for name in _TELLS_ITS_KIND):
        return {}
    number = [Fact("Number", str(definition["number"]))] if "number" in definition else []
    rows: Iterable[Fact] = (*number, *facts(definition), *amounts(definition))
    return {row.label: row.words for row in rows}
