"""What a client can read, as its request says."""

from django.http import HttpRequest


def wants_html(request: HttpRequest) -> bool:
    """Return True for a browser: htmx says so, a plain form accepts text/html by name. All others get JSON."""
    return bool(request.headers.get("HX-Request")) or "text/html" in request.headers.get("Accept", "")
