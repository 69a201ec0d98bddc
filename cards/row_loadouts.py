"""Loadouts that are rows: a seat brings a ready-made one by its title, or a copy of a row that its player owns.

A loadout is `{"starter": TITLE}` or `{KEY: ID, "content": CONTENT}`: the public id of the row, None for a content
without a row, and the copy. A match that has started keeps the contents in its set-up, and the id alone at the seat. A
copy that could not be played then gave way to a ready-made loadout: `{"starter": TITLE, KEY: ID}`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from cards.api.deck_shapes import ID, TITLE
from cards.decks.abilities import Viewer
from incursions.games.loadouts import Loadout, LoadoutRefusedError, Loadouts, LoadoutWords
from incursions.kit.api.requests import Schema
from incursions.kit.refusals import DomainError

LONGEST_TITLE = 60
MOST_OFFERED = 100


class Offered(NamedTuple):
    """A row to choose from; `value` names it in forms. `is_legal` at the table in question, True if there is none."""

    row: Any
    value: str
    is_legal: bool


class ShownVerdict(NamedTuple):
    """A verdict on a row at a table, for pages. `mend` is the address where it is changed, "" if there is none."""

    name: str
    is_legal: bool
    limit: str
    problems: list[Any]
    mend: str


class RowRefusedError(LoadoutRefusedError):
    """The refusal of a player's own. One that is not legal is attached as `row`, with its verdict and limits."""

    template = "tables/loadout_refused.html"
    fields = ("starter",)

    def __init__(
        self,
        code: str,
        message: str,
        *,
        loadouts: RowLoadouts,
        rule: str = "",
        row: Any = None,
        verdict: Any = None,
        limits: Any = None,
    ) -> None:
        super().__init__(code, message, rule=rule)
        self.loadouts = loadouts
        self.row = row
        self.verdict = verdict
        self.limits = limits

    @property
    def details(self) -> dict[str, object]:
        """Every problem, as data."""
        return {"problems": [] if self.verdict is None else self.loadouts.list_problem_data(self.verdict)}

    @property
    def shown_verdict(self) -> ShownVerdict | None:
        return None if self.verdict is None else self.loadouts.show(self.row, self.verdict, self.limits)

    def make_page_context(self, viewer: Viewer) -> dict[str, Any]:
        """Return the verdict, and what another one is chosen from."""
        return {"verdict": self.shown_verdict} | self.loadouts.make_form_context(viewer, self.limits)


def list_form_fields(bots: int) -> tuple[str, ...]:
    """Return the fields of forms that name the loadouts of a player and of so many bots."""
    return ("starter", *(f"bot_starter_{number}" for number in range(1, bots + 1)))


def make_api_fields(own_field: str, words: LoadoutWords) -> dict[str, Schema]:
    """Return the fields that name a loadout, for clients of the API."""
    return {
        own_field: ID | {"description": f"The id of a {words.name} of your own"},
        "starter": TITLE | {"description": "The title of a ready-made one instead"},
    }


def make_ready_loadout(title: str) -> Loadout | None:
    """Return the loadout that names a ready-made one, whether there is one or not; None for ""."""
    return {"starter": title} if title else None


def title_of(loadout: Loadout | None) -> str:
    """Return the title of the ready-made loadout that is played; "" for a player's own, and for none."""
    return "" if loadout is None else loadout.get("starter", "")


