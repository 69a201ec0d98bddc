from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from cards.decks.contents import content_of, data_of
from cards.decks.judging import current_facts
from cards.models import Piece
from incursions.accounts.models import User
from incursions.games.incursions.rules.construction import SEALED, DeckContent, evaluate
from incursions.games.incursions.rules.sealed_pools import Stock, open_pool
from incursions.kit.refusals import DomainError
from tests.tournaments.events.organizing.sealed import pool_of, propose_pool_deck
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    play_all,
    replays,
    started,
    with_bots,
)
from tests.tournaments.laid_matches import NOON, SEED, later
from tournaments.events.entries import drop, enter, note_deck_check
from tournaments.events.enums import EntryState, Kind, TournamentState
from tournaments.events.locked_tournament import LockedTournament
from tournaments.events.models import Entry, PoolBuild, PoolStock, Tournament
from tournaments.events.pools import (
    change_again,
    deal_pools,
    fill_build,
    open_packs,
    redo_build,
    register_build,
    save_build,
    steps_of_build,
    stock_of,
    undo_build,
)
from tournaments.events.progress import advance, sweep_tournaments
from tournaments.events.tables import pause_tournament, resume_tournament

pytestmark = pytest.mark.django_db
BUILD_S = 600
END = NOON + timedelta(seconds=BUILD_S)


@pytest.fixture
def event(owner) -> Tournament:
    """A sealed tournament of two people and a bot, who build."""
    row = announced(owner, kind=Kind.SEALED, build_s=BUILD_S)
    for name in ("ada", "ben"):
        enter(row.public_id, User.objects.create_user(name), now=NOON)
    with_bots(row, owner, 1)
    return started(row, owner)


def user(name: str) -> User:
    return User.objects.get(username=name)


def entry(name: str) -> Entry:
    return Entry.objects.get(user__username=name)


def build(name: str) -> PoolBuild:
    return PoolBuild.objects.get(entry__user__username=name)


def proposal(name: str, row: Tournament) -> DeckContent:
    return propose_pool_deck(entry(name), row)


def save(row: Tournament, name: str, content: DeckContent, **named) -> PoolBuild:
    return save_build(row.public_id, user(name), data_of(content), number=build(name).number, **{"now": NOON} | named)


def register(row: Tournament, name: str, **named) -> Entry:
    return register_build(row.public_id, user(name), number=build(name).number, **{"now": NOON} | named)


def other_deck(name: str, row: Tournament) -> DeckContent:
    """Return a legal deck out of the pool that differs from the proposed one in one card."""
    content, pool, facts = proposal(name, row), pool_of(entry(name)).pieces, current_facts()
    for out in content.cards:
        for title in sorted(pool):
            if facts[title].kind != "card" or title in content.cards:
                continue
            cards = {one: copies for one, copies in content.cards.items() if one != out} | {title: content.cards[out]}
            changed = replace(content, cards=cards)
            if evaluate(changed, SEALED, facts, pool=pool).is_legal:
                return changed
    raise AssertionError("no other deck")


@pytest.mark.rule("22.1", "22.3")
def test_pools_are_those_of_the_promised_seed(event):
    stock = Stock.from_data(stock_of(event))
    for one in Entry.objects.filter(tournament=event):
        assert pool_of(one) == open_pool(stock, SEED, one.number)
    assert event.state == TournamentState.BUILDING
    assert event.due_at == END


def test_pools_are_drawn_again_when_the_catalogue_is_another(event):
    before = {one.number: pool_of(one) for one in Entry.objects.filter(tournament=event)}
    card = Piece.objects.get(title=before[1].boosters[0].cards[0])
    card.definition["rarity"] = "Ultra Rare"
    card.save()
    stock = Stock.from_data(stock_of(event))
    assert {number: open_pool(stock, SEED, number) for number in before} == before
    assert PoolStock.objects.get().catalogue


def test_bots_are_waited_for_by_nobody_and_so_is_who_has_registered(event):
    bot = Entry.objects.exclude(bot="").get()
    assert content_of(bot.loadout["content"]) == propose_pool_deck(bot, event)
    for name in ("ada", "ben"):
        fill_build(event.public_id, user(name), number=1, now=NOON)
        register(event, name)
    assert again(event).due_at <= NOON
    advance(event.public_id, NOON)
    assert again(event).state == TournamentState.RUNNING


def test_who_is_waited_for_last_may_leave(event):
    save(event, "ada", proposal("ada", event))
    register(event, "ada")
    drop(event.public_id, user("ben"), now=NOON)
    sweep_tournaments(NOON)
    assert again(event).state == TournamentState.RUNNING


