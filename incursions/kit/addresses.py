"""Addresses of pages, resolved once: a function, and a faster template tag `url` in place of Django's.

A page names some twenty addresses, most of them on every page, and resolving one takes longer than writing its line.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as url_of_django
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString


@lru_cache(8192)
def address(name: str, *arguments: Any) -> str:
    """Return the address of the page of that name, for these arguments."""
    return reverse(name, args=arguments)


register = template.Library()
KEPT = (str, SafeString, int)
"""Types of the parts of addresses. Other things can be equal, and yet be written in different ways."""


class AddressNode(URLNode):
    """A URL tag with a view's name and positional arguments; other forms are left to Django."""

    def render(self, context: template.Context) -> str:
        """Return the address, escaped if the template escapes. Raises NoReverseMatch if there is none."""
        arguments = [argument.resolve(context) for argument in self.args]
        if self.asvar or self.kwargs or any(type(argument) not in KEPT for argument in arguments):
            return super().render(context)
        found = address(self.view_name.resolve(context), *arguments)
        return conditional_escape(found) if context.autoescape else found


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Read the tag as Django does."""
    read = url_of_django(parser, token)
    return AddressNode(read.view_name, read.args, read.kwargs, read.asvar)
