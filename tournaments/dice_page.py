"""The page of a match's dice: their seal, and, when the match is over, every die made again from the seed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from incursions.rules import RULES_VERSION
from tournaments.api import endpoint
from tournaments.dice_account import dice_account, faults, script_text, thrown_dice
from tournaments.errors import DomainError
from tournaments.export import export_match
from tournaments.models import Match
from tournaments.table_cards import players_of
from tournaments.verification import UnverifiableFile, first_difference


@never_cache
@require_safe
def verify(request: HttpRequest, public_id: str) -> HttpResponse:
    """The seal of the dice, and whether the match is what its seed makes of it."""
    match = get_object_or_404(Match.objects.with_seats(), public_id=public_id)
    context = {"match": match, "players": players_of(match), "script": script_text(), **_verdict(match)}
    return render(request, "tournaments/verify.html", context)


@never_cache
@require_safe
@endpoint
def every_throw(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every throw of a match that is over, as the file that `check_dice.py` reads."""
    match = Match.objects.at(public_id)
    if not match.lies_open:
        raise DomainError("not_over", when_open(match), version=match.version)
    if match.rules_version != RULES_VERSION:
        raise DomainError("not_replayable", "The match was played by other rules.", version=match.version)
    record = export_match(match)
    response = JsonResponse(_account(record), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{match.public_id}-dice.json"'
    return response


def when_open(match: Match) -> str:
    """When the seed of a match that does not lie open is published, in a sentence."""
    if match.keeps_secrets:
        return "The seed is published when the tournament opens its decks."
    return "The seed is published when the match is over."


def _verdict(match: Match) -> dict[str, Any]:
    """What is found of a match that is over: `difference` or `trouble` where it does not hold, else its dice."""
    if not match.lies_open:
        return {"when_open": when_open(match)}
    record = export_match(match)
    try:
        difference = first_difference(record)
    except UnverifiableFile as cause:
        return {"trouble": str(cause)}
    if difference is not None:
        return {"difference": difference}
    account, moves = _account(record), {0: 0, **dict(match.actions.values_list("number", "move"))}
    thrown = [replace(throw, move=moves[throw.move]) for throw in thrown_dice(account)]
    return {"thrown": thrown, "difference": "; ".join(faults(account, record))}


def _account(record: dict[str, Any]) -> dict[str, Any]:
    actions = ((action["seat"], action["text"]) for action in record["actions"])
    return dice_account(record["setup"], bytes.fromhex(record["seed"]), actions)
