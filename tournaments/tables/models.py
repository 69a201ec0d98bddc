"""Rows of searches for a match, where Django looks for them."""

from tournaments.tables.quick.models import Seeker  # noqa: F401
