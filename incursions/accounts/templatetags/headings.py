"""Headings and buttons of pages that are not ours, written as ours are."""

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def in_sentence_case(words: str) -> str:
    """Return a heading in sentence case: "Sign In" becomes "Sign in", and the space around it stays."""
    return words.strip().capitalize()
