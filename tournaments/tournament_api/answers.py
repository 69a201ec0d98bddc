"""Rows of tournaments as the plain data of the API's answers, as far as whoever asks may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from django.urls import reverse

from tournaments.organizing.history import rules_of, standings_of
from tournaments.organizing.models import Entry, LogLine, Penalty, Phase, Place, Round, SitOut, Table, Tournament
from tournaments.organizing.phases import bracket_of, bracket_results
from tournaments.organizing.plans import BOUNDS, BOUNDS_OF_FRACTIONS, PhasePlan
from tournaments.organizing.roles import Ability, Actor
from tournaments.organizing.rounds import numbers_of
from tournaments.standings.table import Standing, comparison
from tournaments.standings.tiebreaks import TIE_BREAKS, Comparison, TieBreak
from tournaments.tournament_api.reading import COMING, Seen, rounds_with_counts

Data = dict[str, Any]
TIMES = ("published_at", "starts_at", "began_at", "ends_at", "ended_at")
DRAWN = "Drawn by lot. Out of which seed, is published when the tournament is over."


def summary_data(row: Tournament) -> Data:
    """A tournament in a list; `coming` was counted with it, or is now."""
    coming = getattr(row, "coming", None)
    if coming is None:
        coming = Entry.objects.filter(tournament=row, state__in=COMING).count()
    plain = ("name", "state", "kind", "starts_at", "is_table_top", "rated", "capacity")
    return {
        "id": row.public_id,
        **{name: getattr(row, name) for name in plain},
        "players": coming,
        "url": row.get_absolute_url(),
        "api": reverse("tournaments_api:tournament", args=[row.public_id]),
    }


def tournament_data(seen: Seen) -> Data:
    """A tournament, as the viewer sees it."""
    row = seen.tournament
    plain = (
        *("description", "version", "created_at", "started_at", "ended_at", "check_in_opens_at", "builds_until"),
        *("next_round_at", "paused_at", "paused_for", "commitment"),
    )
    last = seen.rounds().last()
    return {
        **summary_data(row),
        **{name: getattr(row, name) for name in plain},
        "round": None if last is None else last.number,
        "decks_are_open": row.are_decks_open,
        "seed": row.published_seed,
        "plan": _plan_data(row),
        "you": _you(seen),
    }


def _plan_data(row: Tournament) -> Data:
    names = (*BOUNDS, "is_listed", "is_automatic", "decks_open", *BOUNDS_OF_FRACTIONS, "tie_breaks")
    phases = Phase.objects.filter(tournament=row).order_by("number")
    return {**{name: getattr(row, name) for name in names}, "phases": [_phase_data(phase) for phase in phases]}


def _phase_data(phase: Phase) -> Data:
    plan = {one.name: getattr(phase, one.name) for one in fields(PhasePlan)}
    return {"number": phase.number, **plan, "has_begun": phase.has_begun, "seeds": phase.seeds}


def _you(seen: Seen) -> Data:
    may = sorted(str(ability) for ability in Ability if seen.actor.may(ability))
    return {"role": seen.actor.role, "may": may, "player": None if seen.own is None else seen.own.number}


def entry_data(entry: Entry, actor: Actor) -> Data:
    """A player. What a deck lacks is for its player and for who looks decks through."""
    own = entry.is_of(actor.user)
    plain = ("number", "name", "bot", "state", "entered_at", "no_shows")
    return {
        **{name: getattr(entry, name) for name in plain},
        "player": None if entry.user is None else entry.user.username,
        "has_deck": entry.has_deck if own or actor.is_staff else None,
        "deck_problem": entry.deck_problem if own or actor.may(Ability.SEE_DECKS) else None,
        "reason": entry.reason if own or actor.is_staff else None,
    }


def round_summary(one: Round) -> Data:
    """A round in a list, read by `rounds_with_counts`."""
    return {
        "number": one.number,
        "phase": one.phase.number,
        "in_phase": one.in_phase,
        "format": one.phase.format,
        "state": one.state,
        **{name: getattr(one, name) for name in TIMES},
        "tables": getattr(one, "table_count", 0),
        "undecided": getattr(one, "undecided_count", 0),
    }


def round_data(seen: Seen, number: int) -> Data | None:
    """A round with its tables; None for one that is not there, or not shown. Constant queries."""
    one = rounds_with_counts(seen.rounds().filter(number=number)).first()
    if one is None:
        return None
    tables = list(Table.objects.filter(round=one).select_related("match").defer(*LARGE_OF_MATCH).order_by("number"))
    places = numbers_of(tables)
    outs = SitOut.objects.filter(round=one).select_related("entry__user").order_by("entry__number")
    return {
        **round_summary(one),
        "tables": [table_data(table, places[table.pk]) for table in tables],
        "sit_outs": [
            {"number": out.entry.number, "name": out.entry.name, "kind": out.kind, "why": out.why} for out in outs
        ],
        "warnings": one.warnings if seen.actor.is_staff else [],
        "version": seen.tournament.version,
    }


LARGE_OF_MATCH = ("match__setup", "match__state_data", "match__opening")


def table_data(table: Table, places: Iterable[Place]) -> Data:
    """A table with who sits there."""
    plain = ("number", "why", "bracket_match", "is_featured", "extension_s", "opened_at", "source", "result_at")
    return {
        **{name: getattr(table, name) for name in plain},
        "ending": table.ending,
        "match": None if table.match is None else table.match.public_id,
        "players": [_place_data(place, table) for place in places],
    }


def _place_data(place: Place, table: Table) -> Data:
    return {
        "number": place.entry.number,
        "name": place.entry.name,
        "place": place.place if table.is_decided else None,
        "left": place.left if table.is_decided else None,
        "is_no_show": place.is_no_show,
    }


def names_of(row: Tournament) -> dict[int, str]:
    """What everybody is called, by number. One query."""
    return {entry.number: entry.name for entry in Entry.objects.filter(tournament=row).select_related("user")}


class StandingsTable:
    """Standings with names, and with the account of each number where that is asked for."""

    def __init__(self, row: Tournament, *, accounts: bool) -> None:
        self.row = row
        self.standings = standings_of(row)
        self.order = [TIE_BREAKS[key] for key in row.tie_breaks]
        self._names = names_of(row)
        self._compared: Comparison | None = None
        if accounts:
            self._compared = comparison({one.player: one.score for one in self.standings}, rules_of(row))

    def data(self, one: Standing) -> Data:
        """A line of the table."""
        compared = [
            {
                "by": by.key,
                "value": float(value),
                "exact": str(value),
                "account": self._account(one.player, by),
            }
            for by, value in zip(self.order, one.values, strict=True)
        ]
        counts = ("points", "wins", "draws", "losses", "byes")
        return {
            "rank": one.rank,
            "number": one.player,
            "name": self._names[one.player],
            "has_dropped": one.has_dropped,
            **{name: getattr(one.score, name) for name in counts},
            "compared": compared,
        }

    def _account(self, player: int, by: TieBreak) -> Data | None:
        if self._compared is None:
            return None
        account = by.account(self._compared, player)
        is_secret = by.is_drawn and not self.row.is_over
        parts = [
            {"number": part.player, "value": float(part.value), "is_floor": part.is_floor} for part in account.parts
        ]
        return {"how": DRAWN if is_secret else account.how, "parts": parts}


def brackets_data(row: Tournament) -> Data:
    """Every bracket that has begun, whole, with who is in which match."""
    phases = [phase for phase in Phase.objects.filter(tournament=row, has_begun=True) if phase.is_elimination]
    return {"brackets": [_bracket_data(phase) for phase in phases]}


def _bracket_data(phase: Phase) -> Data:
    bracket, results = bracket_of(phase), bracket_results(phase)
    players, seeds = bracket.players(results), phase.seeds
    shown = Table.objects.filter(round__phase=phase, round__state__in=("published", "running", "over"))
    where = {
        match: (number, table) for match, number, table in shown.values_list("bracket_match", "round__number", "number")
    }

    def player(seed: int | None) -> int | None:
        return seeds[seed - 1] if seed else None

    return {
        "phase": phase.number,
        "format": phase.format,
        "seeds": seeds,
        "matches": [
            {
                "number": match.number,
                "part": str(match.part),
                "round": match.round,
                "sources": [{"of": str(source.of), "number": source.number} for source in match.sources],
                "if_loses": match.if_loses,
                "players": [player(seed) for seed in players[match.number]],
                "winner": player(bracket.winner(match, results)),
                "played_in": where.get(match.number, (None, None))[0],
                "table": where.get(match.number, (None, None))[1],
            }
            for match in bracket.matches
        ],
    }


def places_data(row: Tournament, places: Iterable[Iterable[int]]) -> Data:
    """Final places, those who share one together."""
    found, next_place = [], 1
    for together in places:
        players = list(together)
        found.append({"place": next_place, "players": players})
        next_place += len(players)
    return {"is_final": row.is_over, "places": found}


def deck_data(entry: Entry) -> Data:
    """What a player brought, never how its row is called."""
    return {
        "number": entry.number,
        "name": entry.name,
        "starter": entry.starter,
        "content": entry.deck_content,
        "pool": entry.pool,
        "checked_by": entry.deck_checked_by,
    }


def line_data(line: LogLine) -> Data:
    """A line of the log."""
    plain = ("number", "at", "role", "did", "words", "reason", "before", "after")
    return {**{name: getattr(line, name) for name in plain}, "by": line.by_name}


def penalty_data(penalty: Penalty) -> Data:
    """A penalty."""
    return {
        "number": penalty.entry.number,
        "name": penalty.entry.name,
        "kind": penalty.kind,
        "reason": penalty.reason,
        "round": penalty.round_number,
        "by": penalty.by_name,
        "at": penalty.at,
    }
