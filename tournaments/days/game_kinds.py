"""The megagames that the settings name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from incursions.games.megagames import MegagameKind


@cache
def megagames() -> Mapping[str, MegagameKind]:
    """Return the megagames by name, in the order of `settings.MEGAGAMES`. Raises ImproperlyConfigured."""
    kinds = {}
    for path in settings.MEGAGAMES:
        try:
            kind: MegagameKind = import_string(path)
        except ImportError as cause:
            raise ImproperlyConfigured(f"MEGAGAMES names a game that cannot be imported, {path!r}: {cause}.") from cause
        kinds[kind.name] = kind
    return kinds
