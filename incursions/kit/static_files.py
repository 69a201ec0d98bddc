"""Static files: served by the ASGI application with Django's headers, and found singly in packages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import drf_spectacular_sidecar
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage, Error
from django.core.files.storage import FileSystemStorage, Storage
from django.core.handlers.asgi import ASGIHandler
from servestatic import ServeStaticASGI

from incursions.kit.asgi_layers import RequestThreads


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


class NodeFilesFinder(BaseFinder):
    """A finder of the files in settings.NODE_FILES: the name under /static/ -> the path under node_modules."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.folder, self.files = self.source()
        super().__init__(*args, **kwargs)

    def source(self) -> tuple[Path, dict[str, str]]:
        """Return the folder of the files, and which of them are served."""
        return Path(settings.NODE_MODULES), settings.NODE_FILES

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        missing = [path for path in self.files.values() if not (self.folder / path).is_file()]
        return [
            Error(f"{path} is not in {self.folder}.", hint="Any of the scripts fetches it.", id="incursions.E001")
            for path in missing
        ]

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return the path of a file, or with `find_all` a list of at most one path."""
        found = [str(self.folder / self.files[path])] if path in self.files else []
        return found if find_all or not found else found[0]

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name, path in self.files.items():
            yield name, OneFileStorage(self.folder / path)


class SwaggerFilesFinder(NodeFilesFinder):
    """A finder of the files of Swagger UI in settings.SWAGGER_FILES, which a Python package brings."""

    def source(self) -> tuple[Path, dict[str, str]]:
        """Return the folder in the package, and the files."""
        package = Path(drf_spectacular_sidecar.__file__).parent
        return package / "static/drf_spectacular_sidecar/swagger-ui-dist", settings.SWAGGER_FILES


class OneFileStorage(FileSystemStorage):
    """A storage of one file, under any name."""

    prefix = ""

    def __init__(self, file: Path) -> None:
        self.file = file
        super().__init__(location=file.parent)

    def path(self, name: str) -> str:
        return str(self.file)
