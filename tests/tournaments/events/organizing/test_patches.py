"""Patches of tournaments (rules 21.6): who is awarded what, when, and what becomes of it if results change."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from incursions.accounts.models import User
from tests.markup import read_page
from tests.tournaments.events.organizing.refusals import refusal_code
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    play_all,
    replays,
    some_loadout,
    started,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON
from tournaments.events.entries import enter
from tournaments.events.enums import EntryState
from tournaments.events.formats import Swiss
from tournaments.events.history import final_places
from tournaments.events.models import Entry, Round
from tournaments.events.patches import award_fair_play
from tournaments.events.plans import PhasePlan
from tournaments.events.results import rule_result
from tournaments.events.rounds import undo_round
from tournaments.players.models import Patch, PatchKind

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def laid(module_owner):
    """A tournament of two people and two bots, in whose two rounds everybody came to the table."""
    row = announced(module_owner, PhasePlan(Swiss.key, rounds=2), no_show_s=3000)
    with_people(row, 2)
    row = started(with_bots(row, module_owner, 2), module_owner)
    play_all(row)
    return row


@pytest.fixture
def over(laid, db):
    return again(laid)


@pytest.fixture
def owner(module_owner, db) -> User:
    return User.objects.get(pk=module_owner.pk)


def given(row) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for number, kind in Patch.objects.filter(entry__tournament=row).values_list("entry__number", "kind"):
        found.setdefault(number, set()).add(kind)
    return found


@pytest.mark.rule("21.6")
def test_winner_finalist_and_first_events_are_awarded_when_it_is_over(over):
    first, second = (together[0] for together in final_places(over)[:2])
    patches = given(over)
    assert PatchKind.WINNER in patches[first]
    assert PatchKind.FINALIST in patches[second]
    assert {number for number, kinds in patches.items() if PatchKind.FIRST_EVENT in kinds} == {1, 2}  # bots have none
    assert lines(over)[-1].did == "awarded"
    assert replays(over)


def test_best_of_a_race_is_the_best_of_at_least_two(over):
    races = {}
    for patch in Patch.objects.filter(entry__tournament=over, kind=PatchKind.RACE):
        races.setdefault(patch.race, []).append(patch)
    of_entries = {}
    for entry in Entry.objects.filter(tournament=over):
        of_entries.setdefault(entry.tournament.loadouts.find_ship(entry.loadout).group, []).append(entry.number)
    order = [player for together in final_places(over) for player in together]
    for race, numbers in of_entries.items():
        if len(numbers) > 1:
            assert races[race][0].entry.number == min(numbers, key=order.index)
        else:
            assert race not in races


def test_second_tournament_is_no_first_event(owner, over):
    player = Entry.objects.get(tournament=over, number=1).user
    row = announced(owner, PhasePlan(Swiss.key, rounds=1), no_show_s=3000)
    enter(row.public_id, player, loadout=some_loadout(), now=NOON)
    row = started(with_bots(row, owner, 1), owner)
    play_all(row)
    assert PatchKind.FIRST_EVENT not in given(row).get(1, set())


def test_results_that_change_after_the_end_move_the_patches(owner, over):
    before = final_places(over)
    last = Round.objects.get(tournament=over, number=2)
    table = last.tables.get(places__entry__number=before[0][0])
    winner_sits = table.places.get(entry__number=before[0][0]).index
    places = (2, 1) if winner_sits == 0 else (1, 2)
    rule_result(over.public_id, owner, 2, table.number, places, left=(0, 0), reason="The cloak was not paid for.")
    after = final_places(over)
    assert after[0] != before[0]
    assert PatchKind.WINNER in given(over)[after[0][0]]
    assert PatchKind.WINNER not in given(over).get(before[0][0], set())
    assert replays(over)


def test_tournament_that_goes_on_has_no_winner(owner, over):
    award_fair_play(over.public_id, owner, 1, reason="Took back a hit that nobody had seen.")
    undo_round(over.public_id, owner, reason="The dice fell off the table.")
    assert given(over) == {1: {PatchKind.FAIR_PLAY}}


def test_fair_play_is_the_staffs_to_award_once_and_with_a_reason(owner, over):
    stranger = Entry.objects.get(tournament=over, number=2).user
    assert refusal_code(over, award_fair_play, stranger, 1, reason="I like him.") == "not_staff"
    assert refusal_code(over, award_fair_play, owner, 1, reason="") == "malformed"
    assert refusal_code(over, award_fair_play, owner, 9, reason="Who?") == "no_such_player"
    award_fair_play(over.public_id, owner, 1, reason="Lent a die.")
    assert refusal_code(over, award_fair_play, owner, 1, reason="Again.") == "wrong_state"
    Entry.objects.filter(number=2).update(state=EntryState.DISQUALIFIED)
    assert refusal_code(over, award_fair_play, owner, 2, reason="Never mind.") == "wrong_state"


def test_patch_has_a_page_a_picture_and_a_certificate(over):
    patch = Patch.objects.get(entry__tournament=over, kind=PatchKind.WINNER)
    client = Client()
    page = read_page(client.get(f"/patches/{patch.public_id}/"))
    assert f"won {over.name}." in page
    picture = Image.open(BytesIO(client.get(f"/patches/{patch.public_id}.png").content))
    assert (picture.size, picture.mode) == ((708, 708), "RGBA")
    corner, middle = picture.getpixel((0, 0)), picture.getpixel((354, 354))
    assert (corner[3], middle[3]) == (0, 255)
    answer = client.get(f"/patches/{patch.public_id}/certificate.pdf")
    assert answer.content.startswith(b"%PDF")
    assert client.get("/patches/nosuchpatch.png").status_code == 404


def test_profile_shows_the_patches_of_listed_tournaments(over):
    player = Entry.objects.get(tournament=over, number=1).user
    patch = Patch.objects.get(user=player, kind=PatchKind.FIRST_EVENT)
    client = Client()
    assert patch.get_absolute_url() in read_page(client.get(player.get_absolute_url()))
    over.is_listed = False
    over.save()
    assert patch.get_absolute_url() not in read_page(client.get(player.get_absolute_url()))
    client.force_login(player)
    assert patch.get_absolute_url() in read_page(client.get(player.get_absolute_url()))
