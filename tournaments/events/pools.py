"""Pools of sealed play: dealt from a stock, opened by their players, and built into decks (rules 22).

A build is saved under the lock of its own row, so that a field of players who click at once wait for nobody. What is
registered is the affair of the tournament, and logged.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.sealed_play import BuildSteps, SealedPlay
from incursions.kit.refusals import DomainError
from incursions.kit.writing import add_rows, update_row, write_columns
from tournaments.events.enums import Did, EntryState, TournamentState
from tournaments.events.locked_tournament import LockedTournament, no_such_tournament, seconds, service
from tournaments.events.models import BuildStep, Entry, PoolBuild, PoolStock, Tournament
from tournaments.matches.game_kinds import hold_definitions

OF_DECK = ("loadout", "deck_at", "built_at")


def sealed_play_of(row: Tournament) -> SealedPlay:
    """Return the sealed play of the tournament's game, which has some: the plan of a tournament is checked for it."""
    sealed = row.loadouts.sealed
    assert sealed is not None, "only games with sealed play have sealed tournaments"
    return sealed


def stock_of(row: Tournament) -> Any:
    """Return the stock that a tournament's pools were drawn from, or None before the draw."""
    kept = PoolStock.objects.filter(tournament=row).first()
    return None if kept is None else kept.data


def propose_build(entry: Entry, row: Tournament) -> Any:
    """Return the content proposed from a player's pool (rules 22.4)."""
    return sealed_play_of(row).propose(entry.pool, row.limits)


@hold_definitions()
def deal_pools(locked: LockedTournament) -> None:
    """Draw a pool for each player and start the build phase. Bots build at once.

    For a thousand players the lock is held for less than a second, most of it for drawing. Raises no_boosters.
    """
    row, sealed = locked.tournament, sealed_play_of(locked.tournament)
    stock = sealed.draw_stock()
    if stock is None:
        message = "With the catalogue as it is, some pools would hold no legal deck: no boosters can be opened."
        raise locked.make_refusal("no_boosters", message, rule="22.3")
    PoolStock.objects.create(tournament=row, data=stock.data, catalogue=stock.version)
    entries = list(row.entries.playing())
    pools = sealed.open_pools(stock.data, bytes(row.seed), [entry.number for entry in entries])
    for entry, pool in zip(entries, pools, strict=True):
        entry.pool = pool
    people, bots = [one for one in entries if not one.bot], [one for one in entries if one.bot]
    for bot in bots:
        _give_deck(bot, propose_build(bot, row), locked)
    write_columns(Entry, people, ("pool",))
    write_columns(Entry, bots, ("pool", *OF_DECK))
    builds = (PoolBuild(entry=entry, content=sealed.empty_build, saved_at=locked.now) for entry in people)
    add_rows(PoolBuild, builds)
    row.state, row.builds_until = TournamentState.BUILDING, locked.now + seconds(row.build_s)
    locked.note(Did.POOLS, f"{len(entries)} pools were drawn", after={"players": [one.number for one in entries]})


@hold_definitions()
def end_building(locked: LockedTournament) -> None:
    """End the build phase with a deck for every player.

    A player without a registered deck plays the current build if it is legal, else the deck registered before, else the
    proposed deck (rules 22.4).
    """
    row, sealed = locked.tournament, sealed_play_of(locked.tournament)
    late = list(row.entries.filter(state=EntryState.PLAYING, built_at=None))
    # Locked, so that no build is saved after the state has changed.
    builds = {
        build.entry_id: build for build in PoolBuild.objects.select_for_update().filter(entry__in=late).order_by("pk")
    }
    how: dict[str, list[int]] = {"as built": [], "registered before": [], "proposed": []}
    for entry in late:
        build = builds.get(entry.pk)
        if build is not None and sealed.find_fault(build.content, entry.pool, row.limits) is None:
            how["as built"].append(entry.number)
            _give_deck(entry, build.content, locked)
        elif entry.loadout is not None:
            how["registered before"].append(entry.number)
            entry.built_at = locked.now
        else:
            how["proposed"].append(entry.number)
            _give_deck(entry, propose_build(entry, row), locked)
    write_columns(Entry, late, OF_DECK)
    row.builds_until = None
    words = ", ".join(f"{len(numbers)} play the deck {words}" for words, numbers in how.items() if numbers)
    locked.note(Did.DECK, f"Decks are locked{': ' * bool(words)}{words}", after={"locked": how})


