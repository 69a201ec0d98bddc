"""script/names: names and docstrings that read badly are found, and their number only falls."""

from pathlib import Path

import pytest

from support.names import Fault, Total, check_limit, find_faults, read_limit
from support.size import LimitError

SOURCE = '''"""What is counted."""


def _served(card):
    """Return the effects of a card."""


def of(hand):
    """The same for a hand."""


class Deck:
    """A deck."""

    @property
    def listed(self):
        """Whether everybody sees it."""

    def draw_card(self):
        """Draw the top card."""

    def shuffled(self): ...
'''


def test_faulty_docstrings_and_names_are_found_where_they_stand():
    docstrings, names = find_faults(SOURCE, "deck.py")
    assert [fault.text for fault in docstrings] == [
        "What is counted.",
        "The same for a hand.",
        "Whether everybody sees it.",
    ]
    assert names == [Fault("deck.py:4", "_served"), Fault("deck.py:8", "of"), Fault("deck.py:22", "shuffled")]


@pytest.mark.parametrize("name", ["select_deck", "embed", "need", "feed", "is_held", "seed"])
def test_verb_is_no_lone_participle(name):
    assert find_faults(f"def {name}(): ...", "a.py")[1] == []


def test_filter_of_a_queryset_may_be_a_participle():
    source = "class DeckQuerySet(models.QuerySet['Deck']):\n    def listed(self): ...\n    def of(self): ..."
    assert find_faults(source, "a.py")[1] == [Fault("a.py:3", "of")]


def test_totals_only_fall():
    check_limit(Total(4, 5), Total(4, 6))
    with pytest.raises(LimitError, match="1 more docstrings and 2 more names to mend"):
        check_limit(Total(5, 8), Total(4, 6))


@pytest.mark.parametrize("text", ["", "4", "4 x", "4 5 6"])
def test_file_without_totals_is_a_sentence(tmp_path: Path, text: str):
    (tmp_path / "names.txt").write_text(text)
    with pytest.raises(LimitError, match="does not hold two numbers"):
        read_limit(tmp_path / "names.txt")
