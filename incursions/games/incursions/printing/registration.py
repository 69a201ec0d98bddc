"""The registration sheet: all that a player brings, for the judge to compare and count (rules 3, 4, 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from incursions.games.incursions.pictures.shapes import Box, Drawn, Face, join, rectangle
from incursions.games.incursions.pictures.text_layout import (
    BLACK,
    LABEL,
    STRONG,
    TEXT,
    TITLE,
    Setting,
    fit_text,
    height_of,
    wrap,
)
from incursions.games.incursions.printing.document import (
    HAIRLINE,
    Document,
    Paper,
    Passage,
    Role,
    draw_rule,
    fit_line,
    group_of,
    lacking_note,
    sort_content,
    write_line,
)
from incursions.games.incursions.rules.construction import (
    FULL,
    DeckContent,
    Format,
    Problem,
    Severity,
    Verdict,
    by_rarity,
    evaluate,
    hex_points,
    sentence,
)
from incursions.games.incursions.rules.printed.pieces import TILE, Definition, PieceFacts, facts_of, index_pieces

SIDE, GAP = 12.0, 6.0
FIRST_TOP, NEXT_TOP, BOTTOM = 76.0, 25.0, 14.0
"""Where the lists begin on the first page and on others, and how far from the lower edge they end."""
COLUMNS = 2
LEAST_NAME = 3.2
"""A name of a deck that would be smaller on one line has two."""
FIELDS = ("Player", "Event", "Date", "Table", "Signature of the player", "Judge")
OUTSIDE = {"ship": "Ship", "captain": "Captain", "stand_in": "Stand-in"}
FOOT = "Tiles are shuffled together and go back to their owners (rules 4.6). The empty boxes are for a recount."
DIGITS = 12
UNKNOWN = "unknown"
SIZE, ROW = 3.1, 4.9
COUNT, DETAIL = 8.0, 17.0
CHECK_WIDTH, CHECK_HEIGHT, CHECK_GAP = 5.4, 3.9, 1.0
CHECKS = 2
"""Empty boxes behind each count: who checks it writes what is there."""


class Row(NamedTuple):
    """A row of a list. `keeps`: it must not be the last in a column."""

    height: float
    passage: Passage
    keeps: bool = False


class Standing(NamedTuple):
    """A row, the number of its column, and how far below the top of that it stands."""

    row: Row
    column: int
    top: float


def registration(
    name: str, content: DeckContent, pieces: Mapping[str, Definition], paper: Paper, chosen: Format = FULL
) -> bytes:
    """Return the sheet as PDF, with what the evaluator says of the content in a format."""
    facts = index_pieces(pieces.values())
    verdict = evaluate(content, chosen, facts)
    content = sort_content(content, pieces)
    width = (paper.width - 2 * SIDE - GAP) / COLUMNS
    others = [*_limit_rows(width, content, facts, chosen), *_remark_rows(width, name, content, verdict)]
    standing = list(_stand(list(_deck_rows(width, content, pieces)), others, paper))
    pages = 1 + max(each.column for each in standing) // COLUMNS
    document = Document(paper, title=f"{name}: registration sheet", subject="Registration sheet")
    wide, foot = paper.width - 2 * SIDE, paper.height - BOTTOM + 3
    for page in range(pages):
        passages = [*(_head(name, verdict, chosen, paper) if page == 0 else _short_head(name, verdict, paper))]
        passages += [_place(each, width) for each in standing if each.column // COLUMNS == page]
        words = fit_line(FOOT, Box(SIDE, foot, wide - 30, 4), LABEL, 2.7)
        number = fit_line(f"Page {page + 1} of {pages}", Box(SIDE + wide - 28, foot, 28, 4), LABEL, 2.7, 1.0)
        document.add_page([*passages, Passage((), (words, number))])
    return document.finish()


def content_number(content_hash: str) -> str:
    """Return the beginning of a content's hash, in groups that are easily compared."""
    return " ".join(content_hash[start : start + 4] for start in range(0, DIGITS, 4))


def _first_top(column: int) -> float:
    """Return where a column begins: lower on the first page, under its head."""
    return FIRST_TOP if column < COLUMNS else NEXT_TOP


def _stand(deck: list[Row], others: list[Row], paper: Paper) -> Iterator[Standing]:
    """Yield the deck, and behind it the others: in a column of their own if the deck leaves one on the first page."""

    def height(column: int) -> float:
        return paper.height - BOTTOM - _first_top(column)

    first = list(_in_columns(deck, height))
    yield from first
    last = first[-1]
    column, top = (1, 0.0) if last.column == 0 else (last.column, last.top + last.row.height)
    yield from _in_columns(others, height, column, top)


