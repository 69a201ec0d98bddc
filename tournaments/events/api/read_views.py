"""The base of tournament resources, the data that they answer with, and the resources that only read.

An answer has of a row what the viewer may see. The base has the viewer, refusals as API errors, and atomic changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.paginator import Page
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
from tournaments.events.enums import Did, EntryState, Source
from tournaments.events.history import bracket_of, bracket_results, final_places, rules_of, standings_of
from tournaments.events.locked_tournament import Ability, Actor, LockedTournament, no_such_tournament
from tournaments.events.models import Appointment, Entry, LogLine, Penalty, Phase, Round, SitOut, Table, Tournament
from tournaments.events.seen_tournament import SeenTournament, find_tournament
from tournaments.events.standings import Standing, TieBreak, comparison

Data = dict[str, object]
LARGE_OF_MATCH = ("match__setup", "match__state_data", "match__opening")
COMING = (EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.PLAYING)
DRAWN = "Drawn by lot. Out of which seed, is published when the tournament is over."


def tournament_data(seen: SeenTournament) -> Data:
    """Return a tournament as the viewer sees it."""
    row = seen.tournament
    coming = Entry.objects.filter(tournament=row, state__in=COMING).count()
    vars(row).update(coming=coming, round=seen.last_round, you=seen)  # as `annotate` does
    return TournamentShape(row).data


def entry_data(entry: Entry, actor: Actor) -> Data:
    """Return a player, as far as the actor may see."""
    return EntryShape(entry, context={"actor": actor}).data


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
    outs = SitOut.objects.filter(round=one).select_related("entry__user").order_by("entry__number")
    return RoundSummaryShape(one).data | {
        "tables": TableShape(tables, many=True).data,
        "sit_outs": SitOutShape(outs, many=True).data,
        "warnings": one.warnings if seen.actor.is_staff else [],
        "version": seen.tournament.version,
    }


class StandingsTable:
    """The standings of a tournament as data, with an explanation of each number on request."""

    def __init__(self, row: Tournament, *, explains: bool) -> None:
        self.is_over = row.is_over
        self.standings = standings_of(row)
        self._names = row.player_names()
        self._rules = rules_of(row)
        scores = {one.player: one.score for one in self.standings}
        self._compared = comparison(scores, self._rules) if explains else None

    def data(self, one: Standing) -> Data:
        """Return a line of the table."""
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
            "compared": [
                {"by": by.key, "value": float(value), "exact": str(value), "account": self._explain(one.player, by)}
                for by, value in zip(self._rules.tie_breaks, one.values, strict=True)
            ],
        }

    def _explain(self, player: int, by: TieBreak) -> Data | None:
        """Return how a player's number came about, as data; None if explanations are not asked for."""
        if self._compared is None:
            return None
        account = by.explain(self._compared, player)
        how = DRAWN if by.is_drawn and not self.is_over else account.how
        return {"how": how, "parts": PartShape(account.parts, many=True).data}


def brackets_data(row: Tournament) -> Data:
    """Return every bracket that has begun, with the players of its matches."""
    phases = [phase for phase in Phase.objects.filter(tournament=row, has_begun=True) if phase.is_elimination]
    return {"brackets": [_bracket_data(phase) for phase in phases]}


def _bracket_data(phase: Phase) -> Data:
    """Return the bracket of a phase: each match with its players, its round and table if shown, and its winner."""
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


SEEN = "seen"
HIGHEST = 2**31 - 1
Found = TypeVar("Found")


class TournamentView(ApiView):
    """A resource of one tournament, or their list."""

    def handle_exception(self, exc: Exception) -> Response:
        """Convert a refusal of a service to the error format of the API."""
        return super().handle_exception(problem_of(exc) if isinstance(exc, DomainError) else exc)

    def hold(self, **words: Any) -> None:
        """Lock the tournament of the address until the transaction ends."""
        event = words.get("event")
        if event is not None and not Tournament.objects.select_for_update().filter(public_id=event).exists():
            raise no_such_tournament()

    def find(self, event: str) -> SeenTournament:
        """Return the tournament of the address with the viewer's role. Raises `DomainError` not_found."""
        return find_tournament(event, self.request.user)

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
            told = entry_data(Entry.objects.select_related("user").get(pk=done.pk), seen.actor)
        elif kind == "round":
            told = round_data(seen, done.number if isinstance(done, Round) else done.round.number)
        else:
            told = tournament_data(seen)
        return Response(told, status=status)

    def perform(self, request: Request, event: str, body: Body, act: Callable[[], Found]) -> Found:
        """Perform an action on a tournament atomically, if its version is still `seen` (when given).

        Raises `DomainError`: not_found, tournament_moved_on, and the refusals of the action.
        """
        seen = whole(body.get(SEEN), SEEN, least=0, most=HIGHEST) if SEEN in body else None
        with transaction.atomic():
            LockedTournament.lock(event, request.user, seen=seen)
            return act()


def problem_of(refusal: DomainError) -> ProblemError:
    """Return a refusal of a service as an error of the API."""
    members: dict[str, Any] = dict(refusal.details)
    if refusal.version is not None:
        members["version"] = refusal.version
    if refusal.rule:
        members["rule"] = refusal.rule
    code = refusal.code if refusal.code in CODES else "wrong_state"
    return ProblemError(code, refusal.message, **members)


ANY = ""


class OneEntry(TournamentView):
    """A player."""

    @operation("tournaments_player", "Read a player", shapes.EntryShape)
    def get(self, request: Request, event: str, number: int) -> Response:
        """The player of that number."""
        seen = self.find(event)
        entry = Entry.objects.filter(tournament=seen.tournament, number=number).select_related("user").first()
        if entry is None:
            raise DomainError("no_such_player", f"There is no player {number} in this tournament.")
        return Response(entry_data(entry, seen.actor))


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
        seen = self.find(event)
        table = StandingsTable(seen.tournament, explains=self.asked.flag("accounts"))

        def write(page: Page[Standing]) -> list[dict[str, object]]:
            return [table.data(one) for one in page]

        return Response(page_answer(request, self.asked, table.standings, write))


class Brackets(TournamentView):
    """The brackets."""

    @operation("tournaments_bracket", "Read the brackets as data", shapes.BracketsShape)
    def get(self, request: Request, event: str) -> dict[str, object]:
        """Every match of each, where its players come from, and who won."""
        return brackets_data(self.find(event).tournament)


class Places(TournamentView):
    """The end."""

    @operation("tournaments_places", "Read the final places", shapes.FinalPlacesShape)
    def get(self, request: Request, event: str) -> dict[str, object]:
        """The final places, once there are any."""
        row = self.find(event).tournament
        return places_data(row, final_places(row) if row.is_over else [])


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
        entered = Entry.objects.filter(tournament=row).select_related("user", "tournament")
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
        lines = LogLine.objects.filter(tournament=row).order_by("number")
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
    found = Appointment.objects.filter(tournament=row).select_related("user").order_by("pk")
    return Response(shapes.StaffShape({"staff": found}).data)


class Staff(TournamentView):
    """The staff."""

    @operation("tournaments_staff", "List the staff", shapes.StaffShape)
    def get(self, request: Request, event: str) -> Response:
        """Everybody with a role."""
        return staff_answer(self.find(event).tournament)
