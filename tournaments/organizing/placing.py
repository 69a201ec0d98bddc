"""Who came where in the end: those in the last bracket by it, all others by the standings."""

from __future__ import annotations

from tournaments.organizing.enums import EntryState
from tournaments.organizing.history import standings_of
from tournaments.organizing.models import Entry, Phase, Tournament
from tournaments.organizing.phases import phase_places


def final_places(row: Tournament) -> list[list[int]]:
    """The players, best first, those who share a place together; later phases decide before earlier ones.

    Whoever was disqualified comes last, however far he had come; whoever has taken no part has no place.
    """
    taking_part = dict(Entry.objects.filter(tournament=row).in_standings().values_list("number", "state"))
    out = {player for player, state in taking_part.items() if state == EntryState.DISQUALIFIED}
    ranked = taking_part.keys() - out
    places = [[player for player in together if player in ranked] for together in _earned(row)]
    return [together for together in (*places, sorted(out)) if together]


def _earned(row: Tournament) -> list[list[int]]:
    """The places as they were played for."""
    placed: list[list[int]] = []
    seen: set[int] = set()
    for phase in Phase.objects.filter(tournament=row, has_begun=True).order_by("-number"):
        for together in _with_all(phase):
            new = [player for player in together if player not in seen]
            if new:
                placed.append(new)
                seen.update(new)
    by_rank: dict[int, list[int]] = {}
    for standing in standings_of(row):
        if standing.player not in seen:
            by_rank.setdefault(standing.rank, []).append(standing.player)
    return placed + [by_rank[rank] for rank in sorted(by_rank)]


def _with_all(phase: Phase) -> list[list[int]]:
    """Return the places of a phase whose format has some. Who is in none still plays, and comes before the others."""
    places = phase_places(phase)
    if places is None:
        return []
    out = {player for together in places for player in together}
    left = [player for player in phase.seeds if player not in out]
    return [left, *places] if left else places
