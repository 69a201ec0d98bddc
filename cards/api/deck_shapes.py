"""The shapes of decks, checks and imports: serializers of answers, and JSON Schemas of bodies for the documentation."""

from __future__ import annotations

from cards.catalogue import known_piece
from cards.decks import abilities
from cards.decks.abilities import Visibility
from cards.decks.changes import steps_of
from cards.decks.contents import (
    LONGEST_NOTES,
    LONGEST_TAG,
    MOST_COPIES,
    MOST_TAGS,
    MOST_TITLES,
    PARTS,
    ContentData,
    data_of,
)
from cards.decks.models import Deck
from cards.decks.reading import content_seen, origin_seen
from incursions.games.incursions.deck_files import Report, ReportLine, Source, Status
from incursions.games.incursions.deck_files.formats import LONGEST_NAME, LONGEST_TEXT, LONGEST_TYPED
from incursions.games.incursions.rules.construction import FORMATS, Format, Severity, Verdict, sentence
from incursions.games.incursions.rules.printed.pieces import SHIP, facts_of
from incursions.kit.api.answers import Choice, DictOf, Flag, ListOf, Number, Shape, Text, Time
from incursions.kit.api.requests import Schema, a_number, a_text, an_object


class ContentShape(Shape):
    """The content of a deck. Its titles may be unknown."""

    ship = Text(allow_null=True)
    captain = Text(allow_null=True)
    stand_in = Text(allow_null=True, help_text="A crew member in the captain's place (rules 3.5)")
    deck = DictOf(child=Number(), help_text="Copies by title")
    hexpile = DictOf(child=Number(), help_text="Copies by title")


class DeckSummaryShape(Shape):
    """A deck among others."""

    id = Text(help_text="Its name in addresses")
    url = Text(help_text="Its page")
    name = Text()
    owner = Text(help_text="As others see the name")
    visibility = Choice(choices=Visibility.choices)
    tags = ListOf(child=Text())
    ship = Text(allow_null=True)
    captain = Text(allow_null=True)
    race = Text(allow_null=True, help_text="Of its ship; null where that is not known")
    version = Number(allow_null=True, help_text="The newest one; null where there is none")
    shown_at = Time(allow_null=True, help_text="Since when the newest version is kept")
    number = Number(
        allow_null=True, help_text="What a change of the deck must name; null for all but its owner and the staff"
    )
    changed_at = Time(allow_null=True, help_text="Null for all but its owner and the staff")
    deleted_at = Time(allow_null=True)

    def to_representation(self, deck: Deck) -> dict[str, object]:
        """Return a deck of a list: one's own as its draft is, others as everybody sees them."""
        is_own = self.context["view"].lists_own
        return self.represent(deck, deck.draft if is_own else deck.content_shown, is_own=is_own)

    def represent(self, deck: Deck, content: ContentData, *, is_own: bool) -> dict[str, object]:
        """Return a deck with that content. What only its owner may know is told if `is_own`."""
        ship = content["ship"]
        piece = known_piece(ship) if ship else None
        return {
            "id": deck.public_id,
            "url": deck.get_absolute_url(),
            "name": deck.name,
            "owner": str(deck.owner),
            "visibility": deck.visibility,
            "tags": [tag.tag for tag in deck.tags.all()],
            "ship": ship,
            "captain": content["captain"],
            "race": piece["race"] if piece is not None and facts_of(piece).kind == SHIP else None,
            "version": deck.shown.number if deck.shown else None,
            "shown_at": deck.shown_at,
            "number": deck.number if is_own else None,
            "changed_at": deck.changed_at if is_own else None,
            "deleted_at": deck.deleted_at,
        }


class DraftShape(Shape):
    """The draft of a deck, for its owner and the staff alone."""

    number = Number(help_text="What the next change must name")
    content = ContentShape()
    hash = Text(help_text="Of the content, whatever its order")
    undo = Number(help_text="How many steps can be undone")
    redo = Number(help_text="How many steps can be redone")

    def to_representation(self, deck: Deck) -> dict[str, object]:
        """Return the draft of a deck."""
        steps = steps_of(deck)
        counted = {"undo": steps.back, "redo": steps.forth}
        return {"number": deck.number, "content": deck.draft, "hash": deck.draft_hash, **counted}