def _in_columns(
    rows: Iterable[Row], height: Callable[[int], float], column: int = 0, top: float = 0.0
) -> Iterator[Standing]:
    """Yield rows one below the other, column after column; `height` says how high a column is.

    The first row stands in `column`, so far below its top.
    """
    kept: list[Row] = []
    for row in rows:
        kept.append(row)
        if row.keeps:
            continue
        if top + sum(each.height for each in kept) > height(column) and top > 0:
            column, top = column + 1, 0.0
        for each in kept:
            yield Standing(each, column, top)
            top += each.height
        kept = []


def _place(each: Standing, width: float) -> Passage:
    left = SIDE + each.column % COLUMNS * (width + GAP)
    return each.row.passage._replace(left=left, top=each.top + _first_top(each.column))


def _section(width: float, text: str, said: str = "") -> Row:
    """Return the heading of a list, with what is said of all of it."""
    box = Box(0, 2.4, width, 5.4)
    own = fit_line(text, box, TITLE, 4.6)
    more = fit_line(said, box._replace(left=42, width=width - 42), LABEL, SIZE, 1.0)
    texts = (own, more) if said else (own,)
    return Row(9.2, Passage((draw_rule(0, width, 8.4, 0.35),), texts, Role.HEADING), keeps=True)


def _group(width: float, text: str, copies: int) -> Row:
    """Return a heading within a list, with the number of its pieces."""
    count = fit_line(str(copies), Box(0, 1.4, COUNT - 2, 4), STRONG, SIZE, 1.0)
    name = fit_line(text, Box(COUNT, 1.4, width - COUNT, 4), STRONG, SIZE)
    return Row(6.4, Passage((draw_rule(0, width, 5.6),), (count, name), Role.SUBHEADING), keeps=True)


def _entry(width: float, copies: int, title: str, detail: str, *, face: Face = TEXT) -> Row:
    """Return copies of something, with empty boxes for who counts them again. A long title takes more lines."""
    checks = CHECKS * (CHECK_WIDTH + CHECK_GAP)
    room = width - COUNT - DETAIL - checks
    height = max(ROW, height_of(len(list(wrap(title, room - 1, face, SIZE))), SIZE) + 1.8)
    texts = [
        fit_line(str(copies), Box(0, 0, COUNT - 2, ROW), STRONG, SIZE, 1.0),
        fit_text("title", title, Box(COUNT, 0, room - 1, height), Setting(face, SIZE)),
    ]
    if detail:
        texts.append(fit_line(detail, Box(COUNT + room, 0, DETAIL - 1.5, ROW), LABEL, SIZE, 1.0))
    lefts = (width - checks + CHECK_GAP + number * (CHECK_WIDTH + CHECK_GAP) for number in range(CHECKS))
    boxes = join(rectangle(left, (ROW - CHECK_HEIGHT) / 2, CHECK_WIDTH, CHECK_HEIGHT) for left in lefts)
    return Row(height, Passage((Drawn(boxes, BLACK, HAIRLINE),), tuple(texts)))


def _remark(width: float, text: str) -> Row:
    """Return a sentence, on as many lines as it takes."""
    height = height_of(len(list(wrap(text, width, TEXT, SIZE))), SIZE) + 1.6
    box = Box(0, 0, width, height)
    return Row(height, Passage((), (fit_text("remark", text, box, Setting(TEXT, SIZE)),)))


def _deck_rows(width: float, content: DeckContent, pieces: Mapping[str, Definition]) -> Iterator[Row]:
    """Yield rows of the pieces outside the deck, then of its cards, grouped by nature."""
    outside = [(label, title) for part, label in OUTSIDE.items() if (title := getattr(content, part)) is not None]
    yield _section(width, "Outside the deck")
    for label, title in outside:
        yield _entry(width, 1, title, label)
    if not outside:
        yield _remark(width, "Neither ship nor captain.")
    cards = sum(content.cards.values())
    yield _section(width, "Deck", f"{cards} card{'' if cards == 1 else 's'}")
    for nature, titles in groupby(content.cards, lambda title: group_of(title, pieces)):
        lines = [(title, content.cards[title]) for title in titles]
        yield _group(width, nature, sum(copies for _, copies in lines))
        for title, copies in lines:
            piece = pieces.get(title)
            # A piece without a rarity has its kind there.
            detail = UNKNOWN if piece is None else str(piece.get("rarity") or facts_of(piece).kind)
            yield _entry(width, copies, title, detail)
    yield _entry(width, cards, "Cards in all", "", face=STRONG)


