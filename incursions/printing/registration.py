"""The registration sheet: all that a player brings, for the judge to compare and count (rules 3, 4, 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby

from incursions.pictures.fonts import LABEL, STRONG, TITLE
from incursions.pictures.outlines import line
from incursions.pictures.shapes import Box, Drawn, TextBox
from incursions.pictures.text_layout import Setting, fitted
from incursions.printing.document import Document, Passage
from incursions.printing.lacking import lacking_note
from incursions.printing.listing import group_of, in_order
from incursions.printing.papers import Paper
from incursions.printing.plain_faces import BLACK
from incursions.printing.rows import LINE, Row, Standing, entry, group, in_columns, remark, section
from incursions.printing.tagging import Role
from incursions.rules.construction import (
    FULL,
    DeckContent,
    Format,
    PieceFacts,
    Problem,
    Severity,
    Verdict,
    by_rarity,
    evaluate,
    hex_points,
    index_pieces,
    sentence,
)
from incursions.rules.construction.facts import TILE, facts_of
from incursions.rules.printed.pieces import Definition

SIDE, GAP = 12.0, 6.0
FIRST_TOP, NEXT_TOP, BOTTOM = 76.0, 25.0, 14.0
"""Where the lists begin on the first page and on others, and how far from the lower edge they end."""
COLUMNS = 2
LEAST_NAME = 3.2
FIELDS = ("Player", "Event", "Date", "Table", "Signature of the player", "Judge")
OUTSIDE = {"ship": "Ship", "captain": "Captain", "stand_in": "Stand-in"}
FOOT = (
    "Tiles are shuffled together, and go back to who brought them (rules 4.6). The empty boxes are for counting again."
)
DIGITS = 12
UNKNOWN = "unknown"


def registration(
    name: str, content: DeckContent, pieces: Mapping[str, Definition], paper: Paper, chosen: Format = FULL
) -> bytes:
    """The sheet as PDF, with what the evaluator says of the content in a format. Pages follow when one is too short."""
    facts = index_pieces(pieces.values())
    verdict = evaluate(content, chosen, facts)
    content = in_order(content, pieces)
    width = (paper.width - 2 * SIDE - GAP) / COLUMNS
    deck = list(_deck_rows(width, content, pieces))
    others = [*_hexpile_rows(width, content, facts, chosen), *_rarity_rows(width, content, facts, chosen)]
    others += _remark_rows(width, name, content, verdict)
    standing = list(_standing(deck, others, paper))
    pages = 1 + max(each.column for each in standing) // COLUMNS
    document = Document(paper, title=f"{name}: registration sheet", subject="Registration sheet")
    for page in range(pages):
        passages = [*(_head(name, verdict, chosen, paper) if page == 0 else _short_head(name, verdict, paper))]
        passages += [_drawn(each, paper, width) for each in standing if each.column // COLUMNS == page]
        document.add_page([*passages, _foot(paper, page + 1, pages)], ())
    return document.written()


def content_number(content_hash: str) -> str:
    """The beginning of a content's hash, in groups that are easily compared."""
    return " ".join(content_hash[start : start + 4] for start in range(0, DIGITS, 4))


def _standing(deck: list[Row], others: list[Row], paper: Paper) -> Iterator[Standing]:
    """The deck, and behind it the others: in a column of their own if the deck leaves one on the first page."""

    def heights(column: int) -> float:
        return paper.height - BOTTOM - (FIRST_TOP if column < COLUMNS else NEXT_TOP)

    first = list(in_columns(deck, heights))
    yield from first
    last = first[-1]
    column, top = (1, 0.0) if last.column == 0 else (last.column, last.top + last.row.height)
    yield from in_columns(others, heights, column, top)


def _drawn(each: Standing, paper: Paper, width: float) -> Passage:
    left = SIDE + each.column % COLUMNS * (width + GAP)
    return each.row.drawn(left, each.top + (FIRST_TOP if each.column < COLUMNS else NEXT_TOP))


def _deck_rows(width: float, content: DeckContent, pieces: Mapping[str, Definition]) -> Iterator[Row]:
    outside = [(label, title) for part, label in OUTSIDE.items() if (title := getattr(content, part)) is not None]
    yield section(width, "Outside the deck")
    for label, title in outside:
        yield entry(width, 1, title, label)
    if not outside:
        yield remark(width, "Neither ship nor captain.")
    cards = sum(content.cards.values())
    yield section(width, "Deck", f"{cards} card{'' if cards == 1 else 's'}")
    for nature, titles in groupby(content.cards, lambda title: group_of(title, pieces)):
        lines = [(title, content.cards[title]) for title in titles]
        yield group(width, nature, sum(copies for _, copies in lines))
        for title, copies in lines:
            yield entry(width, copies, title, _rarity_of(title, pieces))
    yield entry(width, cards, "Cards in all", "", face=STRONG)


def _rarity_of(title: str, pieces: Mapping[str, Definition]) -> str:
    """Of a card; what stands in a deck and is none has its kind."""
    if title not in pieces:
        return UNKNOWN
    return str(pieces[title].get("rarity") or facts_of(pieces[title]).kind)