@pytest.mark.rule("22.2")
def test_what_is_registered_is_locked_until_it_is_taken_back(event):
    save(event, "ada", proposal("ada", event))
    registered = register(event, "ada")
    assert content_of(registered.loadout["content"]) == proposal("ada", event)
    for change in (
        lambda: save(event, "ada", DeckContent()),
        lambda: fill_build(event.public_id, user("ada"), number=build("ada").number, now=NOON),
        lambda: undo_build(event.public_id, user("ada"), number=build("ada").number, now=NOON),
        lambda: register(event, "ada"),
    ):
        with pytest.raises(DomainError) as refused:
            change()
        assert (refused.value.code, refused.value.rule) == ("registered", "22.2")
    change_again(event.public_id, user("ada"), now=NOON)
    save(event, "ada", other_deck("ada", event))
    assert content_of(register(event, "ada").loadout["content"]) == other_deck("ada", event)
    with pytest.raises(DomainError, match="no deck yet"):
        change_again(event.public_id, user("ben"), now=NOON)


@pytest.mark.rule("22.2")
@pytest.mark.parametrize("part", ["cards", "hexpile", "ship", "captain", "stand_in"])
def test_nothing_comes_into_a_build_that_the_pool_does_not_hold(event, part):
    pool, facts = pool_of(entry("ada")).pieces, current_facts()
    kinds = {"cards": "card", "hexpile": "tile", "ship": "ship", "captain": "captain", "stand_in": "card"}
    title = next(
        title
        for title, piece in facts.items()
        if piece.kind == kinds[part] and title not in pool and (part != "stand_in" or piece.is_crew)
    )
    content = DeckContent(**{part: {title: 1} if part in ("cards", "hexpile") else title})
    with pytest.raises(DomainError) as refused:
        save(event, "ada", content)
    assert (refused.value.code, refused.value.rule) == ("not_in_pool", "22.2")
    assert build("ada").content == data_of(DeckContent())


@pytest.mark.rule("22.2")
def test_no_more_copies_come_into_a_build_than_were_opened(event):
    pool, facts = pool_of(entry("ada")).pieces, current_facts()
    for kind, part in (("card", "cards"), ("tile", "hexpile")):
        title, opened = next((title, copies) for title, copies in pool.items() if facts[title].kind == kind)
        assert save(event, "ada", DeckContent(**{part: {title: opened}})).number > 1
        with pytest.raises(DomainError, match=f"{opened + 1} are used") as refused:
            save(event, "ada", DeckContent(**{part: {title: opened + 1}}))
        assert refused.value.rule == "22.2"


def test_pieces_stand_where_such_pieces_stand(event):
    pool = pool_of(entry("ada"))
    ship, captain, card, tile = (
        pool.starter.ships[0],
        pool.starter.captains[0],
        *pool.boosters[0].cards[:1],
        pool.boosters[0].tiles[0],
    )
    for content in (
        DeckContent(cards={ship: 1}),
        DeckContent(cards={captain: 1}),
        DeckContent(cards={tile: 1}),
        DeckContent(hexpile={card: 1}),
        DeckContent(ship=captain),
        DeckContent(captain=card),
        DeckContent(stand_in=ship),
        DeckContent(cards={"No such card": 1}),
    ):
        with pytest.raises(DomainError) as refused:
            save(event, "ada", content)
        assert refused.value.code == "not_in_pool"
    assert build("ada").number == 1


def test_each_change_is_a_step_and_an_old_page_overwrites_nothing(event):
    first = DeckContent(ship=pool_of(entry("ada")).starter.ships[0])
    second = replace(first, captain=pool_of(entry("ada")).starter.captains[0])
    save(event, "ada", first)
    assert save(event, "ada", first).number == 2
    save(event, "ada", second)
    with pytest.raises(DomainError) as refused:
        save_build(event.public_id, user("ada"), data_of(DeckContent()), number=2, now=NOON)
    assert refused.value.code == "build_moved_on"
    public_id, ada = event.public_id, user("ada")
    undo_build(public_id, ada, number=3, now=NOON)
    assert build("ada").content == data_of(first)
    undo_build(public_id, ada, number=4, now=NOON)
    assert build("ada").content == data_of(DeckContent())
    assert steps_of_build(build("ada")) == (0, 2)
    with pytest.raises(DomainError, match="nothing to undo"):
        undo_build(public_id, ada, number=5, now=NOON)
    save(event, "ada", second)
    undo_build(public_id, ada, number=6, now=NOON)
    assert steps_of_build(build("ada")) == (0, 1)
    redo_build(public_id, ada, number=7, now=NOON)
    fill_build(public_id, ada, number=8, now=NOON)
    assert content_of(build("ada").content) == proposal("ada", event)
    with pytest.raises(DomainError, match="nothing to redo"):
        redo_build(public_id, ada, number=9, now=NOON)


