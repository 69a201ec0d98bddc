"""The base of tournament resources, the data that they answer with, and the resources that only read.

An answer has of a row what the viewer may see. The base has the viewer, refusals as API errors, and atomic changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from incursions.kit.api.answers import PAGE_PARAMETERS, page_answer, page_of
from incursions.kit.api.problems import ProblemError
from incursions.kit.api.requests import Body, whole
from incursions.kit.api.views import ApiView, operation
from incursions.kit.refusals import CODES, DomainError
from tournaments.events.api import shapes
from tournaments.events.api.shapes import (
    EntryShape,
    PartShape,
    PenaltyShape,
    RoundSummaryShape,
    SitOutShape,
    TableShape,
    TournamentShape,
)
from tournaments.events.enums import COMING, SHOWN, Did, EntryState, Source
from tournaments.events.history import bracket_of, bracket_results, final_places, number_places, rules_of, standings_of
from tournaments.events.locked_tournament import Ability, LockedTournament, no_such_tournament
from tournaments.events.models import Entry, LogLine, Penalty, Phase, Round, Table, Tournament
from tournaments.events.seen_tournament import SeenTournament, find_tournament
from tournaments.events.standings import Comparison, Standing

Data = dict[str, object]
LARGE_OF_MATCH = ("match__setup", "match__state_data", "match__opening")
DRAWN = "Drawn by lot. Out of which seed, is published when the tournament is over."


def tournament_data(seen: SeenTournament) -> Data:
    """Return a tournament as the viewer sees it."""
    row = seen.tournament
    coming = row.entries.filter(state__in=COMING).count()
    last_round = seen.rounds().values_list("number", flat=True).last()
    vars(row).update(coming=coming, round=last_round, you=seen)  # as `annotate` does
    return TournamentShape(row).data


def with_counts(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Annotate rounds with `table_count` and `undecided_count`."""
    undecided = Count("tables", filter=Q(tables__source=Source.NONE))
    return rounds.annotate(table_count=Count("tables"), undecided_count=undecided)


def round_data(seen: SeenTournament, number: int) -> Data | None:
    """Return a round with its tables, or None if it does not exist or is hidden. Constant queries."""
    one = with_counts(seen.rounds().filter(number=number)).first()
    if one is None:
        return None
    tables = one.tables.with_places().select_related("match").defer(*LARGE_OF_MATCH).order_by("number")
    outs = one.sit_outs.select_related("entry__user").order_by("entry__number")
    return RoundSummaryShape(one).data | {
        "tables": TableShape(tables, many=True, context={"mode": seen.tournament.mode_kind}).data,
        "sit_outs": SitOutShape(outs, many=True).data,
        "warnings": one.warnings if seen.actor.is_staff else [],
        "version": seen.tournament.version,
    }


def standing_data(one: Standing, name: str, compared: Comparison, *, explains: bool, is_over: bool) -> Data:
    """Return a line of the standings, with an explanation of each number if it is wanted."""
    score, numbers = one.score, []
    for by, value in zip(compared.rules.tie_breaks, one.values, strict=True):
        account: Data | None = None
        if explains:
            found = by.explain(compared, one.player)
            how = DRAWN if by.is_drawn and not is_over else found.how
            account = {"how": how, "parts": PartShape(found.parts, many=True).data}
        numbers.append({"by": by.key, "value": float(value), "exact": str(value), "account": account})
    return {
        "rank": one.rank,
        "number": one.player,
        "name": name,
        "has_dropped": one.has_dropped,
        "points": score.points,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "byes": score.byes,
        "compared": numbers,
    }


