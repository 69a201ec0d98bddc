"""The editor of a deck: its page, and the way in for every change of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.deck_pages.edited_deck import (
    EditedDeck,
    Refusal,
    address_after,
    asked_of,
    chosen_order,
    is_htmx,
    sent_edits,
    show_change,
    show_editor,
)
from cards.deck_pages.editor_parts import find_again, find_in_catalogue
from cards.deck_pages.listing import Judged
from cards.deck_pages.page_frame import DeckHead, head_of, of_deck, sent_number
from cards.deck_pages.version_pages import format_change
from cards.decks import abilities
from cards.decks.changes import (
    WAYS,
    Steps,
    describe_deck,
    go_step,
    keep_version,
    refuse_others,
    save_draft,
    steps_of,
    take_version,
    version_of_draft,
)
from cards.decks.contents import Difference, content_of, data_of, differences
from cards.decks.errors import DeckError
from cards.decks.judging import Edit, apply_edits, judge, read_edits, text_of
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import find_deck
from incursions.accounts.models import User
from incursions.games.incursions.deck_files.formats import LONGEST_NAME
from incursions.games.incursions.rules.construction import FULL
from incursions.kit.clients import see_other

MOST_CHANGES = 30  # titles that are listed, so that the page stays small
HEX_POINTS = (30, 40, 50)
forms = require_http_methods(["GET", "HEAD", "POST"])


class Changed(NamedTuple):
    """A difference since the newest version, the edit that undoes it, and how many copies more or less."""

    difference: Difference
    edit: str
    sign: str


class Play(NamedTuple):
    """A way to play, and how many errors the evaluator finds in the deck there."""

    name: str
    errors: int


@dataclass(frozen=True)
class EditorPage(EditedDeck):
    """The editor page of a deck, for its owner."""

    judged: DeckHead

    parts: ClassVar[str] = "decks/editor"
    legal: ClassVar[str] = f"Legal with {FULL.hex_points} hex points ±{FULL.tolerance}."

    @property
    def head(self) -> DeckHead:
        """The head of every page of the deck."""
        return self.judged

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.judged.deck

    @property
    def address(self) -> str:
        """The address of the editor, which takes its forms."""
        return _address(self.deck)

    @property
    def number(self) -> int:
        """The number of the deck, which every form sends."""
        return self.deck.number

    @property
    def name(self) -> str:
        """Return the value of the name field: the typed name if it was refused."""
        return self._find_typed("rename") or self.deck.name

    @property
    def version_name(self) -> str:
        """Return the value of the field for the version's name."""
        return self._find_typed("keep")

    @property
    def next_version(self) -> int:
        """The number of the next version."""
        return 1 if self.deck.shown is None else self.deck.shown.number + 1

    @cached_property
    def equal_version(self) -> DeckVersion | None:
        """The version that equals the draft."""
        return version_of_draft(self.deck)

    @cached_property
    def steps(self) -> Steps:
        """Return how far undo and redo reach."""
        return steps_of(self.deck)

    @property
    def plays(self) -> Iterator[Play]:
        """The verdicts on the deck with several hex-point limits."""
        for points in HEX_POINTS:
            verdict = judge(self.content, FULL.with_hex_points(points, FULL.tolerance))
            yield Play(f"{points} hex points ±{FULL.tolerance}", len(verdict.errors))

    @cached_property
    def all_changes(self) -> list[Difference]:
        """Return the changes since the newest version."""
        return [] if self.deck.shown is None else differences(content_of(self.deck.shown.content), self.content)

    @property
    def changes(self) -> list[Changed]:
        """The first of the changes, each with the edit that undoes it."""
        return [
            Changed(change, text_of([Edit(change.part, change.before, change.title)]), format_change(change.change))
            for change in self.all_changes[:MOST_CHANGES]
        ]

    @property
    def changes_left_out(self) -> int:
        """Return how many changes more there are than are listed."""
        return len(self.all_changes[MOST_CHANGES:])

    def _find_typed(self, form: str) -> str:
        return self.refusal.typed if self.refusal is not None and self.refusal.form == form else ""


@forms
@of_deck
def editor(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Show the editor to the deck's owner, or redirect others to its page. A POST changes the draft."""
    if request.method == "POST":
        return _apply_change(request, deck, _change)
    if not abilities.may_change(request.user, deck):
        return redirect(deck)
    return _show(request, deck)


@forms
@of_deck
def name_form(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    """Keep the draft as a version, or give the deck another name, as `form` says.

    Other requests are led to the editor: where a form is refused, the editor stands at its address, with its searches.
    """
    if request.method == "POST":
        return _apply_change(request, deck, _rename if form == "rename" else _keep, form=form)
    asked = request.GET.urlencode()
    return redirect(_address(deck) + (f"?{asked}" if asked else ""))


def _address(deck: Deck) -> str:
    return reverse("decks:editor", args=[deck.public_id])


def _change(request: HttpRequest, deck: Deck) -> Deck:
    """Change the draft as the form asks: a step back or forth, the newest version again, or edits."""
    by, number, step = cast(User, request.user), sent_number(request), request.POST.get("step", "")
    if step in WAYS:
        return go_step(deck, step, by=by, number=number)
    if step == "version" and deck.shown is not None:
        return take_version(deck, deck.shown.number, by=by, number=number)
    content = apply_edits(content_of(deck.draft), read_edits(sent_edits(request)))
    return save_draft(deck, data_of(content), by=by, number=number)


def _keep(request: HttpRequest, deck: Deck) -> Deck:
    """Keep the draft as a version."""
    by = cast(User, request.user)
    kept = keep_version(deck, by=by, number=sent_number(request), name=request.POST.get("name", ""))
    messages.success(request, f"Version {kept.number} is kept.")
    return kept.deck


def _rename(request: HttpRequest, deck: Deck) -> Deck:
    by = cast(User, request.user)
    return describe_deck(deck, by=by, number=sent_number(request), name=request.POST.get("name", ""))


def _apply_change(
    request: HttpRequest, deck: Deck, change: Callable[[HttpRequest, Deck], Deck], *, form: str = "edit"
) -> HttpResponse:
    """Make a change, and answer with the editor again, with the refusal in it if there was one."""
    refuse_others(deck, request.user)
    try:
        changed = change(request, deck)
    except DeckError as error:
        sent = request.POST.get
        refusal = Refusal(error, form, sent_edits(request), sent("step", ""), sent("name", "")[:LONGEST_NAME])
        now = find_deck(deck.public_id, request.user)
        refuse_others(now, request.user)
        return _show(request, now, refusal)
    if is_htmx(request):
        before = content_of(deck.draft)
        said = f"Saved. The deck is called {changed.name}." if changed.name != deck.name else ""
        return show_change(request, _page(request, changed), Judged(before, judge(before)), said)
    asked = {name: request.POST[name] for name in ("q", "page") if name in request.POST}
    address = address_after(request, _address(changed), content_of(changed.draft), asked)
    return see_other(address)


def _show(request: HttpRequest, deck: Deck, refusal: Refusal | None = None) -> HttpResponse:
    return show_editor(request, _page(request, deck, refusal), here="decks", tab="decks:editor")


def _page(request: HttpRequest, deck: Deck, refusal: Refusal | None = None) -> EditorPage:
    """Return the editor with its search results; for htmx, with the rows that the page shows already."""
    head = head_of(deck, request.user)
    find = find_again if is_htmx(request) else find_in_catalogue
    return EditorPage(head, find(head.content, asked_of(request)), chosen_order(request), refusal)
