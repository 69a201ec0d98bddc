"""The proof of pools: each drawn anew from the seed and from what was kept of the recipe, and compared (rules 22.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.rules import commitment
from incursions.rules.sealed import Stock, open_pool
from tournaments.errors import DomainError
from tournaments.organizing.models import Entry, PoolStock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.organizing.models import Tournament


class Checked(NamedTuple):
    """A player's pool, and whether the seed gives the same."""

    entry: Entry
    holds: bool


def is_seal_of_seed(row: Tournament) -> bool:
    """Whether the seed is the one that was sealed."""
    return commitment(bytes(row.seed)) == row.commitment


def checked(row: Tournament, stock: Stock, entries: Iterable[Entry]) -> list[Checked]:
    """These pools, drawn again. Only for a tournament whose seed is published."""
    seed = bytes(row.seed)
    return [Checked(entry, open_pool(stock, seed, entry.number).to_data() == entry.pool) for entry in entries]


def proof_data(row: Tournament) -> dict[str, Any]:
    """All that is needed to draw the pools again, as plain data. Raises not_over before the seed is published."""
    kept = PoolStock.objects.filter(tournament=row).first()
    if row.published_seed is None or kept is None:
        raise DomainError("not_over", "The seed is published when the tournament is over.")
    pools = Entry.objects.filter(tournament=row, pool__isnull=False).values_list("number", "pool")
    return {
        "tournament": row.public_id,
        "name": row.name,
        "commitment": row.commitment,
        "seed": row.published_seed,
        "catalogue": kept.catalogue,
        "stock": kept.data,
        "pools": {str(number): pool for number, pool in pools},
    }
