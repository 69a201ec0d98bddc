"""The versions of the content of a day: reading texts, checking, saving with a reason, and going back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models

from incursions.accounts.models import User
from incursions.games.data_checks import DataError, Faults
from incursions.games.data_files import parse_data
from incursions.kit.plain_yaml import PlainYamlError
from incursions.kit.refusals import DomainError
from tournaments.days.day_games import game_of, read_content
from tournaments.days.game_kinds import megagames
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import Day, DayContent, DaySeat
from tournaments.days.reasons import check_reason
from tournaments.days.seats import follow_content

LARGEST_TEXT = 200_000
"""The characters of a file of the content, as it is written and as it is read, with aliases filled in."""
LIKENESS = 0.5
"""The share of keys in common from which a file looks like another one."""
MOST_VERSIONS = 300
SAMPLE = "sample"


class FaultyContentError(DomainError):
    """A content with faults, which is not saved."""

    def __init__(self, faults: Faults) -> None:
        words = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__("file_does_not_hold", f"Nothing was saved: the content has {words}.")
        self.faults = faults


def find_current(day: Day) -> DayContent:
    """Return the version of the content that holds now."""
    number = day.kind.contents.read_version(game_of(day))
    return day.content if not number else day.contents.get(number=number)


def list_versions(day: Day) -> models.QuerySet[DayContent]:
    """Return the versions of a day without their data, the newest first."""
    return day.contents.defer("data")


def find_version(day: Day, number: int) -> DayContent:
    """Return a version of a day. Raises not_found."""
    found = day.contents.filter(number=number).first()
    if found is None:
        raise DomainError("not_found", f"There is no version {number} of this content.")
    return found


def read_text(file: str, text: str) -> tuple[Any, Faults]:
    """Return the plain data of the text of a file, and its fault if it cannot be read."""
    try:
        if not text.strip():
            raise PlainYamlError("the file is empty")
        if len(text) > LARGEST_TEXT:
            raise PlainYamlError(f"the text is longer than {LARGEST_TEXT:,} characters")
        data = parse_data(text)
        if measure(data) > LARGEST_TEXT:
            raise PlainYamlError(f"with its aliases it is longer than {LARGEST_TEXT:,} characters")
    except PlainYamlError as fault:
        return None, [DataError(f"{file}.yaml", "", "", str(fault))]
    return data, []


def measure(value: Any) -> int:
    """Return the characters of all texts in plain data, with one for each other value."""
    if isinstance(value, dict):
        return sum(len(key) + measure(held) for key, held in value.items())
    if isinstance(value, list):
        return sum(map(measure, value)) + 1
    return len(value) if isinstance(value, str) else 1


def read_texts(data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Return a content with the files of these texts. Raises `FaultyContentError` for texts that cannot be read."""
    made, faults = dict(data), Faults()
    for name, text in texts.items():
        made[name], found = read_text(name, text)
        faults += found or find_mistaken_file(data, name, made[name])
    if faults:
        raise FaultyContentError(faults)
    return made


def find_mistaken_file(data: Mapping[str, Any], name: str, held: Any) -> Faults:
    """Return the fault of a file that looks like another one of the content, sent under its name; none for others."""

    def compare(other: str) -> float:
        own, known = _list_keys(held), _list_keys(data[other])
        return len(own & known) / max(1, len(own | known))

    likeliest = max(data, key=compare)
    if likeliest == name or compare(name) >= LIKENESS or compare(likeliest) < LIKENESS:
        return []
    return [DataError(f"{name}.yaml", "", "", f"this looks like {likeliest}.yaml. Send it under that name")]


def _list_keys(held: Any) -> set[str]:
    """Return the keys of a mapping, or those of the mappings in a list."""
    if isinstance(held, dict):
        return set(held)
    return {key for entry in held if isinstance(entry, dict) for key in entry} if isinstance(held, list) else set()


def check_content(day: Day, data: Mapping[str, Any]) -> None:
    """Raise `FaultyContentError` with all faults of a content, unless it has none."""
    faults = list(day.kind.contents.examine(data))
    if faults:
        raise FaultyContentError(faults)


