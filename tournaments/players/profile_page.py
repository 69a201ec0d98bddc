"""The page of a player: results by mode, the curve of a rating, the history of matches, and what may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.db.models import Count, Q
from django.utils.http import urlencode

from cards.decks import abilities
from cards.decks.models import Deck
from incursions.accounts.models import User
from incursions.accounts.privacy import COLLECTION, DECKS, HISTORY, ONLINE, RATINGS, WATCHING, may
from incursions.games.contract import Badge
from tournaments.matches.enums import Outcome
from tournaments.matches.game_kinds import (
    full_mode_titles,
    game_choices,
    game_kinds,
    list_loadout_nouns,
    loadout_names,
    mode_groups,
    modes_without_loadouts,
)
from tournaments.matches.models import Match
from tournaments.players.models import Award, Patch, Rating, SeatRecord, SeatRecordQuerySet
from tournaments.players.recording import all_badges, awards_of
from tournaments.players.skill import kind_called

if TYPE_CHECKING:
    from incursions.accounts.privacy import Viewer

MOST_DRAWN = 200
LAST_STEPS = 10
WIDTH, HEIGHT = 360, 120
LEFT, RIGHT, TOP, BOTTOM = 36, 6, 8, 8
COLUMNS = (
    "outcome",
    "ended_at",
    "rating_id",
    "mu_before",
    "sigma_before",
    "mu_after",
    "sigma_after",
    "record__match__public_id",
    "record__match__is_private",
)
NARROWEST = 100
"""The least span of the chart in points, so that small changes look small."""
ROUND_TO = 50


class Step(NamedTuple):
    """A match that changed the rating. `url`: its page, if the match may be named to the viewer."""

    line: SeatRecord
    url: str
    change: int


def curve_of(rating: Rating, linked: Callable[[Match], bool]) -> dict[str, object]:
    """Return the drawing of a rating from its matches, in one query. `linked` tells which matches may be named.

    It has the points of the line, the heights of the marks, and the last steps, newest first.
    """
    lines = rating.records.without_struck().select_related("record__match").order_by("-record")
    newest = list(lines.only(*COLUMNS)[:MOST_DRAWN])
    numbers = [line.after.shown for line in reversed(newest)]
    if newest:
        numbers.insert(0, newest[-1].before.shown)
    lowest = min(numbers or [rating.shown]) // ROUND_TO * ROUND_TO
    highest = max(-(-max(numbers or [rating.shown]) // ROUND_TO) * ROUND_TO, lowest + NARROWEST)
    marks = [(mark, _height(mark, lowest, highest)) for mark in (lowest, (lowest + highest) // 2, highest)]
    steps = []
    for line in newest[:LAST_STEPS]:
        match = line.record.match
        steps.append(Step(line, match.get_absolute_url() if linked(match) else "", line.shown_change))
    return {
        "rating": rating,
        "caption": f"{rating.kind}: the last {len(newest)} matches, between {lowest} and {highest}",
        "points": _points(numbers, lowest, highest),
        "marks": marks,
        "steps": steps,
        "drawn": len(newest),
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
    }


def _height(number: int, lowest: int, highest: int) -> float:
    """Return where a rating is drawn in the curve, from the top."""
    room = HEIGHT - TOP - BOTTOM
    return round(HEIGHT - BOTTOM - room * (number - lowest) / (highest - lowest), 1)


def _points(numbers: Sequence[int], lowest: int, highest: int) -> str:
    """Return the `points` attribute of the line."""
    step = (WIDTH - LEFT - RIGHT) / max(1, len(numbers) - 1)
    return " ".join(
        f"{LEFT + step * index:.1f},{_height(number, lowest, highest)}" for index, number in enumerate(numbers)
    )


MOST_DECKS = 20
COUNTS = {
    "matches": Count("pk"),
    **{outcome.value: Count("pk", filter=Q(outcome=outcome)) for outcome in Outcome},
}


Counted = Mapping[str, Any]
"""The counts of a group of matches, by the names in `COUNTS`, with the columns that they are grouped by."""


@dataclass(slots=True)
class Result:
    """Results of a group of matches. `url`: a page about the group, if any."""

    name: str
    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    url: str = ""

    def add(self, counted: Counted) -> None:
        """Add the counts of more matches."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + counted[name])

    @property
    def share(self) -> str:
        """The percentage won, as text; "" without matches."""
        return f"{100 * (self.won / self.matches):.1f} %" if self.matches else ""


def _sum_up(found: Iterable[Counted], name_group: Callable[[Counted], tuple[str, str]]) -> list[Result]:
    """Return the results of each group, most played first. `name_group` returns its name and address."""
    results: dict[tuple[str, str], Result] = {}
    for counted in found:
        name, url = name_group(counted)
        results.setdefault((name, url), Result(name, url=url)).add(counted)
    return sorted(results.values(), key=lambda result: (-result.matches, result.name))


