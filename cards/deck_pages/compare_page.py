"""Any two decks that one may see, beside each other."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import refusing
from cards.deck_pages.comparison import compared
from cards.deck_pages.sides import LONGEST_LINK, Side, side_of_link
from cards.decks.errors import DeckError
from cards.decks.models import Deck

FIELDS = {"a": "own_a", "b": "own_b"}  # a link that is pasted, and instead of it one of one's own decks
MOST_OWN = 100


@require_safe
@refusing
def compare(request: HttpRequest) -> HttpResponse:
    """What is different in two decks, each by its link. One that cannot be found is said beside its field."""
    if any(request.GET.get(own) for own in FIELDS.values()):
        asked = {field: request.GET.get(own) or request.GET.get(field, "") for field, own in FIELDS.items()}
        return redirect(f"{request.path}?{urlencode(asked)}")
    typed = {field: request.GET.get(field, "")[:LONGEST_LINK] for field in FIELDS}
    sides, faults = _sides(request, typed)
    context = {
        "here": "decks",
        "typed": typed,
        "faults": faults,
        "own": Deck.objects.own(request.user).only("public_id", "name")[:MOST_OWN],
        "longest": LONGEST_LINK,
    }
    if len(sides) == len(FIELDS):
        context |= {"sides": sides, "comparison": compared(sides[0].content, sides[1].content)}
    return render(request, "decks/compare.html", context, status=HTTPStatus.NOT_FOUND if faults else HTTPStatus.OK)


def _sides(request: HttpRequest, typed: dict[str, str]) -> tuple[list[Side], dict[str, str]]:
    """What the links lead to, and by field what cannot be found."""
    sides: list[Side] = []
    faults: dict[str, str] = {}
    for field, link in typed.items():
        if link:
            try:
                sides.append(side_of_link(link, request.user))
            except DeckError as refusal:
                faults[field] = refusal.message
    return sides, faults