class RowLoadouts(Loadouts, ABC):
    """The rows of one kind that players own, and the ready-made loadouts that anybody may play.

    `own_field` is the key of a row in a loadout, too, and `column` is the field of files that holds a copy.
    """

    column: ClassVar[str]
    api_bot_fields: ClassVar[Mapping[str, Schema]] = {"starter": TITLE}

    @property
    def prefix(self) -> str:
        """The prefix of an own row's name in the fields that name ready-made loadouts."""
        return f"{self.own_field}:"

    # What a kind of rows says of itself.

    @abstractmethod
    def list_titles(self) -> Collection[str]:
        """Return the titles of the ready-made loadouts."""

    @abstractmethod
    def find_any_row(self, name: str) -> Any:
        """Return the row with that name in its address, whoever owns it, or None."""

    @abstractmethod
    def find_own_row(self, name: str, viewer: Viewer) -> Any:
        """Return the viewer's own row with that name in its address, legal or not, or None."""

    @abstractmethod
    def judge_row(self, row: Any, limits: Any) -> Any:
        """Return the verdict on a row at these limits."""

    @abstractmethod
    def list_owned(self, viewer: Viewer, limits: Any = None) -> list[Offered]:
        """Return the viewer's own rows to choose from, the last changed first."""

    def list_offered(self, limits: Any) -> Sequence[Any]:
        return () if limits is None else self.list_ready(limits)

    @abstractmethod
    def list_ready(self, limits: Any = None) -> Sequence[Any]:
        """Return the ready-made loadouts to choose from, as forms show them; all of them without limits."""

    @abstractmethod
    def list_problem_lines(self, verdict: Any) -> list[Any]:
        """Return the problems of a verdict as pages show them."""

    @abstractmethod
    def list_problem_data(self, verdict: Any) -> list[dict[str, Any]]:
        """Return the problems of a verdict as data."""

    @abstractmethod
    def find_mend_address(self, row: Any) -> str:
        """Return the address where a row is changed."""

    @abstractmethod
    def check_content(self, content: Any) -> Any:
        """Return a copy from a file as plain data. Raises ValueError if it cannot be one."""

    # Reading.

    def read_choice(self, fields: Mapping[str, Any]) -> Loadout | None:
        """Return the loadout in `starter`, or the first of `starters`: a title, or the prefix and a row's name.

        A row may also be named by `own_field`, as in the API.
        """
        starters = fields.get("starters")
        first = starters[0] if isinstance(starters, list) and starters else self._find_said(fields)
        return self._read_named(first, may_be_own=True)

    def read_bot_choice(self, fields: Mapping[str, Any], seat: int) -> Loadout | None:
        return self._read_named(fields.get("starter") or fields.get(f"bot_starter_{seat}"))

    def read_seats(self, fields: Mapping[str, Any], seats: int, bots: int) -> tuple[Loadout | None, ...]:
        """Return the loadouts in `starters`, by seat; forms send `starter`, and `bot_starter_1` and so on for bots."""
        given = fields.get("starters")
        if given is None:
            of_bots = [fields.get(f"bot_starter_{number}", "") for number in range(1, bots + 1)]
            given = [self._find_said(fields), *[""] * (seats - bots - 1), *of_bots]
        if not isinstance(given, list) or len(given) > seats:
            raise DomainError("malformed", "starters is a list of titles, one for each seat.")
        return tuple(self._read_named(title, may_be_own=seat == 0) for seat, title in enumerate(given))

    def _find_said(self, fields: Mapping[str, Any]) -> Any:
        """Return what `starter` says, or else the row in `own_field` with its prefix. Raises malformed."""
        said, own = fields.get("starter", ""), fields.get(self.own_field, "")
        if said not in (None, "") or own in (None, ""):
            return said
        if not isinstance(own, str):
            raise DomainError("malformed", f"{self.own_field} is not text.")
        return f"{self.prefix}{own}"

    def _read_named(self, title: Any, *, may_be_own: bool = False) -> Loadout | None:
        """Return the loadout that a field names; an own row by its id alone, still without its content."""
        if title is None or title == "":
            return None
        if may_be_own and isinstance(title, str) and title.startswith(self.prefix):
            return self.name_owned(title.removeprefix(self.prefix))
        titles = self.list_titles()
        if not isinstance(title, str) or title not in titles:
            raise DomainError("malformed", f"A {self.words.ready} is one of: {', '.join(titles)}.")
        return {"starter": title}

    def name_owned(self, name: str) -> Loadout:
        return {self.own_field: name}

    def names_row(self, loadout: Loadout | None) -> bool:
        """Return True if the loadout names a row whose content has still to be copied."""
        return loadout is not None and self.own_field in loadout and "content" not in loadout

    def check_known(self, chosen: Iterable[Loadout | None]) -> None:
        titles = self.list_titles()
        unknown = [title for one in chosen if (title := title_of(one)) and title not in titles]
        if unknown:
            raise ValueError(f"{', '.join(unknown)}: there is no {self.words.ready} of this title")

    def refuse(self, code: str, message: str, **given: Any) -> RowRefusedError:
        """Return the refusal of a player's own; see `RowRefusedError`."""
        return RowRefusedError(code, message, loadouts=self, **given)

    # What a loadout is.

    def is_own(self, loadout: Loadout | None) -> bool:
        return loadout is not None and "starter" not in loadout

    def make_own(self, content: Any) -> Loadout:
        return {self.own_field: None, "content": content}

    def find_own(self, loadout: Loadout | None) -> Any:
        return None if loadout is None else loadout.get("content")

    def keep_row(self, loadout: Loadout | None) -> dict[str, Any]:
        """Return the part of a loadout that says which row it is a copy of."""
        return {} if loadout is None or self.own_field not in loadout else {self.own_field: loadout[self.own_field]}

    def find_by_title(self, title: str) -> Loadout | None:
        return make_ready_loadout(title)

    def find_title(self, loadout: Loadout | None) -> str:
        return title_of(loadout)

    def find_row(self, loadout: Loadout | None) -> Any:
        named = None if loadout is None else loadout.get(self.own_field)
        return None if named is None else self.find_any_row(named)

    def gave_way(self, loadout: Loadout | None) -> bool:
        """Return True if a ready-made one replaced a player's own that was not legal when the match started."""
        return loadout is not None and "starter" in loadout and loadout.get(self.own_field) is not None

    def find_replacement(self, loadout: Loadout | None) -> str:
        return title_of(loadout) if self.gave_way(loadout) else ""

    def describe_to_owner(self, loadout: Loadout | None) -> str:
        if loadout is None:
            return ""
        return f"a {self.words.name} of your own" if self.is_own(loadout) else f"“{title_of(loadout)}”"

    def seat_data(self, loadout: Loadout | None) -> dict[str, object]:
        return {"starter": title_of(loadout), f"own_{self.own_field}": self.is_own(loadout)}

    def to_columns(self, loadout: Loadout | None, *, with_own: bool = True) -> dict[str, Any]:
        own = {self.column: self.find_own(loadout)} if with_own else {}
        return {"starter": title_of(loadout), **own}

    def take_from_columns(self, columns: dict[str, Any], *, has_played: bool = False) -> Loadout | None:
        title, content = columns.pop("starter", ""), columns.pop(self.column, None)
        if not isinstance(title, str) or len(title) > LONGEST_TITLE or not title.isprintable():
            raise ValueError("starter: a title was expected")
        if content is not None:
            return self.make_own(self.check_content(content))
        return {self.own_field: None} if has_played and not title else self.find_by_title(title)

    # Forms and verdicts.

    def make_form_context(self, viewer: Viewer, limits: Any = None) -> dict[str, Any]:
        return {
            "loadout": self.words,
            "owned": self.list_owned(viewer, limits),
            "starters": self.list_ready(limits),
            "own_prefix": self.prefix,
        }

    def find_named(self, query: Mapping[str, str], viewer: Viewer) -> tuple[bool, Any]:
        """Return whether the own field, or `starter` after the prefix, names a row of a player's own, and that row."""
        named = query.get(self.own_field, query.get("starter", "").partition(self.prefix)[2])
        return bool(named), self.find_own_row(named, viewer) if named else None

    def show(self, row: Any, verdict: Any, limits: Any) -> ShownVerdict:
        """Return a verdict on a row, None for a deleted one, as pages show it."""
        name = f"Your {self.words.name}" if row is None else row.name
        mend = "" if row is None or verdict.is_legal else self.find_mend_address(row)
        return ShownVerdict(name, verdict.is_legal, limits.words, self.list_problem_lines(verdict), mend)

    def show_verdict(self, loadout: Loadout | None, limits: Any) -> ShownVerdict | None:
        verdict = self.judge(loadout, limits)
        return None if verdict is None else self.show(self.find_row(loadout), verdict, limits)

    def show_verdict_on_choice(self, query: Mapping[str, str], viewer: Viewer, limits: Any) -> ShownVerdict | None:
        _, row = self.find_named(query, viewer)
        return None if row is None or limits is None else self.show(row, self.judge_row(row, limits), limits)
