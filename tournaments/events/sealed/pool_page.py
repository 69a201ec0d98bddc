"""Sealed pools as pages show them: packs to open, and the proof that the seed gives the pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from incursions.accounts.models import User
from incursions.engine import commitment
from incursions.kit.refusals import DomainError
from tournaments.events.models import Entry, PoolStock, Tournament
from tournaments.events.pools import sealed_play_of


class Pack(NamedTuple):
    """A pack of a pool, by its place from 1. The content is present only if it is open."""

    number: int
    name: str
    titles: tuple[str, ...]
    is_open: bool


class Packs(NamedTuple):
    """The packs of a pool, and the one that is shown, with the faces of its pieces."""

    packs: list[Pack]
    shown: Pack | None
    faces: Sequence[Any]
    is_new: bool

    @property
    def opened(self) -> int:
        """The number of open packs."""
        return sum(pack.is_open for pack in self.packs)

    @property
    def next(self) -> Pack | None:
        """The pack that is opened next, or None."""
        return next((pack for pack in self.packs if not pack.is_open), None)


def packs_for(row: Tournament, entry: Entry, opened: int, asked: str, *, is_new: bool = False) -> Packs:
    """Return the packs of a player who has opened that many. `asked` names the pack to show; by default the newest."""
    sealed = sealed_play_of(row)
    packs = [
        Pack(number, name, titles if number <= opened else (), number <= opened)
        for number, (name, titles) in enumerate(sealed.list_packs(entry.pool), 1)
    ]
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    shown = next((pack for pack in packs if pack.number == number and pack.is_open), None)
    return Packs(packs, shown, sealed.show_pieces(shown.titles if shown else ()), is_new and shown is not None)


def render_pool(row: Tournament, entry: Entry) -> str:
    """Return the pool of a player as HTML, beside the registered deck."""
    return sealed_play_of(row).render_table(entry.pool, row.loadouts.find_own(entry.loadout), row.limits)


class Checked(NamedTuple):
    """A player's pool. `holds`: the seed gives it again."""

    entry: Entry
    holds: bool


def is_seal_of_seed(row: Tournament) -> bool:
    """Return True if the seed matches the published commitment."""
    return commitment(bytes(row.seed)) == row.commitment


def check_pools(row: Tournament, stock: Any, entries: Sequence[Entry]) -> list[Checked]:
    """Draw these pools again and compare. Only for a tournament whose seed is published."""
    pools = sealed_play_of(row).open_pools(stock, bytes(row.seed), [entry.number for entry in entries])
    return [Checked(entry, pool == entry.pool) for entry, pool in zip(entries, pools, strict=True)]


def proof_data(row: Tournament) -> dict[str, object]:
    """Return everything needed to draw the pools again, as plain data. Raises not_over before the seed is published."""
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


def may_keep(entry: Entry) -> bool:
    """Return True if the player may copy the registered deck: decks are open, or the tournament is over for him."""
    row = entry.tournament
    return entry.loadout is not None and (row.are_decks_open or not row.is_active or not entry.is_in)


def keep_deck(entry: Entry, *, by: User) -> Any:
    """Copy the registered deck to a private deck of the player, named after the tournament.

    Raises `DomainError`: not_yours, not_registered, wrong_state, too_many_decks.
    """
    if not entry.is_of(by):
        raise DomainError("not_yours", "A pool's deck is kept by its own player.")
    row = entry.tournament
    build = row.loadouts.find_own(entry.loadout)
    if build is None:
        raise DomainError("not_registered", "No deck of this pool is registered.")
    if not may_keep(entry):
        message = "You can copy the deck when the tournament opens its decks, or when it is over for you."
        raise DomainError("wrong_state", message)
    return sealed_play_of(row).copy_build(build, owner=by, name=row.name)
