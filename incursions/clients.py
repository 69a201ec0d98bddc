"""Answer a client in the form that it can read, as its request says."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import resolve_url


def wants_html(request: HttpRequest) -> bool:
    """Return True for a browser: htmx says so, a plain form accepts text/html by name. All others get JSON."""
    return bool(request.headers.get("HX-Request")) or "text/html" in request.headers.get("Accept", "")


def see_other(to: Any, *args: Any) -> HttpResponseRedirect:
    """Redirect with status 303 to an object, a view or a path, as Django's `redirect` takes them."""
    return HttpResponseRedirect(resolve_url(to, *args), status=303)


def answer_act(
    request: HttpRequest, to: Any, code: str = "done", *, message: str = "", status: int = 200, **details: Any
) -> HttpResponse:
    """Answer an act that was carried out: redirect a browser, and tell every other client the code as JSON."""
    if wants_html(request):
        return see_other(to)
    return JsonResponse({"code": code, "message": message, "rule": "", **details}, status=status)


def json_file(data: Any, name: str) -> JsonResponse:
    """Return data as a JSON file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