class OriginShape(Shape):
    """The deck that one was copied from."""

    id = Text(source="public_id")
    name = Text()


class DeckShape(DeckSummaryShape):
    """A deck as whoever asks sees it: its owner the draft, others the newest version."""

    notes = Text(help_text="Markdown, as typed")
    content = ContentShape()
    copied_from = OriginShape(allow_null=True, help_text="Null where there is none that the caller may see")

    def to_representation(self, deck: Deck) -> dict[str, object]:
        """Return a deck as the viewer sees it. Raises `DeckError` for one that they may not see."""
        viewer = self.context["view"].request.user
        content = data_of(content_seen(deck, viewer))
        origin = origin_seen(deck, viewer)
        listed = self.represent(deck, content, is_own=abilities.may_see_draft(viewer, deck))
        return listed | {"notes": deck.notes, "content": content, "copied_from": origin and OriginShape(origin).data}


class VersionSummaryShape(Shape):
    """A version among others."""

    version = Number(source="number")
    name = Text(help_text="Empty where it has none")
    hash = Text(source="content_hash", help_text="Of the content, whatever its order")
    kept_at = Time()


class VersionShape(VersionSummaryShape):
    """A version with its content."""

    content = ContentShape()


class DifferenceShape(Shape):
    """A piece that stands in one part in other numbers."""

    part = Choice(choices=[part.value for part in PARTS])
    title = Text()
    before = Number(help_text="Copies; 0 for none")
    after = Number(help_text="Copies; 0 for none")


class DifferencesShape(Shape):
    """The changes that turn one content into another."""

    differences = DifferenceShape(many=True)


class ProblemShape(Shape):
    """A problem of a deck, or a warning about it."""

    code = Text()
    severity = Choice(choices=[severity.value for severity in Severity])
    rule = Text(help_text="The number of the rule that it is about")
    pieces = ListOf(child=Text(), help_text="The titles that it concerns")
    params = DictOf(help_text="What the sentence is made from")
    message = Text(help_text="One sentence")


class VerdictShape(Shape):
    """The verdict on a deck content in one format."""

    format = Text()
    format_version = Number()
    points = Number(help_text="The hex-point limit that it was held to")
    tolerance = Number()
    legal = Flag(help_text="No problem is an error")
    problems = ProblemShape(many=True)


class CheckedShape(Shape):
    """Verdicts on a content, in the order in which formats were asked for."""

    content = ContentShape()
    hash = Text(help_text="Of the content, whatever its order")
    verdicts = VerdictShape(many=True)


class LineShape(Shape):
    """The result for a pasted line, or for a part of one."""

    line = Number(help_text="From 1; 0 in JSON, codes and links")
    raw = Text(help_text="As it was pasted, cut short if need be")
    status = Choice(choices=[status.value for status in Status])
    reason = Text(help_text="A sentence; empty where it was taken as it stands")
    part = Choice(choices=[part.value for part in PARTS], allow_null=True)
    copies = Number()
    typed = Text(help_text="What `chosen` names it by")
    title = Text(allow_null=True, help_text="Its title in the content; null for none")
    candidates = ListOf(child=Text(), help_text="What could be meant, the best first")


class ImportShape(Shape):
    """A pasted deck, read line by line."""

    source = Choice(choices=[source.value for source in Source])
    name = Text(help_text="Empty where it has none")
    content = ContentShape(help_text="Unknown titles are in it as they were typed")
    lines = LineShape(many=True)
    deck = Text(allow_null=True, help_text="The id of the deck that was made, with `save`")


def verdict_data(verdict: Verdict, held_to: Format) -> dict[str, object]:
    """Return the data of a verdict."""
    return {
        "format": held_to.name,
        "format_version": held_to.version,
        "points": held_to.hex_points,
        "tolerance": held_to.tolerance,
        "legal": verdict.is_legal,
        "problems": [{**problem.to_data(), "message": sentence(problem)} for problem in verdict.problems],
    }


