"""A text and its effects say the same: whatever number is changed in one of them alone is found."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from incursions.rules.catalogue import load
from incursions.rules.effects.reading import plain
from incursions.rules.printed.same_numbers import differences
from incursions.rules.printed.text_numbers import NUMBER_WORDS, Amount, Bound, spoken

ROOT = Path(__file__).parents[2]
PIECES = {title: piece for kind in load(ROOT / "fixtures") for title, piece in kind.items() if piece.get("text")}
CHANGE = 17  # so much that the changed number is nowhere else in its piece


def found(piece, **changes):
    return [(each.field, each.expected) for each in differences({**piece, **changes})]


@pytest.mark.parametrize("title", list(PIECES))
def test_every_text_of_the_set_says_what_its_effects_do(title):
    assert found(PIECES[title]) == []


def test_every_piece_on_the_page_of_the_vocabulary_says_what_its_effects_do():
    page = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    listed = [plain(yaml.safe_load(block)) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    pieces = [piece for pieces in listed for piece in pieces if "title" in piece]
    assert len(pieces) > 5
    assert [found(piece) for piece in pieces] == [[]] * len(pieces)


def changed_texts(text):
    """The text with one number changed, for each that is said in digits, dice, or a word above one."""
    for said in re.finditer(rf"\d+|\b(?:{'|'.join(NUMBER_WORDS)})\b", text, re.IGNORECASE):
        is_side = text[: said.start()].endswith("D")
        is_default = text[: said.start()].endswith("instead of ")
        if not is_side and not is_default and said[0].lower() != "one":
            number = NUMBER_WORDS.get(said[0].lower()) or int(said[0])
            yield text[: said.start()] + str(number + CHANGE) + text[said.end() :]


@pytest.mark.parametrize("title", list(PIECES))
def test_a_number_changed_in_a_text_is_found(title):
    texts = list(changed_texts(PIECES[title]["text"]))
    assert [text for text in texts if not found(PIECES[title], text=text)] == []


def places(value, path=()):
    """Where numbers and dice stand in effects."""
    if isinstance(value, dict | list):
        for key, held in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(held, (*path, key))
    elif (isinstance(value, int) and not isinstance(value, bool)) or (
        isinstance(value, str) and re.search(r"\dD6|full \d", value)
    ):
        yield path


def change_at(piece, path):
    copy = deepcopy(piece)
    holder = copy
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, int):
        holder[path[-1]] = value + CHANGE if value >= 0 else value - CHANGE
    else:
        holder[path[-1]] = re.sub(r"\d+", lambda said: str(int(said[0]) + CHANGE), value, count=1)
    return copy


@pytest.mark.parametrize("title", [title for title, piece in PIECES.items() if "effects" in piece])
def test_a_number_changed_in_the_effects_is_found(title):
    piece = PIECES[title]
    spots = list(places({"effects": piece["effects"]}))
    assert [path for path in spots if not found(change_at(piece, path))] == []


@pytest.mark.parametrize(
    ("title", "field"),
    [
        ("Phasers", "damage_dice"),
        ("Fire", "bonus"),
        ("Adapt", "reduce"),
        ("Point Defence", "reduce_dice"),
        ("Stray Comet", "range"),
        ("Voices in Accord", "max_power"),
        ("Counterintelligence", "espionage_evasion"),
        ("Fire and Fade", "hexes"),
    ],
)
def test_a_number_changed_in_what_is_only_shown_is_found(title, field):
    piece = PIECES[title]
    assert found(piece, **{field: piece[field] + CHANGE}) == [
        (field, found(piece, **{field: piece[field] + CHANGE})[0][1])
    ]
    assert "is shown but in no effect" in found(piece, **{field: piece[field] + CHANGE})[0][1]


def change_effect(title, number, **fields):
    piece = deepcopy(PIECES[title])
    piece["effects"][number].update(fields)
    return found(piece)


def test_a_difference_names_the_field_and_what_was_expected():
    assert found(PIECES["Phasers"], text="Add 3D6 to a phaser attack.") == [
        ("text", "'3D6' is in the text but in no effect or field"),
        ("effects 1, dice", "'2D6' is played but is not in the text"),
    ]
    assert change_effect("Power Leak", 1, power=3) == [
        ("text", "'2 power' is in the text but in no effect or field"),
        ("effects 2, power", "'3 power' is played but is not in the text"),
        ("power", "'2 power' is shown but in no effect"),
    ]


def test_numbers_of_different_things_are_not_mixed_up():
    text = "Take two cards at random, and lose 3 power."
    effects = [
        {"on": "played", "do": "take", "from": "target hand", "cards": 3},
        {"on": "played", "do": "lose_power", "power": 2},
    ]
    assert len(found({"title": "Mixed Up", "nature": "Tactical", "text": text, "effects": effects})) == 4


def test_less_is_not_more():
    assert change_effect("Resistance Noted", 0, by=3) == [
        ("effects 1, by", "3 raises something, and the text does not say more or higher")
    ]
    assert change_effect("Counterintelligence", 0, by=-4) == [
        ("effects 1, by", "-4 lowers something, and the text does not say less or lower")
    ]


def test_once_a_turn_is_not_once_a_game():
    assert change_effect("Aes Palamas", 0, once="turn") == [
        ("effects 1, once", "'once a turn' is played but is not in the text"),
        ("text", "'once a game' is in the text but in no effect"),
    ]


def test_half_is_a_number_too():
    piece = PIECES["Brace for Impact"]
    assert found(piece, text="No damage of this attack comes off your hull.") == [
        ("effects", "something is halved, and the text does not say half")
    ]
    assert found(PIECES["Repair Crew"], text="Repair 15 points, half of them of your shields.") == [
        ("text", "'half' is in the text but in no effect")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Roll 1D6: on 5 or more the attack misses.",
        "Roll 1D6: on 4-5 the attack misses.",
        "Roll 1D6: on 6 the attack misses.",
        "Roll 1D6: on 3 or less the attack misses, on 3-6 it hits.",
    ],
)
def test_totals_of_a_roll_are_those_of_the_table(text):
    assert found(PIECES["Decoy Buoy"], text=text)


@pytest.mark.parametrize(
    "text", ["Roll 1D6. On 1-3 nothing; on 4-6 the attack misses.", "Roll a die: on 3 or less it goes on."]
)
def test_totals_of_a_roll_may_be_said_from_either_side(text):
    assert found(PIECES["Decoy Buoy"], text=text) == []


def test_a_removal_is_paid_as_the_text_says():
    assert ("removal, power", "'3 power' is played but is not in the text") in found(
        PIECES["Pardus Claw"], removal={"maneuver": "tactical", "power": 3}
    )


def test_what_the_rules_have_is_said_rightly():
    piece = PIECES["Gharn Ironhand"]
    assert found(piece, text=piece["text"].replace("instead of 5", "instead of 6")) == [
        ("text", "'instead of 5' was expected, not 6")
    ]


def test_a_text_without_effects_and_effects_without_a_text_are_found():
    piece = {key: value for key, value in PIECES["Phasers"].items() if key not in ("effects", "text")}
    assert found(piece, text="Add 2D6 to a phaser attack.") == [
        ("effects", "effects that do what the text says were expected")
    ]
    assert found(piece, effects=PIECES["Phasers"]["effects"]) == [
        ("text", "a text that says what the effects do was expected")
    ]


def test_a_text_is_read_in_digits_dice_and_words():
    said = spoken("Take 2D6+3, then draw two cards within 4 hexes; on 5 or more move 1 hex instead of 2 (10.3).")
    assert said.amounts == (
        Amount(2, "D6"),
        Amount(3, "flat part"),
        Amount(2, "card"),
        Amount(4, "hex"),
        Amount(1, "hex"),
    )
    assert said.bounds == (Bound(5, "or more"),)
    assert said.usual == (2,)
    assert spoken("2-3: nothing. 6: draw one.").ranges == ((2, 3), (6, 6))
