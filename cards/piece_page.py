"""The page of a piece."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cards.addresses import slug_of, url_of
from cards.catalogue import current_pieces


@require_safe
def piece(request: HttpRequest, slug: str) -> HttpResponse:
    """A piece; another spelling of its address, and its title, lead there."""
    found = {slug_of(title): piece for kind in current_pieces() for title, piece in kind.items()}.get(slug_of(slug))
    if found is None:
        raise Http404(f"There is no piece {slug[:60]}.")
    if slug != slug_of(found["title"]):
        return redirect(url_of(found["title"]), permanent=True)
    return render(request, "cards/piece.html", {"here": "cards", "piece": found})