def save_content(
    day: Day,
    data: Mapping[str, Any],
    reason: str,
    seat: DaySeat,
    *,
    seen: int,
    is_overruling: bool = False,
    is_renaming: bool = False,
    by: User | None = None,
) -> DayContent:
    """Save a content as a new version that holds from now on. Before the first entry it is what the day starts with.

    `seen` is the number of the newest version that the editor saw. A content that is renaming has the seats of the one
    before in their order, perhaps with other names: each keeps its link and its player.

    Raises `FaultyContentError`, moved_on, unchanged, or illegal with the reason why a running day cannot take it.
    """
    reason = check_reason(reason)
    check_content(day, data)
    with LockedDay.lock(day.public_id) as locked:
        locked.settle()
        row = locked.day
        _require_newest(row, seen)
        if find_current(row).data == data:
            raise DomainError("unchanged", "Nothing is different. Change something first.")
        made = DayContent(day=row, number=seen + 1, data=data, reason=reason, seat=seat.name)
        if locked.game.number:
            _hold_from_now(locked, made, is_overruling, by)
        else:
            _start_with(locked, made, is_renaming=is_renaming)
        return made


def find_newest(day: Day) -> int:
    """Return the number of the newest version of a day; 0 if it has none of its own."""
    return day.contents.order_by("-number").values_list("number", flat=True).first() or 0


def _require_newest(day: Day, seen: int) -> None:
    """Raise moved_on unless `seen` is the newest version, and wrong_state if a day may have no more."""
    newest = find_newest(day)
    if newest != seen:
        raise DomainError("moved_on", f"Somebody has saved version {newest} meanwhile. Look at it, then save again.")
    if newest >= MOST_VERSIONS:
        raise DomainError("wrong_state", f"This day has {MOST_VERSIONS} versions of its content, the maximum.")


def _hold_from_now(locked: LockedDay, made: DayContent, is_overruling: bool, by: User | None) -> None:
    """Let Control's command name the version. A refusal leaves nothing behind."""
    kind, setup = locked.day.kind, locked.game.setup
    versions = {**setup["versions"], made.number: kind.read_content(made.data)}
    locked.game.setup = {**setup, "versions": versions}
    text = kind.contents.write_command(made.number, made.reason, is_overruling)
    try:
        locked.give(made.seat, text, by=by)
    except DomainError:
        locked.game.setup = setup
        raise
    made.save()


def _start_with(locked: LockedDay, made: DayContent, *, is_renaming: bool) -> None:
    """Let the day start with the version. Its seats follow the content."""
    day = locked.day
    content = day.kind.read_content(made.data)
    if is_renaming:
        rename_seats(day, content)
    follow_content(day, content)
    made.save()
    day.content = made
    day.save(update_fields=["content", "seats_filled"])
    locked.start_anew()


def rename_seats(day: Day, content: Any) -> None:
    """Give the seats of a day the names that they have in a content, in which they stand in the same order."""
    before = day.kind.list_seats(read_content(day.game, day.content_id))
    plans = {old.name: plan for old, plan in zip(before, day.kind.list_seats(content), strict=True)}
    for row in day.seats.filter(name__in=plans):
        row.name, row.team = plans[row.name].name, plans[row.name].team
        row.save(update_fields=["name", "team"])
    day.seats_filled = [plans[name].name for name in day.seats_filled]


def list_sources(day: Day, user: User | None) -> list[Day]:
    """Return the other days of a user with the same game, whose content a day can start from, the newest first."""
    if user is None:
        return []
    return list(Day.objects.filter(host=user, game=day.game).exclude(pk=day.pk).defer("position")[:50])


def load_source(day: Day, user: User | None, source: str) -> Mapping[str, Any]:
    """Return the content of a day with the files of the sample, or of another day of the user. Raises not_found."""
    if source == SAMPLE:
        data = megagames()[day.game].load_data(settings.ROOT)
    else:
        found = next((each for each in list_sources(day, user) if each.public_id == source), None)
        if found is None:
            raise DomainError("not_found", "You have no such day. Choose one of the list.")
        data = find_current(found).data
    return {**find_current(day).data, **{name: data[name] for name in day.kind.contents.files}}
