"""The pages of a deck in numbers: its charts, questions about odds, and a sample hand by its seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.deck_pages.page_frame import DeckHead, head_of, of_deck, render_tab
from cards.deck_pages.statistics_charts import chart_of, current_printed, current_statistics, tables
from cards.decks.contents import content_of
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import version_with
from cards.searching import result_of
from incursions.games.incursions.deck_statistics import (
    Answer,
    KnownDeck,
    Question,
    Shuffles,
    Sort,
    answer,
    decimal,
    known_deck,
    odds,
    percentage,
    say_chance,
    sorts_of,
    turn_of,
)
from incursions.games.incursions.deck_statistics.counts import natures
from incursions.games.incursions.deck_statistics.odds import MOST_COPIES, MOST_DRAWN, ByTurn
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.plays.card_moves import OPENING_HAND
from incursions.kit.ids import random_name
from incursions.kit.words import refused_sign

MOST_LEFT_OUT = 20  # titles that are named


@require_safe
@of_deck
def statistics(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the statistics of a deck, with the odds that the address asks for, or the reason for none."""
    head = head_of(deck, request.user)
    found = current_statistics(head.content)
    form = OddsForm(request.GET if "of" in request.GET else None, sorts_of(found.deck))
    shown: dict[str, Any] = {"statistics": found, "form": form, **left_out(found.deck), **tables(found)}
    if form.is_valid():
        shown["answer"] = in_words(form.question, answer(found.deck, form.question))
    return render_tab(request, "decks:statistics", head, shown, status=400 if form.errors else 200)


def left_out(deck: KnownDeck) -> dict[str, object]:
    """Return the unknown pieces: the first titles, and the number of the rest."""
    every = deck.left_out
    return {"left_out": every[:MOST_LEFT_OUT], "more_left_out": max(0, len(every) - MOST_LEFT_OUT)}


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
    """A question about a deck, with the sorts of cards that the deck holds in groups, each with its number of cards."""

    of = forms.ChoiceField(label="What", error_messages={"invalid_choice": NOT_THERE, "required": CHOOSE})
    copies = number_field("At least", most=MOST_COPIES, initial=1)
    also = forms.ChoiceField(label="And one of", required=False, error_messages={"invalid_choice": NOT_THERE})
    drawn = number_field("Cards drawn", most=MOST_DRAWN, initial=OPENING_HAND)

    def __init__(self, data: Mapping[str, str] | None, sorts: Mapping[str, Sort]) -> None:
        super().__init__(data)
        self._sorts = sorts
        choices: Choices = [
            (group, [(sort.key, f"{sort.label} ({sort.number})") for sort in found])
            for group, found in groupby(sorts.values(), lambda sort: sort.group)
        ]
        self.fields["of"].choices = choices  # type: ignore[attr-defined]
        self.fields["also"].choices = [("", "nothing besides"), *choices]  # type: ignore[attr-defined]

    @property
    def question(self) -> Question:
        """Return the question of a valid form."""
        asked = self.cleaned_data
        return Question(self._sorts[asked["of"]], asked["copies"], asked["drawn"], self._sorts.get(asked["also"]))


def in_words(asked: Question, found: Answer) -> dict[str, object]:
    """Return an answer in words: the chance in a sentence, the count behind it, when it is likely, and by turn.

    `rows` has for each number of copies the chance of exactly so many and of so many or more.
    """
    what = f"at least {asked.copies} of {_sort(asked.of)}"
    if asked.also is not None:
        what += f", and at least one of {_sort(asked.also)},"
    cards = f"{found.drawn} of {found.size} card{'' if found.size == 1 else 's'}"
    by_turn = [(str(row.turn), _turn(row), row.chance) for row in found.by_turn]
    ways, hands = count_in_words(found.all_hands), count_in_words(found.hands)
    return {
        "sentence": f"The chance of {what} among the first {cards} is {say_chance(found.chance)}.",
        "counting": f"Of {ways} ways to draw {cards} {hands} are as asked.",
        "waiting": f"More than 50%: {_when(found.even, found)}. More than 90%: {_when(found.nearly_sure, found)}.",
        "average": f"On average {decimal(found.expected)} of {_sort(asked.of)} are among them.",
        "rows": [(str(row.copies), percentage(row.chance), percentage(row.or_more)) for row in found.exactly],
        "chart": chart_of(f"The chance of {what} by turn", "Turn", by_turn),
    }


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


def _when(drawn: int | None, found: Answer) -> str:
    """Return in words by when a wish is met that takes so many cards; None: not within the cards looked at."""
    if drawn is None:
        return "never" if found.size <= MOST_DRAWN else f"not with the first {MOST_DRAWN} cards"
    turn = turn_of(drawn)
    return f"with {drawn} cards drawn, " + ("in the opening hand" if turn == 0 else f"by turn {turn}")


LONGEST_SEED = 60
HASH_SHOWN = 12  # hexadecimal digits of a content's hash: who is misled by two alike has looked for them
FRESH_SEED_LENGTH = 8
MOST_CARDS, MOST_TILES = 40, 20
FIRST_TILES = 3
NO_ROBOTS = "noindex, nofollow"  # there is a hand for every seed, and a way from each to the next


def _only_plain_signs(seed: str) -> None:
    """Raise ValidationError for a seed with a character that is not allowed."""
    sign = refused_sign(seed)
    if sign is not None:
        raise ValidationError(f"The seed holds {sign}, which is not allowed.")


