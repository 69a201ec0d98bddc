"""Durations as people type them: 45 is minutes, 1:30 minutes and seconds, 90 s seconds, 3 d days."""

from __future__ import annotations

import re
from typing import Any

from django import forms

UNITS = {"": 60, "min": 60, "s": 1, "h": 60 * 60, "d": 24 * 60 * 60}
OF_MINUTES = re.compile(r"([0-9]{1,5}):([0-5][0-9])")
WITH_UNIT = re.compile(r"([0-9]{1,6}) ?(|min|s|h|d)")
TYPED_AS = "Minutes; 1:30 or 90 s are possible too."


def parse_length(said: str) -> int | None:
    """Return the seconds of a typed duration, or None if it cannot be read."""
    said = said.strip().lower()
    if parts := OF_MINUTES.fullmatch(said):
        return int(parts[1]) * 60 + int(parts[2])
    if parts := WITH_UNIT.fullmatch(said):
        return int(parts[1]) * UNITS[parts[2]]
    return None


def format_length(seconds: int) -> str:
    """Return a duration as `parse_length` reads it: 45, 1:30, 2 d."""
    if seconds and seconds % UNITS["d"] == 0:
        return f"{seconds // UNITS['d']} d"
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if rest else str(minutes)


class LengthField(forms.CharField):
    """A field for a duration in seconds with bounds. An empty field means `usual`, if it is set."""

    def __init__(self, least: int, most: int, *, usual: int | None = None, **named: Any) -> None:
        super().__init__(required=usual is None, max_length=12, **named)
        self.least, self.most, self.usual = least, most, usual

    def prepare_value(self, value: Any) -> Any:
        """Return the text of the field."""
        if isinstance(value, int):
            return "" if self.usual is not None and value == self.usual else format_length(value)
        return value

    def clean(self, value: Any) -> int:
        """Return the seconds. Raises ValidationError."""
        said = super().clean(value)
        if not said and self.usual is not None:
            return self.usual
        found = parse_length(said)
        if found is None:
            raise forms.ValidationError("Say how long in minutes: 45, or 1:30, or 90 s.")
        if not self.least <= found <= self.most:
            least, most = (_format_bound(bound) for bound in (self.least, self.most))
            raise forms.ValidationError(f"From {least} to {most}.")
        return found


def _format_bound(seconds: int) -> str:
    for unit, words in (("d", "days"), ("h", "hours"), ("min", "minutes")):
        if seconds >= 2 * UNITS[unit] and seconds % UNITS[unit] == 0:
            return f"{seconds // UNITS[unit]} {words}"
    return "1 minute" if seconds == UNITS["min"] else f"{seconds} second{'' if seconds == 1 else 's'}"
