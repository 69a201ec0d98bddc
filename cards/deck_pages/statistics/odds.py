"""Questions about odds: the form for one, and the answer in words with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from django import forms

from cards.deck_pages.statistics.charts import ColumnChart, chart_of
from incursions.deck_statistics import Answer, Question, Sort, decimal, percentage, say_chance, turn_of
from incursions.deck_statistics.questions import MOST_COPIES, MOST_DRAWN, ByTurn
from incursions.rules.plays.hand import OPENING_HAND

NOT_THERE = "The deck holds no such cards: choose some that it holds."
CHOOSE = "Choose what to draw."
Choices = list[tuple[str, list[tuple[str, str]]]]
MOST_DIGITS = 12  # larger numbers are said as powers of ten


def number_field(label: str, *, most: int, initial: int) -> forms.IntegerField:
    """Return a form field for a whole number from 1."""
    wrong = f"A whole number from 1 to {most} was expected."
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)
    return forms.IntegerField(label=label, min_value=1, max_value=most, initial=initial, error_messages=messages)


class OddsForm(forms.Form):
    """A question about a deck, with the sorts of cards that the deck holds."""

    of = forms.ChoiceField(label="What", error_messages={"invalid_choice": NOT_THERE, "required": CHOOSE})
    copies = number_field("At least", most=MOST_COPIES, initial=1)
    also = forms.ChoiceField(label="And one of", required=False, error_messages={"invalid_choice": NOT_THERE})
    drawn = number_field("Cards drawn", most=MOST_DRAWN, initial=OPENING_HAND)

    def __init__(self, data: Mapping[str, str] | None, sorts: Mapping[str, Sort]) -> None:
        super().__init__(data)
        self._sorts = sorts
        choices = _choices(sorts)
        self.fields["of"].choices = choices  # type: ignore[attr-defined]
        self.fields["also"].choices = [("", "nothing besides"), *choices]  # type: ignore[attr-defined]

    @property
    def question(self) -> Question:
        """Return the question of a valid form."""
        asked = self.cleaned_data
        return Question(self._sorts[asked["of"]], asked["copies"], asked["drawn"], self._sorts.get(asked["also"]))


def _choices(sorts: Mapping[str, Sort]) -> Choices:
    """Return the sorts in groups, each with its number of cards."""
    return [
        (group, [(sort.key, f"{sort.label} ({sort.number})") for sort in found])
        for group, found in groupby(sorts.values(), lambda sort: sort.group)
    ]


class AnswerWords(NamedTuple):
    """An answer in words: the chance in a sentence, the count behind it, when it is likely, and by turn.

    `rows` has for each number of copies the chance of exactly so many and of so many or more.
    """

    sentence: str
    counting: str
    waiting: str
    average: str
    rows: list[tuple[str, str, str]]
    chart: ColumnChart


def in_words(asked: Question, found: Answer) -> AnswerWords:
    """Return the answer in sentences."""
    what = f"at least {asked.copies} of {_sort(asked.of)}"
    if asked.also is not None:
        what += f", and at least one of {_sort(asked.also)},"
    cards = f"{found.drawn} of {found.size} card{'' if found.size == 1 else 's'}"
    by_turn = [(str(row.turn), _turn(row), row.chance) for row in found.by_turn]
    return AnswerWords(
        f"The chance of {what} among the first {cards} is {say_chance(found.chance)}.",
        f"Of {count_in_words(found.all_hands)} ways to draw {cards} {count_in_words(found.hands)} are as asked.",
        _waiting(found),
        f"On average {decimal(found.expected)} of {_sort(asked.of)} are among them.",
        [(str(row.copies), percentage(row.chance), percentage(row.or_more)) for row in found.exactly],
        chart_of(f"The chance of {what} by turn", "Turn", by_turn),
    )


def count_in_words(number: int) -> str:
    """Return a number of hands in digits, or as a power of ten if it is very large."""
    digits = str(number)
    if len(digits) <= MOST_DIGITS:
        return f"{number:,}"
    return f"about {digits[0]}.{digits[1]} × 10^{len(digits) - 1}"


def _sort(sort: Sort) -> str:
    """Return a sort with its number: "the 8 Attack cards", "the 4 copies of Phasers"."""
    if sort.is_title:
        return f"the {sort.number} {'copy' if sort.number == 1 else 'copies'} of {sort.label}"
    return f"the {sort.number} {sort.label} card{'' if sort.number == 1 else 's'}"


def _turn(row: ByTurn) -> str:
    cards = f"{row.drawn} card{'' if row.drawn == 1 else 's'} drawn"
    return f"Opening hand, {cards}" if row.turn == 0 else f"Turn {row.turn}, {cards}"


def _waiting(found: Answer) -> str:
    """Return when the chance is more than 50 % and 90 %."""
    return f"More than 50%: {_when(found.even, found)}. More than 90%: {_when(found.nearly_sure, found)}."


def _when(drawn: int | None, found: Answer) -> str:
    if drawn is None:
        return "never" if found.size <= MOST_DRAWN else f"not with the first {MOST_DRAWN} cards"
    turn = turn_of(drawn)
    return f"with {drawn} cards drawn, " + ("in the opening hand" if turn == 0 else f"by turn {turn}")
