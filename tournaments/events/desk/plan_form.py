"""The form of a tournament's plan: its general fields, and one form per phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

from incursions.kit.words import join_names
from tournaments.events.desk.length_field import TYPED_AS, LengthField
from tournaments.events.enums import DecksOpen, Kind
from tournaments.events.formats import FORMATS, SingleElimination, format_choices, formats_with
from tournaments.events.models import LONGEST_DESCRIPTION, LONGEST_NAME
from tournaments.events.pairing import LARGEST_POD, SMALLEST_POD
from tournaments.events.plans import BOUNDS, BOUNDS_OF_PHASES, MOST_PHASES, PhasePlan, Plan
from tournaments.events.standings import Points
from tournaments.events.tie_breaks import TIE_BREAKS, tie_breaks_of
from tournaments.matches.clocks import AGREED_CLOCKS, CLOCK_SETTINGS, OTHER_CLOCKS, ClockSetting
from tournaments.matches.game_kinds import first_game, game_choices, game_kinds, loadouts_of, tournament_terms

TIME = "%Y-%m-%dT%H:%M"
LONGEST_ZONE = 64
FIRST, SECOND = "first", "second"
COMES_TWICE = "comes_twice"
TIES = [f"tie_{number}" for number in range(2, max(len(tie_breaks_of(game)) for game in game_kinds()) + 1)]
"""The names of the fields of tie-breaks after points, for the game that has most."""


def _number(name: str, label: str, help_text: str = "", *, required: bool = True) -> forms.IntegerField:
    """Return the form field of a number, within the bounds of its setting."""
    least, most = BOUNDS[name]
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=required, localize=False
    )


def _length(name: str, label: str, help_text: str = "") -> LengthField:
    """Return the form field of a length of time, within the bounds of its setting."""
    least, most = BOUNDS[name]
    return LengthField(least, most, label=label, help_text=help_text or TYPED_AS)


def _tick(label: str, help_text: str = "") -> forms.BooleanField:
    """Return the form field of a check box."""
    return forms.BooleanField(label=label, help_text=help_text, required=False)


def resolve_moment(typed: datetime, zone: ZoneInfo, of_two: str) -> datetime:
    """Return the moment of a typed local time. If clocks set back make it ambiguous, `of_two` says which one is meant.

    Raises ValidationError for a time skipped by clocks set forward, and for an ambiguous one without `of_two`.
    """
    first, second = (typed.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first.astimezone(zone).replace(tzinfo=None) != typed:
        message = f"There is no {typed:%H:%M} on that day in {zone.key}: clocks are set forward. Choose another time."
        raise forms.ValidationError(message, code="no_such_time")
    if first != second and not of_two:
        message = f"{typed:%H:%M} comes twice on that day in {zone.key}: say which of the two you mean."
        raise forms.ValidationError(message, code=COMES_TWICE)
    return second if of_two == SECOND else first


def _tie_break_field(number: int) -> forms.ChoiceField:
    """Return the field of the tie-break at this place of the order, from 2."""
    return forms.ChoiceField(
        label="Then by" if number == 2 else "then by", choices=_list_ties(TIE_BREAKS), required=False
    )


def _list_ties(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Return the choices of a tie-break after points."""
    return [("", "–"), *((key, key.capitalize()) for key in keys if key != Points.key)]


