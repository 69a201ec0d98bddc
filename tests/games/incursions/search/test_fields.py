"""The field table: each entry is whole, and its example finds something."""

import pytest

from incursions.games.incursions.search import FIELDS, SearchIndex, explain_query
from incursions.games.incursions.search.fields import BY_NAME, PRINTED
from incursions.kit.words import fold

IN_THE_TEXT = {  # numbers that stand in the text, where they are searched for
    "alike", "again_dice", "backlash", "bonus", "bypass", "cloak", "cost", "crew", "decloak_dice",
    "hand_limit", "hexes", "max_power", "open_dice", "per_hex_dice", "per_hull_lost", "per_points", "range_bonus",
    "reduce", "reduce_dice", "removal", "reroll", "roll", "spread", "table", "target_espionage_evasion", "tiles",
    "total",
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_the_example_of_a_field_finds_something_but_not_everything(index, field):
    found = index.search(field.example)
    assert field.name in str(found.query)
    assert 0 < len(found.pieces) <= len(index.pieces)
    assert explain_query(found.query)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_field_is_described(field):
    assert field.help.endswith(".")
    assert len(field.help) <= 120
    assert field.name == fold(field.name)


def test_no_two_fields_share_a_name():
    assert len(BY_NAME) == sum(1 + len(field.aliases) for field in FIELDS)


def test_every_word_that_is_printed_is_in_the_vocabulary(index):
    for field in FIELDS:
        if field.has_words:
            for piece in index.pieces:
                assert set(field.read_values({"set": "base", **piece})) <= set(index.vocabulary[field.name])


class Watched(dict):
    """A definition that remembers what was looked for in it."""

    def __init__(self, piece):
        super().__init__(piece)
        self.read = set()

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)

    def __contains__(self, key):
        self.read.add(key)
        return super().__contains__(key)

    def get(self, key, default=None):
        self.read.add(key)
        return super().get(key, default)


def test_everything_that_pieces_print_is_read(index):
    printed, read = set(), set()
    for piece in index.pieces:
        watched = Watched(piece)
        for field in PRINTED:
            list(field.read_values(watched))
        printed |= piece.keys()
        read |= watched.read
    assert printed - read == IN_THE_TEXT | {"effects"}


def test_a_piece_that_names_no_set_belongs_to_the_first(base_set):
    sol = base_set.ships["Sol"] | {"set": "second"}
    index = SearchIndex(base_set._replace(ships={"Sol": sol}), first_set="first")
    assert index.search("set:second").pieces == [sol]
    assert len(index.search("set:first").pieces) == len(index.pieces) - 1