def report_data(report: Report) -> dict[str, object]:
    """Return the data of a report on a paste, before any deck is made of it."""
    return {
        "source": report.source.value,
        "name": report.name,
        "content": data_of(report.content),
        "lines": [*map(line_data, report.lines)],
        "deck": None,
    }


def line_data(line: ReportLine) -> dict[str, object]:
    """Return what became of a line."""
    part = None if line.part is None else line.part.value
    return line._asdict() | {"status": line.status.value, "part": part, "candidates": list(line.candidates)}


MOST_FORMATS = 10
MOST_OF_POOL = 2_000  # titles, in all formats of a check; each that nobody knows is a problem of its own
MOST_POINTS = 999_999
MOST_CHOSEN = 2_000


def _counts(most_titles: int, most_copies: int) -> Schema:
    """Return the schema of an object of titles with their copies."""
    return {
        "type": "object",
        "maxProperties": most_titles,
        "propertyNames": TITLE,
        "additionalProperties": a_number(most_copies),
        "description": "Copies by title",
    }


TITLE = a_text(LONGEST_TYPED)
TITLE_OR_NONE: Schema = {"type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_TYPED}
NUMBER = a_number(about="The number of the deck that was seen; with an old one nothing is saved")
VERSION = a_number()
NAME = a_text(LONGEST_NAME)
TAGS: Schema = {"type": "array", "maxItems": MOST_TAGS, "items": a_text(LONGEST_TAG)}
NOTES = a_text(LONGEST_NOTES, "Markdown", least=0)
PILE = _counts(MOST_TITLES, MOST_COPIES)
CONTENT = an_object(ship=TITLE_OR_NONE, captain=TITLE_OR_NONE, stand_in=TITLE_OR_NONE, deck=PILE, hexpile=PILE)
TEXT = a_text(LONGEST_TEXT, "A deck as text, JSON or share code (docs/decks.md)", least=0)
ID = a_text(24, "The id of a deck", pattern="^[0-9a-z]+$")
FORMAT = an_object(
    ("name",),
    name={"type": "string", "enum": list(FORMATS)},
    points=a_number(MOST_POINTS, "The hex-point limit (rules 4.1)"),
    tolerance=a_number(MOST_POINTS, least=0),
    pool=_counts(MOST_OF_POOL, MOST_POINTS) | {"description": "What the player opened, for formats that ask for it"},
)

CREATE = an_object(("name",), name=NAME, content=CONTENT, tags=TAGS, notes=NOTES)
DESCRIBE = an_object(
    ("number",),
    number=NUMBER,
    name=NAME,
    tags=TAGS,
    notes=NOTES,
    visibility={"type": "string", "enum": Visibility.values},
)
SAVE = an_object(("number", "content"), number=NUMBER, content=CONTENT)
STEP = an_object(("number",), number=NUMBER)
KEEP = an_object(("number",), number=NUMBER, name=a_text(LONGEST_NAME, "May be left out", least=0))
COPY = an_object(version=VERSION, name=NAME)
IMPORT = an_object(
    ("text",),
    text=TEXT,
    chosen={
        "type": "object",
        "maxProperties": MOST_CHOSEN,
        "additionalProperties": {"type": "string"},
        "description": "The title to take for what was `typed`; an empty text leaves it out",
    },
    save={"type": "boolean", "description": "Make a deck of it, if no line is a fault"},
    name=NAME | {"description": "Of the deck; else the one in the text"},
)
CHECK = an_object(
    (),
    content=CONTENT,
    text=TEXT,
    deck=ID,
    version=VERSION | {"description": "Of the deck; else what the caller sees of it"},
    formats={
        "type": "array",
        "minItems": 1,
        "maxItems": MOST_FORMATS,
        "items": FORMAT,
        "description": f"What to hold it to; `full` unless said. All pools hold at most {MOST_OF_POOL:,} titles",
    },
) | {"oneOf": [{"required": [key]} for key in ("content", "text", "deck")]}
