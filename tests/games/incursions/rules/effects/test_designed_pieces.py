"""The designed pieces, written in the vocabulary: all of them are read, and text and effects say the same numbers."""

import json
import re
from pathlib import Path

import pytest

from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.piece_reading import read_effects
from incursions.games.incursions.rules.printed.effect import NO_EFFECTS
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

PIECES = Path(__file__).parents[5] / "fixtures"
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DICE = re.compile(r"\dD6(?:\+\d+)?")
# Fields beside the effects whose numbers stand in the text as well.
PRINTED = ("removal", "weapon", "mine", "denizen", "requirement", "bonuses")


def pieces():
    return [piece for kind in load(PIECES)[1:] for piece in kind.values()]


def spoken(text):
    """Return the numbers above 1 and dice in a text, without defaults ("instead of 5")."""
    text = re.sub(r"instead of \w+", "", text)
    rest = DICE.sub("", text)
    words = {number for number, word in enumerate(NUMBERS, start=2) if re.search(rf"\b{word}\b", rest, re.IGNORECASE)}
    return set(DICE.findall(text)) | {int(found) for found in re.findall(r"\d+", rest)} - {0, 1} | words


def figures(value, key=""):
    """Return the numbers and dice of a field: 2 in `dice` is 2D6."""
    if isinstance(value, dict):
        found = set().union(*(figures(held, name) for name, held in value.items()))
        return found | ({f"{value['dice']}D6+{value['bonus']}"} if {"dice", "bonus"} <= set(value) else set())
    if isinstance(value, list):
        return set().union(*map(figures, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return {f"{abs(value)}D6"} - {"0D6"} if key.endswith("dice") else {abs(value)} - {0, 1}
    return spoken(value) if isinstance(value, str) else set()


def totals(value):
    """Return the totals by which tables of a roll tell their results apart."""
    if isinstance(value, list):
        return set().union(*map(totals, value))
    if not isinstance(value, dict):
        return set()
    return set().union(*(spoken(str(total)) for total in value.get("table", ())), *map(totals, value.values()))


def test_the_whole_set_is_there():
    catalogue = load(PIECES)
    assert [len(kind) for kind in catalogue] == [16, 55, 12, 182]


def test_every_text_has_effects_but_that_of_a_printed_bonus():
    without = [p["title"] for p in pieces() if p.get("text") and read_effects(p) == NO_EFFECTS]
    assert without == ["Open Space", "M6 Evasion Com", "Targeting Matrix", "Shield Extenders", "Warp Coils"]


def test_every_verb_serves_some_piece():
    assert {effect.verb for piece in pieces() for effect in read_effects(piece)} == set(VERBS)


@pytest.mark.parametrize(
    "piece", [piece for piece in pieces() if piece.get("effects")], ids=lambda piece: piece["title"]
)
def test_text_and_effects_say_the_same_numbers(piece):
    said, done = spoken(piece["text"]), figures(piece["effects"])
    beside = figures({field: piece[field] for field in PRINTED if field in piece})
    assert said <= done | beside | totals(piece["effects"])
    for roll in [found for found in said if isinstance(found, str) and "+" in found]:
        said |= {roll.split("+")[0], int(roll.split("+")[1])}
    assert done <= said


def test_the_pieces_are_the_same_out_of_json():
    for kind in load(PIECES):
        for piece in kind.values():
            again = json.loads(json.dumps(piece))
            assert again == piece
            assert read_effects(again) == read_effects(piece)
