"""Static files served by the ASGI application itself, with the headers that pages get from Django."""

from pathlib import Path
from wsgiref.headers import Headers

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from servestatic import ServeStaticASGI

from incursions.request_threads import RequestThreads


def add_security_headers(headers: Headers, path: str, url: str) -> None:
    """Add the headers of Django's SecurityMiddleware to a static file, which never passes it."""
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if settings.IS_HTTPS:
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}; includeSubDomains"


def hashed_files(pages: ASGIHandler | RequestThreads) -> ServeStaticASGI:
    """Wrap the application to serve collected files. Files with a hash in their names are cached for ever."""
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    return ServeStaticASGI(
        pages,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        allow_all_origins=False,
        add_headers_function=add_security_headers,
    )