def _limit_rows(width: float, content: DeckContent, facts: Mapping[str, PieceFacts], chosen: Format) -> Iterator[Row]:
    """Yield the hexpile, and what counts against the limit of each rarity (rules 3.3, 3.4, 3.8)."""
    tiles, points, allowed = sum(content.hexpile.values()), hex_points(content, facts), chosen.hex_points_allowed
    said = f"{points} points, {allowed[0]} to {allowed[-1]} allowed"
    yield _section(width, "Hexpile", said)
    for title, copies in content.hexpile.items():
        yield _entry(width, copies, title, _worth(facts.get(title), copies))
    yield _entry(width, tiles, "Tiles in all", f"{points} points", face=STRONG)
    counted = by_rarity(content, facts)
    yield _section(width, "Rarities")
    for rarity, most in chosen.rarity_limits.items():
        yield _entry(width, counted.get(rarity, Counter()).total(), rarity, f"at most {most}")
    yield _remark(width, "Crew count as Rare besides their own rarity, and so does a stand-in (rules 3.4, 3.8).")


def _worth(tile: PieceFacts | None, copies: int) -> str:
    """Return the hex points of the copies of a tile in words; the kind of a piece that is no tile."""
    if tile is None:
        return UNKNOWN
    return f"{copies} × {tile.hex_points} = {copies * tile.hex_points}" if tile.kind == TILE else tile.kind


def _remark_rows(width: float, name: str, content: DeckContent, verdict: Verdict) -> Iterator[Row]:
    """Yield the problems of the deck, and a note on letters that the typefaces lack."""
    if verdict.problems:
        yield _section(width, "What the rules say")
    for problem in sorted(verdict.problems, key=_is_warning):
        kind = "Warning" if _is_warning(problem) else "Problem"
        yield _remark(width, f"{kind}: {sentence(problem)} (rules {problem.rule})")
    lacking = lacking_note([name, *content.pieces])
    if lacking:
        yield _section(width, "Signs")
        yield _remark(width, lacking)


def _is_warning(problem: Problem) -> bool:
    return problem.severity is not Severity.ERROR


def _head(name: str, verdict: Verdict, chosen: Format, paper: Paper) -> Iterator[Passage]:
    """Yield the head of the first page: name, verdict, content number, and fields to fill in by hand."""
    wide = paper.width - 2 * SIDE
    yield write_line("Registration sheet", Box(SIDE, 11, wide, 8), TITLE, 7.0, role=Role.TITLE)
    box = Box(SIDE, 20, wide, 7)
    deck = fit_line(name, box, TITLE, 5.4)
    if deck.size < LEAST_NAME:
        deck = fit_text("deck", name, box, Setting(TITLE, LEAST_NAME, leading=1.1))
    yield Passage((), (deck,))
    yield write_line(_summary(verdict, chosen), Box(SIDE, 28.5, wide, 5), STRONG, 3.6)
    number = f"{_content_label(verdict)}: the same on every sheet that lists the same pieces."
    yield write_line(number, Box(SIDE, 33.8, wide, 4.4), LABEL, 3.1)
    # Three fields beside each other, twice: a name above a line to write on.
    across = (wide - 2 * GAP) / 3
    for place, field in enumerate(FIELDS):
        row, column = divmod(place, 3)
        passage = write_line(field, Box(0, 0, across, 4), LABEL, 2.9)._replace(shapes=(draw_rule(0, across, 14.0),))
        yield passage._replace(left=SIDE + column * (across + GAP), top=41 + 16.0 * row)


def _summary(verdict: Verdict, chosen: Format) -> str:
    """Return the verdict in a line: "Not legal in Full, 30 ± 2 hex points: 1 problem"."""
    warnings = sum(map(_is_warning, verdict.problems))
    kinds = (len(verdict.problems) - warnings, "problem"), (warnings, "warning")
    counted = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in kinds if count)
    judged = f"{'Legal' if verdict.is_legal else 'Not legal'} in {chosen.name.capitalize()}"
    points = f"{chosen.hex_points} ± {chosen.tolerance} hex points"
    return f"{judged}, {points}{': ' if counted else ''}{counted}"


def _content_label(verdict: Verdict) -> str:
    return f"Content {content_number(verdict.content_hash)}"


def _short_head(name: str, verdict: Verdict, paper: Paper) -> Iterator[Passage]:
    """Yield the head of the pages after the first: the name of the deck and the number of its content."""
    wide = paper.width - 2 * SIDE
    deck = fit_line(name, Box(SIDE, 12, wide - 60, 6), TITLE, 4.4)
    number = fit_line(_content_label(verdict), Box(SIDE + wide - 58, 12, 58, 6), LABEL, 3.1, 1.0)
    yield Passage((draw_rule(SIDE, SIDE + wide, 20),), (deck, number))
