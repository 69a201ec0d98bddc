"""A game as the front page and its own page show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from incursions.books.links import book_address
from incursions.games.contract import GameKind, ModeKind
from incursions.games.loadouts import SitePage
from incursions.games.presentations import Presentation
from incursions.games.voyages import Voyage
from tournaments.matches.game_kinds import game_kinds, loadouts_of
from tournaments.players.skill import SHOWN, Kind
from tournaments.tables.banners import describe_seats
from tournaments.tables.bot_games import find_picture_version, has_picture

PICTURE_SIZE = (960, 600)
"""The most pixels of the picture of a game."""


class ModeLine(NamedTuple):
    """A mode on the page of its game, with its kinds of ratings."""

    mode: ModeKind
    words: str
    seats: str
    ratings: Sequence[Kind]


@dataclass(frozen=True)
class GamePage:
    """A game in words and links."""

    kind: GameKind

    @property
    def words(self) -> Presentation:
        """The words of the game about itself."""
        return self.kind.presentation

    @property
    def seats(self) -> str:
        """The numbers of players in words."""
        return describe_seats(self.kind.seat_counts)

    @property
    def url(self) -> str:
        """The address of the game's page."""
        return reverse("tables:game", args=[self.kind.name])

    @property
    def picture_url(self) -> str:
        """The address of the game's picture, at its version; "" if there is none."""
        if not has_picture(self.kind):
            return ""
        at = reverse("tables:game_picture", args=[self.kind.name])
        return f"{at}?{urlencode({'v': find_picture_version(self.kind)})}"

    @property
    def rules_url(self) -> str:
        """The address of the game's rules; "" if its rulebook is not among the pages."""
        return book_address(self.kind) if self.kind.load_book else ""

    @property
    def voyages(self) -> list[Voyage]:
        """The lessons of the game."""
        return list(self.kind.voyages.values())

    @property
    def pages(self) -> Sequence[SitePage]:
        """The pages of the site about the game's pieces and what players bring."""
        return loadouts_of(self.kind.name).pages

    @property
    def modes(self) -> list[ModeLine]:
        """The modes with how many play them, and their ratings."""
        return [_describe_mode(mode) for mode in self.kind.modes]


def _describe_mode(mode: ModeKind) -> ModeLine:
    """Return a mode in words. In forms its words begin with its title, which is a heading here."""
    title, _, rest = mode.words.partition(": ")
    words = rest if title == mode.title and rest else mode.words
    seats = describe_seats(range(mode.fewest_seats, mode.most_seats + 1))
    return ModeLine(mode, words[:1].upper() + words[1:], seats, [kind for kind in SHOWN if kind.mode == mode.name])


def list_table_styles() -> list[str]:
    """Return the style sheets of the tables of all games, each once."""
    return list(dict.fromkeys(style for kind in game_kinds().values() for style in kind.table.styles))
