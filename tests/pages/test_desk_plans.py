"""The pages on which a tournament is planned: presets, the form with its phases, changes, clones."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from tests.markup import read_page
from tests.pages.at_desk import again, announced, browser, desk_of, form_of, running, shown
from tests.tournaments.events.organizing.tournaments import plan
from tournaments.events.enums import TournamentState
from tournaments.events.formats import Pods, SingleElimination, Swiss
from tournaments.events.models import LogLine, Tournament
from tournaments.events.plans import PhasePlan, create_tournament, plan_of
from tournaments.events.presets import list_presets
from tournaments.matches.game_kinds import game_kinds

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new"


@cache
def blank() -> dict[str, str]:
    """Return what the form without a preset sends, which is the same for everybody."""
    return form_of(shown(None, f"{NEW}?plan=blank")) | {"name": "Lantern Night"}


def test_blank_form_is_the_same_for_everybody(owner):
    assert form_of(shown(owner, f"{NEW}?plan=blank")) | {"name": "Lantern Night"} == blank()


def created(owner: User, **said: str) -> Tournament:
    answer = browser(owner).post(NEW, blank() | said)
    assert answer.status_code == 303, read_page(answer)
    return Tournament.objects.get()


PRESETS = {preset.key: preset for game in game_kinds() for preset in list_presets(game)}


@pytest.mark.parametrize("key", PRESETS)
def test_preset_sent_as_it_stands_makes_the_tournament_of_the_preset(owner, key):
    form = form_of(shown(owner, f"{NEW}?plan={key.replace(' ', '+')}")) | {"name": "Lantern Night"}
    answer = browser(owner).post(NEW, form)
    row = Tournament.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, desk_of(row))
    assert plan_of(row) == replace(PRESETS[key].plan, name="Lantern Night")
    assert row.state == TournamentState.DRAFT


def test_presets_stand_on_the_first_page_in_their_words(owner):
    page = shown(owner, NEW)
    assert [preset.title in page for preset in PRESETS.values()] == [True] * len(PRESETS)


def test_tournaments_are_held_by_accounts(catalogue):
    for user in (None, create_guest()):
        assert "Sign in" in shown(user, f"{NEW}?plan=blank")
        answer = browser(user).post(NEW, blank())
        assert (answer.status_code, Tournament.objects.count()) == (403, 0)
        assert "To create a tournament" in read_page(answer)
        assert 'value="Lantern Night"' in read_page(answer)


TYPED_TERMS = {"hex_points": ("40", 40), "hex_tolerance": ("3", 3)}
TYPED = {  # for each field what is typed, and what the plan has then
    "description": ("Bring a friend.", "Bring a friend."),
    "starts_at": ("2027-01-31T19:30", datetime(2027, 1, 31, 18, 30, tzinfo=UTC)),  # in the zone below
    "kind": ("sealed", "sealed"),
    "capacity": ("24", 24),
    **TYPED_TERMS,
    "decks_open": ("start", "start"),
    "late_rounds": ("2", 2),
    "match_s": ("1:30", 90),
    "bank_s": ("90 s", 90),
    "free_s": ("0:30", 30),
    "pace_s": ("0.5", 0.5),
    "check_in_s": ("1 d", 86400),
    "build_s": ("2 h", 7200),
    "no_show_s": ("4", 240),
    "delay_s": ("0", 0),
    "break_s": ("10", 600),
    "win_points": ("4", 4),
    "draw_points": ("2", 2),
    "loss_points": ("1", 1),
    "bye_points": ("3", 3),
    "floor_percent": ("25", 25),
    "rated": ("on", True),
}
TYPED_TIES = {"tie_2": "wins", "tie_3": "lot", "tie_4": "", "tie_5": "", "tie_6": ""}
TYPED_PODS = {"format": "pods", "rounds": "3", "seats": "5", "match_s": "50"}
TYPED_CUT = {"format": "single elimination", "rounds": "0", "cut_to": "6", "third_place": "on"}


def test_every_field_reaches_the_plan(owner):
    phases = [("phase_1", TYPED_PODS), ("phase_2", TYPED_CUT)]
    of_phases = {f"{phase}-{name}": said for phase, typed in phases for name, said in typed.items()}
    said = {name: typed for name, (typed, _) in TYPED.items()}
    row = created(owner, zone="Europe/Berlin", phases="2", **said, **TYPED_TIES, **of_phases)
    assert plan_of(row) == replace(
        plan_of(row),
        **{name: planned for name, (_, planned) in TYPED.items() if name not in TYPED_TERMS},
        game_terms={name: planned for name, (_, planned) in TYPED_TERMS.items()},
        tie_breaks=("points", "wins", "lot"),
        phases=(
            PhasePlan(Pods.key, rounds=3, seats=5, match_s=3000),
            PhasePlan(SingleElimination.key, cut_to=6, third_place=True),
        ),
        is_listed=True,
        is_automatic=True,
        is_table_top=False,
    )


@pytest.mark.parametrize(
    ("field", "said", "words"),
    [
        ("name", "", "This field is required."),
        ("name", "a\u202eb", "cannot be printed"),
        ("starts_at", "tomorrow", "Write the date and the time"),
        ("zone", "Atlantis/Main", "There is no such time zone"),
        ("zone", "../etc/passwd", "There is no such time zone"),
        ("capacity", "1", "greater than or equal to 2"),
        ("match_s", "long", "Say how long in minutes"),
        ("match_s", "181", "From 1 second to 3 hours."),
        ("hex_points", "5", "greater than or equal to 10"),
        ("draw_points", "9", "A draw cannot bring more points than a win."),
        ("loss_points", "2", "A loss cannot bring more points than a draw."),
        ("tie_3", "opponents' win percentage", "This is already listed above."),
        ("tie_3", "charm", "Select a valid choice"),
        ("phase_1-format", "chess", "Select a valid choice"),
        ("phase_1-rounds", "31", "less than or equal to 30"),
    ],
)
def test_error_stands_beside_its_field_and_nothing_typed_is_lost(owner, field, said, words):
    form = blank() | {"description": "Bring a friend.", "capacity": "24", field: said}
    answer = browser(owner).post(NEW, form)
    page = read_page(answer)
    assert (answer.status_code, Tournament.objects.count()) == (400, 0)
    beside = page[page.index(f'name="{field}"') :]
    assert words in beside[: beside.index("</div>")]
    assert "1 field below needs correction" in page
    if "tie" not in field and "format" not in field:
        assert form_of(page) | {field: ""} == form | {field: ""}


def test_table_top_event_is_not_rated(owner):
    answer = browser(owner).post(NEW, blank() | {"rated": "on", "is_table_top": "on"})
    assert answer.status_code == 400
    assert "leave one of the two out" in read_page(answer)


def test_pods_say_how_many_sit_at_a_table_and_a_cut_leaves_two(owner):
    said = {"phases": "2", "phase_1-format": "pods", "phase_1-seats": "", "phase_2-format": "swiss"}
    answer = browser(owner).post(NEW, blank() | said | {"phase_2-rounds": "0", "phase_2-cut_to": "1"})
    page = read_page(answer)
    assert "Say how many sit at a table: 3 to 6." in page
    assert "Two players at least play on." in page


def test_phases_are_added_and_removed_while_all_that_was_typed_stays(owner):
    form = blank() | {"name": "Half a na", "match_s": "nonsense", "phase_1-rounds": "3"}
    page = read_page(browser(owner).post(NEW, form | {"do": "add phase"}))
    more = form_of(page)
    assert (more["phases"], more["name"], more["match_s"]) == ("2", "Half a na", "nonsense")
    assert (more["phase_1-rounds"], more["phase_2-cut_to"]) == ("3", "8")
    assert 'class="error"' not in page
    kept = more | {"phase_2-format": "swiss", "phase_2-rounds": "7"}
    fewer = form_of(read_page(browser(owner).post(NEW, kept | {"do": "remove phase 1"})))
    assert (fewer["phases"], fewer["phase_1-rounds"], fewer["match_s"]) == ("1", "7", "nonsense")
    assert Tournament.objects.count() == 0


def test_no_more_phases_than_there_can_be(owner):
    form = blank() | {"phases": "4"}
    for number in range(2, 5):
        form |= {f"phase_{number}-format": "swiss", f"phase_{number}-rounds": "1", f"phase_{number}-cut_to": "0"}
    page = read_page(browser(owner).post(NEW, form | {"do": "add phase"}))
    assert form_of(page)["phases"] == "4"
    assert "Add a phase" not in page


@pytest.mark.parametrize("count", ["0", "-1", "5", "99999", "two", ""])
def test_number_of_phases_that_there_cannot_be_is_refused(owner, count):
    answer = browser(owner).post(NEW, blank() | {"phases": count})
    assert (answer.status_code, Tournament.objects.count()) == (400, 0)
    assert "A tournament has 1 to 4 phases." in read_page(answer)
    assert 'value="Lantern Night"' in read_page(answer)


def test_settings_change_what_nobody_has_agreed_to(owner):
    row = announced(owner)
    form = form_of(shown(owner, desk_of(row, "settings"))) | {"name": "Wreckers' Night", "capacity": "12"}
    answer = browser(owner).post(desk_of(row, "settings"), form)
    assert (answer.status_code, again(row).name, again(row).capacity) == (303, "Wreckers' Night", 12)
    assert LogLine.objects.last().words == "Changed name, capacity"


def test_settings_sent_as_they_stand_change_nothing(owner):
    row = create_tournament(owner, plan(starts_at=datetime(2027, 1, 31, 18, 30, 15, tzinfo=UTC)))
    before = plan_of(row)
    form = form_of(shown(owner, desk_of(row, "settings")))
    browser(owner).post(desk_of(row, "settings"), form)
    assert plan_of(again(row)) == before
    assert LogLine.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "said", "words"), [("kind", "sealed", "cannot change once players can enter"), ("rated", "on", "rated")]
)
def test_what_players_agreed_to_stays_and_what_was_typed_too(owner, field, said, words):
    row = announced(owner)
    form = form_of(shown(owner, desk_of(row, "settings"))) | {"name": "Another", field: said}
    answer = browser(owner).post(desk_of(row, "settings"), form)
    page = read_page(answer)
    assert (answer.status_code, again(row).name) == (409, "Lantern Night")
    assert words in page
    assert form_of(page)["name"] == "Another"


def test_phase_that_has_begun_changes_its_rounds_alone(owner):
    row = running(owner)
    form = form_of(shown(owner, desk_of(row, "settings")))
    refused = browser(owner).post(desk_of(row, "settings"), form | {"phase_1-format": "round robin"})
    assert (refused.status_code, plan_of(again(row)).phases[0].format) == (409, Swiss.key)
    browser(owner).post(desk_of(row, "settings"), form | {"phase_1-rounds": "5"})
    assert plan_of(again(row)).phases[0].rounds == 5


def test_settings_that_were_changed_meanwhile_are_not_overwritten(owner):
    row = announced(owner)
    form = form_of(shown(owner, desk_of(row, "settings")))
    browser(owner).post(desk_of(row, "settings"), form | {"capacity": "8"})
    answer = browser(owner).post(desk_of(row, "settings"), form | {"capacity": "16"})
    page = read_page(answer)
    assert (answer.status_code, again(row).capacity) == (409, 8)
    assert "Changed capacity" in page
    assert form_of(page)["capacity"] == "16"


def test_event_is_cloned_by_who_may_without_its_time(owner):
    row = create_tournament(owner, plan(starts_at=datetime(2027, 1, 31, tzinfo=UTC), capacity=24))
    form = form_of(shown(owner, f"{NEW}?from={row.public_id}"))
    assert (form["name"], form["capacity"], form["starts_at"]) == ("Lantern Night", "24", "")
    other = User.objects.create_user("other", password="secret word")
    shown(other, f"{NEW}?from={row.public_id}", 404)
    shown(owner, f"{NEW}?from=nothing", 404)
