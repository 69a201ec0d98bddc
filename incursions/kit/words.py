"""Counts, durations and lists of names in words."""

from collections.abc import Sequence


def capitalise(text: str) -> str:
    """Return the text with a capital first letter; the rest keeps its case, as titles need."""
    return text[:1].upper() + text[1:]


def format_count(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun: "1 tile", "3 tiles", "no tiles"."""
    plural = things or f"{thing}s"
    return f"no {plural}" if number == 0 else f"{number} {thing if number == 1 else plural}"


def minutes_words(seconds: float) -> str:
    """Return a duration as people say it: "45 minutes", "90 seconds", "2 hours", "1 hour 30 minutes"."""
    whole = round(seconds)
    if whole < 120 and whole % 60:
        return format_count(whole, "second")
    minutes = round(whole / 60)
    hours, rest = divmod(minutes, 60)
    if hours == 0 or (hours == 1 and rest):
        return format_count(minutes, "minute")
    return format_count(hours, "hour") + (f" {format_count(rest, 'minute')}" if rest else "")


def join_names(names: Sequence[str]) -> str:
    """Join names: "Sol", "Sol and Drogath", "Sol, Drogath and Vector 7"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
