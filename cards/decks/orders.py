"""The orders of deck lists. Each ends with the primary key, so that no two decks compare equal."""

from __future__ import annotations

from collections.abc import Mapping

Orders = Mapping[str, tuple[str, ...]]

NEWEST = "newest"
PUBLIC: Orders = {NEWEST: ("-shown_at", "-pk"), "oldest": ("shown_at", "pk"), "name": ("folded_name", "pk")}
CHANGED = "changed"
OWN: Orders = {CHANGED: ("-changed_at", "-pk"), "oldest": ("created_at", "pk"), "name": ("folded_name", "pk")}
DELETED = "deleted"
GONE: Orders = {DELETED: ("-deleted_at", "-pk"), "oldest": OWN["oldest"], "name": OWN["name"]}
