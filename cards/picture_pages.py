"""Views of the pictures of pieces, and the staff's page that has missing ones drawn. They only look up files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards import pictures_job
from cards.catalogue import find_pictured
from cards.pictures import DRAWING, BusyError, drawing, name_of, picture_file, read_name
from incursions.accounts.viewers import for_staff
from incursions.kit.clients import see_other

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # a file never changes under its name
ASK_AGAIN_S = 5


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """Send the picture of this name. An outdated name redirects to the current picture of the piece."""
    asked = read_name(name)
    piece = find_pictured(asked.slug) if asked else None
    if asked is None or piece is None:
        raise Http404("There is no such picture.")
    present = name_of(piece, asked.size)
    if present != asked:
        return redirect("cards:picture", name=str(present))
    if asked.size == DRAWING:
        drawn = drawing(piece, static("css/fonts.css"))
        return HttpResponse(drawn, content_type="image/svg+xml", headers=FOR_EVER)
    try:
        data = picture_file(piece, asked.size)
    except BusyError:
        return HttpResponse("Pictures are being drawn.", status=503, headers={"Retry-After": str(ASK_AGAIN_S)})
    return HttpResponse(data, content_type="image/webp", headers=FOR_EVER)


@never_cache
@require_http_methods(["GET", "POST"])
@for_staff
def pictures(request: HttpRequest) -> HttpResponse:
    """Show how many pieces have their pictures; a POST request starts or stops drawing the others."""
    if request.method == "POST":
        if "stop" in request.POST:
            pictures_job.stop()
        elif not pictures_job.obstacle():
            pictures_job.want_pictures()
        return see_other("cards:pictures")
    template = "cards/pictures.html#state" if request.headers.get("HX-Request") else "cards/pictures.html"
    context = {"here": "pictures", "state": pictures_job.state(), "obstacle": pictures_job.obstacle()}
    return render(request, template, context)
