"""The votes of council members: by the need of their nation, as far as the words of a motion touch it (rules W3.5)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from random import Random

from incursions.games.wolves.bots.team import TeamBot
from incursions.games.wolves.rules.content.definitions import RESOURCES, Vessel
from incursions.games.wolves.rules.content.fleet import NO_NATION
from incursions.games.wolves.rules.council import ABSTAIN, AMEND, ARROW, NAY, REPEAL, YAY
from incursions.games.wolves.rules.game import Game

CONCERNS: Mapping[str, Collection[str]] = {
    **{resource: (resource,) for resource in RESOURCES},
    "ration": ("food", "water"),
    "guest": ("food", "water"),
    "refugee": ("food", "water"),
    "jump": ("fuel",),
    "repair": ("materials",),
}
"""The resources that words of motions are about."""
GIVING = re.compile(r"\b(gives?|sends?|lends?|pays?|delivers?|owes?)\b")
GETTING = re.compile(r"\b(gets?|receives?|keeps?|(is|are) (given|sent|lent|paid))\b")
SHARING = re.compile(r"\b(shares?|shared|equal|equally|fair|fairly)\b")
DENYING = re.compile(r"\b(no|not|never|nobody|none|nothing|stops?|forbids?|forbidden)\b")
SHORT, ENOUGH, OVER = -1, 0, 1
"""Ratings of the hold for a resource: less than a turn takes, up to two turns, or more."""


def choose_vote(game: Game, rng: Random, seat: str, vessel: Vessel) -> str:
    """Return the vote of a member aboard a vessel on the motion that is open."""
    motion = game.view(seat)["motion"]
    vessels = game.content.fleet.vessels.values()
    own = [vessel.name]
    if vessel.nation != NO_NATION:
        own += [vessel.nation, *(each.name for each in vessels if each.nation == vessel.nation)]
    worth = 0 if motion is None else judge_motion(motion["text"], own, rate_hold(game, rng, seat, vessel))
    return YAY if worth > 0 else NAY if worth < 0 else ABSTAIN


def rate_hold(game: Game, rng: Random, seat: str, vessel: Vessel) -> dict[str, int]:
    """Return for each resource what a member's own vessel has of it; nothing if the seat does not see its panel."""
    team = TeamBot(game, rng, vessel)
    team.captain = seat
    panel = team.panel()
    if panel is None:
        return {}
    needs, hold = team.count_needs(panel), panel["hold"]
    return {
        what: SHORT if hold[what] < need else OVER if hold[what] > 2 * need else ENOUGH for what, need in needs.items()
    }


def judge_motion(text: str, own: Iterable[str], hold: Mapping[str, int]) -> int:
    """Return a number above 0 if a motion is good for those of these names, below 0 if bad, 0 if it is nothing to them.

    A law that is repealed or amended counts against the motion by what it was worth itself (rules W6.4).
    """
    if text.startswith(REPEAL):
        return -judge_motion(text.removeprefix(REPEAL), own, hold)
    if text.startswith(AMEND):
        old, _, new = text.removeprefix(AMEND).partition(ARROW)
        return judge_motion(new, own, hold) - judge_motion(old, own, hold)
    words = text.lower()
    worth = _judge_words(words, [name.lower() for name in own], hold)
    return -worth if DENYING.search(words) else worth


def _judge_words(words: str, own: Collection[str], hold: Mapping[str, int]) -> int:
    """Return 1 for what the own people get or can spare, -1 for what they lack, without looking for a "not"."""
    concerned = [each for word, group in CONCERNS.items() if re.search(rf"\b{word}s?\b", words) for each in group]
    stock = min((hold.get(resource, ENOUGH) for resource in concerned), default=ENOUGH)
    givers, takers = _split(words)
    if _names(takers, own):
        return 1
    if _names(givers, own):
        return 1 if stock == OVER else -1
    if not concerned:
        return 0
    if SHARING.search(words):
        return -stock
    return -1 if stock == SHORT else 1


def _split(words: str) -> tuple[str, str]:
    """Return the part of a motion that names who gives, and that which names who gets something."""
    if got := GETTING.search(words):
        return words[got.end() :], words[: got.start()]
    if given := GIVING.search(words):
        taking, away, giving = words[given.end() :].partition(" from ")
        return words[: given.start()] + away + giving, taking
    return "", ""


def _names(words: str, own: Iterable[str]) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", words) for name in own)
