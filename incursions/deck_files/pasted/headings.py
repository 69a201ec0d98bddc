"""The words that people write above or before pieces, and the part of a deck that each means."""

from __future__ import annotations

import re
from typing import NamedTuple

from incursions.deck_files.sheet import Part
from incursions.deck_files.text_format import SECTIONS
from incursions.search.folding import fold

_WORDS = {
    Part.SHIP: "ship, ships, starship, your ship, vessel",
    Part.CAPTAIN: "captain, captains, capt, capt., cpt, cpt.",
    Part.STAND_IN: "stand-in, stand in, standin, acting captain, captain (stand-in)",
    Part.DECK: "deck, main deck, maindeck, main, mainboard, cards, deck list, decklist, card list, draw deck, crew,"
    " officers, crew cards, attack, attacks, attack cards, defence, defences, defence cards, defense, defenses,"
    " defense cards, tactical, tactical cards, tactics, command, commands, command cards, equipment, other cards",
    Part.HEXPILE: "hexpile, hex pile, hexes, hex, tiles, hex tiles, hextiles, hex deck, map, map tiles",
}
BY_WORD = {word.strip(): part for part, words in _WORDS.items() for word in words.split(",")}
ASIDE = frozenset({"sideboard", "side deck", "side", "maybe", "maybeboard", "considering", "wishlist", "cut", "cuts"})
ANYWHERE = frozenset({"commander", "commanders", "companion", "companions", "leader", "identity"})
NAMES = frozenset({"name", "deck name", "title", "deck title"})

_ORNAMENTS = "#*=_~-–—>[]():.• \t"
_AMOUNT = re.compile(
    r"[\s:(\[-]*[0-9]{1,5}(?:\s*(?:cards?|tiles?|hexes|(?:hex )?points|pts))?[)\]]?\s*$", re.IGNORECASE
)
_BEFORE = re.compile(r"(?P<word>[^:=]{2,24}?)\s*(?:[:=\t,;]|\s[-–—]\s)\s*(?P<rest>.*)")
_STRICT = re.compile(r"\[(.*)\]")


class Section(NamedTuple):
    """A heading above pieces. Without a part, its pieces are left out (`is_aside`), or go where their kind belongs.

    `is_strict` is one as the text format has it: whatever stands below stays there.
    """

    part: Part | None
    is_strict: bool = False
    is_aside: bool = False


NOWHERE = Section(None)


class Before(NamedTuple):
    """A word before a piece, or before the deck's name if `part` is None."""

    part: Part | None
    rest: str


def section_of(line: str) -> Section | None:
    """Return the section that a line begins, or None. An unknown word in brackets begins one too."""
    bracketed = _STRICT.fullmatch(line)
    if bracketed and bracketed[1].strip().casefold() in SECTIONS:
        return Section(SECTIONS[bracketed[1].strip().casefold()], is_strict=True)
    word = fold(_AMOUNT.sub("", line.strip(_ORNAMENTS)).strip(_ORNAMENTS))
    is_one = bracketed is not None or word in BY_WORD or word in ASIDE or word in ANYWHERE
    return section_called(word) if is_one else None


def section_called(word: str) -> Section:
    """Return the section that a word names, known or not."""
    folded = fold(word)
    return Section(BY_WORD.get(folded), is_aside=folded in ASIDE)


def before_of(line: str) -> Before | None:
    """Return the word before a piece or the deck's name, with the rest of the line; None if either is missing."""
    found = _BEFORE.fullmatch(line.lstrip(_ORNAMENTS))
    if found is None or not found["rest"]:
        return None
    word = fold(found["word"].strip(_ORNAMENTS))
    if word in NAMES:
        return Before(None, found["rest"])
    part = BY_WORD.get(word)
    return Before(part, found["rest"]) if part in (Part.SHIP, Part.CAPTAIN, Part.STAND_IN) else None