def _hexpile_rows(width: float, content: DeckContent, facts: Mapping[str, PieceFacts], chosen: Format) -> Iterator[Row]:
    tiles, points, allowed = sum(content.hexpile.values()), hex_points(content, facts), chosen.hex_points_allowed
    said = f"{points} points, {allowed[0]} to {allowed[-1]} allowed"
    yield section(width, "Hexpile", said)
    for title, copies in content.hexpile.items():
        yield entry(width, copies, title, _worth(facts.get(title), copies))
    yield entry(width, tiles, "Tiles in all", f"{points} points", face=STRONG)


def _worth(tile: PieceFacts | None, copies: int) -> str:
    if tile is None:
        return UNKNOWN
    return f"{copies} × {tile.hex_points} = {copies * tile.hex_points}" if tile.kind == TILE else tile.kind


def _rarity_rows(width: float, content: DeckContent, facts: Mapping[str, PieceFacts], chosen: Format) -> Iterator[Row]:
    """What counts against each limit, officers as Rare and the stand-in too (rules 3.3, 3.4, 3.8)."""
    counted = by_rarity(content, facts)
    yield section(width, "Rarities")
    for rarity, most in chosen.rarity_limits.items():
        yield entry(width, counted.get(rarity, Counter()).total(), rarity, f"at most {most}")
    yield remark(width, "Crew count as Rare besides their own rarity, and so does a stand-in (rules 3.4, 3.8).")


def _remark_rows(width: float, name: str, content: DeckContent, verdict: Verdict) -> Iterator[Row]:
    if verdict.problems:
        yield section(width, "What the rules say")
    for problem in sorted(verdict.problems, key=_is_warning):
        kind = "Warning" if _is_warning(problem) else "Problem"
        yield remark(width, f"{kind}: {sentence(problem)} (rules {problem.rule})")
    lacking = lacking_note([name, *content.pieces])
    if lacking:
        yield section(width, "Signs")
        yield remark(width, lacking)


def _is_warning(problem: Problem) -> bool:
    return problem.severity is not Severity.ERROR


def _head(name: str, verdict: Verdict, chosen: Format, paper: Paper) -> Iterator[Passage]:
    wide = paper.width - 2 * SIDE
    title = fitted("heading", "Registration sheet", Box(SIDE, 11, wide, 8), Setting(TITLE, 7.0, BLACK, lines=1))
    yield Passage((), (title,), Role.TITLE)
    for text in (
        _name(name, Box(SIDE, 20, wide, 7)),
        fitted("verdict", _said(verdict, chosen), Box(SIDE, 28.5, wide, 5), Setting(STRONG, 3.6, BLACK, lines=1)),
        fitted("content", _content_said(verdict), Box(SIDE, 33.8, wide, 4.4), Setting(LABEL, 3.1, BLACK, lines=1)),
    ):
        yield Passage((), (text,))
    yield from _fields(wide)


def _name(name: str, box: Box) -> TextBox:
    """Of the deck: a long one has two lines."""
    one = fitted("deck", name, box, Setting(TITLE, 5.4, BLACK, lines=1))
    return one if one.size >= LEAST_NAME else fitted("deck", name, box, Setting(TITLE, LEAST_NAME, BLACK, leading=1.1))


def _said(verdict: Verdict, chosen: Format) -> str:
    warnings = sum(map(_is_warning, verdict.problems))
    kinds = (len(verdict.problems) - warnings, "problem"), (warnings, "warning")
    counted = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in kinds if count)
    judged = f"{'Legal' if verdict.is_legal else 'Not legal'} in {chosen.name.capitalize()}"
    points = f"{chosen.hex_points} ± {chosen.tolerance} hex points"
    return f"{judged}, {points}{': ' if counted else ''}{counted}"


def _content_said(verdict: Verdict) -> str:
    return f"Content {content_number(verdict.content_hash)}: the same on every sheet that lists the same pieces."


def _fields(wide: float) -> Iterator[Passage]:
    """Three beside each other, twice: a name above a line to write on."""
    across = (wide - 2 * GAP) / 3
    for number, field in enumerate(FIELDS):
        row, column = divmod(number, 3)
        box = Box(SIDE + column * (across + GAP), 41 + 16.0 * row, across, 14.0)
        name = fitted("field", field, box._replace(height=4), Setting(LABEL, 2.9, BLACK, lines=1))
        yield Passage((Drawn(line((box.left, box.bottom), (box.right, box.bottom)), BLACK, LINE),), (name,))


def _short_head(name: str, verdict: Verdict, paper: Paper) -> Iterator[Passage]:
    wide = paper.width - 2 * SIDE
    number = f"Content {content_number(verdict.content_hash)}"
    texts = (
        fitted("deck", name, Box(SIDE, 12, wide - 60, 6), Setting(TITLE, 4.4, BLACK, lines=1)),
        fitted("content", number, Box(SIDE + wide - 58, 12, 58, 6), Setting(LABEL, 3.1, BLACK, lines=1, across=1.0)),
    )
    yield Passage((Drawn(line((SIDE, 20), (SIDE + wide, 20)), BLACK, LINE),), texts)


def _foot(paper: Paper, page: int, pages: int) -> Passage:
    wide, top = paper.width - 2 * SIDE, paper.height - BOTTOM + 3
    setting = Setting(LABEL, 2.7, BLACK, lines=1)
    texts = (
        fitted("foot", FOOT, Box(SIDE, top, wide - 30, 4), setting),
        fitted("page", f"Page {page} of {pages}", Box(SIDE + wide - 28, top, 28, 4), setting._replace(across=1.0)),
    )
    return Passage((), texts)
