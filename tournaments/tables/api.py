"""HTTP endpoints of tables, moves and states, for forms, htmx and JSON alike."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from incursions.accounts.viewers import current_user_or_guest, viewer_of
from incursions.books.links import rule_address
from incursions.engine.standing import is_stop
from incursions.games.loadouts import LoadoutRefusedError
from incursions.games.tables import RuleReason
from incursions.kit.asgi_layers import arrival_of
from incursions.kit.clients import answer_act, json_file, see_other
from incursions.kit.refusals import DomainError, make_malformed_error
from incursions.kit.requests import LONGEST_KEY, answer_refusals, read_fields, refusal_as_json
from tournaments.live.rooms import Room, answer_in_room
from tournaments.matches.absence import claim_seat
from tournaments.matches.export import export_match
from tournaments.matches.game_kinds import first_game, game_kinds, loadouts_of
from tournaments.matches.hints import list_places, make_key, note_seen
from tournaments.matches.holds import PRESETS
from tournaments.matches.life import create_match, join_match
from tournaments.matches.models import Match, no_such_match
from tournaments.matches.moves import Move, choose_preset, play_move
from tournaments.matches.rematches import decline_rematch, play_another_bot, rematch_match
from tournaments.matches.seating import check_account, find_holdup
from tournaments.matches.table_rows import Table, table_for
from tournaments.matches.table_settings import settings_data
from tournaments.tables.incoming import list_table_fields, read_loadout, read_table_rules
from tournaments.tables.table_page import picture_of, show_refused_loadout

HOME = "/"
NEW_TABLE = "/tables/new"
LONGEST_SAID = 100
PRESET_PARTS = ("hand", "prompt")


def show_refusal(template: str, request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
    """Render the page of a refusal, with the parts of the address that was asked for."""
    context = {"here": "tournaments", "refusal": refusal, "address": address}
    return render(request, template, context, status=refusal.status)


def show_at_table(request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
    """Show a refusal at its table, as a page about the deck, or on the form for a new table."""
    public_id = address.get("public_id")
    if isinstance(refusal, LoadoutRefusedError):
        return show_refused_loadout(request, refusal, public_id)
    if public_id is None:
        messages.warning(request, refusal.message)
        return see_other(f"{NEW_TABLE}?{table_query(request)}" if "minutes" in request.POST else HOME)
    return answer_at_table(
        request,
        public_id,
        status=refusal.status,
        code=refusal.code,
        message=refusal.message,
        rule=refusal.rule,
        version=refusal.version,
    )


endpoint = answer_refusals(show_at_table)
"""Decorator for views of tables: answers `DomainError` in the format the client reads, and guards forms."""


@require_POST
@endpoint
def create(request: HttpRequest) -> HttpResponse:
    """Create a table; an anonymous visitor becomes a guest."""
    rules = read_table_rules(request)
    named = rules.loadouts[0] if rules.loadouts else None
    loadout = loadouts_of(rules.game).choose(named, request.user, rules.limits)
    if rules.rated:
        check_account(request.user)
    match = create_match(host=current_user_or_guest(request), rules=rules, loadout=loadout)
    return answer_with_table(request, match, code="created", status=201)


@require_POST
@endpoint
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a free seat, `seat` if that is free, with a loadout if seats bring any. A visitor becomes a guest."""
    match = Match.objects.light().find_or_refuse(public_id)
    named, limits = read_loadout(request, match.game), match.limits
    loadout = None if limits is None else match.loadouts.choose(named, request.user, limits)
    said = read_fields(request, may_be_empty=True)
    invitation = said.text("invitation", LONGEST_KEY) if said.get("invitation") else ""
    terms, seat = said.optional_number("terms"), said.optional_number("seat")
    if match.rated:
        check_account(request.user)
    user = current_user_or_guest(request)
    joined = join_match(public_id, user, loadout=loadout, invitation=invitation, terms=terms, seat=seat)
    return answer_with_table(request, joined, code="joined")