def test_only_a_legal_deck_is_registered(event):
    content = proposal("ada", event)
    save(event, "ada", replace(content, hexpile={}))
    with pytest.raises(DomainError) as refused:
        register(event, "ada")
    assert (refused.value.code, refused.value.rule) == ("illegal_deck", "4.1")
    assert entry("ada").loadout is None


@pytest.mark.rule("22.2", "22.4")
def test_at_the_end_a_legal_build_is_played_and_an_illegal_one_gives_way(event):
    save(event, "ada", other_deck("ada", event))
    save(event, "ben", replace(other_deck("ben", event), cards={}))
    sweep_tournaments(END - timedelta(seconds=1))
    assert again(event).state == TournamentState.BUILDING
    with pytest.raises(DomainError) as refused:
        save(event, "ada", DeckContent(), now=END)
    assert refused.value.code == "too_late"
    sweep_tournaments(END)
    assert again(event).state == TournamentState.RUNNING
    assert content_of(entry("ada").loadout["content"]) == other_deck("ada", event)
    assert content_of(entry("ben").loadout["content"]) == proposal("ben", event)
    locked = next(line for line in lines(event) if line.words.startswith("Decks are locked"))
    assert locked.after == {"locked": {"as built": [1], "registered before": [], "proposed": [2]}}
    for late in (lambda: save(event, "ada", DeckContent(), now=END), lambda: register(event, "ada", now=END)):
        with pytest.raises(DomainError) as refused:
            late()
        assert refused.value.code == "too_late"


@pytest.mark.rule("22.4")
def test_a_registered_deck_that_was_changed_into_an_illegal_one_is_played_as_it_was_registered(event):
    save(event, "ada", other_deck("ada", event))
    register(event, "ada")
    change_again(event.public_id, user("ada"), now=NOON)
    save(event, "ada", DeckContent())
    sweep_tournaments(END)
    assert content_of(entry("ada").loadout["content"]) == other_deck("ada", event)
    assert entry("ada").built_at == END


def test_while_everything_is_paused_no_time_to_build_runs(event, owner):
    pause_tournament(event.public_id, owner, reason="A fire alarm.", now=later(seconds=100))
    save(event, "ada", other_deck("ada", event), now=END)
    sweep_tournaments(END)
    assert again(event).state == TournamentState.BUILDING
    resume_tournament(event.public_id, owner, now=END)
    assert again(event).builds_until == END + timedelta(seconds=BUILD_S - 100)


def test_who_has_left_builds_no_more(event):
    drop(event.public_id, user("ada"), now=NOON)
    with pytest.raises(DomainError, match="no longer in this tournament"):
        save(event, "ada", DeckContent())


def test_packs_are_turned_over_one_after_the_other_or_all(event):
    public_id, ada = event.public_id, user("ada")
    assert open_packs(public_id, ada, up_to=1).packs_opened == 1
    assert open_packs(public_id, ada, up_to=1).packs_opened == 1
    assert open_packs(public_id, ada).packs_opened == 7
    assert open_packs(public_id, ada, up_to=99).packs_opened == 7
    with pytest.raises(DomainError) as refused:
        open_packs(public_id, User.objects.create_user("eve"))
    assert refused.value.code == "no_pool"
    with pytest.raises(DomainError) as refused:
        open_packs("nosuchthing", ada)
    assert refused.value.code == "not_found"


def test_a_sealed_tournament_is_played_to_its_end_and_its_log_says_the_same(event, owner):
    save(event, "ada", proposal("ada", event))
    register(event, "ada")
    note_deck_check(event.public_id, owner, entry("ada").number)
    advance(event.public_id, END)
    play_all(event, END)
    assert again(event).is_over
    assert replays(event)
    decks = [line.after for line in lines(event) if line.did == "deck"]
    titles = set(current_facts())
    assert not any(title in str(said) for said in decks for title in titles)


@pytest.mark.parametrize("players", [3, 150])
def test_pools_are_dealt_in_as_many_statements_to_any_number_of_players(owner, players, django_assert_num_queries):
    row = announced(owner, kind=Kind.SEALED, build_s=BUILD_S)
    playing = {"tournament": row, "called": "Bot", "bot": "random", "state": EntryState.PLAYING, "entered_at": NOON}
    Entry.objects.bulk_create(Entry(number=number, **playing) for number in range(1, players + 1))
    with transaction.atomic():
        locked = LockedTournament.lock(row.public_id, owner, now=NOON)
        current_facts()
        with django_assert_num_queries(4):
            deal_pools(locked)
