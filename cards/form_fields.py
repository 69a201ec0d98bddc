"""Fields and widgets of the admin's forms: choices of printed words, prose, and YAML as a card designer writes it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from json import dumps
from typing import Any

import yaml
from django import forms

from incursions.rules.effects.reading import plain
from incursions.rules.plain_yaml import PlainYamlError, parse


def in_yaml(value: Any) -> str:
    """A value as a card designer would write it."""
    return "" if value in (None, {}, []) else yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=110)


def digest(definition: Any) -> str:
    """Tells whether a definition is still the one that a form was filled with."""
    return sha256(dumps(definition, sort_keys=True).encode()).hexdigest()


def word_field(words: Iterable[str], *, blank: bool = False) -> forms.ChoiceField:
    """A choice of these words."""
    choices = [(word, word) for word in words]
    return forms.ChoiceField(choices=[("", "—"), *choices] if blank else choices, required=not blank)


def number_field(most: int, *, needed: bool = True) -> forms.IntegerField:
    """A number from 0 to the most that it may be."""
    return forms.IntegerField(min_value=0, max_value=most, required=needed)


def text_field() -> forms.CharField:
    """What a piece says that it does."""
    told = "Numbers are taken from the effects by placeholders such as {1.dice}; see docs/vocabulary.md."
    return forms.CharField(widget=lines(4), required=False, help_text=told)


def lines(rows: int) -> forms.Textarea:
    """Room for so many lines of prose."""
    return forms.Textarea(attrs={"rows": rows, "cols": 110, "spellcheck": "true"})


MAPPED = dict, "Fields with values were expected, such as effects: [...]."
LISTED = list, "A list was expected, each of its entries after a hyphen."


class YamlField(forms.CharField):
    """A mapping as YAML, or a list of mappings if `listed`; empty is an empty one."""

    def __init__(self, *, rows: int = 18, listed: bool = False, **options: Any) -> None:
        area = forms.Textarea(attrs={"rows": rows, "cols": 110, "spellcheck": "false", "class": "vLargeTextField"})
        super().__init__(widget=area, required=False, **options)
        self.listed = listed

    def clean(self, value: Any) -> Any:
        """What it says as plain data."""
        text = super().clean(value)
        kind, expected = LISTED if self.listed else MAPPED
        try:
            read = parse(text) if text.strip() else kind()
        except PlainYamlError as problem:
            raise forms.ValidationError(str(problem)) from problem
        if not isinstance(read, kind):
            raise forms.ValidationError(expected)
        return plain(read)
