"""Addresses that pages name again and again: to work one out takes longer than to write the line it stands in."""

from functools import lru_cache
from typing import Any

from django.urls import reverse


@lru_cache(8192)
def address(name: str, *arguments: Any) -> str:
    """Return the address of the page of that name, for these arguments."""
    return reverse(name, args=arguments)