def _deck_name(counted: Counted, decks: dict[int, Deck], viewer: Viewer) -> tuple[str, str]:
    """Return the name and address of a deck, or that it is a player's own if the viewer may not know more."""
    if counted["starter"]:
        return counted["starter"], ""
    deck = decks.get(counted["deck"] or 0)
    if deck is not None and names_deck(viewer, deck):
        return deck.name, deck.get_absolute_url()
    return f"{loadout_names()[counted['record__mode']].capitalize()}s of their own", ""


def _count_results(owner: User, *columns: str, with_loadouts: bool = False) -> Iterable[Counted]:
    """Return the counts of a user's results, one for each combination of these columns."""
    lines = SeatRecord.objects.of_user(owner).without_struck().order_by()
    if with_loadouts:
        lines = lines.exclude(record__mode__in=modes_without_loadouts())
    return lines.values(*columns).annotate(**COUNTS)


LONGEST_NAME = 150
LARGE = ("setup", "state_data", "opening", "seed")


class HistoryForm(forms.Form):
    """The filter of a match history, bound to a query string. Empty fields do not filter.

    It asks for the game only in a house of several.
    """

    game = forms.ChoiceField(label="Game", required=False, choices=lambda: [("", "any"), *game_choices()])
    mode = forms.ChoiceField(label="Mode", required=False, choices=lambda: [("", "any"), *mode_groups()])
    result = forms.ChoiceField(label="Result", required=False, choices=[("", "any"), *Outcome.choices])
    opponent = forms.CharField(
        label="Against", required=False, max_length=LONGEST_NAME, help_text="A player’s name, or that of a bot"
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if len(game_choices()) == 1:
            del self.fields["game"]

    @property
    def query(self) -> str:
        """The filled fields, as a query string."""
        return urlencode({name: typed for name, typed in self.cleaned_data.items() if typed})

    def apply_to(self, lines: SeatRecordQuerySet) -> SeatRecordQuerySet:
        """Return the lines that match the filter."""
        asked = self.cleaned_data
        if asked.get("game"):
            lines = lines.filter(record__match__game=asked["game"])
        if asked["mode"]:
            lines = lines.filter(record__mode=asked["mode"])
        if asked["result"]:
            lines = lines.filter(outcome=asked["result"], record__is_struck=False)
        return lines.with_opponent(asked["opponent"]) if asked["opponent"] else lines


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a history. `deck` is None if it may not be named; `change` is None if no rating changed."""

    line: SeatRecord
    others: list[SeatRecord]
    deck: Deck | None
    deck_words: str
    change: int | None


def history_of(owner: User, viewer: Viewer) -> SeatRecordQuerySet:
    """Return the matches of a player that the viewer may see, last ended first.

    Private tables are listed only for their players and for staff.
    """
    if not may(viewer, HISTORY, owner):
        return SeatRecord.objects.none()
    lines = SeatRecord.objects.of_user(owner)
    if viewer.pk == owner.pk or abilities.is_staff(viewer):
        return lines
    seen = Q(record__match__is_private=False)
    if viewer.pk is not None:
        seen |= Q(record__in=SeatRecord.objects.filter(user=viewer.pk).values("record"))
    return lines.filter(seen)


def with_matches(lines: SeatRecordQuerySet) -> SeatRecordQuerySet:
    """Select the match of each line, without its large columns."""
    return lines.select_related("record__match").defer(*(f"record__match__{name}" for name in LARGE))


def with_tables(lines: SeatRecordQuerySet) -> SeatRecordQuerySet:
    """Select the match of each line, the other seats and the deck. Three queries for any number."""
    return with_matches(lines).select_related("record__match", "deck").prefetch_related("record__seats__user")


def describe_matches(lines: Iterable[SeatRecord], owner: User, viewer: Viewer) -> list[Played]:
    """Return these matches, loaded by `with_tables`, as the viewer may see them."""
    sees_decks, sees_ratings = may(viewer, DECKS, owner), may(viewer, RATINGS, owner)
    return [
        Played(
            line,
            sorted((other for other in line.record.seats.all() if other.pk != line.pk), key=lambda other: other.seat),
            line.deck if sees_decks and line.deck is not None and names_deck(viewer, line.deck) else None,
            deck_words(line) if sees_decks else "",
            line.shown_change if sees_ratings and not (line.record.is_casual or line.record.is_struck) else None,
        )
        for line in lines
    ]


def names_deck(viewer: Viewer, deck: Deck) -> bool:
    """Return True if a list may name the deck: to its owner and staff, or if everybody can find it."""
    return abilities.may_see_draft(viewer, deck) or abilities.is_listed(deck)


def deck_words(line: SeatRecord) -> str:
    """Return what a seat brought: the title of a ready-made one, or that it was the player's own; "" for nothing."""
    noun = loadout_names()[line.record.mode]
    return line.starter or f"a {noun} of their own" if noun else ""


NEWEST = 10
MOST_RUNNING = 3
MOST_PATCHES = 24


class ProfilePage:
    """The page of a player for a viewer, with the names of the parts that it hides.

    `kind` is the slug of the kind of play to draw a curve of.
    """

    def __init__(self, owner: User, viewer: Viewer, kind: str = "") -> None:
        self.owner = owner
        self.viewer = viewer
        self._kind = kind_called(kind)
        self.is_own = viewer.pk == owner.pk
        self.shows_history = may(viewer, HISTORY, owner)
        self.shows_decks = may(viewer, DECKS, owner)
        self.shows_ratings = may(viewer, RATINGS, owner)
        self.shows_collection = not owner.is_guest and may(viewer, COLLECTION, owner)
        self.shows_running = may(viewer, ONLINE, owner) and may(viewer, WATCHING, owner)
        parts = {"matches": self.shows_history, "decks": self.shows_decks, "ratings": self.shows_ratings}
        self.hides = [name for name, is_shown in parts.items() if not is_shown]

    @cached_property
    def newest(self) -> list[Played]:
        """The latest matches."""
        return describe_matches(with_tables(history_of(self.owner, self.viewer))[:NEWEST], self.owner, self.viewer)

    @cached_property
    def by_mode(self) -> list[Result]:
        """Results by mode, and in total."""
        if not self.shows_history:
            return []
        results = {mode: Result(title) for mode, title in full_mode_titles().items()}
        total = Result("All")
        for counted in _count_results(self.owner, "record__mode"):
            results[counted["record__mode"]].add(counted)
            total.add(counted)
        return [*(result for result in results.values() if result.matches), total]

    @cached_property
    def by_race(self) -> list[Result]:
        """Results by the race or side of what was played, most played first."""
        if not self.shows_decks:
            return []
        return _sum_up(_count_results(self.owner, "race"), lambda counted: (counted["race"], ""))

    @cached_property
    def by_deck(self) -> list[Result]:
        """Results by deck, most played first. Decks that may not be named to the viewer are counted together."""
        if not self.shows_decks:
            return []
        found = list(_count_results(self.owner, "deck", "starter", "record__mode", with_loadouts=True))
        decks = Deck.objects.in_bulk([counted["deck"] for counted in found if counted["deck"]])
        return _sum_up(found, lambda counted: _deck_name(counted, decks, self.viewer))[:MOST_DECKS]

    @property
    def loadout_nouns(self) -> str:
        """The nouns for what players bring, in a heading: "deck or fleet"."""
        return " or ".join(list_loadout_nouns())

    @cached_property
    def ratings(self) -> list[Rating]:
        """The ratings in all kinds of play, by descending number of matches."""
        if not self.shows_ratings:
            return []
        return list(Rating.objects.with_rated_matches().filter(user=self.owner).order_by("-matches", "pk"))

    @cached_property
    def curve(self) -> dict[str, object] | None:
        """The curve of the requested rating, or of the first. Others than player and staff see no private match."""
        asked = [rating for rating in self.ratings if rating.kind == self._kind]
        names_all = self.is_own or abilities.is_staff(self.viewer)
        if not self.ratings:
            return None
        return curve_of(
            (asked or self.ratings)[0], lambda match: names_all or (self.shows_history and not match.is_private)
        )

    @cached_property
    def badges(self) -> list[tuple[Badge, Award | None]]:
        """Return all badges with their awards for the player; for others only the earned ones."""
        if not self.shows_history:
            return []
        earned = {award.badge: award for award in awards_of(self.owner)}
        return [(badge, earned.get(badge.slug)) for badge in all_badges() if self.is_own or badge.slug in earned]

    @property
    def badges_by_game(self) -> list[tuple[str, list[tuple[Badge, Award | None]]]]:
        """Return the badges of each game that has any to show, with the title of the game in a house of several."""
        kinds = list(game_kinds().values())
        groups = [
            (kind.title, [(badge, award) for badge, award in self.badges if badge in kind.records.badges])
            for kind in kinds
        ]
        return [(title if len(kinds) > 1 else "", badges) for title, badges in groups if badges]

    @cached_property
    def patches(self) -> list[Patch]:
        """The latest tournament patches, newest first: none if the history is hidden. Others see only listed ones."""
        if not self.shows_history:
            return []
        awarded = Patch.objects.filter(user=self.owner).select_related("entry__tournament")
        return list((awarded if self.is_own else awarded.filter(entry__tournament__is_listed=True))[:MOST_PATCHES])

    @cached_property
    def running(self) -> list[Match]:
        """The running matches, for others without private tables."""
        if not self.shows_running:
            return []
        found = Match.objects.running().with_player(self.owner).light().with_seats()
        return list((found if self.is_own else found.listed())[:MOST_RUNNING])


def find_player(name: str) -> User | None:
    """Return the player of that user name, or None. Deactivated players are not found."""
    return User.objects.filter(username=name, is_active=True).first() if name.isprintable() else None
