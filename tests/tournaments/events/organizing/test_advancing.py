"""A tournament from its start to its end, by the clock alone, in every format; and what its log tells."""

import random

import pytest
from django.test import Client

from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.sampling import sample
from tests.tournaments.events.organizing.tournaments import (
    QUICK,
    again,
    announced,
    lines,
    play_all,
    play_round,
    replays,
    some_loadout,
    started,
    tables,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events import tables as opening
from tournaments.events.entries import disqualify, drop, enter, reinstate
from tournaments.events.enums import DecksOpen, EntryState, Kind, RoundState, TournamentState
from tournaments.events.formats import DoubleElimination, Pods, RoundRobin, SingleElimination, Swiss
from tournaments.events.history import final_places, phase_places, standings_of
from tournaments.events.models import Entry, LogLine, Place, Round, SitOut, Table, Tournament
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance, sweep_tournaments
from tournaments.events.results import rule_result
from tournaments.events.rounds import (
    break_table,
    give_bye,
    pair_round,
    pair_table,
    publish_round,
    swap,
    undo_round,
)
from tournaments.events.tables import (
    find_unopened,
    open_table,
    open_tables,
    pause_tournament,
    resume_tournament,
)
from tournaments.matches.append_only import AppendOnlyError
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.export import export_match
from tournaments.matches.models import Match
from tournaments.matches.staff.acting import NOBODY, Order, act_as_organizer
from tournaments.matches.staff.models import Kind as Act


def formats(row) -> list[str]:
    return [each.phase.format for each in Round.objects.filter(tournament=row)]


def is_whole(row) -> bool:
    """Whether every table has a result with places, and everybody has a place in the end."""
    placed = sorted(player for together in final_places(row) for player in together)
    return (
        not Table.objects.filter(round__tournament=row, source="").exists()
        and not Place.objects.filter(table__round__tournament=row, place=None).exists()
        and placed == sorted(Entry.objects.filter(tournament=row).in_standings().values_list("number", flat=True))
    )


def test_swiss_with_a_cut_is_played_to_its_end(owner):
    row = with_bots(
        announced(owner, PhasePlan(Swiss.key, rounds=2), PhasePlan(SingleElimination.key, cut_to=4)), owner, 7
    )
    row = started(row, owner)
    play_all(row)
    row = again(row)
    assert row.state == TournamentState.OVER
    assert formats(row) == [Swiss.key, Swiss.key, SingleElimination.key, SingleElimination.key]
    assert SitOut.objects.filter(round__tournament=row, kind="bye").count() == 2
    assert [len(together) for together in final_places(row)][:3] == [1, 1, 2]
    assert is_whole(row)
    assert replays(row)


@pytest.mark.parametrize(
    ("phase", "players", "rounds"),
    [
        (PhasePlan(DoubleElimination.key), 5, None),
        (PhasePlan(SingleElimination.key, third_place=True), 6, 3),
        (PhasePlan(RoundRobin.key), 5, 5),
        (PhasePlan(RoundRobin.key, is_double=True), 3, 6),
        (PhasePlan(Pods.key, rounds=2, seats=4), 7, 2),
        (PhasePlan(Swiss.key), 2, 1),
    ],
    ids=["double", "single", "robin", "double robin", "pods", "two"],
)
def test_every_format_is_played_to_its_end(owner, phase, players, rounds):
    row = started(with_bots(announced(owner, phase), owner, players), owner)
    play_all(row)
    row = again(row)
    assert rounds is None or Round.objects.filter(tournament=row).count() == rounds
    assert is_whole(row)
    assert replays(row)
    if row.phases.get().is_elimination:
        assert len(phase_places(row.phases.get())[0]) == 1


def test_sealed_tournament_deals_pools_and_plays_the_decks_built_of_them(owner):
    row = with_bots(announced(owner, kind=Kind.SEALED, build_s=30), owner, 4)
    row = started(row, owner)
    advance(row.public_id, later(seconds=30))
    assert again(row).state == TournamentState.RUNNING
    play_all(row, later(seconds=30))
    assert is_whole(row)
    assert replays(row)
    decks = {str(entry.loadout["content"]) for entry in Entry.objects.filter(tournament=row)}
    assert len(decks) == 4
    for match in Match.objects.filter(table__round__tournament=row):
        played = {str(seat["deck"]) for seat in match.setup["seats"]}
        assert len(played) == 2


def test_round_waits_for_the_break_and_the_delay(owner):
    row = started(with_bots(announced(owner, delay_s=60, break_s=120), owner, 4), owner)
    advance(row.public_id, NOON)
    first = Round.objects.get()
    assert (first.state, first.starts_at, Match.objects.count()) == (RoundState.PUBLISHED, later(seconds=60), 0)
    advance(row.public_id, later(seconds=59))
    assert Match.objects.count() == 0
    advance(row.public_id, later(seconds=60))
    assert Match.objects.count() == 2
    assert {match.deadline_at for match in Match.objects.all()} == {later(seconds=60 + QUICK["match_s"])}
    sweep_deadlines(later(seconds=120), queue=lambda *_: None)
    sweep_tournaments(later(seconds=120))
    assert again(row).next_round_at == later(seconds=240)
    sweep_tournaments(later(seconds=239))
    assert Round.objects.count() == 1
    sweep_tournaments(later(seconds=240))
    assert Round.objects.get(number=2).starts_at == later(seconds=300)


def test_organizer_who_pairs_by_hand_sees_the_draft_alone_until_it_is_published(owner):
    row = started(with_bots(announced(owner, is_automatic=False), owner, 4), owner)
    advance(row.public_id, NOON)
    assert Round.objects.count() == 0
    draft = pair_round(row.public_id, owner, now=NOON)
    assert draft.state == RoundState.DRAFT
    advance(row.public_id, NOON)
    assert Match.objects.count() == 0
    publish_round(row.public_id, owner, now=NOON)
    advance(row.public_id, NOON)
    assert Match.objects.count() == 2


def test_same_seed_and_the_same_results_give_the_same_pairings(owner):
    found = []
    for _ in range(2):
        row = started(with_bots(announced(owner, is_automatic=False), owner, 9), owner)
        pair_round(row.public_id, owner, now=NOON)
        found.append((tables(row, 1), list(SitOut.objects.filter(round__tournament=row).values_list("entry__number"))))
    assert found[0] == found[1]


def test_table_is_opened_once_however_often_it_is_asked_for(owner):
    row = started(with_bots(announced(owner), owner, 4), owner)
    advance(row.public_id, NOON, opener=lambda keys: None)
    keys = find_unopened(Round.objects.get().pk)
    assert len(keys) == 2
    assert [open_table(keys[0], NOON), open_table(keys[0], NOON), open_tables(keys, NOON)] == [True, False, 1]
    assert (Match.objects.count(), find_unopened(Round.objects.get().pk)) == (2, [])


def test_tables_that_nobody_opened_are_found_again(owner):
    row = started(with_bots(announced(owner), owner, 4), owner)
    advance(row.public_id, NOON, opener=lambda keys: None)
    sweep_tournaments(later(seconds=4))
    assert Match.objects.count() == 0
    sweep_tournaments(later(seconds=5))
    assert Match.objects.count() == 2


@pytest.mark.rule("21.12")
def test_decks_dice_and_replays_stay_closed_until_the_tournament_opens_them(owner):
    row = started(with_bots(announced(owner, PhasePlan(Swiss.key, rounds=2)), owner, 2), owner)
    now = play_round(row, NOON)
    match = Match.objects.order_by("pk").first()
    assert (match.is_over, match.lies_open, match.published_seed) == (True, False, None)
    file = export_match(match)
    assert (file["seed"], file["setup"], {action["text"] for action in file["actions"]}) == (None, None, {None})
    client = Client()
    assert client.get(f"/matches/{match.public_id}/dice").status_code == 409
    assert "when the tournament opens its decks" in read_page(client.get(f"/matches/{match.public_id}/verify"))
    hidden = read_page(client.get(f"/matches/{match.public_id}/replay?as=0"))
    play_all(row, now)
    match.refresh_from_db()
    assert (match.lies_open, match.published_seed) == (True, bytes(match.seed).hex())
    assert client.get(f"/matches/{match.public_id}/dice").status_code == 200
    assert read_page(client.get(f"/matches/{match.public_id}/replay?as=0")) != hidden


@pytest.mark.rule("21.12")
def test_where_decks_are_open_from_the_start_matches_lie_open_when_they_are_over(owner):
    row = announced(owner, PhasePlan(Swiss.key, rounds=2), decks_open=DecksOpen.START)
    row = started(with_bots(row, owner, 2), owner)
    play_round(row, NOON)
    assert Match.objects.order_by("pk").first().lies_open


def test_seed_is_promised_at_first_and_published_at_the_end(owner):
    row = announced(owner, PhasePlan(Swiss.key, rounds=1))
    assert (len(row.commitment), row.published_seed) == (64, None)
    row = started(with_bots(row, owner, 2), owner)
    play_all(row)
    assert again(row).published_seed == bytes(row.seed).hex()


def test_log_is_never_changed(owner):
    row = announced(owner)
    line = lines(row)[0]
    line.words = "Created something else"
    with pytest.raises(AppendOnlyError):
        line.save()
    with pytest.raises(AppendOnlyError):
        line.delete()
    with pytest.raises(AppendOnlyError):
        LogLine.objects.filter(tournament=row).update(words="")


@pytest.mark.parametrize("seed", sample(range(4), 1))
def test_log_gives_the_standings_again_whatever_the_staff_do(owner, seed):
    """Rounds are arranged, undone, ruled on; players drop and come back: after each act the log alone says as much."""
    chance = random.Random(seed)
    row = announced(owner, PhasePlan(Swiss.key, rounds=4), is_automatic=False, match_s=60)
    row = started(with_bots(row, owner, 7), owner)
    now = NOON
    for _ in range(4):
        pair_round(row.public_id, owner, now=now)
        arrange(row, owner, chance)
        publish_round(row.public_id, owner, now=now)
        now = play_round(row, now)
        assert replays(row)
        disturb(row, owner, chance)
        assert replays(row)
    assert row.version < again(row).version
    assert [line.number for line in lines(row)] == list(range(1, again(row).version + 1))


def arrange(row, owner, chance) -> None:
    """Change a draft in some ways, so that everybody is paired in the end."""
    number = Round.objects.exclude(state=RoundState.UNDONE).latest("number").number
    seated = tables(row, number)
    if len(seated) > 1:
        swap(row.public_id, owner, seated[0][0], seated[1][chance.randrange(2)])
    broken = chance.randrange(len(seated)) + 1
    break_table(row.public_id, owner, broken, reason="They share a ship.")
    unpaired = SitOut.objects.filter(round__number=number, kind="unpaired", round__state=RoundState.DRAFT)
    players = list(unpaired.values_list("entry__number", flat=True))
    if chance.random() < 0.5:
        pair_table(row.public_id, owner, players)
    else:
        for player in players:
            give_bye(row.public_id, owner, player)


def disturb(row, owner, chance) -> None:
    """Do at random what may happen after a round."""
    last = Round.objects.exclude(state=RoundState.UNDONE).latest("number")
    table = Table.objects.filter(round=last).first()
    if again(row).is_over:
        return
    if table is not None and chance.random() < 0.5:
        rule_result(row.public_id, owner, last.number, table.number, (1, 1), left=(9, 3), reason="Both were right.")
    if chance.random() < 0.5:
        undo_round(row.public_id, owner, reason="Wrong hall.")
    playing = list(Entry.objects.filter(tournament=row, state=EntryState.PLAYING).values_list("number", flat=True))
    dropped = Entry.objects.filter(tournament=row, state=EntryState.DROPPED).first()
    if dropped is not None:
        reinstate(row.public_id, owner, dropped.number, reason="Came back.")
    elif len(playing) > 4:
        act = chance.choice([drop, disqualify])
        act(row.public_id, owner, chance.choice(playing), reason="Had to go.")


@pytest.mark.rule("21.14")
@pytest.mark.parametrize(("left", "goes_on"), [((3, 9), 2), ((9, 3), 1), ((5, 5), 1)], ids=["less", "more", "equal"])
def test_drawn_match_of_a_bracket_lets_one_go_on(owner, left, goes_on):
    row = started(with_bots(announced(owner, PhasePlan(SingleElimination.key)), owner, 2), owner)
    advance(row.public_id, NOON)
    match = Match.objects.get()
    act_as_organizer(match.public_id, owner, Order(Act.ADJUDICATE, "Both fell.", seat=NOBODY), now=later(seconds=5))
    Match.objects.update(left=list(left))
    sweep_tournaments(later(seconds=6))
    assert final_places(again(row)) == [[goes_on], [3 - goes_on]]
    assert replays(row)


def test_match_that_begins_while_everything_is_being_paused_stands_still(owner, monkeypatch):
    row = announced(owner)
    with_people(row, 2)
    row = started(row, owner)
    lay = opening._start_match

    def lay_and_pause(*args):
        lay(*args)
        Tournament.objects.filter(pk=row.pk).update(paused_at=NOON, paused_for="The lights went out.")

    monkeypatch.setattr(opening, "_start_match", lay_and_pause)
    advance(row.public_id, NOON)
    match = Match.objects.get()
    assert (match.paused_at, match.paused_for) == (NOON, "The lights went out.")
    resume_tournament(row.public_id, owner, now=later(minutes=1))
    match.refresh_from_db()
    assert match.paused_at is None


def test_table_is_not_opened_while_everything_is_paused(owner):
    row = started(with_bots(announced(owner), owner, 2), owner)
    advance(row.public_id, NOON, opener=lambda keys: None)
    keys = find_unopened(Round.objects.get().pk)
    pause_tournament(row.public_id, owner, reason="The lights went out.", now=NOON)
    assert (open_tables(keys, NOON), Match.objects.count()) == (0, 0)
    resume_tournament(row.public_id, owner, now=later(minutes=1))
    sweep_tournaments(later(minutes=1))
    assert Match.objects.get().deadline_at == later(minutes=1, seconds=QUICK["match_s"])


def test_whoever_is_disqualified_comes_last_and_wins_nothing(owner):
    row = started(with_bots(announced(owner, PhasePlan(Swiss.key, rounds=2)), owner, 4), owner)
    now = play_round(row, NOON)
    leader = standings_of(row)[0].player
    disqualify(row.public_id, owner, leader, reason="A die of one's own.")
    play_all(row, now)
    places = final_places(again(row))
    assert places[-1] == [leader]
    assert len([player for together in places for player in together]) == 4
    assert replays(row)


def test_field_of_a_round_robin_is_set_down_at_the_beginning(owner):
    row = announced(owner, PhasePlan(RoundRobin.key), late_rounds=3, check_in_s=60, starts_at=later(seconds=90))
    absent = with_people(row, 1, now=NOON)[0]
    with_bots(row, owner, 4)
    advance(row.public_id, later(seconds=30))
    advance(row.public_id, later(seconds=90))
    assert Entry.objects.get(user=absent).state == EntryState.ABSENT
    for act, who in ((enter, (absent,)), (reinstate, (owner, 1))):
        with pytest.raises(DomainError) as refusal:
            act(row.public_id, *who, **({"reason": "Came late."} if act is reinstate else {"loadout": some_loadout()}))
        assert refusal.value.code == "too_late"
    play_all(row, later(seconds=90))
    assert not SitOut.objects.filter(round__tournament=row).exists()


@pytest.mark.rule("21.13")
def test_bots_are_always_there_and_pods_go_on_without_who_is_not(owner):
    row = announced(owner, PhasePlan(Pods.key, rounds=1, seats=3))
    with_people(row, 1)
    row = started(with_bots(row, owner, 2), owner)
    advance(row.public_id, NOON)
    sweep_tournaments(later(seconds=20))
    table = Table.objects.get()
    assert (table.source, table.match.state) == ("", "running")
    sweep_deadlines(later(seconds=60), queue=lambda *_: None)
    sweep_tournaments(later(seconds=60))
    table.refresh_from_db()
    assert {place.entry.number: (place.place, place.is_no_show) for place in table.places.all()}[1] == (3, True)
    assert again(row).state == TournamentState.OVER
    assert replays(row)


@pytest.mark.rule("21.13")
def test_who_dropped_after_the_pairing_gives_the_table_away(owner):
    row = announced(owner, delay_s=30)
    players = with_people(row, 3)
    row = started(with_bots(row, owner, 1), owner)
    advance(row.public_id, NOON)
    drop(row.public_id, players[0], now=later(seconds=5))
    advance(row.public_id, later(seconds=30))
    gone = Table.objects.get(places__entry__number=1)
    assert (gone.source, gone.match) == ("absence", None)
    assert {place.entry.number: place.place for place in gone.places.all()}[1] == 2
    assert replays(row)
