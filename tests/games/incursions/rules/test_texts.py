"""A text takes its numbers from effects and fields: if a number is changed there, the text follows or is found."""

import re
from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from incursions.games.incursions.rules.catalogue_check import examine, pair_pieces_with_files
from incursions.games.incursions.rules.piece_reading import plain
from incursions.games.incursions.rules.printed.schema import EffectError
from incursions.games.incursions.rules.printed.texts import WORDS, fill_text, text_faults

ROOT = Path(__file__).parents[4]
PIECES = {
    piece["title"]: piece for _, piece in pair_pieces_with_files(examine(ROOT / "fixtures").pieces) if piece.get("text")
}
CHANGE = 17  # so much that the changed number is nowhere else in its piece


def found(piece, **changes):
    return list(text_faults({**piece, **changes}))


@pytest.mark.parametrize("title", list(PIECES))
def test_every_text_of_the_set_takes_its_numbers_from_its_effects(title):
    assert found(PIECES[title]) == []
    assert "{" not in fill_text(PIECES[title])["text"]


def test_every_piece_on_the_page_of_the_vocabulary_takes_its_numbers_from_its_effects():
    page = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    listed = [plain(yaml.safe_load(block)) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    pieces = [piece for pieces in listed for piece in pieces if "title" in piece]
    assert len(pieces) > 5
    assert [found(piece) for piece in pieces] == [[]] * len(pieces)


def changed_texts(text):
    """Yield the filled text with one number changed, for each in digits, dice, or a word above one."""
    for said in re.finditer(rf"\d+|\b(?:{'|'.join(WORDS[2:])})\b", text, re.IGNORECASE):
        if not text[: said.start()].endswith("D"):
            number = WORDS.index(said[0].lower()) if said[0].lower() in WORDS else int(said[0])
            yield text[: said.start()] + str(number + CHANGE) + text[said.end() :]


@pytest.mark.parametrize("title", list(PIECES))
def test_a_number_written_out_in_a_text_is_found(title):
    texts = list(changed_texts(fill_text(PIECES[title])["text"]))
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


def follows(piece, changed):
    """Return True if the text says the changed number, or the piece is refused or found faulty."""
    try:
        return fill_text(changed)["text"] != fill_text(piece)["text"] or bool(found(changed))
    except (EffectError, IndexError):
        return True


@pytest.mark.parametrize("title", [title for title, piece in PIECES.items() if "effects" in piece])
def test_a_text_follows_a_number_changed_in_the_effects(title):
    piece = PIECES[title]
    spots = list(places({"effects": piece["effects"]}))
    assert [path for path in spots if not follows(piece, change_at(piece, path))] == []


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
    number = PIECES[title][field] + CHANGE
    assert found(PIECES[title], **{field: number}) == [(field, f"{number} is shown and no effect plays it")]


def change_effect(title, place, **fields):
    piece = deepcopy(PIECES[title])
    piece["effects"][place].update(fields)
    return piece


def test_a_text_says_what_its_effects_play():
    assert fill_text(change_effect("Phasers", 0, dice=3))["text"] == "Add 3D6 to a phaser attack."
    assert fill_text(change_effect("Red Alert", 0, number=3))["text"] == (
        "Attach to any maneuver: you have three more maneuvers this turn."
    )
    assert fill_text(change_effect("Aes Palamas", 0, once="turn"))["text"].startswith("Once a turn, reroll")


def test_a_fault_names_the_field_and_what_was_expected():
    assert found(PIECES["Phasers"], text="Add 3D6 to a phaser attack.") == [
        ("text", "a number of the effects, such as {1.dice}, was expected, not '3D6'"),
        ("effects 1, dice", "2 is played, and the text does not name it by {1.dice}"),
    ]
    assert found(change_effect("Power Leak", 1, power=3)) == [("power", "2 is shown and no effect plays it")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add {2.dice}D6.", "{2.dice} names no field of the effects or of the piece"),
        ("Add {1.power}.", "{1.power} names no field of the effects or of the piece"),
        ("Add {shine}.", "{shine} names no field of the effects or of the piece"),
        ("Add {usual.shine}.", "{usual.shine} names no field of the effects or of the piece"),
        ("Add {}.", "{} names no field of the effects or of the piece"),
        ("Add {1}.", "{1} is no number: one was expected"),
        ("Add {1.dice=number}D6.", "the same number was expected at each of 1.dice=number"),
        ("Add {-1.dice}D6.", "{-1.dice} was expected where the text says less, and only there"),
        ("Add {1.on:words}.", "{1.on} is no number from 0 to 12, which was expected of a word"),
    ],
)
def test_a_placeholder_of_no_number_is_refused(text, expected):
    with pytest.raises(EffectError) as refusal:
        fill_text({**PIECES["Phasers"], "text": text})
    assert (refusal.value.path, refusal.value.expected) == ("text", expected)