class HandForm(forms.Form):
    """The form of a hand's address. Only the seed is required; the rest has defaults."""

    seed = forms.CharField(label="Seed", max_length=LONGEST_SEED, validators=[_only_plain_signs])
    content = forms.RegexField(r"^[0-9a-f]{12}$", required=False, widget=forms.HiddenInput)
    cards = forms.IntegerField(min_value=1, max_value=MOST_CARDS, required=False, widget=forms.HiddenInput)
    tiles = forms.IntegerField(min_value=1, max_value=MOST_TILES, required=False, widget=forms.HiddenInput)


class NatureDrawn(NamedTuple):
    """The number of drawn cards of a nature, beside the expected number."""

    nature: str
    drawn: int
    average: str
    exactly: str
    or_more: str


def sample_of(deck: KnownDeck, seed: str, *, cards: int, tiles: int) -> dict[str, object]:
    """Return the first cards and tiles of the shuffle of a seed. Unknown pieces are in no pile.

    `tabled` are titles that go to the table as they are drawn (13.4.3), `like_it` says how rare exactly this hand is.
    `has_more_cards` and `has_more_tiles`: there is a next one.
    """
    known_cards = {card.title: card for card, _ in deck.cards}
    known_tiles = {tile.title: tile for tile, _ in deck.tiles}
    piles = {card.title: copies for card, copies in deck.cards}
    shuffles = Shuffles(deck.content, seed)
    drawn = shuffles.deck(piles, cards)
    explored = shuffles.hexpile({tile.title: copies for tile, copies in deck.tiles}, tiles)
    chance = odds.this_hand(piles, Counter(drawn))
    like_it = f"One draw in {count_in_words(round(1 / chance))} gives exactly these cards, in whatever order."
    return {
        "cards": [result_of(known_cards[title].definition) for title in drawn],
        "tiles": [result_of(known_tiles[title].definition) for title in explored],
        "tabled": [title for title in drawn if known_cards[title].is_tabled_when_drawn],
        "by_nature": _by_nature(deck, Counter(known_cards[title].nature for title in drawn)),
        "like_it": like_it if chance != 1 else "No other cards could be drawn.",
        "has_more_cards": len(drawn) < deck.size,
        "has_more_tiles": len(explored) < deck.pile_size,
    }


def _by_nature(deck: KnownDeck, drawn: Counter[str]) -> list[NatureDrawn]:
    size, cards = deck.size, drawn.total()
    return [
        NatureDrawn(
            row.label,
            drawn[row.label],
            decimal(odds.expect(size, row.number, cards)),
            percentage(odds.exactly(size, row.number, cards, drawn[row.label])),
            percentage(odds.at_least(size, row.number, cards, drawn[row.label])),
        )
        for row in natures(deck)
    ]


class Drawn(NamedTuple):
    """The content that a hand is drawn from. `version` is the one that the address means, where the deck has changed.

    `is_lost`: the address means a content that is nowhere any more, and the present one is drawn from.
    """

    content: DeckContent
    version: DeckVersion | None = None
    is_lost: bool = False


@require_safe
@of_deck
def hand(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the hand of the seed in the address; without a seed, redirect to a new one."""
    head = head_of(deck, request.user)
    if "seed" not in request.GET:
        return HttpResponseRedirect(hand_url(deck, random_name(FRESH_SEED_LENGTH), head.content))
    form = HandForm(request.GET)
    shown = {"form": form, "opening_hand": OPENING_HAND} | (_hand(request, head, form) if form.is_valid() else {})
    response = render_tab(request, "decks:hand", head, shown, status=400 if form.errors else 200)
    response.headers["X-Robots-Tag"] = NO_ROBOTS
    return response


def hand_url(deck: Deck, seed: str, content: DeckContent, **more: int) -> str:
    """Return the URL of a hand of the content."""
    asked: dict[str, str | int] = {"seed": seed, "content": content.hash[:HASH_SHOWN], **more}
    return f"{reverse('decks:hand', args=[deck.public_id])}?{urlencode(asked)}"


def _hand(request: HttpRequest, head: DeckHead, form: HandForm) -> dict[str, object]:
    """Return the context of a hand that can be drawn."""
    asked = form.cleaned_data
    drawn = _drawn_from(request, head, asked["content"])
    seed, cards, tiles = asked["seed"], asked["cards"] or OPENING_HAND, asked["tiles"] or FIRST_TILES
    known = known_deck(drawn.content, current_printed())
    sample = sample_of(known, seed, cards=cards, tiles=tiles)

    def url(**more: int) -> str:
        return hand_url(head.deck, seed, drawn.content, **{"cards": cards, "tiles": tiles, **more})

    return {
        "seed": seed,
        "drawn": drawn,
        "sample": sample,
        "next_card": url(cards=cards + 1) if sample["has_more_cards"] and cards < MOST_CARDS else "",
        "most_cards": MOST_CARDS,
        "most_tiles": MOST_TILES,
        "next_tile": url(tiles=tiles + 1) if sample["has_more_tiles"] and tiles < MOST_TILES else "",
        "present": hand_url(head.deck, seed, head.content),
        **left_out(known),
    }


def _drawn_from(request: HttpRequest, head: DeckHead, meant: str) -> Drawn:
    """Return the current content or the version that the address means. A missing version means the current one."""
    if not meant or head.content.hash.startswith(meant):
        return Drawn(head.content)
    version = version_with(head.deck, meant, request.user)
    if version is None:
        return Drawn(head.content, is_lost=True)
    return Drawn(content_of(version.content), version)
