"""The loadouts of a game: what players bring to a match.

They may be rows that players own, and no game knows a database: the settings name an object of `Loadouts` for each game
that has such rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from incursions.games.sealed_play import SealedPlay
from incursions.kit.refusals import DomainError

Loadout = Mapping[str, Any]
"""What a seat brings, as plain data in a shape that the game's `Loadouts` declares."""


BUILDER_VISIT = "builder_visit"
"""The key of a session for a visit of the builder: its address, and the address and name of where it leads back."""


class LoadoutWords(NamedTuple):
    """The words for a kind of loadout: the noun for one, and for a `ready` one that anybody may choose.

    Both take an s for several. `own_words` tell players what becomes of one of their own, and `gave_way` why a
    ready-made one replaced it.
    """

    name: str
    ready: str = ""
    own_words: str = ""
    gave_way: str = ""


@dataclass(frozen=True, slots=True)
class SeatPlayed:
    """A seat in the record of a match: the title of what it played, and its group in statistics, such as a race."""

    title: str
    group: str


class SitePage(NamedTuple):
    """A page of the site that belongs to one game: its title, the name of its URL route, and its `here` in the bar."""

    title: str
    route: str
    here: str


class LoadoutRefusedError(DomainError):
    """The refusal of a loadout, which has a page of its own with this template. `fields` are chosen anew there."""

    template = ""
    fields: tuple[str, ...] = ()

    @property
    def shown_verdict(self) -> Any:
        """The verdict, as pages show it; None if the loadout was refused before it was judged."""
        return None

    def make_page_context(self, viewer: Any) -> dict[str, Any]:
        """Return what the template needs besides the refusal."""
        return {}


