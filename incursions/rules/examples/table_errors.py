"""What is wrong with a described table."""

from __future__ import annotations


class TableError(ValueError):
    """A description of a table that cannot be laid out; the message says where and what was expected."""
