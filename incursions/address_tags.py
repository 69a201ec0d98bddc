"""The tag `url` of Django, which works each address out once: a page names some twenty, most of them on every page.

It takes the place of Django's own in all templates (TEMPLATES in the settings).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as url_of_django
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from incursions.addresses import address

if TYPE_CHECKING:
    from django.template.base import Parser, Token

register = template.Library()
KEPT = (str, SafeString, int)
"""What addresses are made of. Other things can be equal, and yet be written in different ways."""


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