def test_less_is_not_more():
    fill_text(PIECES["Resistance Noted"])
    with pytest.raises(EffectError, match="only there"):
        fill_text(change_effect("Resistance Noted", 0, by=3))
    with pytest.raises(EffectError, match="only there"):
        fill_text(change_effect("Counterintelligence", 0, by=-4))


def test_once_a_turn_is_taken_from_the_effects():
    piece = PIECES["Aes Palamas"]
    assert [field for field, _ in found(piece, text="Once a turn, reroll all the dice.")] == ["text"]
    assert [field for field, _ in found(piece, text="Reroll all the dice.")] == ["effects 1, once"]


def test_half_is_a_number_too():
    expected = [("text", "'half' was expected in the text and in an effect, or in neither")]
    assert found(PIECES["Brace for Impact"], text="No damage of this attack comes off your hull.") == expected
    assert found(PIECES["Repair Crew"], text="Repair {1.points} points, half of them of your shields.") == expected


@pytest.mark.parametrize(
    "text",
    [
        "Roll {1.dice}D6: on 5 or more the attack misses.",
        "Roll {1.dice}D6: on 4-5 the attack misses.",
        "Roll {1.dice}D6: then the attack misses.",
    ],
)
def test_totals_of_a_roll_are_those_of_the_table(text):
    assert found(PIECES["Decoy Buoy"], text=text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("On {1.table.1-3} nothing; on {1.table.4-6} the attack misses.", "On 1-3 nothing; on 4-6 the attack misses."),
        ("On {1.table.1-3:most} or less it goes on.", "On 3 or less it goes on."),
        ("On {1.table.4-6:least} or more it misses.", "On 4 or more it misses."),
    ],
)
def test_totals_of_a_roll_may_be_said_from_either_side(text, shown):
    piece = {**PIECES["Decoy Buoy"], "text": text}
    assert (found(piece), fill_text(piece)["text"]) == ([], shown)


def test_a_removal_is_paid_as_the_text_says():
    piece = {**PIECES["Pardus Claw"], "removal": {"maneuver": "tactical", "power": 3}}
    assert "a tactical maneuver and 3 power" in fill_text(piece)["text"]


def test_what_the_rules_have_is_not_written_out():
    piece = PIECES["Gharn Ironhand"]
    assert "instead of 5" in fill_text(piece)["text"]
    assert found(piece, text=piece["text"].replace("{usual.diversion}", "6"))


def test_a_text_without_effects_and_effects_without_a_text_are_found():
    piece = {key: value for key, value in PIECES["Phasers"].items() if key not in ("effects", "text")}
    assert found(piece, text="Add {damage_dice}D6 to a phaser attack.") == [
        ("effects", "effects that do what the text says were expected")
    ]
    assert found(piece, effects=PIECES["Phasers"]["effects"]) == [
        ("text", "a text that says what the effects do was expected")
    ]
