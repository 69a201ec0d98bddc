"""Read phases from rows: advancement, pairing, the end of a phase, and final places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tournaments.events.brackets import Bracket
from tournaments.events.enums import EntryState, RoundState, Source
from tournaments.events.formats import Elimination, Playing
from tournaments.events.models import Entry, Phase, Place, Table, Tournament
from tournaments.events.organizing.history import entrants_of, rounds_played, rules_of, standings_of
from tournaments.events.pairing import Entrant


def playing(phase: Phase) -> Playing:
    """Return the state of a phase for its pairing format."""
    return Playing(
        phase.plan, phase.seeds, partial(_present, phase), partial(_entrants, phase), partial(bracket_results, phase)
    )


def _present(phase: Phase) -> set[int]:
    """Return the players who still play; from the second phase on only those who advanced."""
    entries = Entry.objects.filter(tournament=phase.tournament_id, state=EntryState.PLAYING)
    players = set(entries.values_list("number", flat=True))
    return players if phase.number == 1 else players & {*phase.seeds}


def _entrants(phase: Phase) -> list[Entrant]:
    row = phase.tournament
    return entrants_of(sorted(_present(phase)), rounds_played(row), rules_of(row).scoring)


def field_of(tournament: Tournament, phase: Phase) -> list[int]:
    """Return the players who begin a phase, the best first: all who play at first, later those who advance."""
    if phase.number == 1:
        return sorted(_present(phase))
    before = Phase.objects.get(tournament=tournament, number=phase.number - 1)
    places = phase_places(before)
    if places is None:
        ranked = [standing.player for standing in standings_of(tournament)]
    else:
        ranked = [player for together in places for player in together]
    present = _present(before)
    return phase.rules.field([player for player in ranked if player in present], phase.cut_to)


def is_over(phase: Phase, played: int) -> bool:
    """Return True if a phase with this many rounds played has no further one."""
    return phase.rules.is_over(playing(phase), played)


def phase_places(phase: Phase) -> list[list[int]] | None:
    """Return the players placed so far in a phase, the best first; None if the standings place them."""
    return phase.rules.places(playing(phase))


def bracket_of(phase: Phase) -> Bracket:
    """Return the bracket of a phase of elimination."""
    assert isinstance(phase.rules, Elimination)
    return phase.rules.bracket_of(playing(phase))


def bracket_results(phase: Phase) -> dict[int, int | None]:
    """Return which side won each match of the bracket that is decided, by its number; None where both lost."""
    places = Place.objects.filter(table__round__phase=phase, table__bracket_match__isnull=False)
    held = places.exclude(table__round__state=RoundState.UNDONE).exclude(table__source=Source.NONE)
    found: dict[int, int | None] = {}
    for match, side, place in held.values_list("table__bracket_match", "index", "place"):
        if match is not None and found.get(match) is None:
            found[match] = side if place == 1 else None
    return found


def decided_in_bracket(table: Table, places: Sequence[Place], seeds: Sequence[int]) -> list[int]:
    """Return the places of two at a table of elimination, of whom one goes on (rules 21.14).

    Where the match was drawn, more hull and shields left go on, then the better seed.
    """
    better = min(
        range(len(places)),
        key=lambda one: (places[one].place or 0, -places[one].left, seeds.index(places[one].entry.number)),
    )
    return [1 if one == better else 2 for one in range(len(places))]


def final_places(row: Tournament) -> list[list[int]]:
    """Return the players, best first, those who share a place together. Later phases decide before earlier ones.

    Disqualified players come last. A player who has not taken part has no place.
    """
    taking_part = dict(row.entries.in_standings().values_list("number", "state"))
    out = {player for player, state in taking_part.items() if state == EntryState.DISQUALIFIED}
    ranked = taking_part.keys() - out
    places = [[player for player in together if player in ranked] for together in _find_earned_places(row)]
    return [together for together in (*places, sorted(out)) if together]


def _find_earned_places(row: Tournament) -> list[list[int]]:
    """Return the places by results alone, as `final_places` does before disqualifications."""
    placed: list[list[int]] = []
    seen: set[int] = set()
    for phase in row.phases.filter(has_begun=True).order_by("-number"):
        for together in _all_places(phase):
            new = [player for player in together if player not in seen]
            if new:
                placed.append(new)
                seen.update(new)
    by_rank: dict[int, list[int]] = {}
    for standing in standings_of(row):
        if standing.player not in seen:
            by_rank.setdefault(standing.rank, []).append(standing.player)
    return placed + [by_rank[rank] for rank in sorted(by_rank)]


def _all_places(phase: Phase) -> list[list[int]]:
    """Return the places of a phase whose format has places. Players without one still play, and come first."""
    places = phase_places(phase)
    if places is None:
        return []
    out = {player for together in places for player in together}
    left = [player for player in phase.seeds if player not in out]
    return [left, *places] if left else places