def _give_deck(entry: Entry, content: Any, locked: LockedTournament) -> None:
    entry.loadout = locked.tournament.loadouts.make_own(content)
    entry.deck_at = entry.built_at = locked.now


MOST_STEPS = 50


def count_packs(entry: Entry, row: Tournament) -> int:
    """Return the number of packs in a player's pool."""
    return len(sealed_play_of(row).list_packs(entry.pool))


def is_build_time_over(row: Tournament, now: datetime) -> bool:
    """Return True if the build phase is over. A pause of the tournament stops its clock."""
    if row.state != TournamentState.BUILDING or row.builds_until is None:
        return True
    return (row.paused_at or now) >= row.builds_until


@transaction.atomic
def open_packs(public_id: str, user: User, *, up_to: int | None = None) -> PoolBuild:
    """Open packs up to that number (None for all of them). Opened packs stay open.

    Raises `DomainError`: not_found, no_pool.
    """
    build, entry, row = _lock_build(public_id, user)
    most = count_packs(entry, row)
    wanted = most if up_to is None else min(up_to, most)
    if wanted > build.packs_opened:
        update_row(build, packs_opened=wanted)
    return build


@transaction.atomic
def save_build(public_id: str, user: User, content: Any, *, number: int, now: datetime | None = None) -> PoolBuild:
    """Save the content of a build as a new step for undo. An unchanged content is not saved again.

    Raises `DomainError`: not_found, no_pool, wrong_state, too_late, registered, build_moved_on, not_in_pool.
    """
    build, entry, row = _lock_build_to_change(public_id, user, now)
    if content == build.content:
        return build
    _check_is_current(build, number)
    fault = sealed_play_of(row).find_new_fault(build.content, content, entry.pool, row.limits)
    if fault is not None:
        raise DomainError("not_in_pool", fault.message, rule=fault.rule)
    return _add_step(build, content, now)


@transaction.atomic
def fill_build(public_id: str, user: User, *, number: int, now: datetime | None = None) -> PoolBuild:
    """Fill the build with the proposed deck, as a step for undo. Raises `DomainError` as `save_build` does."""
    build, entry, row = _lock_build_to_change(public_id, user, now)
    _check_is_current(build, number)
    content = propose_build(entry, row)
    return build if content == build.content else _add_step(build, content, now)


@transaction.atomic
def _move_to_step(
    by: int, nowhere: str, public_id: str, user: User, *, number: int, now: datetime | None = None
) -> PoolBuild:
    """Move a build by `by` steps. Raises `DomainError` as `save_build` does, and nothing_to_undo, nothing_to_redo."""
    build, _, _ = _lock_build_to_change(public_id, user, now)
    _check_is_current(build, number)
    step = build.steps.filter(place=build.place + by).first()
    if step is None:
        raise DomainError(f"nothing_to_{nowhere}", f"There is nothing to {nowhere}.")
    build.place, build.content = step.place, step.content
    return _save(build, now)


undo_build = partial(_move_to_step, -1, "undo")
"""Undo the last step of a build."""
redo_build = partial(_move_to_step, 1, "redo")
"""Redo the step that was undone last."""


def steps_of_build(build: PoolBuild) -> BuildSteps:
    """Return how many steps can be undone and redone. One query."""
    counted = build.steps.aggregate(
        back=Count("pk", filter=Q(place__lt=build.place)), forth=Count("pk", filter=Q(place__gt=build.place))
    )
    return BuildSteps(**counted)