def bracket_data(phase: Phase) -> Data:
    """Return a bracket that has begun, with the players of its matches."""
    bracket, results = bracket_of(phase), bracket_results(phase)
    players, seeds = bracket.players(results), phase.seeds
    tables = Table.objects.filter(round__phase=phase, round__state__in=SHOWN)
    where = {
        match: {"played_in": number, "table": table}
        for match, number, table in tables.values_list("bracket_match", "round__number", "number")
    }

    def player(seed: int | None) -> int | None:
        return seeds[seed - 1] if seed else None

    return {
        "phase": phase.number,
        "format": phase.format,
        "seeds": seeds,
        "matches": [
            {
                **asdict(match),
                "players": [player(seed) for seed in players[match.number]],
                "winner": player(bracket.winner(match, results)),
                **where.get(match.number, {"played_in": None, "table": None}),
            }
            for match in bracket.matches
        ],
    }


SEEN = "seen"
HIGHEST = 2**31 - 1
Found = TypeVar("Found")


class TournamentView(ApiView):
    """A resource of one tournament, or their list."""

    seen: SeenTournament
    """The tournament that was found last, whose viewer decides what a player's entry shows."""

    def handle_exception(self, exc: Exception) -> Response:
        """Convert a refusal of a service to the error format of the API."""
        if isinstance(exc, DomainError):
            members: dict[str, Any] = dict(exc.details)
            if exc.version is not None:
                members["version"] = exc.version
            if exc.rule:
                members["rule"] = exc.rule
            exc = ProblemError(exc.code if exc.code in CODES else "wrong_state", exc.message, **members)
        return super().handle_exception(exc)

    def hold(self, **words: Any) -> None:
        """Lock the tournament of the address until the transaction ends."""
        event = words.get("event")
        if event is not None and not Tournament.objects.select_for_update().filter(public_id=event).exists():
            raise no_such_tournament()

    def find(self, event: str) -> SeenTournament:
        """Return the tournament of the address with the viewer's role. Raises `DomainError` not_found."""
        self.seen = find_tournament(event, self.request.user)
        return self.seen

    def find_for_staff(self, event: str, needs: Ability) -> SeenTournament:
        """Return the tournament for a viewer who has the ability. Raises `DomainError` not_found, not_staff."""
        seen = self.find(event)
        if seen.actor.user is None:
            raise exceptions.NotAuthenticated("Sign in, or send a token.")
        if not seen.actor.may(needs):
            raise DomainError("not_staff", f"You may not {needs} here.", version=seen.tournament.version)
        return seen

    def answer(self, kind: str, event: str, done: Any = None, status: int = 200) -> Response:
        """Answer with the tournament, or the round, player or penalty that a service returned, as it is now."""
        seen = self.find(event)
        if kind == "penalty":
            told = PenaltyShape(done).data
        elif kind == "player":
            told = EntryShape(Entry.objects.select_related("user").get(pk=done.pk), context={"view": self}).data
        elif kind == "round":
            told = round_data(seen, done.number if isinstance(done, Round) else done.round.number)
        else:
            told = tournament_data(seen)
        return Response(told, status=status)

    def perform(self, event: str, body: Body, act: Callable[[], Found]) -> Found:
        """Perform an action on a tournament atomically, if its version is still `seen` (when given).

        Raises `DomainError`: not_found, tournament_moved_on, and the refusals of the action.
        """
        seen = whole(body.get(SEEN), SEEN, least=0, most=HIGHEST) if SEEN in body else None
        with transaction.atomic():
            LockedTournament.lock(event, self.request.user, seen=seen)
            return act()


ANY = ""


class OneEntry(TournamentView):
    """A player."""

    @operation("tournaments_player", "Read a player", shapes.EntryShape)
    def get(self, request: Request, event: str, number: int) -> Entry:
        """The player of that number."""
        entries = self.find(event).tournament.entries.select_related("user")
        entry = entries.filter(number=number).first()
        if entry is None:
            raise DomainError("no_such_player", f"There is no player {number} in this tournament.")
        return entry


class OneRound(TournamentView):
    """A round."""

    @operation("tournaments_round", "Read a round with its tables", shapes.RoundShape)
    def get(self, request: Request, event: str, number: int) -> Response:
        """Pairings, and results as far as there are any. A round that is not published is the staff's alone."""
        found = round_data(self.find(event), number)
        if found is None:
            raise DomainError("no_such_round", f"There is no round {number}.")
        return Response(found)


