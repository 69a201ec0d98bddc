"""The page of a match's dice, and the file of every throw for checking them without the rules.

The page and visitors use the same script to check the file: `static/check_dice.py`.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from incursions.engine import WitnessedDice, commitment
from incursions.engine.core import Setup
from incursions.engine.log import returns
from incursions.games.contract import GameKind
from incursions.kit.clients import json_file
from tournaments.live.rooms import refuse_in_room
from tournaments.matches.export import WholeRecord, as_whole, export_match
from tournaments.matches.models import Match
from tournaments.matches.seating import describe_players
from tournaments.matches.verification import UnverifiableFileError, first_difference, kind_of_record

SCRIPTS = settings.ROOT / "static"
SCRIPT = "check_dice.py"


@never_cache
@require_safe
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitment to the seed, and whether the match is what its seed gives."""
    match = get_object_or_404(Match.objects.with_seats(), public_id=public_id)
    context = {"match": match, "players": describe_players(match), "script": script_text(), **_check_dice(match)}
    return render(request, "matches/verify.html", context)


@never_cache
@require_safe
@refuse_in_room(Match.ROOM_KIND)
def every_throw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return every throw of a finished match as the file that `check_dice.py` reads."""
    match = Match.objects.find_or_refuse(public_id)
    if not match.lies_open:
        raise match.make_refusal("not_over", when_open(match))
    if not match.is_verifiable:
        raise match.make_refusal("not_replayable", "The match began in a lesson, or was played by other rules.")
    record = as_whole(export_match(match))
    return json_file(_build_account(record), f"{match.public_id}-dice.json")


def when_open(match: Match) -> str:
    """Return a sentence that says when the seed of the match is published."""
    if match.keeps_secrets:
        return "The seed is published when the tournament opens its decks."
    return "The seed is published when the match is over."


def _check_dice(match: Match) -> dict[str, object]:
    """Return the outcome of the check of a match's dice, as template context. A name that is not in it does not apply.

    `when_open` says when the seed is published, if it is not yet; `trouble` why the match cannot be replayed;
    `difference` what a replay or the account of the dice contradicts, "" if nothing; `thrown` are the dice in order.
    """
    if not match.lies_open:
        return {"when_open": when_open(match)}
    record = as_whole(export_match(match))
    try:
        difference = first_difference(record)
    except UnverifiableFileError as cause:
        return {"trouble": str(cause)}
    if difference is not None:
        return {"difference": difference}
    account, moves = _build_account(record), {0: 0, **dict(match.actions.values_list("number", "move"))}
    thrown = [replace(throw, move=moves[throw.move]) for throw in list_thrown_dice(account)]
    return {"thrown": thrown, "difference": "; ".join(faults(account, record))}


def _build_account(record: WholeRecord) -> DiceAccount:
    actions = ((action["seat"], action["text"]) for action in record["actions"])
    return build_dice_account(kind_of_record(record), record["setup"], bytes.fromhex(record["seed"]), actions)


class ThrowData(TypedDict):
    """A throw in the file of all throws: the fields of `Throw`, and the number of its action."""

    move: int
    strand: str
    epoch: int
    counter: int
    limit: int
    gave: list[int]


class DiceAccount(TypedDict):
    """The file of every throw of a match, which `check_dice.py` reads."""

    format: str
    commitment: str
    seed: str
    throws: list[ThrowData]


@dataclass(frozen=True)
class ThrownDice:
    """Dice thrown in a move: their purpose, the results in the match, and the results that the seed gives."""

    move: int
    strand: str
    gave: list[int]
    recomputed: list[int]

    @property
    def holds(self) -> bool:
        """True if the match used the dice that its seed gives."""
        return self.gave == self.recomputed


def build_dice_account(
    kind: GameKind, setup: Setup, seed: bytes, actions: Iterable[tuple[int | None, str]]
) -> DiceAccount:
    """Return the file of every throw. Raises `IllegalAction` if an action is not allowed."""
    said = list(actions)
    throws: list[ThrowData] = []
    witnessed: Any = type(kind.game.__name__, (kind.game,), {"__slots__": (), "dice_kind": WitnessedDice})
    for game in witnessed.replaying(setup, seed, said, returns(said)):
        assert isinstance(game.dice, WitnessedDice)
        throws += [
            {
                "move": game.number,
                "strand": throw.strand,
                "epoch": throw.epoch,
                "counter": throw.counter,
                "limit": throw.limit,
                "gave": throw.gave,
            }
            for throw in game.dice.throws
        ]
        game.dice.throws = []
    return {"format": kind.dice_format, "commitment": commitment(seed), "seed": seed.hex(), "throws": throws}


def list_thrown_dice(account: DiceAccount) -> Iterator[ThrownDice]:
    """Yield the dice of the account, each throw with what the seed gives, without shuffles and draws."""
    seed, dice = bytes.fromhex(account["seed"]), checker()["dice"]
    for throw in account["throws"]:
        if not throw["limit"]:
            yield ThrownDice(throw["move"], throw["strand"], throw["gave"], dice(seed, throw))


def faults(account: DiceAccount, record: WholeRecord) -> list[str]:
    """Return the faults that the script finds in a match and the account of its dice."""
    return list(checker()["faults"](account, record))


@cache
def checker() -> dict[str, Any]:
    """Return the functions of the public script that checks dice."""
    return runpy.run_path(str(SCRIPTS / SCRIPT))


@cache
def script_text(name: str = SCRIPT) -> str:
    """Return the text of a public checking script."""
    return (SCRIPTS / name).read_text(encoding="utf-8")
