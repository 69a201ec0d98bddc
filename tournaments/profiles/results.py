"""A player's results by mode, race and deck. Struck matches do not count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

from django.db.models import Count, Q

from cards.decks.models import Deck
from incursions.bots.trials.tables import percent
from tournaments.enums import Mode, Outcome
from tournaments.models import SeatRecord
from tournaments.profiles.history import names_deck

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from incursions.accounts.privacy import Viewer

MOST_DECKS = 20
COUNTS = {
    "matches": Count("pk"),
    **{outcome.value: Count("pk", filter=Q(outcome=outcome)) for outcome in Outcome},
}


class Counted(TypedDict):
    """The counts of a group of matches, with the columns that they are grouped by."""

    matches: int
    won: int
    drawn: int
    lost: int
    record__mode: NotRequired[str]
    race: NotRequired[str]
    deck: NotRequired[int | None]
    starter: NotRequired[str]


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
        self.matches += counted["matches"]
        self.won += counted["won"]
        self.drawn += counted["drawn"]
        self.lost += counted["lost"]

    @property
    def share(self) -> str:
        """The percentage won, as text; "" without matches."""
        return percent(self.won / self.matches) if self.matches else ""


def results_by_mode(owner: User) -> list[Result]:
    """Return the results for each mode played, and the total."""
    found = _count_results(owner, "record__mode")
    results = {mode: Result(str(mode.label)) for mode in Mode}
    total = Result("All")
    for counted in found:
        results[Mode(counted["record__mode"])].add(counted)
        total.add(counted)
    return [*(result for result in results.values() if result.matches), total]


def results_by_race(owner: User) -> list[Result]:
    """Return the results for each race played, most played first."""
    found = [_result(counted["race"], counted) for counted in _count_results(owner, "race")]
    return sorted(found, key=lambda result: (-result.matches, result.name))


def results_by_deck(owner: User, viewer: Viewer) -> list[Result]:
    """Return the results for each deck, most played first. Basic has no decks.

    Decks that may not be named to the viewer are counted together.
    """
    found = list(_count_results(owner, "deck", "starter", beyond_basic=True))
    decks = Deck.objects.in_bulk([counted["deck"] for counted in found if counted["deck"]])
    results: dict[tuple[str, str], Result] = {}
    for counted in found:
        name, url = _deck_name(counted, decks, viewer)
        results.setdefault((name, url), Result(name, url=url)).add(counted)
    return sorted(results.values(), key=lambda result: (-result.matches, result.name))[:MOST_DECKS]


def _deck_name(counted: Counted, decks: dict[int, Deck], viewer: Viewer) -> tuple[str, str]:
    if counted["starter"]:
        return counted["starter"], ""
    deck = decks.get(counted["deck"] or 0)
    if deck is not None and names_deck(viewer, deck):
        return deck.name, deck.get_absolute_url()
    return "Decks of their own", ""


def _count_results(owner: User, *columns: str, beyond_basic: bool = False) -> Iterable[Counted]:
    lines = SeatRecord.objects.of_user(owner).without_struck().order_by()
    if beyond_basic:
        lines = lines.exclude(record__mode=Mode.BASIC)
    return cast("Iterable[Counted]", lines.values(*columns).annotate(**COUNTS))


def _result(name: str, counted: Counted) -> Result:
    result = Result(name)
    result.add(counted)
    return result
