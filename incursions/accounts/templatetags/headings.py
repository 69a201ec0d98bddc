"""Headings and buttons of pages that are not ours, written as ours are."""

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()


@register.filter(is_safe=True)
@stringfilter
def in_sentence_case(words: str) -> str:
    """ "Sign In", with whatever space is around it, is "Sign in"."""
    return words.strip().capitalize()
