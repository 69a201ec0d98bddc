"""Clients: the form of answer that a request asks for, and the network it comes from."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
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


WHOLE_NETWORK = 64  # bits of an IPv6 address that one household has for itself


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, and the network of an IPv6 address."""
    try:
        known = ip_address(address)
    except ValueError:  # a socket of this machine has none
        return address
    return str(ip_network((known, WHOLE_NETWORK), strict=False)) if isinstance(known, IPv6Address) else str(known)


ONLY_LOOKS = "Only-Looks"
"""The header with which scripts say so."""


def leave_messages(request: HttpRequest) -> dict[str, object]:
    """Return no messages for a polling request, because each is shown once, on the page that the viewer opens next."""
    return {"messages": ()} if ONLY_LOOKS in request.headers else {}
