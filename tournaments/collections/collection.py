"""A player's collection: copies by set and rarity, missing titles, and the proof of each booster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Count, Q

from cards.addresses import url_of
from cards.catalogue import current_pieces
from cards.models import CardSet
from incursions.rules.printed.words import RARITIES
from tournaments.collections.granting import draw_booster
from tournaments.collections.models import IN_A_RUN, BoosterRun, CasualBooster, CollectedPiece
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from incursions.accounts.models import User

HEXES = "Hexes"


class Owned(NamedTuple):
    """A title with its number of copies, 0 if it is missing."""

    title: str
    url: str
    copies: int


class Shelf(NamedTuple):
    """The titles of a set that have one rarity, or its hexes."""

    name: str
    owned: list[Owned]
    missing: list[Owned]

    @property
    def copies(self) -> int:
        """The number of copies of all titles."""
        return sum(each.copies for each in self.owned)

    @property
    def titles(self) -> int:
        """The number of titles, owned and missing."""
        return len(self.owned) + len(self.missing)


class CollectedSet(NamedTuple):
    """A set with its shelves."""

    name: str
    shelves: list[Shelf]


class ProvedRun(NamedTuple):
    """A run of boosters: its seed once all are open, and whether each booster is what the seed gives."""

    run: BoosterRun
    given: int
    opened: int
    is_revealed: bool
    holds: bool

    @property
    def seed(self) -> str:
        """The published seed in hexadecimal; "" before that."""
        return bytes(self.run.seed).hex() if self.is_revealed else ""


def collection_of(user: User) -> list[CollectedSet]:
    """Return the user's copies in all sets that boosters draw from, with three queries."""
    copies = dict(CollectedPiece.objects.filter(user=user).values_list("title", "copies"))
    sets = list(CardSet.objects.values_list("code", "title"))
    first = sets[0][0] if sets else ""
    shelves: dict[str, dict[str, list[Owned]]] = {code: {name: [] for name in (*RARITIES, HEXES)} for code, _ in sets}
    pieces = current_pieces()
    for name_of, of in ((lambda piece: piece["rarity"], pieces.cards), (lambda _: HEXES, pieces.tiles)):
        for title, piece in of.items():
            shelf = shelves.get(piece.get("set", first), {}).get(name_of(piece))
            if shelf is not None:
                shelf.append(Owned(title, url_of(title), copies.get(title, 0)))
    return [
        CollectedSet(title, [_make_shelf(*each) for each in shelves[code].items() if each[1]]) for code, title in sets
    ]


def waiting_boosters(user: User) -> int:
    """Return the number of boosters that the user can open."""
    return CasualBooster.objects.filter(run__user=user, opened_at=None).count()


def last_opened(user: User) -> CasualBooster | None:
    """Return the booster that the user opened last, or None."""
    opened = CasualBooster.objects.filter(run__user=user, opened_at__isnull=False)
    return opened.select_related("run").order_by("-run__number", "-number").first()


def proved_runs(user: User) -> list[ProvedRun]:
    """Return the runs of a player, the newest first. Each booster of a finished run is drawn again to check it."""
    counted = BoosterRun.objects.filter(user=user).annotate(
        given=Count("boosters"), opened=Count("boosters", filter=Q(boosters__opened_at__isnull=False))
    )
    return [_prove_run(run) for run in counted.order_by("-number")]


def run_data(user: User, number: int) -> dict[str, object]:
    """Return a finished run as the file that `check_pools.py` reads. Raises `DomainError`: not_found, not_over."""
    run = next((one for one in proved_runs(user) if one.run.number == number), None)
    if run is None:
        raise DomainError("not_found", "There are no such boosters.")
    if not run.is_revealed:
        raise DomainError("not_over", f"The seed is published when all {IN_A_RUN} boosters are open.")
    boosters = run.run.boosters.values_list("number", "content")
    return {
        "commitment": run.run.commitment,
        "seed": run.seed,
        "stock": run.run.stock,
        "boosters": {str(place): content for place, content in boosters},
    }


def _make_shelf(name: str, titles: list[Owned]) -> Shelf:
    return Shelf(name, [each for each in titles if each.copies], [each for each in titles if not each.copies])


def _prove_run(run: Any) -> ProvedRun:
    is_revealed = run.opened == IN_A_RUN
    boosters = run.boosters.all() if is_revealed else ()
    holds = all(draw_booster(run, one.number).to_data() == one.content for one in boosters)
    return ProvedRun(run, run.given, run.opened, is_revealed, holds)