class Standings(TournamentView):
    """The standings."""

    @operation(
        "tournaments_standings",
        "Read the standings",
        page_of(shapes.StandingShape),
        OpenApiParameter("accounts", shapes.FLAG, description="With how each number was computed"),
        *PAGE_PARAMETERS,
    )
    def get(self, request: Request, event: str) -> Response:
        """Everybody who has taken part, the best first, by all results so far in phases where points count."""
        row = self.find(event).tournament
        found, names = standings_of(row), row.player_names()
        compared = Comparison({one.player: one.score for one in found}, rules_of(row))
        write = partial(standing_data, compared=compared, explains=self.asked.flag("accounts"), is_over=row.is_over)
        return Response(
            page_answer(request, self.asked, found, lambda page: [write(one, names[one.player]) for one in page])
        )


class Brackets(TournamentView):
    """The brackets."""

    @operation("tournaments_bracket", "Read the brackets as data", shapes.BracketsShape)
    def get(self, request: Request, event: str) -> Data:
        """Every match of each, where its players come from, and who won."""
        phases = self.find(event).tournament.phases.filter(has_begun=True)
        return {"brackets": [bracket_data(phase) for phase in phases if phase.is_elimination]}


class Places(TournamentView):
    """The end."""

    @operation("tournaments_places", "Read the final places", shapes.FinalPlacesShape)
    def get(self, request: Request, event: str) -> Data:
        """The final places, once there are any."""
        row = self.find(event).tournament
        places = number_places(final_places(row) if row.is_over else ())
        return {"is_final": row.is_over, "places": [{"place": place, "players": players} for place, players in places]}


class Decks(TournamentView):
    """The decks."""

    @operation("tournaments_decks", "Read the decks", shapes.DeckOfPlayerShape, is_paged=True, refuses=(403,))
    def get(self, request: Request, event: str) -> QuerySet[Entry]:
        """Return the decks of the players.

        Everyone sees those of players with a place once the tournament opens decks. Staff who check decks see every
        submitted deck before that.
        """
        seen = self.find(event)
        row = seen.tournament
        looks_through = seen.actor.may(Ability.SEE_DECKS)
        if not row.are_decks_open and not looks_through:
            raise DomainError("not_shown", f"Decks are open {row.get_decks_open_display()}.", version=row.version)
        entered = row.entries.select_related("user")
        found = entered.exclude(state=EntryState.WITHDRAWN) if looks_through else entered.in_place()
        return found.order_by("number")


class Log(TournamentView):
    """The log."""

    @operation(
        "tournaments_log",
        "Read the log",
        shapes.LogLineShape,
        OpenApiParameter("did", {"type": "string", "enum": Did.values}),
        is_paged=True,
        refuses=(403,),
    )
    def get(self, request: Request, event: str) -> QuerySet[LogLine]:
        """Every change in order, for the staff."""
        row = self.find_for_staff(event, Ability.SEE_LOG).tournament
        did = self.asked.one_of("did", [ANY, *Did.values], ANY)
        lines = row.log.order_by("number")
        return lines.filter(did=did) if did else lines


class Penalties(TournamentView):
    """Penalties."""

    @operation("tournaments_penalties", "Read the penalties", shapes.PenaltyShape, is_paged=True, refuses=(403,))
    def get(self, request: Request, event: str) -> QuerySet[Penalty]:
        """All that were given, in order, for those of the staff who give some."""
        row = self.find_for_staff(event, Ability.PENALISE).tournament
        return Penalty.objects.filter(entry__tournament=row).select_related("entry__user").order_by("at", "pk")


def staff_answer(row: Tournament) -> Response:
    """Return the staff of a tournament as a response."""
    found = row.appointments.select_related("user").order_by("pk")
    return Response(shapes.StaffShape({"staff": found}).data)


class Staff(TournamentView):
    """The staff."""

    @operation("tournaments_staff", "List the staff", shapes.StaffShape)
    def get(self, request: Request, event: str) -> Response:
        """Everybody with a role."""
        return staff_answer(self.find(event).tournament)
