"""The starter decks, for players who have built none (rules 3, 4), parsed from YAML and checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict, cast

from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError, description_faults, read_list
from incursions.games.incursions.rules.construction import FULL, TOURNAMENT, Counts, DeckContent, evaluate, sentence
from incursions.games.incursions.rules.printed.pieces import RACES, Definition, PieceFacts
from incursions.games.incursions.rules.state.setup import FULL as FULL_MODE
from incursions.games.incursions.rules.state.setup import ROUND_LIMIT, SeatSetup, Setup, full_setup
from incursions.kit.words import quote

LONGEST_STYLE = 30


class StarterData(TypedDict):
    """A starter deck as plain data."""

    title: str
    race: str
    ship: str
    captain: str
    plan: str
    cards: dict[str, int]
    hexpile: dict[str, int]
    style: NotRequired[str]


class Starter(NamedTuple):
    """A starter deck: ship, captain, deck and hexpile by title with copies; `plan` says how it wants to win.

    `style` names the way of a deck that newcomers are introduced to; it is "" for the others.
    """

    title: str
    race: str
    ship: str
    captain: str
    plan: str
    cards: Mapping[str, int]
    hexpile: Mapping[str, int]
    style: str = ""

    @property
    def description(self) -> StarterData:
        """The plain data that the starter was made from."""
        return cast("StarterData", self._asdict())

    @property
    def content(self) -> DeckContent:
        """The content that the evaluator checks."""
        return DeckContent(ship=self.ship, captain=self.captain, cards=self.cards, hexpile=self.hexpile)


NEEDED = tuple(field for field in Starter._fields if field not in Starter._field_defaults)


def load_starters(path: Path, pieces: Catalogue) -> dict[str, Starter]:
    """Return the starters of a file by title, in its order. Raises `CatalogueError` for the first fault."""
    starters, faults = read_starters(path, pieces)
    for fault in faults:
        raise fault
    return starters


def read_starters(
    path: Path, pieces: Catalogue, unsound: Collection[str] = ()
) -> tuple[dict[str, Starter], list[CatalogueError]]:
    """Return the sound starters of a file by title, in its order, and the faults of the others.

    `unsound` are titles of faulty pieces: a starter with one of them is skipped without a fault.
    """
    faults: list[CatalogueError] = []
    found: dict[str, Starter] = {}
    for described in read_list(path, "starters", faults):
        wrong = list(starter_faults(described, path.name, pieces))
        if wrong and all(_waits_for(described, fault.field, unsound) for fault in wrong):
            continue
        if not wrong and described["title"] in found:
            wrong = [CatalogueError(path.name, described["title"], "title", "this title appears twice")]
        if not wrong:
            found[described["title"]] = starter_of(described)
        faults += wrong
    return found, faults


def _waits_for(described: Any, field: str, unsound: Collection[str]) -> bool:
    """Return True if the fault in this field comes from an unsound piece."""
    named = described.get(field) if isinstance(described, dict) else None
    titles = named if isinstance(named, dict) else [named]
    return any(isinstance(title, str) and title in unsound for title in titles)


def starter_of(described: StarterData) -> Starter:
    """Return the starter of a description without faults."""
    return Starter(**described)


def illegalities(starter: Starter, facts: Mapping[str, PieceFacts], file: str) -> Iterator[CatalogueError]:
    """Yield the problems of a starter under rules 3 and 4, warnings too, because no starter may hold useless cards."""
    for chosen in (FULL, TOURNAMENT):
        for found in evaluate(starter.content, chosen, facts).problems:
            subject = found.code.partition(".")[0]
            field = {"deck": "cards", "piece": "cards"}.get(subject, subject)
            yield CatalogueError(file, starter.title, field, f"{sentence(found).removesuffix('.')} ({found.rule})")
        if evaluate(starter.content, chosen, facts).problems:
            return  # the other format has equal limits


def starter_setup(
    starters: Sequence[Starter],
    pieces: Catalogue,
    *,
    mode: str,
    round_limit: int = ROUND_LIMIT,
    windows: str = "able",
) -> Setup:
    """Return the setup of a Full or Tournament match with a starter deck for each seat.

    Raises ValueError like `full_setup`.
    """
    decks = [starter.content for starter in starters]
    return deck_setup(decks, pieces, mode=mode, round_limit=round_limit, windows=windows)


def by_turns(chosen: Sequence[str], titles: Iterable[str]) -> list[str]:
    """Return a title for every seat: its own choice, or for "" the next one in order that nobody has chosen.

    If the titles run out, they repeat.
    """
    everything = list(titles)
    left = [title for title in everything if title not in chosen] or everything
    turns = iter(left * len(chosen))
    return [title or next(turns) for title in chosen]


def starter_faults(described: Any, file: str, pieces: Catalogue) -> Iterator[CatalogueError]:
    """Yield all faults of a starter's description, except whether its deck is legal."""
    fault_of = partial(_check_field, described, pieces)
    return description_faults(described, file, "a starter", "fields", Starter._fields, NEEDED, fault_of)


def _check_field(described: Mapping[str, object], pieces: Catalogue, field: str, value: Any) -> str | None:
    """Return what was expected in a field, or None if its value is right."""
    if field in ("title", "plan"):
        is_text = isinstance(value, str) and value.strip()
        return None if is_text else f"a text was expected, not {quote(value)}"
    if field == "style":
        is_short = isinstance(value, str) and len(value) <= LONGEST_STYLE
        return None if is_short else f"a few words were expected, not {quote(value)}"
    if field in ("ship", "captain"):
        known = pieces.ships if field == "ship" else pieces.captains
        return None if isinstance(value, str) and value in known else f"there is no {field} called {quote(value)}"
    if field == "race":
        ship = described.get("ship")
        of_ship = pieces.ships[ship]["race"] if isinstance(ship, str) and ship in pieces.ships else None
        if value not in RACES:
            return f"one of {', '.join(RACES)} was expected, not {quote(value)}"
        return None if of_ship in (None, value) else f"the race of its ship, {of_ship}, was expected, not {value}"
    return _check_counts(value, pieces.cards if field == "cards" else pieces.tiles)


def _check_counts(counts: Any, known: Mapping[str, Definition]) -> str | None:
    """Return what was expected, unless every title is known and has at least one copy."""
    if not isinstance(counts, dict):
        return f"titles with their copies were expected, not {quote(counts)}"
    for piece, copies in counts.items():
        if piece not in known:
            return f"there is no such piece: {quote(piece)}"
        if not isinstance(copies, int) or isinstance(copies, bool) or copies < 1:
            return f"{piece}: at least one copy was expected, not {quote(copies)}"
    return None


def deck_setup(
    decks: Sequence[DeckContent],
    pieces: Catalogue,
    *,
    mode: str = FULL_MODE,
    round_limit: int = ROUND_LIMIT,
    windows: str = "able",
) -> Setup:
    """Return the setup of a Full or Tournament match with a deck for each seat. Raises ValueError like `full_setup`."""
    seats: list[SeatSetup] = [
        {
            "ship": deck.ship,
            "captain": deck.captain,
            "stand_in": deck.stand_in,
            "deck": _repeat_copies(deck.cards),
            "hexpile": _repeat_copies(deck.hexpile),
        }
        for deck in decks
    ]
    return full_setup(
        seats,
        pieces.ships.values(),
        pieces.captains.values(),
        pieces.cards.values(),
        pieces.tiles.values(),
        mode=mode,
        round_limit=round_limit,
        windows=windows,
    )


def _repeat_copies(counts: Counts) -> list[str]:
    return [title for title, copies in counts.items() for _ in range(copies)]
