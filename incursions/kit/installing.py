"""The site as an installed app: its manifest, its icons, and a page for when there is no network.

The service worker answers a page that cannot be fetched with the offline page, and caches nothing of a match, because
that would be outdated by the next move.
"""

from __future__ import annotations

import json
from hashlib import blake2b

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from incursions.kit.icons import draw_icon

NAME = "Incursions"
ABOUT = "A house of games in the browser: play people or bots by the full rules, with or without an account."
THEME_COLOUR, BACKGROUND = "#f4eedf", "#e9e2cf"
"""The colours of the bar at the top of every page and of the page by day (`--surface`, `--page` in tokens.css)."""
OFFLINE = "offline.html"
SIZES = (192, 512)
A_DAY = 60 * 60 * 24
KEPT_STYLES = ("css/tokens.css", "css/base.css", "css/pages.css")
"""The style sheets of the offline page."""


@require_safe
@cache_control(public=True, max_age=A_DAY)
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web manifest, with which browsers offer to install the site."""
    icons = [
        {"src": reverse("icon", args=[kind, size]), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for kind, purpose in (("any", "any"), ("maskable", "maskable"))
        for size in SIZES
    ]
    facts = {
        "id": "/",
        "name": NAME,
        "short_name": NAME,
        "description": ABOUT,
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": THEME_COLOUR,
        "categories": ["games"],
        "icons": icons,
    }
    return JsonResponse(facts, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def icon(request: HttpRequest, kind: str, size: int) -> HttpResponse:
    """Return an icon as PNG, for any use or for systems that cut it into a shape of their own."""
    if kind not in ("any", "maskable") or size not in SIZES:
        raise Http404("There is no such icon.")
    return HttpResponse(draw_icon(size, is_maskable=kind == "maskable"), content_type="image/png")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Render the page that browsers cache for when there is no network. It is the same for all viewers."""
    return HttpResponse(render_to_string(OFFLINE))


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its cache is named by a hash of the cached files."""
    page = reverse("offline")
    kept = [page, *map(static, KEPT_STYLES)]
    made_from = json.dumps(kept) + render_to_string(OFFLINE)
    name = f"offline-{blake2b(made_from.encode(), digest_size=8).hexdigest()}"
    context = {"name": json.dumps(name), "page": json.dumps(page), "kept": json.dumps(kept)}
    return HttpResponse(render_to_string("service_worker.js", context), content_type="text/javascript")
