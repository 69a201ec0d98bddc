"""Phases: who advances, how many rounds there are, and who meets whom next by the format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tournaments.organizing.enums import EntryState, Format, RoundState, Source
from tournaments.organizing.history import entrants_of, rounds_played, rules_of, standings_of
from tournaments.organizing.models import Entry, Phase, Place, Table, Tournament
from tournaments.pairing.berger import round_robin
from tournaments.pairing.brackets import Bracket, double_elimination, single_elimination
from tournaments.pairing.pods import Pod, seat_pods
from tournaments.pairing.swiss import pair_swiss

NOBODY_ELSE = "The opponent is not in the tournament any more."


@dataclass(frozen=True, slots=True)
class Paired:
    """A table of a round that is about to be: its players by number, why they meet, its match in the bracket."""

    players: tuple[int, ...]
    why: str = ""
    bracket_match: int | None = None


class Pairings(NamedTuple):
    """A round by the rules of its format: tables, byes with their reasons, and what an organizer should know."""

    tables: list[Paired]
    byes: list[tuple[int, str]]
    warnings: list[str]


def field_of(tournament: Tournament, phase: Phase) -> list[int]:
    """Who begins a phase, the best first: all who play by number at first, later those who advance."""
    playing = set(
        Entry.objects.filter(tournament=tournament, state=EntryState.PLAYING).values_list("number", flat=True)
    )
    if phase.number == 1:
        return sorted(playing)
    before = Phase.objects.get(tournament=tournament, number=phase.number - 1)
    if before.is_elimination:
        ranked = [seed for together in bracket_places(before) for seed in together]
    else:
        ranked = [standing.player for standing in standings_of(tournament)]
    in_it = set(before.seeds) | playing if before.number == 1 else set(before.seeds)
    advancing = [player for player in ranked if player in playing and player in in_it]
    return advancing[: phase.cut_to or None]


def rounds_of(phase: Phase) -> int:
    """How many rounds a phase has: set by the organizer, or what its field needs. Brackets end by themselves: 0."""
    players = len(phase.seeds)
    if phase.is_elimination:
        return 0
    if phase.format == Format.ROBIN:
        return len(round_robin(phase.seeds, is_double=phase.is_double))
    return phase.rounds or max(1, (players - 1).bit_length())


def is_over(phase: Phase, played: int) -> bool:
    """Whether a phase of which so many rounds were played has no further one."""
    if phase.is_elimination:
        bracket = bracket_of(phase)
        return not bracket.open(bracket_results(phase))
    return played >= rounds_of(phase)


def pairings(tournament: Tournament, phase: Phase, number: int, seed: str) -> Pairings:
    """The round of that number in its phase, for those who play now."""
    playing = set(
        Entry.objects.filter(tournament=tournament, state=EntryState.PLAYING).values_list("number", flat=True)
    )
    if phase.is_elimination:
        return _of_bracket(phase)
    if phase.format == Format.ROBIN:
        return _of_robin(phase, number, playing & set(phase.seeds))
    field = sorted(playing if phase.number == 1 else playing & set(phase.seeds))
    entrants = entrants_of(field, rounds_played(tournament), rules_of(tournament).scoring)
    if phase.format == Format.PODS and len(entrants) > 2:
        return _of_pods(seat_pods(entrants, phase.seats, seed))
    paired = pair_swiss(entrants, seed)
    tables = [Paired(table.players, table.why) for table in paired.tables]
    byes = [] if paired.bye is None else [(paired.bye, paired.why_bye)]
    return Pairings(tables, byes, list(paired.warnings))


def _of_pods(pods: Sequence[Pod]) -> Pairings:
    tables, again = [], 0
    for pod in pods:
        points = ", ".join(str(one) for one in pod.points)
        met = len(pod.again)
        again += met
        why = f"Points {points}." + (f" Pairs who have met before: {met}." if met else " Nobody has met before.")
        tables.append(Paired(pod.players, why))
    return Pairings(tables, [], [f"Pairs who meet again: {again}."] if again else [])


def _of_robin(phase: Phase, number: int, playing: set[int]) -> Pairings:
    rounds = round_robin(phase.seeds, is_double=phase.is_double)
    tables, met = [], set()
    for duel in rounds[number - 1]:
        if set(duel) <= playing:
            tables.append(Paired(duel, f"Round {number} of the round robin."))
            met |= set(duel)
    byes = [
        (player, NOBODY_ELSE if len(phase.seeds) % 2 == 0 else "An odd number plays.")
        for player in sorted(playing - met)
    ]
    return Pairings(tables, byes, [])


@lru_cache(64)
def _bracket(kind: str, size: int, third_place: bool) -> Bracket:
    if kind == Format.DOUBLE:
        return double_elimination(size)
    return single_elimination(size, third_place=third_place)


def bracket_of(phase: Phase) -> Bracket:
    """The bracket of a phase of elimination."""
    return _bracket(phase.format, max(1, len(phase.seeds)), phase.third_place)


def bracket_results(phase: Phase) -> dict[int, int | None]:
    """Which side won each match of the bracket that is decided, by its number; None where both lost."""
    places = Place.objects.filter(table__round__phase=phase, table__bracket_match__isnull=False)
    held = places.exclude(table__round__state=RoundState.UNDONE).exclude(table__source=Source.NONE)
    found: dict[int, int | None] = {}
    for match, side, place in held.values_list("table__bracket_match", "index", "place"):
        if match is not None and found.get(match) is None:
            found[match] = side if place == 1 else None
    return found


def bracket_places(phase: Phase) -> list[list[int]]:
    """The players who are out of a bracket or have won it, best first; those who share a place together."""
    bracket = bracket_of(phase)
    return [[phase.seeds[seed - 1] for seed in together] for together in bracket.places(bracket_results(phase))]


def _of_bracket(phase: Phase) -> Pairings:
    bracket, results = bracket_of(phase), bracket_results(phase)
    players = bracket.players(results)
    tables = []
    for match in bracket.open(results):
        seeds = [seed for seed in players[match.number] if seed is not None]
        names = tuple(phase.seeds[seed - 1] for seed in seeds)
        why = f"{match.part.capitalize()}, round {match.round}: seed {seeds[0]} against seed {seeds[1]}."
        tables.append(Paired(names, why, match.number))
    return Pairings(tables, [], [])


def decided_in_bracket(table: Table, places: Sequence[Place], seeds: Sequence[int]) -> list[int]:
    """The places of two at a table of elimination, of whom one goes on (rules 21.14).

    Where the match was drawn, more hull and shields left go on, then the better seed.
    """
    better = min(
        range(len(places)),
        key=lambda one: (places[one].place or 0, -places[one].left, seeds.index(places[one].entry.number)),
    )
    return [1 if one == better else 2 for one in range(len(places))]
