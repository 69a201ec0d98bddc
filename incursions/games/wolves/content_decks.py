"""Damage decks that follow the stations of a vessel when a form of the content changes them (rules W12.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


def follow_stations(before: Mapping[str, Any], after: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the content with a card for each station in the decks of the vessels whose stations were changed.

    Cards are taken from, and added to, what is printed for the kind. A deck stays as it is where there is no card for
    a kind, or where the stations cannot be counted: the checks of the content tell why.
    """
    decks = dict(after["damage"]["decks"])
    old = {vessel["vessel"]: count_stations(vessel) for vessel in before["fleet"]["vessels"]}
    for vessel in after["fleet"]["vessels"]:
        name, wanted = vessel.get("vessel"), count_stations(vessel)
        if name in decks and wanted is not None and wanted != old.get(name):
            decks[name] = _fit_deck(decks[name], wanted, name, after["damage"]["designs"])
    if decks == after["damage"]["decks"]:
        return after
    return {**after, "damage": {**after["damage"], "decks": decks}}


def count_stations(vessel: Mapping[str, Any]) -> Counter[str] | None:
    """Return the number of stations by kind; None if they are faulty."""
    counts: Counter[str] = Counter()
    for line in vessel["stations"] if isinstance(vessel.get("stations"), list) else [None]:
        kind, count = (line.get("kind"), line.get("count", 1)) if isinstance(line, dict) else (None, 0)
        if not isinstance(kind, str) or not isinstance(count, int) or not 0 < count < 100:
            return None
        counts[kind] += count
    return counts


def _fit_deck(
    deck: Mapping[str, int], wanted: Mapping[str, int], vessel: str, designs: list[dict[str, Any]]
) -> dict[str, int]:
    """Return a deck with as many cards of each kind as wanted: of the cards that it has, else of others that fit."""
    made = dict(deck)
    own = [card for card in designs if card.get("vessel", vessel) == vessel]
    for kind in dict.fromkeys((*wanted, *(card["kind"] for card in own))):
        titles = [card["title"] for card in own if card["kind"] == kind]
        titles.sort(key=lambda title: title not in deck)
        surplus = sum(made.get(title, 0) for title in titles) - wanted.get(kind, 0)
        if surplus < 0 and titles:
            made[titles[0]] = made.get(titles[0], 0) - surplus
        for title in reversed(titles):
            gone = min(made.get(title, 0), max(surplus, 0))
            surplus -= gone
            if title in made:
                made[title] -= gone
    return {title: number for title, number in made.items() if number}
