"""The comparison of two contents, and the page that compares any two decks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.addresses import url_of
from cards.catalogue import known_piece
from cards.deck_pages.asking import number_of, refusing
from cards.deck_pages.judged import counters_of
from cards.deck_pages.shelves import find_starter
from cards.decks import abilities
from cards.decks.contents import Difference, content_of, differences, entries
from cards.decks.errors import DeckError
from cards.decks.judging import current_lexicon
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import content_seen, find_deck, find_version
from incursions.games.incursions.deck_files import Part, read_as_written
from incursions.games.incursions.deck_files.codes import find_sole_code
from incursions.games.incursions.deck_files.sheet import OUTSIDE, name_of_part
from incursions.games.incursions.rules.construction import DeckContent

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer


MINUS = "−"
MOST_IN_SHORT = 5
MOST_TOLD = 300  # more than two real decks have; a page stays small whatever is compared
DRAFT = "draft"
LONGEST_LINK = 2_000  # characters; a share code may be pasted instead
LINK = re.compile(r"(?:.*/decks/)?(?P<name>[^/?#\s]+)(?:/versions/(?P<version>\d+))?(?:/[^?#\s]*)?(?:[?#].*)?")
STARTER = re.compile(r"(?:.*/decks/)?starters/(?P<slug>[^/?#\s]+)/?(?:[?#].*)?")
FIELDS = {"a": "own_a", "b": "own_b"}  # a link that is pasted, and instead of it one of one's own decks
MOST_OWN = 100


class Change(NamedTuple):
    """A piece whose number changed; `url` is empty if the catalogue does not have the piece."""

    title: str
    url: str
    before: int
    after: int

    @property
    def sign(self) -> str:
        """Return how many more or less: "+2", "−1"."""
        return format_change(self.after - self.before)

    @property
    def words(self) -> str:
        """Return the change for those who listen: "2 more", "1 fewer"."""
        change = self.after - self.before
        return f"{change} more" if change > 0 else f"{-change} fewer"


class ChangedPart(NamedTuple):
    """The changes of a part of the deck."""

    heading: str
    changes: list[Change]


class Counted(NamedTuple):
    """A number of the one content and of the other."""

    name: str
    before: int
    after: int
    limit: str

    @property
    def change(self) -> str:
        """Return how many more or less, empty for as many."""
        return format_change(self.after - self.before) if self.after != self.before else ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences between two contents. `alike` counts the titles that both hold in equal numbers.

    `more` and `fewer` count the copies that only the second, or only the first, holds; `untold` counts the changes
    beyond the limit of the list.
    """

    parts: list[ChangedPart]
    counters: list[Counted]
    alike: int
    more: int
    fewer: int
    untold: int


def compare_contents(before: DeckContent, after: DeckContent) -> Comparison:
    """Return the comparison of two contents, with their counters against the limits of rules 3 and 4."""
    found = differences(before, after)
    counters = zip(counters_of(before), counters_of(after), strict=True)
    return Comparison(
        [
            ChangedPart(name_of_part(part).capitalize(), [_change(difference) for difference in of_part])
            for part, of_part in groupby(found[:MOST_TOLD], key=lambda difference: difference.part)
        ],
        [Counted(one.name, one.number, other.number, one.limit) for one, other in counters],
        alike=len(set(entries(before)) & set(entries(after))),
        more=sum(max(0, difference.change) for difference in found),
        fewer=sum(max(0, -difference.change) for difference in found),
        untold=max(0, len(found) - MOST_TOLD),
    )


def in_short(found: Iterable[Difference]) -> str:
    """Return differences in a line: "ship Sol, +2 Phasers, −1 Fire and 3 more". Empty for none."""
    phrases = [_phrase(difference) for difference in found]
    told, more = phrases[:MOST_IN_SHORT], len(phrases) - MOST_IN_SHORT
    return ", ".join(told) + (f" and {more} more" if more > 0 else "")


def format_change(change: int) -> str:
    """Return a change with its sign, as it is printed."""
    return f"+{change}" if change > 0 else f"{MINUS}{-change}"