@service()
def register_build(locked: LockedTournament, *, number: int) -> Entry:
    """Register and lock the deck. The player can unlock it until the build phase ends (rules 22.2).

    Raises `DomainError`: not_found, no_pool, wrong_state, too_late, registered, build_moved_on, illegal_deck.
    """
    build, entry, row = _lock_build_to_change(locked.tournament.public_id, locked.user, locked.now)
    _check_is_current(build, number)
    fault = sealed_play_of(row).find_fault(build.content, entry.pool, row.limits)
    if fault is not None:
        raise locked.make_refusal("illegal_deck", f"This deck cannot be registered. {fault.message}", rule=fault.rule)
    loadout = row.loadouts.make_own(build.content)
    update_row(entry, loadout=loadout, deck_at=locked.now, built_at=locked.now, deck_checked_by="")
    locked.note(Did.DECK, f"{entry.name} registered a deck from the pool", after={"player": entry.number})
    return entry


@service()
def change_again(locked: LockedTournament) -> Entry:
    """Unlock the registered deck for changes. It stays registered until another deck replaces it (rules 22.4).

    Raises `DomainError`: not_found, no_pool, wrong_state, too_late, not_registered.
    """
    _, entry, row = _lock_build(locked.tournament.public_id, locked.user)
    _check_still_building(row, entry, locked.now)
    if entry.built_at is None:
        raise locked.make_refusal("not_registered", "You have registered no deck yet.")
    update_row(entry, built_at=None)
    locked.note(Did.DECK, f"{entry.name} changes the registered deck", after={"player": entry.number})
    return entry


def _lock_build(public_id: str, user: User) -> tuple[PoolBuild, Entry, Tournament]:
    """Lock the build of a user, then read its entry and tournament. Raises not_found, no_pool."""
    builds = PoolBuild.objects.filter(entry__tournament__public_id=public_id, entry__user=user)
    build = builds.select_for_update(of=("self",)).first()
    if build is None:
        if not Tournament.objects.filter(public_id=public_id).exclude(state=TournamentState.DRAFT).exists():
            raise no_such_tournament()
        raise DomainError("no_pool", "You have no pool in this tournament.", rule="22.1")
    entry = Entry.objects.select_related("tournament", "user").get(pk=build.entry_id)
    return build, entry, entry.tournament


def _lock_build_to_change(public_id: str, user: User, now: datetime | None) -> tuple[PoolBuild, Entry, Tournament]:
    build, entry, row = _lock_build(public_id, user)
    _check_still_building(row, entry, now or timezone.now())
    if entry.built_at is not None:
        message = "Your deck is registered and locked. Choose “Change it” first."
        raise DomainError("registered", message, rule="22.2")
    return build, entry, row


def _check_still_building(row: Tournament, entry: Entry, now: datetime) -> None:
    if entry.state != EntryState.PLAYING:
        raise DomainError("wrong_state", "You are no longer in this tournament.")
    if is_build_time_over(row, now):
        raise DomainError("too_late", "The time to build is over: decks are locked.", rule="22.2")


def _check_is_current(build: PoolBuild, number: int) -> None:
    if number != build.number:
        message = "Nothing was done: your deck was changed on another page in the meantime. This is the deck now."
        raise DomainError("build_moved_on", message, version=build.number)


def _add_step(build: PoolBuild, content: Any, now: datetime | None) -> PoolBuild:
    if not build.steps.exists():
        BuildStep.objects.create(build=build, place=0, content=build.content)  # the content before the first change
    build.steps.filter(place__gt=build.place).delete()
    build.place += 1
    build.content = content
    BuildStep.objects.create(build=build, place=build.place, content=build.content)
    build.steps.filter(place__lt=build.place - MOST_STEPS).delete()
    return _save(build, now)


def _save(build: PoolBuild, now: datetime | None) -> PoolBuild:
    build.number += 1
    build.saved_at = now or timezone.now()
    build.save(update_fields=["content", "number", "place", "saved_at"])
    return build
