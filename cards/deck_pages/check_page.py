"""The evaluator's own page: a deck is pasted, judged as strictly as by `check_deck`, and forgotten (rules 3, 4, 22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards.deck_pages.asking import USUAL_FORMAT, format_of, refusing
from cards.deck_pages.judged import Counter, Judged, ProblemLine, counters_of, problem_lines
from cards.decks.errors import DeckError
from cards.decks.judging import current_lexicon
from incursions.games.incursions.deck_files import Fault, read_as_written, read_pool
from incursions.games.incursions.rules.construction import FORMATS, evaluate

LONGEST_PASTED = 50_000  # characters: a page shows it again, and `check_deck` reads longer ones
TYPED = {"text": "", **USUAL_FORMAT, "pool": ""}


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The report on a deck that could be read."""

    name: str
    judged: Judged
    problems: list[ProblemLine]
    counters: list[Counter]


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def check(request: HttpRequest) -> HttpResponse:
    """Render the form, with the verdict on what was pasted. Nothing is saved."""
    if request.method != "POST":
        return _render_check(request, TYPED)
    typed = {field: request.POST.get(field, usual) for field, usual in TYPED.items()}
    try:
        chosen = format_of(typed)
        _refuse_long(typed)
    except DeckError as refusal:
        shown = {field: value[:LONGEST_PASTED] for field, value in typed.items()}
        return _render_check(request, shown, status=refusal.status, refusal=refusal)
    lexicon = current_lexicon()
    deck = read_as_written(typed["text"], lexicon)
    pool = read_pool(typed["pool"], lexicon.titles) if chosen.from_pool else None
    faults: dict[str, tuple[Fault, ...]] = {"deck": deck.faults, "pool": pool.faults if pool else ()}
    if any(faults.values()):
        return _render_check(request, typed, status=HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    verdict = evaluate(deck.content, chosen, lexicon.facts, pool=pool.pool if pool else None)
    report = CheckReport(
        deck.name,
        Judged(deck.content, verdict),
        problem_lines(verdict),
        counters_of(deck.content, chosen),
    )
    return _render_check(request, typed, report=report)


def _refuse_long(typed: Mapping[str, str]) -> None:
    """Raise `DeckError` for a text that is too long to be shown again."""
    for field in ("text", "pool"):
        if len(typed[field]) > LONGEST_PASTED:
            message = f"The {field} is {len(typed[field]):,} characters long; at most {LONGEST_PASTED:,} are read here."
            raise DeckError("invalid", message, field=field)


def _render_check(
    request: HttpRequest, typed: Mapping[str, str], *, status: int = HTTPStatus.OK, **found: object
) -> HttpResponse:
    context = {"here": "decks", "typed": typed, "formats": FORMATS, **found}
    return render(request, "decks/check.html", context, status=status)
