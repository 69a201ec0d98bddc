"""Plans of tournaments, and the services that create, change, announce and cancel them and appoint their staff.

A plan has the settings of an organizer as plain values, for forms, presets, clones and files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from incursions.accounts.models import User
from incursions.games.contract import ModeKind
from incursions.kit.refusals import DomainError
from incursions.kit.writing import update_row
from tournaments.events.enums import ACTIVE, PLACED, DecksOpen, Did, Kind, Role, TournamentState
from tournaments.events.formats import FORMATS, PhasePlan
from tournaments.events.locked_tournament import Ability, Actor, LockedTournament, of_kinds, service
from tournaments.events.models import LONGEST_DESCRIPTION, LONGEST_NAME, Appointment, Phase, Tournament
from tournaments.events.standings import Points, usual_order
from tournaments.events.tables import close_matches
from tournaments.events.tie_breaks import tie_breaks_of
from tournaments.matches.clocks import CLOCK_SETTINGS, Clocks
from tournaments.matches.game_kinds import first_game, game_kinds, loadouts_of

A_DAY = 24 * 60 * 60
MOST_PLAYERS, MOST_PHASES, MOST_ROUNDS, MOST_POINTS = 4096, 4, 30, 100
BOUNDS: dict[str, tuple[int, int]] = {
    "capacity": (2, MOST_PLAYERS),
    "late_rounds": (0, MOST_ROUNDS),
    "match_s": (1, 180 * 60),
    **{name: setting.of_tournament for name, setting in CLOCK_SETTINGS.items() if setting.is_whole},
    "check_in_s": (0, 7 * A_DAY),
    "build_s": (1, 7 * A_DAY),
    "no_show_s": (1, 60 * 60),
    "delay_s": (0, 60 * 60),
    "break_s": (0, A_DAY),
    "win_points": (0, MOST_POINTS),
    "draw_points": (0, MOST_POINTS),
    "loss_points": (0, MOST_POINTS),
    "bye_points": (0, MOST_POINTS),
    "floor_percent": (0, 100),
}
"""The bounds of each whole number; lengths are in seconds."""
BOUNDS_OF_FRACTIONS = {name: setting.of_tournament for name, setting in CLOCK_SETTINGS.items() if not setting.is_whole}
BOUNDS_OF_PHASES: dict[str, tuple[int, int]] = {
    "rounds": (0, MOST_ROUNDS),
    "cut_to": (0, MOST_PLAYERS),
    "match_s": (0, 180 * 60),
}


@dataclass(frozen=True, slots=True)
class Plan(Clocks):
    """The settings of a tournament, named like the columns of `Tournament`.

    Without a mode, terms or tie-breaks, they are the usual ones of the game.
    """

    name: str = ""
    description: str = ""
    starts_at: datetime | None = None
    is_listed: bool = True
    game: str = field(default_factory=first_game)
    mode: str = ""
    kind: str = Kind.CONSTRUCTED
    game_terms: Mapping[str, int] = field(default_factory=dict)
    is_table_top: bool = False
    rated: bool = False
    decks_open: str = DecksOpen.END
    capacity: int | None = None
    late_rounds: int = 0
    is_automatic: bool = True
    match_s: int = 45 * 60
    check_in_s: int = 30 * 60
    build_s: int = 30 * 60
    no_show_s: int = 5 * 60
    delay_s: int = 60
    break_s: int = 0
    win_points: int = 3
    draw_points: int = 1
    loss_points: int = 0
    bye_points: int = 3
    floor_percent: int = 33
    tie_breaks: tuple[str, ...] = ()
    phases: tuple[PhasePlan, ...] = field(default=(PhasePlan(),))

    def __post_init__(self) -> None:
        if self.game in game_kinds():
            object.__setattr__(self, "mode", self.mode or self.mode_kind.name)
            object.__setattr__(self, "game_terms", self.mode_kind.fill_terms(self.game_terms))
            object.__setattr__(self, "tie_breaks", self.tie_breaks or usual_order(game_kinds()[self.game].results))

    @property
    def agreed_at_start(self) -> dict[str, object]:
        """The settings that are fixed once players can enter (rules 21.2), by name."""
        stake = {"is_table_top": self.is_table_top, "rated": self.rated}
        return {"game": self.game, "mode": self.mode, "kind": self.kind, **self.game_terms, **stake}

    @property
    def mode_kind(self) -> ModeKind:
        """The mode that its matches are played in."""
        kind = game_kinds()[self.game]
        return kind.tournament_kinds.get(self.mode, kind.tournament_kind)

    def validate(self) -> Plan:
        """Return the plan with tidied texts. Raises `DomainError` malformed for the first value that is not allowed."""
        plan = replace(self, name=" ".join(self.name.split()), description=self.description.strip())
        _check_texts(plan)
        _check_terms(plan)
        _check_numbers(plan, BOUNDS, "")
        _check_words(plan)
        for name, (least, most) in BOUNDS_OF_FRACTIONS.items():
            if not least <= getattr(plan, name) <= most:
                raise _wrong(f"{name} is {least} to {most}.")
        if plan.win_points < plan.draw_points or plan.draw_points < plan.loss_points:
            raise _wrong("A win must bring at least as many points as a draw, and a draw as a loss.")
        order = plan.tie_breaks
        known = tie_breaks_of(plan.game)
        if not known.keys() >= set(order) or len(set(order)) != len(order):
            raise _wrong(f"tie_breaks are some of these, each once: {', '.join(known)}.")
        if order[0] != Points.key:
            raise _wrong("Points must come first among what players are compared by.")
        _check_phases(plan)
        return plan

    def columns(self) -> dict[str, Any]:
        """Return the values for the columns of `Tournament`."""
        found = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "phases"}
        return found | {"tie_breaks": list(self.tie_breaks)}

    def to_data(self) -> dict[str, object]:
        """Return the plan as plain data for logs and files."""
        data = asdict(self)
        data["starts_at"] = None if self.starts_at is None else self.starts_at.isoformat()
        data |= self.mode_kind.fill_terms(data.pop("game_terms"))
        if len(game_kinds()[self.game].tournament_kinds) == 1:
            del data["mode"]
        if self.game == first_game():
            del data["game"]
        return data | {"tie_breaks": list(self.tie_breaks), "phases": list(data["phases"])}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """Return the plan that `to_data` wrote."""
        said = dict(data)
        kind = game_kinds()[said.get("game", first_game())]
        terms = kind.tournament_kinds[said.get("mode", kind.tournament_kind.name)].terms
        said["game_terms"] = {term.name: said.pop(term.name) for term in terms if term.name in said}
        if said.get("starts_at"):
            said["starts_at"] = datetime.fromisoformat(said["starts_at"])
        said["tie_breaks"] = tuple(said.get("tie_breaks", ()))
        said["phases"] = tuple(PhasePlan(**phase) for phase in said["phases"])
        return cls(**said)


def plan_of(tournament: Tournament) -> Plan:
    """Return the plan of a tournament, for clones, pages and comparisons."""
    columns = {one.name: getattr(tournament, one.name) for one in fields(Plan) if one.name != "phases"}
    phases = tuple(phase.plan for phase in tournament.phases.all())
    return Plan(**columns | {"tie_breaks": tuple(tournament.tie_breaks), "phases": phases})


def _wrong(message: str) -> DomainError:
    return DomainError("malformed", message)


def _check_texts(plan: Plan) -> None:
    if not plan.name or not plan.name.isprintable() or len(plan.name) > LONGEST_NAME:
        raise _wrong(f"A tournament has a name of 1 to {LONGEST_NAME} characters.")
    if len(plan.description) > LONGEST_DESCRIPTION or "\x00" in plan.description:
        raise _wrong(f"The description has at most {LONGEST_DESCRIPTION} characters.")


def _check_terms(plan: Plan) -> None:
    if plan.game not in game_kinds():
        raise _wrong(f"game is one of: {', '.join(game_kinds())}.")
    modes = game_kinds()[plan.game].tournament_kinds
    if plan.mode not in modes:
        raise _wrong(f"mode is one of: {', '.join(modes)}.")
    for term in plan.mode_kind.terms:
        _check_number(term.name, plan.game_terms[term.name], term.least, term.most)


def _check_numbers(checked: Plan | PhasePlan, bounds: Mapping[str, tuple[int, int]], where: str) -> None:
    for name, (least, most) in bounds.items():
        value = getattr(checked, name)
        if name == "capacity" and value is None:
            continue
        _check_number(f"{where}{name}", value, least, most)


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _wrong(f"{name} is a whole number from {least} to {most}.")


def _check_words(plan: Plan) -> None:
    for name, words in (("kind", Kind.values), ("decks_open", DecksOpen.values)):
        if getattr(plan, name) not in words:
            raise _wrong(f"{name} is one of: {', '.join(words)}.")
    if plan.kind == Kind.SEALED and loadouts_of(plan.game).sealed is None:
        raise _wrong(f"{game_kinds()[plan.game].title} has no boosters to open.")
    if plan.rated and not plan.mode_kind.may_be_rated:
        raise _wrong(f"{game_kinds()[plan.game].title} is not rated.")
    if plan.is_table_top and plan.rated:
        raise _wrong("Ratings are for matches that are played here: a table-top event is not rated.")


def _check_phases(plan: Plan) -> None:
    phases, mode = plan.phases, plan.mode_kind
    if not 1 <= len(phases) <= MOST_PHASES:
        raise _wrong(f"A tournament has 1 to {MOST_PHASES} phases.")
    for number, phase in enumerate(phases, 1):
        where = f"Phase {number}: "
        if phase.format not in FORMATS:
            raise _wrong(f"{where}format is one of: {', '.join(FORMATS)}.")
        _check_numbers(phase, BOUNDS_OF_PHASES, where)
        if number == 1 and phase.cut_to:
            raise _wrong(f"{where}everybody plays in the first phase; cut_to is 0.")
        if number > 1 and phase.cut_to == 1:
            raise _wrong(f"{where}a cut needs at least two players.")
        if FORMATS[phase.format].table_sizes[-1] > mode.most_seats:
            raise _wrong(f"{where}{FORMATS[phase.format].label} need larger tables than {mode.title} has.")
        if problem := FORMATS[phase.format].find_problem(phase):
            raise _wrong(f"{where}{problem}")


def make_usual_plan(game: str, mode: str = "", **chosen: Any) -> Plan:
    """Return the plan of a game in a mode, the usual one if none is named, with the usual clocks of the mode.

    Where seats hold nothing secret, all is open from the start.
    """
    kind = game_kinds()[game].tournament_kinds.get(mode, game_kinds()[game].tournament_kind)
    usual: dict[str, Any] = {"match_s": kind.minutes * 60, "bank_s": kind.bank_s, "free_s": kind.free_s}
    usual["decks_open"] = DecksOpen.END if kind.has_secrets else DecksOpen.START
    return Plan(game=game, mode=mode, **usual | chosen)


CHANGEABLE = (TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
OF_STAFF = of_kinds(Did.APPOINTED, Did.DISMISSED)
log = structlog.get_logger(__name__)


def create_tournament(owner: User, plan: Plan, *, now: datetime | None = None, seed: bytes | None = None) -> Tournament:
    """Create a tournament as a draft, which only its staff can see until it is opened.

    `seed` is for tests and rehearsals: 32 bytes that decide pairings and pools. Raises `DomainError`: accounts_only,
    malformed.
    """
    if owner.is_guest:
        raise DomainError("accounts_only", "Sign in to create a tournament.")
    plan = plan.validate()
    with transaction.atomic():
        row = Tournament(**plan.columns(), **({} if seed is None else {"seed": seed}))
        row.save()
        _write_phases(row, plan.phases)
        Appointment.objects.create(tournament=row, user=owner, role=Role.OWNER)
        locked = LockedTournament(row, Actor(owner, Role.OWNER), now or timezone.now())
        promise = {"public_id": row.public_id, "commitment": row.commitment, "lots": row.lots}
        locked.note(Did.CREATED, f"Created “{row.name}”", after=plan.to_data() | promise)
        locked.save()
    log.info("tournament_created", tournament=row.public_id, user_id=owner.pk)
    return row


@service(Ability.CONFIGURE, *CHANGEABLE, about=of_kinds(Did.CHANGED))
def change_tournament(locked: LockedTournament, plan: Plan) -> Tournament:
    """Change the plan of a tournament. What players agreed to when they entered is fixed.

    Phases that have begun stay as they are. Raises `DomainError`: not_found, not_staff, tournament_moved_on,
    wrong_state, malformed, agreed.
    """
    plan = plan.validate()
    row, before = locked.tournament, plan_of(locked.tournament)
    if row.state != TournamentState.DRAFT:
        _check_agreed(locked, before, plan)
    if row.state == TournamentState.RUNNING and plan.starts_at != before.starts_at:
        raise locked.make_refusal("agreed", "The tournament has started: its start can no longer change.")
    for name, value in plan.columns().items():
        setattr(row, name, value)
    if plan.phases != before.phases:
        _change_phases(locked, before.phases, plan.phases)
    old, new = before.to_data(), plan.to_data()
    # A term of a mode that was left, or the name of the first game, is in one of the two alone.
    changed = [name for name in {**old, **new} if new.get(name) != old.get(name)]
    if changed:
        locked.note(
            Did.CHANGED,
            f"Changed {', '.join(changed)}",
            before={name: old.get(name) for name in changed},
            after={name: new.get(name) for name in changed},
        )
    return row


def _check_agreed(locked: LockedTournament, before: Plan, plan: Plan) -> None:
    """Raise agreed if the plan changes anything that is fixed once players can enter (rules 21.2)."""
    wanted = plan.agreed_at_start
    for name, agreed in before.agreed_at_start.items():
        if wanted.get(name) != agreed:
            message = f"{name} cannot change once players can enter. Hold another tournament like this instead."
            raise locked.make_refusal("agreed", message, rule="21.2")
    entered = locked.tournament.entries.filter(state__in=PLACED).count()
    if plan.capacity is not None and plan.capacity < entered:
        raise locked.make_refusal("malformed", f"{entered} players have entered: the capacity cannot be lower.")


def _write_phases(row: Tournament, phases: Sequence[PhasePlan], after: int = 0) -> None:
    """Create the rows of the phases after number `after`."""
    Phase.objects.bulk_create(
        Phase(tournament=row, number=number, **asdict(phase))
        for number, phase in enumerate(phases, 1)
        if number > after
    )


def _change_phases(locked: LockedTournament, before: Sequence[PhasePlan], after: Sequence[PhasePlan]) -> None:
    """Replace the phases. Of a phase that has begun, only the number of rounds may change."""
    row = locked.tournament
    begun = list(row.phases.filter(has_begun=True).order_by("number"))
    if len(after) < len(begun) or any(
        replace(old, rounds=0) != replace(new, rounds=0) for old, new in zip(before[: len(begun)], after, strict=False)
    ):
        raise locked.make_refusal("agreed", "Of a phase that has begun only the number of rounds can change.")
    for phase, plan in zip(begun, after, strict=False):
        update_row(phase, rounds=plan.rounds)
    row.phases.filter(has_begun=False).delete()
    _write_phases(row, after, len(begun))


@service(Ability.CONFIGURE, TournamentState.DRAFT)
def open_tournament(locked: LockedTournament) -> Tournament:
    """Open the tournament for players. Raises `DomainError`: not_found, not_staff, wrong_state, malformed."""
    row = locked.tournament
    if row.starts_at is not None and row.starts_at <= locked.now:
        raise locked.make_refusal("malformed", "The start is in the past: set another, or none.")
    row.state = TournamentState.OPEN
    locked.note(Did.OPENED, "Opened it for players")
    return row


@service(
    Ability.CONFIGURE,
    TournamentState.DRAFT,
    *ACTIVE,
    about=of_kinds(Did.FINISHED),
)
def cancel_tournament(locked: LockedTournament, reason: str) -> Tournament:
    """Cancel the tournament and reveal the decks and dice of its matches.

    Raises `DomainError`: not_found, not_staff, wrong_state.
    """
    why = locked.check_reason(reason)
    row = locked.tournament
    row.state, row.ended_at = TournamentState.CANCELLED, locked.now
    row.next_round_at = row.paused_at = None
    locked.note(Did.CANCELLED, "Cancelled it", reason=why)
    locked.save()
    close_matches(row, why)
    return row


@service(Ability.CONFIGURE)
def clone_tournament(locked: LockedTournament) -> Plan:
    """Return the plan of a tournament without its start time. Raises `DomainError`: not_found, not_staff."""
    return replace(plan_of(locked.tournament), starts_at=None)


@service(Ability.APPOINT, about=OF_STAFF)
def appoint(locked: LockedTournament, other: User, role: str) -> None:
    """Give a user a role on the staff. Raises not_found, not_staff, malformed, accounts_only."""
    if role not in Role.values:
        raise locked.make_refusal("malformed", f"role is one of: {', '.join(Role.values)}.")
    if other.is_guest:
        raise locked.make_refusal("accounts_only", "Guests cannot be staff.")
    _note_role(locked, other, role, Did.APPOINTED, f"{other} is {Role(role).label.lower()} now")
    Appointment.objects.update_or_create(tournament=locked.tournament, user=other, defaults={"role": role})


@service(Ability.APPOINT, about=OF_STAFF)
def dismiss(locked: LockedTournament, other: User) -> None:
    """Remove a user from the staff; the last owner stays. Raises `DomainError`: not_found, not_staff, malformed."""
    own = locked.tournament.appointments.filter(user=other)
    if not own.exists():
        raise locked.make_refusal("malformed", f"{other} is not of the staff.")
    _note_role(locked, other, "", Did.DISMISSED, f"{other} is no longer of the staff")
    own.delete()


def _note_role(locked: LockedTournament, other: User, role: str, did: Did, words: str) -> None:
    """Log the new role of a user, "" for none. Raises malformed if no owner would be left."""
    roles = dict(locked.tournament.appointments.values_list("user", "role"))
    before = roles.get(other.pk, "")
    owners = [*roles.values()].count(Role.OWNER)
    if before == Role.OWNER and role != Role.OWNER and owners == 1:
        raise locked.make_refusal("malformed", "A tournament needs at least one owner.")
    name = other.username
    locked.note(did, words, before={"user": name, "role": before}, after={"user": name, "role": role})