class PlanForm(forms.Form):
    """The general fields, named like those of `Plan`."""

    asks_which = False
    """True if the typed start is ambiguous, because clocks are set back."""

    name = forms.CharField(label="Name", max_length=LONGEST_NAME)
    description = forms.CharField(
        label="What players should know",
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )
    starts_at = forms.DateTimeField(
        label="Starts at",
        required=False,
        input_formats=[TIME, f"{TIME}:%S"],
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=TIME),
        help_text="Empty: when you start it.",
        error_messages={"invalid": "Write the date and the time as 2027-01-31T19:30."},
    )
    zone = forms.CharField(label="Time zone", max_length=LONGEST_ZONE, help_text="As in Europe/Berlin.")
    of_two = forms.ChoiceField(
        label="Which of the two",
        required=False,
        choices=[("", "(choose)"), (FIRST, "the first, before clocks are set back"), (SECOND, "the second, after it")],
        help_text="Clocks are set back: this time comes twice.",
    )
    game = forms.ChoiceField(label="Game", choices=game_choices, required=False, widget=forms.HiddenInput)
    mode = forms.ChoiceField(label="Mode", required=False)
    kind = forms.ChoiceField(label="Decks", choices=Kind.choices, help_text="Sealed: from boosters opened there.")
    capacity = _number("capacity", "Places", "Empty: no limit. Later players wait.", required=False)
    is_listed = _tick("Listed for everybody", "Otherwise it is found only by its address.")
    is_table_top = _tick("Played at tables with paper", "Players report the results themselves.")
    rated = _tick("Rated", "For accounts; guests cannot enter.")
    is_automatic = _tick("Rounds follow by themselves", "Otherwise you look at each round before it is published.")

    decks_open = forms.ChoiceField(label="Decks, dice and replays are open", choices=DecksOpen.choices)
    check_in_s = _length("check_in_s", "Check-in opens before the start", "Minutes; 0 for no check-in.")
    late_rounds = _number("late_rounds", "Late entry until round", "0: nobody enters after the start.")

    match_s = _length("match_s", "Length of a match")
    build_s = _length("build_s", "Time to build a sealed deck")
    break_s = _length("break_s", "Break between rounds")
    delay_s = _length("delay_s", "From pairings to the start of the round")
    no_show_s = _length("no_show_s", "Not there after this time has lost", "The second time the player is out.")

    win_points = _number("win_points", "Points for a win")
    draw_points = _number("draw_points", "Points for a draw")
    loss_points = _number("loss_points", "Points for a loss")
    bye_points = _number("bye_points", "Points for a bye")
    floor_percent = _number("floor_percent", "Least an opponent counts as, in percent")

    def __init__(
        self, typed: Mapping[str, object] | None = None, *, initial: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(typed, initial=dict(initial or {}))
        values = (initial or {}) if typed is None else typed
        self.game_kind = game_kinds().get(str(values.get("game") or ""), game_kinds()[first_game()])
        self._keep_terms()
        self._offer_modes()
        self._word_loadouts()
        self._offer_tie_breaks()

    def _keep_terms(self) -> None:
        """Remove the terms that the game has in no mode. A term of some modes is optional and names them."""
        modes = self.game_kind.tournament_kinds
        of_all = [{term.name for term in mode.terms} for mode in modes.values()]
        for name in TERMS:
            if not any(name in terms for terms in of_all):
                del self.fields[name]
                continue
            having = [mode.title for mode, terms in zip(modes.values(), of_all, strict=True) if name in terms]
            self.fields[name].required = len(having) == len(modes)
            if len(having) < len(modes):
                self.fields[name].label = f"{self.fields[name].label} ({join_names(having)})"

    def _offer_modes(self) -> None:
        """Offer the modes of the game's tournaments, if there are several."""
        modes = self.game_kind.tournament_kinds
        self.fields["mode"].choices = [(name, mode.words) for name, mode in modes.items()]  # type: ignore[attr-defined]
        if len(modes) == 1:
            del self.fields["mode"]

    def _word_loadouts(self) -> None:
        """Call what players bring by the game's noun. Boosters are asked for where the game has any."""
        kind = self.game_kind
        if loadouts_of(kind.name).sealed is None:
            del self.fields["kind"], self.fields["build_s"]
        if kind.loadout_mode is None:
            self.fields["decks_open"].label = "Dice and replays are open"
        else:
            self.fields["decks_open"].label = f"{kind.loadout_name.capitalize()}s, dice and replays are open"

    def _offer_tie_breaks(self) -> None:
        """Offer the tie-breaks of the game, in as many fields as there are."""
        keys = tie_breaks_of(self.game_kind.name)
        for number, name in enumerate(TIES, 2):
            if number > len(keys):
                del self.fields[name]
            else:
                self.fields[name].choices = _list_ties(keys)  # type: ignore[attr-defined]
                self.fields[name].label = "and last by" if number == len(keys) else self.fields[name].label

    def clean_name(self) -> str:
        """Return the name in one line. Raises ValidationError."""
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise forms.ValidationError("The name holds a character that cannot be printed.")
        return name

    def clean_zone(self) -> ZoneInfo:
        """Return the zone. Raises ValidationError."""
        try:
            return ZoneInfo(self.cleaned_data["zone"])
        except (ValueError, OSError, KeyError):
            message = "There is no such time zone. Write one like Europe/Berlin, or UTC."
            raise forms.ValidationError(message) from None

    def clean(self) -> dict[str, Any]:
        """Check fields that depend on each other: the start in its zone, points, and tie-breaks."""
        said = super().clean() or self.cleaned_data
        if said.get("starts_at") and said.get("zone"):
            try:
                said["starts_at"] = resolve_moment(
                    said["starts_at"].replace(tzinfo=None), said["zone"], said.get("of_two", "")
                )
            except forms.ValidationError as cause:
                self.asks_which = cause.code == COMES_TWICE
                self.add_error("of_two" if self.asks_which else "starts_at", cause)
        if said.get("is_table_top") and said.get("rated"):
            self.add_error("rated", "Ratings are for matches that are played here: leave one of the two out.")
        for better, worse, words in (
            ("win_points", "draw_points", "A draw cannot bring more points than a win."),
            ("draw_points", "loss_points", "A loss cannot bring more points than a draw."),
        ):
            if said.get(better) is not None and said.get(worse) is not None and said[better] < said[worse]:
                self.add_error(worse, words)
        seen: set[str | None] = set()
        for name in TIES:
            if said.get(name) in seen:
                self.add_error(name, "This is already listed above.")
            if said.get(name):
                seen.add(said[name])
        return said

    @property
    def has_games(self) -> bool:
        """Return True if there are several games, so that the form names the one it is for."""
        return len(game_kinds()) > 1

    @property
    def has_modes(self) -> bool:
        """Return True if there are several modes to choose from."""
        return "mode" in self.fields

    @property
    def has_kinds(self) -> bool:
        """Return True if players may bring what they play, or build it from boosters."""
        return "kind" in self.fields


def _clock_field(name: str, setting: ClockSetting) -> forms.Field:
    """Return the form field of a clock setting."""
    if setting.is_whole:
        return _length(name, setting.tournament_label)
    least, most = setting.of_tournament
    return forms.FloatField(label=setting.tournament_label, min_value=least, max_value=most)


DEFAULT_TERMS = {term.name: term.default for term in tournament_terms()}
TERMS = list(DEFAULT_TERMS)
PlanForm.base_fields |= {
    term.name: forms.IntegerField(
        label=term.label,
        min_value=term.least,
        max_value=term.most,
        help_text=term.help_text,
        localize=False,
    )
    for term in tournament_terms()
}
PlanForm.base_fields |= {name: _tie_break_field(number) for number, name in enumerate(TIES, 2)}
PlanForm.base_fields |= {name: _clock_field(name, setting) for name, setting in CLOCK_SETTINGS.items()}


class FormatSelect(forms.Select):
    """A select of formats. Each option names its settings, so that the style sheet hides those of other formats."""

    def create_option(self, name: str, value: Any, *arguments: Any, **options: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *arguments, **options)
        option["attrs"]["data-settings"] = " ".join(FORMATS[value].settings)
        return option


class PhaseForm(forms.Form):
    """A phase."""

    format = forms.ChoiceField(label="Format", choices=format_choices, widget=FormatSelect)
    rounds = forms.IntegerField(
        label="Rounds",
        min_value=BOUNDS_OF_PHASES["rounds"][0],
        max_value=BOUNDS_OF_PHASES["rounds"][1],
        help_text=f"{formats_with('rounds')}. 0: as many as the field needs.",
    )
    cut_to = forms.IntegerField(
        label="How many advance to it",
        min_value=0,
        max_value=BOUNDS_OF_PHASES["cut_to"][1],
        help_text="The best so many. 0: everybody.",
    )
    seats = forms.IntegerField(
        label="Seats at a table of pods",
        min_value=SMALLEST_POD,
        max_value=LARGEST_POD,
        required=False,
        help_text="Pods alone.",
    )
    third_place = _tick("Play for the third place", f"{formats_with('third_place')}.")
    is_double = _tick("Everybody meets everybody twice", f"{formats_with('is_double')}.")

    def __init__(
        self, typed: Mapping[str, object] | None = None, *, number: int, initial: dict[str, object] | None = None
    ) -> None:
        super().__init__(typed, prefix=f"phase_{number}", initial=initial)
        self.number = number
        most = BOUNDS_OF_PHASES["match_s"][1]
        help_text = "Empty: as all others."
        self.fields["match_s"] = LengthField(1, most, usual=0, label="Length of its matches", help_text=help_text)
        if number == 1:
            del self.fields["cut_to"]

    def clean_cut_to(self) -> int:
        """Return how many players advance. Raises ValidationError."""
        found: int = self.cleaned_data["cut_to"]
        if found == 1:
            raise forms.ValidationError("Two players at least play on.")
        return found

    def clean(self) -> dict[str, Any]:
        """Require the number of seats for pods."""
        said = super().clean() or self.cleaned_data
        needs_seats = "format" in said and "seats" in FORMATS[said["format"]].settings
        if needs_seats and not said.get("seats") and "seats" not in self.errors:
            self.add_error("seats", f"Say how many sit at a table: {SMALLEST_POD} to {LARGEST_POD}.")
        return said

    def plan(self) -> PhasePlan:
        """Return the phase, without settings of other formats."""
        said = self.cleaned_data
        chosen = FORMATS[said["format"]]
        own = {name: said[name] for name in chosen.settings}
        return PhasePlan(format=chosen.key, cut_to=said.get("cut_to", 0), match_s=said["match_s"], **own)


@dataclass
class PlanForms:
    """The plan form with its phase forms, from a plan or from typed values."""

    form: PlanForm
    phases: list[PhaseForm]
    refusal: str = ""

    @classmethod
    def of_plan(cls, plan: Plan) -> PlanForms:
        """Return unbound forms filled from a plan."""
        initial = {one.name: getattr(plan, one.name) for one in fields(Plan)} | DEFAULT_TERMS | dict(plan.game_terms)
        initial |= {"zone": "UTC"} | dict(zip(TIES, plan.tie_breaks[1:], strict=False))
        return cls._unbound(initial, [_phase_values(phase) for phase in plan.phases])

    @classmethod
    def _unbound(cls, initial: dict[str, Any], phases: Sequence[dict[str, object]]) -> PlanForms:
        """Return forms with these initial values."""
        numbered = enumerate(phases, 1)
        return cls(PlanForm(initial=initial), [PhaseForm(initial=phase, number=number) for number, phase in numbered])

    @classmethod
    def of_typed(cls, typed: Mapping[str, object]) -> PlanForms:
        """Return bound forms of the typed values, for validation."""
        count = _count_phases(typed)
        phases = [PhaseForm(typed, number=number) for number in range(1, (count or 1) + 1)]
        return cls(PlanForm(typed), phases, "" if count else f"A tournament has 1 to {MOST_PHASES} phases.")

    @classmethod
    def rearrange(cls, typed: Mapping[str, object], do: str) -> PlanForms:
        """Return unbound forms of the typed values, with one phase added or removed."""
        initial = {name: typed.get(name, "") for name in PlanForm.base_fields}
        phases = [_typed_phase(typed, number) for number in range(1, (_count_phases(typed) or 1) + 1)]
        word, _, number = do.partition(" phase")
        if word == "add" and len(phases) < MOST_PHASES:
            phases.append(_phase_values(PhasePlan(SingleElimination.key, cut_to=8)))
        elif word == "remove" and number.strip() in {str(one) for one in range(1, len(phases) + 1)} and len(phases) > 1:
            del phases[int(number) - 1]
        return cls._unbound(initial, phases)

    @property
    def may_add(self) -> bool:
        """Return True if there may be another phase."""
        return len(self.phases) < MOST_PHASES

    @property
    def errors(self) -> int:
        """The number of errors."""
        return sum(len(form.errors) for form in (self.form, *self.phases))

    def is_valid(self) -> bool:
        """Return True if all forms are valid."""
        return self.errors == 0 and not self.refusal

    def plan(self, before: Plan | None = None) -> Plan:
        """Return the plan. An unchanged start keeps its seconds. Raises `DomainError`."""
        said = dict(self.form.cleaned_data)
        order = (Points.key, *(said[name] for name in TIES if said.get(name)))
        names = {one.name for one in fields(Plan)} - {"tie_breaks", "phases"}
        chosen = {name: value for name, value in said.items() if name in names}
        chosen["game"] = said["game"] or first_game()
        chosen["game_terms"] = {name: said[name] for name in TERMS if said.get(name) is not None}
        was, starts_at = None if before is None else before.starts_at, chosen["starts_at"]
        if was and starts_at and was.replace(second=0, microsecond=0) == starts_at.replace(second=0):
            chosen["starts_at"] = was
        return Plan(**chosen, tie_breaks=order, phases=tuple(phase.plan() for phase in self.phases)).validate()

    @property
    def folds(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """The folds: heading, fields, and whether it is open because one of them has an error."""
        return [
            (
                heading,
                [self.form[name] for name in names if name in self.form.fields],
                any(name in self.form.errors for name in names),
            )
            for heading, names in self._list_folds()
        ]

    def _list_folds(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Yield the headings of the folds with the names of their fields."""
        first, *others = FOLDS.items()
        name = self.form.game_kind.loadout_name
        yield f"{name.capitalize()}s and entry" if name else first[0], first[1]
        yield from others


FOLDS: dict[str, tuple[str, ...]] = {
    "Entry": (*TERMS, "decks_open", "check_in_s", "late_rounds"),
    "Times": ("match_s", "build_s", "break_s", "delay_s", "no_show_s", *AGREED_CLOCKS, *OTHER_CLOCKS),
    "Points and standings": ("win_points", "draw_points", "loss_points", "bye_points", "floor_percent", *TIES),
}


def _phase_values(phase: PhasePlan) -> dict[str, object]:
    """Return the values of a phase for its form."""
    found = {one.name: getattr(phase, one.name) for one in fields(PhasePlan)}
    return found | {"seats": phase.seats if "seats" in FORMATS[phase.format].settings else 4}


def _typed_phase(typed: Mapping[str, object], number: int) -> dict[str, object]:
    """Return the values that were typed for a phase of that number."""
    names = (*PhaseForm.base_fields, "match_s")
    found = {name: typed.get(f"phase_{number}-{name}", "") for name in names}
    return found | {"cut_to": found["cut_to"] or "0"}


def _count_phases(typed: Mapping[str, object]) -> int:
    """Return the typed number of phases; 0 if it is not allowed."""
    said = str(typed.get("phases", "1"))
    return int(said) if said in {str(one) for one in range(1, MOST_PHASES + 1)} else 0
