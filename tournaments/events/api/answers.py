"""Convert rows of tournaments to the data of API responses, as far as the viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from tournaments.events.api.reading import COMING, Seen, rounds_with_counts
from tournaments.events.api.shapes import (
    EntryShape,
    RoundSummaryShape,
    SitOutShape,
    TableShape,
    TournamentShape,
)
from tournaments.events.history import bracket_of, bracket_results, rules_of, standings_of
from tournaments.events.locked_tournament import Actor
from tournaments.events.models import Entry, Phase, SitOut, Table, Tournament
from tournaments.events.rounds import numbers_of
from tournaments.events.standings import Comparison, Standing, TieBreak, comparison

Data = dict[str, object]
DRAWN = "Drawn by lot. Out of which seed, is published when the tournament is over."


def tournament_data(seen: Seen) -> Data:
    """Return a tournament as the viewer sees it."""
    row = seen.tournament
    coming = Entry.objects.filter(tournament=row, state__in=COMING).count()
    vars(row).update(coming=coming, round=seen.last_round, you=seen)  # as `annotate` does
    return TournamentShape(row).data


def entry_data(entry: Entry, actor: Actor) -> Data:
    """Return a player, as far as the actor may see."""
    return EntryShape(entry, context={"actor": actor}).data


def round_data(seen: Seen, number: int) -> Data | None:
    """Return a round with its tables, or None if it does not exist or is hidden. Constant queries."""
    one = rounds_with_counts(seen.rounds().filter(number=number)).first()
    if one is None:
        return None
    tables = list(Table.objects.filter(round=one).select_related("match").defer(*LARGE_OF_MATCH).order_by("number"))
    places = numbers_of(tables)
    for table in tables:
        vars(table).update(seated=places[table.pk])
    outs = SitOut.objects.filter(round=one).select_related("entry__user").order_by("entry__number")
    return RoundSummaryShape(one).data | {
        "tables": TableShape(tables, many=True).data,
        "sit_outs": SitOutShape(outs, many=True).data,
        "warnings": one.warnings if seen.actor.is_staff else [],
        "version": seen.tournament.version,
    }


LARGE_OF_MATCH = ("match__setup", "match__state_data", "match__opening")


def names_of(row: Tournament) -> dict[int, str]:
    """Return the names of all players, by number. One query."""
    return {entry.number: entry.name for entry in Entry.objects.filter(tournament=row).select_related("user")}


class PartData(TypedDict):
    """A part of a compared number: what a player brings to it."""

    number: int | None
    value: float
    is_floor: bool


class AccountData(TypedDict):
    """The computation of a compared number: its rule and its inputs."""

    how: str
    parts: list[PartData]


class ComparedData(TypedDict):
    """A number that standings compare, as a decimal fraction and exactly."""

    by: str
    value: float
    exact: str
    account: AccountData | None


class StandingData(TypedDict):
    """A line of the standings."""

    rank: int
    number: int
    name: str
    has_dropped: bool
    points: int
    wins: int
    draws: int
    losses: int
    byes: int
    compared: list[ComparedData]


class StandingsTable:
    """Standings with names, and with an explanation of each number on request."""

    def __init__(self, row: Tournament, *, accounts: bool) -> None:
        self.row = row
        self.standings = standings_of(row)
        self.order = rules_of(row).tie_breaks
        self._names = names_of(row)
        self._compared: Comparison | None = None
        if accounts:
            self._compared = comparison({one.player: one.score for one in self.standings}, rules_of(row))

    def data(self, one: Standing) -> StandingData:
        """Return a line of the table."""
        compared: list[ComparedData] = [
            {
                "by": by.key,
                "value": float(value),
                "exact": str(value),
                "account": self._account(one.player, by),
            }
            for by, value in zip(self.order, one.values, strict=True)
        ]
        score = one.score
        return {
            "rank": one.rank,
            "number": one.player,
            "name": self._names[one.player],
            "has_dropped": one.has_dropped,
            "points": score.points,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "byes": score.byes,
            "compared": compared,
        }

    def _account(self, player: int, by: TieBreak) -> AccountData | None:
        if self._compared is None:
            return None
        account = by.account(self._compared, player)
        is_secret = by.is_drawn and not self.row.is_over
        parts: list[PartData] = [
            {"number": part.player, "value": float(part.value), "is_floor": part.is_floor} for part in account.parts
        ]
        return {"how": DRAWN if is_secret else account.how, "parts": parts}


def brackets_data(row: Tournament) -> Data:
    """Return every bracket that has begun, with the players of its matches."""
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
    """Return the final places, with players who share one together."""
    found, next_place = [], 1
    for together in places:
        players = list(together)
        found.append({"place": next_place, "players": players})
        next_place += len(players)
    return {"is_final": row.is_over, "places": found}
