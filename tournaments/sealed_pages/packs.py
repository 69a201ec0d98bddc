"""A pool as its player opens it: pack after pack, each turned over at the player's word, the rarest card last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from django.utils.safestring import SafeString

from cards.catalogue import known_piece
from cards.finding import current_finding
from tournaments.organizing.sealed import pool_of

if TYPE_CHECKING:
    from incursions.rules.sealed import Pool
    from tournaments.organizing.models import Entry


class Pack(NamedTuple):
    """A pack of a pool, by its place from 1; what is in it is given of an open one alone."""

    number: int
    name: str
    titles: tuple[str, ...]
    is_open: bool


class Face(NamedTuple):
    """A piece as it lies there: its face, or nothing but its title where the catalogue has it no more."""

    title: str
    item: SafeString | None


class Packs(NamedTuple):
    """The packs of a pool, those that are open, and the one that is looked at."""

    packs: list[Pack]
    shown: Pack | None
    faces: list[Face]
    is_new: bool

    @property
    def opened(self) -> int:
        """How many are open."""
        return sum(pack.is_open for pack in self.packs)

    @property
    def next(self) -> Pack | None:
        """The one that is opened next."""
        return next((pack for pack in self.packs if not pack.is_open), None)


def packs_for(entry: Entry, opened: int, asked: str, *, is_new: bool = False) -> Packs:
    """The packs of a player who has opened so many; `asked` names the one to be shown, else it is the newest."""
    packs = [
        Pack(number, name, titles if number <= opened else (), number <= opened)
        for number, (name, titles) in enumerate(_all(pool_of(entry)), 1)
    ]
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    shown = next((pack for pack in packs if pack.number == number and pack.is_open), None)
    return Packs(packs, shown, faces_of(shown.titles if shown else ()), is_new and shown is not None)


def faces_of(titles: Iterable[str]) -> list[Face]:
    """Titles as faces, in their order."""
    items = current_finding().items
    found = ((title, known_piece(title)) for title in titles)
    return [Face(title, None if piece is None else items.of("pictures", piece)) for title, piece in found]


def _all(pool: Pool) -> list[tuple[str, tuple[str, ...]]]:
    starter = pool.starter
    packs = [("Starter pack", (*starter.wormholes, *starter.captains, *starter.ships))]
    packs += [(f"Booster {number}", (*one.tiles, *one.cards)) for number, one in enumerate(pool.boosters, 1)]
    return packs