def _phrase(difference: Difference) -> str:
    if difference.part in OUTSIDE:
        return f"{'' if difference.after else 'without '}{name_of_part(Part(difference.part))} {difference.title}"
    return f"{format_change(difference.change)} {difference.title}"


def _change(difference: Difference) -> Change:
    url = url_of(difference.title) if known_piece(difference.title) else ""
    return Change(difference.title, url, difference.before, difference.after)


@dataclass(frozen=True, slots=True)
class Side:
    """A content to compare. `label` is its name beside `name`, that of its deck."""

    name: str
    label: str
    url: str
    content: DeckContent


def side_of_deck(deck: Deck, typed: str, viewer: Viewer) -> Side:
    """Return the draft of a deck, or a version by its number. Raises `DeckError` if the viewer may not see it."""
    if typed != DRAFT:
        return version_side(deck, find_version(deck, number_of(typed, "version"), viewer))
    if not abilities.may_see_draft(viewer, deck):
        raise DeckError("not_found", "The deck shows no draft.", field="version")
    return Side(deck.name, "the draft", deck.get_absolute_url(), content_of(deck.draft))


def version_side(deck: Deck, version: DeckVersion) -> Side:
    """Return a version that the viewer may see as a side of a comparison."""
    url = reverse("decks:version", args=[deck.public_id, version.number])
    label = f"version {version.number}" + (f", {version.name}" if version.name else "")
    return Side(deck.name, label, url, content_of(version.content))


def side_of_link(typed: str, viewer: Viewer) -> Side:
    """Return the deck or version that a link or share code means. Raises `DeckError`.

    A deck that may not be seen is refused as one that is not there, and so is whatever leads to no deck.
    """
    typed = typed.strip()[:LONGEST_LINK]
    if code := find_sole_code(typed):
        return _side_of_code(code)
    if starter := STARTER.fullmatch(typed):
        found = find_starter(starter["slug"])
        return Side(
            found.title, "a deck to begin with", reverse("decks:starter", args=[starter["slug"]]), found.content
        )
    link = LINK.fullmatch(typed)
    deck = find_deck(link["name"] if link else "", viewer)
    if link and link["version"]:
        return side_of_deck(deck, link["version"], viewer)
    label = "the draft" if abilities.may_see_draft(viewer, deck) else "the newest version"
    return Side(deck.name, label, deck.get_absolute_url(), content_seen(deck, viewer))


def _side_of_code(code: str) -> Side:
    """Return the deck in a share code. Raises `DeckError` for one that cannot be read whole."""
    found = read_as_written(code, current_lexicon())
    if found.faults:
        reason = found.faults[0].reason
        raise DeckError("invalid", f"{reason[0].upper()}{reason[1:]}.", field="code")
    return Side(found.name or "A shared deck", "a share code", reverse("decks:code", args=[code]), found.content)


@require_safe
@refusing
def compare(request: HttpRequest) -> HttpResponse:
    """Show the differences of two decks, each given by its link. An unknown link is reported beside its field."""
    if any(request.GET.get(own) for own in FIELDS.values()):
        asked = {field: request.GET.get(own) or request.GET.get(field, "") for field, own in FIELDS.items()}
        return redirect(f"{request.path}?{urlencode(asked)}")
    typed = {field: request.GET.get(field, "")[:LONGEST_LINK] for field in FIELDS}
    sides, faults = _sides(request, typed)
    context = {
        "here": "decks",
        "typed": typed,
        "faults": faults,
        "own": Deck.objects.own(request.user).only("public_id", "name")[:MOST_OWN],
        "longest": LONGEST_LINK,
    }
    if len(sides) == len(FIELDS):
        context |= {"sides": sides, "comparison": compare_contents(sides[0].content, sides[1].content)}
    return render(request, "decks/compare.html", context, status=HTTPStatus.NOT_FOUND if faults else HTTPStatus.OK)


def _sides(request: HttpRequest, typed: dict[str, str]) -> tuple[list[Side], dict[str, str]]:
    """Return the sides that the links mean, and the errors by field."""
    sides: list[Side] = []
    faults: dict[str, str] = {}
    for field, link in typed.items():
        if link:
            try:
                sides.append(side_of_link(link, request.user))
            except DeckError as refusal:
                faults[field] = refusal.message
    return sides, faults