class Loadouts:
    """The loadouts of a game: read from rows and requests, judged, and brought to matches.

    This one is for games whose seats bring nothing; the settings name an object of a subclass for each other game.
    `limits` are those of `ModeKind.find_limits`, None where seats bring nothing; `viewer` is a user, perhaps anonymous.
    """

    pages: tuple[SitePage, ...] = ()
    """The pages about the pieces of the game and what players bring, for the bar of the site."""
    words: ClassVar[LoadoutWords] = LoadoutWords("")
    own_field: ClassVar[str] = ""
    """The field of requests that names something of the user's own."""
    fields: tuple[str, ...] = ()
    """The names of the form fields that `read_choice` and `read_seats` read."""
    api_fields: ClassVar[Mapping[str, Any]] = {}
    """The JSON Schemas of the fields that `read_choice` reads, for clients of the API."""
    api_bot_fields: ClassVar[Mapping[str, Any]] = {}
    """The JSON Schemas of the fields that `read_bot_choice` reads."""
    sealed: SealedPlay | None = None
    """How loadouts are built from pools; None in games without sealed play."""

    def find_list_address(self) -> str:
        """Return the address of the list of what the viewer owns; "" if players own nothing."""
        return ""

    def read_pieces(self) -> Any:
        """Return the definitions that the set-up of a new match is made of."""
        return None

    def read_version(self) -> str:
        """Return the version of the definitions, which is another after every change of them."""
        return ""

    def hold_definitions(self) -> AbstractContextManager[None]:
        """Return a block in which the definitions stay at the version that is read first, and are read once."""
        return nullcontext()

    def read_choice(self, fields: Mapping[str, Any]) -> Loadout | None:
        """Return the loadout that a request names for the user's own seat; None if it names none.

        Raises `DomainError` malformed.
        """
        return None

    def read_bot_choice(self, fields: Mapping[str, Any], seat: int) -> Loadout | None:
        """Return the loadout that a request names for the bot of a seat; None if it names none. Raises malformed."""
        return None

    def read_seats(self, fields: Mapping[str, Any], seats: int, bots: int) -> tuple[Loadout | None, ...]:
        """Return the loadouts that a request names for the seats of a new table, that of its host first.

        Bots take the last seats. Raises `DomainError` malformed.
        """
        return ()

    def choose(self, named: Loadout | None, viewer: Any, limits: Any) -> Loadout | None:
        """Return the named loadout with a copy of what the viewer owns, or None. Raises `DomainError`."""
        return None

    def check(self, chosen: Loadout | None, limits: Any) -> None:
        """Raise `DomainError` deck_needed if the limits do not allow a loadout that anybody may choose."""

    def check_supply(self, limits: Any, *, for_bots: bool = False) -> None:
        """Raise `DomainError` deck_needed if there is no loadout for a seat that has chosen none."""

    def check_known(self, chosen: Iterable[Loadout | None]) -> None:
        """Raise ValueError for a loadout that there is none of."""

    def is_own(self, loadout: Loadout | None) -> bool:
        """Return True for a copy of what a player owns."""
        return False

    def make_own(self, content: Any) -> Loadout:
        """Return the loadout that plays a content of a player's own, as plain data."""
        return {}

    def find_own(self, loadout: Loadout | None) -> Any:
        """Return the content of a player's own in the loadout, as plain data; None if it holds none."""
        return None

    def describe_content(self, loadout: Loadout | None) -> str:
        """Return what the loadout is, in a few words for everybody; "" if seats bring nothing."""
        return ""

    def find_ship(self, loadout: Loadout | None) -> SeatPlayed:
        """Return the ship that the loadout is known by with its race, for patches; "" for what there is not."""
        return SeatPlayed("", "")

    def render_content(self, loadout: Loadout | None) -> str:
        """Return the loadout as HTML, piece by piece; "" if it has no content."""
        return ""

    def render_problems(self, loadout: Loadout | None, limits: Any) -> str:
        """Return the problems of the loadout as HTML; "" if it has no content."""
        return ""

    def list_offered(self, limits: Any) -> Sequence[Any]:
        """Return the loadouts that anybody may choose at these limits."""
        return ()

    def find_named(self, query: Mapping[str, str], viewer: Any) -> tuple[bool, Any]:
        """Return whether a query names something that the viewer owns, and its row, None if there is none."""
        return False, None

    def make_form_context(self, viewer: Any, limits: Any = None) -> dict[str, Any]:
        """Return the context of the fields of a form in which a loadout is chosen; without limits all are legal."""
        return {}

    def assign(self, chosen: Sequence[Loadout | None], limits: Any) -> list[Loadout | None]:
        """Return a loadout for every seat: its choice if it is allowed or owned, else one that anybody may choose."""
        return [None] * len(chosen)

    def judge(self, loadout: Loadout | None, limits: Any) -> Any:
        """Return the verdict on a copy of what a player owns (`is_legal`); None for any other loadout."""
        return None

    def show_verdict(self, loadout: Loadout | None, limits: Any) -> Any:
        """Return the verdict on a copy of what a player owns, as pages show it; None if there is none."""
        return None

    def show_verdict_on_choice(self, query: Mapping[str, str], viewer: Any, limits: Any) -> Any:
        """Return the verdict on what the viewer owns and names in a form, as pages show it; None if there is none."""
        return None

    def can_play(self, loadout: Loadout | None, limits: Any) -> bool:
        """Return True if a seat with this choice can play at these limits, perhaps with another loadout."""
        return True

    def bring(self, chosen: Sequence[Loadout | None], limits: Any) -> list[tuple[Loadout | None, Any]]:
        """Return, for each seat of a match that starts, the loadout that its row keeps and the content for the set-up.

        The set-up keeps the contents from then on, and the rows no copies.
        """
        return [(None, None) for _ in chosen]

    def find_played(self, setup: Any, seat: int, loadout: Loadout | None) -> Loadout | None:
        """Return the loadout with which a seat of a match has played, to play it again."""
        return None

    def describe(self, loadout: Loadout | None) -> str:
        """Return a loadout in words for others, who do not learn what a player owns; "" if seats bring nothing."""
        return ""

    def find_by_title(self, title: str) -> Loadout | None:
        """Return the loadout of this title that anybody may choose, whether there is one or not; None for ""."""
        return None

    def open_builder(self, title: str, user: Any) -> str:
        """Return the address of the builder with the user's copy of the loadout of this title, made if there is none.

        Raises `DomainError`.
        """
        raise DomainError("not_found", "In this game there is nothing to build.")

    def name_owned(self, name: str) -> Loadout:
        """Return the unchecked loadout, for `choose`, that names a thing of the viewer's own, such as a deck's name."""
        return {}

    def find_title(self, loadout: Loadout | None) -> str:
        """Return the title of a loadout that anybody may choose; "" for any other."""
        return ""

    def describe_to_owner(self, loadout: Loadout | None) -> str:
        """Return a chosen loadout in words for the player who chose it; "" if none was chosen."""
        return ""

    def find_replacement(self, loadout: Loadout | None) -> str:
        """Return the title of what replaced a player's own when the match started; "" if nothing did."""
        return ""

    def find_row(self, loadout: Loadout | None) -> Any:
        """Return the row that the loadout is a copy of, for its owner; None if there is none, or it is deleted."""
        return None

    def seat_data(self, loadout: Loadout | None) -> dict[str, object]:
        """Return the fields of a seat for clients of the API."""
        return {}

    def to_columns(self, loadout: Loadout | None, *, with_own: bool = True) -> dict[str, Any]:
        """Return the loadout as the fields of a file; `with_own`: with the copy of what a player owns."""
        return {}

    def take_from_columns(self, columns: dict[str, Any], *, has_played: bool = False) -> Loadout | None:
        """Remove the fields of `to_columns` and return their loadout; `has_played`: it is that of a match that is over.

        Raises ValueError for a loadout that cannot be.
        """
        return None

    def find_problems(self, loadouts: Iterable[Loadout | None], limits: Any) -> list[str]:
        """Return the first problem of each loadout as a sentence, "" for a legal one."""
        return ["" for _ in loadouts]
