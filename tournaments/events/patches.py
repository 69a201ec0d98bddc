"""Award patches (rules 21.6) when a tournament is over, and again if its results change later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.games.loadouts import SeatPlayed
from tournaments.events.enums import Did, EntryState, TournamentState
from tournaments.events.history import final_places, number_places
from tournaments.events.locked_tournament import Ability, LockedTournament, service
from tournaments.events.models import Entry, Tournament
from tournaments.matches.game_kinds import hold_definitions
from tournaments.players.models import Patch, PatchKind

FINALISTS = 2
FEWEST_OF_A_RACE = 2
"""The fewest players with a race for which a best one is named."""


class Deserved(NamedTuple):
    """A patch that a player has earned."""

    entry: Entry
    kind: PatchKind
    title: str
    race: str
    ship: str
    place: int | None


@hold_definitions()
def give_patches(locked: LockedTournament) -> list[Patch]:
    """Give the earned patches, and take back those no longer earned. Patches given by staff stay."""
    row = locked.tournament
    given = Patch.objects.filter(entry__tournament=row).exclude(kind=PatchKind.FAIR_PLAY)
    before = sorted(given.values_list("entry__number", "kind"))
    deserved = list(_find_deserved(locked))
    after = sorted((one.entry.number, str(one.kind)) for one in deserved)
    if before == after:
        return []
    given.delete()
    patches = Patch.objects.bulk_create(
        Patch(
            entry=one.entry,
            user=one.entry.user,
            kind=one.kind,
            title=one.title,
            race=one.race,
            ship=one.ship,
            place=one.place,
            at=locked.now,
        )
        for one in deserved
    )
    locked.note(
        Did.AWARDED, f"Awarded {len(patches)} patches", before=[list(one) for one in before], after={"patches": after}
    )
    return patches


def take_patches_back(locked: LockedTournament) -> None:
    """Take back all earned patches (not those for fair play), because the tournament continues."""
    given = Patch.objects.filter(entry__tournament=locked.tournament).exclude(kind=PatchKind.FAIR_PLAY)
    before = sorted(given.values_list("entry__number", "kind"))
    if before:
        given.delete()
        words = f"Took {len(before)} patches back"
        locked.note(Did.AWARDED, words, before=[list(one) for one in before], after={"patches": []})


@service(Ability.DISQUALIFY, TournamentState.RUNNING, TournamentState.OVER)
def award_fair_play(locked: LockedTournament, number: int, *, reason: str) -> Patch:
    """Award the fair play patch to a player of the staff's choice.

    Raises `DomainError`: not_found, not_staff, no_such_player, wrong_state, malformed, tournament_moved_on.
    """
    entry, why = locked.find_entry(number), locked.check_reason(reason)
    if entry.state not in (EntryState.PLAYING, EntryState.DROPPED):
        raise locked.make_refusal("wrong_state", f"{entry.name} does not play in this tournament.")
    if Patch.objects.filter(entry=entry, kind=PatchKind.FAIR_PLAY).exists():
        raise locked.make_refusal("wrong_state", f"{entry.name} has this patch already.")
    ship = locked.tournament.loadouts.find_ship(entry.loadout)
    patch = Patch.objects.create(
        entry=entry,
        user=entry.user,
        kind=PatchKind.FAIR_PLAY,
        title=PatchKind.FAIR_PLAY.label,
        race=ship.group,
        ship=ship.title,
        reason=why,
        at=locked.now,
    )
    words = f"{entry.name} has the patch for fair play"
    locked.note(Did.AWARDED, words, after={"player": number, "kind": PatchKind.FAIR_PLAY}, reason=why)
    return patch


def _find_deserved(locked: LockedTournament) -> Iterator[Deserved]:
    """Yield the patches of a finished tournament: winner, finalists, the best of each race, and first tournaments."""
    row = locked.tournament
    entries = {one.number: one for one in Entry.objects.filter(tournament=row).select_related("user")}
    placed = [(place, player) for place, together in number_places(final_places(row)) for player in together]
    ships = {player: row.loadouts.find_ship(entries[player].loadout) for _, player in placed}

    def build(player: int, kind: PatchKind, title: str, place: int | None) -> Deserved:
        return Deserved(entries[player], kind, title, ships[player].group, ships[player].title, place)

    for place, player in placed:
        if entries[player].state == EntryState.DISQUALIFIED:
            continue
        if place == 1:
            yield build(player, PatchKind.WINNER, PatchKind.WINNER.label, place)
        elif place <= FINALISTS:
            yield build(player, PatchKind.FINALIST, PatchKind.FINALIST.label, place)
    yield from _best_of_races(placed, entries, ships)
    experienced = _find_experienced(row)
    for place, player in placed:
        entry = entries[player]
        if entry.user_id is not None and entry.user_id not in experienced:
            yield build(player, PatchKind.FIRST_EVENT, PatchKind.FIRST_EVENT.label, place)


def _best_of_races(
    placed: list[tuple[int, int]], entries: dict[int, Entry], ships: dict[int, SeatPlayed]
) -> Iterator[Deserved]:
    """Yield the best players of each race that at least two brought; players who share the place are both best."""
    races = sorted({ship.group for ship in ships.values() if ship.group})
    for race in races:
        of_race = [
            (place, player)
            for place, player in placed
            if ships[player].group == race and entries[player].state != EntryState.DISQUALIFIED
        ]
        if len(of_race) < FEWEST_OF_A_RACE:
            continue
        for place, player in of_race:
            if place == of_race[0][0]:
                yield Deserved(entries[player], PatchKind.RACE, f"Best {race}", race, ships[player].title, place)


def _find_experienced(row: Tournament) -> set[int | None]:
    """Return the keys of users in the tournament who have taken part in another finished one."""
    here = Entry.objects.filter(tournament=row, user__isnull=False).values("user")
    others = Entry.objects.filter(user__in=here, tournament__state=TournamentState.OVER).exclude(tournament=row)
    return set(others.in_standings().values_list("user", flat=True))