@require_POST
@endpoint
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Create the rematch of a table, take a seat at it, or decline it; with `bot` play that bot instead."""
    said, viewer = read_fields(request, may_be_empty=True), viewer_of(request)
    declines = said.get("decline", False)
    if declines not in (True, False, "", "1"):
        raise make_malformed_error("decline is true or false.")
    terms = said.optional_number("terms")
    if declines:
        return answer_with_table(request, decline_rematch(public_id, viewer), code="declined")
    if said.get("bot"):
        bot = said.text("bot", LONGEST_SAID)
        return answer_with_table(request, play_another_bot(public_id, viewer, bot), code="joined")
    return answer_with_table(request, rematch_match(public_id, viewer, terms=terms), code="joined")


@require_POST
@endpoint
def actions(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play a move: `version`, `text` and `key`, all required."""
    said = read_fields(request)
    said.check_names("version", "text", "key")
    move = Move(said.number("version"), said.text("text"), said.text("key", LONGEST_KEY))
    played = play_move(public_id, viewer_of(request), move, arrived=arrival_of(request))
    return answer_at_table(request, public_id, **asdict(played))


@require_POST
@endpoint
def stops(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set or clear a stop, at whatever version the table is: nobody waits for it (rules 13.14)."""
    text = read_fields(request).text("text")
    if not is_stop(text):
        raise make_malformed_error("A stop begins with 'set stop' or 'clear stop'.")
    played = play_move(public_id, viewer_of(request), Move(None, text))
    return answer_at_table(request, public_id, **asdict(played))


@require_POST
@endpoint
def windows(request: HttpRequest, public_id: str) -> HttpResponse:
    """Choose when the player is asked in windows. The answer changes this player's view alone."""
    preset = read_fields(request).text("preset")
    if preset not in PRESETS:
        raise make_malformed_error(f"A preset is one of {', '.join(PRESETS)}.")
    choose_preset(public_id, viewer_of(request), preset)
    if request.headers.get("HX-Request"):
        match = Match.objects.light().get(public_id=public_id)
        return HttpResponse(picture_of(table_for(match, viewer_of(request))).only(PRESET_PARTS))
    return answer_at_table(request, public_id, code="chosen", preset=preset)


@require_POST
@endpoint
def hints(request: HttpRequest, public_id: str) -> HttpResponse:
    """Dismiss a first-time hint for good, at every table of the game."""
    name, viewer = read_fields(request).text("hint"), viewer_of(request)
    match = Match.objects.light().find_or_refuse(public_id)
    dismissed = next((hint for hint in match.kind.table.hints if hint.name == name), None)
    if dismissed is None:
        raise make_malformed_error("There is no such hint.")
    if viewer is None:
        raise DomainError("spectator", "You watch this match; only its players see hints.")
    note_seen(viewer, [make_key(match.kind, dismissed)])
    if request.headers.get("HX-Request"):
        parts = [f"hint-{place}" for place in list_places(match.kind)]
        return HttpResponse(picture_of(table_for(match, viewer)).only(parts))
    return answer_at_table(request, public_id, code="dismissed")


@require_POST
@endpoint
def absent(request: HttpRequest, public_id: str) -> HttpResponse:
    """Claim the seat of a player who is away longer than his grace: strike it, or seat a bot until he is back."""
    claimed = claim_seat(public_id, viewer_of(request), read_fields(request).text("text"))
    return answer_at_table(request, public_id, **asdict(claimed))


@never_cache
@require_safe
@endpoint
def state(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the match as the user's seat, or a spectator, may see it, always as JSON."""
    match = Match.objects.light().filter(public_id=public_id).first()
    if match is None:
        return refusal_as_json(no_such_match())
    table = table_for(match, viewer_of(request))
    return JsonResponse(state_data(table))


@never_cache
@require_safe
@endpoint
def why_not(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return why the user can do nothing now with what `?about=` names, always as JSON; an empty list if he can."""
    try:
        table = table_for(Match.objects.light().find_or_refuse(public_id), viewer_of(request))
        found = find_reasons(table, request.GET.get("about", ""))
    except DomainError as refusal:
        return refusal_as_json(refusal)
    return JsonResponse(
        {"reasons": [{"words": each.words, "rule": each.rule, "url": rule_address(each.rule)} for each in found]}
    )


def find_reasons(table: Table, about: str) -> list[RuleReason]:
    """Return why the viewer can do nothing now with what `about` names.

    Raises `DomainError`: spectator, not_started, match_over, malformed.
    """
    version = table.match.version
    if table.game is None:
        raise DomainError("not_started", "The match begins when every seat is taken.", version=version)
    if table.seat is None:
        raise DomainError("spectator", "You watch this match; only its players move.", version=version)
    if table.game.result is not None:
        raise DomainError("match_over", "The match is over.", version=version)
    kind = table.match.kind
    pieces = (
        kind.table.read_pieces(table.game.setup)
        if table.rows is None
        else table.rows.read_pieces(kind, table.game.setup)
    )
    try:
        return kind.table.find_reasons(table.game, table.seat, about, pieces)
    except ValueError as fault:
        raise DomainError("malformed", str(fault)) from fault


@require_safe
@endpoint
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the match as a file for `verify_match`. `?as=seat`: while it runs, with what the user's seat may know."""
    match = Match.objects.find_or_refuse(public_id)
    if match.is_open:
        raise match.make_refusal("not_started", "The match has not begun.")
    if match.is_lesson:
        raise match.make_refusal("not_replayable", "The rest of a voyage has no file.")
    viewer, seats = viewer_of(request), list(match.seats.select_related("user"))
    asked = seats if request.GET.get("as") == "seat" else []
    own = next((seat.index for seat in asked if seat.is_of(viewer)), None)
    return json_file(export_match(match, own), f"{match.public_id}.json")


def state_data(table: Table) -> dict[str, object]:
    """Return the viewer's view of the match with its version, question, options, seats and clocks."""
    match, game = table.match, table.game
    view = None if game is None else game.view(table.seat)
    return {
        "mode": match.mode,
        "seat": table.seat,
        **(view or {}),
        "id": match.public_id,
        "state": match.state,
        "version": match.version if game is None else game.number_for(table.seat),
        "decision": None if view is None else view["question"],
        "options": [] if view is None else view["options"],
        "standing": [] if game is None or table.seat is None else game.standing(table.seat),
        "seats": [
            {
                "seat": seat.index,
                "name": None if match.is_open and seat.is_free else seat.name,
                "bot": seat.bot,
                "away_since": seat.away_since,
                "grace_ends_at": seat.absence.grace_ends_at if seat.absence else None,
                "stand_in": seat.stand_in,
                **match.loadouts.seat_data(seat.loadout),
                "waits_for": find_holdup(match, seat) if match.is_open else "",
            }
            for seat in table.seats
        ],
        "settings": settings_data(match, len(table.seats)),
        "kept_until": match.kept_until if match.is_open else None,
        "invitation": match.invitation if match.is_open and table.seat is not None else "",
        "clocks": asdict(table.clocks),
        "watching": match.watching,
        "paused": match.paused_for if match.paused_at is not None else None,
        "take_back": _take_back_data(match),
        "commitment": match.commitment,
        "seed": match.published_seed,
        "result": match.result,
    }


def _take_back_data(match: Match) -> dict[str, object] | None:
    """Return the open request to take back as plain data, or None. Answers name it by `request`."""
    row = match.take_back
    if row is None:
        return None
    asked = {"request": row.pk, "seat": row.seat, "to": row.to_move, "why": row.why, "agreed": row.agreed}
    return asked | {"ends_at": row.ends_at}


def answer_with_table(request: HttpRequest, match: Match, *, code: str, status: int = 200) -> HttpResponse:
    """Redirect a browser to the table; tell any other client its address."""
    address = match.get_absolute_url()
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(address)
    answer = answer_act(request, address, code, status=status, version=match.version, id=match.public_id, url=address)
    answer["Location"] = address
    return answer


def table_query(request: HttpRequest) -> str:
    """Return what a form said of a table as a query string, which fills the form again."""
    said = request.POST
    kind = game_kinds().get(said.get("game", ""), game_kinds()[first_game()])
    return urlencode({name: said[name][:LONGEST_SAID] for name in list_table_fields(kind) if name in said})


def answer_at_table(request: HttpRequest, public_id: str, **said: Any) -> HttpResponse:
    """Answer a move with a line of JSON, or with the current table."""
    return answer_in_room(request, Room(Match.ROOM_KIND, public_id), **said)
