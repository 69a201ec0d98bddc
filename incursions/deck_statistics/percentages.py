"""Chances as percentages, never rounded to 100% if they can fail or to 0% if they can happen."""

from __future__ import annotations

from fractions import Fraction

LEAST, MOST = Fraction(1, 1000), Fraction(999, 1000)


def percentage(chance: Fraction) -> str:
    """Return a chance in percent with one decimal: "54.3%", "<0.1%", ">99.9%"; "0%" and "100%" only if exact."""
    if chance in (0, 1):
        return f"{100 * chance}%"
    if chance < LEAST:
        return "<0.1%"
    return ">99.9%" if chance > MOST else f"{_tenths(chance * 100)}%"


def say_chance(chance: Fraction) -> str:
    """Return a chance as a player says it in a sentence: "less than 0.1%"."""
    return percentage(chance).replace("<", "less than ").replace(">", "more than ")


def decimal(number: Fraction) -> str:
    """Return a number rounded to at most one decimal: "1.3", "2"; "<0.1" if it would round to 0."""
    return "<0.1" if 0 < number < Fraction(1, 20) else _tenths(number).removesuffix(".0")


def _tenths(number: Fraction) -> str:
    """Return the number with one decimal, halves rounded up. Fractions are used because floats would round unevenly."""
    tenths = int(number * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"
